/* Fuzzing of functions that take milliseconds: `tests/fuzzing/core searches` builds and runs it.
 *
 * The bytes of an input select the tested functions and their arguments, with the kernels of all instruction sets: setting
 * hands of any bytes; placing streets, and completing boards; networks of any weights. */
#include <string.h>

#include "cpf_arranging.h"
#include "cpf_cpu.h"
#include "cpf_evaluator.h"
#include "input.h"

static cpf_ranking ranking;
static cpf_settling_tables settling; /* without patterns */

/* ---- open-face ---- */

/* Check that all ways to place a street are different, and place the right numbers of cards. */
static void try_placing(input *in) {
    static cpf_rules rules;
    const int dealt = between(in, 1, 5), placed = between(in, 1, dealt);
    uint8_t deck[52];
    uint64_t rows[CPF_ROWS] = {0, 0, 0}, seen = 0;
    int n = 0;
    deal(in, deck, 52);
    for (int row = 0; row < CPF_ROWS; row++)
        for (int k = (int)(byte_of(in) % (cpf_row_size[row] + 1u)); k > 0; k--) rows[row] |= cpf_card_bit(deck[n++]);
    const cpf_partial board = cpf_board_of(rows);
    const int64_t count = cpf_count_ways(dealt, placed, board.room);
    CHECK((count > 0) == (placed <= cpf_room_in_all(board.room)));
    if (count > 0) {
        cpf_way *ways = malloc((size_t)count * sizeof *ways);
        cpf_list_ways(dealt, placed, board.room, ways);
        for (int64_t i = 0; i < count; i++) {
            int at[CPF_PLACES] = {0};
            for (int64_t j = 0; j < i && count < 500; j++) CHECK(ways[i].places != ways[j].places);
            for (int card = 0; card < dealt; card++) at[ways[i].places >> 2 * card & 3]++;
            CHECK(at[CPF_AWAY] == dealt - placed);
            for (int row = 0; row < CPF_ROWS; row++) CHECK(at[row] <= cpf_room_of(board.room, row));
        }
        free(ways);
    }
    memset(&rules, 0, sizeof rules);
    rules.wheel = flag(in), rules.lowball_middle = flag(in), rules.equal_rows = flag(in);
    rules.lowest_middle = rules.lowball_middle ? between(in, 0, CPF_LOWBALL_STRENGTHS - 1) : 0;
    for (int k = between(in, 0, 39) + n, i = 0; i < k; i++) seen |= cpf_card_bit(deck[i]);
    const uint64_t live = ~(seen | CPF_MASK_GAPS);
    if (cpf_room_in_all(board.room) <= cpf_count_bits(live)) cpf_can_be_legal(&ranking, &rules, &board, live);
}

/* ---- setting hands ---- */

enum { OBJECTIVES = 8 };
static cpf_arranging_tables arranging;
static cpf_rules arranging_rules[OBJECTIVES];
static cpf_objective objectives[OBJECTIVES];

/* Check that all kernels give the same boards, values and counts. */
static void try_hands(input *in) {
    enum { MOST = 18 };
    const int64_t n = between(in, 0, MOST);
    const int which = between(in, 0, OBJECTIVES - 1);
    uint8_t *cards = malloc((size_t)n * CPF_HAND + !n), *boards[2], deck[52];
    double *values[2];
    int64_t *counts[2], good[2] = {0, 0}, counted[2] = {0, 0};
    for (int64_t i = 0; i < n; i++) {
        deal(in, deck, CPF_HAND);
        memcpy(cards + i * CPF_HAND, deck, CPF_HAND);
        if (byte_of(in) == 255) cards[i * CPF_HAND + byte_of(in) % CPF_HAND] = (uint8_t)byte_of(in);
    }
    for (int other = 0; other < 2; other++) {
        boards[other] = malloc((size_t)n * CPF_HAND + !n);
        values[other] = malloc((size_t)n * sizeof(double) + !n);
        counts[other] = malloc((size_t)n * sizeof(int64_t) + !n);
    }
    for (int level = 0; level < CPF_CPU_LEVELS; level++) {
        const int other = level > 0;
        if (!cpf_cpu_supports(level)) continue;
        const cpf_arranging_batch batch = {
            &arranging, &arranging_rules[which], &objectives[which], {cards, NULL, CPF_HAND}, level, 1};
        good[other] = cpf_best_many(&batch, 0, n, boards[other], values[other]);
        counted[other] = cpf_count_many(&batch, 0, n, counts[other]);
        if (!other) continue;
        CHECK(good[0] == good[1] && counted[0] == counted[1] && good[0] == counted[0]);
        if (good[0] < n) continue; /* the results of a bad batch are undefined */
        CHECK(!memcmp(boards[0], boards[1], (size_t)n * CPF_HAND));
        for (int64_t i = 0; i < n; i++)
            CHECK(values[0][i] == values[1][i] || (values[0][i] != values[0][i] && values[1][i] != values[1][i]));
        CHECK(!memcmp(counts[0], counts[1], (size_t)n * sizeof(int64_t)));
    }
    for (int other = 0; other < 2; other++) {
        free(boards[other]);
        free(values[other]);
        free(counts[other]);
    }
    free(cards);
}

static void make_objectives(void) {
    arranging.settling = &settling;
    cpf_arranging_build(&arranging);
    for (int i = 0; i < OBJECTIVES; i++) {
        arranging_rules[i].wheel = i & 1, arranging_rules[i].lowball_middle = i == 5, arranging_rules[i].equal_rows = i == 6;
        for (int row = 0; row < CPF_ROWS; row++)
            for (int kind = 0; kind < CPF_KINDS; kind++) {
                const double before = kind ? objectives[i].value[row][kind - 1] : 0; /* in steps, or random */
                objectives[i].value[row][kind] = rand() % (i % 4 ? 100 : 1) ? before : rand() % (i % 2 ? 20 : 1000);
            }
        cpf_objective_prepare(&objectives[i], &arranging_rules[i]);
        cpf_objective_refine(&objectives[i], &arranging_rules[i]);
    }
}

/* ---- networks ---- */

static cpf_weights first[CPF_FEATURES];

static uint32_t next_of(uint64_t *state) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

/* Fill a head with numbers up to some size. Only safe heads are used, as when networks are read. */
static void fill_head(input *in, cpf_head *head, uint64_t *state) {
    const int small = between(in, 0, 32767), large = between(in, 0, 15), third = between(in, 1, 32767);
    for (int i = 0; i < CPF_UNITS; i++)
        head->first_bias[i] = (int16_t)((int)(next_of(state) % 65536) * small / 65536 - small / 2);
    for (int j = 0; j < CPF_SECOND_UNITS; j++) {
        for (int i = 0; i < CPF_UNITS; i++)
            head->second[j][i] = (int16_t)((int)(next_of(state) % 65536) - 32768) / (1 << large);
        head->second_bias[j] = (int32_t)next_of(state) / (1 << large);
        head->third[j] = (int16_t)((int)(next_of(state) % 65536) * third / 65536 - third / 2);
    }
    head->third_bias = (int32_t)next_of(state) / (1 << large);
    cpf_pair_weights(head);
}

/* Check that all kernels give the same values of boards of random features. */
static void try_networks(input *in) {
    enum { MOST = 20 };
    static const int most_features[CPF_ROWS] = {CPF_LIVE_FEATURES + CPF_MOST_ROW_FEATURES, CPF_MOST_ROW_FEATURES,
                                                CPF_MOST_ROW_FEATURES};
    uint64_t state = (uint64_t)between(in, 0, 65535);
    cpf_head *head = malloc(sizeof *head);
    const int32_t n = between(in, 1, MOST);
    cpf_parts *boards = malloc((size_t)n * sizeof *boards);
    int16_t *sums = malloc((size_t)n * CPF_ROWS * CPF_UNITS * sizeof *sums);
    int32_t *values = malloc((size_t)n * sizeof *values), *expected = malloc((size_t)n * sizeof *expected);
    fill_head(in, head, &state);
    for (int level = 0; level < CPF_CPU_LEVELS && cpf_head_is_safe(head); level++) {
        if (!cpf_cpu_supports(level)) continue;
        const cpf_network_kernels *kernels = cpf_network_kernels_of(level);
        uint64_t again = state; /* the same boards for each */
        for (int32_t k = 0; k < n; k++) {
            for (int row = 0; row < CPF_ROWS; row++) {
                const int m = (int)(next_of(&again) % (unsigned)(most_features[row] + 1));
                int16_t *sum = sums + (k * CPF_ROWS + row) * CPF_UNITS;
                uint16_t *features = malloc((size_t)m * sizeof *features + !m);
                for (int i = 0; i < m; i++) features[i] = (uint16_t)(next_of(&again) % CPF_FEATURES);
                for (int i = 0; i < CPF_UNITS; i++) sum[i] = row == CPF_FRONT ? head->first_bias[i] : 0;
                kernels->add(first, features, m, sum);
                boards[k].row[row] = sum;
                free(features);
            }
            for (int i = 0; i < 2; i++) boards[k].ahead[i] = (uint16_t)(next_of(&again) % CPF_FEATURES);
        }
        kernels->value(first, head, boards, n, level ? values : expected);
        CHECK(!level || !memcmp(values, expected, (size_t)n * sizeof *values));
    }
    free(head);
    free(boards);
    free(sums);
    free(values);
    free(expected);
}

int LLVMFuzzerInitialize(int *arguments, char ***argument) {
    (void)arguments;
    (void)argument;
    CHECK(cpf_ranking_build(&ranking) == 0);
    settling.ranking = &ranking;
    srand(1);
    make_objectives();
    for (int i = 0; i < CPF_FEATURES; i++)
        for (int unit = 0; unit < CPF_UNITS; unit++)
            first[i][unit] = (int8_t)(i % 8 ? rand() % 256 - 128 : i % 16 ? 127 : -128);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const tries[])(input *) = {try_hands, try_placing, try_networks};
    input in = {data, data + size};
    tries[byte_of(&in) % 3](&in);
    return 0;
}
