/* Settlement of pairings and tables. */
#include "cpf_settling.h"

#include <string.h>

enum { ACE_OF_CLUBS = 48, ACE_OF_SPADES = 51 };

/* Read the deuce of spades: it doubles the royalty of its row or, if that is 0 or the board is a foul, the opponent's. */
static void read_deuce(const uint8_t *c, cpf_board *board) {
    for (int i = 0; i < CPF_HAND; i++) {
        if (c[i] != CPF_DEUCE_OF_SPADES) continue;
        int row = i < 3 ? CPF_FRONT : i < 8 ? CPF_MIDDLE : CPF_BACK;
        if (board->royalties[row] && !board->foul)
            board->royalties[row] *= 2;
        else
            board->doubles = row;
        return;
    }
}

static void read_aces(const uint8_t *c, cpf_board *board) {
    board->aces = board->ace_of_spades = 0;
    for (int i = 0; i < CPF_HAND; i++) {
        board->aces += c[i] >= ACE_OF_CLUBS;
        board->ace_of_spades += c[i] == ACE_OF_SPADES;
    }
    if (CPF_UNLIKELY(board->aces > 4)) board->aces = 4; /* cards may be unchecked */
}

/* Return the card of a row that decides it: the highest of the most frequent rank. `has_wheel`: whether an ace below a deuce
 * is not the highest card. Any bytes are safe. */
static int deciding_card(const uint8_t *row, int size, int has_wheel, const uint8_t value_of_suit[4]) {
    uint8_t counts[UINT8_MAX / 4 + 1] = {0};
    uint32_t ranks = 0;
    int best = -1, card = row[0];
    for (int i = 0; i < size; i++) {
        counts[row[i] / 4]++;
        ranks |= UINT32_C(1) << row[i] / 4 % 32;
    }
    const int ace_is_low = has_wheel && ranks == (1u << 12 | 0xf);
    for (int i = 0; i < size; i++) {
        const int rank = ace_is_low && row[i] >= ACE_OF_CLUBS ? -1 : row[i] / 4;
        const int order = 1024 * counts[row[i] / 4] + 4 * (rank + 1) + value_of_suit[row[i] % 4];
        if (order > best) best = order, card = row[i];
    }
    return card;
}

static void read_suits(const cpf_rules *rules, const uint8_t *c, cpf_board *board) {
    static const uint8_t values[2][4] = {{1, 0, 2, 3}, {0, 1, 2, 3}}; /* of clubs, diamonds, hearts and spades */
    const uint8_t *value = values[rules->suit_order == CPF_CLUBS_LOWEST];
    const int has_wheel = rules->wheel == CPF_WHEEL_LOWEST;
    board->suits[CPF_FRONT] = value[deciding_card(c, 3, 0, value) % 4];
    board->suits[CPF_MIDDLE] = value[deciding_card(c + 3, 5, has_wheel && !rules->lowball_middle, value) % 4];
    board->suits[CPF_BACK] = value[deciding_card(c + 8, 5, has_wheel, value) % 4];
}

static void read_horse(const cpf_rules *rules, const uint8_t *c, cpf_board *board) {
    board->has_horse = 0;
    for (int i = 0; i < CPF_HAND; i++) board->has_horse |= c[i] == rules->horse_card;
}

/* Read what the rules pay for cards: see cpf_pays_by_cards. This is a separate function, since few rules need it. */
CPF_NEVER_INLINE void read_cards(const cpf_rules *rules, const uint8_t *c, cpf_board *board) {
    if (rules->side_payments) read_aces(c, board);
    if (rules->row_ties == CPF_TIE_SUITS) read_suits(rules, c, board);
    if (rules->horse_times) read_horse(rules, c, board);
}

/* Kill the rows that are out of order. */
static void kill_rows(const cpf_rules *rules, cpf_board *board) {
    uint32_t *s = board->strengths;
    uint32_t dead = cpf_rows_out_of_order(rules, s[CPF_FRONT], s[CPF_MIDDLE], s[CPF_BACK]);
    board->foul = 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        if (!(dead >> row & 1)) continue;
        s[row] = CPF_DEAD_ROW;
        board->royalties[row] = 0;
    }
}

/* Return cpf_order_of_rows for a board; 0 if its rows do not show the pattern, or if rows cannot show it. */
static uint64_t order_as_set(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c, int pattern) {
    uint64_t rows[CPF_ROWS] = {0, 0, 0};
    if (!rules->patterns.pattern[pattern].rows) return 0;
    for (int i = 0; i < CPF_HAND; i++) rows[i < 3 ? CPF_FRONT : i < 8 ? CPF_MIDDLE : CPF_BACK] |= cpf_card_bit(c[i]);
    return cpf_order_of_rows(tables->ranking, rules->wheel, rules->patterns.pattern[pattern].rows, rows);
}

/* Return `patterns` without those that the rows of a board must show, but do not. */
static uint32_t drop_hidden(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c, uint32_t patterns) {
    for (uint32_t rest = patterns & rules->patterns.shown; rest; rest &= rest - 1)
        if (!order_as_set(tables, rules, c, cpf_lowest_bit(rest))) patterns &= ~(rest & (~rest + 1));
    return patterns;
}

void cpf_read_hand(const cpf_settling_tables *tables, const uint8_t *c, cpf_board *board) {
    board->key_sum = cpf_key_sum(&tables->patterns, c);
    board->cards = cpf_mask_of_hand(&tables->patterns, c);
    board->natural_order = 0;
}

int cpf_read_rows(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c, cpf_board *board) {
    const cpf_keys *keys = &tables->ranking->keys;
    const cpf_scale *scale = &tables->ranking->scales[rules->wheel];
    const cpf_scale *middle = rules->lowball_middle ? &tables->ranking->scales[CPF_LOWBALL] : scale;
    uint32_t *s = board->strengths;
    s[CPF_FRONT] = cpf_strength3(keys, scale, c[0], c[1], c[2]);
    s[CPF_MIDDLE] = cpf_strength5(keys, middle, c[3], c[4], c[5], c[6], c[7]);
    s[CPF_BACK] = cpf_strength5(keys, scale, c[8], c[9], c[10], c[11], c[12]);
    for (int row = 0; row < CPF_ROWS; row++) board->royalties[row] = rules->royalties[row][s[row]];
    const int is_foul = board->foul = !cpf_is_legal(rules, s[CPF_FRONT], s[CPF_MIDDLE], s[CPF_BACK]);
    board->surrendered = 0;
    board->natural = board->doubles = -1;
    board->patterns = 0;
    if (CPF_UNLIKELY(rules->dead_rows == CPF_DEAD_OUT_OF_ORDER) && is_foul) kill_rows(rules, board);
    if (rules->deuce_of_spades) read_deuce(c, board);
    if (CPF_UNLIKELY(rules->pays_by_cards)) read_cards(rules, c, board);
    return !is_foul;
}

void cpf_read_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c, uint64_t mask,
                       int is_legal, int declare, cpf_board *board) {
    if (!rules->foul_keeps_natural && !is_legal) return;
    if (CPF_LIKELY(!cpf_may_make(&rules->patterns, mask))) return;
    if (CPF_UNLIKELY(cpf_count_bits(mask) != CPF_HAND)) return; /* the cards may be unchecked */
    uint64_t key_sum = cpf_key_sum(&tables->patterns, c);
    uint32_t patterns = cpf_patterns(&tables->patterns, &rules->patterns, mask, key_sum, UINT32_MAX);
    if (CPF_LIKELY(!patterns)) return;
    cpf_read_hand(tables, c, board);
    if (rules->naturals_by_rows) patterns = drop_hidden(tables, rules, c, patterns);
    board->patterns = patterns;
    if (declare >= 0) patterns &= declare < CPF_MOST_PATTERNS ? UINT32_C(1) << declare : 0;
    if (declare == CPF_DECLARE_NOTHING) return;
    for (int32_t choice = 0; patterns != 0; patterns &= patterns - 1) {
        int pattern = cpf_lowest_bit(patterns);
        if (rules->natural_choice[pattern] <= choice) continue;
        choice = rules->natural_choice[pattern];
        board->natural = pattern;
    }
    if (rules->naturals_by_rows && board->natural >= 0)
        board->natural_order = order_as_set(tables, rules, c, board->natural);
}

void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c, int declare,
                    cpf_board *board) {
    const int is_legal = cpf_read_rows(tables, rules, c, board);
    if (!rules->patterns.patterns) return;
    cpf_read_naturals(tables, rules, c, cpf_mask_of_hand(&tables->patterns, c), is_legal, declare, board);
}

void cpf_read_unset(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c, int declare,
                    cpf_board *board) {
    CPF_ASSERT(!rules->patterns.patterns || !rules->naturals_by_rows);
    cpf_read_rows(tables, rules, c, board);
    board->foul = 0;
    if (rules->patterns.patterns)
        cpf_read_naturals(tables, rules, c, cpf_mask_of_hand(&tables->patterns, c), 1, declare, board);
}

typedef struct row_rules {
    const cpf_ranking *ranking;
    const cpf_rules *rules;
} row_rules;

static int are_legal(const void *context, const uint64_t rows[3]) {
    const row_rules *order = context;
    const cpf_keys *keys = &order->ranking->keys;
    const cpf_scale *scale = &order->ranking->scales[order->rules->wheel];
    const cpf_scale *middle = order->rules->lowball_middle ? &order->ranking->scales[CPF_LOWBALL] : scale;
    return cpf_is_legal(order->rules, cpf_strength_mask(keys, scale, rows[CPF_FRONT]),
                        cpf_strength_mask(keys, middle, rows[CPF_MIDDLE]), cpf_strength_mask(keys, scale, rows[CPF_BACK]));
}

int cpf_show_natural(const cpf_settling_tables *tables, const cpf_rules *rules, int shape, uint64_t cards,
                     uint64_t rows[CPF_ROWS]) {
    const row_rules context = {tables->ranking, rules};
    return cpf_natural_rows(tables->ranking, rules->wheel, shape, cards, are_legal, &context, rows) != 0;
}

int cpf_show_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c,
                      uint8_t boards[CPF_ROW_SHAPES][CPF_HAND]) {
    int n = 0, is_shown[CPF_ROW_SHAPES + 1] = {0};
    const uint64_t mask = cpf_mask_of_hand(&tables->patterns, c);
    if (!rules->naturals_by_rows || cpf_count_bits(mask) != CPF_HAND) return 0;
    uint32_t made =
        cpf_patterns(&tables->patterns, &rules->patterns, mask, cpf_key_sum(&tables->patterns, c), rules->patterns.shown);
    for (; made; made &= made - 1) is_shown[rules->patterns.pattern[cpf_lowest_bit(made)].rows] = 1;
    for (int shape = 1; shape <= CPF_ROW_SHAPES; shape++) {
        uint64_t rows[CPF_ROWS];
        uint8_t *board = boards[n];
        if (!is_shown[shape] || !cpf_show_natural(tables, rules, shape, mask, rows)) continue;
        for (int row = 0; row < CPF_ROWS; row++)
            for (uint8_t card = 0; card < CPF_CARDS; card++)
                if (rows[row] & cpf_card_bit(card)) *board++ = card;
        n++;
    }
    return n;
}

void cpf_surrender(cpf_board *board) {
    memset(board, 0, sizeof *board);
    board->surrendered = 1;
    board->natural = board->doubles = -1;
}

void cpf_kill_hand(const cpf_rules *rules, cpf_board *board) {
    memset(board, 0, sizeof *board);
    board->natural = board->doubles = -1;
    board->foul = rules->dead_rows == CPF_DEAD_ALL;
    for (int row = 0; row < CPF_ROWS; row++) board->strengths[row] = CPF_DEAD_ROW;
}

static uint64_t natural_order(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *b) {
    if (b->natural_order) return b->natural_order;
    return cpf_natural_order(tables->ranking, rules->wheel, &rules->patterns.pattern[b->natural], b->key_sum, b->cards);
}

void cpf_find_natural_order(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *board) {
    if (board->natural >= 0 && rules->natural_ties == CPF_NATURAL_TIES_COMPARE)
        board->natural_order = natural_order(tables, rules, board);
}

/* Compare the naturals of two boards: return 1 if `a` has the better one, -1 if `b` has, else 0. `first`: the board of the
 * player who acts first, see first_of. */
static int compare_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *a,
                            const cpf_board *b, int first) {
    int level_a = a->natural < 0 ? -1 : rules->natural_level[a->natural];
    int level_b = b->natural < 0 ? -1 : rules->natural_level[b->natural];
    if (level_a != level_b) return cpf_sign(level_a - level_b);
    if (rules->natural_ties == CPF_NATURAL_TIES_FIRST) return first;
    if (a->natural != b->natural || rules->natural_ties == CPF_NATURAL_TIES_PUSH) return 0;
    uint64_t order_a = natural_order(tables, rules, a), order_b = natural_order(tables, rules, b);
    return (order_a > order_b) - (order_a < order_b);
}

/* Return the payment of the other player for the royalty of a row. */
static int32_t royalty(const cpf_board *board, const cpf_board *other, int row) {
    return board->royalties[row] << (other->doubles == row);
}

/* Settle a pairing with one foul. `side`: the player who is paid, the first (1) or the second (-1). */
static void settle_foul(const cpf_rules *rules, const cpf_board *a, const cpf_board *b, int side, cpf_pairing *p) {
    const cpf_board *winner = side > 0 ? a : b, *loser = side > 0 ? b : a;
    const int as_scoop = rules->foul == CPF_FOUL_AS_SCOOP;
    /* A board that declares a natural is paid no royalties: its rows are never compared. */
    const int pays_royalties = cpf_foul_pays_royalties(rules) && winner->natural < 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        if (as_scoop) p->rows[row] = side;
        if (pays_royalties) p->royalties[row] = side * royalty(winner, loser, row);
    }
    if (as_scoop)
        cpf_settle_rows(rules, p);
    else
        p->fixed = side * rules->foul;
    p->scoop = side; /* a fixed price counts as a scoop, too */
    p->by = CPF_BY_FOUL;
}

/* Return the price that a board without a natural pays for the natural of `board`, before multiplication; or 0. */
static int32_t natural_price(const cpf_rules *rules, const cpf_board *board) {
    if (board->natural < 0) return 0;
    const cpf_price *scoop = &rules->prices[CPF_ALL_WON];
    if (rules->natural_mode == CPF_NATURAL_SCOOP) return scoop->row_points + scoop->scoop_points;
    return rules->natural_points[board->natural];
}

static void settle_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *a,
                            const cpf_board *b, int first, cpf_pairing *p) {
    const int better = compare_naturals(tables, rules, a, b, first);
    const int32_t price_a = natural_price(rules, a), price_b = natural_price(rules, b);
    const int a_fouls = a->natural < 0 && a->foul, b_fouls = b->natural < 0 && b->foul;
    p->by = CPF_BY_NATURAL;
    if (rules->foul_pays_naturals && (a_fouls || b_fouls))
        settle_foul(rules, a, b, b_fouls - a_fouls, p); /* paid on top of the natural */
    if (rules->natural_mode != CPF_NATURAL_SCOOP) {
        const int pays_difference = rules->natural_mode == CPF_NATURAL_DIFFERENCE;
        p->natural = pays_difference ? price_a - price_b : better > 0 ? price_a : better < 0 ? -price_b : 0;
    } else if (a->natural < 0 || b->natural < 0) { /* two naturals that scoop pay each other nothing */
        p->natural = price_a - price_b;
        p->scoop = better;
        p->times = rules->prices[CPF_ALL_WON].times; /* multiplies the price of a foul, too */
    }
}

CPF_ALWAYS_INLINE void settle_rows(const cpf_rules *rules, const cpf_board *a, const cpf_board *b, int tie, int by_suits,
                                   cpf_pairing *p) {
    for (int row = 0; row < CPF_ROWS; row++) {
        int32_t difference = (int32_t)a->strengths[row] - (int32_t)b->strengths[row];
        if (by_suits && !difference && a->strengths[row] != CPF_DEAD_ROW) difference = a->suits[row] - b->suits[row];
        p->rows[row] = difference ? cpf_sign(difference) : tie;
        p->royalties[row] = cpf_royalty_paid(rules, p->rows[row], royalty(a, b, row), royalty(b, a, row));
    }
    cpf_settle_rows(rules, p);
}

/* Settle rows; `tie`: see tie_between. These are separate functions, to keep their numbers in registers. */
CPF_NEVER_INLINE void settle_usual_rows(const cpf_rules *rules, const cpf_board *a, const cpf_board *b, int tie,
                                        cpf_pairing *p) {
    settle_rows(rules, a, b, tie, 0, p);
}

CPF_NEVER_INLINE void settle_rows_by_suits(const cpf_rules *rules, const cpf_board *a, const cpf_board *b, cpf_pairing *p) {
    settle_rows(rules, a, b, 0, 1, p);
}

/* Loop over all seats i < j, with the index k of their pairing. */
#define FOR_PAIRINGS(seats)                  \
    for (int i = 0, k = 0; i < (seats); i++) \
        for (int j = i + 1; j < (seats); j++, k++)

static int is_played(const cpf_rules *rules, const cpf_seating *seating, int i, int j) {
    int32_t a = seating->owner[i], b = seating->owner[j], dealer = seating->owner[seating->button];
    return a != b && (rules->pairings != CPF_BANKER || a == dealer || b == dealer);
}

/* Return the winner of equal rows: the first seat (1), nobody (0) or the second (-1). */
static int tie_between(const cpf_rules *rules, const cpf_seating *seating, int i, int j) {
    int32_t dealer = seating->owner[seating->button];
    if (rules->row_ties == CPF_TIE_PUSH) return 0;
    return (seating->owner[i] == dealer) - (seating->owner[j] == dealer); /* the house is the player with the button */
}

/* Return the seat that acts first, from the button's left: the first seat of a pairing (1) or the second (-1). */
static int first_of(const cpf_seating *seating, int i, int j) {
    const int seats = seating->seats, left = 2 * seats - seating->button - 1; /* the button may be beyond the last seat */
    return (i + left) % seats < (j + left) % seats ? 1 : -1;
}

/* Settle the pairing of two seats, in which nothing is paid so far. */
static void settle_pairing(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards,
                           const cpf_seating *seating, int i, int j, cpf_pairing *p) {
    const cpf_board *a = boards + i, *b = boards + j;
    if (a->surrendered | b->surrendered) {
        p->by = CPF_BY_SURRENDER;
        p->fixed = (b->surrendered - a->surrendered) * rules->surrender;
    } else if (a->natural >= 0 || b->natural >= 0)
        settle_naturals(tables, rules, a, b, first_of(seating, i, j), p);
    else if (a->foul | b->foul) {
        p->by = CPF_BY_FOUL; /* two fouls pay each other nothing */
        if (a->foul != b->foul) settle_foul(rules, a, b, b->foul - a->foul, p);
    } else if (rules->row_ties != CPF_TIE_SUITS)
        settle_usual_rows(rules, a, b, tie_between(rules, seating, i, j), p);
    else
        settle_rows_by_suits(rules, a, b, p);
}

/* Add home runs: each opponent pays more to a seat that scoops all its opponents. */
static void add_home_runs(const cpf_rules *rules, const cpf_seating *seating, cpf_outcome *outcome) {
    int scoops[CPF_MOST_PLAYERS] = {0}, opponents[CPF_MOST_PLAYERS] = {0};
    FOR_PAIRINGS(seating->seats) {
        cpf_pairing *p = &outcome->pairings[k];
        if (!is_played(rules, seating, i, j)) continue;
        opponents[i]++;
        opponents[j]++;
        if (p->scoop) scoops[p->scoop > 0 ? i : j]++;
    }
    FOR_PAIRINGS(seating->seats) {
        cpf_pairing *p = &outcome->pairings[k];
        int seat = p->scoop > 0 ? i : j;
        if (!p->scoop || scoops[seat] != opponents[seat]) continue;
        p->home_run = p->scoop;
        p->scoop_points += p->scoop * rules->home_run_bonus;
        if (rules->home_run_times > 1) p->times = rules->home_run_times;
    }
}

/* Return the winner of a pairing, by rows or without a showdown: the first seat (1), nobody (0) or the second (-1). */
static int winner_of(const cpf_rules *rules, const cpf_pairing *p, const cpf_board *a, const cpf_board *b) {
    switch (p->by) {
    case CPF_BY_ROWS: return rules->prices[cpf_triple(p->rows)].winner;
    case CPF_BY_FOUL: return p->scoop;
    case CPF_BY_NATURAL: return cpf_sign(p->natural);
    case CPF_BY_SURRENDER: return b->surrendered - a->surrendered;
    default: return 0;
    }
}

/* Clear all pairings except those of a seat that beats all its opponents. */
static void keep_single_winner(const cpf_rules *rules, const cpf_seating *seating, const cpf_board *boards,
                               cpf_outcome *outcome) {
    int beaten[CPF_MOST_PLAYERS] = {0}, opponents[CPF_MOST_PLAYERS] = {0};
    FOR_PAIRINGS(seating->seats) {
        cpf_pairing *p = &outcome->pairings[k];
        int side = winner_of(rules, p, boards + i, boards + j);
        beaten[i] += side > 0;
        beaten[j] += side < 0;
        opponents[i] += p->by != CPF_BY_NOTHING;
        opponents[j] += p->by != CPF_BY_NOTHING;
    }
    FOR_PAIRINGS(seating->seats) {
        cpf_pairing *p = &outcome->pairings[k];
        if (beaten[i] == opponents[i] || beaten[j] == opponents[j]) continue;
        memset(p, 0, sizeof *p);
        p->times = 1;
    }
}

static void add_side_payments(const cpf_rules *rules, const cpf_seating *seating, const cpf_board *boards,
                              cpf_outcome *outcome) {
    FOR_PAIRINGS(seating->seats) {
        cpf_pairing *p = &outcome->pairings[k];
        const cpf_board *a = boards + i, *b = boards + j;
        if (!is_played(rules, seating, i, j) || a->surrendered || b->surrendered) continue;
        p->aces = rules->aces[a->aces] - rules->aces[b->aces];
        p->dealer = rules->dealer_compensation * (a->ace_of_spades - b->ace_of_spades);
    }
}

/* Return the seats that share a row of the pool, as bits: those with the best legal row, or all if all boards are fouls. */
static int pool_takers(const cpf_board *boards, int seats, int row) {
    int64_t best = -1;
    int takers = (1 << seats) - 1;
    for (int i = 0; i < seats; i++) {
        if (boards[i].foul || boards[i].strengths[row] < best) continue;
        takers = boards[i].strengths[row] == best ? takers | 1 << i : 1 << i;
        best = boards[i].strengths[row];
    }
    return takers;
}

static void settle_pool(const cpf_rules *rules, const cpf_seating *seating, const cpf_board *boards, cpf_outcome *outcome) {
    cpf_pool *pool = &outcome->pool;
    int seats = seating->seats, takes_all = -1, fouls = 0;
    memset(pool, 0, sizeof *pool);
    for (int i = 0; i < seats; i++) fouls += boards[i].foul;
    for (int row = 0; row < CPF_ROWS; row++) {
        int takers = pool_takers(boards, seats, row), shares = 0;
        for (int i = 0; i < seats; i++) shares += takers >> i & 1;
        takes_all &= shares == 1 ? takers : 0;
        int32_t pot = pool->pot[row] = seating->carried[row] + seats * rules->row_points;
        if (fouls == seats) { /* all take their stakes back */
            pool->carried[row] = seating->carried[row];
            pot -= seating->carried[row];
        } else if (shares > 1 && rules->pool_ties == CPF_POOL_CARRY) {
            pool->carried[row] = pot;
            continue;
        }
        int32_t odd = pot % shares; /* odd points go to the first seats to the left of the button */
        for (int k = 1; k <= seats; k++) {
            int i = (seating->button + k) % seats;
            if (takers >> i & 1) pool->collected[row][i] = pot / shares + (odd-- > 0);
        }
    }
    FOR_PAIRINGS(seats) {
        cpf_pairing *p = &outcome->pairings[k];
        if (!is_played(rules, seating, i, j)) continue;
        p->scoop = (takes_all == 1 << i) - (takes_all == 1 << j);
        p->scoop_points = p->scoop * rules->prices[CPF_ALL_WON].scoop_points;
    }
    for (int i = 0; i < seats; i++) {
        outcome->points[i] = -CPF_ROWS * rules->row_points;
        for (int row = 0; row < CPF_ROWS; row++) outcome->points[i] += pool->collected[row][i];
    }
}

/* Add side payments, to which the horse card and the limit do not apply. Multiply the pairings of a holder of the horse
 * card, but not a surrender, whose cards stay unseen. Then apply the limit. This is a separate function, since few rules
 * need it. */
CPF_NEVER_INLINE void pay_by_cards(const cpf_rules *rules, const cpf_seating *seating, const cpf_board *boards,
                                   cpf_outcome *outcome) {
    if (rules->side_payments) add_side_payments(rules, seating, boards, outcome);
    FOR_PAIRINGS(seating->seats) {
        cpf_pairing *p = &outcome->pairings[k];
        const int has_horse = rules->horse_times && (boards[i].has_horse || boards[j].has_horse);
        if (has_horse && p->by != CPF_BY_NOTHING && p->by != CPF_BY_SURRENDER) p->times *= rules->horse_times;
        const int32_t before = p->points, side = p->aces + p->dealer, paid = cpf_pairing_points(p) - side;
        const int for_home_run = p->home_run && rules->most_home_run_points > 0;
        const int32_t limit = for_home_run ? rules->most_home_run_points : rules->most_points;
        const int32_t most = rules->most_points > 0 ? limit : INT32_MAX;
        p->points = side + (paid > most ? most : paid < -most ? -most : paid);
        outcome->points[i] += p->points - before;
        outcome->points[j] -= p->points - before;
    }
}

void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards,
                const cpf_seating *seating, cpf_outcome *outcome) {
    int seats = seating->seats;
    CPF_ASSERT(seats > 1 && seats <= CPF_MOST_PLAYERS && seating->button >= 0 && seating->button < CPF_MOST_PLAYERS);
    for (int i = 0; i < seats; i++) outcome->points[i] = 0;
    FOR_PAIRINGS(seats) {
        cpf_pairing *p = &outcome->pairings[k];
        memset(p, 0, sizeof *p);
        p->times = 1;
        if (rules->pairings == CPF_POOL || !is_played(rules, seating, i, j)) continue;
        settle_pairing(tables, rules, boards, seating, i, j, p);
    }
    if (rules->pairings == CPF_POOL) settle_pool(rules, seating, boards, outcome);
    if (cpf_has_home_runs(rules, seats)) add_home_runs(rules, seating, outcome);
    if (rules->pairings == CPF_SINGLE_WINNER) keep_single_winner(rules, seating, boards, outcome);
    FOR_PAIRINGS(seats) {
        cpf_pairing *p = &outcome->pairings[k];
        p->points = cpf_pairing_points(p);
        outcome->points[i] += p->points;
        outcome->points[j] -= p->points;
    }
    if (CPF_UNLIKELY(rules->pays_by_cards)) pay_by_cards(rules, seating, boards, outcome);
}

/* Return the points of a player, summed over their seats. `seat`: any of these seats. */
static int32_t points_of_player(const cpf_seating *seating, const cpf_outcome *outcome, int seat) {
    int32_t points = 0;
    for (int i = 0; i < seating->seats; i++)
        if (seating->owner[i] == seating->owner[seat]) points += outcome->points[i];
    return points;
}

/* Settle after the seats from `turn` on have chosen; see cpf_settle_choosing. */
static void settle_from_turn(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *boards,
                             const cpf_seating *seating, uint32_t choosing, int turn, cpf_outcome *outcome) {
    const int seats = seating->seats;
    for (; choosing && turn <= seats; turn++) {
        const int seat = (seating->button + turn) % seats;
        if (!(choosing >> seat & 1) || boards[seat].natural < 0) continue;
        cpf_board compared[CPF_MOST_PLAYERS];
        cpf_outcome of_compared;
        memset(&of_compared, 0, sizeof of_compared);
        memcpy(compared, boards, sizeof *boards * (size_t)seats);
        compared[seat].natural = -1;
        settle_from_turn(tables, rules, boards, seating, choosing, turn + 1, outcome);
        settle_from_turn(tables, rules, compared, seating, choosing, turn + 1, &of_compared);
        const int32_t gained = points_of_player(seating, &of_compared, seat) - points_of_player(seating, outcome, seat);
        if (gained + seating->undeclared[seat] <= 0) return;
        memcpy(boards, compared, sizeof *boards * (size_t)seats);
        *outcome = of_compared;
        return;
    }
    cpf_settle(tables, rules, boards, seating, outcome);
}

void cpf_settle_choosing(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *boards,
                         const cpf_seating *seating, uint32_t choosing, cpf_outcome *outcome) {
    settle_from_turn(tables, rules, boards, seating, choosing, 1, outcome);
}

int32_t cpf_pays_by_cards(const cpf_rules *rules) {
    return rules->side_payments || rules->horse_times || rules->most_points > 0 || rules->row_ties == CPF_TIE_SUITS;
}

int cpf_list_pairings(const cpf_rules *rules, const cpf_seating *seating, cpf_played played[CPF_MOST_PAIRINGS]) {
    int n = 0;
    if (rules->pairings != CPF_ALL_AGAINST_ALL && rules->pairings != CPF_BANKER) return 0;
    if (rules->pays_by_cards) return 0;
    FOR_PAIRINGS(seating->seats)
        if (is_played(rules, seating, i, j)) played[n++] = (cpf_played){i, j, tie_between(rules, seating, i, j)};
    return n;
}
