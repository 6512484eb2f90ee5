/* Settling pairings and tables. */
#include "cpf_settling.h"

#include <string.h>

#include "cpf_threads.h"

void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *c, cpf_board *board) {
    const cpf_keys *keys = &tables->ranking->keys;
    const cpf_scale *scale = &tables->ranking->scales[rules->wheel];
    const cpf_scale *middle = rules->lowball_middle ? &tables->ranking->scales[CPF_LOWBALL] : scale;
    uint32_t *s = board->strengths;
    s[CPF_FRONT] = cpf_strength3(keys, scale, c[0], c[1], c[2]);
    s[CPF_MIDDLE] = cpf_strength5(keys, middle, c[3], c[4], c[5], c[6], c[7]);
    s[CPF_BACK] = cpf_strength5(keys, scale, c[8], c[9], c[10], c[11], c[12]);
    for (int row = 0; row < CPF_ROWS; row++) board->royalties[row] = rules->royalties[row][s[row]];
    board->foul = rules->lowball_middle ? s[CPF_FRONT] > s[CPF_BACK]
                                        : (s[CPF_FRONT] > s[CPF_MIDDLE]) | (s[CPF_MIDDLE] > s[CPF_BACK]);
    board->surrendered = 0;
    board->natural = -1;
    if (!rules->naturals) return;
    uint64_t key_sum = 0;
    for (int i = 0; i < CPF_HAND; i++) key_sum += tables->patterns.key[c[i]];
    uint32_t patterns = cpf_patterns(&tables->patterns, key_sum, c, rules->naturals);
    if (CPF_LIKELY(!patterns)) return;
    board->key_sum = key_sum;
    board->cards = cpf_mask_of_hand(c);
    for (int32_t level = -1; patterns != 0; patterns &= patterns - 1) {
        int pattern = cpf_lowest_bit(patterns);
        if (rules->natural_level[pattern] <= level) continue;
        level = rules->natural_level[pattern];
        board->natural = pattern;
    }
}

void cpf_surrender(cpf_board *board) {
    memset(board, 0, sizeof *board);
    board->surrendered = 1;
    board->natural = -1;
}

static int sign(int64_t x) { return (x > 0) - (x < 0); }

/* Who has the better natural: 1, 0, -1. */
static int compare_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *a,
                            const cpf_board *b) {
    int level_a = a->natural < 0 ? -1 : rules->natural_level[a->natural];
    int level_b = b->natural < 0 ? -1 : rules->natural_level[b->natural];
    if (level_a != level_b || a->natural != b->natural || !rules->natural_compare) return sign(level_a - level_b);
    uint64_t order_a = cpf_natural_order(tables->ranking, rules->wheel, a->natural, a->key_sum, a->cards);
    uint64_t order_b = cpf_natural_order(tables->ranking, rules->wheel, b->natural, b->key_sum, b->cards);
    return (order_a > order_b) - (order_a < order_b);
}

/* What the rows of a scoop pay without royalties and multipliers. */
static int32_t scoop_price(const cpf_rules *rules) {
    return (rules->match_points ? rules->match_points : 3 * rules->row_points) + rules->scoop_bonus;
}

static int32_t all_royalties(const cpf_pairing *p) { return p->royalties[0] + p->royalties[1] + p->royalties[2]; }

static void settle_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *a,
                            const cpf_board *b, cpf_pairing *p) {
    int better = compare_naturals(tables, rules, a, b);
    int32_t points_a = a->natural < 0 ? 0 : rules->natural_points[a->natural];
    int32_t points_b = b->natural < 0 ? 0 : rules->natural_points[b->natural];
    p->by = CPF_BY_NATURAL;
    switch (rules->natural_mode) {
    case CPF_NATURAL_DIFFERENCE: p->fixed = points_a - points_b; break;
    case CPF_NATURAL_FULL: p->fixed = better > 0 ? points_a : better < 0 ? -points_b : 0; break;
    default: /* a scoop; two of them pay each other nothing */
        if (a->natural >= 0 && b->natural >= 0) break;
        p->scoop = better;
        p->fixed = better * scoop_price(rules);
        p->times = rules->scoop_times;
    }
}

static void settle_foul(const cpf_rules *rules, const cpf_board *a, const cpf_board *b, cpf_pairing *p) {
    p->by = CPF_BY_FOUL;
    if (a->foul && b->foul) return;
    const cpf_board *winner = a->foul ? b : a;
    int side = a->foul ? -1 : 1;
    p->scoop = side;
    p->fixed = side * (rules->foul == CPF_FOUL_AS_SCOOP ? scoop_price(rules) : rules->foul);
    if (rules->foul == CPF_FOUL_AS_SCOOP) p->times = rules->scoop_times;
    if (rules->foul_pays_royalties)
        for (int row = 0; row < CPF_ROWS; row++) p->royalties[row] = side * winner->royalties[row];
}

/* tie: who wins equal rows, 1, 0 (nobody), -1. */
static void settle_rows(const cpf_rules *rules, const cpf_board *a, const cpf_board *b, int tie, cpf_pairing *p) {
    int won = 0, lost = 0;
    p->by = CPF_BY_ROWS;
    for (int row = 0; row < CPF_ROWS; row++) {
        int64_t difference = (int64_t)a->strengths[row] - b->strengths[row];
        int side = difference ? sign(difference) : tie;
        p->rows[row] = side;
        won += side > 0;
        lost += side < 0;
        if (rules->royalties_always)
            p->royalties[row] = a->royalties[row] - b->royalties[row];
        else
            p->royalties[row] = side > 0 ? a->royalties[row] : side < 0 ? -b->royalties[row] : 0;
    }
    p->row_points = rules->match_points ? rules->match_points * ((won >= 2) - (lost >= 2)) : rules->row_points * (won - lost);
    if (won == 3 || lost == 3) {
        p->scoop = won == 3 ? 1 : -1;
        p->scoop_points = p->scoop * rules->scoop_bonus;
        p->times = rules->scoop_times;
    }
    int64_t net = p->row_points;
    if (rules->overall_with_extras) net += p->scoop_points + all_royalties(p);
    p->overall = sign(net) * rules->overall_points;
}

/* Fills a pairing in which nothing was paid so far. */
static void settle_pairing(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *a,
                           const cpf_board *b, int tie, cpf_pairing *p) {
    if (a->surrendered | b->surrendered) {
        p->by = CPF_BY_SURRENDER;
        p->fixed = (b->surrendered - a->surrendered) * rules->surrender;
    } else if (a->natural >= 0 || b->natural >= 0)
        settle_naturals(tables, rules, a, b, p);
    else if (a->foul | b->foul)
        settle_foul(rules, a, b, p);
    else
        settle_rows(rules, a, b, tie, p);
}

/* Whoever scoops all others is paid more by each. */
static void add_home_runs(const cpf_rules *rules, int players, cpf_pairing *pairings) {
    int scoops[CPF_MOST_PLAYERS] = {0};
    cpf_pairing *p = pairings;
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++, p++)
            if (p->scoop) scoops[p->scoop > 0 ? i : j]++;
    p = pairings;
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++, p++) {
            if (!p->scoop || scoops[p->scoop > 0 ? i : j] != players - 1) continue;
            p->home_run = p->scoop;
            p->scoop_points += p->scoop * rules->home_run_bonus;
            if (rules->home_run_times > 1) p->times = rules->home_run_times;
        }
}

void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int players, int button,
                cpf_pairing *pairings, int32_t *points) {
    int button_wins_ties = rules->ties != CPF_TIE_PUSH; /* a house is the player with the button */
    cpf_pairing *p = pairings;
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++, p++) {
            memset(p, 0, sizeof *p);
            p->times = 1;
            if (rules->banker && i != button && j != button) continue;
            settle_pairing(tables, rules, boards + i, boards + j, button_wins_ties * ((i == button) - (j == button)), p);
        }
    if (players >= rules->home_run_players && (rules->home_run_bonus || rules->home_run_times > 1) && !rules->banker)
        add_home_runs(rules, players, pairings);
    for (int i = 0; i < players; i++) points[i] = 0;
    p = pairings;
    for (int i = 0; i < players; i++)
        for (int j = i + 1; j < players; j++, p++) {
            p->points = (p->row_points + all_royalties(p) + p->scoop_points + p->overall + p->fixed) * p->times;
            points[i] += p->points;
            points[j] -= p->points;
        }
}

/* ---- batches ---- */

/* Returns 0 if the cards are no table. */
static int read_table(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int players,
                      cpf_board *boards) {
    uint64_t seen = 0, twice = 0;
    unsigned top = 0;
    for (int i = 0; i < players; i++, cards += CPF_HAND) {
        if (CPF_UNLIKELY(cards[0] == CPF_SURRENDERED)) {
            for (int j = 1; j < CPF_HAND; j++)
                if (cards[j] != CPF_SURRENDERED) return 0;
            if (rules->surrender < 0) return 0;
            cpf_surrender(&boards[i]);
            continue;
        }
        for (int j = 0; j < CPF_HAND; j++) {
            uint64_t bit = UINT64_C(1) << (cards[j] & 63);
            twice |= seen & bit;
            seen |= bit;
            top = cards[j] > top ? cards[j] : top;
        }
        cpf_read_board(tables, rules, cards, &boards[i]); /* safe for any bytes */
    }
    return !twice && top < CPF_CARDS;
}

typedef struct batch {
    const cpf_settling_tables *tables;
    const cpf_rules *rules;
    const uint8_t *cards;
    int32_t *points;
    int64_t first_bad;
    int players, button;
} batch;

static void settle_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    cpf_board boards[CPF_MOST_PLAYERS];
    cpf_pairing pairings[CPF_MOST_PAIRINGS];
    for (int64_t i = begin; i < end; i++) {
        const uint8_t *cards = b->cards + i * b->players * CPF_HAND;
        if (!read_table(b->tables, b->rules, cards, b->players, boards)) {
            cpf_atomic_min(&b->first_bad, i);
            return;
        }
        cpf_settle(b->tables, b->rules, boards, b->players, b->button, pairings, b->points + i * b->players);
    }
}

enum { GRAIN = 1 << 10 };

int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                        int players, int button, int32_t *points, int threads) {
    batch b = {tables, rules, cards, points, n, players, button};
    cpf_parallel(settle_range, &b, n, GRAIN, threads);
    return b.first_bad;
}
