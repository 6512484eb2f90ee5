/* The best board of a hand: searches, lanes, and hands in Fantasyland. */
#include "checking.h"

cpf_arranging_tables arranging;

void make_ready(cpf_objective *objective, const cpf_rules *by) {
    cpf_objective_prepare(objective, by);
    cpf_objective_refine(objective, by);
}

/* Set the values of rows to royalty + factor * strength. Unless the factor is 0, they are not exact in bytes. */
void make_objective(cpf_objective *objective, const cpf_rules *by, double factor) {
    for (int row = 0; row < CPF_ROWS; row++)
        for (int kind = 0; kind < CPF_KINDS; kind++) {
            int strength = kind % CPF_STRENGTHS;
            objective->value[row][kind] = by->royalties[row][strength] + factor * strength;
        }
    make_ready(objective, by);
}

/* Check the number of legal splits of a hand, and its best one, by listing all splits. */
/* Check the splits by number: there are as many legal ones as `legal`, and none has a higher sum of scores than the best. */
static void check_numbers(const cpf_hand *hand, int64_t legal) {
    int8_t *marks = malloc(CPF_SPLITS_OF_13);
    float scores[CPF_HAND * CPF_ROWS], highest = -INFINITY, best = -INFINITY;
    uint8_t indices[CPF_HAND];
    for (int i = 0; i < CPF_HAND * CPF_ROWS; i++) scores[i] = (float)between(-100, 100); /* sums are exact */
    const int number = cpf_split_of_highest_score(&arranging, hand, scores);
    cpf_mark_legal(&arranging, hand, marks);
    for (int i = 0; i < CPF_SPLITS_OF_13; i++) {
        float sum = 0;
        uint32_t set = 0;
        legal -= marks[i];
        cpf_split_by_number(&arranging, i, indices);
        for (int k = 0; k < CPF_HAND; k++) {
            set |= 1u << indices[k];
            sum += scores[CPF_ROWS * indices[k] + (k < 3 ? CPF_FRONT : k < 8 ? CPF_MIDDLE : CPF_BACK)];
        }
        CHECK(set == (1u << CPF_HAND) - 1);
        if (marks[i] && sum > highest) highest = sum;
        if (i == number) best = sum;
    }
    CHECK(legal == 0 && best == highest && (number < 0 || marks[number]));
    free(marks);
}

void check_one_hand(const cpf_rules *by, const cpf_objective *objective, int n, int level) {
    uint8_t deck[52], cards[CPF_MOST_CARDS], board[CPF_HAND];
    cpf_workspace workspace = {0};
    cpf_undominated frontier = {0};
    cpf_split split, best;
    double value, best_value = -1e9;
    cpf_shifts shifts;
    int64_t legal = 0;
    int status, matches = 0;
    uint64_t mask = 0;
    shuffle(deck);
    for (int i = 0; i < n; i++) mask |= cpf_card_bit(deck[i]);
    cpf_hands hands = {NULL, &mask, 0};
    cpf_splits *splits = malloc(sizeof *splits);
    cpf_subset_max_kernel subset_max = cpf_subset_max_of(level);
    CHECK(cpf_hand_cards(&hands, 0, cards) == n);
    CHECK(cpf_workspace_for(&workspace, n));
    cpf_hand *hand = &workspace.hand;
    cpf_hand_read(&arranging, by, cards, n, workspace.ranks, hand);
    if (objective->removal) cpf_find_shifts(objective->removal, cards, &shifts);
    best = cpf_search_best(hand, objective, subset_max, &workspace.search, &value);
    cpf_split_cards(hand->card, best, board);
    cpf_splits_start(splits, hand, 1, NULL, subset_max, NULL);
    while ((status = cpf_splits_next(splits, &split)) != 0) {
        if (status < 0) continue;
        int is_best = memcmp(&split, &best, sizeof best) == 0;
        matches += is_best;
        legal++;
        if (objective->terms && legal % 16 && !is_best) continue; /* exact terms are slow */
        static const cpf_incumbent none;
        uint32_t kinds[CPF_ROWS] = {cpf_hand_kind(hand, split.front, hand->strength[split.front]),
                                    cpf_hand_kind(hand, split.middle, hand->middle[split.middle]),
                                    cpf_hand_kind(hand, split.back, hand->strength[split.back])};
        double sum = objective->value[CPF_BACK][kinds[CPF_BACK]] + objective->value[CPF_MIDDLE][kinds[CPF_MIDDLE]];
        double worth = cpf_board_value(&none, objective, kinds, sum, &shifts);
        best_value = worth > best_value ? worth : best_value;
    }
    CHECK(matches == 1 && best_value == value);
    CHECK(cpf_count_legal(hand, subset_max, workspace.search.cube) == legal);
    if (n == CPF_HAND) check_numbers(hand, legal);
    if (objective->in_bytes) { /* only if there are few different values */
        cpf_splits_start(splits, hand, 1, objective, subset_max, &workspace.search);
        while ((status = cpf_splits_next(splits, &split)) != 0) legal -= status > 0;
        CHECK(legal == 0);
    }
    CHECK(cpf_undominated_list(hand, subset_max, workspace.search.cube, &frontier) && frontier.n > 0);
    free(frontier.splits);
    free(splits);
    cpf_workspace_free(&workspace);
}

/* Check batches: all kernels give the same results, side by side and one by one. Buffers have no spare byte. */
void check_hands(const cpf_rules *by, const cpf_objective *objective, int level, int64_t n) {
    uint8_t *cards = malloc((size_t)n * CPF_HAND + (n == 0)), *boards = malloc((size_t)n * CPF_HAND + (n == 0)), deck[52];
    uint8_t board[CPF_HAND], **lists = calloc((size_t)n + 1, sizeof *lists);
    int64_t *counts = malloc((size_t)n * 8 + 8), count;
    double *values = malloc((size_t)n * 8 + 8), value;
    for (int64_t i = 0; i < n; i++) {
        shuffle(deck);
        memcpy(cards + i * CPF_HAND, deck, CPF_HAND);
    }
    cpf_arranging_batch batch = {&arranging, by, objective, {cards, NULL, CPF_HAND}, level, 2};
    CHECK(cpf_best_many(&batch, 0, n, boards, values) == n);
    CHECK(cpf_count_many(&batch, 0, n, counts) == n);
    for (int64_t i = 0; i < n && !only_threads; i++) {
        cpf_arranging_batch alone = {&arranging, by, objective, {cards + i * CPF_HAND, NULL, CPF_HAND}, CPF_CPU_PORTABLE, 1};
        CHECK(cpf_best_many(&alone, 0, 1, board, &value) == 1);
        CHECK(memcmp(board, boards + i * CPF_HAND, CPF_HAND) == 0 && value == values[i]);
        CHECK(cpf_count_many(&alone, 0, 1, &count) == 1 && count == counts[i]);
    }
    CHECK(cpf_undominated_many(&batch, 0, n, lists, counts) == n);
    for (int64_t i = 0; i < n; i++) free(lists[i]);
    for (int64_t i = 0; i < n * CPF_HAND; i++) cards[i] = (uint8_t)next_random(); /* any bytes are safe */
    CHECK(n == 0 || cpf_best_many(&batch, 0, n, boards, values) < n);
    CHECK(n == 0 || cpf_count_many(&batch, 0, n, counts) < n);
    free(cards);
    free(boards);
    free(lists);
    free(counts);
    free(values);
}

/* Make stronger rows worth more in one place, and less in another: many of the highest bounds are then out of order by less
 * than a level. */
static void make_opposed(cpf_objective *objective, const cpf_rules *by, int rising, int falling) {
    memset(objective, 0, sizeof *objective);
    for (int kind = 0; kind < CPF_KINDS; kind++) {
        int worth = kind % CPF_STRENGTHS / 66;
        objective->value[rising][kind] = worth;
        objective->value[falling][kind] = -worth;
    }
    make_ready(objective, by);
    CHECK(objective->in_bytes);
}

/* Check an objective that only pays middles too strong for any legal board, far more than the others. */
static void check_a_gap(const cpf_rules *by, cpf_objective *objective, int level) {
    static const uint8_t hand[CPF_HAND] = {2, 7, 8, 13, 16, 23, 24, 29, 32, 36, 42, 45, 48};
    enum { N = 64 };
    uint8_t cards[N * CPF_HAND], boards[N * CPF_HAND];
    double values[N], value = -1;
    cpf_workspace workspace = {0};
    cpf_split best;
    CHECK(cpf_workspace_for(&workspace, CPF_HAND));
    cpf_hand_read(&arranging, by, hand, CPF_HAND, workspace.ranks, &workspace.hand);
    memset(objective, 0, sizeof *objective);
    for (int kind = 0; kind < CPF_KINDS; kind++) objective->value[CPF_MIDDLE][kind] = kind % CPF_STRENGTHS;
    make_ready(objective, by);
    cpf_subset_max_kernel subset_max = cpf_subset_max_of(CPF_CPU_PORTABLE);
    cpf_search_best(&workspace.hand, objective, subset_max, &workspace.search, &value); /* the strongest legal middle */
    for (int kind = 0; kind < CPF_KINDS; kind++) objective->value[CPF_MIDDLE][kind] = kind % CPF_STRENGTHS > value ? 250 : 0;
    make_ready(objective, by);
    best = cpf_search_best(&workspace.hand, objective, subset_max, &workspace.search, &value);
    CHECK(objective->in_bytes && value == 0);
    for (int i = 0; i < N; i++) memcpy(cards + i * CPF_HAND, hand, CPF_HAND);
    cpf_arranging_batch batch = {&arranging, by, objective, {cards, NULL, CPF_HAND}, level, 1};
    CHECK(cpf_best_many(&batch, 0, N, boards, values) == N);
    for (int i = 0; i < N; i++) {
        uint8_t board[CPF_HAND];
        cpf_split_cards(hand, best, board);
        CHECK(values[i] == value && memcmp(boards + i * CPF_HAND, board, CPF_HAND) == 0);
    }
    cpf_workspace_free(&workspace);
}

void check_arranging(void) {
    cpf_objective *objective = malloc(sizeof *objective);
    arranging.settling = &settling;
    cpf_arranging_build(&arranging);
    for (int kind = 0; kind < 10; kind += only_threads ? 4 : 1) {
        cpf_rules by = rules;
        by.wheel = kind == 1 ? CPF_WHEEL_SECOND : CPF_WHEEL_LOWEST;
        by.lowball_middle = kind == 2 || kind == 5;
        by.deuce_of_spades = kind == 3; /* the objective doubles nothing, but hands have more kinds of rows */
        by.equal_rows = kind > 5 ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        memset(objective, 0, sizeof *objective);
        if (kind < 8)
            make_objective(objective, &by, kind == 4 || kind == 5 || kind == 7 ? 0.0013 : 0);
        else
            make_opposed(objective, &by, kind == 8 ? CPF_MIDDLE : CPF_FRONT, kind == 8 ? CPF_BACK : CPF_MIDDLE);
        for (int level = 0; level < CPF_CPU_LEVELS; level++) {
            if (!cpf_cpu_supports(level)) continue;
            int hands = level == CPF_CPU_PORTABLE ? 3 : 1; /* with another kernel, only the subset maxima differ */
            for (int i = 0; i < hands && !only_threads; i++) check_one_hand(&by, objective, 13, level);
            if (kind % 5 == 0 && !only_threads) check_one_hand(&by, objective, 14, level);
            for (int64_t n = kind ? 70 : 0; n <= 150; n = 5 * n / 2 + 1) check_hands(&by, objective, level, n);
        }
    }
    for (int level = 0; level < CPF_CPU_LEVELS; level++)
        if (cpf_cpu_supports(level) && !only_threads) check_a_gap(&rules, objective, level);
    free(objective);
}

/* Make rules by which few rows pay, and the best rows earn another Fantasyland. */
static void make_staying(cpf_objective *objective, cpf_rules *by, double bonus) {
    static const int classes[CPF_ROWS] = {3, 3, 3};
    cpf_terms *t = objective->terms = cpf_terms_new(classes);
    for (int row = 0; row < CPF_ROWS; row++)
        for (int kind = 0; kind < CPF_KINDS; kind++) {
            int s = kind % CPF_STRENGTHS, from = row == CPF_FRONT                          ? 1500
                                                 : row == CPF_MIDDLE && by->lowball_middle ? 6900
                                                                                           : 5700;
            by->royalties[row][s] = (int16_t)(s >= from ? 1 + (s - from) / 150 : 0);
            objective->value[row][kind] = by->royalties[row][s];
            t->of_kind[row][kind] = (uint8_t)((s > 7300) + (s > 7700));
        }
    for (int i = 0; i < 27; i++) {
        int highest = i / 9 > i / 3 % 3 ? i / 9 : i / 3 % 3;
        t->term[i] = bonus * (highest > i % 3 ? highest : i % 3);
    }
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = 0; i < 3; i++) t->lift[row][i] = bonus > 0 ? bonus * i : 0;
    t->are_lifted = 1;
    make_ready(objective, by);
}

/* Check that the search by lists of paying rows finds what the search by subset maxima finds, or refuses the hand. */
static void check_sparse(const cpf_rules *by, const cpf_objective *objective, int n, int ranks) {
    cpf_sparse *memory = malloc(sizeof *memory);
    cpf_workspace workspace = {0};
    uint8_t deck[52], cards[CPF_MOST_CARDS];
    uint64_t mask = 0;
    cpf_split expected, best;
    double value, worth;
    shuffle(deck);
    for (int i = 0, m = 0; m < n; i++)
        if (deck[i] / 4 < ranks) mask |= cpf_card_bit(deck[i]), m++;
    cpf_hands hands = {NULL, &mask, 0};
    CHECK(cpf_hand_cards(&hands, 0, cards) == n && cpf_workspace_for(&workspace, n));
    cpf_hand_read(&arranging, by, cards, n, workspace.ranks, &workspace.hand);
    expected = cpf_search_best(&workspace.hand, objective, cpf_subset_max_of(CPF_CPU_PORTABLE), &workspace.search, &value);
    CHECK(cpf_sparse_fits(by, objective));
    if (cpf_sparse_best(&arranging, by, objective, cards, n, memory, &best, &worth))
        CHECK(memcmp(&best, &expected, sizeof best) == 0 && worth == value);
    else
        CHECK(ranks < 13 || by->lowball_middle);
    cpf_workspace_free(&workspace);
    free(memory);
}

/* Check batches of Fantasyland hands, alone and against boards: threads agree, and any bytes are safe. */
static void check_stays(const cpf_rules *by, const cpf_objective *objective, int n, int opponents, int level) {
    enum { N = 24 };
    size_t seats = (size_t)opponents;
    uint8_t *cards = malloc((size_t)(N * n)), *others = malloc(N * seats * CPF_HAND + !opponents), deck[52];
    uint8_t *boards[2], *stays[2];
    int32_t *royalties[2];
    double *values[2];
    cpf_arranging_batch batch = {&arranging, by, NULL, {cards, NULL, n}, level, 1};
    cpf_stays plan = {.others = opponents ? others : NULL, .me = opponents / 2};
    plan.objective[n - CPF_HAND] = objective;
    plan.seating = seats_of(opponents + 1);
    for (size_t i = 0; i < N; i++) {
        shuffle(deck);
        memcpy(cards + i * (size_t)n, deck, (size_t)n);
        memcpy(others + i * seats * CPF_HAND, deck + n, seats * CPF_HAND);
    }
    for (int i = 0; i < 2; i++) {
        boards[i] = malloc(N * CPF_HAND);
        stays[i] = malloc(N);
        royalties[i] = malloc(N * sizeof *royalties[i]);
        values[i] = malloc(N * sizeof *values[i]);
        batch.threads = 1 + 2 * i;
        CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[i], values[i], royalties[i], stays[i]) == N);
    }
    CHECK(memcmp(boards[0], boards[1], N * CPF_HAND) == 0 && memcmp(stays[0], stays[1], N) == 0);
    CHECK(memcmp(royalties[0], royalties[1], N * sizeof **royalties) == 0);
    CHECK(memcmp(values[0], values[1], N * sizeof **values) == 0);
    for (size_t i = 0; i < N; i++) {
        CHECK(stays[0][i] == 0 || stays[0][i] == 13 || stays[0][i] == 14);
        if (!opponents && boards[0][i * CPF_HAND] < CPF_CARDS) /* the bonus is 4 times the stay class */
            CHECK(values[0][i] == royalties[0][i] + 4 * (stays[0][i] ? stays[0][i] - 12 : 0));
    }
    if (opponents) {
        others[(N - 1) * seats * CPF_HAND + 5] = cards[(N - 1) * n + 3];
        CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[0], values[0], royalties[0], stays[0]) == N - 1);
        for (size_t i = 0; i < N * seats * CPF_HAND; i++) others[i] = (uint8_t)next_random();
        CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[0], values[0], royalties[0], stays[0]) < N);
    }
    for (int i = 0; i < N * n; i++) cards[i] = (uint8_t)next_random();
    CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[0], values[0], royalties[0], stays[0]) < N);
    for (int i = 0; i < 2; i++) {
        free(boards[i]);
        free(stays[i]);
        free(royalties[i]);
        free(values[i]);
    }
    free(cards);
    free(others);
}

void check_fantasyland(void) {
    cpf_objective *objective = malloc(sizeof *objective);
    cpf_rules by = rules;
    memset(&by.patterns, 0, sizeof by.patterns);
    for (int kind = 0; kind < 4; kind++) {
        by.lowball_middle = kind == 1;
        by.lowest_middle = kind == 1 ? 6000 : 0;
        by.equal_rows = kind == 2 ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        memset(objective, 0, sizeof *objective);
        make_staying(objective, &by, kind == 3 ? -3.7 : 4);
        for (int n = CPF_HAND; n <= CPF_MOST_CARDS; n += only_threads ? 4 : 1) {
            for (int i = 0; i < 12 && !only_threads; i++) check_sparse(&by, objective, n, i % 4 ? 13 : 5);
            if (kind == 3 || (kind && only_threads)) continue;
            for (int opponents = 0; opponents < 4 && n + opponents * CPF_HAND <= 52; opponents++)
                check_stays(&by, objective, n, opponents, cpf_cpu_level());
        }
        free(objective->terms);
    }
    free(objective);
}
