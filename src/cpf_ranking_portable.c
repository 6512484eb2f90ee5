/* The portable ranking kernels. */
#include <string.h>

#include "cpf_sevens.h"

enum { BLOCK = 16 }; /* rows at a time, so that rows of n cards fill n vectors of 16 bytes */

/* Set the bytes of `bad` where a equals b and `within` is 255. */
static inline cpf_v128 add_equal(cpf_v128 bad, cpf_v128 a, cpf_v128 b, cpf_v128 within) {
    return cpf_v128_or(bad, cpf_v128_and(cpf_u8x16_eq(a, b), within));
}

/* Results of the checks of all blocks: bytes that repeat a card, and the highest bytes. */
typedef struct block_checks {
    cpf_v128 repeated, top;
} block_checks;

static int is_bad(const block_checks *checks) {
    uint8_t repeated[16], top[16];
    int bad = 0;
    memcpy(repeated, &checks->repeated, 16);
    memcpy(top, &checks->top, 16);
    for (int i = 0; i < 16; i++) bad |= repeated[i] != 0 || top[i] >= CPF_CARDS;
    return bad;
}

/* A row repeats a card if byte i equals byte i + k. within[k - 1][i] is 255 if both bytes are in the same row. The checks
 * read up to width - 1 bytes beyond the block. */
#define ROWS16(...)                                                                                          \
    {__VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, \
     __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__}
static const uint8_t within3[2][3 * BLOCK] = {ROWS16(255, 255, 0), ROWS16(255, 0, 0)};
static const uint8_t within5[4][5 * BLOCK] = {ROWS16(255, 255, 255, 255, 0), ROWS16(255, 255, 255, 0, 0),
                                              ROWS16(255, 255, 0, 0, 0), ROWS16(255, 0, 0, 0, 0)};
static const uint8_t within6[5][6 * BLOCK] = {ROWS16(255, 255, 255, 255, 255, 0), ROWS16(255, 255, 255, 255, 0, 0),
                                              ROWS16(255, 255, 255, 0, 0, 0), ROWS16(255, 255, 0, 0, 0, 0),
                                              ROWS16(255, 0, 0, 0, 0, 0)};
static const uint8_t within7[6][7 * BLOCK] = {ROWS16(255, 255, 255, 255, 255, 255, 0), ROWS16(255, 255, 255, 255, 255, 0, 0),
                                              ROWS16(255, 255, 255, 255, 0, 0, 0),     ROWS16(255, 255, 255, 0, 0, 0, 0),
                                              ROWS16(255, 255, 0, 0, 0, 0, 0),         ROWS16(255, 0, 0, 0, 0, 0, 0)};

CPF_ALWAYS_INLINE void check_block(const uint8_t *cards, int width, const uint8_t *within, block_checks *checks) {
    for (int v = 0; v < width * BLOCK; v += 16) {
        cpf_v128 here = cpf_v128_load(cards + v);
        for (int k = 1; k < width; k++)
            checks->repeated = add_equal(checks->repeated, here, cpf_v128_load(cards + v + k),
                                         cpf_v128_load(within + (k - 1) * width * BLOCK + v));
        checks->top = cpf_u8x16_max(checks->top, here);
    }
}

static inline void rank_block5(const cpf_ranking *tables, const cpf_scale *scale, const uint8_t *cards, uint16_t *out) {
    const cpf_keys *keys = &tables->keys;
    for (int i = 0; i < BLOCK; i++, cards += 5) {
        uint16_t ab, cd; /* the table of pairs saves two of five look-ups; byte order does not matter */
        memcpy(&ab, cards, 2);
        memcpy(&cd, cards + 2, 2);
        uint64_t sum = keys->pair[ab] + keys->pair[cd] + keys->card[cards[4]]; /* the pairs include CPF_SUIT_COUNTERS */
        if (CPF_UNLIKELY(sum & CPF_FLUSH_BITS))
            out[i] = (uint16_t)cpf_flush5(scale, cards[0], cards[1], cards[2], cards[3], cards[4]);
        else
            out[i] = scale->five[sum & CPF_FIVE_FIELD];
    }
}

static inline void rank_block3(const cpf_ranking *tables, const cpf_scale *scale, const uint8_t *cards, uint16_t *out) {
    for (int i = 0; i < BLOCK; i++, cards += 3)
        out[i] = (uint16_t)cpf_strength3(&tables->keys, scale, cards[0], cards[1], cards[2]);
}

CPF_ALWAYS_INLINE void rank_block_of_sevens(const cpf_sevens *sevens, int width, const uint8_t *cards, uint16_t *out) {
    const uint32_t *first = sevens->first[width - 6];
    for (int i = 0; i < BLOCK; i++, cards += width) {
        uint64_t sum = CPF_SEVENS_COUNTERS, mask = 0;
        for (int j = 0; j < width; j++) sum += sevens->card[cards[j]];
        out[i] = sevens->strength[cpf_seven_place(first, (uint32_t)(sum >> 32))];
        if (CPF_LIKELY(!(sum & CPF_SEVENS_FLUSH_BITS))) continue;
        for (int j = 0; j < width; j++) mask |= sevens->bit[cards[j]];
        out[i] = (uint16_t)cpf_seven_flush(sevens, mask);
    }
}

/* Check and rank all blocks. All but the last are read in place; the last is copied, so that nothing is read beyond the
 * input. RANK_BLOCK(cards, out) ranks a block. */
#define RANK_BLOCKS(WIDTH, RANK_BLOCK)                                                  \
    do {                                                                                \
        uint8_t last[WIDTH * BLOCK + WIDTH];                                            \
        uint16_t strengths[BLOCK];                                                      \
        block_checks checks = {cpf_v128_zero(), cpf_v128_zero()};                       \
        for (; n > BLOCK; n -= BLOCK, cards += WIDTH * BLOCK, out += BLOCK) {           \
            check_block(cards, WIDTH, within##WIDTH[0], &checks);                       \
            RANK_BLOCK(cards, out);                                                     \
        }                                                                               \
        for (int i = 0; i < WIDTH * BLOCK + WIDTH; i++) last[i] = (uint8_t)(i % WIDTH); \
        memcpy(last, cards, (size_t)n * WIDTH);                                         \
        check_block(last, WIDTH, within##WIDTH[0], &checks);                            \
        RANK_BLOCK(last, strengths);                                                    \
        memcpy(out, strengths, (size_t)n * sizeof *out);                                \
        return is_bad(&checks);                                                         \
    } while (0)

#define ROWS_KERNEL(WIDTH)                                                                                        \
    static int rows##WIDTH(const cpf_ranking *tables, int kind, const uint8_t *cards, int64_t n, uint16_t *out) { \
        CPF_ASSERT(kind >= 0 && kind < CPF_SCALES && n >= 0);                                                     \
        const cpf_scale *scale = &tables->scales[kind];                                                           \
        RANK_BLOCKS(WIDTH, RANK_ROWS##WIDTH);                                                                     \
    }
#define RANK_ROWS3(cards, out) rank_block3(tables, scale, cards, out)
#define RANK_ROWS5(cards, out) rank_block5(tables, scale, cards, out)

#define SEVENS_KERNEL(WIDTH)                                                                             \
    static int sevens##WIDTH(const cpf_sevens *sevens, const uint8_t *cards, int64_t n, uint16_t *out) { \
        CPF_ASSERT(n >= 0);                                                                              \
        RANK_BLOCKS(WIDTH, RANK_SEVENS##WIDTH);                                                          \
    }
#define RANK_SEVENS6(cards, out) rank_block_of_sevens(sevens, 6, cards, out)
#define RANK_SEVENS7(cards, out) rank_block_of_sevens(sevens, 7, cards, out)

ROWS_KERNEL(5)
ROWS_KERNEL(3)
SEVENS_KERNEL(6)
SEVENS_KERNEL(7)

int cpf_rank_masks_portable(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint16_t *out) {
    const cpf_scale *scale = &tables->scales[kind];
    unsigned bad = 0;
    for (int64_t i = 0; i < n; i++) {
        uint32_t strength = cpf_strength_mask(&tables->keys, scale, masks[i]);
        bad |= strength == CPF_INVALID;
        out[i] = (uint16_t)strength;
    }
    return (int)bad;
}

const cpf_row_kernels cpf_rows_portable = {rows5, rows3, cpf_rank_masks_portable};

const cpf_seven_kernels cpf_sevens_portable = {sevens6, sevens7};
