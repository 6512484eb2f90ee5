/* Ranking of many rows: choice of kernels, and threads. */
#include "cpf_cpu.h"
#include "cpf_sevens.h"
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

/* Rank masks of any size one by one, until one is invalid. Return its index, or n. */
static int64_t rank_masks_of_any_size(const cpf_ranking *tables, int kind, const cpf_sevens *sevens, const uint64_t *masks,
                                      int64_t n, uint16_t *out) {
    for (int64_t i = 0; i < n; i++) {
        const uint64_t mask = masks[i];
        const int size = cpf_count_bits(mask);
        uint32_t strength = CPF_INVALID;
        if (size < 6)
            strength = cpf_strength_mask(&tables->keys, &tables->scales[kind], mask);
        else if (size <= 7 && sevens && !(mask & CPF_MASK_GAPS))
            strength = cpf_seven_strength(sevens, mask, size);
        if (strength == CPF_INVALID) return i;
        out[i] = (uint16_t)strength;
    }
    return n;
}

typedef struct batch {
    const cpf_ranking *tables;
    const cpf_sevens *sevens;
    const uint8_t *cards;
    const uint64_t *masks;
    uint16_t *out;
    int64_t first_bad;
    const cpf_row_kernels *kernels;
    cpf_seven_kernel seven_kernel;
    int kind, width;
} batch;

static void rank_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    const int64_t n = end - begin;
    uint16_t *out = b->out + begin;
    if (b->masks) {
        const uint64_t *masks = b->masks + begin;
        if (b->sevens || b->kernels->masks(b->tables, b->kind, masks, n, out))
            cpf_atomic_min(&b->first_bad, begin + rank_masks_of_any_size(b->tables, b->kind, b->sevens, masks, n, out));
        return;
    }
    const uint8_t *cards = b->cards + begin * b->width;
    const int bad = b->sevens       ? b->seven_kernel(b->sevens, cards, n, out)
                    : b->width == 5 ? b->kernels->five(b->tables, b->kind, cards, n, out)
                                    : b->kernels->three(b->tables, b->kind, cards, n, out);
    if (bad) cpf_atomic_min(&b->first_bad, begin + first_bad(cards, n, b->width));
}

enum { GRAIN = 1 << 14 }; /* rows that a thread takes at a time: about ten microseconds of work */

int64_t cpf_strengths(const cpf_ranking *tables, int kind, int level, const uint8_t *cards, int width, int64_t n,
                      uint16_t *out, int threads) {
    batch b = {tables, NULL, cards, NULL, out, n, cpf_rows(level), NULL, kind, width};
    if (width > 5) {
        b.sevens = cpf_sevens_of(tables, kind);
        if (!b.sevens) return CPF_NO_MEMORY;
        b.seven_kernel = width == 6 ? cpf_seven_kernels_of(level)->six : cpf_seven_kernels_of(level)->seven;
    }
    cpf_parallel(threads, rank_range, &b, n, GRAIN);
    return b.first_bad;
}

/* Whether a mask that the kernels refuse has six or seven cards. */
static int needs_best(int kind, uint64_t mask) {
    int size = cpf_count_bits(mask);
    return kind != CPF_LOWBALL && (size == 6 || size == 7) && !(mask & CPF_MASK_GAPS);
}

int64_t cpf_mask_strengths(const cpf_ranking *tables, int kind, int level, const uint64_t *masks, int64_t n, uint16_t *out,
                           int threads) {
    batch b = {tables, NULL, NULL, masks, out, n, cpf_rows(level), NULL, kind, 0};
    if (!n || !needs_best(kind, masks[0])) {
        cpf_parallel(threads, rank_range, &b, n, GRAIN);
        if (b.first_bad == n || !needs_best(kind, masks[b.first_bad])) return b.first_bad;
        b.first_bad = n;
    }
    b.sevens = cpf_sevens_of(tables, kind);
    if (!b.sevens) return CPF_NO_MEMORY;
    cpf_parallel(threads, rank_range, &b, n, GRAIN);
    return b.first_bad;
}
