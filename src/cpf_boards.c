/* Strengths, royalties and fouls of many boards. */
#include "cpf_boards.h"

#include <string.h>

#include "cpf_placing.h"
#include "cpf_threads.h"

typedef struct batch {
    const cpf_settling_tables *tables;
    const cpf_rules *rules;
    cpf_many_boards boards;
    cpf_board_values values;
    int64_t first_bad;
} batch;

/* Write the cards of three masks. Return 0 if a row has a wrong size or bits that stand for no card. */
static int cards_of_masks(const uint64_t *masks, uint8_t *cards) {
    for (int row = 0; row < CPF_ROWS; row++) {
        uint64_t rest = masks[row]; /* read once: another thread may change it */
        if (rest & CPF_MASK_GAPS || cpf_count_bits(rest) != cpf_row_size[row]) return 0;
        for (; rest; rest &= rest - 1) *cards++ = cpf_card_of_bit(cpf_lowest_bit(rest));
    }
    return 1;
}

/* Whether 13 cards are all the same byte, a dead hand or a surrender. */
static int is_no_board(const uint8_t *cards) {
    for (int i = 1; i < CPF_HAND; i++)
        if (cards[i] != cards[0]) return 0;
    return cards[0] >= CPF_DEAD_HAND;
}

/* Return 0 if the board is invalid. */
static int read_one(const batch *b, int64_t index) {
    const cpf_settling_tables *tables = b->tables;
    const cpf_board_values *values = &b->values;
    uint8_t cards[CPF_HAND];
    cpf_board board;
    if (b->boards.masks) {
        if (!cards_of_masks(b->boards.masks + index * CPF_ROWS, cards)) return 0;
    } else
        memcpy(cards, b->boards.cards + index * CPF_HAND, sizeof cards);
    const int has_cards = cpf_count_bits(cpf_mask_of_hand(&tables->patterns, cards)) == CPF_HAND;
    if (!has_cards && (values->strengths || !is_no_board(cards))) return 0;
    if (values->strengths) {
        const cpf_keys *keys = &tables->ranking->keys;
        const cpf_scale *scales = tables->ranking->scales, *scale = &scales[b->rules->wheel];
        const cpf_scale *middle = b->rules->lowball_middle ? &scales[CPF_LOWBALL] : scale;
        uint16_t *strengths = values->strengths + index * CPF_ROWS;
        strengths[CPF_FRONT] = (uint16_t)cpf_strength3(keys, scale, cards[0], cards[1], cards[2]);
        strengths[CPF_MIDDLE] = (uint16_t)cpf_strength5(keys, middle, cards[3], cards[4], cards[5], cards[6], cards[7]);
        strengths[CPF_BACK] = (uint16_t)cpf_strength5(keys, scale, cards[8], cards[9], cards[10], cards[11], cards[12]);
    }
    if (!values->royalties && !values->totals && !values->fouls) return 1;
    if (has_cards)
        cpf_read_rows(tables, b->rules, cards, &board);
    else
        cpf_read_no_board(b->rules, cards, &board);
    const int32_t *royalties = board.royalties;
    if (values->royalties) memcpy(values->royalties + index * CPF_ROWS, royalties, sizeof board.royalties);
    if (values->totals)
        values->totals[index] = board.foul ? 0 : royalties[CPF_FRONT] + royalties[CPF_MIDDLE] + royalties[CPF_BACK];
    if (values->fouls) values->fouls[index] = (uint8_t)cpf_is_foul(&board);
    return 1;
}

static void read_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    for (int64_t i = begin; i < end; i++)
        if (!read_one(b, i)) {
            cpf_atomic_min(&b->first_bad, i);
            return;
        }
}

enum { GRAIN = 1 << 12 }; /* boards that a thread takes at a time: about a hundred microseconds of work */

int64_t cpf_read_boards(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_many_boards boards, int64_t n,
                        cpf_board_values values, int threads) {
    batch b = {tables, rules, boards, values, n};
    cpf_parallel(threads, read_range, &b, n, GRAIN);
    return b.first_bad;
}
