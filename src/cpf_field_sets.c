/* Counting how often which rows are won: boards of a field as bits, and sets of those that are weaker. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_cpu.h"
#include "cpf_field_inner.h"
#include "cpf_simd.h"

/* ---- counting ---- */

/* popcnt: whether the machine counts bits in one step. */
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

/* For each row the boards that are weaker than a board, and those that are no stronger. */
typedef struct compared {
    const uint64_t *weaker[CPF_ROWS], *no_stronger[CPF_ROWS];
} compared;

static compared compare(const cpf_field *f, const uint32_t strengths[CPF_ROWS]) {
    compared c;
    for (int row = 0; row < CPF_ROWS; row++) {
        const uint16_t *rank = f->rank[row] + strengths[row];
        c.weaker[row] = f->below[row] + (size_t)rank[0] * (size_t)f->words;
        c.no_stronger[row] = f->below[row] + (size_t)rank[1] * (size_t)f->words;
    }
    return c;
}

/* The bits of a word whose boards stand in one of the patterns. */
static inline uint64_t in_patterns(const cpf_field *f, const compared *c, uint32_t patterns, int word) {
    uint64_t state[CPF_ROWS][3], found = 0, present = f->present[word];
    for (int row = 0; row < CPF_ROWS; row++) {
        uint64_t weaker = c->weaker[row][word], no_stronger = c->no_stronger[row][word];
        state[row][0] = present & ~no_stronger;
        state[row][1] = no_stronger & ~weaker;
        state[row][2] = weaker;
    }
    for (int pair = 0; pair < 9; pair++) {
        uint32_t backs = patterns >> 3 * pair & 7;
        if (!backs) continue;
        uint64_t back = backs == 7 ? present : 0;
        for (int i = 0; i < 3 && backs != 7; i++)
            if (backs >> i & 1) back |= state[CPF_BACK][i];
        found |= state[CPF_FRONT][pair / 3] & state[CPF_MIDDLE][pair % 3] & back;
    }
    return found;
}

static inline uint64_t two_of(uint64_t a, uint64_t b, uint64_t c) { return (a & b) | (c & (a | b)); }

/* The sets that most rules pay for, which are worked out with fewer steps. */
void cpf_field_find_usual_sets(uint32_t sets[USUAL_SETS]) {
    memset(sets, 0, USUAL_SETS * sizeof *sets);
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        int won = 0, lost = 0;
        for (int rest = pattern; rest; rest /= 3) won += rest % 3 == 2;
        for (int rest = pattern, row = 0; row < CPF_ROWS; rest /= 3, row++) lost += rest % 3 == 0;
        sets[TWO_WON] |= (uint32_t)(won >= 2) << pattern;
        sets[TWO_LOST] |= (uint32_t)(lost >= 2) << pattern;
        sets[MORE_WON] |= (uint32_t)(won > lost) << pattern;
        sets[MORE_LOST] |= (uint32_t)(lost > won) << pattern;
    }
}

/* How many boards stand in one of the patterns of a set. If `alone` is not NULL, also the sum of their chances to win the event
 * against all others. */
CPF_ALWAYS_INLINE double count_set(const cpf_field *f, const compared *c, const pattern_set *set, double *alone, int popcnt) {
    const uint64_t *const *w = c->weaker, *const *n = c->no_stronger, *present = f->present, *chances = f->word_alone;
    const uint32_t patterns = set->patterns;
    const int begin = set->begin, end = set->end;
    int64_t count = 0;
    uint64_t sum = 0;
#define FOR_WORDS(expression)                                                                       \
    if (!alone)                                                                                     \
        for (int i = begin; i < end; i++) count += count_bits(expression, popcnt);                  \
    else                                                                                            \
        for (int i = begin; i < end; i++) {                                                         \
            int64_t bits = count_bits(expression, popcnt);                                          \
            count += bits;                                                                          \
            sum += (uint64_t)bits * chances[i];                                                     \
        }
    if (patterns == UINT32_C(1) << ALL_WON) {
        FOR_WORDS(w[0][i] & w[1][i] & w[2][i])
    } else if (patterns == UINT32_C(1) << ALL_LOST) {
        FOR_WORDS(present[i] & ~(n[0][i] | n[1][i] | n[2][i]))
    } else if (patterns == f->usual_sets[TWO_WON]) {
        FOR_WORDS(two_of(w[0][i], w[1][i], w[2][i]))
    } else if (patterns == f->usual_sets[TWO_LOST]) {
        FOR_WORDS(present[i] & ~two_of(n[0][i], n[1][i], n[2][i]))
    } else if (patterns == f->usual_sets[MORE_WON]) {
        FOR_WORDS(two_of(w[0][i], w[1][i], w[2][i]) | ((w[0][i] | w[1][i] | w[2][i]) & n[0][i] & n[1][i] & n[2][i]))
    } else if (patterns == f->usual_sets[MORE_LOST]) {
        FOR_WORDS(present[i] & (~two_of(n[0][i], n[1][i], n[2][i]) |
                                (~(n[0][i] & n[1][i] & n[2][i]) & ~(w[0][i] | w[1][i] | w[2][i]))))
    } else {
        FOR_WORDS(in_patterns(f, c, patterns, i))
    }
#undef FOR_WORDS
    if (alone) *alone = (double)sum / (double)ONE;
    return (double)count;
}

/* Sets that are a usual one but for the scoop are made usual, and the scoop is paid the difference. */
static int make_usual(const cpf_field *f, pattern_set *sets, int n) {
    static const int scoops[2] = {ALL_WON, ALL_LOST};
    for (int side = 0; side < 2; side++) {
        uint32_t scoop = UINT32_C(1) << scoops[side];
        for (int i = 0; i < n; i++) {
            int usual = 0, at = 0;
            for (int k = 0; k < USUAL_SETS; k++) usual |= (sets[i].patterns | scoop) == f->usual_sets[k];
            if (!usual || sets[i].patterns & scoop || sets[i].rest.event) continue;
            while (at < n && sets[at].patterns != scoop) at++;
            if (at == n) continue;
            sets[i].patterns |= scoop;
            sets[at].rest.paid -= sets[i].rest.paid;
        }
    }
    return n;
}

static int pay_alike(const payment *a, const payment *b) {
    return a->paid == b->paid && a->extra == b->extra && a->event == b->event;
}

/* Adds a pattern to the set that pays the same, if it pays something; returns how many sets there are then. */
static int add_pattern(pattern_set *sets, int n, const group *g, int pattern, payment rest) {
    int at = 0;
    if (rest.paid == 0 && !rest.event) return n;
    while (at < n && !pay_alike(&sets[at].rest, &rest)) at++;
    if (at == n) {
        sets[n++] = (pattern_set){0, g->begin, g->end, rest};
    }
    sets[at].patterns |= UINT32_C(1) << pattern;
    return n;
}

/* Lists the sets of patterns that pay something; returns how many. */
static int list_sets(const cpf_field *f, const int32_t royalties[CPF_ROWS], int doubles, const group *g, int tie,
                     pattern_set sets[PATTERNS]) {
    int n = 0;
    for (uint32_t left = f->active; left; left &= left - 1) {
        int pattern = cpf_lowest_bit(left);
        n = add_pattern(sets, n, g, pattern, cpf_field_pay_rows(f, royalties, doubles, g, pattern, tie));
    }
    return make_usual(f, sets, n);
}

/* Finds the different royalties of each row; returns how many boards they tell apart, or 0 if there are too many. */
static int find_royalties(cpf_field *f) {
    int boards = 1;
    for (int row = 0; row < CPF_ROWS; row++) {
        row_royalties *r = &f->royalties[row];
        r->n = 1; /* 0, which rows have that are no royalty */
        r->stride = boards;
        for (int kind = 0; f->joint_needs_royalties && kind < CPF_KINDS; kind++) {
            int deuce = kind >= CPF_STRENGTHS, i = 0;
            int32_t royalty = f->rules->royalties[row][kind - deuce * CPF_STRENGTHS] << deuce;
            if (deuce && !f->rules->deuce_of_spades) break;
            while (i < r->n && r->of[i] != royalty) i++;
            if (i == MOST_ROYALTIES) return 0;
            if (i == r->n) r->of[r->n++] = royalty;
        }
        boards *= r->n;
    }
    return boards <= MOST_PLANS ? boards : 0;
}

/* Adds the sets of a group to a list of n; where a group beside it has the same, that is made longer. Returns how many it has
 * then. */
static int join_sets(pattern_set *list, int n, const pattern_set *sets, int count) {
    int before = n;
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < before && !(list[at].end == sets[i].begin && list[at].patterns == sets[i].patterns &&
                                pay_alike(&list[at].rest, &sets[i].rest)))
            at++;
        if (at < before)
            list[at].end = sets[i].end;
        else
            list[n++] = sets[i];
    }
    return n;
}

/* Makes the plans of all boards, if they are not too many; 0: no memory. */
int cpf_field_make_plans(cpf_field *f) {
    int n = find_royalties(f), sets = 0, room = 0;
    const size_t payments = (size_t)n * (size_t)f->groups * (size_t)f->ties * (size_t)count_bits(f->active, 0);
    free(f->plans);
    free(f->sets);
    f->plans = NULL;
    f->sets = NULL;
    f->boards_told_apart = payments <= MOST_PAYMENTS ? n : 0;
    if (!f->boards_told_apart) return 1;
    plan *next = f->plans = calloc((size_t)(n * f->ties) + 1, sizeof *f->plans);
    if (!next) return 0;
    for (int board = 0; board < n; board++) {
        int32_t royalties[CPF_ROWS];
        for (int row = 0; row < CPF_ROWS; row++) {
            const row_royalties *r = &f->royalties[row];
            royalties[row] = r->of[board / r->stride % r->n];
        }
        for (int t = 0; t < f->ties; t++, next++) {
            next->begin = sets;
            for (int g = 0; g < f->groups; g++) {
                pattern_set own[PATTERNS];
                int count = list_sets(f, royalties, -1, &f->group[g], f->tie[t], own);
                if (room < sets + PATTERNS) {
                    pattern_set *more = realloc(f->sets, (size_t)(room = 2 * room + PATTERNS) * sizeof *more);
                    if (!more) return 0;
                    f->sets = more;
                }
                sets = next->begin + join_sets(f->sets + next->begin, sets - next->begin, own, count);
            }
            next->end = sets;
        }
    }
    return 1;
}

/* The plans of a board; NULL: they have to be made. */
static inline const plan *plans_of(const cpf_field *f, const int32_t royalties[CPF_ROWS], int doubles) {
    int board = 0;
    if (!f->boards_told_apart) return NULL;
    if (!f->joint_needs_royalties) return f->plans;
    if (doubles >= 0) return NULL;
    for (int row = 0; row < CPF_ROWS; row++) {
        const row_royalties *r = &f->royalties[row];
        int i = 0;
        while (i < r->n && r->of[i] != royalties[row]) i++;
        if (i == r->n) return NULL;
        board += i * r->stride;
    }
    return f->plans + board * f->ties;
}

CPF_ALWAYS_INLINE void add_sets(const cpf_field *f, const compared *c, int t, const pattern_set *set, const pattern_set *end,
                                int popcnt, sums *s) {
    for (; set < end; set++) {
        double alone = 0, boards = count_set(f, c, set, set->rest.event < 0 ? &alone : NULL, popcnt);
        cpf_field_add_payment(s, &set->rest, t, f->count[t], f->weight * boards, f->weight * alone);
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
            pattern_set own[PATTERNS];
            int n = list_sets(f, royalties, doubles, &f->group[i], f->tie[t], own);
            add_sets(f, &c, t, own, own + n, popcnt, s);
        }
    }
}

CPF_ALWAYS_INLINE double joint(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const int32_t royalties[CPF_ROWS],
                               int doubles, int popcnt) {
    sums s = cpf_field_others_of(f);
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

/* Adds what the patterns of a group pay at most when rows are as strong as they say, or weaker, and royalties as high, or lower:
 * so that stronger rows never pay less. `low`: other royalties that may pay more, or NULL. */
static int add_most(const cpf_field *f, const int32_t royalties[CPF_ROWS], const int32_t *low, const group *g, int tie,
                    pattern_set sets[MOST_OF_GROUP]) {
    static const payment nothing;
    payment won[PATTERNS], rest[PATTERNS]; /* for winning the event; all else */
    int n = 0;
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        int pays = f->active >> pattern & 1;
        payment p = pays ? cpf_field_pay_rows(f, royalties, -1, g, pattern, tie) : nothing;
        payment q = pays && low ? cpf_field_pay_rows(f, low, -1, g, pattern, tie) : p;
        payment *more = &won[pattern], *all = &rest[pattern];
        more->paid = 0;
        more->event = p.event > 0 || q.event > 0;
        more->extra = fmax(fmax(p.event > 0 ? p.extra : 0, q.event > 0 ? q.extra : 0), 0);
        all->paid = fmax(p.paid, q.paid);
        all->extra = fmax(p.event < 0 ? p.extra : 0, q.event < 0 ? q.extra : 0);
        if (p.event < 0 && q.event < 0) all->extra = fmax(p.extra, q.extra);
        for (int row = 1; row < PATTERNS; row *= 3) {
            if (pattern / row % 3 == 0) continue; /* lost: the weakest */
            more->event |= won[pattern - row].event;
            more->extra = fmax(more->extra, won[pattern - row].extra);
            all->paid = fmax(all->paid, rest[pattern - row].paid);
            all->extra = fmax(all->extra, rest[pattern - row].extra);
        }
        all->event = -(all->extra != 0);
        n = add_pattern(sets, n, g, pattern, *all);
        n = add_pattern(sets, n, g, pattern, *more);
    }
    return n;
}

void cpf_field_list_most(const cpf_field *f, const int32_t royalties[CPF_ROWS], most_sets *most) {
    static const int32_t none[CPF_ROWS];
    const cpf_rules *r = f->rules;
    int falls = f->has_event && r->home_run_times > 1 && r->home_run_times < r->scoop_times;
    memcpy(most->royalties, royalties, sizeof most->royalties);
    most->n = 0;
    for (int t = 0; t < f->ties; t++) {
        for (int g = 0; g < f->groups; g++)
            most->n += add_most(f, royalties, falls ? none : NULL, &f->group[g], f->tie[t], most->sets + most->n);
        most->end[t] = most->n;
    }
}

double cpf_field_most_of(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const most_sets *most) {
    compared c = compare(f, strengths);
    sums s = cpf_field_others_of(f);
    cpf_field_add_fouls(f, most->royalties, &s);
    for (int t = 0, begin = 0; t < f->ties; begin = most->end[t++]) {
        add_sets(f, &c, t, most->sets + begin, most->sets + most->end[t], 0, &s);
        s.extra[t] = fmax(s.extra[t], 0);
    }
    return cpf_field_points_of(f, &s);
}

/* A row with the deuce of spades has a double royalty or, without one, an owner who pays twofold. */
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

/* ---- laying out the sets ---- */

enum { LEAST_WORDS = 128 };

/* Boards by royalties, where they matter, and then by their chance to win the event. */
typedef struct place {
    int32_t royalties[CPF_ROWS], doubles;
    double alone;
    int64_t board;
} place;

static int compare_places(const void *one, const void *other) {
    const place *a = one, *b = other;
    for (int row = 0; row < CPF_ROWS; row++)
        if (a->royalties[row] != b->royalties[row]) return a->royalties[row] < b->royalties[row] ? -1 : 1;
    if (a->doubles != b->doubles) return a->doubles < b->doubles ? -1 : 1;
    if (a->alone != b->alone) return a->alone < b->alone ? -1 : 1;
    return cpf_sign(a->board - b->board);
}

static int same_group(const place *a, const place *b) {
    return !memcmp(a->royalties, b->royalties, sizeof a->royalties) && a->doubles == b->doubles;
}

/* Makes the sets of each row, of boards at these bits; 0: no memory. */
static int fill_sets(cpf_field *f, const place *places, const int *bits) {
    for (int row = 0; row < CPF_ROWS; row++) {
        uint8_t has[CPF_STRENGTHS];
        memset(has, 0, sizeof has);
        for (int64_t i = 0; i < f->ordinary; i++) has[f->boards[i].strengths[row]] = 1;
        int ranks = 0;
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            f->rank[row][s] = (uint16_t)ranks;
            ranks += has[s];
        }
        f->rank[row][CPF_STRENGTHS] = (uint16_t)ranks;
        size_t words = (size_t)f->words;
        free(f->below[row]);
        uint64_t *below = f->below[row] = calloc((size_t)(ranks + 1) * words, sizeof *below);
        if (!below) return 0;
        for (int64_t i = 0; i < f->ordinary; i++) {
            size_t above = (size_t)f->rank[row][f->boards[places[i].board].strengths[row]] + 1;
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
    free(f->word_alone);
    f->present = NULL;
    f->word_alone = NULL;
    f->group = calloc(n + 1, sizeof *f->group);
    /* Boards of a word have one chance in common, so words are many: in small fields there is one for each board. */
    size_t in_a_word = f->has_event && f->opponents > 1 ? n / LEAST_WORDS + 1 : WORD;
    if (in_a_word > WORD) in_a_word = WORD;
    int done = places && bits && f->group;
    if (done) {
        for (size_t i = 0; i < n; i++) {
            const cpf_board *b = &f->boards[i];
            if (f->joint_needs_royalties) memcpy(places[i].royalties, b->royalties, sizeof places[i].royalties);
            places[i].doubles = f->joint_needs_royalties ? b->doubles : -1;
            places[i].alone = f->alone[i];
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
        f->word_alone = calloc((size_t)f->words + 1, sizeof *f->word_alone);
        done = f->present && f->word_alone && fill_sets(f, places, bits);
    }
    for (size_t i = 0; done && i < n; i++) {
        f->present[bits[i] / WORD] |= UINT64_C(1) << bits[i] % WORD;
        f->word_alone[bits[i] / WORD] += (uint64_t)(places[i].alone * (double)ONE);
    }
    for (int word = 0; done && word < f->words; word++)
        if (f->present[word]) f->word_alone[word] /= (uint64_t)count_bits(f->present[word], 0);
    free(places);
    free(bits);
    return done;
}
