/* Batches of hands, searched one by one or side by side in vector lanes. */
#include "cpf_arranging.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_fantasyland.h"
#include "cpf_lanes.h"
#include "cpf_split_numbers.h"
#include "cpf_threads.h"

int cpf_hand_cards(const cpf_hands *hands, int64_t index, uint8_t cards[CPF_MOST_CARDS]) {
    uint64_t seen = 0; /* bit i: card i */
    int n = 0;
    if (hands->cards) {
        const uint8_t *bytes = hands->cards + index * hands->width;
        unsigned high = 0;
        for (int i = 0; i < hands->width; i++) {
            high |= bytes[i];
            seen |= UINT64_C(1) << (bytes[i] & 63);
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
    free(w->memory);
    w->memory = malloc(cpf_subset_max_bytes(n) + cpf_order_bytes() + cpf_hand_bytes(n) + 64);
    w->n = w->memory ? n : 0;
    if (!w->memory) return 0;
    char *aligned = w->memory + (64 - (uintptr_t)w->memory % 64), *next = aligned + cpf_subset_max_bytes(n);
    w->search.cube = (cpf_subset_max *)(void *)aligned;
    w->search.order = (uint32_t *)(void *)next;
    w->ranks = (uint16_t *)(void *)(next + cpf_order_bytes());
    return 1;
}

void cpf_workspace_free(cpf_workspace *w) {
    free(w->memory);
    free(w->sparse);
    free(w->response);
}

static void put_cards(const uint8_t *cards, uint32_t set, uint8_t *row) {
    for (; set; set &= set - 1) *row++ = cards[cpf_lowest_bit(set)];
}

void cpf_split_cards(const uint8_t *cards, cpf_split split, uint8_t board[CPF_HAND]) {
    CPF_ASSERT(!(split.front & split.middle) && !(split.front & split.back) && !(split.middle & split.back));
    if (!split.back) {
        memset(board, 255, CPF_HAND);
        return;
    }
    put_cards(cards, split.front, board);
    put_cards(cards, split.middle, board + 3);
    put_cards(cards, split.back, board + 8);
}

/* ---- batches ---- */

typedef struct task task;

/* Process one hand of n ascending cards. Return 1; 0 if the input is invalid; or a negative error such as CPF_NO_MEMORY. */
typedef int (*hand_function)(const task *t, cpf_workspace *workspace, int64_t index, const uint8_t *cards, int n);

/* Hands of 13 cards, collected until every lane has one. */
typedef struct group {
    cpf_lanes lanes;
    void *memory; /* NULL: hands are not collected */
    int n;        /* number of collected hands */
    int64_t index[CPF_MOST_LANES];
} group;

struct task {
    const cpf_arranging_batch *batch;
    const cpf_objective *of_13; /* the objective of hands of 13 cards */
    hand_function do_one;
    int (*do_lanes)(const task *t, cpf_workspace *workspace, group *g); /* NULL: all hands one by one */
    int64_t begin;                                                      /* index of the first hand */
    int64_t first_bad; /* lowest index of an invalid hand so far, or the end of the hands */
    int64_t error;     /* 0, or the lowest negative status of a hand_function */
    uint8_t *boards, **lists;
    double *values;
    int64_t *counts;
    const cpf_stays *stays;
    int32_t *royalties;
    uint8_t *next_deals;
    int8_t *legal;
    int64_t stride; /* distance of two rows of `legal` */
    const float *scores;
};

/* Rank all rows of a hand. Return 0 if out of memory. */
static int read_hand(const cpf_arranging_batch *batch, cpf_workspace *w, const uint8_t *cards, int n) {
    if (!cpf_workspace_for(w, n)) return 0;
    cpf_hand_read(batch->tables, batch->rules, cards, n, w->ranks, &w->hand);
    return 1;
}

/* Search the hands of a group: side by side if they fill at least half of the lanes, else one by one. */
static int search_group(const task *t, cpf_workspace *w, group *g) {
    uint8_t cards[CPF_HAND];
    int status = 1;
    if (2 * g->n >= g->lanes.lanes) {
        for (int lane = g->n; lane < g->lanes.lanes; lane++)
            for (int i = 0; i < CPF_HAND; i++) g->lanes.card[i][lane] = g->lanes.card[i][0];
        status = t->do_lanes(t, w, g);
    } else
        for (int lane = 0; lane < g->n && status > 0; lane++) {
            cpf_lanes_cards(&g->lanes, lane, cards);
            status = t->do_one(t, w, g->index[lane], cards, CPF_HAND);
        }
    g->n = 0;
    return status;
}

static int add_to_group(const task *t, cpf_workspace *w, group *g, int64_t index, const uint8_t cards[CPF_HAND]) {
    for (int i = 0; i < CPF_HAND; i++) g->lanes.card[i][g->n] = cards[i];
    g->index[g->n++] = index;
    return g->n < g->lanes.lanes || search_group(t, w, g);
}

static void search_range(void *context, int64_t begin, int64_t end) {
    task *t = context;
    const cpf_arranging_batch *b = t->batch;
    const cpf_lanes_kernels *kernels = cpf_lanes_of(b->level);
    cpf_workspace workspace = {0};
    group g;
    int status = 1;
    g.n = 0;
    g.memory = NULL;
    if (t->do_lanes && 2 * (end - begin) >= kernels->lanes) {
        g.memory = malloc(cpf_lanes_bytes(kernels->lanes) + 64);
        status = g.memory ? 1 : CPF_NO_MEMORY;
        if (g.memory)
            cpf_lanes_start(&g.lanes, kernels, b->tables, b->rules, t->of_13,
                            (void *)(((uintptr_t)g.memory + 63) & ~(uintptr_t)63));
    }
    for (int64_t i = t->begin + begin; i < t->begin + end && status > 0; i++) {
        uint8_t cards[CPF_MOST_CARDS];
        int n = cpf_hand_cards(&b->hands, i, cards);
        if (!n)
            status = 0;
        else if (g.memory && n == CPF_HAND)
            status = add_to_group(t, &workspace, &g, i, cards);
        else
            status = t->do_one(t, &workspace, i, cards, n);
        if (!status) cpf_atomic_min(&t->first_bad, i);
    }
    if (status > 0 && g.n) status = search_group(t, &workspace, &g);
    if (status < 0) cpf_atomic_min(&t->error, status);
    free(g.memory);
    cpf_workspace_free(&workspace);
}

enum { MOST_A_GRAIN = 512 }; /* hands that a thread takes at a time: a few groups of lanes */

static int64_t search_all(task *t, int64_t end) {
    CPF_ASSERT(t->begin >= 0 && t->begin <= end && t->batch->threads > 0);
    CPF_ASSERT(t->batch->hands.cards || t->batch->hands.masks);
    int64_t n = end - t->begin, grain = n / t->batch->threads;
    t->first_bad = end;
    cpf_parallel(t->batch->threads, search_range, t, n, grain < 1 ? 1 : grain < MOST_A_GRAIN ? grain : MOST_A_GRAIN);
    return t->error ? t->error : t->first_bad;
}

int cpf_best_of_hand(const cpf_arranging_batch *batch, const cpf_objective *objective, const uint8_t *cards, int n,
                     cpf_workspace *w, cpf_split *best, double *value) {
    if (cpf_sparse_fits(batch->rules, objective)) {
        if (!w->sparse) w->sparse = malloc(sizeof *w->sparse);
        if (!w->sparse) return 0;
        if (cpf_sparse_best(batch->tables, batch->rules, objective, cards, n, w->sparse, best, value)) return 1;
    }
    if (!read_hand(batch, w, cards, n)) return 0;
    *best = cpf_search_best(&w->hand, objective, cpf_subset_max_of(batch->level), &w->search, value);
    return 1;
}

/* Return the class of the next Fantasyland (see CPF_STAY_CLASSES) by those of the rows. */
static int stay_class_of(int front, int middle, int back) {
    const int highest = front > middle ? front : middle;
    return highest > back ? highest : back;
}

int32_t cpf_royalties_of_board(const cpf_arranging_tables *tables, const cpf_rules *rules, const cpf_terms *terms,
                               const uint8_t board[CPF_HAND], uint8_t *next_deal) {
    const cpf_keys *keys = &tables->settling->ranking->keys;
    const cpf_scale *scale = &tables->settling->ranking->scales[rules->wheel];
    const cpf_scale *middle = rules->lowball_middle ? &tables->settling->ranking->scales[CPF_LOWBALL] : scale;
    const uint32_t strength[CPF_ROWS] = {
        cpf_strength3(keys, scale, board[0], board[1], board[2]),
        cpf_strength5(keys, middle, board[3], board[4], board[5], board[6], board[7]),
        cpf_strength5(keys, scale, board[8], board[9], board[10], board[11], board[12]),
    };
    static const int end[CPF_ROWS] = {3, 8, CPF_HAND};
    int32_t royalties = 0;
    int classes[CPF_ROWS];
    for (int row = 0, i = 0; row < CPF_ROWS; row++) {
        int deuce = 0;
        for (; i < end[row]; i++) deuce |= rules->deuce_of_spades && board[i] == CPF_DEUCE_OF_SPADES;
        classes[row] = terms->of_kind[row][strength[row] + (deuce ? CPF_STRENGTHS : 0)];
        royalties += rules->royalties[row][strength[row]] << deuce;
    }
    *next_deal = (uint8_t)cpf_cards_of_stay(stay_class_of(classes[CPF_FRONT], classes[CPF_MIDDLE], classes[CPF_BACK]));
    return royalties;
}

/* Write a result; for a Fantasyland hand, also the royalties and the next Fantasyland of its board. */
static void put_best(const task *t, const uint8_t *cards, int n, int64_t index, cpf_split best, double value) {
    uint8_t *board = t->boards + index * CPF_HAND;
    cpf_split_cards(cards, best, board);
    if (t->values) t->values[index] = best.back ? value : NAN;
    if (!t->stays) return;
    t->royalties[index] = t->next_deals[index] = 0;
    if (best.back)
        t->royalties[index] = cpf_royalties_of_board(t->batch->tables, t->batch->rules,
                                                     t->stays->objective[n - CPF_HAND]->terms, board, &t->next_deals[index]);
}

static int best_of_one(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n) {
    cpf_split best;
    double value;
    if (!cpf_best_of_hand(t->batch, t->batch->objective, cards, n, w, &best, &value)) return CPF_NO_MEMORY;
    put_best(t, cards, n, index, best, value);
    return 1;
}

static int best_of_group(const task *t, cpf_workspace *w, group *g) {
    cpf_split splits[CPF_MOST_LANES];
    double values[CPF_MOST_LANES];
    (void)w;
    cpf_lanes_best(&g->lanes, cpf_lanes_of(t->batch->level), g->n, splits, values);
    for (int lane = 0; lane < g->n; lane++) {
        uint8_t cards[CPF_HAND];
        cpf_lanes_cards(&g->lanes, lane, cards);
        put_best(t, cards, CPF_HAND, g->index[lane], splits[lane], values[lane]);
    }
    return 1;
}

int64_t cpf_best_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t *boards, double *values) {
    task t = {.batch = batch, .do_one = best_of_one, .begin = begin, .boards = boards, .values = values};
    t.of_13 = batch->objective;
    if (cpf_lanes_fit(batch->rules, t.of_13)) t.do_lanes = best_of_group;
    return search_all(&t, end);
}

/* ---- Fantasyland ---- */

cpf_terms *cpf_staying_terms(const cpf_objective *objective, const cpf_rules *rules, int32_t cards,
                             const double bonus[CPF_STAY_CLASSES]) {
    static const int classes[CPF_ROWS] = {CPF_STAY_CLASSES, CPF_STAY_CLASSES, CPF_STAY_CLASSES};
    const cpf_fantasyland *f = &rules->fantasyland;
    cpf_terms *t = cpf_terms_new(classes);
    double *term;
    if (!t) return NULL;
    for (int row = 0; row < CPF_ROWS && cpf_may_stay(f, 0); row++)
        for (int kind = 0; kind < CPF_KINDS; kind++) {
            const int32_t royalty = (int32_t)objective->value[row][kind];
            const int32_t earned = cpf_row_earns(f, row, (uint32_t)(kind % CPF_STRENGTHS), royalty, cards);
            CPF_ASSERT(!earned || (earned >= CPF_HAND && earned <= CPF_MOST_CARDS));
            t->of_kind[row][kind] = (uint8_t)(earned ? earned - CPF_HAND + 1 : 0);
        }
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = 0; i < CPF_STAY_CLASSES; i++) t->lift[row][i] = bonus[i] > 0 ? bonus[i] : 0;
    t->are_lifted = 1;
    term = t->term;
    for (int front = 0; front < CPF_STAY_CLASSES; front++)
        for (int middle = 0; middle < CPF_STAY_CLASSES; middle++)
            for (int back = 0; back < CPF_STAY_CLASSES; back++) *term++ = bonus[stay_class_of(front, middle, back)];
    return t;
}

/* Read the boards of all seats; the player's own has no rows yet. Return 0 for a card over 51, a duplicate
 * card, or a forbidden surrender. */
static int read_others(const task *t, int64_t index, const uint8_t *hand, int n, cpf_board boards[CPF_MOST_PLAYERS]) {
    const cpf_stays *stays = t->stays;
    const cpf_settling_tables *tables = t->batch->tables->settling;
    const int seats = stays->seating.seats;
    const uint8_t *cards = stays->others + index * (seats - 1) * CPF_HAND;
    uint64_t seen = 0;
    for (int i = 0; i < n; i++) seen |= UINT64_C(1) << hand[i];
    for (int seat = 0; seat < seats; seat++) {
        if (seat == stays->me) {
            if (n == CPF_HAND) {
                cpf_read_unset(tables, t->batch->rules, hand, CPF_DECLARE_BEST, &boards[seat]);
                cpf_find_natural_order(tables, t->batch->rules, &boards[seat]);
            } else { /* callers exclude rules with naturals or side payments */
                memset(&boards[seat], 0, sizeof boards[seat]);
                boards[seat].natural = boards[seat].doubles = -1;
            }
            continue;
        }
        int surrendered = cards[0] == CPF_SURRENDERED;
        for (int i = 0; i < CPF_HAND; i++) {
            if (surrendered ? cards[i] != CPF_SURRENDERED : cards[i] >= CPF_CARDS || seen >> cards[i] & 1) return 0;
            if (!surrendered) seen |= UINT64_C(1) << cards[i];
        }
        if (surrendered && t->batch->rules->surrender < 0) return 0;
        cpf_read_with_order(tables, t->batch->rules, cards, CPF_DECLARE_BEST, &boards[seat]);
        cards += CPF_HAND;
    }
    return 1;
}

/* Find the best board against the boards of the opponents. Return a status as a hand_function does. */
static int best_against(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n, cpf_split *best,
                        double *value) {
    const cpf_arranging_batch *batch = t->batch;
    const cpf_stays *stays = t->stays;
    cpf_board boards[CPF_MOST_PLAYERS];
    int too_many;
    if (!read_others(t, index, cards, n, boards)) return 0;
    if (!w->response) w->response = calloc(1, sizeof *w->response);
    if (!w->response || !read_hand(batch, w, cards, n)) return CPF_NO_MEMORY;
    cpf_terms *terms = cpf_response_terms(&w->hand, batch->tables->settling, batch->rules, boards, stays->me,
                                          &stays->seating, CPF_ALL_CHOOSE, stays->objective[n - CPF_HAND]->terms, &too_many);
    if (!terms) return too_many ? CPF_TOO_MANY_KINDS : CPF_NO_MEMORY;
    w->response->terms = terms;
    cpf_objective_prepare(w->response, batch->rules);
    *best = cpf_search_best(&w->hand, w->response, cpf_subset_max_of(batch->level), &w->search, value);
    free(terms);
    return 1;
}

static int staying_of_one(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n) {
    const cpf_objective *objective = t->stays->objective[n - CPF_HAND];
    cpf_split best;
    double value;
    if (!objective) return 0; /* only if another thread changes the hands during the call */
    if (t->stays->others) {
        int status = best_against(t, w, index, cards, n, &best, &value);
        if (status <= 0) return status;
    } else if (!cpf_best_of_hand(t->batch, objective, cards, n, w, &best, &value))
        return CPF_NO_MEMORY;
    put_best(t, cards, n, index, best, value);
    return 1;
}

int64_t cpf_staying_many(const cpf_arranging_batch *batch, const cpf_stays *stays, int64_t begin, int64_t end,
                         uint8_t *boards, double *values, int32_t *royalties, uint8_t *next_deals) {
    task t = {.batch = batch, .do_one = staying_of_one, .begin = begin, .boards = boards, .values = values};
    t.stays = stays;
    t.royalties = royalties;
    t.next_deals = next_deals;
    t.of_13 = stays->objective[0];
    if (!stays->others && t.of_13 && cpf_lanes_fit(batch->rules, t.of_13)) t.do_lanes = best_of_group;
    return search_all(&t, end);
}

/* ---- counts and lists ---- */

static int count_of_one(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n) {
    if (!read_hand(t->batch, w, cards, n)) return CPF_NO_MEMORY;
    t->counts[index] = cpf_count_legal(&w->hand, cpf_subset_max_of(t->batch->level), w->search.cube);
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
    task t = {.batch = batch, .do_one = count_of_one, .begin = begin, .counts = counts};
    if (batch->rules->equal_rows == CPF_EQUAL_ROWS_LEGAL) t.do_lanes = count_of_group;
    return search_all(&t, end);
}

static int mark_legal_of_one(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n) {
    if (n != CPF_HAND) return 0;
    if (!read_hand(t->batch, w, cards, n)) return CPF_NO_MEMORY;
    cpf_mark_legal(t->batch->tables, &w->hand, t->legal + index * t->stride);
    return 1;
}

int64_t cpf_mark_legal_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int8_t *legal, int64_t stride) {
    task t = {.batch = batch, .do_one = mark_legal_of_one, .begin = begin, .legal = legal, .stride = stride};
    return search_all(&t, end);
}

static int highest_of_one(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n) {
    if (n != CPF_HAND) return 0;
    if (!read_hand(t->batch, w, cards, n)) return CPF_NO_MEMORY;
    const float *scores = t->scores + index * (CPF_HAND * CPF_ROWS);
    t->counts[index] = cpf_split_of_highest_score(t->batch->tables, &w->hand, scores);
    return 1;
}

int64_t cpf_highest_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, const float *scores,
                         int64_t *numbers) {
    task t = {.batch = batch, .do_one = highest_of_one, .begin = begin, .scores = scores, .counts = numbers};
    return search_all(&t, end);
}

static int undominated_of_one(const task *t, cpf_workspace *w, int64_t index, const uint8_t *cards, int n) {
    cpf_undominated list = {0};
    if (!read_hand(t->batch, w, cards, n)) return CPF_NO_MEMORY;
    int ok = cpf_undominated_list(&w->hand, cpf_subset_max_of(t->batch->level), w->search.cube, &list);
    uint8_t *boards = ok ? malloc((size_t)list.n * CPF_HAND + 1) : NULL;
    if (boards) {
        for (int i = 0; i < list.n; i++) cpf_split_cards(cards, list.splits[i], boards + i * CPF_HAND);
        t->lists[index - t->begin] = boards;
        t->counts[index] = list.n;
    }
    free(list.splits);
    return boards ? 1 : CPF_NO_MEMORY;
}

int64_t cpf_undominated_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t **boards,
                             int64_t *counts) {
    task t = {.batch = batch, .do_one = undominated_of_one, .begin = begin, .lists = boards, .counts = counts};
    return search_all(&t, end);
}
