/* Binomial coefficients. */
#ifndef CPF_CHOOSE_H
#define CPF_CHOOSE_H

#include <stdint.h>

/* Return the number of subsets of k among n <= 52 elements; 0 if k is negative or above n. */
static inline uint64_t cpf_choose(int n, int k) {
    uint64_t subsets = 1;
    if (k < 0 || k > n) return 0;
    if (k > n - k) k = n - k;
    for (int i = 1; i <= k; i++) subsets = subsets * (uint64_t)(n - k + i) / (uint64_t)i;
    return subsets;
}

#endif
