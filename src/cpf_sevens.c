/* The tables of six and seven cards, which are made when they are first needed. */
#include "cpf_sevens.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_cpu.h"
#include "cpf_threads.h"

const cpf_seven_kernels *cpf_seven_kernels_of(int level) {
    switch (level) {
#if defined(CPF_X86_64)
    case CPF_CPU_AVX512: return &cpf_sevens_avx512;
    case CPF_CPU_AVX2: return &cpf_sevens_avx2;
#elif defined(CPF_AARCH64)
    case CPF_CPU_NEON: return &cpf_sevens_neon;
#endif
    default: return &cpf_sevens_portable;
    }
}

/* ---- tables ---- */

/* The smallest ascending keys with different sums of seven. Multiplied by an odd number, their sums still differ modulo
 * 2^23, and are spread evenly over rows and columns. */
static const uint32_t smallest_key[CPF_RANKS] = {0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181};
#define SPREAD 2654435761u

enum {
    HANDS = 18395 + 49205, /* multisets of six and of seven ranks */
    ROWS = 2 * CPF_SEVENS_ROWS,
    COLUMNS = 1 << CPF_SEVENS_COLUMN,
    WORDS = CPF_SEVENS_SLOTS / 64 + 2,
    BACK = 16 * 64 /* slots before the place of the row of the same size that was placed last, where a search begins */
};

typedef struct builder {
    const cpf_ranking *ranking;
    const cpf_scale *scale;
    cpf_sevens *sevens;
    int n;
    uint16_t row[HANDS], column[HANDS], strength[HANDS]; /* of all multisets */
    int begin[ROWS + 1];                                 /* by row: where its hands begin in `hand` */
    int hand[HANDS];
    uint64_t used[WORDS]; /* a bit for each slot */
} builder;

static void add_hand(builder *b, const unsigned *ranks, int cards) {
    uint32_t sum = 0, all = 0, keys[7] = {0}, strength = 0; /* the seventh of six cards has key 0, and is always dropped */
    for (int i = 0; i < cards; i++) {
        sum += (uint32_t)(b->sevens->card[4 * ranks[i]] >> 32);
        all += keys[i] = (uint32_t)(b->ranking->keys.card[4 * ranks[i]] & CPF_FIVE_FIELD);
    }
    for (int i = 0; i < cards; i++)
        for (int j = cards == 7 ? i + 1 : 6; j < 7; j++) {
            uint32_t five = b->scale->five[all - keys[i] - keys[j]];
            if (five > strength) strength = five;
        }
    sum &= CPF_SEVENS_SUM;
    b->row[b->n] = (uint16_t)((sum >> CPF_SEVENS_COLUMN) + (cards == 7) * CPF_SEVENS_ROWS);
    b->column[b->n] = (uint16_t)(sum & (COLUMNS - 1));
    b->strength[b->n++] = (uint16_t)strength;
}

/* Add all multisets that begin with n ranks, which descend. */
static void add_hands(builder *b, unsigned ranks[7], int n, int cards) {
    if (n == cards) {
        add_hand(b, ranks, cards);
        return;
    }
    for (unsigned rank = 0; rank <= (n ? ranks[n - 1] : CPF_RANKS - 1u); rank++) {
        if (n >= 4 && ranks[n - 4] == rank) continue; /* four cards have the rank */
        ranks[n] = rank;
        add_hands(b, ranks, n + 1, cards);
    }
}

static void sort_by_row(builder *b) {
    for (int i = 0; i < b->n; i++) b->begin[b->row[i] + 1]++;
    for (int row = 0; row < ROWS; row++) b->begin[row + 1] += b->begin[row];
    for (int i = b->n - 1; i >= 0; i--) b->hand[--b->begin[b->row[i] + 1]] = i;
    memmove(b->begin, b->begin + 1, ROWS * sizeof *b->begin);
    b->begin[ROWS] = b->n;
}

static uint64_t used_from(const builder *b, int slot) {
    uint64_t low = b->used[slot / 64] >> slot % 64;
    return slot % 64 ? low | b->used[slot / 64 + 1] << (64 - slot % 64) : low;
}

/* Place a row so that its slots are free: its column 0 gets the first suitable place from `start` on. Return the place. */
static int place_row(builder *b, int row, int start) {
    const int *hand = b->hand + b->begin[row], n = b->begin[row + 1] - b->begin[row];
    for (int place = start;; place += 64) { /* 64 places are tried at once */
        CPF_ASSERT(place + 63 + COLUMNS <= CPF_SEVENS_SLOTS);
        uint64_t taken = 0;
        for (int i = 0; i < n && ~taken; i++) taken |= used_from(b, place + b->column[hand[i]]);
        if (!~taken) continue;
        place += cpf_lowest_bit(~taken);
        for (int i = 0; i < n; i++) {
            int slot = place + b->column[hand[i]];
            b->used[slot / 64] |= UINT64_C(1) << slot % 64;
            b->sevens->strength[slot] = b->strength[hand[i]];
        }
        return place;
    }
}

/* Place all rows, the largest first: the smallest then fill the gaps. */
static void place_rows(builder *b) {
    int largest = 0;
    for (int row = 0; row < ROWS; row++)
        if (b->begin[row + 1] - b->begin[row] > largest) largest = b->begin[row + 1] - b->begin[row];
    for (int size = largest; size >= 0; size--) {
        int start = 0;
        for (int row = 0; row < ROWS; row++) {
            if (b->begin[row + 1] - b->begin[row] != size) continue;
            int place = size ? place_row(b, row, start) : 0; /* bytes that are no cards may lead to empty rows */
            if (place - BACK > start) start = place - BACK;
            int column_zero = row % CPF_SEVENS_ROWS << CPF_SEVENS_COLUMN;
            b->sevens->first[row / CPF_SEVENS_ROWS][row % CPF_SEVENS_ROWS] = (uint32_t)(place - column_zero);
        }
    }
}

static void build(builder *b) {
    cpf_sevens *sevens = b->sevens;
    unsigned ranks[7];
    for (unsigned card = 0; card < CPF_CARDS; card++) {
        sevens->card[card] = (uint64_t)(smallest_key[card >> 2] * SPREAD & CPF_SEVENS_SUM) << 32 | 1u << 4 * (card & 3);
        sevens->bit[card] = cpf_card_bit(card);
    }
    for (uint32_t mask = 1; mask < 8192; mask++) {
        int low = cpf_lowest_bit(mask), n = cpf_count_bits(mask);
        sevens->suit[mask] = sevens->suit[mask & (mask - 1)] + (uint32_t)(sevens->card[4 * low] >> 32);
        if (n == 5) sevens->suit[mask] |= CPF_SEVENS_IS_FLUSH; /* larger masks add to it */
        sevens->flush[mask] = n == 5 ? b->scale->flush[mask] : 0;
        for (uint32_t rest = n > 5 ? mask : 0; rest; rest &= rest - 1) {
            uint16_t without = sevens->flush[mask & ~(rest & (~rest + 1))];
            if (without > sevens->flush[mask]) sevens->flush[mask] = without;
        }
    }
    add_hands(b, ranks, 0, 6);
    add_hands(b, ranks, 0, 7);
    CPF_ASSERT(b->n == HANDS);
    sort_by_row(b);
    place_rows(b);
}

void *cpf_made_sevens[CPF_SEVENS_SCALES];

const cpf_sevens *cpf_make_sevens(const cpf_ranking *tables, int kind) {
    builder *b = calloc(1, sizeof *b);
    cpf_sevens *sevens = calloc(1, sizeof *sevens);
    if (b && sevens) {
        b->ranking = tables;
        b->scale = &tables->scales[kind];
        b->sevens = sevens;
        build(b);
        cpf_sevens *first = cpf_atomic_publish(&cpf_made_sevens[kind], sevens); /* of several threads, the first one wins */
        if (first != sevens) free(sevens);
        sevens = first;
    } else {
        free(sevens);
        sevens = NULL;
    }
    free(b);
    return sevens;
}
