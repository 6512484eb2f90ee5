/* Value networks: features, kernels, and the exact final draw. */
#include "checking.h"

cpf_windows windows;

/* The largest weights that are safe together, and the largest biases beside them. */
enum {
    MOST_FIRST_BIAS = INT16_MAX - 128 * CPF_MOST_FEATURES,
    MOST_SECOND = 1024,
    MOST_THIRD = 2048,
    MOST_BIAS = INT32_MAX - CPF_UNITS * MOST_SECOND * INT16_MAX
};

static int16_t random_weight(int kind, int largest) {
    if (kind == SMALL) return (int16_t)between(-largest / 8, largest / 8);
    return (int16_t)(kind == POSITIVE || (kind == LARGE && next_random() >> 9 & 1) ? largest : -largest);
}

void fill_head(cpf_head *head, int kind) {
    for (int i = 0; i < CPF_UNITS; i++) head->first_bias[i] = random_weight(kind, MOST_FIRST_BIAS);
    for (int j = 0; j < CPF_SECOND_UNITS; j++) {
        for (int i = 0; i < CPF_UNITS; i++) head->second[j][i] = random_weight(kind, MOST_SECOND);
        head->second_bias[j] = 2 * random_weight(kind, MOST_BIAS / 2);
        head->third[j] = random_weight(kind, MOST_THIRD);
    }
    head->third_bias = 2 * random_weight(kind, MOST_BIAS / 2);
    cpf_pair_weights(head);
}

cpf_weights *new_weights(int kind) {
    cpf_weights *first = malloc(CPF_FEATURES * sizeof *first);
    for (int f = 0; f < CPF_FEATURES; f++)
        for (int i = 0; i < CPF_UNITS; i++) {
            const int is_positive = kind == POSITIVE || (kind == LARGE && next_random() >> 9 & 1);
            first[f][i] = (int8_t)(kind == SMALL ? between(-128, 127) : is_positive ? 127 : -128);
        }
    return first;
}

static void fill_features(uint16_t *features, int n) {
    for (int i = 0; i < n; i++) features[i] = (uint16_t)(i % 5 ? between(0, CPF_FEATURES - 1) : CPF_FEATURES - 1);
}

/* Return the value of features, computed in 64 bits. */
static int64_t value_slowly(const cpf_weights *first, const cpf_head *head, const uint16_t *features, int n) {
    int64_t value = head->third_bias, unit[CPF_UNITS];
    for (int i = 0; i < CPF_UNITS; i++) {
        unit[i] = head->first_bias[i];
        for (int k = 0; k < n; k++) unit[i] += first[features[k]][i];
        unit[i] = unit[i] > 0 ? unit[i] : 0;
    }
    for (int j = 0; j < CPF_SECOND_UNITS; j++) {
        int64_t sum = head->second_bias[j];
        for (int i = 0; i < CPF_UNITS; i++) sum += unit[i] * head->second[j][i];
        CHECK(sum >= INT32_MIN && sum <= INT32_MAX);
        sum = sum > 0 ? sum / (1 << CPF_SECOND_SHIFT) : 0;
        value += (sum < INT16_MAX ? sum : INT16_MAX) * head->third[j];
    }
    return value;
}

/* Check the values of boards of random features, in buffers without a spare byte. */
static void check_values(const cpf_weights *first, const cpf_head *head, int level, int n) {
    enum { FRONT = CPF_LIVE_FEATURES + CPF_MOST_ROW_FEATURES };
    static const int count[CPF_ROWS] = {FRONT, CPF_MOST_ROW_FEATURES, CPF_MOST_ROW_FEATURES};
    const cpf_network_kernels *kernels = cpf_network_kernels_of(level);
    const size_t size = (size_t)n;
    cpf_parts *boards = malloc(size * sizeof *boards);
    int16_t *sums = malloc(size * CPF_ROWS * CPF_UNITS * sizeof *sums);
    int32_t *values = malloc(size * sizeof *values);
    int64_t *expected = malloc(size * sizeof *expected);
    for (int k = 0; k < n; k++) {
        uint16_t all[CPF_MOST_FEATURES];
        int used = 0;
        for (int row = 0; row < CPF_ROWS; row++) {
            const int m = k ? between(0, count[row]) : count[row]; /* the first board has all that it may have */
            int16_t *sum = sums + (k * CPF_ROWS + row) * CPF_UNITS, again[CPF_UNITS];
            uint16_t *features = malloc((size_t)m * sizeof *features);
            fill_features(features, m);
            for (int i = 0; i < CPF_UNITS; i++) again[i] = sum[i] = row == CPF_FRONT ? head->first_bias[i] : 0;
            kernels->add(first, features, m, sum);
            cpf_network_portable.add(first, features, m, again);
            CHECK(memcmp(sum, again, sizeof again) == 0);
            for (int i = 0; i < m; i++) all[used++] = features[i];
            boards[k].row[row] = sum;
            free(features);
        }
        fill_features(boards[k].ahead, 2);
        all[used++] = boards[k].ahead[0];
        all[used++] = boards[k].ahead[1];
        CHECK(used <= CPF_MOST_FEATURES);
        expected[k] = value_slowly(first, head, all, used);
    }
    kernels->value(first, head, boards, n, values);
    for (int k = 0; k < n; k++) CHECK(values[k] == expected[k]);
    free(boards);
    free(sums);
    free(values);
    free(expected);
}

/* Check that heads whose sums can just reach the largest numbers are safe, and that a larger weight makes them unsafe. */
static void check_safe_heads(void) {
    cpf_head *head = malloc(sizeof *head), *more = malloc(sizeof *more);
    fill_head(head, LARGE);
    for (int j = 0; j < CPF_SECOND_UNITS; j++) head->second_bias[j] = random_weight(LARGE, 1) * MOST_BIAS;
    head->third_bias = random_weight(LARGE, 1) * MOST_BIAS;
    CHECK(cpf_head_is_safe(head));
    for (int n = 0; n < 500; n++) {
        const int i = between(0, CPF_UNITS - 1), j = between(0, CPF_SECOND_UNITS - 1), side = random_weight(LARGE, 1);
        const int is_lowest = n % 10 > 4; /* the lowest numbers, which have no opposite */
        *more = *head;
        if (n % 5 == 0) more->first_bias[i] = (int16_t)(is_lowest ? INT16_MIN : side * (MOST_FIRST_BIAS + 1));
        if (n % 5 == 1) more->second[j][i] = (int16_t)(is_lowest ? INT16_MIN : side * (MOST_SECOND + 1));
        if (n % 5 == 2) more->second_bias[j] = is_lowest ? INT32_MIN : side * (MOST_BIAS + 1);
        if (n % 5 == 3) more->third[j] = (int16_t)(is_lowest ? INT16_MIN : side * (MOST_THIRD + 1));
        if (n % 5 == 4) more->third_bias = is_lowest ? INT32_MIN : side * (MOST_BIAS + 1);
        CHECK(!cpf_head_is_safe(more));
    }
    memset(more, 0, sizeof *more); /* the largest weights, of few units */
    for (int i = 0; i < CPF_UNITS; i++) more->first_bias[i] = MOST_FIRST_BIAS;
    for (int j = 0; j < CPF_SECOND_UNITS; j++) more->second[j][j] = more->second[j][j + 1] = INT16_MIN;
    more->third[0] = more->third[31] = INT16_MIN;
    CHECK(cpf_head_is_safe(more));
    more->third[7] = 3;
    CHECK(!cpf_head_is_safe(more));
    memset(more, 0, sizeof *more); /* the sums of the first layer alone */
    more->first_bias[CPF_UNITS - 1] = -MOST_FIRST_BIAS;
    CHECK(cpf_head_is_safe(more));
    more->first_bias[CPF_UNITS - 1]--;
    CHECK(!cpf_head_is_safe(more));
    free(head);
    free(more);
}

void check_networks(void) {
    cpf_head *head = malloc(sizeof *head);
    check_safe_heads();
    for (int level = 0; level < CPF_CPU_LEVELS; level++) {
        if (!cpf_cpu_supports(level)) continue;
        for (int i = 0; i < 4 * KINDS_OF_WEIGHTS * KINDS_OF_WEIGHTS; i++) {
            cpf_weights *first = new_weights(i % KINDS_OF_WEIGHTS);
            fill_head(head, i / KINDS_OF_WEIGHTS % KINDS_OF_WEIGHTS);
            CHECK(cpf_head_is_safe(head));
            check_values(first, head, level, i % 21);
            free(first);
        }
        printf("%s: networks agree\n", cpf_cpu_names[level]);
    }
    free(head);
}

/* Return a board of the first cards of a deck, and the cards that are seen. */
static cpf_partial board_with_room(const uint8_t *deck, const int *room, uint64_t *seen) {
    uint64_t rows[CPF_ROWS] = {0, 0, 0};
    int n = 0;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = room[row]; i < cpf_row_size[row]; i++) rows[row] |= cpf_card_bit(deck[n++]);
    *seen = rows[0] | rows[1] | rows[2];
    for (int more = between(0, 52 - n); more > 0; more--) *seen |= cpf_card_bit(deck[n++]);
    return cpf_board_of(rows);
}

/* Check that features are different numbers of inputs, and fit in their lists. */
void check_features(void) {
    uint16_t *list = malloc(CPF_MOST_FEATURES * sizeof *list), *of_row = malloc(CPF_MOST_ROW_FEATURES * sizeof *of_row);
    int most_features = 0, most_of_row = 0;
    for (int n = 0; n < 20000; n++) {
        uint8_t deck[52], met[CPF_FEATURES] = {0};
        uint64_t seen;
        cpf_rules by = rules;
        int room[CPF_ROWS], count, level;
        by.lowball_middle = n & 1;
        shuffle_some_first(deck);
        for (int row = 0; row < CPF_ROWS; row++) room[row] = between(0, cpf_row_size[row]);
        const cpf_partial board = board_with_room(deck, room, &seen);
        const cpf_live live = cpf_live_of(seen);
        count = cpf_board_features(&windows, &by, &board, seen, list);
        CHECK(count <= CPF_MOST_FEATURES);
        for (int i = 0; i < count; i++) {
            CHECK(list[i] < CPF_FEATURES && !met[list[i]]);
            met[list[i]] = 1;
        }
        most_features = count > most_features ? count : most_features;
        for (int row = 0; row < CPF_ROWS; row++) {
            count = cpf_row_features(&windows, &live, row, board.row[row], room[row], of_row, &level);
            CHECK(count <= CPF_MOST_ROW_FEATURES && level >= 0 && level < CPF_RANKS * CPF_CATEGORIES);
            for (int i = 0; i < count; i++) CHECK(met[of_row[i]]);
            most_of_row = count > most_of_row ? count : most_of_row;
        }
    }
    CHECK(most_features > CPF_LIVE_FEATURES + 20 && most_of_row > 8); /* the boards had many features */
    free(list);
    free(of_row);
}

/* Fill payoffs with random numbers, or with the largest ones, whose sums still fit in int16. Half of the payoffs compare
 * with the boards of a field, some of which win or lose ties. */
void fill_payoffs(cpf_payoffs *payoffs) {
    const int is_largest = between(0, 3) == 0, largest = between(0, 1) ? CPF_MOST_PAYOFF : -CPF_MOST_PAYOFF;
    for (int row = 0; row < CPF_ROWS; row++) {
        for (int s = 0; s < CPF_STRENGTHS; s++)
            payoffs->worth[row][s] = (int16_t)(is_largest ? largest : between(-CPF_MOST_PAYOFF, CPF_MOST_PAYOFF));
        for (int i = 0; i < CPF_MOST_COMPARED; i++)
            payoffs->field[row][i] = (uint16_t)(is_largest ? 0 : 2 * between(0, CPF_STRENGTHS - 1) + i % 3);
    }
    payoffs->foul = (int16_t)between(-CPF_MOST_PAYOFF, CPF_MOST_PAYOFF);
    payoffs->boards = is_largest ? CPF_MOST_COMPARED : between(0, 1) * between(1, CPF_MOST_COMPARED);
    payoffs->rests = is_largest ? 1 : between(0, CPF_MOST_RESTS);
    for (int i = 0; i < payoffs->rests; i++) { /* each triple once, so that no board counts more than one */
        const int triple = is_largest ? CPF_ALL_WON : CPF_TRIPLES / 2 + 1 + i;
        for (int row = CPF_ROWS, rest = triple; row-- > 0; rest /= 3) payoffs->rest[i].result[row] = (uint8_t)(rest % 3);
        payoffs->rest[i].worth =
            (int16_t)((is_largest ? largest : between(-CPF_MOST_PAYOFF, CPF_MOST_PAYOFF)) / CPF_MOST_COMPARED);
    }
    cpf_sort_field(payoffs);
}

static uint32_t strength_of_row(const cpf_rules *by, int row, uint64_t cards) {
    const int scale = row == CPF_MIDDLE && by->lowball_middle ? CPF_LOWBALL : by->wheel;
    return cpf_strength_mask(&ranking.keys, &ranking.scales[scale], cards);
}

int payoff_of_board(const cpf_payoffs *payoffs, const cpf_rules *by, const cpf_partial *board) {
    uint32_t strength[CPF_ROWS];
    int worth = 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        strength[row] = strength_of_row(by, row, board->row[row]);
        worth += payoffs->worth[row][strength[row]];
    }
    if (!cpf_is_legal(by, strength[CPF_FRONT], strength[CPF_MIDDLE], strength[CPF_BACK])) return payoffs->foul;
    for (int i = 0; i < payoffs->boards; i++) {
        int triple = 0;
        for (int row = 0; row < CPF_ROWS; row++) {
            const int doubled = 2 * (int)strength[row] + 1, other = payoffs->field[row][i];
            triple = 3 * triple + (doubled > other) - (doubled < other) + 1;
        }
        for (int k = 0; k < payoffs->rests; k++) {
            const uint8_t *of = payoffs->rest[k].result;
            const int won = 9 * of[0] + 3 * of[1] + of[2];
            worth += payoffs->rest[k].worth * ((triple == won) - (triple == CPF_ALL_WON - won));
        }
    }
    return worth;
}

/* Return the highest payoff of a board completed by the cards. */
static int64_t best_payoff(const cpf_payoffs *payoffs, const cpf_rules *by, const cpf_partial *board, const uint64_t *cards,
                           const cpf_street *last) {
    int64_t best = INT64_MIN;
    for (int i = 0; i < last->count[board->room]; i++) {
        const cpf_partial after = cpf_place(board, &last->ways[board->room][i], cards);
        const int value = payoff_of_board(payoffs, by, &after);
        best = value > best ? value : best;
    }
    return best;
}

/* Check the final draw of a board of the first cards of a deck, by all draws from the last `cards` cards. */
static void check_final_draw(const cpf_rules *by, cpf_payoffs *payoffs, const uint8_t *deck, const int *room, int cards) {
    const int placed = room[0] + room[1] + room[2], dealt = placed == 2 ? 3 : 1;
    uint64_t of[52], seen;
    cpf_street *last = calloc(1, sizeof *last);
    int64_t sum = 0, draws = 0;
    const cpf_partial board = board_with_room(deck, room, &seen);
    for (int i = 0; i < cards; i++) of[i] = cpf_card_bit(deck[51 - i]);
    last->dealt = dealt;
    last->placed = placed;
    last->count[board.room] = (int32_t)cpf_count_ways(dealt, placed, board.room);
    cpf_way *ways = malloc((size_t)last->count[board.room] * sizeof *ways);
    last->ways[board.room] = ways;
    cpf_list_ways(dealt, placed, board.room, ways);
    CHECK(cpf_has_final_draw(last));
    for (int i = 0; i < payoffs->boards; i += 2) /* boards of the field that have rows in common with this one */
        for (int row = 0; row < CPF_ROWS; row++) {
            uint64_t row_cards = board.row[row];
            for (int k = 0, first = between(0, cards - room[row]); k < room[row]; k++) row_cards |= of[first + k];
            if (next_random() >> 9 & 1)
                payoffs->field[row][i] = (uint16_t)(2 * strength_of_row(by, row, row_cards) + next_random() % 3);
        }
    cpf_sort_field(payoffs);
    for (int a = 0; a < cards; a++) {
        if (dealt == 1) sum += best_payoff(payoffs, by, &board, &of[a], last), draws++;
        for (int b = a + 1; b < cards && dealt == 3; b++)
            for (int c = b + 1; c < cards; c++, draws++) {
                const uint64_t hand[3] = {of[a], of[b], of[c]};
                sum += best_payoff(payoffs, by, &board, hand, last);
            }
    }
    uint64_t live = 0;
    for (int i = 0; i < cards; i++) live |= of[i];
    CHECK(cpf_final_draw(&ranking, by, payoffs, last, &board, live) == (double)sum / (double)(CPF_PAYOFF_POINT * draws));
    free(ways);
    free(last);
}

/* Arrange a deck so that middle and back may be equal: the same ranks in other suits, and three more ranks last. */
static void lay_equal_rows(uint8_t deck[52], const int *room) {
    static const uint8_t ranks[5] = {12, 10, 8, 6, 11};
    uint64_t used = 0;
    int n = 0;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = 0; i + room[row] < cpf_row_size[row]; i++)
            deck[n++] = (uint8_t)(row == CPF_FRONT ? 4 * i + i : 4 * ranks[i] + 2 * (row == CPF_BACK) + i % 2);
    for (int i = 0; i < n; i++) used |= cpf_card_bit(deck[i]);
    for (int high = 0; high < 2; high++)
        for (int card = 0; card < 52; card++) {
            const int is_high = card / 4 == 7 || card / 4 == 9 || card / 4 == 11;
            if (is_high == high && !(used & cpf_card_bit((unsigned)card))) deck[n++] = (uint8_t)card;
        }
}

/* Arrange a deck so that each row of five has cards of one suit, for both rows the same or not. */
static void lay_suited_rows(uint8_t deck[52], const int *room) {
    int n = 0;
    shuffle(deck);
    for (int row = 0; row < CPF_ROWS; row++) {
        const int suit = between(0, 3);
        for (int i = 0; i + room[row] < cpf_row_size[row]; i++, n++) {
            int k = n;
            while (row != CPF_FRONT && deck[k] % 4 != suit && k < 51) k++;
            const uint8_t card = deck[k];
            deck[k] = deck[n];
            deck[n] = card;
        }
    }
}

void check_final_draws(void) {
    static const int rooms[][CPF_ROWS] = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 0}, {1, 0, 1},
                                          {0, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cpf_payoffs *payoffs = calloc(1, sizeof *payoffs);
    for (int n = 0; n < 540; n++) {
        const int *room = rooms[n % 9], least = n % 9 > 5 ? 1 : 3, most = n % 90 < 9 ? least == 1 ? 40 : 41 : 12;
        cpf_rules by = rules;
        uint8_t deck[52];
        by.wheel = n % 4 == 3 ? CPF_WHEEL_SECOND : CPF_WHEEL_LOWEST;
        by.lowball_middle = n % 2;
        by.lowest_middle = n % 4 == 1 ? 4000 : 0;
        fill_payoffs(payoffs);
        shuffle_some_first(deck);
        check_final_draw(&by, payoffs, deck, room, n < 9 ? most : between(least, most));
        lay_equal_rows(deck, room);
        by.equal_rows = n % 4 < 2 ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        check_final_draw(&by, payoffs, deck, room, between(least, 10));
        lay_suited_rows(deck, room);
        check_final_draw(&by, payoffs, deck, room, between(least, n % 10 ? 12 : 30));
    }
    free(payoffs);
    const cpf_street others[] = {{.dealt = 3, .placed = 1}, {.dealt = 2, .placed = 2}, {.dealt = 4, .placed = 4}};
    for (int i = 0; i < 3; i++) CHECK(!cpf_has_final_draw(&others[i]));
}
