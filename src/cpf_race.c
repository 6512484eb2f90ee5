/* Races between the candidates of a hand. */
#include "cpf_race.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_threads.h"

enum { FIRST_SAMPLES = 512, FIRST_TABLES = 64, MOST_SOURCES = 3, BLOCK = 1024, LANES = 8 };
/* In standard errors: the best of thousands of candidates is hardly ever so far behind; and the 95 % margin of error. */
static const double hopeless = 6, margin = 1.959963984540054;

/* Where points come from: the sample; the tables; or the part of the points of tables that no pairing pays. */
typedef enum source_kind { BY_SAMPLE, BY_TABLES, BEYOND_PAIRINGS } source_kind;

typedef struct source {
    source_kind kind;
    int64_t n, done;        /* number of opponents or tables, and of those that are summed */
    double weight, squares; /* sums of weights and of their squares, so far */
    int32_t *leader;        /* points of the leader */
} source;

/* Sums over the differences d to the leader's points, with weights w. */
typedef struct sums {
    double wd, wwd, wwdd;
} sums;

typedef struct candidate {
    cpf_board board;
    uint8_t cards[CPF_HAND];
    sums behind[MOST_SOURCES]; /* by source_kind */
} candidate;

typedef struct estimate {
    double mean, variance; /* of the mean */
} estimate;

/* The memory of a thread, reused from hand to hand. */
typedef struct race {
    const cpf_race_batch *batch;
    cpf_workspace workspace;
    cpf_undominated undominated;
    cpf_selected selected;
    cpf_board *tables; /* boards of the hand's tables, [table][seat]; seat 0 is empty */
    source sources[MOST_SOURCES];
    int active; /* sources that count, as bits */
    candidate *candidates;
    int n, room, leader; /* numbers of candidates that are left, and that fit; index of the one with the most points */
    int has_user;        /* whether candidate 0 is the user's board */
} race;

/* ---- candidates ---- */

/* Add a candidate, unless it declares no natural although it should. Return 0 if out of memory. */
static int add(race *r, const uint8_t cards[CPF_HAND], int declare) {
    if (r->n == r->room) {
        const int room = r->room ? 2 * r->room : 256;
        candidate *more = realloc(r->candidates, (size_t)room * sizeof *more);
        if (!more) return 0;
        r->candidates = more;
        r->room = room;
    }
    candidate *c = &r->candidates[r->n];
    memset(c, 0, sizeof *c);
    memcpy(c->cards, cards, CPF_HAND);
    cpf_read_with_order(r->batch->tables->settling, r->batch->rules, cards, declare, &c->board);
    r->n += declare != CPF_DECLARE_BEST || c->board.natural >= 0;
    return 1;
}

/* Add the naturals that boards of the hand can declare. */
static int add_naturals(race *r, const uint8_t *cards) {
    const cpf_rules *rules = r->batch->rules;
    uint8_t shown[CPF_ROW_SHAPES][CPF_HAND];
    if (!rules->patterns.patterns) return 1;
    const int n = cpf_show_naturals(r->batch->tables->settling, rules, cards, shown);
    for (int i = 0; i < n; i++)
        if (!add(r, shown[i], CPF_DECLARE_BEST)) return 0;
    return add(r, cards, CPF_DECLARE_BEST);
}

static int list_candidates(race *r, const uint8_t *hand, const uint8_t *user, int declared) {
    const cpf_race_batch *b = r->batch;
    uint8_t cards[CPF_HAND], surrender[CPF_HAND];
    r->n = 0;
    r->has_user = user != NULL;
    if (user && !add(r, user, declared)) return 0;
    r->n = r->has_user; /* also if it cannot declare */
    if (!cpf_workspace_for(&r->workspace, CPF_HAND)) return 0;
    cpf_hand_read(b->tables, b->rules, hand, CPF_HAND, r->workspace.ranks, &r->workspace.hand);
    if (!cpf_undominated_list(&r->workspace.hand, cpf_subset_max_of(b->level), r->workspace.search.cube, &r->undominated))
        return 0;
    memcpy(cards, hand, CPF_HAND); /* a foul, if no board is legal */
    for (int i = 0; i < r->undominated.n || i < 1; i++) {
        if (i < r->undominated.n) cpf_split_cards(hand, r->undominated.splits[i], cards);
        if (!add(r, cards, CPF_DECLARE_NOTHING)) return 0;
    }
    if (!add_naturals(r, cards)) return 0;
    memset(surrender, CPF_SURRENDERED, CPF_HAND);
    return b->rules->surrender < 0 || add(r, surrender, CPF_DECLARE_NOTHING);
}

/* ---- points ---- */

/* Return the points of a board at a table, or only those that home runs add to its pairings. */
static int32_t points_at_table(const race *r, const cpf_board *mine, int64_t table, int beyond_pairings) {
    const cpf_race_batch *b = r->batch;
    const int seats = b->opponents + 1;
    const cpf_seating seating = cpf_seated(seats, b->button);
    cpf_board boards[CPF_MOST_PLAYERS];
    cpf_outcome outcome;
    int32_t points = 0;
    memcpy(boards, r->tables + table * seats, (size_t)seats * sizeof *boards);
    boards[0] = *mine;
    cpf_settle(b->tables->settling, b->rules, boards, &seating, &outcome);
    if (!beyond_pairings) return outcome.points[0];
    for (int i = 1; i < seats; i++) {
        const cpf_pairing *p = &outcome.pairings[i - 1];
        const cpf_board pairing[2] = {*mine, boards[i]};
        const cpf_seating two_seats = cpf_seated(2, b->button == 0 ? 0 : b->button == i ? 1 : 2);
        cpf_outcome alone;
        if (!p->home_run) continue;
        cpf_settle(b->tables->settling, &b->sample->rules, pairing, &two_seats, &alone);
        points += p->points - alone.points[0];
    }
    return points;
}

static void find_points(const race *r, const source *s, const cpf_board *board, int64_t begin, int64_t end,
                        int32_t *points) {
    if (s->kind == BY_SAMPLE)
        cpf_selected_points(&r->selected, board, begin, end, points);
    else
        for (int64_t i = begin; i < end; i++) points[i - begin] = points_at_table(r, board, i, s->kind == BEYOND_PAIRINGS);
}

static inline int weight_of(const race *r, const source *s, int64_t i) {
    return s->kind == BY_SAMPLE ? r->selected.weight[i] : 1;
}

/* Sums in lanes, which compilers may use side by side. */
typedef struct lanes {
    double wd[LANES], wwd[LANES], wwdd[LANES];
} lanes;

/* Add up to LANES differences. `weights` and `others` may be NULL, for 1 and for 0. */
CPF_ALWAYS_INLINE void add_to_lanes(lanes *sums, int n, const uint8_t *weights, const int32_t *points,
                                    const int32_t *others) {
    for (int i = 0; i < n; i++) {
        const double w = weights ? weights[i] : 1, d = (double)points[i] - (others ? others[i] : 0), product = w * d;
        sums->wd[i] += product;
        sums->wwd[i] += w * product;
        sums->wwdd[i] += product * product; /* may exceed 64 bits under extreme rules */
    }
}

CPF_ALWAYS_INLINE void add_all(lanes *sums, int64_t n, const uint8_t *weights, const int32_t *points,
                               const int32_t *others) {
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        add_to_lanes(sums, LANES, weights ? weights + i : NULL, points + i, others ? others + i : NULL);
    add_to_lanes(sums, (int)(n - i), weights ? weights + i : NULL, points + i, others ? others + i : NULL);
}

/* Sum the differences between `points` and `others`, which may be NULL for 0, over the range from `begin` on. */
static void add_differences(const race *r, const source *s, const int32_t *points, const int32_t *others, int64_t begin,
                            int64_t n, sums *sum) {
    const uint8_t *weights = s->kind == BY_SAMPLE ? r->selected.weight + begin : NULL;
    lanes added = {{0}, {0}, {0}};
    if (weights && others) /* constant conditions, for the compiler */
        add_all(&added, n, weights, points, others);
    else if (others)
        add_all(&added, n, NULL, points, others);
    else
        add_all(&added, n, weights, points, NULL);
    for (int i = 0; i < LANES; i++) {
        sum->wd += added.wd[i];
        sum->wwd += added.wwd[i];
        sum->wwdd += added.wwdd[i];
    }
}

static estimate estimate_of(const source *s, const sums *sum) {
    const double mean = sum->wd / s->weight, n = (double)s->done;
    const double deviations = sum->wwdd - 2 * mean * sum->wwd + mean * mean * s->squares;
    return (estimate){mean, fmax(deviations, 0) / (s->weight * s->weight) * n / (n - 1)};
}

/* ---- the race ---- */

/* Sum over a source from where it is up to `end`. */
static void extend(race *r, source *s, int64_t end) {
    const candidate *leader = &r->candidates[r->leader];
    int32_t points[BLOCK];
    find_points(r, s, &leader->board, s->done, end, s->leader + s->done);
    for (int64_t i = s->done; i < end; i++) {
        const double w = weight_of(r, s, i);
        s->weight += w;
        s->squares += w * w;
    }
    for (candidate *c = r->candidates; c < r->candidates + r->n; c++) {
        if (c == leader) continue;
        for (int64_t begin = s->done; begin < end; begin += BLOCK) {
            const int64_t last = end - begin < BLOCK ? end : begin + BLOCK;
            find_points(r, s, &c->board, begin, last, points);
            add_differences(r, s, points, s->leader + begin, begin, last - begin, &c->behind[s->kind]);
        }
    }
    s->done = end;
}

/* Return how far a candidate is from the leader, over all sources that count. */
static estimate gap_of(const race *r, const candidate *c) {
    estimate gap = {0, 0};
    for (int kind = 0; kind < MOST_SOURCES; kind++) {
        if (!(r->active >> kind & 1)) continue;
        const estimate part = estimate_of(&r->sources[kind], &c->behind[kind]);
        gap.mean += part.mean;
        gap.variance += part.variance;
    }
    return gap;
}

static int best_of(const race *r) {
    int best = r->leader;
    double highest = 0; /* the gap of the leader itself */
    for (int i = 0; i < r->n; i++) {
        const double mean = i == r->leader ? 0 : gap_of(r, &r->candidates[i]).mean;
        if (mean > highest || (mean == highest && i < best)) highest = mean, best = i;
    }
    return best;
}

/* Let the candidate with the most points lead, with the sums that this needs. */
static void find_leader(race *r) {
    for (int best = best_of(r); best != r->leader; best = best_of(r)) {
        r->leader = best;
        for (int i = 0; i < r->n; i++) memset(r->candidates[i].behind, 0, sizeof r->candidates[i].behind);
        for (int kind = 0; kind < MOST_SOURCES; kind++) {
            source *s = &r->sources[kind];
            if (!(r->active >> kind & 1)) continue;
            const int64_t done = s->done;
            s->done = 0;
            s->weight = s->squares = 0;
            extend(r, s, done);
        }
    }
}

/* Drop candidates that are almost certainly not the best, but neither the leader nor the user's board. */
static void drop_hopeless(race *r) {
    int left = 0, leader = 0;
    for (int i = 0; i < r->n; i++) {
        const estimate gap = i == r->leader ? (estimate){0, 0} : gap_of(r, &r->candidates[i]);
        if (-gap.mean > hopeless * sqrt(gap.variance) && !(r->has_user && i == 0)) continue;
        if (i == r->leader) leader = left;
        if (i != left) r->candidates[left] = r->candidates[i];
        left++;
    }
    r->n = left;
    r->leader = leader;
}

static void start(race *r, source_kind kind, int64_t n) {
    source *s = &r->sources[kind];
    s->kind = kind;
    s->n = n;
    s->done = 0;
    s->weight = s->squares = 0;
    r->active |= 1 << kind;
}

static void run_rounds(race *r, source_kind kind, int64_t first) {
    source *s = &r->sources[kind];
    for (int64_t end = first; s->done < s->n; end *= 2) {
        if (s->done && r->n > 1) drop_hopeless(r);
        extend(r, s, end < s->n ? end : s->n);
        find_leader(r);
    }
}

static void read_tables(race *r, int64_t hand) {
    const cpf_race_batch *b = r->batch;
    const int64_t boards = b->dealt.tables * b->opponents, first = hand * boards;
    for (int64_t i = 0; i < boards; i++)
        cpf_read_with_order(b->tables->settling, b->rules, b->dealt.boards + (first + i) * CPF_HAND,
                            b->dealt.declared[first + i],
                            &r->tables[i / b->opponents * (b->opponents + 1) + i % b->opponents + 1]);
}

static void run(race *r) {
    const cpf_race_batch *b = r->batch;
    r->active = 0;
    r->leader = 0;
    if (!b->dealt.tables) {
        start(r, BY_SAMPLE, r->selected.n);
        run_rounds(r, BY_SAMPLE, FIRST_SAMPLES);
        return;
    }
    start(r, BY_TABLES, b->dealt.tables);
    run_rounds(r, BY_TABLES, FIRST_TABLES);
    if (!b->sample) return;
    r->active = 0;
    start(r, BY_SAMPLE, r->selected.n);
    start(r, BEYOND_PAIRINGS, b->dealt.tables);
    extend(r, &r->sources[BY_SAMPLE], r->selected.n);
    extend(r, &r->sources[BEYOND_PAIRINGS], b->dealt.tables);
    find_leader(r);
}

/* ---- results ---- */

/* The user's board has the most points. Return the error whose margin is the number of points by which another candidate
 * may still be better. */
static double error_of_no_loss(const race *r) {
    double error = 0;
    for (int i = 1; i < r->n; i++) {
        const estimate gap = gap_of(r, &r->candidates[i]);
        error = fmax(error, sqrt(gap.variance) + gap.mean / margin);
    }
    return error;
}

static void write_results(const race *r, int64_t hand) {
    const cpf_race_batch *b = r->batch;
    const candidate *leader = &r->candidates[r->leader];
    estimate points = {0, 0};
    memcpy(b->best + hand * CPF_HAND, leader->cards, CPF_HAND);
    b->best_declared[hand] = (int8_t)leader->board.natural;
    for (int kind = 0; kind < MOST_SOURCES; kind++) {
        const source *s = &r->sources[kind];
        sums sum = {0, 0, 0};
        if (!(r->active >> kind & 1)) continue;
        add_differences(r, s, s->leader, NULL, 0, s->n, &sum);
        const estimate part = estimate_of(s, &sum);
        points.mean += part.mean;
        points.variance += part.variance;
    }
    b->points[hand] = points.mean;
    b->error[hand] = sqrt(points.variance);
    if (!r->has_user) return;
    const estimate gap = gap_of(r, &r->candidates[0]);
    b->loss[hand] = r->leader ? -gap.mean : 0;
    b->loss_error[hand] = r->leader ? sqrt(gap.variance) : error_of_no_loss(r);
}

/* Allocate what does not depend on the hand. Return 0 if out of memory. */
static int prepare(race *r) {
    const cpf_race_batch *b = r->batch;
    const int64_t tables = b->dealt.tables, most[MOST_SOURCES] = {b->sample ? b->sample->n : 0, tables, tables};
    int succeeded = 1;
    for (int kind = 0; kind < MOST_SOURCES; kind++) {
        r->sources[kind].leader = malloc((size_t)(most[kind] + 1) * sizeof(int32_t));
        succeeded &= r->sources[kind].leader != NULL;
    }
    r->tables = malloc((size_t)(tables + 1) * (size_t)(b->opponents + 1) * sizeof *r->tables);
    return succeeded && r->tables;
}

static void free_race(race *r) {
    cpf_workspace_free(&r->workspace);
    cpf_selected_free(&r->selected);
    for (int kind = 0; kind < MOST_SOURCES; kind++) free(r->sources[kind].leader);
    free(r->undominated.splits);
    free(r->tables);
    free(r->candidates);
}

typedef struct task {
    const cpf_race_batch *batch;
    int64_t begin, failed; /* failed: below the number of hands if a thread was out of memory */
} task;

static int race_hand(race *r, int64_t hand) {
    const cpf_race_batch *b = r->batch;
    const uint8_t *cards = b->hands + hand * CPF_HAND, *user = b->boards ? b->boards + hand * CPF_HAND : NULL;
    if (!list_candidates(r, cards, user, user ? b->declared[hand] : CPF_DECLARE_NOTHING)) return 0;
    if (b->sample && !cpf_select(b->sample, cards, &r->selected)) return 0;
    if (b->dealt.tables) read_tables(r, hand);
    run(r);
    write_results(r, hand);
    return 1;
}

static void race_range(void *context, int64_t begin, int64_t end) {
    task *t = context;
    race r;
    memset(&r, 0, sizeof r);
    r.batch = t->batch;
    int succeeded = prepare(&r);
    for (int64_t i = begin; i < end && succeeded; i++) succeeded = race_hand(&r, t->begin + i);
    if (!succeeded) cpf_atomic_min(&t->failed, begin);
    free_race(&r);
}

enum { GRAIN = 4 };

int cpf_race_many(const cpf_race_batch *batch, int64_t begin, int64_t end, int threads) {
    task t = {batch, begin, end - begin};
    CPF_ASSERT(batch->sample || batch->dealt.tables);
    cpf_parallel(threads, race_range, &t, end - begin, GRAIN);
    return t.failed == end - begin;
}
