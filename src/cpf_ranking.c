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

/* Rank n masks, at least one, until one is invalid. Return its index, or n, or CPF_NO_MEMORY. */
static int64_t rank_masks(const cpf_ranking *tables, int kind, cpf_masks_kernel kernel, const uint64_t *masks, int64_t n,
                          uint16_t *out) {
    if (cpf_count_bits(masks[0]) < 6 && !kernel(tables, kind, masks, n, out)) return n;
    for (int64_t i = 0; i < n; i++) {   /* the kernels know only rows */
        const uint64_t mask = masks[i]; /* read once: another thread may change it */
        const uint32_t strength = cpf_strength_of_any(tables, kind, mask);
        if (strength == CPF_INVALID) return cpf_has_strength(kind, mask) ? CPF_NO_MEMORY : i;
        out[i] = (uint16_t)strength;
    }
    return n;
}

typedef struct batch {
    const cpf_ranking *tables;
    const cpf_sevens *sevens; /* for cards of six or seven, else NULL */
    const uint8_t *cards;
    const uint64_t *masks;
    uint16_t *out;
    int64_t first_bad;
    int kind, level, width;
} batch;

static int rank_cards(const batch *b, const uint8_t *cards, int64_t n, uint16_t *out) {
    switch (b->width) {
    case 3: return cpf_rows(b->level)->three(b->tables, b->kind, cards, n, out);
    case 5: return cpf_rows(b->level)->five(b->tables, b->kind, cards, n, out);
    case 6: return cpf_seven_kernels_of(b->level)->six(b->sevens, cards, n, out);
    default: return cpf_seven_kernels_of(b->level)->seven(b->sevens, cards, n, out);
    }
}

static void rank_range(void *context, int64_t begin, int64_t end) {
    batch *b = context;
    const int64_t n = end - begin;
    uint16_t *out = b->out + begin;
    if (b->masks) {
        cpf_masks_kernel kernel = cpf_rows(b->level)->masks;
        const int64_t ranked = rank_masks(b->tables, b->kind, kernel, b->masks + begin, n, out);
        if (ranked < n) cpf_atomic_min(&b->first_bad, ranked == CPF_NO_MEMORY ? ranked : begin + ranked);
    } else {
        const uint8_t *cards = b->cards + begin * b->width;
        if (rank_cards(b, cards, n, out)) cpf_atomic_min(&b->first_bad, begin + first_bad(cards, n, b->width));
    }
}

enum { GRAIN = 1 << 14 }; /* rows that a thread takes at a time: about ten microseconds of work */

int64_t cpf_strengths(const cpf_ranking *tables, int kind, int level, const uint8_t *cards, int width, int64_t n,
                      uint16_t *out, int threads) {
    batch b = {tables, NULL, cards, NULL, out, n, kind, level, width};
    if (width > 5 && !(b.sevens = cpf_sevens_of(tables, kind))) return CPF_NO_MEMORY;
    cpf_parallel(threads, rank_range, &b, n, GRAIN);
    return b.first_bad;
}

int64_t cpf_mask_strengths(const cpf_ranking *tables, int kind, int level, const uint64_t *masks, int64_t n, uint16_t *out,
                           int threads) {
    batch b = {tables, NULL, NULL, masks, out, n, kind, level, 0};
    cpf_parallel(threads, rank_range, &b, n, GRAIN);
    return b.first_bad;
}
