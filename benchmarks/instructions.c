/* Workloads for counting instructions. Usage: instructions WORKLOAD LEVEL UNITS; see instructions.py. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/kernels/patterns.h"
#include "../tests/kernels/prices.h"
#include "cpf_arranging.h"
#include "cpf_cpu.h"
#include "cpf_environments.h"
#include "cpf_evaluator.h"
#include "cpf_last_street.h"
#include "cpf_response.h"
#include "cpf_rollouts.h"

static cpf_ranking ranking;
static cpf_settling_tables settling;
static cpf_arranging_tables tables;
static cpf_rules rules;
static cpf_objective objective;
static const int alone = 1; /* number of threads */

/* Make the objective of the royalties of `russian`. Add eight points for staying in Fantasyland if `has_stays`. */
static void make_objective(int has_stays) {
    static const double middle[] = {0, 0, 0, 2, 4, 8, 12, 16, 20}, back[] = {0, 0, 0, 0, 2, 4, 6, 8, 10};
    static const int classes[] = {2, 2, 2};
    cpf_terms *terms = has_stays ? cpf_terms_new(classes) : NULL;
    for (int kind = 0; kind < CPF_KINDS; kind++) {
        uint32_t meaning = ranking.scales[CPF_WHEEL_LOWEST].meaning[kind % CPF_STRENGTHS];
        int category = (int)(meaning >> 24), rank = meaning >> 16 & 15, pair = category == CPF_PAIR && rank >= 4;
        int royal = category == CPF_STRAIGHT_FLUSH && rank == 12;
        objective.value[CPF_FRONT][kind] = pair ? rank - 3 : category == CPF_THREE_OF_A_KIND ? 10 + rank : 0;
        objective.value[CPF_MIDDLE][kind] = royal ? 30 : middle[category];
        objective.value[CPF_BACK][kind] = royal ? 15 : back[category];
        if (!terms) continue;
        terms->of_kind[CPF_FRONT][kind] = category == CPF_THREE_OF_A_KIND;
        terms->of_kind[CPF_MIDDLE][kind] = category >= CPF_FULL_HOUSE;
        terms->of_kind[CPF_BACK][kind] = category >= CPF_FOUR_OF_A_KIND;
    }
    if (terms) {
        terms->are_lifted = 1;
        for (int i = 1; i < 8; i++) terms->term[i] = 8;
        for (int row = 0; row < CPF_ROWS; row++) terms->lift[row][1] = 8;
    }
    objective.terms = terms;
    cpf_objective_prepare(&objective, &rules);
}

static uint64_t next_random(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static void deal(uint8_t *cards, int size) {
    uint8_t deck[52];
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    for (int i = 0; i < size; i++) {
        int j = i + (int)(next_random() % (unsigned)(52 - i));
        cards[i] = deck[j];
        deck[j] = deck[i];
    }
}

/* Make the objective of expected points against two opponents who maximize royalties. A scoop doubles the payment. With
 * own cards, the cards of a hand shift the values of its rows. */
static void make_response(int level, int own_cards) {
    enum { BOARDS = 1024 };
    static uint8_t cards[BOARDS * CPF_HAND], boards[BOARDS * CPF_HAND];
    static cpf_board field[BOARDS];
    cpf_arranging_batch all = {&tables, &rules, &objective, {cards, NULL, CPF_HAND}, level, alone};
    set_prices(&rules, &(numbers_of_pairings){1, 0, 0, 2, 0, 0});
    rules.home_run_times = 1;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int s = 0; s < CPF_STRENGTHS; s++) rules.royalties[row][s] = (int16_t)objective.value[row][s];
    for (int i = 0; i < BOARDS; i++) deal(cards + i * CPF_HAND, CPF_HAND);
    if (cpf_best_many(&all, 0, BOARDS, boards, NULL) != BOARDS) exit(1);
    for (int i = 0; i < BOARDS; i++)
        cpf_read_board(&settling, &rules, boards + i * CPF_HAND, CPF_DECLARE_NOTHING, &field[i]);
    cpf_field *opponents = cpf_field_new(&settling, &rules, field, BOARDS, 2, 0, level);
    if (!opponents || !cpf_response_to_field(&objective, cpf_field_tables_of(opponents), opponents)) exit(1);
    if (own_cards) {
        enum { LINES = CPF_ROWS * CPF_REMOVAL_FEATURES };
        static float shifts[LINES][CPF_REMOVAL_KNOTS];
        static cpf_removal removal;
        for (int i = 0; i < LINES; i++) {
            const float low = (float)(next_random() % 1000) / 10000 - 0.05f, step = (float)(next_random() % 1000) / 320000;
            for (int knot = 0; knot < CPF_REMOVAL_KNOTS; knot++) shifts[i][knot] = low + step * (float)knot;
        }
        cpf_field_set_removal(opponents, shifts[0], &removal);
        cpf_objective_shift(&objective, &removal);
    }
    cpf_objective_prepare(&objective, &rules);
    cpf_objective_refine(&objective, &rules);
}

/* ---- open-face ---- */

static uint64_t next_uint64(void *state) {
    (void)state;
    return next_random() * UINT64_C(0x2545f4914f6cdd1d);
}

static uint32_t next_uint32(void *state) { return (uint32_t)(next_uint64(state) >> 32); }

static const cpf_bits bits = {NULL, next_uint64, next_uint32, NULL, NULL};

/* Make a plan with the streets of pineapple and the royalties of the objective, without Fantasyland. */
static void make_plan(cpf_plan *plan) {
    plan->tables = &settling;
    plan->rules = &rules;
    rules.players = 3;
    rules.stack = 17;
    plan->streets = 5;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int s = 0; s < CPF_STRENGTHS; s++) rules.royalties[row][s] = (int16_t)objective.value[row][s];
    for (int i = 0, room_before = CPF_HAND; i < plan->streets; room_before -= plan->street[i++].placed) {
        cpf_street *street = &plan->street[i];
        street->dealt = i ? 3 : 5;
        street->placed = i ? 2 : 5;
        for (int room = 0; room < CPF_ROOMS; room++) {
            int64_t count = cpf_room_in_all(room) == room_before ? cpf_count_ways(street->dealt, street->placed, room) : 0;
            cpf_way *ways = count ? malloc((size_t)count * sizeof *ways) : NULL;
            if (!count) continue;
            cpf_list_ways(street->dealt, street->placed, room, ways);
            street->count[room] = (int32_t)count;
            street->ways[room] = ways;
        }
    }
    if (!(plan->careful = cpf_careful_new(plan))) exit(1);
}

/* Make networks with small random weights. */
static void make_networks(cpf_plan *plan, int level) {
    static cpf_evaluator evaluator;
    static cpf_windows windows;
    static cpf_weights first[CPF_FEATURES];
    static cpf_head heads[CPF_MOST_STREETS];
    cpf_windows_build(&windows);
    for (int feature = 0; feature < CPF_FEATURES; feature++)
        for (int unit = 0; unit < CPF_UNITS; unit++) first[feature][unit] = (int8_t)(next_random() % 31) - 15;
    for (int i = 0, placed = 0; i < plan->streets - 1; i++) {
        for (int unit = 0; unit < CPF_SECOND_UNITS; unit++) {
            heads[i].third[unit] = (int16_t)(next_random() % 31) - 15;
            for (int j = 0; j < CPF_UNITS; j++) heads[i].second[unit][j] = (int16_t)(next_random() % 31) - 15;
        }
        for (int j = 0; j < CPF_UNITS; j++) heads[i].first_bias[j] = -40; /* most units are 0, as in the package */
        cpf_pair_weights(&heads[i]);
        placed += plan->street[i].placed;
        evaluator.network.head[placed] = &heads[i];
    }
    for (int row = 0; row < CPF_ROWS; row++)
        for (int s = 0; s < CPF_STRENGTHS; s++) evaluator.payoffs.worth[row][s] = (int16_t)(64 * objective.value[row][s]);
    evaluator.payoffs.foul = -64 * 6;
    cpf_sort_field(&evaluator.payoffs);
    evaluator.network.first = first;
    evaluator.windows = &windows;
    cpf_use_cpu_level(level);
    plan->evaluator = &evaluator;
}

/* Deal, play and settle games of two players. */
static int64_t play_open_face(int player, int level, int n) {
    static cpf_plan plan;
    const cpf_seating seating = cpf_seated(2, 0);
    const uint8_t is_set[2] = {0, 0};
    cpf_deck deck = {.cards = 52, .places = 2 * 17};
    make_plan(&plan);
    if (player == CPF_SWIFT) make_networks(&plan, level);
    for (int i = 0; i < 52; i++) deck.card[i] = (uint8_t)i;
    memset(deck.known, 255, sizeof deck.known);
    if (!cpf_deck_prepare(&deck)) exit(1);
    const int8_t button = 0;
    cpf_table table = {.plan = &plan, .seats = 2, .buttons = {&button, 0}, .player = {player, player}};
    table.bits[0] = table.bits[1] = &bits;
    table.scratch = cpf_scratch_new(&plan);
    for (int i = 0; i < n; i++) {
        uint8_t stacks[2 * 17], boards[2 * CPF_HAND];
        cpf_board read[2];
        cpf_outcome outcome;
        cpf_deal(&deck, &bits, 1, stacks);
        cpf_play_deals(&table, stacks, is_set, 1, boards);
        for (int seat = 0; seat < 2; seat++)
            cpf_read_board(&settling, &rules, boards + seat * CPF_HAND, CPF_DECLARE_NOTHING, &read[seat]);
        cpf_settle(&settling, &rules, read, &seating, &outcome);
    }
    return n;
}

/* Value 16 boards on each of n last streets with new cards. The opponent has yet to place their last street. */
static int64_t end_deals(int n) {
    static cpf_plan plan;
    static uint8_t boards[16 * CPF_HAND];
    make_plan(&plan);
    for (int i = 0; i < n; i++) {
        uint8_t cards[CPF_HAND + 11];
        double points[16];
        uint64_t rows[CPF_ROWS] = {0, 0, 0};
        cpf_last_street s = {.plan = &plan, .seats = 2};
        s.known[1] = CPF_BOARD_LACKS_STREET;
        deal(cards, CPF_HAND + 11);
        for (int j = 0; j < 16; j++) memcpy(boards + j * CPF_HAND, cards, CPF_HAND);
        for (int j = 0; j < 11; j++) rows[j < 3 ? 0 : j < 7 ? 1 : 2] |= cpf_card_bit(cards[CPF_HAND + j]);
        s.boards[1] = cpf_board_of(rows);
        for (unsigned card = 0; card < 52; card++) s.unseen |= cpf_card_bit(card);
        for (int j = 0; j < CPF_HAND + 11; j++) s.unseen &= ~cpf_card_bit(cards[j]);
        if (!cpf_last_street_points(&s, boards, 16, points)) exit(1);
    }
    return n;
}

static int compare_cards(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

/* Value 16 boards of the first street after each of n runouts, against 48 boards. */
static int64_t roll_out(int level, int n) {
    enum { BOARDS = 16, OPPONENTS = 48, FIRST = 5, LATER = 9 };
    static cpf_plan plan;
    static cpf_evaluator evaluator;
    static uint64_t rows[BOARDS][CPF_ROWS], seen[BOARDS];
    uint8_t cards[FIRST + LATER];
    double values[BOARDS];
    make_plan(&plan);
    make_networks(&plan, level);
    evaluator = *plan.evaluator;
    evaluator.payoffs.boards = OPPONENTS;
    evaluator.payoffs.rests = 1;
    evaluator.payoffs.rest[0] = (cpf_triple_worth){{2, 2, 2}, 4};
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = 0; i < OPPONENTS; i++)
            evaluator.payoffs.field[row][i] = (uint16_t)(next_random() % (2 * CPF_STRENGTHS));
    cpf_sort_field(&evaluator.payoffs);
    for (int i = 0; i < n; i++) {
        const cpf_rollouts rollouts = {.at = {.plan = &plan, .rows = rows, .seen = seen},
                                       .evaluator = &evaluator,
                                       .street = 1,
                                       .boards = BOARDS,
                                       .runouts = 1,
                                       .cards = cards + FIRST,
                                       .cards_a_runout = LATER};
        deal(cards, FIRST + LATER);
        memset(rows, 0, sizeof rows);
        for (int board = 0; board < BOARDS; board++) { /* each with other cards in front */
            seen[board] = 0;
            for (int j = 0; j < FIRST; j++) {
                rows[board][(j + board) % FIRST / 2] |= cpf_card_bit(cards[j]);
                seen[board] |= cpf_card_bit(cards[j]);
            }
        }
        for (int street = FIRST; street < FIRST + LATER; street += 3) qsort(cards + street, 3, 1, compare_cards);
        if (!cpf_value_runouts(&rollouts, values, alone)) exit(1);
    }
    return n;
}

/* Take n steps in each of 64 environments, with random actions. */
static int64_t step_environments(int n) {
    enum { ENVS = 64, SEATS = 2 };
    static cpf_plan plan;
    static cpf_env env[ENVS];
    static uint8_t legal[ENVS], action[ENVS], over[ENVS], boards[ENVS * SEATS * CPF_HAND], earned[ENVS * SEATS];
    static int8_t masks[ENVS * CPF_PLACES], to_act[ENVS];
    static float rewards[ENVS * SEATS];
    static int64_t actions[ENVS];
    const cpf_bits *streams[] = {&bits};
    cpf_envs envs = {.n = ENVS, .env = env, .legal = legal, .action = action, .deals = streams, .random = streams};
    make_plan(&plan);
    envs.terms.plan = &plan;
    envs.terms.seats = SEATS;
    if (!cpf_env_prepare(&envs.terms)) exit(1);
    cpf_env_arrays arrays = {
        .observations = malloc((size_t)(ENVS * envs.terms.size)),
        .masks = masks,
        .to_act = to_act,
        .rewards = rewards,
        .over = over,
        .boards = boards,
        .earned = earned,
    };
    cpf_env_reset(&envs, NULL, &arrays, alone);
    for (int i = 0; i < n; i++) {
        cpf_env_sample(&envs, actions, alone);
        if (cpf_env_step(&envs, actions, &arrays, alone) != ENVS) exit(1);
    }
    return n;
}

/* ---- ranking, naturals, settling, dealing: a unit is a block of 512 rows, hands or tables ---- */

static const char *const blocks[] = {"strengths",        "strengths_of_three", "strengths_lowball",
                                     "strengths_of_six", "strengths_of_seven", "strengths_of_masks",
                                     "naturals_many",    "settle_many",        "deal_many"};
enum { FIVE, THREE, LOWBALL, SIX, SEVEN, MASKS, NATURALS, SETTLE, DEAL, BLOCKS, BLOCK = 512, TABLE = 4 * CPF_HAND };

static int64_t do_block(int block, int level, const uint8_t *decks) {
    static uint16_t strengths[BLOCK];
    static uint32_t patterns[BLOCK];
    static int32_t points[BLOCK * 4];
    static uint8_t rows[BLOCK * 7], dealt[BLOCK * TABLE];
    static uint64_t masks[BLOCK];
    static cpf_deck deck = {.cards = 52, .places = 52};
    static const int8_t button = 0;
    const int width = block == THREE ? 3 : block == SIX ? 6 : block == SEVEN ? 7 : 5;
    switch (block) {
    case FIVE:
    case THREE:
    case LOWBALL:
    case SIX:
    case SEVEN:
        for (int i = 0; i < BLOCK; i++) memcpy(rows + i * width, decks + i * TABLE, (size_t)width);
        return cpf_strengths(&ranking, block == LOWBALL ? CPF_LOWBALL : CPF_WHEEL_LOWEST, level, rows, width, BLOCK,
                             strengths, alone);
    case MASKS:
        for (int i = 0; i < BLOCK; i++) {
            masks[i] = 0;
            for (int j = 0; j < 5; j++) masks[i] |= cpf_card_bit(decks[i * TABLE + j]);
        }
        return cpf_mask_strengths(&ranking, CPF_WHEEL_LOWEST, level, masks, BLOCK, strengths, alone);
    case NATURALS: /* the first 512 hands of the decks, which have four each */
        return cpf_naturals_many(&settling.patterns, &rules.patterns, decks, BLOCK, UINT32_MAX, patterns, alone);
    case SETTLE: return cpf_settle_many(&settling, &rules, decks, BLOCK, 4, (cpf_buttons){&button, 0}, NULL, points, alone);
    default:
        for (int i = 0; i < 52; i++) deck.card[i] = (uint8_t)i;
        memset(deck.known, 255, sizeof deck.known);
        if (!cpf_deck_prepare(&deck)) return 0;
        cpf_deal(&deck, &bits, BLOCK, dealt);
        return BLOCK;
    }
}

static int64_t do_blocks(int block, int level, int n) {
    static uint8_t decks[BLOCK * TABLE];
    set_prices(&rules, &(numbers_of_pairings){1, 0, 3, 1, 0, 0});
    rules.home_run_times = 1;
    rules.natural_mode = CPF_NATURAL_FULL;
    add_patterns(&settling.patterns, &rules.patterns, UINT32_MAX);
    for (int i = 0; i < PATTERNS; i++) rules.natural_points[i] = rules.natural_level[i] = rules.natural_choice[i] = i + 1;
    for (int i = 0; i < BLOCK; i++) deal(decks + i * TABLE, TABLE);
    for (int i = 0; i < n; i++)
        if (do_block(block, level, decks) != BLOCK) exit(1);
    return n;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    const char *workload = argv[1];
    int level = 0, n = atoi(argv[3]), size = 13;
    while (level < CPF_CPU_LEVELS && strcmp(argv[2], cpf_cpu_names[level])) level++;
    if (n < 1 || level == CPF_CPU_LEVELS || !cpf_cpu_supports(level)) return 2;
    if (!strncmp(workload, "fantasyland-", 12)) size = atoi(workload + 12);
    if (cpf_ranking_build(&ranking)) return 1;
    settling.ranking = &ranking;
    tables.settling = &settling;
    cpf_arranging_build(&tables);
    if (!cpf_pattern_tables_build(&settling.patterns)) return 1;
    for (int i = 0; i < BLOCKS; i++)
        if (!strcmp(workload, blocks[i])) return do_blocks(i, level, n) != n;
    make_objective(size > 13);
    const int own_cards = !strncmp(workload, "own_cards", 9);
    if (own_cards || !strncmp(workload, "arrange", 7)) make_response(level, own_cards);
    uint8_t *cards = malloc((size_t)(n * size)), *boards = malloc((size_t)n * CPF_HAND);
    uint8_t **lists = calloc((size_t)n, sizeof *lists);
    int64_t *counts = malloc((size_t)n * sizeof *counts), count = 0;
    for (int i = 0; i < n; i++) deal(cards + i * size, size);
    cpf_arranging_batch all = {&tables, &rules, &objective, {cards, NULL, size}, level, alone};
    if (!strncmp(workload, "openface-", 9))
        count = play_open_face(!strcmp(workload, "openface-careful") ? CPF_CAREFUL
                               : !strcmp(workload, "openface-swift") ? CPF_SWIFT
                                                                     : CPF_RANDOM,
                               level, n);
    else if (!strcmp(workload, "last_street"))
        count = end_deals(n);
    else if (!strcmp(workload, "rollouts"))
        count = roll_out(level, n);
    else if (!strcmp(workload, "environments"))
        count = step_environments(n);
    else if (!strcmp(workload, "best_royalties_many") || !strcmp(workload, "arrange_many") ||
             !strcmp(workload, "own_cards_many"))
        count = cpf_best_many(&all, 0, n, boards, NULL);
    else if (!strcmp(workload, "count_arrangements_many"))
        count = cpf_count_many(&all, 0, n, counts);
    else if (!strcmp(workload, "undominated"))
        count = cpf_undominated_many(&all, 0, n, lists, counts);
    else if (size > 13 || !strcmp(workload, "best_royalties") || !strcmp(workload, "arrange") ||
             !strcmp(workload, "own_cards"))
        for (; count < n; count++) cpf_best_many(&all, count, count + 1, boards, NULL); /* one hand a call: with pruning */
    else
        return 2;
    return count != n;
}
