/* Points of placements on the last street. */
#include "cpf_last_street.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_fantasyland.h"

/* Seats that are settled at one table: the player, opponents with complete boards, and some whose boards lack the last
 * street.
 * Seats are in the order of play, which decides who gets odd points and who chooses first. */
typedef struct party {
    cpf_seating seating;
    cpf_board boards[CPF_MOST_PLAYERS];
    int32_t seat[CPF_MOST_PLAYERS]; /* each member's seat at the table */
    int me;                         /* index of the player in the party */
} party;

/* Points of a board of the player from all unknown opponents, if the board declares its natural, and if not. */
typedef struct unknown_points {
    int32_t declared, undeclared;
} unknown_points;

static int index_in_party(const party *p, int seat) {
    int index = 0;
    while (p->seat[index] != seat) index++;
    return index;
}

/* Whether a seat belongs to a party; `lacking`: its opponents who lack a street, as bits. */
static int is_in_party(const cpf_last_street *s, int seat, uint32_t lacking) {
    return seat == s->me || s->known[seat] == CPF_BOARD_COMPLETE || (lacking >> seat & 1);
}

/* Seat a party, starting with the button or else the last member before the button. The second member chooses first. */
static void seat_party(const cpf_last_street *s, party *p, uint32_t lacking) {
    uint8_t cards[CPF_HAND];
    int first = s->button;
    memset(p, 0, sizeof *p);
    while (!is_in_party(s, first, lacking)) first = (first + s->seats - 1) % s->seats;
    for (int k = 0; k < s->seats; k++) {
        const int seat = (first + k) % s->seats;
        if (!is_in_party(s, seat, lacking)) continue;
        if (seat == s->me) p->me = p->seating.seats;
        if (seat != s->me && s->known[seat] == CPF_BOARD_COMPLETE) {
            cpf_lay_rows(&s->boards[seat], cards);
            cpf_read_with_order(s->plan->tables, s->plan->rules, cards, CPF_DECLARE_BEST, &p->boards[p->seating.seats]);
        }
        p->seat[p->seating.seats++] = seat;
    }
    p->seating.button = first == s->button ? 0 : p->seating.seats;
    for (int i = 0; i < CPF_MOST_PLAYERS; i++) p->seating.owner[i] = i;
}

/* Settle a table after all players have chosen whether to declare. Return the total points of the player. */
static int32_t settle(const cpf_last_street *s, party *p, const unknown_points *unknown, cpf_outcome *outcome) {
    const cpf_rules *rules = s->plan->rules;
    cpf_board boards[CPF_MOST_PLAYERS];
    p->seating.undeclared[p->me] = unknown->undeclared - unknown->declared;
    if (p->seating.seats == 1) return p->seating.undeclared[p->me] > 0 ? unknown->undeclared : unknown->declared;
    if (!rules->patterns.patterns) { /* there is nothing to choose */
        cpf_settle_choosing(s->plan->tables, rules, p->boards, &p->seating, 0, outcome);
        return outcome->points[p->me] + unknown->undeclared;
    }
    memcpy(boards, p->boards, sizeof *boards * (size_t)p->seating.seats);
    cpf_settle_choosing(s->plan->tables, rules, boards, &p->seating, CPF_ALL_CHOOSE, outcome);
    return outcome->points[p->me] + (boards[p->me].natural < 0 ? unknown->undeclared : unknown->declared);
}

static double worth_of(const cpf_last_street *s, const cpf_board *board) {
    return s->worth[cpf_earned(s->plan->rules, board, 0, 0)];
}

/* Return the points of a board against a legal board without royalties that ties all rows, except dead ones. */
static int32_t points_against_unknown(const cpf_last_street *s, const cpf_board *board) {
    const cpf_seating seating = cpf_seated(2, 2);
    cpf_board boards[2] = {*board};
    cpf_outcome outcome;
    boards[1].natural = boards[1].doubles = -1;
    memcpy(boards[1].suits, board->suits, sizeof board->suits);
    for (int row = 0; row < CPF_ROWS; row++)
        boards[1].strengths[row] = board->strengths[row] == CPF_DEAD_ROW ? 0 : board->strengths[row];
    cpf_settle_choosing(s->plan->tables, s->plan->rules, boards, &seating, 0, &outcome);
    return outcome.points[0];
}

static unknown_points against_unknown(const cpf_last_street *s, const cpf_board *board) {
    cpf_board undeclared = *board;
    unknown_points sum = {0, 0};
    undeclared.natural = -1;
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == s->me || s->known[seat] != CPF_BOARD_UNKNOWN) continue;
        sum.declared += points_against_unknown(s, board);
        sum.undeclared += points_against_unknown(s, &undeclared);
    }
    return sum;
}

/* The boards of the player, and working memory for each of them. */
typedef struct workspace {
    int64_t n;
    cpf_board *boards;
    unknown_points *unknown;
    int64_t *complete, *sums; /* complete: points against complete boards; sums: sums of points over draws */
    double *best;             /* value of the best reply of an opponent */
    int32_t *points;          /* points of the player after that reply */
    int32_t *ways;
} workspace;

/* For each board of the player, find the placement of an opponent's cards that pays the opponent most. Write the boards of
 * the opponent to `boards` unless it is NULL. `index`: index of the opponent in the party. */
static void place_best_reply(const cpf_last_street *s, party *p, int index, const workspace *w, const uint8_t *cards,
                             cpf_board *boards) {
    const cpf_street *street = &s->plan->street[s->plan->streets - 1];
    const cpf_partial *board = &s->boards[p->seat[index]];
    int32_t count = cpf_distinct_ways(street, board, cards, cpf_every_suit_counts(s->plan->rules), w->ways);
    uint8_t laid[CPF_HAND];
    cpf_outcome outcome;
    cpf_lay_rows(board, laid);
    for (int32_t k = 0; k < count; k++) {
        cpf_lay(laid, board->room, &street->ways[board->room][w->ways[k]], cards);
        cpf_read_with_order(s->plan->tables, s->plan->rules, laid, CPF_DECLARE_BEST, &p->boards[index]);
        const double worth = worth_of(s, &p->boards[index]);
        for (int64_t i = 0; i < w->n; i++) {
            p->boards[p->me] = w->boards[i];
            const int32_t points = settle(s, p, &w->unknown[i], &outcome);
            const double value = outcome.points[index] + worth;
            if (k && value <= w->best[i]) continue;
            w->best[i] = value;
            w->points[i] = points;
            if (boards) boards[i] = p->boards[index];
        }
    }
}

/* An iterator over the sets of unseen cards that an opponent may be dealt. */
typedef struct draws {
    uint8_t unseen[CPF_CARDS];
    int unseen_count, dealt, index[CPF_MOST_DEALT];
} draws;

static draws first_draw(const cpf_last_street *s) {
    draws d = {.dealt = s->plan->street[s->plan->streets - 1].dealt};
    for (uint8_t card = 0; card < CPF_CARDS; card++)
        if (s->unseen & cpf_card_bit(card)) d.unseen[d.unseen_count++] = card;
    for (int k = 0; k < d.dealt; k++) d.index[k] = k;
    return d;
}

static int has_draw(const draws *d) { return d->index[d->dealt - 1] < d->unseen_count; }

static void next_draw(draws *d) {
    int k = d->dealt - 1;
    while (k > 0 && d->index[k] == d->unseen_count - d->dealt + k) k--;
    for (d->index[k]++, k++; k < d->dealt; k++) d->index[k] = d->index[k - 1] + 1;
}

static uint64_t cards_of(const draws *d, uint8_t *cards) {
    uint64_t mask = 0;
    for (int k = 0; k < d->dealt; k++) {
        cards[k] = d->unseen[d->index[k]];
        mask |= cpf_card_bit(cards[k]);
    }
    return mask;
}

/* Add the change that an opponent makes to the points of each board of the player, averaged over all draws. */
static void add_opponent(const cpf_last_street *s, int opponent, const workspace *w, double *points) {
    uint8_t cards[CPF_MOST_DEALT];
    int64_t count = 0;
    party p;
    seat_party(s, &p, UINT32_C(1) << opponent);
    const int index = index_in_party(&p, opponent);
    for (int64_t i = 0; i < w->n; i++) w->sums[i] = 0;
    for (draws d = first_draw(s); has_draw(&d); next_draw(&d), count++) {
        cards_of(&d, cards);
        place_best_reply(s, &p, index, w, cards, NULL);
        for (int64_t i = 0; i < w->n; i++) w->sums[i] += w->points[i];
    }
    for (int64_t i = 0; i < w->n; i++) points[i] += (double)(w->sums[i] - count * w->complete[i]) / (double)count;
}

/* Opponents who lack a street, at one table. */
typedef struct table {
    const cpf_last_street *s;
    const workspace *w;
    party p;
    int opponents, seat[CPF_MOST_PLAYERS], index[CPF_MOST_PLAYERS]; /* index: in the party */
    int64_t draws, drawn[CPF_MOST_PLAYERS], tables; /* drawn: draw of each opponent; tables: number of settled tables */
    uint64_t *masks;                                /* cards of each draw */
    cpf_board *boards;                              /* [opponent][draw][board of the player] */
} table;

static cpf_board *boards_after(const table *t, int opponent, int64_t draw) {
    return t->boards + ((int64_t)opponent * t->draws + draw) * t->w->n;
}

/* Deal this and the following opponents all combinations of draws without the cards in `taken`, and sum the points. */
static void sum_tables(table *t, int opponent, uint64_t taken) {
    cpf_outcome outcome;
    if (opponent < t->opponents && opponent < CPF_MOST_PLAYERS) { /* the second condition helps the compiler */
        for (int64_t draw = 0; draw < t->draws; draw++) {
            if (t->masks[draw] & taken) continue;
            t->drawn[opponent] = draw;
            sum_tables(t, opponent + 1, taken | t->masks[draw]);
        }
        return;
    }
    for (int64_t i = 0; i < t->w->n; i++) {
        t->p.boards[t->p.me] = t->w->boards[i];
        for (int k = 0; k < t->opponents; k++) t->p.boards[t->index[k]] = boards_after(t, k, t->drawn[k])[i];
        t->w->sums[i] += settle(t->s, &t->p, &t->w->unknown[i], &outcome);
    }
    t->tables++;
}

/* Like add_opponent, for all opponents who lack a street, settled at one table: average over all combinations of their
 * draws. Return 0 if out of memory. */
static int average_tables(const cpf_last_street *s, const workspace *w, uint32_t lacking, double *points) {
    uint8_t cards[CPF_MOST_DEALT];
    table t = {.s = s, .w = w};
    for (draws d = first_draw(s); has_draw(&d); next_draw(&d)) t.draws++;
    t.masks = malloc((size_t)t.draws * sizeof *t.masks);
    t.boards = malloc((size_t)(CPF_MOST_PLAYERS * t.draws * w->n) * sizeof *t.boards);
    const int ok = t.masks && t.boards;
    for (int seat = 0; ok && seat < s->seats; seat++) {
        if (!(lacking >> seat & 1)) continue;
        int64_t draw = 0;
        seat_party(s, &t.p, UINT32_C(1) << seat);
        for (draws d = first_draw(s); has_draw(&d); next_draw(&d), draw++) {
            t.masks[draw] = cards_of(&d, cards);
            place_best_reply(s, &t.p, index_in_party(&t.p, seat), w, cards, boards_after(&t, t.opponents, draw));
        }
        t.seat[t.opponents++] = seat;
    }
    if (ok) {
        seat_party(s, &t.p, lacking);
        for (int k = 0; k < t.opponents; k++) t.index[k] = index_in_party(&t.p, t.seat[k]);
        for (int64_t i = 0; i < w->n; i++) w->sums[i] = 0;
        sum_tables(&t, 0, 0);
        for (int64_t i = 0; i < w->n; i++) points[i] += (double)w->sums[i] / (double)t.tables - (double)w->complete[i];
    }
    free(t.masks);
    free(t.boards);
    return ok;
}

static int value_boards(const cpf_last_street *s, const workspace *w, double *points) {
    uint32_t lacking = 0;
    party p;
    cpf_outcome outcome;
    seat_party(s, &p, 0);
    for (int64_t i = 0; i < w->n; i++) {
        p.boards[p.me] = w->boards[i];
        w->unknown[i] = against_unknown(s, &w->boards[i]);
        w->complete[i] = settle(s, &p, &w->unknown[i], &outcome);
        points[i] = (double)w->complete[i] + worth_of(s, &w->boards[i]);
    }
    for (int seat = 0; seat < s->seats; seat++)
        if (seat != s->me && s->known[seat] == CPF_BOARD_LACKS_STREET) lacking |= UINT32_C(1) << seat;
    if (s->settle_together && (lacking & (lacking - 1))) return average_tables(s, w, lacking, points);
    for (int seat = 0; seat < s->seats; seat++)
        if (lacking >> seat & 1) add_opponent(s, seat, w, points);
    return 1;
}

int cpf_last_street_points(const cpf_last_street *s, const uint8_t *boards, int64_t n, double *points) {
    const cpf_street *street = &s->plan->street[s->plan->streets - 1];
    const size_t count = (size_t)n;
    int32_t most = 1;
    for (int room = 0; room < CPF_ROOMS; room++) most = street->count[room] > most ? street->count[room] : most;
    workspace w = {.n = n,
                   .boards = malloc(count * sizeof *w.boards),
                   .unknown = malloc(count * sizeof *w.unknown),
                   .complete = malloc(count * sizeof *w.complete),
                   .sums = malloc(count * sizeof *w.sums),
                   .best = malloc(count * sizeof *w.best),
                   .points = malloc(count * sizeof *w.points),
                   .ways = malloc((size_t)most * sizeof *w.ways)};
    int ok = w.boards && w.unknown && w.complete && w.sums && w.best && w.points && w.ways;
    if (ok) {
        for (int64_t i = 0; i < n; i++)
            cpf_read_with_order(s->plan->tables, s->plan->rules, boards + i * CPF_HAND, CPF_DECLARE_BEST, &w.boards[i]);
        ok = value_boards(s, &w, points);
    }
    free(w.boards);
    free(w.unknown);
    free(w.complete);
    free(w.sums);
    free(w.best);
    free(w.points);
    free(w.ways);
    return ok;
}
