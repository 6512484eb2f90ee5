/* Numbers of boards of the field by triple of row results: intersections of bit sets, and their popcounts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_cpu.h"
#include "cpf_field_inner.h"
#include "cpf_simd.h"

/* ---- counting ---- */

/* Count the bits of x. `popcnt`: whether the machine has an instruction for it. */
CPF_ALWAYS_INLINE int64_t count_bits(uint64_t x, int popcnt) {
#if defined(__GNUC__)
    if (popcnt) return __builtin_popcountll(x);
#else
    (void)popcnt;
#endif
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    return (int64_t)(((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56);
}

/* For each row, the bit sets of the boards weaker than a board, and of the boards no stronger than it. */
typedef struct compared {
    const uint64_t *weaker[CPF_ROWS], *no_stronger[CPF_ROWS];
} compared;

static compared compare(const cpf_field *f, const uint32_t strengths[CPF_ROWS]) {
    compared c;
    for (int row = 0; row < CPF_ROWS; row++) {
        CPF_ASSERT(place_of(strengths[row]) < FIELD_STRENGTHS);
        const uint16_t *rank = f->rank[row] + place_of(strengths[row]);
        c.weaker[row] = f->below[row] + (size_t)rank[0] * (size_t)f->words;
        c.no_stronger[row] = f->below[row] + (size_t)rank[1] * (size_t)f->words;
    }
    return c;
}

/* Return the boards, in a word of the bit sets, that have one of the triples. */
static inline uint64_t in_triples(const cpf_field *f, const compared *c, uint32_t triples, int word) {
    uint64_t state[CPF_ROWS][3], boards = 0, present = f->present[word];
    for (int row = 0; row < CPF_ROWS; row++) {
        uint64_t weaker = c->weaker[row][word], no_stronger = c->no_stronger[row][word];
        state[row][0] = present & ~no_stronger;
        state[row][1] = no_stronger & ~weaker;
        state[row][2] = weaker;
    }
    for (int pair = 0; pair < 9; pair++) {
        uint32_t backs = triples >> 3 * pair & 7;
        if (!backs) continue;
        uint64_t back = backs == 7 ? present : 0;
        for (int i = 0; i < 3 && backs != 7; i++)
            if (backs >> i & 1) back |= state[CPF_BACK][i];
        boards |= state[CPF_FRONT][pair / 3] & state[CPF_MIDDLE][pair % 3] & back;
    }
    return boards;
}

static inline uint64_t in_two(uint64_t a, uint64_t b, uint64_t c) { return (a & b) | (c & (a | b)); }

/* Set the sets of triples for which count_set has a short formula. */
void cpf_field_find_usual_sets(uint32_t sets[USUAL_SETS]) {
    memset(sets, 0, USUAL_SETS * sizeof *sets);
    for (int triple = 0; triple < CPF_TRIPLES; triple++) {
        int won = 0, lost = 0;
        for (int rest = triple; rest; rest /= 3) won += rest % 3 == 2;
        for (int rest = triple, row = 0; row < CPF_ROWS; rest /= 3, row++) lost += rest % 3 == 0;
        sets[TWO_WON] |= (uint32_t)(won >= 2) << triple;
        sets[TWO_LOST] |= (uint32_t)(lost >= 2) << triple;
        sets[MORE_WON] |= (uint32_t)(won > lost) << triple;
        sets[MORE_LOST] |= (uint32_t)(lost > won) << triple;
    }
}

/* Return the number of boards with one of the triples of a set; if `sweeps_others` is not NULL, also the sum of their
 * chances to sweep the other opponents. */
CPF_ALWAYS_INLINE double count_set(const cpf_field *f, const compared *c, const triple_set *set, double *sweeps_others,
                                   int popcnt) {
    const uint64_t *const *w = c->weaker, *const *n = c->no_stronger, *present = f->present,
                          *chances = f->word_sweeps_others;
    const uint32_t triples = set->triples;
    const int begin = set->begin, end = set->end;
    int64_t count = 0;
    uint64_t sum = 0;
#define FOR_WORDS(expression)                                                      \
    if (!sweeps_others)                                                            \
        for (int i = begin; i < end; i++) count += count_bits(expression, popcnt); \
    else                                                                           \
        for (int i = begin; i < end; i++) {                                        \
            int64_t bits = count_bits(expression, popcnt);                         \
            count += bits;                                                         \
            sum += (uint64_t)bits * chances[i];                                    \
        }
    if (triples == UINT32_C(1) << CPF_ALL_WON) {
        FOR_WORDS(w[0][i] & w[1][i] & w[2][i])
    } else if (triples == UINT32_C(1) << CPF_ALL_LOST) {
        FOR_WORDS(present[i] & ~(n[0][i] | n[1][i] | n[2][i]))
    } else if (triples == f->usual_sets[TWO_WON]) {
        FOR_WORDS(in_two(w[0][i], w[1][i], w[2][i]))
    } else if (triples == f->usual_sets[TWO_LOST]) {
        FOR_WORDS(present[i] & ~in_two(n[0][i], n[1][i], n[2][i]))
    } else if (triples == f->usual_sets[MORE_WON]) {
        FOR_WORDS(in_two(w[0][i], w[1][i], w[2][i]) | ((w[0][i] | w[1][i] | w[2][i]) & n[0][i] & n[1][i] & n[2][i]))
    } else if (triples == f->usual_sets[MORE_LOST]) {
        FOR_WORDS(present[i] &
                  (~in_two(n[0][i], n[1][i], n[2][i]) | (~(n[0][i] & n[1][i] & n[2][i]) & ~(w[0][i] | w[1][i] | w[2][i]))))
    } else {
        FOR_WORDS(in_triples(f, c, triples, i))
    }
#undef FOR_WORDS
    if (sweeps_others) *sweeps_others = (double)sum / (double)ONE;
    return (double)count;
}

/* Add the scoop to sets that are usual with it, for faster counts, and pay as much less for the scoop alone. Return n. */
static int make_usual(const cpf_field *f, triple_set *sets, int n) {
    static const int scoops[2] = {CPF_ALL_WON, CPF_ALL_LOST};
    for (int side = 0; side < 2; side++) {
        uint32_t scoop = UINT32_C(1) << scoops[side];
        for (int i = 0; i < n; i++) {
            int usual = 0, at = 0;
            for (int k = 0; k < USUAL_SETS; k++) usual |= (sets[i].triples | scoop) == f->usual_sets[k];
            if (!usual || sets[i].triples & scoop || sets[i].rest.sweep) continue;
            while (at < n && sets[at].triples != scoop) at++;
            if (at == n) continue;
            sets[i].triples |= scoop;
            sets[at].rest.paid -= sets[i].rest.paid;
        }
    }
    return n;
}

/* Add a triple, if it pays something, to the set with the same payment; return the new number of sets. */
static int add_triple(triple_set *sets, int n, const group *g, int triple, payment rest) {
    int at = 0;
    if (rest.paid == 0 && !rest.sweep) return n;
    while (at < n && !pay_alike(&sets[at].rest, &rest)) at++;
    if (at == n) {
        sets[n++] = (triple_set){0, g->begin, g->end, rest};
    }
    sets[at].triples |= UINT32_C(1) << triple;
    return n;
}

/* List the sets of triples for which a group pays something; return their number. */
static int list_sets(const cpf_field *f, const int32_t royalties[CPF_ROWS], int doubles, const group *g, int tie,
                     triple_set sets[CPF_TRIPLES]) {
    int n = 0;
    for (uint32_t rest = f->active; rest; rest &= rest - 1) {
        int triple = cpf_lowest_bit(rest);
        n = add_triple(sets, n, g, triple, cpf_field_pay_rows(f, royalties, doubles, g, triple, tie));
    }
    return make_usual(f, sets, n);
}

/* List the different royalties of each row; return the number of their combinations, or 0 if these are too many. */
static int find_royalties(cpf_field *f) {
    int combinations = 1;
    for (int row = 0; row < CPF_ROWS; row++) {
        row_royalties *r = &f->royalties[row];
        r->n = 1; /* rows without a royalty have 0 */
        r->stride = combinations;
        for (int kind = 0; f->joint_needs_royalties && kind < CPF_KINDS; kind++) {
            int deuce = kind >= CPF_STRENGTHS, i = 0;
            int32_t royalty = f->rules->royalties[row][kind - deuce * CPF_STRENGTHS] << deuce;
            if (deuce && !f->rules->deuce_of_spades) break;
            while (i < r->n && r->royalty[i] != royalty) i++;
            if (i == MOST_ROYALTIES) return 0;
            if (i == r->n) r->royalty[r->n++] = royalty;
        }
        combinations *= r->n;
    }
    return combinations <= MOST_PLANS ? combinations : 0;
}

/* Append the sets of a group to a list of n sets, or extend the set of the previous group with the same triples and payment.
 * Return the new length. */
static int join_sets(triple_set *list, int n, const triple_set *sets, int count) {
    int before = n;
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < before && !(list[at].end == sets[i].begin && list[at].triples == sets[i].triples &&
                                pay_alike(&list[at].rest, &sets[i].rest)))
            at++;
        if (at < before)
            list[at].end = sets[i].end;
        else
            list[n++] = sets[i];
    }
    return n;
}

int cpf_field_make_plans(cpf_field *f) {
    int n = find_royalties(f), sets = 0, capacity = 0;
    const int64_t payments = (int64_t)n * f->groups * f->ties * count_bits(f->active, 0);
    free(f->plans);
    free(f->sets);
    f->plans = NULL;
    f->sets = NULL;
    f->royalty_cases = payments <= MOST_PAYMENTS ? n : 0;
    if (!f->royalty_cases) return 1;
    plan *next = f->plans = calloc((size_t)(n * f->ties) + 1, sizeof *f->plans);
    if (!next) return 0;
    for (int combination = 0; combination < n; combination++) {
        int32_t royalties[CPF_ROWS];
        for (int row = 0; row < CPF_ROWS; row++) {
            const row_royalties *r = &f->royalties[row];
            royalties[row] = r->royalty[combination / r->stride % r->n];
        }
        for (int t = 0; t < f->ties; t++, next++) {
            next->begin = sets;
            for (int g = 0; g < f->groups; g++) {
                triple_set group_sets[CPF_TRIPLES];
                int count = list_sets(f, royalties, -1, &f->group[g], f->tie[t], group_sets);
                if (capacity < sets + CPF_TRIPLES) {
                    triple_set *grown = realloc(f->sets, (size_t)(capacity = 2 * capacity + CPF_TRIPLES) * sizeof *grown);
                    if (!grown) return 0;
                    f->sets = grown;
                }
                sets = next->begin + join_sets(f->sets + next->begin, sets - next->begin, group_sets, count);
            }
            next->end = sets;
        }
    }
    return 1;
}

/* Return the plans of a board, one for each kind of opponents, or NULL if it has none. */
static inline const plan *plans_of(const cpf_field *f, const int32_t royalties[CPF_ROWS], int doubles) {
    int board = 0;
    if (!f->royalty_cases) return NULL;
    if (!f->joint_needs_royalties) return f->plans;
    if (doubles >= 0) return NULL;
    for (int row = 0; row < CPF_ROWS; row++) {
        const row_royalties *r = &f->royalties[row];
        int i = 0;
        while (i < r->n && r->royalty[i] != royalties[row]) i++;
        if (i == r->n) return NULL;
        board += i * r->stride;
    }
    return f->plans + board * f->ties;
}

CPF_ALWAYS_INLINE void add_sets(const cpf_field *f, const compared *c, int t, const triple_set *set, const triple_set *end,
                                int popcnt, sums *s) {
    for (; set < end; set++) {
        double sweeps_others = 0, boards = count_set(f, c, set, set->rest.sweep < 0 ? &sweeps_others : NULL, popcnt);
        cpf_field_add_payment(s, &set->rest, t, f->count[t], f->weight * boards, f->weight * sweeps_others);
    }
}

CPF_ALWAYS_INLINE void add_joint(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const int32_t royalties[CPF_ROWS],
                                 int doubles, int popcnt, sums *s) {
    compared c = compare(f, strengths);
    const plan *plans = plans_of(f, royalties, doubles);
    for (int t = 0; t < f->ties; t++) {
        if (plans) {
            add_sets(f, &c, t, f->sets + plans[t].begin, f->sets + plans[t].end, popcnt, s);
            continue;
        }
        for (int i = 0; i < f->groups; i++) {
            triple_set sets[CPF_TRIPLES];
            int n = list_sets(f, royalties, doubles, &f->group[i], f->tie[t], sets);
            add_sets(f, &c, t, sets, sets + n, popcnt, s);
        }
    }
}

CPF_ALWAYS_INLINE double joint(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const int32_t royalties[CPF_ROWS],
                               int doubles, int popcnt) {
    sums s = f->special;
    cpf_field_add_fouls(f, royalties, &s);
    add_joint(f, strengths, royalties, doubles, popcnt, &s);
    return cpf_field_points_of(f, &s);
}

void cpf_field_sum_joint(const cpf_field *f, const cpf_board *b, sums *s) {
    add_joint(f, b->strengths, b->royalties, b->doubles, 0, s);
}

double cpf_field_joint_of(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const int32_t royalties[CPF_ROWS],
                          int doubles) {
    return joint(f, strengths, royalties, doubles, 0);
}

/* List sets for upper bounds: each triple gets the highest payment of all triples in which no row does better, so that
 * stronger rows never pay less. `low`: lower royalties that may pay more, or NULL. Return the number of sets. */
static int add_bound_sets(const cpf_field *f, const int32_t royalties[CPF_ROWS], const int32_t *low, const group *g, int tie,
                          triple_set sets[BOUND_SETS_A_GROUP]) {
    static const payment nothing;
    payment won[CPF_TRIPLES], rest[CPF_TRIPLES]; /* won: sweeps by the player; rest: all else */
    int n = 0;
    for (int triple = 0; triple < CPF_TRIPLES; triple++) {
        int pays = f->active >> triple & 1;
        payment p = pays ? cpf_field_pay_rows(f, royalties, -1, g, triple, tie) : nothing;
        payment q = pays && low ? cpf_field_pay_rows(f, low, -1, g, triple, tie) : p;
        payment *best_won = &won[triple], *best_rest = &rest[triple];
        best_won->paid = 0;
        best_won->sweep = p.sweep > 0 || q.sweep > 0;
        best_won->extra = fmax(fmax(p.sweep > 0 ? p.extra : 0, q.sweep > 0 ? q.extra : 0), 0);
        best_rest->paid = fmax(p.paid, q.paid);
        best_rest->extra = fmax(p.sweep < 0 ? p.extra : 0, q.sweep < 0 ? q.extra : 0);
        if (p.sweep < 0 && q.sweep < 0) best_rest->extra = fmax(p.extra, q.extra);
        for (int row = 1; row < CPF_TRIPLES; row *= 3) {
            if (triple / row % 3 == 0) continue; /* lost: no result is worse */
            best_won->sweep |= won[triple - row].sweep;
            best_won->extra = fmax(best_won->extra, won[triple - row].extra);
            best_rest->paid = fmax(best_rest->paid, rest[triple - row].paid);
            best_rest->extra = fmax(best_rest->extra, rest[triple - row].extra);
        }
        best_rest->sweep = -(best_rest->extra != 0);
        n = add_triple(sets, n, g, triple, *best_rest);
        n = add_triple(sets, n, g, triple, *best_won);
    }
    return n;
}

void cpf_field_list_bounds(const cpf_field *f, const int32_t royalties[CPF_ROWS], bound_sets *bounds) {
    static const int32_t none[CPF_ROWS];
    const int32_t *low = f->joint_falls_with_royalties ? none : NULL;
    memcpy(bounds->royalties, royalties, sizeof bounds->royalties);
    bounds->n = 0;
    for (int t = 0; t < f->ties; t++) {
        for (int g = 0; g < f->groups; g++)
            bounds->n += add_bound_sets(f, royalties, low, &f->group[g], f->tie[t], bounds->sets + bounds->n);
        bounds->end[t] = bounds->n;
    }
}

double cpf_field_bound_of(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const bound_sets *bounds) {
    compared c = compare(f, strengths);
    sums s = f->special;
    cpf_field_add_fouls(f, bounds->royalties, &s);
    for (int t = 0, begin = 0; t < f->ties; begin = bounds->end[t++]) {
        add_sets(f, &c, t, bounds->sets + begin, bounds->sets + bounds->end[t], 0, &s);
        s.extra[t] = fmax(s.extra[t], 0);
    }
    return cpf_field_points_of(f, &s);
}

/* Return joint(b) by kinds of rows. The deuce of spades doubles the royalty of its row; in a row without a royalty it
 * doubles the royalty that its owner pays for the row. */
CPF_ALWAYS_INLINE double joint_of_kinds(const cpf_field *f, const uint32_t kinds[CPF_ROWS], int popcnt) {
    uint32_t strengths[CPF_ROWS];
    int32_t royalties[CPF_ROWS];
    int doubles = -1;
    for (int row = 0; row < CPF_ROWS; row++) {
        uint32_t deuce = kinds[row] >= CPF_STRENGTHS;
        strengths[row] = kinds[row] - deuce * CPF_STRENGTHS;
        royalties[row] = f->rules->royalties[row][strengths[row]] << deuce;
        if (deuce && !royalties[row]) doubles = row;
    }
    return joint(f, strengths, royalties, doubles, popcnt);
}

static double joint_portable(const void *field, const uint32_t kinds[CPF_ROWS]) { return joint_of_kinds(field, kinds, 0); }

#if defined(CPF_X86_64)
CPF_AVX2 static double joint_avx2(const void *field, const uint32_t kinds[CPF_ROWS]) {
    return joint_of_kinds(field, kinds, 1);
}

CPF_AVX512 static double joint_avx512(const void *field, const uint32_t kinds[CPF_ROWS]) {
    return joint_of_kinds(field, kinds, 1);
}
#elif defined(CPF_AARCH64)
static double joint_neon(const void *field, const uint32_t kinds[CPF_ROWS]) { return joint_of_kinds(field, kinds, 1); }
#endif

cpf_joint_of_kinds cpf_field_joint_kernel(int level) {
    switch (level) {
#if defined(CPF_X86_64)
    case CPF_CPU_AVX2: return joint_avx2;
    case CPF_CPU_AVX512: return joint_avx512;
#elif defined(CPF_AARCH64)
    case CPF_CPU_NEON: return joint_neon;
#endif
    default: return joint_portable;
    }
}

/* ---- making the bit sets ---- */

enum { LEAST_WORDS = 128 };

/* A board in the order of the bit sets: by royalties, if these matter, then by the chance to sweep the other opponents. */
typedef struct place {
    int32_t royalties[CPF_ROWS], doubles;
    double sweeps_others;
    int64_t board;
} place;

static int compare_places(const void *first, const void *second) {
    const place *a = first, *b = second;
    for (int row = 0; row < CPF_ROWS; row++)
        if (a->royalties[row] != b->royalties[row]) return a->royalties[row] < b->royalties[row] ? -1 : 1;
    if (a->doubles != b->doubles) return a->doubles < b->doubles ? -1 : 1;
    if (a->sweeps_others != b->sweeps_others) return a->sweeps_others < b->sweeps_others ? -1 : 1;
    return cpf_sign(a->board - b->board);
}

static int same_group(const place *a, const place *b) {
    return !memcmp(a->royalties, b->royalties, sizeof a->royalties) && a->doubles == b->doubles;
}

/* Fill `rank` and `below`. bits[i]: the bit of the board of places[i]. Return 0 if out of memory. */
static int fill_sets(cpf_field *f, const place *places, const int *bits) {
    for (int row = 0; row < CPF_ROWS; row++) {
        uint8_t has[FIELD_STRENGTHS];
        memset(has, 0, sizeof has);
        for (int64_t i = 0; i < f->ordinary; i++) has[place_of(f->boards[i].strengths[row])] = 1;
        int ranks = 0;
        for (int place = 0; place < FIELD_STRENGTHS; place++) {
            f->rank[row][place] = (uint16_t)ranks;
            ranks += has[place];
        }
        f->rank[row][FIELD_STRENGTHS] = (uint16_t)ranks;
        size_t words = (size_t)f->words;
        free(f->below[row]);
        uint64_t *below = f->below[row] = calloc((size_t)(ranks + 1) * words, sizeof *below);
        if (!below) return 0;
        for (int64_t i = 0; i < f->ordinary; i++) {
            size_t above = (size_t)f->rank[row][place_of(f->boards[places[i].board].strengths[row])] + 1;
            below[above * words + (size_t)(bits[i] / WORD)] |= UINT64_C(1) << bits[i] % WORD;
        }
        for (size_t i = words; i < (size_t)(ranks + 1) * words; i++) below[i] |= below[i - words];
    }
    return 1;
}

int cpf_field_lay_out(cpf_field *f) {
    size_t n = (size_t)f->ordinary;
    place *places = calloc(n + 1, sizeof *places);
    int *bits = calloc(n + 1, sizeof *bits);
    free(f->group);
    free(f->present);
    free(f->word_sweeps_others);
    f->present = NULL;
    f->word_sweeps_others = NULL;
    f->group = calloc(n + 1, sizeof *f->group);
    /* Boards of a word share one average chance to sweep, so words hold few boards: in small fields, one each. */
    size_t in_a_word = f->has_sweep && f->opponents > 1 ? n / LEAST_WORDS + 1 : WORD;
    if (in_a_word > WORD) in_a_word = WORD;
    int ok = places && bits && f->group;
    if (ok) {
        for (size_t i = 0; i < n; i++) {
            const cpf_board *b = &f->boards[i];
            if (f->joint_needs_royalties) memcpy(places[i].royalties, b->royalties, sizeof places[i].royalties);
            places[i].doubles = f->joint_needs_royalties ? b->doubles : -1;
            places[i].sweeps_others = f->sweeps_others[i];
            places[i].board = (int64_t)i;
        }
        qsort(places, n, sizeof *places, compare_places);
        f->groups = 0;
        f->words = 1;
        for (size_t i = 0, bit = 0; i < n; i++, bit++) {
            if (bit % WORD == in_a_word) bit += WORD - in_a_word;
            if (i == 0 || !same_group(&places[i], &places[i - 1])) {
                group *g = &f->group[f->groups++];
                bit = (bit + WORD - 1) / WORD * WORD;
                memcpy(g->royalties, places[i].royalties, sizeof g->royalties);
                g->doubles = places[i].doubles;
                g->begin = (int)(bit / WORD);
            }
            f->group[f->groups - 1].end = f->words = (int)(bit / WORD) + 1;
            bits[i] = (int)bit;
        }
        f->present = calloc((size_t)f->words + 1, sizeof *f->present);
        f->word_sweeps_others = calloc((size_t)f->words + 1, sizeof *f->word_sweeps_others);
        ok = f->present && f->word_sweeps_others && fill_sets(f, places, bits);
    }
    for (size_t i = 0; ok && i < n; i++) {
        f->present[bits[i] / WORD] |= UINT64_C(1) << bits[i] % WORD;
        f->word_sweeps_others[bits[i] / WORD] += (uint64_t)(places[i].sweeps_others * (double)ONE);
    }
    for (int word = 0; ok && word < f->words; word++)
        if (f->present[word]) f->word_sweeps_others[word] /= (uint64_t)count_bits(f->present[word], 0);
    free(places);
    free(bits);
    return ok;
}
