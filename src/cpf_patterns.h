/* Every pattern, once: its name, and when 13 cards make it. To add one: a line at the end here, and a member at the end of
 * cpoker_fast.patterns.Pattern, whose values have this order; bits of masks are 32.
 *
 * A condition is a part of cpf_patterns(), where it may use these:
 *
 *   counts                                      how many cards there are of each rank, four bits each, the two first
 *   odd, two, four                              the bits of weight 1, 2 and 4 of these, in the lowest bits of the four
 *   trips                                       1 for each rank of three cards
 *   clubs, diamonds, hearts, red                how many cards there are of them; all four suits have 13
 *   suits                                       the first three, four bits each
 *   tables, cards                               the parameters */
#ifndef CPF_PATTERNS_H
#define CPF_PATTERNS_H

/* clang-format off */
#define CPF_PATTERN_LIST(PATTERN) \
    PATTERN(SIX_PAIRS, is_single_bit(odd) && !trips && !four) \
    PATTERN(SIX_PAIRS_LOOSE, is_single_bit(odd) && !trips) /* quads count as two pairs */ \
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
                                        is_three_straight_flushes(cpf_mask_of_hand(cards))) \
    PATTERN(DRAGON, counts == ONES) \
    PATTERN(ONE_SUIT, clubs == 13 || diamonds == 13 || hearts == 13 || clubs + red == 0)
/* clang-format on */

#endif
