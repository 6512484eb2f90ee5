/* Checks of the strengths of rows, for every kernel. */
#include "checking.h"

static cpf_rows_kernel kernel_of(const cpf_row_kernels *kernels, int width) {
    return width == 5 ? kernels->five : kernels->three;
}

/* Check all rows, as cards and as masks: every kernel gives the strengths of the portable one. */
static void check_all_rows(const cpf_row_kernels *kernels, int width, int kind) {
    int64_t n = width == 5 ? 2598960 : 22100, i = 0;
    uint8_t *cards = malloc((size_t)(n * width));
    uint64_t *masks = malloc((size_t)n * sizeof *masks);
    uint16_t *expected = malloc((size_t)n * 2), *strengths = malloc((size_t)n * 2);
    for (uint64_t set = (1u << width) - 1; set < UINT64_C(1) << 52; i++) {
        uint64_t rest = set, low = set & (~set + 1), up = set + low;
        masks[i] = 0;
        for (int j = 0; j < width; j++, rest &= rest - 1) {
            cards[i * width + j] = (uint8_t)cpf_lowest_bit(rest);
            masks[i] |= cpf_card_bit(cards[i * width + j]);
        }
        set = up | (((set ^ up) / low) >> 2);
    }
    CHECK(i == n);
    CHECK(kernel_of(&cpf_rows_portable, width)(&ranking, kind, cards, n, expected) == 0);
    CHECK(kernel_of(kernels, width)(&ranking, kind, cards, n, strengths) == 0);
    CHECK(memcmp(expected, strengths, (size_t)n * 2) == 0);
    if (kernels == &cpf_rows_portable || kernels->masks != cpf_rank_masks_portable) {
        CHECK(kernels->masks(&ranking, kind, masks, n, strengths) == 0);
        CHECK(memcmp(expected, strengths, (size_t)n * 2) == 0);
    }
    free(cards);
    free(masks);
    free(expected);
    free(strengths);
}

/* Check short batches of valid and of invalid rows, in buffers without a spare byte. */
static void check_short_rows(int level, int width) {
    const cpf_row_kernels *kernels = cpf_rows(level);
    for (int64_t n = 0; n <= 200; n++) {
        uint8_t *cards = malloc((size_t)(n * width) + (n == 0)), deck[52];
        uint16_t *strengths = malloc((size_t)n * 2 + (n == 0));
        for (int64_t i = 0; i < n; i++) {
            shuffle(deck);
            memcpy(cards + i * width, deck, (size_t)width);
        }
        CHECK(kernel_of(kernels, width)(&ranking, CPF_WHEEL_LOWEST, cards, n, strengths) == 0);
        for (int64_t i = 0; i < n; i++) {
            const uint8_t *c = cards + i * width;
            uint32_t s = width == 5 ? cpf_strength5(&ranking.keys, &ranking.scales[0], c[0], c[1], c[2], c[3], c[4])
                                    : cpf_strength3(&ranking.keys, &ranking.scales[0], c[0], c[1], c[2]);
            CHECK(strengths[i] == s);
        }
        if (n) {
            int64_t row = (int64_t)(next_random() % (uint64_t)n);
            int a = (int)(next_random() % (unsigned)width),
                b = (a + 1 + (int)(next_random() % (unsigned)(width - 1))) % width;
            uint8_t before = cards[row * width + a];
            cards[row * width + a] = cards[row * width + b];
            CHECK(kernel_of(kernels, width)(&ranking, CPF_WHEEL_LOWEST, cards, n, strengths) != 0);
            CHECK(cpf_strengths(&ranking, CPF_WHEEL_LOWEST, level, cards, width, n, strengths, 2) == row);
            cards[row * width + a] = (uint8_t)(52 + next_random() % 204);
            CHECK(kernel_of(kernels, width)(&ranking, CPF_WHEEL_LOWEST, cards, n, strengths) != 0);
            cards[row * width + a] = before;
        }
        for (int64_t i = 0; i < n * width; i++) cards[i] = (uint8_t)next_random();
        kernel_of(kernels, width)(&ranking, CPF_LOWBALL * (width == 5), cards, n, strengths); /* any bytes are safe */
        free(cards);
        free(strengths);
    }
}

/* Return a mask of random bits, of a row of either size, or of a row with more cards of one rank. */
static uint64_t random_mask(int i) {
    uint8_t deck[52];
    shuffle(deck);
    uint64_t mask = 0;
    for (int j = i % 2 ? 5 : 3; j > 0; j--) mask |= cpf_card_bit(deck[j]);
    if (i % 16 == 3) mask |= UINT64_C(0x1000100010001) << next_random() % 16;
    return i % 16 == 5 ? next_random() & next_random() & next_random() : mask;
}

static void check_masks(int level) {
    enum { N = 300 };
    for (int n = 0; n < N; n++) {
        uint64_t *masks = malloc((size_t)n * sizeof *masks + !n);
        uint16_t *strengths = malloc((size_t)n * sizeof *strengths + !n);
        for (int i = 0; i < n; i++) /* of five cards, of three, or of both */
            masks[i] = random_mask(n % 3 == 0 ? i | 1 : n % 3 == 1 ? i & ~1 : (int)(next_random() % 16));
        for (int kind = 0; kind < CPF_SCALES; kind++) {
            for (int64_t at = 0; at < n; at++) { /* from the row after each invalid one */
                int64_t good = cpf_mask_strengths(&ranking, kind, level, masks + at, n - at, strengths + at, 1);
                for (int64_t i = at; i < at + good; i++)
                    CHECK(strengths[i] == cpf_strength_mask(&ranking.keys, &ranking.scales[kind], masks[i]));
                at += good;
                CHECK(at >= n || cpf_strength_mask(&ranking.keys, &ranking.scales[kind], masks[at]) == CPF_INVALID);
            }
        }
        free(masks);
        free(strengths);
    }
}

void check_rows(void) {
    for (int level = 0; level < CPF_CPU_LEVELS; level++) {
        if (!cpf_cpu_supports(level)) continue;
        for (int kind = 0; kind < CPF_SCALES && !only_threads; kind++) {
            check_all_rows(cpf_rows(level), 5, kind);
            if (kind != CPF_LOWBALL) check_all_rows(cpf_rows(level), 3, kind);
        }
        check_short_rows(level, 5);
        check_short_rows(level, 3);
        check_masks(level);
        printf("%s: rows agree\n", cpf_cpu_names[level]);
    }
}
