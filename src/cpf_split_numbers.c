/* Splits of 13 cards by number. */
#include "cpf_split_numbers.h"

static uint8_t *list_cards(uint32_t set, uint8_t *next) {
    for (; set; set &= set - 1) *next++ = (uint8_t)cpf_lowest_bit(set);
    return next;
}

void cpf_split_by_number(const cpf_arranging_tables *tables, int number, uint8_t indices[CPF_HAND]) {
    const cpf_subsets *subsets = &tables->subsets;
    const int back = number / CPF_MIDDLES, i = number % CPF_MIDDLES;
    CPF_ASSERT(number >= 0 && number < CPF_SPLITS_OF_13);
    uint8_t *next = list_cards(subsets->three[tables->splits.front[back][i]], indices);
    next = list_cards(subsets->five[tables->splits.middle[back][i]], next);
    list_cards(subsets->five[back], next);
}

/* The strengths of the rows of a hand, by number. */
typedef struct numbered {
    uint16_t back[CPF_FIVES], middle[CPF_FIVES], front[CPF_THREES];
} numbered;

static void number_rows(const cpf_subsets *subsets, const cpf_hand *hand, numbered *rows) {
    CPF_ASSERT(hand->n == CPF_HAND);
    for (int i = 0; i < CPF_FIVES; i++) {
        rows->back[i] = hand->strength[subsets->five[i]];
        rows->middle[i] = hand->middle[subsets->five[i]];
    }
    for (int i = 0; i < CPF_THREES; i++) rows->front[i] = hand->strength[subsets->three[i]];
}

void cpf_mark_legal(const cpf_arranging_tables *tables, const cpf_hand *hand, int8_t legal[CPF_SPLITS_OF_13]) {
    const cpf_splits_of_13 *splits = &tables->splits;
    numbered rows;
    number_rows(&tables->subsets, hand, &rows);
    for (int back = 0; back < CPF_FIVES; back++)
        for (int i = 0; i < CPF_MIDDLES; i++)
            *legal++ = (int8_t)cpf_hand_is_legal(hand, rows.front[splits->front[back][i]],
                                                 rows.middle[splits->middle[back][i]], rows.back[back]);
}

/* Write the sum of the scores of each set of cards in a row. */
static void add_scores(const uint32_t *sets, int n, const float *scores, int row, float *sums) {
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (uint32_t rest = sets[i]; rest; rest &= rest - 1) sums[i] += scores[CPF_ROWS * cpf_lowest_bit(rest) + row];
    }
}

int cpf_split_of_highest_score(const cpf_arranging_tables *tables, const cpf_hand *hand, const float *scores) {
    const cpf_splits_of_13 *splits = &tables->splits;
    float back_sum[CPF_FIVES], middle_sum[CPF_FIVES], front_sum[CPF_THREES], highest = 0;
    numbered rows;
    int best = -1;
    number_rows(&tables->subsets, hand, &rows);
    add_scores(tables->subsets.five, CPF_FIVES, scores, CPF_BACK, back_sum);
    add_scores(tables->subsets.five, CPF_FIVES, scores, CPF_MIDDLE, middle_sum);
    add_scores(tables->subsets.three, CPF_THREES, scores, CPF_FRONT, front_sum);
    for (int back = 0; back < CPF_FIVES; back++)
        for (int i = 0; i < CPF_MIDDLES; i++) {
            const int front = splits->front[back][i], middle = splits->middle[back][i];
            const float sum = back_sum[back] + middle_sum[middle] + front_sum[front];
            if ((best < 0 ? sum == sum : sum > highest) &&
                cpf_hand_is_legal(hand, rows.front[front], rows.middle[middle], rows.back[back])) {
                highest = sum;
                best = CPF_MIDDLES * back + i;
            }
        }
    return best;
}
