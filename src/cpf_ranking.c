/* Ranking of many rows: choice of kernels, and threads. */
#include "cpf_ranking.h"
#include "cpf_cpu.h"
#include "cpf_threads.h"

const cpf_row_kernels *cpf_rows(int level) {
    switch (level) {
#if defined(CPF_X86_64)
    case CPF_CPU_AVX512: return &cpf_rows_avx512;
    case CPF_CPU_AVX2: return &cpf_rows_avx2;
#elif defined(CPF_AARCH64)
    case CPF_CPU_NEON: return &cpf_rows_neon;
#endif
    default: return &cpf_rows_portable;
    }
}

static int64_t first_bad(const uint8_t *cards, int64_t n, int width) {
    for (int64_t i = 0; i < n; i++, cards += width) {
        uint64_t seen = 0;
        for (int j = 0; j < width; j++) {
            if (cards[j] >= CPF_CARDS || seen >> cards[j] & 1) return i;
            seen |= UINT64_C(1) << cards[j];
        }
    }
    return n;
}

static int64_t first_bad_mask(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        if (cpf_strength_mask(&tables->keys, &tables->scales[kind], masks[i]) == CPF_INVALID) return i;
    return n;
}

typedef struct batch {
    const cpf_ranking *tables;
    const uint8_t *cards;
    const uint64_t *masks;
    uint16_t *out;
    int64_t first_bad;
    const cpf_row_kernels *kernels;
    int kind, width;
} batch;

static void rank_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    int64_t n = end - begin;
    int bad;
    if (b->masks) {
        bad = b->kernels->masks(b->tables, b->kind, b->masks + begin, n, b->out + begin);
        if (bad) cpf_atomic_min(&b->first_bad, begin + first_bad_mask(b->tables, b->kind, b->masks + begin, n));
    } else {
        const uint8_t *cards = b->cards + begin * b->width;
        bad = (b->width == 5 ? b->kernels->five : b->kernels->three)(b->tables, b->kind, cards, n, b->out + begin);
        if (bad) cpf_atomic_min(&b->first_bad, begin + first_bad(cards, n, b->width));
    }
}

enum { GRAIN = 1 << 14 }; /* rows that a thread takes at a time: about ten microseconds of work */

int64_t cpf_strengths(const cpf_ranking *tables, int kind, int level, const uint8_t *cards, int width, int64_t n,
                      uint16_t *out, int threads) {
    batch b = {tables, cards, NULL, out, n, cpf_rows(level), kind, width};
    cpf_parallel(threads, rank_range, &b, n, GRAIN);
    return b.first_bad;
}

int64_t cpf_mask_strengths(const cpf_ranking *tables, int kind, int level, const uint64_t *masks, int64_t n, uint16_t *out,
                           int threads) {
    batch b = {tables, NULL, masks, out, n, cpf_rows(level), kind, 0};
    cpf_parallel(threads, rank_range, &b, n, GRAIN);
    return b.first_bad;
}
