/* The C interface of cpoker_fast: ranking, boards and settling on plain C types, without Python objects.
 *
 * A C extension includes Python.h and this file, and imports the table of functions once:
 *
 *     const cpoker_fast_table *cpoker = cpoker_fast_import();
 *     if (!cpoker) return NULL;
 *
 * Programs that get addresses from Python (cpoker_fast.c_interface.address) include this file without Python.h.
 *
 * No function needs the GIL, changes shared state or raises an exception; results report errors. Functions check numbers,
 * sizes, cards and NULL. They trust that arrays have the stated lengths, are aligned as their types, and do not overlap.
 *
 * A card is a byte, 4 * rank + suit: ranks 0 to 12 are 2 to A, suits 0 to 3 are c d h s. A mask is a set of cards; the bit
 * of a card is number 16 * suit + rank. Strengths are 0 to 7916, higher is better, on one scale for rows of three and of
 * five.
 */
#ifndef CPOKER_FAST_H
#define CPOKER_FAST_H

#include <stdint.h>

/* Version of this file. A later version only adds functions at the end of the table. So a program runs with each installed
 * cpoker_fast whose version (cpoker_fast_table.version) is at least the one that the program was compiled with. */
#define CPOKER_FAST_C_VERSION 1

#define CPOKER_FAST_CAPSULE "cpoker_fast.c_interface._TABLE"

#define CPOKER_FAST_CARD(rank, suit) ((uint8_t)(4 * (rank) + (suit)))
#define CPOKER_FAST_BIT(card) ((uint64_t)1 << (16 * ((card) & 3) + ((card) >> 2 & 15)))

enum {
    CPOKER_FAST_CARDS = 52,
    CPOKER_FAST_RANKS = 13,
    CPOKER_FAST_SUITS = 4,
    CPOKER_FAST_BOARD = 13,       /* cards of a board: front, middle and back */
    CPOKER_FAST_STRENGTHS = 7917, /* number of strengths */
    CPOKER_FAST_LOWBALL_STRENGTHS = 7462,
    CPOKER_FAST_NO_STRENGTH = 65535, /* result for cards that are no row */
    CPOKER_FAST_BAD_ARGUMENT = -1,   /* result for an invalid number, size or NULL */
    CPOKER_FAST_MOST_THREADS = 256,
    CPOKER_FAST_DEAD_HAND = 254, /* 13 of these bytes replace the board of a dead hand */
    CPOKER_FAST_SURRENDER = 255  /* 13 of these bytes replace the board of a player who surrenders */
};

/* Scales: A-2-3-4-5 as the lowest straight, A-2-3-4-5 as the second-highest straight, and 2-7 lowball. */
enum { CPOKER_FAST_WHEEL_LOWEST, CPOKER_FAST_WHEEL_SECOND, CPOKER_FAST_LOWBALL };

/* Categories of rows, weakest first. */
enum {
    CPOKER_FAST_HIGH_CARD,
    CPOKER_FAST_PAIR,
    CPOKER_FAST_TWO_PAIR,
    CPOKER_FAST_THREE_OF_A_KIND,
    CPOKER_FAST_STRAIGHT,
    CPOKER_FAST_FLUSH,
    CPOKER_FAST_FULL_HOUSE,
    CPOKER_FAST_FOUR_OF_A_KIND,
    CPOKER_FAST_STRAIGHT_FLUSH,
    CPOKER_FAST_ROYAL_FLUSH
};

#ifdef __cplusplus
extern "C" {
#endif

/* The functions. `scale` is one of the scales above; `threads` is 1 to 256; `rules` is the number that
 * cpoker_fast.c_interface.rules_number(rules) returns in Python. Functions of arrays return n, or the index of the first
 * invalid item, or CPOKER_FAST_BAD_ARGUMENT; unless the result is n, the output is undefined. */
typedef struct cpoker_fast_table {
    uint32_t version; /* CPOKER_FAST_C_VERSION of the installed package */

    /* Return the strength of a row, a mask of 3 or 5 cards, or of the best five of 6 or 7 (lowball: of 5 cards);
     * CPOKER_FAST_NO_STRENGTH for anything else. */
    uint16_t (*strength)(uint64_t row, int32_t scale);

    /* Return the strength of a row of n different cards; CPOKER_FAST_NO_STRENGTH for anything else. */
    uint16_t (*strength_of_cards)(const uint8_t *cards, int32_t n, int32_t scale);

    /* Write the strengths of n rows of `width` cards: 3, 5, 6 or 7 (lowball: 5). CPOKER_FAST_BAD_ARGUMENT also if memory
     * runs out: the first call with 6 or 7 cards makes tables. */
    int64_t (*strengths)(const uint8_t *cards, int32_t width, int64_t n, int32_t scale, uint16_t *out, int32_t threads);

    /* Write the strengths of n rows, each a mask of 3, 5, 6 or 7 cards (lowball: 5). */
    int64_t (*strengths_of_masks)(const uint64_t *rows, int64_t n, int32_t scale, uint16_t *out, int32_t threads);

    /* Return the category of a strength; CPOKER_FAST_BAD_ARGUMENT if it is no strength of the scale. */
    int32_t (*category)(uint16_t strength, int32_t scale);

    /* Return the mask of n different cards; 0 if a card is over 51 or appears twice, or n is not 1 to 52. */
    uint64_t (*mask_of_cards)(const uint8_t *cards, int32_t n);

    /* Write the cards of a mask in ascending order, at most 52; return their number. CPOKER_FAST_BAD_ARGUMENT for a mask
     * with bits that stand for no card. */
    int32_t (*cards_of_mask)(uint64_t mask, uint8_t *cards);

    /* Return the number of legal boards of a hand, a mask of 13 cards, with A-2-3-4-5 as the lowest straight;
     * CPOKER_FAST_BAD_ARGUMENT for any other mask, or if memory runs out. */
    int32_t (*count_arrangements)(uint64_t hand);

    /* Read n boards of 13 cards (front, middle, back) under rules. Write three strengths and three royalties for each board,
     * and 1 for each foul or dead hand, else 0. Each output may be NULL. Dead hands and surrenders have no strengths. */
    int64_t (*read_boards)(int32_t rules, const uint8_t *boards, int64_t n, uint16_t *strengths, int32_t *royalties,
                           uint8_t *fouls, int32_t threads);

    /* Settle n tables of `players` (2 to 4) boards each, and write the points of each player. `button`: seat of the dealer
     * or banker at all tables, 0 to players - 1. Players declare a natural if that pays more than the rows. A table is
     * invalid if two cards of it are the same, or if a player surrenders though the rules forbid it. */
    int64_t (*settle)(int32_t rules, const uint8_t *boards, int32_t players, int64_t n, int32_t button, int32_t *points,
                      int32_t threads);
} cpoker_fast_table;

#ifdef Py_PYTHON_H
/* Import the table of functions, with the GIL. Return NULL with an exception if cpoker_fast cannot be imported, or is older
 * than this file. The table stays valid until the process ends. */
static inline const cpoker_fast_table *cpoker_fast_import(void) {
    const cpoker_fast_table *table = (const cpoker_fast_table *)PyCapsule_Import(CPOKER_FAST_CAPSULE, 0);
    if (table && table->version < CPOKER_FAST_C_VERSION) {
        PyErr_Format(PyExc_ImportError,
                     "this module was compiled for version %d of the C interface of cpoker_fast, but the installed package "
                     "has version %d: update cpoker_fast",
                     CPOKER_FAST_C_VERSION, (int)table->version);
        return NULL;
    }
    return table;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
