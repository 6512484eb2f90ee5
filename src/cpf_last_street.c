/* The points of placements on the last street. */
#include "cpf_last_street.h"

#include <stdlib.h>
#include <string.h>

/* Those who are settled together: the player first, then others. */
typedef struct party {
    cpf_seating seating;
    cpf_board boards[CPF_MOST_PLAYERS];
    int32_t seat[CPF_MOST_PLAYERS];
} party;

/* The seats keep their order, which settles who gets odd points. */
static int join(const cpf_last_street *s, party *p, int other) {
    int place = 0;
    memset(p, 0, sizeof *p);
    p->seating.button = -1;
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat != s->me && seat != other && s->known[seat] != CPF_BOARD_COMPLETE) continue;
        if (seat == s->button) p->seating.button = p->seating.seats;
        if (seat == other) place = p->seating.seats;
        p->seat[p->seating.seats++] = seat;
    }
    if (p->seating.button < 0) p->seating.button = p->seating.seats;
    for (int i = 0; i < CPF_MOST_PLAYERS; i++) p->seating.owner[i] = i;
    return place;
}

static int place_of(const party *p, int seat) {
    int place = 0;
    while (p->seat[place] != seat) place++;
    return place;
}

static void read_complete(const cpf_last_street *s, party *p) {
    uint8_t cards[CPF_HAND];
    for (int i = 0; i < p->seating.seats; i++) {
        if (p->seat[i] == s->me || s->known[p->seat[i]] != CPF_BOARD_COMPLETE) continue;
        cpf_lay_rows(&s->boards[p->seat[i]], cards);
        s->read(s->plan->rules, cards, CPF_DECLARE_BEST, &p->boards[i]);
    }
}

static double worth_of(const cpf_last_street *s, const cpf_board *board) {
    return s->worth[cpf_earned(s->plan, board, 0, 0)];
}

/* A board that ties all living rows of another one, and earns nothing. */
static cpf_board unknown_board(const cpf_board *own) {
    cpf_board board;
    memset(&board, 0, sizeof board);
    board.natural = board.doubles = -1;
    for (int row = 0; row < CPF_ROWS; row++)
        board.strengths[row] = own->strengths[row] == CPF_DEAD_ROW ? 0 : own->strengths[row];
    return board;
}

static int32_t points_against_unknown(const cpf_last_street *s, const cpf_board *own) {
    const cpf_seating seating = {2, 2, {0, 1, 2, 3}, {0, 0, 0}};
    cpf_board boards[2] = {*own, unknown_board(own)};
    cpf_outcome outcome;
    s->settle(s->plan->rules, boards, &seating, &outcome);
    return outcome.points[0];
}

/* An opponent's last street: his points and those of the player, for each board of the player. */
typedef struct reply {
    double best;
    int32_t points;
} reply;

static void place_best(const cpf_last_street *s, party *p, int place, const cpf_board *own, int64_t n, const uint8_t *cards,
                       int32_t *ways, reply *replies) {
    const cpf_street *street = &s->plan->street[s->plan->streets - 1];
    const cpf_partial *board = &s->boards[p->seat[place]];
    const int me = place_of(p, s->me);
    int32_t count = cpf_distinct_ways(street, board, cards, s->plan->every_suit_counts, ways);
    uint8_t laid[CPF_HAND];
    cpf_outcome outcome;
    cpf_lay_rows(board, laid);
    for (int32_t k = 0; k < count; k++) {
        cpf_lay(laid, board->room, &street->ways[board->room][ways[k]], cards);
        s->read(s->plan->rules, laid, CPF_DECLARE_BEST, &p->boards[place]);
        const double worth = worth_of(s, &p->boards[place]);
        for (int64_t i = 0; i < n; i++) {
            p->boards[me] = own[i];
            s->settle(s->plan->rules, p->boards, &p->seating, &outcome);
            double value = outcome.points[place] + worth;
            if (k && value <= replies[i].best) continue;
            replies[i].best = value;
            replies[i].points = outcome.points[me];
        }
    }
}

/* Sums up the points of the player over all sets of cards that an opponent may be dealt; returns how many there are. */
static int64_t sum_over_draws(const cpf_last_street *s, int opponent, const cpf_board *own, int64_t n, int32_t *ways,
                              reply *replies, int64_t *sums) {
    uint8_t unseen[CPF_CARDS], cards[CPF_MOST_DEALT];
    int at[CPF_MOST_DEALT] = {0}, of = 0, dealt = s->plan->street[s->plan->streets - 1].dealt;
    int64_t draws = 0;
    party p;
    const int place = join(s, &p, opponent);
    read_complete(s, &p);
    for (uint8_t card = 0; card < CPF_CARDS; card++)
        if (s->unseen & cpf_card_bit(card)) unseen[of++] = card;
    for (int64_t i = 0; i < n; i++) sums[i] = 0;
    for (int k = 0; k < dealt; k++) at[k] = k;
    while (at[dealt - 1] < of) {
        for (int k = 0; k < dealt; k++) cards[k] = unseen[at[k]];
        place_best(s, &p, place, own, n, cards, ways, replies);
        for (int64_t i = 0; i < n; i++) sums[i] += replies[i].points;
        draws++;
        int k = dealt - 1;
        while (k > 0 && at[k] == of - dealt + k) k--;
        for (at[k]++, k++; k < dealt; k++) at[k] = at[k - 1] + 1;
    }
    return draws;
}

typedef struct workspace {
    cpf_board *own;
    int64_t *complete, *sums; /* points against complete boards; sums of points */
    reply *replies;
    int32_t *ways;
} workspace;

static void value(const cpf_last_street *s, const workspace *w, int64_t n, double *points) {
    party p;
    cpf_outcome outcome;
    join(s, &p, -1);
    read_complete(s, &p);
    for (int64_t i = 0; i < n; i++) {
        const int me = place_of(&p, s->me);
        p.boards[me] = w->own[i];
        w->complete[i] = 0;
        if (p.seating.seats > 1) {
            s->settle(s->plan->rules, p.boards, &p.seating, &outcome);
            w->complete[i] = outcome.points[me];
        }
        points[i] = (double)w->complete[i] + worth_of(s, &w->own[i]);
    }
    for (int seat = 0; seat < s->seats; seat++) {
        if (seat == s->me || s->known[seat] == CPF_BOARD_COMPLETE) continue;
        if (s->known[seat] == CPF_BOARD_UNKNOWN) {
            for (int64_t i = 0; i < n; i++) points[i] += points_against_unknown(s, &w->own[i]);
            continue;
        }
        int64_t draws = sum_over_draws(s, seat, w->own, n, w->ways, w->replies, w->sums);
        for (int64_t i = 0; i < n; i++) points[i] += (double)(w->sums[i] - draws * w->complete[i]) / (double)draws;
    }
}

int cpf_last_street_points(const cpf_last_street *s, const uint8_t *own, int64_t n, double *points) {
    const cpf_street *street = &s->plan->street[s->plan->streets - 1];
    int32_t most = 1;
    for (int room = 0; room < CPF_ROOMS; room++) most = street->count[room] > most ? street->count[room] : most;
    workspace w = {malloc((size_t)n * sizeof *w.own), malloc((size_t)n * sizeof *w.complete),
                   malloc((size_t)n * sizeof *w.sums), malloc((size_t)n * sizeof *w.replies),
                   malloc((size_t)most * sizeof *w.ways)};
    int done = w.own && w.complete && w.sums && w.replies && w.ways;
    if (done) {
        for (int64_t i = 0; i < n; i++) s->read(s->plan->rules, own + i * CPF_HAND, CPF_DECLARE_BEST, &w.own[i]);
        value(s, &w, n, points);
    }
    free(w.own);
    free(w.complete);
    free(w.sums);
    free(w.replies);
    free(w.ways);
    return done;
}
