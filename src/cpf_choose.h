/* Binomial coefficients. */
#ifndef CPF_CHOOSE_H
#define CPF_CHOOSE_H

#include <stdint.h>

/* The number of sets of k among n up to 52; 0 if k is less than 0 or more than n. */
static inline uint64_t cpf_choose(int n, int k) {
    uint64_t found = 1;
    if (k < 0 || k > n) return 0;
    if (k > n - k) k = n - k;
    for (int i = 1; i <= k; i++) found = found * (uint64_t)(n - k + i) / (uint64_t)i;
    return found;
}

#endif
