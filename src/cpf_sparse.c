/* Branch and bound with lists of the paying rows. */
#include "cpf_sparse.h"

#include <string.h>

#include "cpf_incumbent.h"

typedef struct search {
    const cpf_rules *rules;
    const cpf_objective *objective;
    const cpf_subsets *subsets;
    const cpf_suits *suits;
    cpf_sparse *memory;
    const uint16_t *middle; /* strengths of middles: memory->five or memory->lowball */
    int n, fives;           /* numbers of cards, and of sets of five */
    uint32_t all;
    cpf_pruner pruner;
    uint8_t tried[CPF_TRIED_BYTES];
} search;

int cpf_sparse_fits(const cpf_rules *rules, const cpf_objective *o) {
    enum { FEW_ABOVE = CPF_STRENGTHS / 2 }; /* a pair of queens; few rows are stronger */
    return !cpf_bounding_terms(o) && !o->removal && !rules->deuce_of_spades && o->first_paying[CPF_MIDDLE] > FEW_ABOVE &&
           o->first_paying[CPF_BACK] > FEW_ABOVE;
}

/* ---- reading a hand ---- */

static int number_of(const cpf_subsets *subsets, uint32_t set) {
    int number = 0;
    for (int k = 0; set; k++, set &= set - 1) number += subsets->place[k][cpf_lowest_bit(set)];
    return number;
}

/* Rank all sets of five on a scale, and append eight zeros. */
static void rank_fives(const search *s, const uint8_t *cards, const cpf_keys *keys, const cpf_scale *scale, uint16_t *out) {
    cpf_flush flushes[CPF_FIVES];
    cpf_rank_fives(cards, s->n, keys, scale, NULL, out);
    memset(out + s->fives, 0, 8 * sizeof *out);
    for (int suit = 0; suit < s->suits->n; suit++) {
        int n = cpf_list_flushes(cards, s->suits->cards[suit], flushes);
        for (int i = 0; i < n; i++) out[number_of(s->subsets, flushes[i].set)] = scale->flush[flushes[i].ranks];
    }
}

/* List the numbers of the sets of five with strengths from `least` (above 0) to below `end`; return their count. */
static int list_between(const search *s, const uint16_t *strengths, uint32_t least, uint32_t end, uint16_t *numbers) {
    CPF_ASSERT(least > 0 && end <= CPF_STRENGTHS);
    const cpf_v128 below = cpf_i16x8_splat((int16_t)(least - 1)), above = cpf_i16x8_splat((int16_t)end);
    int n = 0;
    for (int i = 0; i < s->fives; i += 8) {
        cpf_v128 v = cpf_v128_load(strengths + i);
        v = cpf_v128_and(cpf_i16x8_gt(v, below), cpf_i16x8_gt(above, v));
        for (uint32_t bits = cpf_i16x8_bitmask(v); CPF_UNLIKELY(bits); bits &= bits - 1)
            numbers[n++] = (uint16_t)(i + cpf_lowest_bit(bits));
    }
    return n;
}

/* Sort rows by their bounds, highest first; rows of equal bounds are reversed. */
static void list_rows(const cpf_paying_row *rows, int n, int cards, cpf_paying_rows *list) {
    int end[257] = {0}, highest_bound = 0; /* for each bound, the end of its rows in the list; decreases with each row */
    list->n = n;
    list->words = (n + 63) / 64;
    for (int i = 0; i < n; i++) {
        end[rows[i].bound]++;
        if (rows[i].bound > highest_bound) highest_bound = rows[i].bound;
    }
    for (int bound = highest_bound; bound >= 0; bound--) end[bound] += end[bound + 1];
    for (int card = 0; card < cards; card++) {
        for (int word = 0; word < list->words; word++) list->without[card][word] = ~UINT64_C(0);
        if (n % 64) list->without[card][n / 64] = (UINT64_C(1) << n % 64) - 1;
    }
    for (int i = 0; i < n; i++) {
        int place = --end[rows[i].bound];
        list->row[place] = rows[i];
        for (uint32_t set = rows[i].set; set; set &= set - 1)
            list->without[cpf_lowest_bit(set)][place / 64] ^= UINT64_C(1) << place % 64;
    }
}

/* List the paying middles. Return 0 if there are too many. */
static int list_middles(search *s) {
    const cpf_objective *o = s->objective;
    cpf_sparse *memory = s->memory;
    const uint32_t *five = s->subsets->five;
    uint32_t first = (uint32_t)o->first_paying[CPF_MIDDLE], lowest = (uint32_t)s->rules->lowest_middle;
    int n = list_between(s, s->middle, first > lowest ? first : lowest, CPF_STRENGTHS, memory->number);
    if (n > CPF_MOST_PAYING) return 0;
    for (int i = 0; i < n; i++) {
        uint16_t strength = s->middle[memory->number[i]];
        memory->unsorted[i] = (cpf_paying_row){five[memory->number[i]], strength, o->middle_bound[strength].middle};
    }
    list_rows(memory->unsorted, n, s->n, &memory->middles);
    return 1;
}

static void list_fronts(search *s) {
    cpf_sparse *memory = s->memory;
    int n = 0, threes = cpf_choose3(s->n);
    for (int i = 0; i < threes; i++) {
        uint16_t strength = memory->three[i];
        memory->unsorted[n] = (cpf_paying_row){s->subsets->three[i], strength, s->objective->front_bound[strength]};
        n += memory->unsorted[n].bound != 0;
    }
    list_rows(memory->unsorted, n, s->n, &memory->fronts);
}

/* ---- searching ---- */

static inline unsigned highest(const cpf_paying_rows *list) { return list->n ? list->row[0].bound : 0; }

/* Return a word of the bit set of the rows that contain none of `cards`, which must not be empty. */
static inline uint64_t rows_without(const cpf_paying_rows *list, int word, uint32_t cards) {
    uint64_t rows = list->without[cpf_lowest_bit(cards)][word];
    for (cards &= cards - 1; cards; cards &= cards - 1) rows &= list->without[cpf_lowest_bit(cards)][word];
    return rows;
}

/* Return the bound of the best row that contains none of `cards`; 0 if there is none. */
static inline unsigned best_without(const cpf_paying_rows *list, uint32_t cards) {
    for (int word = 0; word < list->words; word++) {
        uint64_t rows = rows_without(list, word, cards);
        if (rows) return list->row[64 * word + cpf_lowest_bit(rows)].bound;
    }
    return 0;
}

/* Return the number of steps that `bound` is below `enough`, or 0. */
static inline unsigned missing(unsigned bound, unsigned enough) { return enough > bound ? enough - bound : 0; }

/* Try all fronts with a middle and a back. `bound`: the sum of their bounds. */
static void try_fronts(search *s, unsigned bound, uint32_t strength[CPF_ROWS], cpf_split *split) {
    const cpf_objective *o = s->objective;
    const cpf_subsets *subsets = s->subsets;
    double value = o->value[CPF_BACK][strength[CPF_BACK]] + o->value[CPF_MIDDLE][strength[CPF_MIDDLE]];
    int position[CPF_MOST_CARDS - 10], n = 0;
    for (uint32_t rest = s->all ^ split->middle ^ split->back; rest; rest &= rest - 1) position[n++] = cpf_lowest_bit(rest);
    for (int c = n - 1; c >= 2; c--)
        for (int b = c - 1; b >= 1; b--)
            for (int a = b - 1; a >= 0; a--) {
                int number = subsets->place[0][position[a]] + subsets->place[1][position[b]] +
                             subsets->place[2][position[c]];
                uint32_t front = s->memory->three[number];
                if (bound + o->front_bound[front] < s->pruner.enough.to_tie) continue;
                if (!cpf_is_legal(s->rules, front, strength[CPF_MIDDLE], strength[CPF_BACK])) continue;
                strength[CPF_FRONT] = front;
                split->front = subsets->three[number];
                double sum = cpf_board_value(&s->pruner.incumbent, o, strength, value, NULL);
                CPF_ASSERT(sum <= o->least + (bound + o->front_bound[front] + o->slack) / o->scale);
                if (cpf_incumbent_is_beaten(&s->pruner.incumbent, sum, strength, split))
                    cpf_pruner_take(&s->pruner, o, sum, 0, strength, split);
            }
}

/* A back, and bounds of the rows in front of it. */
typedef struct back_context {
    uint32_t rest, strongest_middle;       /* rest: the remaining cards */
    unsigned bound, front_bound;           /* bound: of the back; front_bound: of the best front of `rest` */
    uint64_t fronts[CPF_MOST_PAYING / 64]; /* fronts of `rest`, as bits; only the first `words` are set */
    int words;
} back_context;

/* Whether the back and a middle leave a front that has a bound of at least `least` and is no stronger than `strongest`. */
static inline int has_front(const search *s, back_context *b, uint32_t middle, unsigned least, uint32_t strongest) {
    const cpf_paying_rows *fronts = &s->memory->fronts;
    if (!least) return 1;
    for (int word = 0; word < fronts->words; word++) {
        if (word == b->words) b->fronts[b->words++] = rows_without(fronts, word, s->all ^ b->rest);
        for (uint64_t rows = b->fronts[word] & rows_without(fronts, word, middle); rows; rows &= rows - 1) {
            const cpf_paying_row *front = &fronts->row[64 * word + cpf_lowest_bit(rows)];
            if (front->bound < least) return 0;
            if (front->strength <= strongest) return 1;
        }
    }
    return 0;
}

/* Try a middle unless its bound rules it out; return whether it was tried. `middle_bound`: the bound of the middle alone. */
static inline int try_middle(search *s, back_context *b, uint32_t set, uint32_t middle, unsigned middle_bound,
                             uint32_t strength[CPF_ROWS], cpf_split *split) {
    const cpf_pruner *p = &s->pruner;
    unsigned bound = b->bound + middle_bound, front = s->objective->middle_bound[middle].front;
    unsigned enough = middle < cpf_weakest_to_tie(p, strength[CPF_BACK]) ? p->enough.to_win : p->enough.to_tie;
    uint32_t strongest = s->rules->lowball_middle ? strength[CPF_BACK] : middle;
    if (bound + cpf_lower(front, b->front_bound) < enough) return 0;
    if (!has_front(s, b, set, missing(bound, enough), strongest)) return 0;
    split->middle = set;
    strength[CPF_MIDDLE] = middle;
    try_fronts(s, bound, strength, split);
    return 1;
}

/* Try the middles that pay nothing, those with the highest cards first. */
static void try_unpaid_middles(search *s, back_context *b, uint32_t strength[CPF_ROWS], cpf_split *split) {
    const cpf_subsets *subsets = s->subsets;
    const cpf_middle_bounds *bounds = s->objective->middle_bound;
    uint32_t least = (uint32_t)s->rules->lowest_middle, end = (uint32_t)s->objective->first_paying[CPF_MIDDLE];
    uint16_t three_number[220]; /* numbers of the sets of three of twelve cards */
    uint16_t failed[64] = {0};  /* strengths of skipped middles: others of equal strength leave the same ranks */
    int position[CPF_MOST_CARDS - 5], cards = 0, n = 0;
    if (b->strongest_middle < end) end = b->strongest_middle + 1;
    /* Find the weakest middle that may win: stronger middles allow better fronts. */
    for (uint32_t high = end; least < high;) {
        uint32_t between = (least + high) / 2;
        if (b->bound + cpf_lower(bounds[between].front, b->front_bound) < s->pruner.enough.to_tie)
            least = between + 1;
        else
            high = between;
    }
    if (least >= end) return;
    for (uint32_t rest = b->rest; rest; rest &= rest - 1) position[cards++] = cpf_lowest_bit(rest);
    for (int k = 2; k < cards; k++)
        for (int j = 1; j < k; j++)
            for (int i = 0; i < j; i++)
                three_number[n++] = (uint16_t)(subsets->place[0][position[i]] + subsets->place[1][position[j]] +
                                               subsets->place[2][position[k]]);
    for (int e = cards - 1; e >= 4; e--)
        for (int d = e - 1; d >= 3; d--) {
            int pair = subsets->place[3][position[d]] + subsets->place[4][position[e]];
            for (int i = cpf_choose3(d) - 1; i >= 0; i--) {
                uint32_t middle = s->middle[pair + three_number[i]];
                if (CPF_LIKELY(middle - least >= end - least) || failed[middle % 64] == middle) continue;
                if (!try_middle(s, b, subsets->five[pair + three_number[i]], middle, 0, strength, split))
                    failed[middle % 64] = (uint16_t)middle;
            }
        }
}

static void try_back(search *s, uint32_t back, uint32_t back_strength) {
    const cpf_objective *o = s->objective;
    const cpf_pruner *p = &s->pruner;
    const cpf_paying_rows *middles = &s->memory->middles;
    const cpf_back_bounds bounds = o->back_bound[back_strength];
    uint32_t strength[CPF_ROWS] = {0, 0, back_strength};
    cpf_split split = {0, 0, back};
    back_context b;
    b.rest = s->all ^ back;
    b.strongest_middle = CPF_STRENGTHS;
    b.bound = bounds.back;
    b.words = 0;
    if (!s->rules->lowball_middle) b.strongest_middle = cpf_strongest_middle(s->rules, back_strength);
    b.front_bound = cpf_lower(bounds.front, best_without(&s->memory->fronts, back));
    for (int word = 0; word < middles->words; word++)
        for (uint64_t rows = rows_without(middles, word, back); rows; rows &= rows - 1) {
            const cpf_paying_row *middle = &middles->row[64 * word + cpf_lowest_bit(rows)];
            if (b.bound + middle->bound + b.front_bound < p->enough.to_tie) break;
            if (middle->strength <= b.strongest_middle)
                try_middle(s, &b, middle->set, middle->strength, middle->bound, strength, &split);
        }
    if (b.bound + b.front_bound >= p->enough.to_tie) try_unpaid_middles(s, &b, strength, &split);
}

/* Try a back of the list, and mark it as tried. */
static void try_listed(search *s, int back) {
    uint32_t order = s->memory->order[back], strength = cpf_order_strength(order);
    uint32_t set = s->subsets->five[s->memory->number[back]];
    s->memory->order[back] = 0;
    if (!cpf_is_tried(s->suits, s->all ^ set, strength, s->tried)) try_back(s, set, strength);
    CPF_ASSERT(cpf_order_bound(order) >= s->pruner.enough.to_tie); /* no board of a back is above its bound */
}

/* Try the backs with strengths from `weakest` to below `end`. */
static void try_backs(search *s, uint32_t weakest, uint32_t end) {
    cpf_sparse *memory = s->memory;
    const uint32_t *five = s->subsets->five;
    uint32_t *order = memory->order;
    uint16_t *number = memory->number;
    unsigned highest_middle = highest(&memory->middles);
    int listed = list_between(s, memory->five, weakest, end, number), n = 0;
    for (int i = 0; i < listed; i++) {
        uint32_t set = five[number[i]], strength = memory->five[number[i]];
        cpf_back_bounds b = s->objective->back_bound[strength];
        unsigned bound = b.back + cpf_lower(b.front, best_without(&memory->fronts, set));
        if (!cpf_may_win(&s->pruner, cpf_order(bound + cpf_lower(b.middle, highest_middle), strength))) continue;
        bound += cpf_lower(b.middle, best_without(&memory->middles, set));
        number[n] = number[i];
        order[n] = cpf_order(bound, strength);
        n += cpf_may_win(&s->pruner, order[n]);
    }
    for (int tries = 0; tries < CPF_BACKS_IN_ORDER && tries < n; tries++) {
        int back = 0;
        for (int i = 1; i < n; i++)
            if (order[i] > order[back]) back = i;
        if (!cpf_may_win(&s->pruner, order[back])) return;
        try_listed(s, back);
    }
    for (int back = 0; n > CPF_BACKS_IN_ORDER && back < n; back++)
        if (order[back] && cpf_may_win(&s->pruner, order[back])) try_listed(s, back);
}

/* Return the strength of the weakest back below `end` that may beat the incumbent, or `end`. These backs pay nothing,
 * but stronger backs allow better rows in front of them. */
static uint32_t weakest_back(const search *s, uint32_t end) {
    unsigned middle = highest(&s->memory->middles), front = highest(&s->memory->fronts);
    uint32_t weakest = 1;
    while (weakest < end) {
        uint32_t between = (weakest + end) / 2;
        cpf_back_bounds b = s->objective->back_bound[between];
        if (cpf_may_win(&s->pruner, cpf_order(cpf_lower(b.middle, middle) + cpf_lower(b.front, front), between)))
            end = between;
        else
            weakest = between + 1;
    }
    return weakest;
}

int cpf_sparse_best(const cpf_arranging_tables *tables, const cpf_rules *rules, const cpf_objective *objective,
                    const uint8_t *cards, int n, cpf_sparse *memory, cpf_split *best, double *value) {
    CPF_ASSERT(cpf_is_hand_size(n) && cpf_cards_ascend(cards, n) && cpf_sparse_fits(rules, objective));
    const cpf_keys *keys = &tables->settling->ranking->keys;
    const cpf_scale *scales = tables->settling->ranking->scales;
    const cpf_suits suits = cpf_suits_of(cards, n);
    search s;
    memset(&s, 0, sizeof s);
    s.rules = rules;
    s.objective = objective;
    s.subsets = &tables->subsets;
    s.suits = &suits;
    s.memory = memory;
    s.middle = rules->lowball_middle ? memory->lowball : memory->five;
    s.n = n;
    s.fives = cpf_choose5(n);
    s.all = (1u << n) - 1;
    rank_fives(&s, cards, keys, &scales[rules->wheel], memory->five);
    if (rules->lowball_middle) rank_fives(&s, cards, keys, &scales[CPF_LOWBALL], memory->lowball);
    if (!list_middles(&s)) return 0;
    cpf_rank_threes(cards, n, keys, &scales[rules->wheel], NULL, memory->three);
    list_fronts(&s);
    uint32_t first_paying_back = (uint32_t)objective->first_paying[CPF_BACK], weakest;
    try_backs(&s, first_paying_back, CPF_STRENGTHS);
    weakest = weakest_back(&s, first_paying_back);
    if (weakest < first_paying_back) try_backs(&s, weakest, first_paying_back);
    *value = s.pruner.incumbent.value;
    *best = s.pruner.incumbent.split;
    return 1;
}
