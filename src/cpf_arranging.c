/* Batches of hands. */
#include "cpf_arranging.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_threads.h"

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

/* Does one hand that was read; returns 0 if there is no memory. */
typedef int (*hand_task)(const task *t, cpf_workspace *workspace, int64_t index);

struct task {
    const cpf_arranging_batch *batch;
    hand_task one;
    int64_t begin, first_bad, no_memory;
    uint8_t *boards, **lists;
    double *values;
    int64_t *counts;
};

static void do_range(void *context, int64_t begin, int64_t end) {
    task *t = context;
    const cpf_arranging_batch *b = t->batch;
    cpf_workspace workspace = {0};
    for (int64_t i = t->begin + begin; i < t->begin + end; i++) {
        uint8_t cards[CPF_MOST_CARDS];
        int n = cpf_hand_cards(&b->hands, i, cards), done = 0;
        if (!n) {
            cpf_atomic_min(&t->first_bad, i);
            break;
        }
        if (cpf_workspace_for(&workspace, n)) {
            cpf_hand_read(b->tables, b->rules, cards, n, workspace.ranks, &workspace.hand);
            done = t->one(t, &workspace, i);
        }
        if (!done) {
            cpf_atomic_min(&t->no_memory, -1);
            break;
        }
    }
    cpf_workspace_free(&workspace);
}

enum { GRAIN = 64 };

static int64_t do_all(task *t, int64_t end) {
    t->first_bad = end;
    cpf_parallel(do_range, t, end - t->begin, GRAIN, t->batch->threads);
    return t->no_memory ? CPF_NO_MEMORY : t->first_bad;
}

static int best_of_one(const task *t, cpf_workspace *w, int64_t index) {
    double value;
    cpf_split best = cpf_search_best(&w->hand, t->batch->objective, cpf_inside_of(t->batch->level), w->search, &value);
    cpf_split_cards(&w->hand, best, t->boards + index * CPF_HAND);
    if (t->values) t->values[index] = best.back ? value : NAN;
    return 1;
}

int64_t cpf_best_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t *boards, double *values) {
    task t = {.batch = batch, .one = best_of_one, .begin = begin, .boards = boards, .values = values};
    return do_all(&t, end);
}

static int count_of_one(const task *t, cpf_workspace *w, int64_t index) {
    t->counts[index] = cpf_count_legal(&w->hand, cpf_inside_of(t->batch->level), w->search);
    return 1;
}

int64_t cpf_count_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int64_t *counts) {
    task t = {.batch = batch, .one = count_of_one, .begin = begin, .counts = counts};
    return do_all(&t, end);
}

static int undominated_of_one(const task *t, cpf_workspace *w, int64_t index) {
    cpf_undominated list = {0};
    int64_t place = index - t->begin;
    int done = cpf_undominated_list(&w->hand, cpf_inside_of(t->batch->level), w->search, &list);
    uint8_t *boards = done ? malloc((size_t)list.n * CPF_HAND + 1) : NULL;
    if (boards) {
        for (int i = 0; i < list.n; i++) cpf_split_cards(&w->hand, list.splits[i], boards + i * CPF_HAND);
        t->lists[place] = boards;
        t->counts[place] = list.n;
    }
    free(list.splits);
    return boards != NULL;
}

int64_t cpf_undominated_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t **boards, int64_t *counts) {
    task t = {.batch = batch, .one = undominated_of_one, .begin = begin, .lists = boards, .counts = counts};
    for (int64_t i = 0; i < end - begin; i++) boards[i] = NULL;
    return do_all(&t, end);
}
