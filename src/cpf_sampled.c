/* Samples of opponents' boards. */
#include "cpf_sampled.h"

#include <stdlib.h>
#include <string.h>

/* ---- permutations of suits ---- */

enum { SPADES = 3, RED = 1 << 1 | 1 << 2 };
#define SUIT_BITS UINT64_C(0xffff)

static uint64_t permuted(uint64_t cards, const uint8_t permutation[CPF_SUITS]) {
    uint64_t result = 0;
    for (int suit = 0; suit < CPF_SUITS; suit++) result |= (cards >> 16 * suit & SUIT_BITS) << 16 * permutation[suit];
    return result;
}

static int keeps_mask(uint64_t cards, const uint8_t permutation[CPF_SUITS]) { return permuted(cards, permutation) == cards; }

/* Whether a condition on the number of red cards stays the same. If the colours are exchanged, it must be symmetric. */
static int keeps_red(const cpf_pattern *pattern, const uint8_t permutation[CPF_SUITS]) {
    const uint32_t all = (1u << (CPF_HAND + 1)) - 1, red = pattern->red & all;
    const int first = RED >> permutation[1] & 1, second = RED >> permutation[2] & 1;
    uint32_t exchanged = 0;
    for (int i = 0; i <= CPF_HAND; i++) exchanged |= (red >> i & 1) << (CPF_HAND - i);
    if (red == all) return 1;
    if (first != second) return 0;
    return first || (!pattern->left_out && exchanged == red);
}

static int keeps_rules(const cpf_rules *rules, const uint8_t permutation[CPF_SUITS]) {
    if ((rules->deuce_of_spades || rules->dealer_compensation) && permutation[SPADES] != SPADES) return 0;
    if (rules->horse_times && permutation[rules->horse_card & 3] != (rules->horse_card & 3)) return 0;
    for (int i = 0; i < CPF_MOST_PATTERNS; i++) {
        const cpf_pattern *pattern = &rules->patterns.pattern[i];
        if (!(rules->patterns.patterns >> i & 1)) continue;
        if (!keeps_mask(pattern->required, permutation) || !keeps_mask(pattern->excluded, permutation) ||
            !keeps_mask(pattern->left_out, permutation) || !keeps_red(pattern, permutation))
            return 0;
    }
    return 1;
}

int cpf_find_permutations(const cpf_rules *rules, uint8_t permutations[CPF_PERMUTATIONS][CPF_SUITS]) {
    int n = 0;
    for (int number = 0; number < 1 << 2 * CPF_SUITS; number++) {
        uint8_t p[CPF_SUITS];
        unsigned seen = 0, is_identity = 1;
        for (int suit = 0; suit < CPF_SUITS; suit++) {
            p[suit] = (uint8_t)(number >> 2 * suit & 3);
            seen |= 1u << p[suit];
            is_identity &= p[suit] == suit;
        }
        if (seen != (1u << CPF_SUITS) - 1 || (rules->row_ties == CPF_TIE_SUITS && !is_identity)) continue;
        if (keeps_rules(rules, p)) memcpy(permutations[n++], p, sizeof p);
    }
    return n;
}

static void count_ways(cpf_sample *s) {
    uint8_t permutations[CPF_PERMUTATIONS][CPF_SUITS];
    const int n = cpf_find_permutations(&s->rules, permutations);
    for (int i = 0; i < n; i++) {
        unsigned needed = 0;
        for (int suit = 0; suit < CPF_SUITS; suit++) needed |= 1u << (CPF_SUITS * suit + permutations[i][suit]);
        for (unsigned apart = 0; apart < CPF_OVERLAPS; apart++) s->ways[apart] += (apart & needed) == needed;
    }
}

/* ---- samples ---- */

static int is_special(const cpf_sample *s, const cpf_board *b) {
    return !s->has_lanes || b->natural >= 0 || b->surrendered || b->doubles >= 0 || cpf_is_foul(b);
}

/* Read the boards of a kind. Return 0 if out of memory. */
static int read_kind(cpf_sample *s, int number, const cpf_kind_boards *boards) {
    cpf_opponent_kind *k = &s->kind[number];
    int64_t room = 0;
    k->count = boards->count;
    k->button = boards->button;
    if (s->rules.row_ties == CPF_TIE_HOUSE || s->rules.row_ties == CPF_TIE_BUTTON)
        k->tie = (k->button == 0) - (k->button == 1);
    if (s->has_lanes && !(k->rows = calloc((size_t)s->n, sizeof *k->rows))) return 0;
    for (int64_t i = 0; i < s->n; i++) {
        cpf_board board;
        cpf_read_with_order(s->tables, &s->rules, boards->boards + i * CPF_HAND, boards->declared[i], &board);
        if (is_special(s, &board)) {
            if (k->specials == room) {
                room = room ? 2 * room : 64;
                cpf_special *more = realloc(k->special, (size_t)room * sizeof *more);
                if (!more) return 0;
                k->special = more;
            }
            k->special[k->specials++] = (cpf_special){i, board};
            continue;
        }
        for (int row = 0; row < CPF_ROWS; row++) {
            k->rows[i].strength[row] = (int16_t)board.strengths[row];
            k->rows[i].royalty[row] = (int16_t)board.royalties[row];
        }
        k->plain = board;
        s->has_plain[number] = 1;
    }
    return 1;
}

static void read_suits(cpf_sample *s, const uint8_t *hands) {
    for (int64_t i = 0; i < s->n; i++) {
        const uint64_t mask = cpf_mask_of_hand(&s->tables->patterns, hands + i * CPF_HAND);
        for (int suit = 0; suit < CPF_SUITS; suit++) s->suits[i][suit] = (uint16_t)(mask >> 16 * suit & SUIT_BITS);
    }
}

cpf_sample *cpf_sample_new(const cpf_settling_tables *tables, const cpf_rules *rules, int players, int64_t n,
                           const uint8_t *hands, int kinds, const cpf_kind_boards *boards) {
    CPF_ASSERT(kinds > 0 && kinds <= CPF_OPPONENT_KINDS);
    cpf_sample *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->tables = tables;
    s->rules = *rules;
    s->n = n;
    s->kinds = kinds;
    if (players > 2) {
        s->rules.home_run_bonus = 0;
        s->rules.home_run_times = 1;
    }
    const int two_seats = rules->pairings == CPF_ALL_AGAINST_ALL || rules->pairings == CPF_BANKER;
    s->has_lanes = two_seats && !rules->pays_by_cards && !rules->deuce_of_spades && !cpf_has_home_runs(&s->rules, 2) &&
                   cpf_fill_prices(&s->rules, 0, &s->prices);
    count_ways(s);
    int succeeded = (s->suits = malloc((size_t)n * sizeof *s->suits)) != NULL;
    for (int k = 0; k < kinds && succeeded; k++) succeeded = read_kind(s, k, &boards[k]);
    if (!succeeded) {
        cpf_sample_free(s);
        return NULL;
    }
    read_suits(s, hands);
    return s;
}

void cpf_sample_free(cpf_sample *s) {
    if (!s) return;
    for (int k = 0; k < s->kinds; k++) {
        free(s->kind[k].rows);
        free(s->kind[k].special);
    }
    free(s->suits);
    free(s);
}

/* ---- selection by a hand ---- */

/* By the ranks of an opponent's suit: the suits of the hand, as bits, that share none of them. */
static void find_apart(const cpf_sample *s, const uint8_t *hand, uint8_t apart[CPF_RANK_MASKS]) {
    const uint64_t mask = cpf_mask_of_hand(&s->tables->patterns, hand);
    uint16_t suit[CPF_SUITS];
    for (int i = 0; i < CPF_SUITS; i++) suit[i] = (uint16_t)(mask >> 16 * i & SUIT_BITS);
    memset(apart, 0, CPF_RANK_MASKS);
    for (int ranks = 0; ranks < CPF_RANK_MASKS; ranks++)
        for (int i = 0; i < CPF_SUITS; i++) apart[ranks] |= (uint8_t)(((ranks & suit[i]) == 0) << i);
}

static void find_weights(const cpf_sample *s, const uint8_t *hand, cpf_selected *selected) {
    uint8_t apart[CPF_RANK_MASKS];
    int64_t n = 0;
    find_apart(s, hand, apart);
    for (int64_t i = 0; i < s->n; i++) { /* without branches, since weights are hard to predict */
        const uint16_t *suit = s->suits[i];
        const unsigned overlaps = (unsigned)apart[suit[0]] | (unsigned)apart[suit[1]] << 4 | (unsigned)apart[suit[2]] << 8 |
                                  (unsigned)apart[suit[3]] << 12;
        const uint8_t ways = s->ways[overlaps];
        selected->weight[n] = ways;
        selected->index[n] = i;
        n += ways != 0;
    }
    selected->n = n;
    memset(selected->weight + n, 0, CPF_SIDE_BY_SIDE);
}

/* Copy the boards of a kind. */
static void copy_kind(const cpf_sample *s, int number, cpf_selected *selected) {
    const cpf_opponent_kind *k = &s->kind[number];
    cpf_seats *seats = selected->seats[number];
    selected->specials[number] = 0;
    for (int64_t i = 0, at = 0; i < selected->n; i++) {
        const int64_t index = selected->index[i];
        while (at < k->specials && k->special[at].index < index) at++;
        if (at < k->specials && k->special[at].index == index)
            selected->special[number][selected->specials[number]++] = (cpf_special){i, k->special[at].board};
        if (!s->has_lanes) continue;
        cpf_seats *group = &seats[i / CPF_SIDE_BY_SIDE];
        for (int row = 0; row < CPF_ROWS; row++) {
            group->strength[row][i % CPF_SIDE_BY_SIDE] = k->rows[index].strength[row];
            group->royalty[row][i % CPF_SIDE_BY_SIDE] = k->rows[index].royalty[row];
        }
    }
}

/* Allocate memory that is enough for all hands of the sample; pages that stay unused cost nothing. */
static int allocate(const cpf_sample *s, cpf_selected *selected) {
    const size_t n = (size_t)s->n, groups = n / CPF_SIDE_BY_SIDE + 1;
    selected->weight = malloc(n + CPF_SIDE_BY_SIDE);
    selected->index = malloc((n + 1) * sizeof *selected->index);
    int succeeded = selected->weight && selected->index;
    for (int k = 0; k < s->kinds; k++) {
        selected->special[k] = malloc(((size_t)s->kind[k].specials + 1) * sizeof *selected->special[k]);
        succeeded &= selected->special[k] != NULL;
        if (!s->has_lanes) continue;
        selected->seats[k] = calloc(groups, sizeof *selected->seats[k]);
        succeeded &= selected->seats[k] != NULL;
    }
    return succeeded;
}

int cpf_select(const cpf_sample *s, const uint8_t hand[CPF_HAND], cpf_selected *selected) {
    if (selected->sample != s && !allocate(s, selected)) return 0;
    selected->sample = s;
    find_weights(s, hand, selected);
    for (int k = 0; k < s->kinds; k++) copy_kind(s, k, selected);
    return 1;
}

void cpf_selected_free(cpf_selected *selected) {
    for (int k = 0; k < CPF_OPPONENT_KINDS; k++) {
        free(selected->seats[k]);
        free(selected->special[k]);
    }
    free(selected->weight);
    free(selected->index);
}

/* ---- points ---- */

enum { BLOCK = 512 };

static int32_t points_of_pairing(const cpf_sample *s, const cpf_opponent_kind *k, const cpf_board *a, const cpf_board *b) {
    const cpf_seating seating = cpf_seated(2, k->button);
    const cpf_board boards[2] = {*a, *b};
    cpf_outcome outcome;
    cpf_settle(s->tables, &s->rules, boards, &seating, &outcome);
    return outcome.points[0];
}

/* Write the points of a board that compares its rows, from boards side by side. */
CPF_ALWAYS_INLINE void pay_lanes(const cpf_sample *s, int multiply, int tie, const cpf_seats *mine, const cpf_seats *seats,
                                 int64_t groups, int32_t *points) {
    for (int64_t g = 0; g < groups; g++, points += CPF_SIDE_BY_SIDE) {
        const cpf_lanes_paid p = cpf_settle_lanes(&s->rules, &s->prices, multiply, tie, mine, &seats[g]);
        int16_t paid[CPF_SIDE_BY_SIDE];
        cpf_v128_store(paid, multiply ? cpf_i16x8_mul(p.paid, p.times) : p.paid);
        for (int i = 0; i < CPF_SIDE_BY_SIDE; i++) points[i] = paid[i];
    }
}

/* Write the points from the boards that are not special, for any number of groups up to BLOCK / CPF_SIDE_BY_SIDE. */
static void pay_plain(const cpf_selected *selected, int number, const cpf_board *board, const cpf_seats *mine, int64_t begin,
                      int32_t points[BLOCK]) {
    const cpf_sample *s = selected->sample;
    const cpf_opponent_kind *k = &s->kind[number];
    if (!s->has_lanes || !s->has_plain[number]) return;
    if (board->natural >= 0 || board->surrendered) { /* paid the same by all of them */
        const int32_t paid = points_of_pairing(s, k, board, &k->plain);
        for (int i = 0; i < BLOCK; i++) points[i] = paid;
        return;
    }
    const int64_t groups = (selected->n - begin + CPF_SIDE_BY_SIDE - 1) / CPF_SIDE_BY_SIDE, most = BLOCK / CPF_SIDE_BY_SIDE;
    const cpf_seats *seats = selected->seats[number] + begin / CPF_SIDE_BY_SIDE;
    if (s->prices.multiplies)
        pay_lanes(s, 1, k->tie, mine, seats, groups < most ? groups : most, points);
    else
        pay_lanes(s, 0, k->tie, mine, seats, groups < most ? groups : most, points);
}

/* Return the place of the first special board whose index is not below `begin`. */
static int64_t first_special(const cpf_special *special, int64_t n, int64_t begin) {
    int64_t low = 0;
    while (low < n) {
        const int64_t middle = (low + n) / 2;
        if (special[middle].index < begin)
            low = middle + 1;
        else
            n = middle;
    }
    return low;
}

void cpf_selected_points(const cpf_selected *selected, const cpf_board *board, int64_t begin, int64_t end, int32_t *points) {
    const cpf_sample *s = selected->sample;
    cpf_seats mine;
    CPF_ASSERT(begin % CPF_SIDE_BY_SIDE == 0 && end <= selected->n);
    memset(&mine, 0, sizeof mine);
    for (int i = 0; i < CPF_SIDE_BY_SIDE; i++) cpf_put_board(board, &mine, i);
    memset(points, 0, (size_t)(end - begin) * sizeof *points);
    for (int number = 0; number < s->kinds; number++) {
        const cpf_opponent_kind *k = &s->kind[number];
        const cpf_special *special = selected->special[number];
        int64_t at = first_special(special, selected->specials[number], begin);
        for (int64_t first = begin; first < end; first += BLOCK) {
            const int64_t last = end - first < BLOCK ? end : first + BLOCK;
            int32_t paid[BLOCK];
            pay_plain(selected, number, board, &mine, first, paid);
            for (; at < selected->specials[number] && special[at].index < last; at++)
                paid[special[at].index - first] = points_of_pairing(s, k, board, &special[at].board);
            for (int64_t i = first; i < last; i++) points[i - begin] += k->count * paid[i - first];
        }
    }
}
