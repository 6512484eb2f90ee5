/* Checks of positions and whole deals of open-face games. */
#include "checking.h"

static uint64_t next_bits(void *unused) {
    (void)unused;
    return next_random() * UINT64_C(0x2545f4914f6cdd1d);
}

static uint32_t next_half(void *unused) { return (uint32_t)(next_bits(unused) >> 32); }

/* List the ways to place each street, in memory of exactly their size; check how many ways of the first one differ. */
void list_streets(cpf_plan *plan, cpf_way *ways[CPF_MOST_STREETS][CPF_ROOMS]) {
    int64_t sequences = 1;
    for (int i = 0, room_before = CPF_HAND; i < plan->streets; room_before -= plan->street[i++].placed) {
        cpf_street *street = &plan->street[i];
        for (int room = 0; room < CPF_ROOMS; room++) {
            int64_t count = cpf_room_in_all(room) == room_before ? cpf_count_ways(street->dealt, street->placed, room) : 0;
            street->ways[room] = ways[i][room] = malloc((size_t)count * sizeof **ways[i]);
            street->count[room] = (int32_t)count;
            if (count) cpf_list_ways(street->dealt, street->placed, room, ways[i][room]);
        }
        sequences = i ? sequences : street->count[CPF_ALL_ROOM];
    }
    int32_t *list = malloc((size_t)sequences * sizeof *list);
    uint8_t deck[52];
    const cpf_partial empty = {{0, 0, 0}, CPF_ALL_ROOM};
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i; /* in the order of their ranks: four equal ones */
    int64_t different = cpf_perft(plan->street, 1, &empty, deck, 0, list, sequences);
    CHECK(plan->street[0].dealt > 5 ? different == sequences : different < sequences);
    CHECK(cpf_perft(plan->street, 1, &empty, deck, 1, list, sequences) == sequences);
    free(list);
}

/* Return networks of random weights for a plan, and payoffs. */
static cpf_evaluator *new_evaluator(const cpf_plan *plan, int level) {
    cpf_evaluator *evaluator = calloc(1, sizeof *evaluator);
    evaluator->windows = &windows;
    cpf_use_cpu_level(level);
    evaluator->network.first = new_weights(SMALL);
    for (int i = 0, placed = 0; i < plan->streets - 1; i++) {
        cpf_head *head = malloc(sizeof *head);
        fill_head(head, SMALL);
        placed += plan->street[i].placed;
        evaluator->network.head[placed] = head;
    }
    fill_payoffs(&evaluator->payoffs);
    return evaluator;
}

static void free_evaluator(cpf_evaluator *evaluator) {
    for (int placed = 0; placed <= CPF_HAND; placed++) free((void *)(uintptr_t)evaluator->network.head[placed]);
    free((void *)(uintptr_t)evaluator->network.first);
    free(evaluator);
}

/* Return the best of the three ways with the highest values that are within a point of the best, by exact means. */
static cpf_best best_on_average(const cpf_evaluator *evaluator, const cpf_view *view, const int32_t *values,
                                const uint64_t *masks) {
    const cpf_plan *plan = view->plan;
    const cpf_street *street = &plan->street[view->street];
    cpf_best best = {-1, 0};
    for (int way = 0; way < street->count[view->board->room]; way++) {
        int before = 0;
        int32_t highest = values[way];
        for (int other = 0; other < street->count[view->board->room]; other++) {
            before += values[other] > values[way] || (values[other] == values[way] && other < way);
            highest = values[other] > highest ? values[other] : highest;
        }
        if (before > 2 || (int64_t)highest - values[way] > CPF_VALUE_SCALE) continue;
        const cpf_partial after = cpf_place(view->board, &street->ways[view->board->room][way], masks);
        const double value = cpf_final_draw(plan->tables->ranking, plan->rules, &evaluator->payoffs, street + 1, &after,
                                            ~(CPF_MASK_GAPS | view->seen));
        const int wins_tie = best.way >= 0 && value == best.value && values[way] > values[best.way];
        if (best.way < 0 || value > best.value || wins_tie) best = (cpf_best){way, value};
    }
    return best;
}

/* Check that the values of ways are those of the boards that they lead to, and that the first best way is chosen. */
static void check_ways(const cpf_plan *plan, const cpf_evaluator *evaluator, int number) {
    const cpf_street *street = &plan->street[number];
    uint8_t deck[52], *cards = malloc((size_t)street->dealt);
    uint64_t rows[CPF_ROWS] = {0, 0, 0}, masks[CPF_HAND], hand = 0;
    int lacks = 0, n = 0, best = 0, way;
    double value;
    for (int i = number; i < plan->streets; i++) lacks += plan->street[i].placed;
    shuffle_some_first(deck);
    while (n < CPF_HAND - lacks) {
        const int row = between(0, CPF_ROWS - 1);
        if (cpf_count_bits(rows[row]) < cpf_row_size[row]) rows[row] |= cpf_card_bit(deck[n++]);
    }
    const cpf_partial board = cpf_board_of(rows);
    const int count = street->count[board.room];
    for (int i = 0; i < street->dealt; i++) hand |= cpf_card_bit(deck[n++]);
    uint64_t seen = rows[0] | rows[1] | rows[2] | hand;
    for (int more = between(0, 20); more > 0; more--) seen |= cpf_card_bit(deck[n++]);
    for (int card = 0, i = 0; card < 52; card++) {
        if (!(hand & cpf_card_bit((unsigned)card))) continue;
        masks[i] = cpf_card_bit((unsigned)card);
        cards[i++] = (uint8_t)card;
    }
    cpf_scratch *scratch = cpf_scratch_new(plan);
    const cpf_view view = {plan, number, &board, cards, seen, NULL, scratch};
    const int32_t *values = cpf_values_of_ways(evaluator, &view);
    CHECK(count > 0);
    for (int i = 0; i < count; i++) {
        const cpf_partial after = cpf_place(&board, &street->ways[board.room][i], masks);
        if (number + 1 < plan->streets)
            CHECK(values[i] == cpf_value_of_board(evaluator, plan->rules, &after, seen) * CPF_VALUE_SCALE);
        else
            CHECK(values[i] == payoff_of_board(&evaluator->payoffs, plan->rules, &after));
        best = values[i] > values[best] ? i : best;
    }
    const cpf_best expected =
        number + 2 == plan->streets && cpf_has_final_draw(street + 1)
            ? best_on_average(evaluator, &view, values, masks)
            : (cpf_best){best, values[best] / (number + 1 < plan->streets ? 1.0 * CPF_VALUE_SCALE : CPF_PAYOFF_POINT)};
    const cpf_positions alone = {plan, evaluator, (const uint64_t (*)[CPF_ROWS]) & rows, &seen};
    CHECK(cpf_choose_ways(&alone, 1, number, cards, &way, &value, 1));
    CHECK(way == expected.way && value == expected.value && cpf_choose_way(evaluator, &view) == way);
    free(cards);
    free(scratch);
}

/* Fill boards before street `number`, the cards that their players have seen, and ascending cards of that street. */
static void make_positions(const cpf_plan *plan, int number, int64_t n, uint64_t (*rows)[CPF_ROWS], uint64_t *seen,
                           uint8_t *cards) {
    int lacks = 0;
    for (int i = number; i < plan->streets; i++) lacks += plan->street[i].placed;
    for (int64_t i = 0; i < n; i++) {
        uint8_t deck[52];
        shuffle(deck);
        const cpf_partial board = fill_rows(deck, lacks);
        memcpy(rows[i], board.row, sizeof rows[i]);
        seen[i] = cpf_cards_of(&board);
        const cpf_bits bits = {NULL, next_bits, next_half, NULL, NULL};
        const int dealt = plan->street[number].dealt;
        CHECK(cpf_deal_unseen(&bits, &seen[i], 1, dealt, cards + i * dealt) == 1);
        for (int k = 0; k < dealt; k++) seen[i] |= cpf_card_bit(cards[i * dealt + k]);
        CHECK(cpf_count_bits(seen[i]) == CPF_HAND - lacks + dealt);
    }
}

/* Check that several threads value positions as single calls do, and that the first invalid position is found. */
static void check_positions(const cpf_plan *plan, int number) {
    enum { N = 70 };
    const int dealt = plan->street[number].dealt, is_last = number + 1 == plan->streets;
    uint64_t (*rows)[CPF_ROWS] = malloc(N * sizeof *rows), (*after)[CPF_ROWS] = malloc(N * sizeof *after);
    uint64_t *seen = malloc(N * sizeof *seen), seen_before;
    uint8_t *cards = malloc((size_t)(N * dealt));
    int32_t *ways = malloc(N * sizeof *ways), way;
    double *values = malloc(N * sizeof *values), *worth = malloc(N * sizeof *worth), value;
    const cpf_positions at = {plan, plan->evaluator, (const uint64_t (*)[CPF_ROWS])rows, seen};
    make_positions(plan, number, N, rows, seen, cards);
    CHECK(cpf_check_boards(&at, N) == N && cpf_check_street(&at, N, number, cards) == N);
    CHECK(cpf_choose_ways(&at, N, number, cards, ways, values, 3));
    CHECK(cpf_place_ways(&at, N, number, cards, ways, after) == N);
    for (int i = 0; i < N; i++) {
        const cpf_positions at_i = {plan, plan->evaluator, at.rows + i, seen + i};
        CHECK(cpf_choose_ways(&at_i, 1, number, cards + i * dealt, &way, &value, 1) && way == ways[i] && value == values[i]);
    }
    const cpf_positions next = {plan, plan->evaluator, (const uint64_t (*)[CPF_ROWS])after, seen};
    CHECK(cpf_check_boards(&next, N) == N);
    CHECK(cpf_values(&next, N, worth, 3) == (is_last ? 0 : N)); /* complete boards have no head */
    const int has_final_draw = number + 2 == plan->streets && cpf_has_final_draw(&plan->street[number + 1]);
    for (int i = 0; i < N && !is_last; i++) {
        const cpf_positions next_i = {plan, plan->evaluator, next.rows + i, seen + i};
        CHECK(cpf_values(&next_i, 1, &value, 1) == 1 && value == worth[i]);
    }
    if (has_final_draw) CHECK(cpf_final_draws(&next, N, worth, 3) == N);
    for (int i = 0; i < N && !is_last; i++) CHECK(worth[i] == values[i]);
    if (has_final_draw) {
        for (int i = 0; i < N; i++) {
            const cpf_positions at_i = {plan, plan->evaluator, next.rows + i, seen + i};
            CHECK(cpf_final_draws(&at_i, 1, &value, 1) == 1 && value == worth[i]);
        }
        memcpy(after[40], rows[40], sizeof *after);
        CHECK(cpf_final_draws(&next, N, worth, 2) == 40);
    }
    ways[33] = plan->street[number].count[cpf_board_of(rows[33]).room];
    CHECK(cpf_place_ways(&at, N, number, cards, ways, after) == 33);
    seen_before = seen[20];
    seen[20] |= UINT64_C(1) << 15; /* no card */
    CHECK(cpf_check_boards(&at, N) == 20);
    seen[20] = seen_before & ~cpf_card_bit(cards[20 * dealt]);
    CHECK(cpf_check_boards(&at, N) == N && cpf_check_street(&at, N, number, cards) == 20);
    seen[20] = seen_before;
    for (int i = 0; i < N * dealt; i++) cards[i] = (uint8_t)next_random();
    CHECK(cpf_check_street(&at, N, number, cards) < N); /* any bytes are safe */
    free(rows);
    free(after);
    free(seen);
    free(cards);
    free(ways);
    free(values);
    free(worth);
}

/* Play deals by the players of the package: each board has 13 cards of its stack. */
void check_playing(void) {
    const cpf_bits bits = {NULL, next_bits, next_half, NULL, NULL};
    for (int variant = 0; variant < VARIANTS; variant++) {
        static cpf_way *ways[CPF_MOST_STREETS][CPF_ROOMS];
        cpf_plan *plan = new_plan(variant);
        list_streets(plan, ways);
        CHECK((plan->careful = cpf_careful_new(plan)) != NULL);
        cpf_evaluator *evaluator = NULL;
        for (int level = 0; level < CPF_CPU_LEVELS; level++) {
            if (!cpf_cpu_supports(level)) continue;
            if (evaluator) free_evaluator(evaluator);
            plan->evaluator = evaluator = new_evaluator(plan, level);
            for (int i = 0; i < plan->streets * (plan->streets > 1 ? 20 : 1); i++)
                check_ways(plan, evaluator, i % plan->streets);
            for (int i = 0; i < plan->streets; i++) check_positions(plan, i);
        }
        for (int player = 0; player < CPF_PLAYERS; player++) {
            enum { SEATS = 2, DEALS = 12 };
            const int8_t button = (int8_t)(player % SEATS);
            const uint8_t nobody[SEATS] = {0, 0};
            cpf_table table = {.plan = plan, .seats = SEATS, .buttons = {&button, 0}};
            uint8_t *stacks = malloc((size_t)(SEATS * rules.stack)), *boards = malloc(SEATS * CPF_HAND), deck[52];
            for (int seat = 0; seat < SEATS; seat++) table.player[seat] = player, table.bits[seat] = &bits;
            table.scratch = cpf_scratch_new(plan);
            for (int deal = 0; deal < (variant == VARIANTS - 1 ? 2 : DEALS); deal++) {
                shuffle(deck);
                memcpy(stacks, deck, (size_t)(SEATS * rules.stack));
                rules.first_street_open = deal & 1;
                cpf_play_deals(&table, stacks, nobody, 1, boards);
                for (int seat = 0; seat < SEATS; seat++) {
                    uint64_t dealt = 0, placed = 0;
                    for (int i = 0; i < rules.stack; i++) dealt |= cpf_card_bit(stacks[seat * rules.stack + i]);
                    for (int i = 0; i < CPF_HAND; i++) placed |= cpf_card_bit(boards[seat * CPF_HAND + i]);
                    CHECK(cpf_count_bits(placed) == CPF_HAND && (placed & ~dealt) == 0);
                }
            }
            free(table.scratch);
            free(stacks);
            free(boards);
        }
        for (int i = 0; i < plan->streets; i++)
            for (int room = 0; room < CPF_ROOMS; room++) free(ways[i][room]);
        free_evaluator(evaluator);
        free(plan->careful);
        free(plan);
    }
}
