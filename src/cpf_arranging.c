/* Batches of hands: one by one, or side by side in the lanes of vectors. */
#include "cpf_arranging.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_lanes.h"

int cpf_hand_cards(const cpf_hands *hands, int64_t index, uint8_t cards[CPF_MOST_CARDS]) {
    uint64_t seen = 0; /* bit i: card i */
    int n = 0;
    if (hands->cards) {
        const uint8_t *given = hands->cards + index * hands->width;
        unsigned high = 0;
        for (int i = 0; i < hands->width; i++) {
            high |= given[i];
            seen |= UINT64_C(1) << (given[i] & 63);
        }
        if (high > 63 || seen >> CPF_CARDS) return 0;
    } else {
        uint64_t mask = hands->masks[index];
        if (mask & CPF_MASK_GAPS) return 0;
        for (; mask; mask &= mask - 1) {
            int bit = cpf_lowest_bit(mask);
            seen |= UINT64_C(1) << (4 * (bit & 15) + (bit >> 4));
        }
    }
    for (; seen; seen &= seen - 1) {
        if (n == CPF_MOST_CARDS) return 0;
        cards[n++] = (uint8_t)cpf_lowest_bit(seen);
    }
    return n < CPF_HAND || (hands->cards && n < hands->width) ? 0 : n;
}

int cpf_workspace_for(cpf_workspace *w, int n) {
    CPF_ASSERT(cpf_is_hand_size(n));
    if (n <= w->n) return 1;
    size_t ranks = (cpf_hand_bytes(n) + 63) & ~(size_t)63;
    free(w->memory);
    w->memory = malloc(ranks + cpf_search_bytes(n) + 64);
    w->n = w->memory ? n : 0;
    w->ranks = (void *)(((uintptr_t)w->memory + 63) & ~(uintptr_t)63);
    w->search = (char *)w->ranks + ranks;
    return w->memory != NULL;
}

void cpf_workspace_free(cpf_workspace *w) { free(w->memory); }

static void put_cards(const cpf_hand *hand, uint32_t set, uint8_t *cards) {
    for (; set; set &= set - 1) *cards++ = hand->card[cpf_lowest_bit(set)];
}

void cpf_split_cards(const cpf_hand *hand, cpf_split split, uint8_t board[CPF_HAND]) {
    CPF_ASSERT(!(split.front & split.middle) && !(split.front & split.back) && !(split.middle & split.back));
    if (!split.back) {
        memset(board, 255, CPF_HAND);
        return;
    }
    put_cards(hand, split.front, board);
    put_cards(hand, split.middle, board + 3);
    put_cards(hand, split.back, board + 8);
}

/* ---- batches ---- */

typedef struct task task;

/* The job for one hand, which was read into the workspace; returns 0 if there is no memory. */
typedef int (*hand_task)(const task *t, cpf_workspace *workspace, int64_t index);

/* Hands of 13 cards, collected until there is one for each lane. */
typedef struct group {
    cpf_lanes lanes;
    void *memory; /* NULL: hands are not collected */
    int n;
    int64_t index[CPF_MOST_LANES];
} group;

struct task {
    const cpf_arranging_batch *batch;
    hand_task one;
    int (*together)(const task *t, cpf_workspace *workspace, group *g); /* or NULL: all one by one */
    int64_t begin, first_bad, no_memory;
    uint8_t *boards, **lists;
    double *values;
    int64_t *counts;
};

static int do_one(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n) {
    if (!cpf_workspace_for(w, n)) return 0;
    cpf_hand_read(t->batch->tables, t->batch->rules, cards, n, w->ranks, &w->hand);
    return t->one(t, w, index);
}

/* Does the hands of a group: together if they fill at least half of the lanes, else one by one. */
static int do_group(const task *t, cpf_workspace *w, group *g) {
    uint8_t cards[CPF_HAND];
    int done = 1;
    if (2 * g->n >= g->lanes.lanes) {
        for (int lane = g->n; lane < g->lanes.lanes; lane++)
            for (int i = 0; i < CPF_HAND; i++) g->lanes.card[i][lane] = g->lanes.card[i][0];
        done = t->together(t, w, g);
    } else
        for (int lane = 0; lane < g->n && done; lane++) {
            cpf_lanes_cards(&g->lanes, lane, cards);
            done = do_one(t, w, g->index[lane], cards, CPF_HAND);
        }
    g->n = 0;
    return done;
}

static int add_to_group(const task *t, cpf_workspace *w, group *g, int64_t index, const uint8_t cards[CPF_HAND]) {
    for (int i = 0; i < CPF_HAND; i++) g->lanes.card[i][g->n] = cards[i];
    g->index[g->n++] = index;
    return g->n < g->lanes.lanes || do_group(t, w, g);
}

static void do_range(void *context, int64_t begin, int64_t end) {
    task *t = context;
    const cpf_arranging_batch *b = t->batch;
    const cpf_lanes_kernels *kernels = cpf_lanes_of(b->level);
    cpf_workspace workspace = {0};
    group g;
    int done = 1;
    g.n = 0;
    g.memory = NULL;
    if (t->together && 2 * (end - begin) >= kernels->lanes) {
        g.memory = malloc(cpf_lanes_bytes(kernels->lanes) + 64);
        done = g.memory != NULL;
        if (done)
            cpf_lanes_start(&g.lanes, kernels, b->tables, b->rules, b->objective,
                            (void *)(((uintptr_t)g.memory + 63) & ~(uintptr_t)63));
    }
    for (int64_t i = t->begin + begin; i < t->begin + end && done; i++) {
        uint8_t cards[CPF_MOST_CARDS];
        int n = cpf_hand_cards(&b->hands, i, cards);
        if (!n) {
            cpf_atomic_min(&t->first_bad, i);
            break;
        }
        done = g.memory && n == CPF_HAND ? add_to_group(t, &workspace, &g, i, cards) : do_one(t, &workspace, i, cards, n);
    }
    if (done && g.n) done = do_group(t, &workspace, &g);
    if (!done) cpf_atomic_min(&t->no_memory, -1);
    free(g.memory);
    cpf_workspace_free(&workspace);
}

enum { MOST_AT_A_TIME = 512 }; /* a few groups of lanes */

static int64_t do_all(task *t, int64_t end) {
    CPF_ASSERT(t->begin >= 0 && t->begin <= end && t->batch->threads.count > 0);
    CPF_ASSERT(t->batch->hands.cards || t->batch->hands.masks);
    int64_t n = end - t->begin, grain = n / t->batch->threads.count;
    t->first_bad = end;
    cpf_parallel(t->batch->threads, do_range, t, n, grain < 1 ? 1 : grain < MOST_AT_A_TIME ? grain : MOST_AT_A_TIME);
    return t->no_memory ? CPF_NO_MEMORY : t->first_bad;
}

static void put_best(const task *t, const cpf_hand *hand, int64_t index, cpf_split best, double value) {
    cpf_split_cards(hand, best, t->boards + index * CPF_HAND);
    if (t->values) t->values[index] = best.back ? value : NAN;
}

static int best_of_one(const task *t, cpf_workspace *w, int64_t index) {
    double value;
    cpf_split best = cpf_search_best(&w->hand, t->batch->objective, cpf_subset_max_of(t->batch->level), w->search, &value);
    put_best(t, &w->hand, index, best, value);
    return 1;
}

static int best_of_group(const task *t, cpf_workspace *w, group *g) {
    cpf_split splits[CPF_MOST_LANES];
    double values[CPF_MOST_LANES];
    uint64_t known;
    cpf_lanes_best(&g->lanes, cpf_lanes_of(t->batch->level), g->n, splits, values, &known);
    for (int lane = 0; lane < g->n; lane++) {
        cpf_hand hand;
        cpf_lanes_cards(&g->lanes, lane, hand.card);
        if (known >> lane & 1)
            put_best(t, &hand, g->index[lane], splits[lane], values[lane]);
        else if (!do_one(t, w, g->index[lane], hand.card, CPF_HAND))
            return 0;
    }
    return 1;
}

int64_t cpf_best_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t *boards, double *values) {
    task t = {.batch = batch, .one = best_of_one, .begin = begin, .boards = boards, .values = values};
    if (cpf_lanes_fit(batch->rules, batch->objective)) t.together = best_of_group;
    return do_all(&t, end);
}

static int count_of_one(const task *t, cpf_workspace *w, int64_t index) {
    t->counts[index] = cpf_count_legal(&w->hand, cpf_subset_max_of(t->batch->level), w->search);
    return 1;
}

static int count_of_group(const task *t, cpf_workspace *w, group *g) {
    uint32_t counts[CPF_MOST_LANES];
    (void)w;
    cpf_lanes_count(&g->lanes, cpf_lanes_of(t->batch->level), counts);
    for (int lane = 0; lane < g->n; lane++) t->counts[g->index[lane]] = counts[lane];
    return 1;
}

int64_t cpf_count_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int64_t *counts) {
    task t = {.batch = batch, .one = count_of_one, .begin = begin, .counts = counts};
    if (batch->rules->equal_rows == CPF_EQUAL_ROWS_LEGAL) t.together = count_of_group;
    return do_all(&t, end);
}

static int undominated_of_one(const task *t, cpf_workspace *w, int64_t index) {
    cpf_undominated list = {0};
    int done = cpf_undominated_list(&w->hand, cpf_subset_max_of(t->batch->level), w->search, &list);
    uint8_t *boards = done ? malloc((size_t)list.n * CPF_HAND + 1) : NULL;
    if (boards) {
        for (int i = 0; i < list.n; i++) cpf_split_cards(&w->hand, list.splits[i], boards + i * CPF_HAND);
        t->lists[index - t->begin] = boards;
        t->counts[index] = list.n;
    }
    free(list.splits);
    return boards != NULL;
}

int64_t cpf_undominated_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t **boards,
                             int64_t *counts) {
    task t = {.batch = batch, .one = undominated_of_one, .begin = begin, .lists = boards, .counts = counts};
    return do_all(&t, end);
}
