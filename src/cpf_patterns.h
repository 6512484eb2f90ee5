/* The patterns, each declared once: its name, and the condition under which 13 cards make it. The enum and the detection are
 * generated from this list.
 *
 * To add a pattern, append a line here and a member of the same name to cpoker_fast.patterns.Pattern. The filter of
 * cpf_may_make covers the patterns up to ONE_SUIT: if one of them changes, the filter may have to change. There may be up
 * to 32 patterns, one for each bit of a mask.
 *
 * Conditions are evaluated in cpf_patterns(), and may use
 *
 *   counts                       the number of cards of each rank, four bits a rank, deuces in the lowest bits
 *   odd, two, four               bit 0, 1 or 2 of each count, in the lowest of the four bits of its rank
 *   trips                        1 for each rank with exactly three cards
 *   clubs, diamonds, hearts      the number of cards of a suit
 *   red                          diamonds + hearts
 *   suits                        clubs, diamonds and hearts, four bits each
 *   tables, cards                the parameters of cpf_patterns() */
#ifndef CPF_PATTERNS_H
#define CPF_PATTERNS_H

/* clang-format off */
#define CPF_PATTERN_LIST(PATTERN) \
    PATTERN(SIX_PAIRS, is_single_bit(odd) && !trips && !four) \
    PATTERN(SIX_PAIRS_LOOSE, is_single_bit(odd)) /* quads are two pairs; the odd card may turn a pair into trips */ \
    PATTERN(THREE_STRAIGHTS, is_three_straights(tables, counts)) \
    PATTERN(THREE_FLUSHES, is_three_flushes(tables, suits)) \
    PATTERN(FIVE_PAIRS_AND_TRIPS, odd == trips && is_single_bit(trips) && !four) \
    PATTERN(FOUR_TRIPS, count_nibbles(trips) == 4) \
    PATTERN(THREE_QUADS, count_nibbles(four) == 3) \
    PATTERN(SMALL_8, !(counts >> 28)) /* all within 2-8 */ \
    PATTERN(SMALL_9, !(counts >> 32)) \
    PATTERN(SMALL_10, !(counts >> 36)) \
    PATTERN(BIG_8, !(counts & 0xffffff)) /* all within 8-A */ \
    PATTERN(NO_PICTURES, !(counts >> 36 & 0xfff)) \
    PATTERN(ONE_COLOUR, red == 0 || red == 13) \
    PATTERN(TWELVE_OF_ONE_COLOUR, red == 1 || red == 12) \
    PATTERN(TWELVE_PICTURES, (counts >> 36 & 0xfff) == 0x444) \
    PATTERN(ALL_HIGH, !(counts & 0xfffffffff)) /* all within J-A */ \
    PATTERN(THREE_STRAIGHT_FLUSHES, is_three_straights(tables, counts) && is_three_flushes(tables, suits) && \
                                        is_three_straight_flushes(cpf_mask_of_hand(tables, cards))) \
    PATTERN(DRAGON, counts == ONES) \
    PATTERN(ONE_SUIT, clubs == 13 || diamonds == 13 || hearts == 13 || clubs + red == 0)
/* clang-format on */

#endif
