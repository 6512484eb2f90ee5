/* The choice of the five cards that rank best among 5 to 13. */
#ifndef CPF_BEST_FIVE_H
#define CPF_BEST_FIVE_H

#include "cpf_ranking.h"

/* Return the five cards of a mask of 5 to 13 that rank best. Of cards that do equally well, it returns the lowest. */
uint64_t cpf_best_five(const cpf_ranking *tables, int kind, uint64_t mask);

/* Write the best five cards of each of n hands of `width` cards, in their order, or of n masks. Return n, or the index of
 * the first invalid hand; the output is then meaningless. */
int64_t cpf_best_fives(const cpf_ranking *tables, int kind, const uint8_t *cards, int width, int64_t n, uint8_t *out,
                       int threads);
int64_t cpf_best_five_masks(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint64_t *out,
                            int threads);

#endif
