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

/* Return the strength of a mask of any size; CPF_INVALID if it has none. */
static uint32_t strength_of_any_mask(int kind, uint64_t mask) {
    const int n = cpf_count_bits(mask), ranks_alone = !(mask & CPF_MASK_GAPS);
    if (kind != CPF_LOWBALL && ranks_alone && (n == 6 || n == 7))
        return cpf_seven_strength(cpf_sevens_of(&ranking, kind), mask, n);
    return cpf_strength_mask(&ranking.keys, &ranking.scales[kind], mask);
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
                for (int64_t i = at; i < at + good; i++) CHECK(strengths[i] == strength_of_any_mask(kind, masks[i]));
                at += good;
                CHECK(at >= n || strength_of_any_mask(kind, masks[at]) == CPF_INVALID);
            }
        }
        free(masks);
        free(strengths);
    }
}

/* Return the strength of the best five of n cards, by trying all rows. */
static uint32_t best_of_all_rows(int kind, const uint8_t *c, int n) {
    uint32_t best = 0;
    for (uint32_t chosen = 31; chosen < 1u << n; chosen = cpf_next_subset(chosen)) {
        uint8_t row[5];
        int cards = 0;
        for (int i = 0; i < n; i++)
            if (chosen >> i & 1) row[cards++] = c[i];
        uint32_t s = cpf_strength5(&ranking.keys, &ranking.scales[kind], row[0], row[1], row[2], row[3], row[4]);
        if (s > best) best = s;
    }
    return best;
}

/* Check short batches of six or seven cards, in buffers without a spare byte; half of the hands are of one or two suits, or
 * of few ranks. */
static void check_short_hands(int level, int kind, int width) {
    const cpf_seven_kernel kernel = width == 6 ? cpf_seven_kernels_of(level)->six : cpf_seven_kernels_of(level)->seven;
    const cpf_sevens *sevens = cpf_sevens_of(&ranking, kind);
    for (int64_t n = 0; n <= 1500; n += n < 200 ? 1 : 97) {
        uint8_t *cards = malloc((size_t)(n * width) + (n == 0)), deck[52];
        uint16_t *strengths = malloc((size_t)n * 2 + (n == 0));
        uint64_t *masks = calloc((size_t)n + (n == 0), sizeof *masks);
        for (int64_t i = 0; i < n; i++) {
            if (i % 2)
                shuffle_some_first(deck);
            else
                shuffle(deck);
            memcpy(cards + i * width, deck, (size_t)width);
            for (int j = 0; j < width; j++) masks[i] |= cpf_card_bit(deck[j]);
        }
        CHECK(kernel(sevens, cards, n, strengths) == 0);
        for (int64_t i = 0; i < n; i++) CHECK(strengths[i] == best_of_all_rows(kind, cards + i * width, width));
        if (n) {
            memset(strengths, 0, (size_t)n * 2);
            CHECK(cpf_mask_strengths(&ranking, kind, level, masks, n, strengths, 1) == n);
            CHECK(strengths[n - 1] == best_of_all_rows(kind, cards + (n - 1) * width, width));
            int64_t row = (int64_t)(next_random() % (uint64_t)n);
            int a = (int)(next_random() % (unsigned)width),
                b = (a + 1 + (int)(next_random() % (unsigned)(width - 1))) % width;
            uint8_t before = cards[row * width + a];
            cards[row * width + a] = cards[row * width + b];
            CHECK(kernel(sevens, cards, n, strengths) != 0);
            CHECK(cpf_strengths(&ranking, kind, level, cards, width, n, strengths, 2) == row);
            cards[row * width + a] = (uint8_t)(52 + next_random() % 204);
            CHECK(kernel(sevens, cards, n, strengths) != 0);
            cards[row * width + a] = before;
            masks[row] = row % 2 ? masks[row] | 1u << 14 : masks[row] & 1;
            CHECK(cpf_mask_strengths(&ranking, kind, level, masks, n, strengths, 2) == row);
        }
        for (int64_t i = 0; i < n * width; i++) cards[i] = (uint8_t)next_random();
        kernel(sevens, cards, n, strengths); /* any bytes are safe */
        for (int64_t i = 0; i < n * width; i++) cards[i] = (uint8_t)(next_random() % 8);
        kernel(sevens, cards, n, strengths); /* and so are any numbers of a rank */
        free(cards);
        free(strengths);
        free(masks);
    }
}

static void check_best_five(void) {
    for (int i = 0; i < 2000; i++) {
        uint8_t deck[52], best[5];
        const int width = 5 + i % 9, kind = i / 9 % 2;
        uint64_t mask = 0;
        shuffle_some_first(deck);
        for (int j = 0; j < width; j++) mask |= cpf_card_bit(deck[j]);
        CHECK(cpf_best_fives(&ranking, kind, deck, width, 1, best, 1) == 1);
        CHECK(best_of_all_rows(kind, best, 5) == best_of_all_rows(kind, deck, width));
        uint64_t five = cpf_best_five(&ranking, kind, mask);
        CHECK(five == (cpf_card_bit(best[0]) | cpf_card_bit(best[1]) | cpf_card_bit(best[2]) | cpf_card_bit(best[3]) |
                       cpf_card_bit(best[4])));
    }
}

static void *make_tables(void *tables) {
    for (int kind = 0; kind < CPF_SEVENS_SCALES; kind++) ((const void **)tables)[kind] = cpf_sevens_of(&ranking, kind);
    return NULL;
}

static void check_tables_of_sevens(void) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    const void *tables[THREADS][CPF_SEVENS_SCALES];
    CHECK(sizeof(cpf_sevens) <= 300000);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, make_tables, tables[i]) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (int i = 0; i < THREADS; i++) CHECK(tables[i][0] && !memcmp(tables[i], tables[0], sizeof tables[0]));
}

void check_rows(void) {
    check_tables_of_sevens();
    if (!only_threads) check_best_five();
    for (int level = 0; level < CPF_CPU_LEVELS; level++) {
        if (!cpf_cpu_supports(level)) continue;
        for (int kind = 0; kind < CPF_SCALES && !only_threads; kind++) {
            check_all_rows(cpf_rows(level), 5, kind);
            if (kind != CPF_LOWBALL) check_all_rows(cpf_rows(level), 3, kind);
        }
        check_short_rows(level, 5);
        check_short_rows(level, 3);
        check_masks(level);
        for (int kind = 0; kind < CPF_SEVENS_SCALES; kind++) {
            check_short_hands(level, kind, 6);
            check_short_hands(level, kind, 7);
        }
        printf("%s: rows agree\n", cpf_cpu_names[level]);
    }
}
