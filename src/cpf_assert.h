/* Assertions of preconditions and invariants: checked if CPOKER_FAST_DEBUG is defined, else without any cost. */
#ifndef CPF_ASSERT_H
#define CPF_ASSERT_H

#include <stddef.h>

#ifdef CPOKER_FAST_DEBUG

#include <stdio.h>
#include <stdlib.h>

#define CPF_ASSERT(condition)                                                                 \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                                          \
        }                                                                                     \
    } while (0)

#else
#define CPF_ASSERT(condition) ((void)(0 && (condition))) /* compiled to stay valid, but never evaluated */
#endif

/* Whether all bytes are zero. */
static inline int cpf_is_zero(const void *memory, size_t size) {
    const unsigned char *bytes = memory;
    while (size && !bytes[size - 1]) size--;
    return !size;
}

#endif
