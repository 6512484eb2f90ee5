/* Tests of the C core without Python, built with sanitizers and for other machines (.ci/run, CONTRIBUTING.md).
 *
 * Each buffer has exactly the size that its kernel may access, so that AddressSanitizer sees any access beyond it. Exits
 * with 0 if all kernels that the machine can run agree, and prints what was compared. With the argument "threads" it runs
 * only what uses several threads, for ThreadSanitizer. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_arranging.h"
#include "cpf_choose.h"
#include "cpf_cpu.h"
#include "cpf_dealing.h"
#include "cpf_environments.h"
#include "cpf_evaluator.h"
#include "cpf_field.h"
#include "cpf_incumbent.h"
#include "cpf_last_street.h"
#include "cpf_outs.h"
#include "cpf_positions.h"
#include "cpf_ranking.h"
#include "cpf_response.h"
#include "cpf_settling.h"
#include "cpf_sparse.h"
#include "cpf_tally.h"
#include "cpf_threads.h"
#include "prices.h"

static cpf_ranking ranking;
static cpf_settling_tables settling;
static cpf_rules rules;
static uint64_t state = 88172645463325252u;
static long checks;
static int only_threads; /* leave out what runs on one thread */

#define CHECK(condition)                                                            \
    do {                                                                            \
        checks++;                                                                   \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

static uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void shuffle(uint8_t deck[52]) {
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    for (int i = 51; i > 0; i--) {
        int j = (int)(next_random() % (unsigned)(i + 1));
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

static cpf_rows_kernel kernel_of(const cpf_row_kernels *kernels, int width) {
    return width == 5 ? kernels->five : kernels->three;
}

/* All rows, by cards and by masks: every kernel gives the strengths of the portable one. */
static void check_all_rows(const cpf_row_kernels *kernels, int width, int kind) {
    int64_t n = width == 5 ? 2598960 : 22100, i = 0;
    uint8_t *cards = malloc((size_t)(n * width));
    uint64_t *masks = malloc((size_t)n * sizeof *masks);
    uint16_t *expected = malloc((size_t)n * 2), *found = malloc((size_t)n * 2);
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
    CHECK(kernel_of(kernels, width)(&ranking, kind, cards, n, found) == 0);
    CHECK(memcmp(expected, found, (size_t)n * 2) == 0);
    if (kernels == &cpf_rows_portable || kernels->masks != cpf_rank_masks_portable) {
        CHECK(kernels->masks(&ranking, kind, masks, n, found) == 0);
        CHECK(memcmp(expected, found, (size_t)n * 2) == 0);
    }
    free(cards);
    free(masks);
    free(expected);
    free(found);
}

/* Short batches of good and of bad rows, in buffers without a spare byte. */
static void check_short_rows(int level, int width) {
    const cpf_row_kernels *kernels = cpf_rows(level);
    for (int64_t n = 0; n <= 200; n++) {
        uint8_t *cards = malloc((size_t)(n * width) + (n == 0)), deck[52];
        uint16_t *found = malloc((size_t)n * 2 + (n == 0));
        for (int64_t i = 0; i < n; i++) {
            shuffle(deck);
            memcpy(cards + i * width, deck, (size_t)width);
        }
        CHECK(kernel_of(kernels, width)(&ranking, CPF_WHEEL_LOWEST, cards, n, found) == 0);
        for (int64_t i = 0; i < n; i++) {
            const uint8_t *c = cards + i * width;
            uint32_t s = width == 5 ? cpf_strength5(&ranking.keys, &ranking.scales[0], c[0], c[1], c[2], c[3], c[4])
                                    : cpf_strength3(&ranking.keys, &ranking.scales[0], c[0], c[1], c[2]);
            CHECK(found[i] == s);
        }
        if (n) {
            int64_t row = (int64_t)(next_random() % (uint64_t)n);
            int a = (int)(next_random() % (unsigned)width),
                b = (a + 1 + (int)(next_random() % (unsigned)(width - 1))) % width;
            uint8_t before = cards[row * width + a];
            cards[row * width + a] = cards[row * width + b];
            CHECK(kernel_of(kernels, width)(&ranking, CPF_WHEEL_LOWEST, cards, n, found) != 0);
            CHECK(cpf_strengths(&ranking, CPF_WHEEL_LOWEST, level, cards, width, n, found, 2) == row);
            cards[row * width + a] = (uint8_t)(52 + next_random() % 204);
            CHECK(kernel_of(kernels, width)(&ranking, CPF_WHEEL_LOWEST, cards, n, found) != 0);
            cards[row * width + a] = before;
        }
        for (int64_t i = 0; i < n * width; i++) cards[i] = (uint8_t)next_random();
        kernel_of(kernels, width)(&ranking, CPF_LOWBALL * (width == 5), cards, n, found); /* any bytes are safe */
        free(cards);
        free(found);
    }
}

/* Masks of any bits, of rows of both sizes, and of a few cards of the same rank more; in a buffer without a spare word. */
static uint64_t some_mask(int i) {
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
        uint16_t *found = malloc((size_t)n * sizeof *found + !n);
        for (int i = 0; i < n; i++) /* of five cards, of three, or of both */
            masks[i] = some_mask(n % 3 == 0 ? i | 1 : n % 3 == 1 ? i & ~1 : (int)(next_random() % 16));
        for (int kind = 0; kind < CPF_SCALES; kind++) {
            for (int64_t at = 0; at < n; at++) { /* from the row after each bad one */
                int64_t good = cpf_mask_strengths(&ranking, kind, level, masks + at, n - at, found + at, 1);
                for (int64_t i = at; i < at + good; i++)
                    CHECK(found[i] == cpf_strength_mask(&ranking.keys, &ranking.scales[kind], masks[i]));
                at += good;
                CHECK(at >= n || cpf_strength_mask(&ranking.keys, &ranking.scales[kind], masks[at]) == CPF_INVALID);
            }
        }
        free(masks);
        free(found);
    }
}

static cpf_seating seats_of(int seats) { return cpf_seated(seats, (int)(next_random() % (unsigned)seats)); }

/* Swaps middle and back if they are out of order; then about half of all boards are legal. */
static void set_legally(uint8_t *cards) {
    cpf_board board;
    cpf_read_board(&settling, &rules, cards, CPF_DECLARE_NOTHING, &board);
    for (int i = 3; i < 8 && board.foul; i++) {
        const uint8_t card = cards[i];
        cards[i] = cards[i + 5];
        cards[i + 5] = card;
    }
}

/* n tables: of legal boards, fouls, dead hands and surrenders, with the button at the same seat or anywhere. */
static void check_settling(int n) {
    for (int players = 2; players <= 4; players++) {
        int8_t *button = malloc((size_t)n + !n);
        for (int i = 0; i < n; i++) button[i] = (int8_t)(next_random() % (unsigned)players);
        const cpf_buttons buttons = {button, players % 2 ? n % 2 : 1};
        size_t size = (size_t)(n * players * CPF_HAND);
        uint8_t *cards = malloc(size), *declare = malloc((size_t)(n * players)), deck[52];
        int32_t *one = malloc(sizeof *one * n * (size_t)players), *two = malloc(sizeof *two * n * (size_t)players);
        for (int i = 0; i < n; i++) {
            shuffle(deck);
            memcpy(cards + i * players * CPF_HAND, deck, (size_t)(players * CPF_HAND));
            for (int p = 0; p < players && i % 3; p++) set_legally(cards + (i * players + p) * CPF_HAND);
            if (i % 16 == 5) memset(cards + i * players * CPF_HAND, CPF_SURRENDERED, CPF_HAND);
            if (i % 8 == 6) memset(cards + (i * players + 1) * CPF_HAND, CPF_DEAD_HAND, CPF_HAND);
        }
        for (int i = 0; i < n * players; i++) declare[i] = next_random() % 4 > 0;
        CHECK(cpf_settle_many(&settling, &rules, cards, n, players, buttons, declare, 0, one, 1) == n);
        CHECK(cpf_settle_many(&settling, &rules, cards, n, players, buttons, declare, 0, two, 3) == n);
        CHECK(memcmp(one, two, sizeof *one * n * (size_t)players) == 0);
        for (int i = 0; i < n; i++) {
            const uint8_t *table = cards + i * players * CPF_HAND;
            const cpf_seating seating = cpf_seated(players, cpf_button_of(buttons, i));
            cpf_board boards[CPF_MOST_PLAYERS];
            cpf_outcome outcome;
            int32_t sum = 0;
            for (int p = 0; p < players; p++)
                cpf_read_seat(&settling, &rules, table + p * CPF_HAND,
                              declare[i * players + p] ? CPF_DECLARE_BEST : CPF_DECLARE_NOTHING, &boards[p]);
            cpf_settle(&settling, &rules, boards, &seating, &outcome);
            for (int p = 0; p < players; p++) {
                CHECK(one[i * players + p] == outcome.points[p]);
                sum += outcome.points[p];
            }
            CHECK(sum == 0);
        }
        CHECK(cpf_settle_many(&settling, &rules, cards, n, players, buttons, NULL, CPF_ALL_CHOOSE, two, 1) == n);
        for (int i = 0; i < n; i++) {
            const cpf_seating seating = cpf_seated(players, cpf_button_of(buttons, i));
            cpf_board boards[CPF_MOST_PLAYERS];
            cpf_outcome outcome;
            for (int p = 0; p < players; p++)
                cpf_read_seat(&settling, &rules, cards + (i * players + p) * CPF_HAND, CPF_DECLARE_IF_BETTER, &boards[p]);
            cpf_settle_choosing(&settling, &rules, boards, &seating, CPF_ALL_CHOOSE, &outcome);
            CHECK(memcmp(two + i * players, outcome.points, sizeof *two * (size_t)players) == 0);
            cpf_settle(&settling, &rules, boards, &seating, &outcome); /* the boards are as was chosen */
            CHECK(memcmp(two + i * players, outcome.points, sizeof *two * (size_t)players) == 0);
        }
        for (size_t i = 0; i < size; i++) cards[i] = (uint8_t)next_random();
        for (int i = 0; i < n && n % 3 == 0; i++) button[i] = (int8_t)next_random();
        for (int64_t at = 0; at < n; at++) { /* any bytes are safe */
            const cpf_buttons left = {button + at * buttons.step, buttons.step};
            const uint8_t *some = cards + at * players * CPF_HAND;
            at += cpf_settle_many(&settling, &rules, some, n - at, players, left, NULL, 0, one, 1);
        }
        free(button);
        free(cards);
        free(declare);
        free(one);
        free(two);
    }
}

/* Any bytes are safe: with fewer than 13 different cards there are patterns that no hand makes, and comparing them is safe,
 * too. */
static void check_settling_of_no_hands(void) {
    for (int n = 0; n < 3000; n++) {
        cpf_board boards[CPF_MOST_PLAYERS];
        cpf_seating seating = seats_of(CPF_MOST_PLAYERS);
        cpf_outcome outcome;
        int32_t sum = 0;
        uint8_t cards[CPF_HAND];
        unsigned different = 1 + n % 14, suits = 1 + n % 3;
        for (int p = 0; p < CPF_MOST_PLAYERS; p++) {
            for (int i = 0; i < CPF_HAND; i++)
                cards[i] = (uint8_t)(n % 5 ? 4 * (next_random() % different) + next_random() % suits : next_random());
            cpf_read_board(&settling, &rules, cards, n % 3 ? CPF_DECLARE_BEST : n % (CPF_PATTERNS + 1) - 1, &boards[p]);
        }
        if (n % 7 == 0) seating.owner[2] = 0, seating.owner[3] = 1;
        cpf_settle(&settling, &rules, boards, &seating, &outcome);
        for (int p = 0; p < CPF_MOST_PLAYERS; p++) sum += outcome.points[p];
        CHECK(sum == 0);
    }
}

/* Every way to pair the players, without the extras that tie pairings to each other, and with all of them. */
static void check_every_settling(void) {
    cpf_rules plain = rules;
    for (int pairings = CPF_ALL_AGAINST_ALL; pairings <= CPF_POOL; pairings++) {
        rules.pairings = pairings;
        rules.home_run_bonus = 3;
        check_settling(3003);
        rules.home_run_bonus = plain.home_run_bonus;
        rules.aces[1] = 1;
        rules.aces[4] = 8;
        rules.dealer_compensation = rules.side_payments = rules.deuce_of_spades = 1;
        rules.foul_pays_royalties = rules.foul_pays_naturals = 1;
        check_settling(3003);
        check_settling_of_no_hands();
        rules = plain;
    }
}

/* All numbers that the price of a pairing depends on: side by side as alone. In turn one of them is so high that points do
 * not fit in 16 bits. */
static void check_prices(void) {
    static const int32_t prices[] = {0, 1, 2, 5, -3};
    enum { HIGH_ROYALTIES = 6, HIGHEST = 14 }; /* half of the rules have no high number */
    cpf_rules plain = rules;
    for (int i = 0; i < 5 * HIGHEST; i++) {
        const int is_high = i % HIGHEST, high = i / HIGHEST % 2 ? 12000 : 40000; /* three, or one, are too much */
#define PRICE(n) (is_high == n ? high : prices[next_random() % 5])
#define ONE_IN(n) (next_random() % n == 0)
        rules.pairings = ONE_IN(4) ? CPF_BANKER : CPF_ALL_AGAINST_ALL;
        rules.home_run_bonus = ONE_IN(2) ? 0 : PRICE(7);
        rules.home_run_times = is_high == 8 ? high : 1 + (int32_t)(next_random() % 4);
        rules.home_run_players = 2 + (int32_t)(next_random() % 3);
        rules.row_ties = (int32_t)(next_random() % 3);
        const numbers_of_pairings numbers = {PRICE(0), is_high ? PRICE(1) : 0,
                                             PRICE(2), is_high == 4 ? high : 1 + (int32_t)(next_random() % 3),
                                             PRICE(3), ONE_IN(2)};
        set_prices(&rules, &numbers);
        rules.foul = is_high == 5 ? high : ONE_IN(2) ? CPF_FOUL_AS_SCOOP : 1 + (int32_t)(next_random() % 7);
        for (int row = 0; row < CPF_ROWS && is_high == HIGH_ROYALTIES; row++)
            for (int s = 0; s < CPF_STRENGTHS; s++) rules.royalties[row][s] = (int16_t)(4000 * plain.royalties[row][s]);
        rules.most_royalties = cpf_most_royalties(&rules);
        rules.royalties_always = ONE_IN(2);
        rules.foul_pays_royalties = ONE_IN(2);
        rules.foul_keeps_natural = ONE_IN(2);
        rules.dead_rows = ONE_IN(4) ? CPF_DEAD_OUT_OF_ORDER : CPF_DEAD_ALL;
        rules.equal_rows = ONE_IN(2) ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        rules.wheel = ONE_IN(2) ? CPF_WHEEL_SECOND : CPF_WHEEL_LOWEST;
        rules.lowball_middle = ONE_IN(4);
        rules.deuce_of_spades = ONE_IN(4);
        rules.naturals = ONE_IN(2) ? plain.naturals : 0;
#undef PRICE
#undef ONE_IN
        check_settling(300);
        rules = plain;
    }
}

/* Deals straights of five, five and three cards that may overlap; each in a suit, or of all suits. */
static void deal_straights(int suited, uint8_t cards[CPF_HAND]) {
    for (int row = 0, n = 0; row < CPF_ROWS; row++) {
        const unsigned size = row == CPF_FRONT ? 3 : 5, place = next_random() % (15 - size), suit = next_random() % 4;
        for (unsigned i = 0; i < size; i++)
            cards[n++] = (uint8_t)(4 * ((place + i + 12) % 13) + (suited ? suit : next_random() % 4));
    }
}

/* No hand that makes a pattern fails the filter: hands of few ranks or suits and of straights, so that all are made. */
static void check_filter(void) {
    const uint32_t all = (1u << CPF_PATTERNS) - 1;
    const cpf_pattern_tables *t = &settling.patterns;
    uint32_t made = 0;
    for (int n = 0; n < 100000; n++) {
        const unsigned suits = n % 3 ? 15 : 1 + next_random() % 15;
        uint8_t deck[52], cards[52], rank[13];
        int size = 0, ranks = n % 2 ? 4 + n / 2 % 10 : 13;
        shuffle(deck);
        for (int i = 0, k = 0; i < 52 && k < ranks; i++) /* in the order of their clubs */
            if (deck[i] % 4 == 0) rank[k++] = deck[i] / 4;
        for (int i = 0; i < 52; i++)
            if (suits >> deck[i] % 4 & 1 && memchr(rank, deck[i] / 4, (size_t)ranks)) cards[size++] = deck[i];
        if (n % 8 == 7)
            deal_straights(n & 8, cards);
        else if (n % 64 == 5) /* all pictures, too rare otherwise */
            for (int i = 0; i < CPF_HAND; i++) cards[i] = (uint8_t)(i < 12 ? 36u + (unsigned)i : next_random() % 36);
        else if (size < CPF_HAND)
            continue;
        const uint64_t mask = cpf_mask_of_hand(t, cards);
        if (cpf_count_bits(mask) < CPF_HAND) continue;
        const uint32_t found = cpf_patterns(t, cpf_key_sum(t, cards), cards, all);
        CHECK(!(found & CPF_FILTERED) || cpf_may_make(t, mask, CPF_FILTERED));
        made |= found;
    }
    CHECK(made == all);
}

static void check_naturals(void) {
    enum { N = 3000 };
    uint8_t *cards = malloc(N * CPF_HAND), deck[52];
    uint64_t *masks = malloc(N * sizeof *masks);
    uint32_t *one = malloc(N * sizeof *one), *two = malloc(N * sizeof *two);
    for (int i = 0; i < N; i++) {
        shuffle(deck);
        memcpy(cards + i * CPF_HAND, deck, CPF_HAND);
        masks[i] = cpf_mask_of_hand(&settling.patterns, deck);
    }
    CHECK(cpf_naturals_many(&settling.patterns, cards, N, UINT32_MAX, one, 2) == N);
    CHECK(cpf_naturals_of_masks(&settling.patterns, masks, N, UINT32_MAX, two, 1) == N);
    CHECK(memcmp(one, two, N * sizeof *one) == 0);
    for (int i = 0; i < N; i++) masks[i] = next_random() & next_random();
    for (int i = 0; i < N * CPF_HAND; i++) cards[i] = (uint8_t)next_random();
    for (int64_t at = 0; at < N; at++) /* any masks are safe */
        at += cpf_naturals_of_masks(&settling.patterns, masks + at, N - at, UINT32_MAX, two, 1);
    CHECK(cpf_naturals_many(&settling.patterns, cards, N, UINT32_MAX, one, 1) < N);
    free(cards);
    free(masks);
    free(one);
    free(two);
}

static cpf_arranging_tables arranging;

static void make_ready(cpf_objective *objective, const cpf_rules *by) {
    cpf_objective_ready(objective, by);
    cpf_objective_refine(objective, by);
}

/* The value of a row is its royalty plus `more` times its strength; with the latter, values are not exact in bytes. */
static void make_objective(cpf_objective *objective, const cpf_rules *by, double more) {
    for (int row = 0; row < CPF_ROWS; row++)
        for (int kind = 0; kind < CPF_KINDS; kind++) {
            int strength = kind % CPF_STRENGTHS;
            objective->value[row][kind] = by->royalties[row][strength] + more * strength;
        }
    make_ready(objective, by);
}

/* One hand: the number of legal splits, and the best one, compared with all splits. */
static void check_one_hand(const cpf_rules *by, const cpf_objective *objective, int n, int level) {
    uint8_t deck[52], cards[CPF_MOST_CARDS], board[CPF_HAND];
    cpf_workspace workspace = {0};
    cpf_undominated frontier = {0};
    cpf_split split, best;
    double value, most = -1e9;
    int64_t legal = 0;
    int found, matches = 0;
    uint64_t mask = 0;
    shuffle(deck);
    for (int i = 0; i < n; i++) mask |= cpf_card_bit(deck[i]);
    cpf_hands hands = {NULL, &mask, 0};
    cpf_splits *splits = malloc(sizeof *splits);
    cpf_subset_max_kernel subset_max = cpf_subset_max_of(level);
    CHECK(cpf_hand_cards(&hands, 0, cards) == n);
    CHECK(cpf_workspace_for(&workspace, n));
    cpf_hand *hand = &workspace.hand;
    cpf_hand_read(&arranging, by, cards, n, workspace.ranks, hand);
    best = cpf_search_best(hand, objective, subset_max, &workspace.search, &value);
    cpf_split_cards(hand->card, best, board);
    cpf_splits_start(splits, hand, 1, NULL, subset_max, NULL);
    while ((found = cpf_splits_next(splits, &split)) != 0) {
        if (found < 0) continue;
        int is_best = memcmp(&split, &best, sizeof best) == 0;
        matches += is_best;
        legal++;
        if (objective->terms && legal % 16 && !is_best) continue; /* exact terms are slow */
        static const cpf_incumbent none;
        uint32_t kinds[CPF_ROWS] = {cpf_hand_kind(hand, split.front, hand->strength[split.front]),
                                    cpf_hand_kind(hand, split.middle, hand->middle[split.middle]),
                                    cpf_hand_kind(hand, split.back, hand->strength[split.back])};
        double two = objective->value[CPF_BACK][kinds[CPF_BACK]] + objective->value[CPF_MIDDLE][kinds[CPF_MIDDLE]];
        double worth = cpf_board_value(&none, objective, kinds, two);
        most = worth > most ? worth : most;
    }
    CHECK(matches == 1 && most == value);
    CHECK(cpf_count_legal(hand, subset_max, workspace.search.cube) == legal);
    if (objective->in_bytes) { /* few different values */
        cpf_splits_start(splits, hand, 1, objective, subset_max, &workspace.search);
        while ((found = cpf_splits_next(splits, &split)) != 0) legal -= found > 0;
        CHECK(legal == 0);
    }
    CHECK(cpf_undominated_list(hand, subset_max, workspace.search.cube, &frontier) && frontier.n > 0);
    free(frontier.splits);
    free(splits);
    cpf_workspace_free(&workspace);
}

/* Batches in buffers without a spare byte: all kernels give the same, side by side and one by one. */
static void check_hands(const cpf_rules *by, const cpf_objective *objective, int level, int64_t n) {
    uint8_t *cards = malloc((size_t)n * CPF_HAND + (n == 0)), *boards = malloc((size_t)n * CPF_HAND + (n == 0)), deck[52];
    uint8_t one[CPF_HAND], **lists = calloc((size_t)n + 1, sizeof *lists);
    int64_t *counts = malloc((size_t)n * 8 + 8), count;
    double *values = malloc((size_t)n * 8 + 8), value;
    for (int64_t i = 0; i < n; i++) {
        shuffle(deck);
        memcpy(cards + i * CPF_HAND, deck, CPF_HAND);
    }
    cpf_arranging_batch batch = {&arranging, by, objective, {cards, NULL, CPF_HAND}, level, 2};
    CHECK(cpf_best_many(&batch, 0, n, boards, values) == n);
    CHECK(cpf_count_many(&batch, 0, n, counts) == n);
    for (int64_t i = 0; i < n && !only_threads; i++) {
        cpf_arranging_batch alone = {&arranging, by, objective, {cards + i * CPF_HAND, NULL, CPF_HAND}, CPF_CPU_PORTABLE, 1};
        CHECK(cpf_best_many(&alone, 0, 1, one, &value) == 1);
        CHECK(memcmp(one, boards + i * CPF_HAND, CPF_HAND) == 0 && value == values[i]);
        CHECK(cpf_count_many(&alone, 0, 1, &count) == 1 && count == counts[i]);
    }
    CHECK(cpf_undominated_many(&batch, 0, n, lists, counts) == n);
    for (int64_t i = 0; i < n; i++) free(lists[i]);
    for (int64_t i = 0; i < n * CPF_HAND; i++) cards[i] = (uint8_t)next_random(); /* any bytes are safe */
    CHECK(n == 0 || cpf_best_many(&batch, 0, n, boards, values) < n);
    CHECK(n == 0 || cpf_count_many(&batch, 0, n, counts) < n);
    free(cards);
    free(boards);
    free(lists);
    free(counts);
    free(values);
}

/* Stronger rows are worth more in one place, and less in the other: many of the highest bounds are out of order by less than
 * a level. */
static void make_opposed(cpf_objective *objective, const cpf_rules *by, int more, int less) {
    memset(objective, 0, sizeof *objective);
    for (int kind = 0; kind < CPF_KINDS; kind++) {
        int worth = kind % CPF_STRENGTHS / 66;
        objective->value[more][kind] = worth;
        objective->value[less][kind] = -worth;
    }
    make_ready(objective, by);
    CHECK(objective->in_bytes);
}

/* Only middles that are too strong for any legal board are worth something, and far more than the others. */
static void check_a_gap(const cpf_rules *by, cpf_objective *objective, int level) {
    static const uint8_t hand[CPF_HAND] = {2, 7, 8, 13, 16, 23, 24, 29, 32, 36, 42, 45, 48};
    enum { N = 64 };
    uint8_t cards[N * CPF_HAND], boards[N * CPF_HAND];
    double values[N], value = -1;
    cpf_workspace workspace = {0};
    cpf_split best;
    CHECK(cpf_workspace_for(&workspace, CPF_HAND));
    cpf_hand_read(&arranging, by, hand, CPF_HAND, workspace.ranks, &workspace.hand);
    memset(objective, 0, sizeof *objective);
    for (int kind = 0; kind < CPF_KINDS; kind++) objective->value[CPF_MIDDLE][kind] = kind % CPF_STRENGTHS;
    make_ready(objective, by);
    cpf_subset_max_kernel subset_max = cpf_subset_max_of(CPF_CPU_PORTABLE);
    cpf_search_best(&workspace.hand, objective, subset_max, &workspace.search, &value); /* the strongest legal middle */
    for (int kind = 0; kind < CPF_KINDS; kind++) objective->value[CPF_MIDDLE][kind] = kind % CPF_STRENGTHS > value ? 250 : 0;
    make_ready(objective, by);
    best = cpf_search_best(&workspace.hand, objective, subset_max, &workspace.search, &value);
    CHECK(objective->in_bytes && value == 0);
    for (int i = 0; i < N; i++) memcpy(cards + i * CPF_HAND, hand, CPF_HAND);
    cpf_arranging_batch batch = {&arranging, by, objective, {cards, NULL, CPF_HAND}, level, 1};
    CHECK(cpf_best_many(&batch, 0, N, boards, values) == N);
    for (int i = 0; i < N; i++) {
        uint8_t board[CPF_HAND];
        cpf_split_cards(hand, best, board);
        CHECK(values[i] == value && memcmp(boards + i * CPF_HAND, board, CPF_HAND) == 0);
    }
    cpf_workspace_free(&workspace);
}

static void check_arranging(void) {
    cpf_objective *objective = malloc(sizeof *objective);
    arranging.settling = &settling;
    cpf_arranging_build(&arranging);
    for (int kind = 0; kind < 10; kind++) {
        cpf_rules by = rules;
        by.wheel = kind == 1 ? CPF_WHEEL_SECOND : CPF_WHEEL_LOWEST;
        by.lowball_middle = kind == 2 || kind == 5;
        by.deuce_of_spades = kind == 3; /* the objective does not double anything, but hands have other kinds of rows */
        by.equal_rows = kind > 5 ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        memset(objective, 0, sizeof *objective);
        if (kind < 8)
            make_objective(objective, &by, kind == 4 || kind == 5 || kind == 7 ? 0.0013 : 0);
        else
            make_opposed(objective, &by, kind == 8 ? CPF_MIDDLE : CPF_FRONT, kind == 8 ? CPF_BACK : CPF_MIDDLE);
        for (int level = 0; level < CPF_CPU_LEVELS; level++) {
            if (!cpf_cpu_supports(level)) continue;
            for (int i = 0; i < 3 && !only_threads; i++) check_one_hand(&by, objective, 13, level);
            if (kind % 2 == 0 && !only_threads) check_one_hand(&by, objective, 14, level);
            for (int64_t n = kind ? 70 : 0; n <= 150; n = 5 * n / 2 + 1) check_hands(&by, objective, level, n);
        }
    }
    for (int level = 0; level < CPF_CPU_LEVELS; level++)
        if (cpf_cpu_supports(level) && !only_threads) check_a_gap(&rules, objective, level);
    free(objective);
}

/* Rules whose rows are mostly worth nothing, and a Fantasyland that is kept by the best of them. */
static void make_staying(cpf_objective *objective, cpf_rules *by, double bonus) {
    static const int classes[CPF_ROWS] = {3, 3, 3};
    cpf_terms *t = objective->terms = cpf_terms_new(classes);
    for (int row = 0; row < CPF_ROWS; row++)
        for (int kind = 0; kind < CPF_KINDS; kind++) {
            int s = kind % CPF_STRENGTHS, from = row == CPF_FRONT                          ? 1500
                                                 : row == CPF_MIDDLE && by->lowball_middle ? 6900
                                                                                           : 5700;
            by->royalties[row][s] = (int16_t)(s >= from ? 1 + (s - from) / 150 : 0);
            objective->value[row][kind] = by->royalties[row][s];
            t->of_kind[row][kind] = (uint8_t)((s > 7300) + (s > 7700));
        }
    for (int i = 0; i < 27; i++) {
        int most = i / 9 > i / 3 % 3 ? i / 9 : i / 3 % 3;
        t->term[i] = bonus * (most > i % 3 ? most : i % 3);
    }
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = 0; i < 3; i++) t->lift[row][i] = bonus > 0 ? bonus * i : 0;
    t->are_lifted = 1;
    make_ready(objective, by);
}

/* Lists of rows that are worth something find what the search by subset maxima finds, or give the hand up. */
static void check_sparse(const cpf_rules *by, const cpf_objective *objective, int n, int ranks) {
    cpf_sparse *memory = malloc(sizeof *memory);
    cpf_workspace workspace = {0};
    uint8_t deck[52], cards[CPF_MOST_CARDS];
    uint64_t mask = 0;
    cpf_split expected, found;
    double value, worth;
    shuffle(deck);
    for (int i = 0, m = 0; m < n; i++)
        if (deck[i] / 4 < ranks) mask |= cpf_card_bit(deck[i]), m++;
    cpf_hands hands = {NULL, &mask, 0};
    CHECK(cpf_hand_cards(&hands, 0, cards) == n && cpf_workspace_for(&workspace, n));
    cpf_hand_read(&arranging, by, cards, n, workspace.ranks, &workspace.hand);
    expected = cpf_search_best(&workspace.hand, objective, cpf_subset_max_of(CPF_CPU_PORTABLE), &workspace.search, &value);
    CHECK(cpf_sparse_fits(by, objective));
    if (cpf_sparse_best(&arranging, by, objective, cards, n, memory, &found, &worth))
        CHECK(memcmp(&found, &expected, sizeof found) == 0 && worth == value);
    else
        CHECK(ranks < 13 || by->lowball_middle);
    cpf_workspace_free(&workspace);
    free(memory);
}

/* Batches of Fantasyland hands, alone and against boards: on several threads as on one. Any bytes are safe. */
static void check_stays(const cpf_rules *by, const cpf_objective *objective, int n, int opponents, int level) {
    enum { N = 24 };
    size_t seats = (size_t)opponents;
    uint8_t *cards = malloc((size_t)(N * n)), *others = malloc(N * seats * CPF_HAND + !opponents), deck[52];
    uint8_t *boards[2], *stays[2];
    int32_t *royalties[2];
    double *values[2];
    cpf_arranging_batch batch = {&arranging, by, NULL, {cards, NULL, n}, level, 1};
    cpf_stays plan = {.others = opponents ? others : NULL, .me = opponents / 2};
    plan.objective[n - CPF_HAND] = objective;
    plan.seating = seats_of(opponents + 1);
    for (size_t i = 0; i < N; i++) {
        shuffle(deck);
        memcpy(cards + i * (size_t)n, deck, (size_t)n);
        memcpy(others + i * seats * CPF_HAND, deck + n, seats * CPF_HAND);
    }
    for (int i = 0; i < 2; i++) {
        boards[i] = malloc(N * CPF_HAND);
        stays[i] = malloc(N);
        royalties[i] = malloc(N * sizeof *royalties[i]);
        values[i] = malloc(N * sizeof *values[i]);
        batch.threads = 1 + 2 * i;
        CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[i], values[i], royalties[i], stays[i]) == N);
    }
    CHECK(memcmp(boards[0], boards[1], N * CPF_HAND) == 0 && memcmp(stays[0], stays[1], N) == 0);
    CHECK(memcmp(royalties[0], royalties[1], N * sizeof **royalties) == 0);
    CHECK(memcmp(values[0], values[1], N * sizeof **values) == 0);
    for (size_t i = 0; i < N; i++) {
        CHECK(stays[0][i] == 0 || stays[0][i] == 13 || stays[0][i] == 14);
        if (!opponents && boards[0][i * CPF_HAND] < CPF_CARDS) /* the bonus of a place is 4 times the place */
            CHECK(values[0][i] == royalties[0][i] + 4 * (stays[0][i] ? stays[0][i] - 12 : 0));
    }
    if (opponents) {
        others[(N - 1) * seats * CPF_HAND + 5] = cards[(N - 1) * n + 3];
        CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[0], values[0], royalties[0], stays[0]) == N - 1);
        for (size_t i = 0; i < N * seats * CPF_HAND; i++) others[i] = (uint8_t)next_random();
        CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[0], values[0], royalties[0], stays[0]) < N);
    }
    for (int i = 0; i < N * n; i++) cards[i] = (uint8_t)next_random();
    CHECK(cpf_staying_many(&batch, &plan, 0, N, boards[0], values[0], royalties[0], stays[0]) < N);
    for (int i = 0; i < 2; i++) {
        free(boards[i]);
        free(stays[i]);
        free(royalties[i]);
        free(values[i]);
    }
    free(cards);
    free(others);
}

static void check_fantasyland(void) {
    cpf_objective *objective = malloc(sizeof *objective);
    cpf_rules by = rules;
    by.naturals = 0;
    for (int kind = 0; kind < 4; kind++) {
        by.lowball_middle = kind == 1;
        by.lowest_middle = kind == 1 ? 6000 : 0;
        by.equal_rows = kind == 2 ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        memset(objective, 0, sizeof *objective);
        make_staying(objective, &by, kind == 3 ? -3.7 : 4);
        for (int n = CPF_HAND; n <= CPF_MOST_CARDS; n++) {
            for (int i = 0; i < 12 && !only_threads; i++) check_sparse(&by, objective, n, i % 4 ? 13 : 5);
            if (kind == 3 || (kind && only_threads)) continue;
            for (int opponents = 0; opponents < 4 && n + opponents * CPF_HAND <= 52; opponents++)
                check_stays(&by, objective, n, opponents, cpf_cpu_level());
        }
        free(objective->terms);
    }
    free(objective);
}

enum { POOL_ITEMS = 50000, POOL_CALLERS = 6, POOL_ROUNDS = 100 };

static void count_item(void *context, int64_t begin, int64_t end) {
    uint8_t *counts = context;
    for (int64_t i = begin; i < end; i++) counts[i]++;
}

static uint64_t next_of(void *unused) {
    (void)unused;
    return next_random();
}

/* A deal has each card at most once, and the known cards in their places. */
static void check_dealing(void) {
    cpf_bits bits = {NULL, next_of, NULL, NULL, NULL};
    for (int places = 0; places <= CPF_DECK; places++) {
        enum { N = 200 };
        cpf_deck deck;
        memset(&deck, 0, sizeof deck);
        memset(deck.known, 255, sizeof deck.known);
        deck.places = places;
        for (int card = 0; card < CPF_DECK; card++) {
            if (card % 7 == 3 && card < places)
                deck.known[card] = (uint8_t)card;
            else
                deck.card[deck.cards++] = (uint8_t)card;
        }
        uint8_t *out = malloc((size_t)(N * places + 1));
        CHECK(cpf_deck_ready(&deck));
        cpf_deal(&deck, &bits, N, out);
        for (int i = 0; i < N; i++) {
            uint64_t seen = 0;
            for (int k = 0; k < places; k++) {
                uint8_t card = out[i * places + k];
                CHECK(card < CPF_DECK && !(seen >> card & 1));
                CHECK(deck.known[k] == 255 || deck.known[k] == card);
                seen |= UINT64_C(1) << card;
            }
        }
        free(out);
        deck.cards = places / 2;
        if (places > 1 && places < 4) CHECK(!cpf_deck_ready(&deck));
    }
}

/* Sets a hand as the board with the most royalties, or in ascending order, mostly a foul. */
static void set_somehow(const cpf_rules *by, uint8_t *hand, int foul, cpf_board *board) {
    uint8_t cards[CPF_MOST_CARDS];
    cpf_objective *objective = calloc(1, sizeof *objective);
    cpf_hands hands = {hand, NULL, CPF_HAND};
    cpf_workspace workspace = {0};
    double value;
    make_objective(objective, by, 0);
    CHECK(cpf_hand_cards(&hands, 0, cards) == CPF_HAND && cpf_workspace_for(&workspace, CPF_HAND));
    cpf_hand_read(&arranging, by, cards, CPF_HAND, workspace.ranks, &workspace.hand);
    cpf_split best =
        cpf_search_best(&workspace.hand, objective, cpf_subset_max_of(CPF_CPU_PORTABLE), &workspace.search, &value);
    if (!foul) cpf_split_cards(workspace.hand.card, best, cards);
    cpf_read_board(&settling, by, cards, CPF_DECLARE_BEST, board);
    memcpy(hand, cards, CPF_HAND);
    cpf_workspace_free(&workspace);
    free(objective);
}

/* The best boards against a field. */
static void check_best_against(const cpf_rules *by, const cpf_field *field, int level) {
    cpf_objective *objective = calloc(1, sizeof *objective);
    CHECK(cpf_response_to_field(objective, cpf_field_tables_of(field), field));
    make_ready(objective, by);
    if (!only_threads) check_one_hand(by, objective, 13, level);
    check_hands(by, objective, level, level == CPF_CPU_AVX512 ? 36 : 18); /* more than half of the lanes */
    free(objective->terms);
    free(objective);
}

/* What boards declare, and whether they are surrendered: what they are paid then is at least what their rows are; on several
 * threads as one by one. Any bytes are safe. */
static void check_decisions(const cpf_rules *by, const cpf_field *field) {
    enum { N = 130 };
    uint8_t *boards = malloc(N * CPF_HAND), *chosen = malloc(N * CPF_HAND);
    double *rows = malloc(N * sizeof *rows), *points = malloc(N * sizeof *points), *paid = malloc(N * sizeof *paid);
    int8_t *declared = malloc(N);
    for (int i = 0; i < N; i++) {
        uint8_t deck[52];
        cpf_board board;
        shuffle(deck);
        set_somehow(by, deck, i % 7 == 0, &board);
        memcpy(boards + i * CPF_HAND, deck, CPF_HAND);
        declared[i] = CPF_DECLARE_NOTHING;
        points[i] = (double)NAN;
    }
    memcpy(chosen, boards, N * CPF_HAND);
    cpf_field_points_many(field, boards, declared, N, rows, 3);
    cpf_field_decide(field, N, chosen, points, declared, 3);
    cpf_field_points_many(field, chosen, declared, N, paid, 1);
    for (int i = 0; i < N; i++) {
        CHECK(points[i] >= rows[i]);
        if (!by->naturals_by_rows) CHECK(points[i] == paid[i]);
        double alone = (double)NAN;
        int8_t pattern;
        cpf_field_decide(field, 1, boards + i * CPF_HAND, &alone, &pattern, 1);
        CHECK(alone == points[i] && pattern == declared[i] &&
              !memcmp(boards + i * CPF_HAND, chosen + i * CPF_HAND, CPF_HAND));
    }
    for (int i = 0; i < N * CPF_HAND; i++) boards[i] = (uint8_t)next_random();
    cpf_field_decide(field, N, boards, points, declared, 2);
    free(boards);
    free(chosen);
    free(rows);
    free(points);
    free(paid);
    free(declared);
}

/* Against one opponent, expected points are the average over the boards of the field. All kernels give the same. */
static void check_field(const cpf_rules *by) {
    enum { N = 40, OWN = 6 };
    cpf_board *boards = malloc(N * sizeof *boards), own[OWN];
    uint8_t deck[52];
    for (int i = 0; i < N + OWN; i++) {
        shuffle(deck);
        set_somehow(by, deck, i % 10 == 3, i < N ? &boards[i] : &own[i - N]);
    }
    if (by->surrender >= 0) cpf_surrender(&boards[5]);
    for (int opponents = 1; opponents <= 3; opponents += 2) {
        double expected[OWN][2];
        for (int level = 0; level < CPF_CPU_LEVELS; level++) {
            if (!cpf_cpu_supports(level) || (level != CPF_CPU_PORTABLE && opponents > 1)) continue;
            cpf_field *field = cpf_field_new(&settling, by, boards, N, opponents, 0, level);
            CHECK(field != NULL);
            const cpf_field_tables *tables = cpf_field_tables_of(field);
            for (int i = 0; i < OWN; i++) {
                uint32_t kinds[CPF_ROWS] = {own[i].strengths[0], own[i].strengths[1], own[i].strengths[2]};
                double points = cpf_field_points(field, &own[i]),
                       joint = tables->has_joint ? tables->joint(field, kinds) : 0;
                if (level == CPF_CPU_PORTABLE) {
                    expected[i][0] = points;
                    expected[i][1] = joint;
                }
                CHECK(points == expected[i][0] && joint == expected[i][1]);
                double sum = 0;
                for (int k = 0; k < N && opponents == 1; k++) {
                    cpf_board two[2] = {own[i], boards[k]};
                    cpf_seating seating = cpf_seated(2, 1);
                    cpf_outcome outcome;
                    cpf_settle(&settling, by, two, &seating, &outcome);
                    sum += outcome.points[0];
                }
                CHECK(opponents > 1 || (sum / N - points < 1e-9 && points - sum / N < 1e-9));
            }
            /* with the deuce there are too many kinds of boards for that */
            if (!by->deuce_of_spades && opponents == 1) check_best_against(by, field, level);
            if (level == CPF_CPU_PORTABLE) check_decisions(by, field);
            cpf_field_free(field);
        }
    }
    free(boards);
}

static void check_fields(void) {
    cpf_rules by = rules;
    for (int row = 0; row < CPF_ROWS; row++) /* few different royalties, so that plans are made ahead */
        for (int s = 0; s < CPF_STRENGTHS; s++) by.royalties[row][s] = (int16_t)(s / 3000);
    by.home_run_players = 3;
    check_field(&by); /* scoops and home runs that are added */
    set_prices(&by, &(numbers_of_pairings){1, 0, 3, 2, 0, 0});
    by.home_run_times = 3;
    by.foul_pays_royalties = 1;
    check_field(&by);
    set_prices(&by, &(numbers_of_pairings){1, 0, 3, 1, 1, 1});
    by.home_run_times = by.royalties_always = by.deuce_of_spades = 1;
    check_field(&by);
    by.pairings = CPF_SINGLE_WINNER;
    by.home_run_bonus = by.deuce_of_spades = 0;
    check_field(&by);
    by.lowball_middle = 1;
    check_field(&by);
}

/* The sets of drawn cards are all counted, for rows, hands and draws of all sizes. */
static void check_outs(void) {
    uint8_t deck[52];
    uint64_t counts[CPF_CATEGORIES];
    for (int cards = 0; cards <= 5; cards++)
        for (int held = 0; held <= CPF_MOST_DRAWS; held += 1 + held / 3)
            for (int draws = 0; draws <= CPF_MOST_DRAWS; draws += 1 + draws / 2) {
                int size = cards <= 3 && draws % 2 ? 3 : 5, last = cards + held + draws + (int)(next_random() % 14);
                cpf_drawing d = {0, 0, 0, size, draws};
                if (held + draws < size - cards) continue;
                shuffle(deck);
                for (int i = 0; i < last; i++)
                    *(i < cards ? &d.row : i < cards + held ? &d.hand : &d.unseen) |= cpf_card_bit(deck[i]);
                for (int low = 0; low <= (size == 5); low++) {
                    uint64_t sum = 0;
                    if (low)
                        cpf_low_outs(&d, counts);
                    else
                        CHECK(cpf_outs(&d, counts));
                    for (int i = 0; i < CPF_CATEGORIES; i++) sum += counts[i];
                    CHECK(sum == cpf_choose(last - cards - held, draws));
                }
            }
    CHECK(cpf_category_shown(0) == CPF_HIGH_CARD);
}

/* A board of the next cards of a deck that lacks some: in front first. */
static cpf_partial fill_rows(const uint8_t *deck, int lacks) {
    cpf_partial board = {{0, 0, 0}, CPF_ALL_ROOM};
    for (int place = lacks; place < CPF_HAND; place++) {
        int row = place >= cpf_row_begin[CPF_BACK] ? CPF_BACK : place >= cpf_row_begin[CPF_MIDDLE] ? CPF_MIDDLE : CPF_FRONT;
        board.row[row] |= cpf_card_bit(*deck++);
        board.room -= cpf_room_digit[row];
    }
    return board;
}

/* What a board of the player wins if the third seat makes the best of the only cards that it can be dealt. */
static int32_t points_by_ways(const cpf_last_street *s, const uint8_t *own, const uint8_t *hand, const cpf_way *ways,
                              int64_t n) {
    const cpf_seating seating = cpf_seated(3, 3);
    cpf_board boards[3];
    cpf_outcome outcome, best = {0};
    uint8_t cards[CPF_HAND];
    cpf_read_board(&settling, s->plan->rules, own, CPF_DECLARE_BEST, &boards[0]);
    cpf_lay_rows(&s->boards[1], cards);
    cpf_read_board(&settling, s->plan->rules, cards, CPF_DECLARE_BEST, &boards[1]);
    for (int64_t k = 0; k < n; k++) {
        cpf_lay_rows(&s->boards[2], cards);
        cpf_lay(cards, s->boards[2].room, &ways[k], hand);
        cpf_read_board(&settling, s->plan->rules, cards, CPF_DECLARE_BEST, &boards[2]);
        cpf_settle(&settling, s->plan->rules, boards, &seating, &outcome);
        if (!k || outcome.points[2] > best.points[2]) best = outcome;
    }
    int32_t alone = 0; /* against the fourth seat, of which nothing is known */
    for (int row = 0; row < CPF_ROWS; row++) alone += boards[0].royalties[row];
    return best.points[0] + (cpf_is_foul(&boards[0]) ? -s->plan->rules->foul : alone);
}

static void check_last_street(int dealt, int placed) {
    static cpf_plan plan = {.tables = &settling};
    uint8_t deck[52], own[2 * CPF_HAND], *hand = malloc((size_t)dealt);
    double points[2];
    cpf_rules by = rules;
    cpf_street *street = &plan.street[0];
    cpf_last_street s = {.plan = &plan, .seats = 4, .button = 3};
    by.naturals = 0;
    by.royalties_always = 1;
    by.foul = 6;
    shuffle(deck);
    for (int i = 0; i < 2; i++) { /* two boards of the same cards */
        cpf_partial board = fill_rows(deck + i, 0);
        cpf_lay_rows(&board, own + i * CPF_HAND);
    }
    s.known[1] = CPF_BOARD_COMPLETE;
    s.boards[1] = fill_rows(deck + 14, 0);
    s.known[2] = CPF_BOARD_LACKS_STREET;
    s.boards[2] = fill_rows(deck + 27, placed);
    s.known[3] = CPF_BOARD_UNKNOWN;
    for (int i = 0; i < dealt; i++) s.unseen |= cpf_card_bit(deck[51 - i]);
    for (int i = 0, card = 0; i < dealt; card++)
        if (s.unseen & cpf_card_bit((unsigned)card)) hand[i++] = (uint8_t)card;
    int room = s.boards[2].room;
    int64_t n = cpf_count_ways(dealt, placed, room);
    cpf_way *ways = malloc((size_t)n * sizeof *ways);
    cpf_list_ways(dealt, placed, room, ways);
    plan.rules = &by;
    plan.streets = by.naturals_by_rows = 1; /* every suit counts */
    *street = (cpf_street){.dealt = dealt, .placed = placed};
    street->count[room] = (int32_t)n;
    street->ways[room] = ways;
    CHECK(cpf_last_street_points(&s, own, 2, points));
    for (int i = 0; i < 2; i++) CHECK(points[i] == points_by_ways(&s, own + i * CPF_HAND, hand, ways, n));
    free(ways);
    free(hand);
}

static void check_openface(void) {
    check_outs();
    for (int i = 0; i < 50; i++) {
        check_last_street(1, 1);
        check_last_street(3, 2);
        check_last_street(4, 4);
    }
}

/* ---- networks ---- */

static cpf_windows windows;

static int between(int least, int most) { return least + (int)(next_random() % (unsigned)(most - least + 1)); }

/* The largest numbers of which all together are safe, and what the biases may add to them. */
enum {
    MOST_FIRST_BIAS = INT16_MAX - 128 * CPF_MOST_FEATURES,
    MOST_SECOND = 1024,
    MOST_THIRD = 2048,
    MOST_BIAS = INT32_MAX - CPF_UNITS * MOST_SECOND * INT16_MAX
};

enum { SMALL, LARGE, POSITIVE, NEGATIVE, KINDS_OF_WEIGHTS };

static int16_t some(int kind, int most) {
    if (kind == SMALL) return (int16_t)between(-most / 8, most / 8);
    return (int16_t)(kind == POSITIVE || (kind == LARGE && next_random() >> 9 & 1) ? most : -most);
}

static void fill_head(cpf_head *head, int kind) {
    for (int i = 0; i < CPF_UNITS; i++) head->first_bias[i] = some(kind, MOST_FIRST_BIAS);
    for (int j = 0; j < CPF_SECOND_UNITS; j++) {
        for (int i = 0; i < CPF_UNITS; i++) head->second[j][i] = some(kind, MOST_SECOND);
        head->second_bias[j] = 2 * some(kind, MOST_BIAS / 2);
        head->third[j] = some(kind, MOST_THIRD);
    }
    head->third_bias = 2 * some(kind, MOST_BIAS / 2);
}

static cpf_weights *new_weights(int kind) {
    cpf_weights *first = malloc(CPF_FEATURES * sizeof *first);
    for (int f = 0; f < CPF_FEATURES; f++)
        for (int i = 0; i < CPF_UNITS; i++) {
            const int is_positive = kind == POSITIVE || (kind == LARGE && next_random() >> 9 & 1);
            first[f][i] = (int8_t)(kind == SMALL ? between(-128, 127) : is_positive ? 127 : -128);
        }
    return first;
}

static void fill_features(uint16_t *features, int n) {
    for (int i = 0; i < n; i++) features[i] = (uint16_t)(i % 5 ? between(0, CPF_FEATURES - 1) : CPF_FEATURES - 1);
}

/* The value of features, in numbers that hold any sum. */
static int64_t value_slowly(const cpf_weights *first, const cpf_head *head, const uint16_t *features, int n) {
    int64_t value = head->third_bias, unit[CPF_UNITS];
    for (int i = 0; i < CPF_UNITS; i++) {
        unit[i] = head->first_bias[i];
        for (int k = 0; k < n; k++) unit[i] += first[features[k]][i];
        unit[i] = unit[i] > 0 ? unit[i] : 0;
    }
    for (int j = 0; j < CPF_SECOND_UNITS; j++) {
        int64_t sum = head->second_bias[j];
        for (int i = 0; i < CPF_UNITS; i++) sum += unit[i] * head->second[j][i];
        CHECK(sum >= INT32_MIN && sum <= INT32_MAX);
        sum = sum > 0 ? sum / (1 << CPF_SECOND_SHIFT) : 0;
        value += (sum < INT16_MAX ? sum : INT16_MAX) * head->third[j];
    }
    return value;
}

/* Boards of any features, in buffers without a spare byte. */
static void check_values(const cpf_weights *first, const cpf_head *head, int level, int n) {
    enum { FRONT = CPF_LIVE_FEATURES + CPF_MOST_ROW_FEATURES };
    static const int count[CPF_ROWS] = {FRONT, CPF_MOST_ROW_FEATURES, CPF_MOST_ROW_FEATURES};
    const cpf_network_kernels *kernels = cpf_network_kernels_of(level);
    const size_t size = (size_t)n;
    cpf_parts *boards = malloc(size * sizeof *boards);
    int16_t *sums = malloc(size * CPF_ROWS * CPF_UNITS * sizeof *sums);
    int32_t *values = malloc(size * sizeof *values);
    int64_t *expected = malloc(size * sizeof *expected);
    for (int k = 0; k < n; k++) {
        uint16_t all[CPF_MOST_FEATURES];
        int used = 0;
        for (int row = 0; row < CPF_ROWS; row++) {
            const int m = k ? between(0, count[row]) : count[row]; /* the first board has all that it may have */
            int16_t *sum = sums + (k * CPF_ROWS + row) * CPF_UNITS, again[CPF_UNITS];
            uint16_t *features = malloc((size_t)m * sizeof *features);
            fill_features(features, m);
            for (int i = 0; i < CPF_UNITS; i++) again[i] = sum[i] = row == CPF_FRONT ? head->first_bias[i] : 0;
            kernels->add(first, features, m, sum);
            cpf_network_portable.add(first, features, m, again);
            CHECK(memcmp(sum, again, sizeof again) == 0);
            for (int i = 0; i < m; i++) all[used++] = features[i];
            boards[k].row[row] = sum;
            free(features);
        }
        fill_features(boards[k].ahead, 2);
        all[used++] = boards[k].ahead[0];
        all[used++] = boards[k].ahead[1];
        CHECK(used <= CPF_MOST_FEATURES);
        expected[k] = value_slowly(first, head, all, used);
    }
    kernels->value(first, head, boards, n, values);
    for (int k = 0; k < n; k++) CHECK(values[k] == expected[k]);
    free(boards);
    free(sums);
    free(values);
    free(expected);
}

/* Heads whose sums can reach the largest numbers are safe; one more, and they are not. */
static void check_safe_heads(void) {
    cpf_head *head = malloc(sizeof *head), *more = malloc(sizeof *more);
    fill_head(head, LARGE);
    for (int j = 0; j < CPF_SECOND_UNITS; j++) head->second_bias[j] = some(LARGE, 1) * MOST_BIAS;
    head->third_bias = some(LARGE, 1) * MOST_BIAS;
    CHECK(cpf_head_is_safe(head));
    for (int n = 0; n < 500; n++) {
        const int i = between(0, CPF_UNITS - 1), j = between(0, CPF_SECOND_UNITS - 1), side = some(LARGE, 1);
        const int is_lowest = n % 10 > 4; /* the numbers that have no opposite */
        *more = *head;
        if (n % 5 == 0) more->first_bias[i] = (int16_t)(is_lowest ? INT16_MIN : side * (MOST_FIRST_BIAS + 1));
        if (n % 5 == 1) more->second[j][i] = (int16_t)(is_lowest ? INT16_MIN : side * (MOST_SECOND + 1));
        if (n % 5 == 2) more->second_bias[j] = is_lowest ? INT32_MIN : side * (MOST_BIAS + 1);
        if (n % 5 == 3) more->third[j] = (int16_t)(is_lowest ? INT16_MIN : side * (MOST_THIRD + 1));
        if (n % 5 == 4) more->third_bias = is_lowest ? INT32_MIN : side * (MOST_BIAS + 1);
        CHECK(!cpf_head_is_safe(more));
    }
    memset(more, 0, sizeof *more); /* the largest weights, of few units */
    for (int i = 0; i < CPF_UNITS; i++) more->first_bias[i] = MOST_FIRST_BIAS;
    for (int j = 0; j < CPF_SECOND_UNITS; j++) more->second[j][j] = more->second[j][j + 1] = INT16_MIN;
    more->third[0] = more->third[31] = INT16_MIN;
    CHECK(cpf_head_is_safe(more));
    more->third[7] = 3;
    CHECK(!cpf_head_is_safe(more));
    memset(more, 0, sizeof *more); /* the sums of the first layer alone */
    more->first_bias[CPF_UNITS - 1] = -MOST_FIRST_BIAS;
    CHECK(cpf_head_is_safe(more));
    more->first_bias[CPF_UNITS - 1]--;
    CHECK(!cpf_head_is_safe(more));
    free(head);
    free(more);
}

static void check_networks(void) {
    cpf_head *head = malloc(sizeof *head);
    check_safe_heads();
    for (int level = 0; level < CPF_CPU_LEVELS; level++) {
        if (!cpf_cpu_supports(level)) continue;
        for (int i = 0; i < 4 * KINDS_OF_WEIGHTS * KINDS_OF_WEIGHTS; i++) {
            cpf_weights *first = new_weights(i % KINDS_OF_WEIGHTS);
            fill_head(head, i / KINDS_OF_WEIGHTS % KINDS_OF_WEIGHTS);
            CHECK(cpf_head_is_safe(head));
            check_values(first, head, level, i % 21);
            free(first);
        }
        printf("%s: networks agree\n", cpf_cpu_names[level]);
    }
    free(head);
}

/* Lays some cards before the others: those of one or two suits, or of few ranks. */
static void shuffle_some_first(uint8_t deck[52]) {
    uint8_t all[52];
    const int kind = between(0, 3), suit = between(0, 3), rank = between(0, 12), ranks = between(3, 5);
    int n = 0;
    shuffle(all);
    for (int is_first = 1; is_first >= 0; is_first--)
        for (int i = 0; i < 52; i++) {
            const int has_suit = all[i] % 4 == suit || (kind == 1 && all[i] % 4 == (suit + 1) % 4);
            const int has_rank = (all[i] / 4 - rank + 13) % 13 < ranks;
            if ((kind < 2 ? has_suit : kind == 2 ? has_rank : 1) == is_first) deck[n++] = all[i];
        }
}

/* A board of some of the first cards of a deck, and what is seen. */
static cpf_partial board_with_room(const uint8_t *deck, const int *room, uint64_t *seen) {
    uint64_t rows[CPF_ROWS] = {0, 0, 0};
    int n = 0;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = room[row]; i < cpf_row_size[row]; i++) rows[row] |= cpf_card_bit(deck[n++]);
    *seen = rows[0] | rows[1] | rows[2];
    for (int left = between(0, 52 - n); left > 0; left--) *seen |= cpf_card_bit(deck[n++]);
    return cpf_board_of(rows);
}

/* Features are numbers of inputs, all different, and not more than there is room for. */
static void check_features(void) {
    uint16_t *list = malloc(CPF_MOST_FEATURES * sizeof *list), *of_row = malloc(CPF_MOST_ROW_FEATURES * sizeof *of_row);
    int most = 0, most_of_row = 0;
    for (int n = 0; n < 20000; n++) {
        uint8_t deck[52], met[CPF_FEATURES] = {0};
        uint64_t seen;
        cpf_rules by = rules;
        int room[CPF_ROWS], found, level;
        by.lowball_middle = n & 1;
        shuffle_some_first(deck);
        for (int row = 0; row < CPF_ROWS; row++) room[row] = between(0, cpf_row_size[row]);
        const cpf_partial board = board_with_room(deck, room, &seen);
        const cpf_live live = cpf_live_of(seen);
        found = cpf_board_features(&windows, &by, &board, seen, list);
        CHECK(found <= CPF_MOST_FEATURES);
        for (int i = 0; i < found; i++) {
            CHECK(list[i] < CPF_FEATURES && !met[list[i]]);
            met[list[i]] = 1;
        }
        most = found > most ? found : most;
        for (int row = 0; row < CPF_ROWS; row++) {
            found = cpf_row_features(&windows, &live, row, board.row[row], room[row], of_row, &level);
            CHECK(found <= CPF_MOST_ROW_FEATURES && level >= 0 && level < CPF_RANKS * CPF_CATEGORIES);
            for (int i = 0; i < found; i++) CHECK(met[of_row[i]]);
            most_of_row = found > most_of_row ? found : most_of_row;
        }
    }
    CHECK(most > CPF_LIVE_FEATURES + 20 && most_of_row > 8); /* boards were rich */
    free(list);
    free(of_row);
}

/* Any payoffs, or the largest one either way: its boards fit into int16. Every other one compares with the boards of a
 * field, which win or lose ties. */
static void fill_aim(cpf_payoffs *payoffs) {
    const int is_largest = between(0, 3) == 0, largest = between(0, 1) ? CPF_MOST_PAYOFF : -CPF_MOST_PAYOFF;
    for (int row = 0; row < CPF_ROWS; row++) {
        for (int s = 0; s < CPF_STRENGTHS; s++)
            payoffs->worth[row][s] = (int16_t)(is_largest ? largest : between(-CPF_MOST_PAYOFF, CPF_MOST_PAYOFF));
        for (int i = 0; i < CPF_MOST_COMPARED; i++)
            payoffs->field[row][i] = (uint16_t)(is_largest ? 0 : 2 * between(0, CPF_STRENGTHS - 1) + i % 3);
    }
    payoffs->foul = (int16_t)between(-CPF_MOST_PAYOFF, CPF_MOST_PAYOFF);
    payoffs->boards = is_largest ? CPF_MOST_COMPARED : between(0, 1) * between(1, CPF_MOST_COMPARED);
    payoffs->rests = is_largest ? 1 : between(0, CPF_MOST_RESTS);
    for (int i = 0; i < payoffs->rests; i++) { /* each triple once, so that no board counts more than one */
        const int triple = is_largest ? CPF_ALL_WON : CPF_TRIPLES / 2 + 1 + i;
        for (int row = CPF_ROWS, rest = triple; row-- > 0; rest /= 3) payoffs->rest[i].result[row] = (uint8_t)(rest % 3);
        payoffs->rest[i].worth =
            (int16_t)((is_largest ? largest : between(-CPF_MOST_PAYOFF, CPF_MOST_PAYOFF)) / CPF_MOST_COMPARED);
    }
}

static uint32_t strength_of_row(const cpf_rules *by, int row, uint64_t cards) {
    const int scale = row == CPF_MIDDLE && by->lowball_middle ? CPF_LOWBALL : by->wheel;
    return cpf_strength_mask(&ranking.keys, &ranking.scales[scale], cards);
}

static int aim_of_board(const cpf_payoffs *payoffs, const cpf_rules *by, const cpf_partial *board) {
    uint32_t strength[CPF_ROWS];
    int worth = 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        strength[row] = strength_of_row(by, row, board->row[row]);
        worth += payoffs->worth[row][strength[row]];
    }
    if (!cpf_is_legal(by, strength[CPF_FRONT], strength[CPF_MIDDLE], strength[CPF_BACK])) return payoffs->foul;
    for (int i = 0; i < payoffs->boards; i++) {
        int triple = 0;
        for (int row = 0; row < CPF_ROWS; row++) {
            const int own = 2 * (int)strength[row] + 1, other = payoffs->field[row][i];
            triple = 3 * triple + (own > other) - (own < other) + 1;
        }
        for (int k = 0; k < payoffs->rests; k++) {
            const uint8_t *of = payoffs->rest[k].result;
            const int won = 9 * of[0] + 3 * of[1] + of[2];
            worth += payoffs->rest[k].worth * ((triple == won) - (triple == CPF_ALL_WON - won));
        }
    }
    return worth;
}

/* The most that the cards bring to a board that lacks them. */
static int64_t most_by_ways(const cpf_payoffs *payoffs, const cpf_rules *by, const cpf_partial *board, const uint64_t *cards,
                            const cpf_street *last) {
    int64_t most = INT64_MIN;
    for (int i = 0; i < last->count[board->room]; i++) {
        const cpf_partial after = cpf_place(board, &last->ways[board->room][i], cards);
        const int value = aim_of_board(payoffs, by, &after);
        most = value > most ? value : most;
    }
    return most;
}

/* An ending by all draws from so many of the last cards of a deck, of which the first ones lie on the board. */
static void check_ending(const cpf_rules *by, cpf_payoffs *payoffs, const uint8_t *deck, const int *room, int cards) {
    const int placed = room[0] + room[1] + room[2], dealt = placed == 2 ? 3 : 1;
    uint64_t of[52], seen;
    cpf_street *last = calloc(1, sizeof *last);
    int64_t sum = 0, draws = 0;
    const cpf_partial board = board_with_room(deck, room, &seen);
    for (int i = 0; i < cards; i++) of[i] = cpf_card_bit(deck[51 - i]);
    last->dealt = dealt;
    last->placed = placed;
    last->count[board.room] = (int32_t)cpf_count_ways(dealt, placed, board.room);
    cpf_way *ways = malloc((size_t)last->count[board.room] * sizeof *ways);
    last->ways[board.room] = ways;
    cpf_list_ways(dealt, placed, board.room, ways);
    CHECK(cpf_has_final_draw(last));
    for (int i = 0; i < payoffs->boards; i += 2) /* boards of the field that have rows in common with this one */
        for (int row = 0; row < CPF_ROWS; row++) {
            uint64_t own = board.row[row];
            for (int k = 0, first = between(0, cards - room[row]); k < room[row]; k++) own |= of[first + k];
            if (next_random() >> 9 & 1)
                payoffs->field[row][i] = (uint16_t)(2 * strength_of_row(by, row, own) + next_random() % 3);
        }
    for (int a = 0; a < cards; a++) {
        if (dealt == 1) sum += most_by_ways(payoffs, by, &board, &of[a], last), draws++;
        for (int b = a + 1; b < cards && dealt == 3; b++)
            for (int c = b + 1; c < cards; c++, draws++) {
                const uint64_t hand[3] = {of[a], of[b], of[c]};
                sum += most_by_ways(payoffs, by, &board, hand, last);
            }
    }
    uint64_t live = 0;
    for (int i = 0; i < cards; i++) live |= of[i];
    CHECK(cpf_final_draw(&ranking, by, payoffs, last, &board, live) == (double)sum / (double)(CPF_PAYOFF_POINT * draws));
    free(ways);
    free(last);
}

/* Cards with which middle and back may be equal: the same ranks in other suits, and cards of three more ranks. */
static void lay_equal_rows(uint8_t deck[52], const int *room) {
    static const uint8_t ranks[5] = {12, 10, 8, 6, 11};
    uint64_t used = 0;
    int n = 0;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = 0; i + room[row] < cpf_row_size[row]; i++)
            deck[n++] = (uint8_t)(row == CPF_FRONT ? 4 * i + i : 4 * ranks[i] + 2 * (row == CPF_BACK) + i % 2);
    for (int i = 0; i < n; i++) used |= cpf_card_bit(deck[i]);
    for (int high = 0; high < 2; high++)
        for (int card = 0; card < 52; card++) {
            const int is_high = card / 4 == 7 || card / 4 == 9 || card / 4 == 11;
            if (is_high == high && !(used & cpf_card_bit((unsigned)card))) deck[n++] = (uint8_t)card;
        }
}

static void check_endings(void) {
    static const int rooms[][CPF_ROWS] = {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 0}, {1, 0, 1},
                                          {0, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cpf_payoffs *payoffs = calloc(1, sizeof *payoffs);
    for (int n = 0; n < 540; n++) {
        const int *room = rooms[n % 9], least = n % 9 > 5 ? 1 : 3, most = n % 90 < 9 ? least == 1 ? 40 : 41 : 12;
        cpf_rules by = rules;
        uint8_t deck[52];
        by.wheel = n % 4 == 3 ? CPF_WHEEL_SECOND : CPF_WHEEL_LOWEST;
        by.lowball_middle = n % 2;
        by.lowest_middle = n % 4 == 1 ? 4000 : 0;
        fill_aim(payoffs);
        shuffle_some_first(deck);
        check_ending(&by, payoffs, deck, room, n < 9 ? most : between(least, most));
        lay_equal_rows(deck, room);
        by.equal_rows = n % 4 < 2 ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        check_ending(&by, payoffs, deck, room, between(least, 10));
    }
    free(payoffs);
    const cpf_street others[] = {{.dealt = 3, .placed = 1}, {.dealt = 2, .placed = 2}, {.dealt = 4, .placed = 4}};
    for (int i = 0; i < 3; i++) CHECK(!cpf_has_final_draw(&others[i]));
}

/* Several callers at once: each item is done exactly once before its call returns. */
static void *use_pool(void *unused) {
    uint8_t *counts = malloc(POOL_ITEMS);
    static char failure;
    long wrong = 0;
    for (int round = 0; round < POOL_ROUNDS; round++) {
        memset(counts, 0, POOL_ITEMS);
        cpf_parallel(1 + round % 5, count_item, counts, POOL_ITEMS, 1000);
        for (int i = 0; i < POOL_ITEMS; i++) wrong += counts[i] != 1;
    }
    free(counts);
    (void)unused;
    return wrong ? &failure : NULL;
}

static void check_threads(void) {
    pthread_t callers[POOL_CALLERS];
    void *failed;
    for (int i = 0; i < POOL_CALLERS; i++) CHECK(pthread_create(&callers[i], NULL, use_pool, NULL) == 0);
    for (int i = 0; i < POOL_CALLERS; i++) {
        CHECK(pthread_join(callers[i], &failed) == 0);
        CHECK(!failed);
    }
}

/* ---- environments ---- */

static uint64_t next_of_stream(void *stream) {
    uint64_t *s = stream;
    *s = *s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *s ^ *s >> 29;
}

static uint32_t next_32_of_stream(void *stream) { return (uint32_t)(next_of_stream(stream) >> 32); }

/* Environments of which more than one thread takes some: to step, and to sample actions, too. */
enum { SEVERAL_RANGES = 2 * 4 * CPF_STREAM_SIZE + 2, SEVERAL_SAMPLES = 128 * CPF_STREAM_SIZE + 2 };

/* Plays random deals, and returns a number that tells what happened. */
static uint64_t play_environments(const cpf_plan *plan, int seats, int64_t n, int autoreset, int are_floats, int threads) {
    const size_t streams = (size_t)((n + CPF_STREAM_SIZE - 1) / CPF_STREAM_SIZE), count = (size_t)n, at = (size_t)seats;
    uint64_t *states = malloc(2 * streams * sizeof *states), found = 0;
    cpf_bits *bits = malloc(2 * streams * sizeof *bits);
    cpf_envs envs = {.n = n};
    for (size_t i = 0; i < 2 * streams; i++) {
        states[i] = i + 1;
        bits[i] = (cpf_bits){&states[i], next_of_stream, next_32_of_stream, NULL, NULL};
    }
    envs.env = calloc(count, sizeof *envs.env);
    envs.legal = calloc(count, 1);
    envs.action = calloc(count, 1);
    envs.deals = malloc(streams * sizeof *envs.deals);
    envs.random = malloc(streams * sizeof *envs.random);
    for (size_t i = 0; i < streams; i++) {
        envs.deals[i] = &bits[i];
        envs.random[i] = &bits[streams + i];
    }
    cpf_env_terms *t = &envs.terms;
    t->plan = plan;
    t->seats = seats;
    t->button = -1;
    for (int i = 0; i < CPF_SET_SIZES; i++)
        t->set_below[i] = seats * (CPF_LEAST_SET + i) <= CPF_DECK ? UINT64_C(1) << 30 : 0;
    for (int i = 1; i < CPF_SET_SIZES; i++)
        if (t->set_below[i] < t->set_below[i - 1]) t->set_below[i] = t->set_below[i - 1];
    t->autoreset = autoreset;
    t->are_floats = are_floats;
    CHECK(cpf_env_ready(t));
    CHECK(t->size == cpf_env_size(plan, seats));
    const size_t width = (size_t)t->size << 2 * are_floats;
    cpf_env_arrays a = {
        malloc(count * width), malloc(count * CPF_PLACES),    malloc(count),     malloc(count * at * sizeof(float)),
        malloc(count),         malloc(count * at * CPF_HAND), malloc(count * at)};
    int64_t *actions = malloc(count * sizeof *actions);
    cpf_env_reset(&envs, NULL, &a, threads);
    for (int step = 0; step < (n > SEVERAL_RANGES ? 2 : 80); step++) {
        if (autoreset == CPF_RESET_NEVER && step) cpf_env_reset(&envs, a.over, &a, threads);
        cpf_env_sample(&envs, actions, threads);
        int64_t last = actions[n - 1];
        actions[n - 1] = -1;
        CHECK(cpf_env_step(&envs, actions, &a, threads) == n - 1);
        actions[n - 1] = last;
        CHECK(cpf_env_step(&envs, actions, &a, threads) == n);
        for (size_t i = 0; i + 8 <= count * width; i += 8) {
            uint64_t eight;
            memcpy(&eight, a.observations + i, 8);
            found = found * 31 + eight;
        }
        for (int64_t i = 0; i < n; i++) {
            if (!a.over[i]) continue;
            float sum = 0;
            for (int seat = 0; seat < seats; seat++) {
                uint64_t seen = 0;
                sum += a.rewards[i * seats + seat];
                for (int k = 0; k < CPF_HAND; k++) seen |= UINT64_C(1) << a.boards[(i * seats + seat) * CPF_HAND + k];
                CHECK(cpf_count_bits(seen) == CPF_HAND && seen >> CPF_DECK == 0);
            }
            CHECK(sum == 0);
            found += i;
        }
    }
    free(states);
    free(bits);
    free(envs.env);
    free(envs.legal);
    free(envs.action);
    free(envs.deals);
    free(envs.random);
    free(a.observations);
    free(a.masks);
    free(a.to_act);
    free(a.rewards);
    free(a.over);
    free(a.boards);
    free(a.earned);
    free(actions);
    return found;
}

enum { VARIANTS = 3 }; /* pineapple, standard, and all cards at once */

/* The plan of a variant in which every legal board earns a Fantasyland; without the ways to place its streets. */
static cpf_plan *new_plan(int variant) {
    static const int32_t streets[][3] = {{5, 5, 1}, {3, 2, 4}, {5, 5, 1}, {1, 1, 8}, {13, 13, 1}}; /* dealt, placed, times */
    static const int begin[] = {0, 2, 4, 5};
    cpf_plan *plan = calloc(1, sizeof *plan);
    plan->tables = &settling;
    plan->rules = &rules;
    memset(&rules.openface, 0, sizeof rules.openface);
    memset(rules.openface.fantasyland.entry, 14, sizeof rules.openface.fantasyland.entry);
    for (int i = begin[variant]; i < begin[variant + 1]; i++)
        for (int k = 0; k < streets[i][2]; k++) {
            plan->street[plan->streets].dealt = streets[i][0];
            plan->street[plan->streets++].placed = streets[i][1];
            rules.openface.stack += streets[i][0];
        }
    return plan;
}

static void check_environments(void) {
    for (int variant = 0; variant < VARIANTS; variant++) {
        cpf_plan *plan = new_plan(variant);
        for (int seats = 2; seats <= (variant ? CPF_MOST_PLAYERS : 3); seats++) {
            rules.openface.first_street_open = 1; /* which changes what is seen, and nothing else */
            play_environments(plan, seats, 65, CPF_RESET_SAME_STEP, seats & 1, 1);
            rules.openface.first_street_open = 0;
            uint64_t one = play_environments(plan, seats, SEVERAL_RANGES, CPF_RESET_SAME_STEP, 0, 1);
            CHECK(one == play_environments(plan, seats, SEVERAL_RANGES, CPF_RESET_SAME_STEP, 0, 3));
            play_environments(plan, seats, 65, CPF_RESET_NEXT_STEP, 1, 2);
            play_environments(plan, seats, 1, CPF_RESET_NEVER, 0, 1);
        }
        if (!variant) {
            uint64_t one = play_environments(plan, 2, SEVERAL_SAMPLES, CPF_RESET_SAME_STEP, 0, 1);
            CHECK(one == play_environments(plan, 2, SEVERAL_SAMPLES, CPF_RESET_SAME_STEP, 0, 3));
        }
        free(plan);
    }
}

static uint64_t next_bits(void *unused) {
    (void)unused;
    return next_random() * UINT64_C(0x2545f4914f6cdd1d);
}

static uint32_t next_half(void *unused) { return (uint32_t)(next_bits(unused) >> 32); }

/* The ways to place each street, in memory of exactly their size; what different sequences of them there are. */
static void list_streets(cpf_plan *plan, cpf_way *ways[CPF_MOST_STREETS][CPF_ROOMS]) {
    int64_t sequences = 1;
    for (int i = 0, left = CPF_HAND; i < plan->streets; left -= plan->street[i++].placed) {
        cpf_street *street = &plan->street[i];
        for (int room = 0; room < CPF_ROOMS; room++) {
            int64_t count = cpf_room_in_all(room) == left ? cpf_count_ways(street->dealt, street->placed, room) : 0;
            street->ways[room] = ways[i][room] = malloc((size_t)count * sizeof **ways[i]);
            street->count[room] = (int32_t)count;
            if (count) cpf_list_ways(street->dealt, street->placed, room, ways[i][room]);
        }
        sequences = i ? sequences : street->count[CPF_ALL_ROOM];
    }
    int32_t *list = malloc((size_t)sequences * sizeof *list);
    uint8_t deck[52];
    const cpf_partial empty = {{0, 0, 0}, CPF_ALL_ROOM};
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i; /* in the order of their ranks: four equal ones */
    int64_t different = cpf_perft(plan->street, 1, &empty, deck, 0, list, sequences);
    CHECK(plan->street[0].dealt > 5 ? different == sequences : different < sequences);
    CHECK(cpf_perft(plan->street, 1, &empty, deck, 1, list, sequences) == sequences);
    free(list);
}

/* Networks of any weights for a plan, and an payoffs. */
static cpf_evaluator *new_thinking(const cpf_plan *plan, int level) {
    cpf_evaluator *evaluator = calloc(1, sizeof *evaluator);
    evaluator->windows = &windows;
    cpf_use_cpu_level(level);
    evaluator->network.first = new_weights(SMALL);
    for (int i = 0, placed = 0; i < plan->streets - 1; i++) {
        cpf_head *head = malloc(sizeof *head);
        fill_head(head, SMALL);
        placed += plan->street[i].placed;
        evaluator->network.head[placed] = head;
    }
    fill_aim(&evaluator->payoffs);
    return evaluator;
}

static void free_thinking(cpf_evaluator *evaluator) {
    for (int placed = 0; placed <= CPF_HAND; placed++) free((void *)(uintptr_t)evaluator->network.head[placed]);
    free((void *)(uintptr_t)evaluator->network.first);
    free(evaluator);
}

/* The values of all ways to place a street are those of the boards that they lead to, and the first best one is chosen. */
static void check_ways(const cpf_plan *plan, const cpf_evaluator *evaluator, int number) {
    const cpf_street *street = &plan->street[number];
    uint8_t deck[52], *cards = malloc((size_t)street->dealt);
    uint64_t rows[CPF_ROWS] = {0, 0, 0}, masks[CPF_HAND], hand = 0;
    int lacks = 0, n = 0, best = 0, way;
    double value, unit = number + 1 < plan->streets ? CPF_VALUE_SCALE : CPF_PAYOFF_POINT;
    for (int i = number; i < plan->streets; i++) lacks += plan->street[i].placed;
    shuffle_some_first(deck);
    while (n < CPF_HAND - lacks) {
        const int row = between(0, CPF_ROWS - 1);
        if (cpf_count_bits(rows[row]) < cpf_row_size[row]) rows[row] |= cpf_card_bit(deck[n++]);
    }
    const cpf_partial board = cpf_board_of(rows);
    const int count = street->count[board.room];
    for (int i = 0; i < street->dealt; i++) hand |= cpf_card_bit(deck[n++]);
    uint64_t seen = rows[0] | rows[1] | rows[2] | hand;
    for (int more = between(0, 20); more > 0; more--) seen |= cpf_card_bit(deck[n++]);
    for (int card = 0, i = 0; card < 52; card++) {
        if (!(hand & cpf_card_bit((unsigned)card))) continue;
        masks[i] = cpf_card_bit((unsigned)card);
        cards[i++] = (uint8_t)card;
    }
    cpf_scratch *scratch = cpf_scratch_new(plan);
    const cpf_view view = {plan, number, &board, cards, seen, NULL, scratch};
    const int32_t *values = cpf_values_of_ways(evaluator, &view);
    CHECK(count > 0);
    for (int i = 0; i < count; i++) {
        const cpf_partial after = cpf_place(&board, &street->ways[board.room][i], masks);
        if (number + 1 < plan->streets)
            CHECK(values[i] == cpf_value_of_board(evaluator, plan->rules, &after, seen) * CPF_VALUE_SCALE);
        else
            CHECK(values[i] == aim_of_board(&evaluator->payoffs, plan->rules, &after));
        best = values[i] > values[best] ? i : best;
    }
    const double most = values[best] / unit;
    const cpf_positions alone = {plan, evaluator, (const uint64_t (*)[CPF_ROWS]) & rows, &seen};
    CHECK(cpf_choose_ways(&alone, 1, number, cards, &way, &value, 1));
    CHECK(way == best && value == most && cpf_play_swiftly(&view) == best);
    free(cards);
    free(scratch);
}

/* Boards of all cards but those of the streets from `number` on, what is seen of them, and ascending cards of that street.
 */
static void make_positions(const cpf_plan *plan, int number, int64_t n, uint64_t (*rows)[CPF_ROWS], uint64_t *seen,
                           uint8_t *cards) {
    int lacks = 0;
    for (int i = number; i < plan->streets; i++) lacks += plan->street[i].placed;
    for (int64_t i = 0; i < n; i++) {
        uint8_t deck[52];
        shuffle(deck);
        const cpf_partial board = fill_rows(deck, lacks);
        memcpy(rows[i], board.row, sizeof rows[i]);
        seen[i] = cpf_cards_of(&board);
        const cpf_bits bits = {NULL, next_bits, next_half, NULL, NULL};
        const int dealt = plan->street[number].dealt;
        CHECK(cpf_deal_unseen(&bits, &seen[i], 1, dealt, cards + i * dealt) == 1);
        for (int k = 0; k < dealt; k++) seen[i] |= cpf_card_bit(cards[i * dealt + k]);
        CHECK(cpf_count_bits(seen[i]) == CPF_HAND - lacks + dealt);
    }
}

/* Many positions are valued on several threads as one by one; the first wrong one is found. */
static void check_positions(const cpf_plan *plan, int number) {
    enum { N = 70 };
    const int dealt = plan->street[number].dealt, is_last = number + 1 == plan->streets;
    uint64_t (*rows)[CPF_ROWS] = malloc(N * sizeof *rows), (*after)[CPF_ROWS] = malloc(N * sizeof *after);
    uint64_t *seen = malloc(N * sizeof *seen), kept;
    uint8_t *cards = malloc((size_t)(N * dealt));
    int32_t *ways = malloc(N * sizeof *ways), way;
    double *values = malloc(N * sizeof *values), *worth = malloc(N * sizeof *worth), value;
    const cpf_positions at = {plan, plan->evaluator, (const uint64_t (*)[CPF_ROWS])rows, seen};
    make_positions(plan, number, N, rows, seen, cards);
    CHECK(cpf_check_boards(&at, N) == N && cpf_check_street(&at, N, number, cards) == N);
    CHECK(cpf_choose_ways(&at, N, number, cards, ways, values, 3));
    CHECK(cpf_place_ways(&at, N, number, cards, ways, after) == N);
    for (int i = 0; i < N; i++) {
        const cpf_positions one = {plan, plan->evaluator, at.rows + i, seen + i};
        CHECK(cpf_choose_ways(&one, 1, number, cards + i * dealt, &way, &value, 1) && way == ways[i] && value == values[i]);
    }
    const cpf_positions then = {plan, plan->evaluator, (const uint64_t (*)[CPF_ROWS])after, seen};
    CHECK(cpf_check_boards(&then, N) == N);
    CHECK(cpf_values(&then, N, worth, 3) == (is_last ? 0 : N)); /* complete boards have no head */
    for (int i = 0; i < N && !is_last; i++) CHECK(worth[i] == values[i]);
    if (number + 2 == plan->streets && cpf_has_final_draw(&plan->street[number + 1])) {
        CHECK(cpf_final_draws(&then, N, worth, 3) == N);
        for (int i = 0; i < N; i++) {
            const cpf_positions one = {plan, plan->evaluator, then.rows + i, seen + i};
            CHECK(cpf_final_draws(&one, 1, &value, 1) == 1 && value == worth[i]);
        }
        memcpy(after[40], rows[40], sizeof *after);
        CHECK(cpf_final_draws(&then, N, worth, 2) == 40);
    }
    ways[33] = plan->street[number].count[cpf_board_of(rows[33]).room];
    CHECK(cpf_place_ways(&at, N, number, cards, ways, after) == 33);
    kept = seen[20];
    seen[20] |= UINT64_C(1) << 15; /* no card */
    CHECK(cpf_check_boards(&at, N) == 20);
    seen[20] = kept & ~cpf_card_bit(cards[20 * dealt]);
    CHECK(cpf_check_boards(&at, N) == N && cpf_check_street(&at, N, number, cards) == 20);
    seen[20] = kept;
    for (int i = 0; i < N * dealt; i++) cards[i] = (uint8_t)next_random();
    CHECK(cpf_check_street(&at, N, number, cards) < N); /* any bytes are safe */
    free(rows);
    free(after);
    free(seen);
    free(cards);
    free(ways);
    free(values);
    free(worth);
}

/* Deals by players of the package: each board has 13 of the cards of its stack. */
static void check_playing(void) {
    const cpf_bits bits = {NULL, next_bits, next_half, NULL, NULL};
    for (int variant = 0; variant < VARIANTS; variant++) {
        static cpf_way *ways[CPF_MOST_STREETS][CPF_ROOMS];
        cpf_plan *plan = new_plan(variant);
        list_streets(plan, ways);
        CHECK((plan->careful = cpf_careful_new(plan)) != NULL);
        cpf_evaluator *evaluator = NULL;
        for (int level = 0; level < CPF_CPU_LEVELS; level++) {
            if (!cpf_cpu_supports(level)) continue;
            if (evaluator) free_thinking(evaluator);
            plan->evaluator = evaluator = new_thinking(plan, level);
            for (int i = 0; i < plan->streets * (plan->streets > 1 ? 20 : 1); i++)
                check_ways(plan, evaluator, i % plan->streets);
            for (int i = 0; i < plan->streets; i++) check_positions(plan, i);
        }
        for (int player = 0; player < CPF_PLAYERS; player++) {
            enum { SEATS = 2, DEALS = 12 };
            const int8_t button = (int8_t)(player % SEATS);
            const uint8_t nobody[SEATS] = {0, 0};
            cpf_table table = {.plan = plan, .seats = SEATS, .buttons = {&button, 0}};
            uint8_t *stacks = malloc((size_t)(SEATS * rules.openface.stack)), *boards = malloc(SEATS * CPF_HAND), deck[52];
            for (int seat = 0; seat < SEATS; seat++) table.player[seat] = player, table.bits[seat] = &bits;
            table.scratch = cpf_scratch_new(plan);
            for (int deal = 0; deal < (variant == VARIANTS - 1 ? 2 : DEALS); deal++) {
                shuffle(deck);
                memcpy(stacks, deck, (size_t)(SEATS * rules.openface.stack));
                rules.openface.first_street_open = deal & 1;
                cpf_play_deals(&table, stacks, nobody, 1, boards);
                for (int seat = 0; seat < SEATS; seat++) {
                    uint64_t dealt = 0, placed = 0;
                    for (int i = 0; i < rules.openface.stack; i++)
                        dealt |= cpf_card_bit(stacks[seat * rules.openface.stack + i]);
                    for (int i = 0; i < CPF_HAND; i++) placed |= cpf_card_bit(boards[seat * CPF_HAND + i]);
                    CHECK(cpf_count_bits(placed) == CPF_HAND && (placed & ~dealt) == 0);
                }
            }
            free(table.scratch);
            free(stacks);
            free(boards);
        }
        for (int i = 0; i < plan->streets; i++)
            for (int room = 0; room < CPF_ROOMS; room++) free(ways[i][room]);
        free_thinking(evaluator);
        free(plan->careful);
        free(plan);
    }
}

static void check_rows(void) {
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

int main(int n, char **arguments) {
    only_threads = n > 1 && strcmp(arguments[1], "threads") == 0;
    CHECK(cpf_ranking_build(&ranking) == 0);
    settling.ranking = &ranking;
    cpf_windows_build(&windows);
    CHECK(cpf_naturals_build(&settling.patterns));
    set_prices(&rules, &(numbers_of_pairings){1, 0, 3, 1, 0, 0});
    rules.home_run_times = 1;
    rules.home_run_players = 3;
    rules.home_run_bonus = 3;
    rules.surrender = 2;
    rules.natural_mode = CPF_NATURAL_FULL;
    rules.natural_ties = CPF_NATURAL_TIES_COMPARE;
    rules.naturals = (1u << CPF_PATTERNS) - 1;
    for (int i = 0; i < CPF_PATTERNS; i++)
        rules.natural_points[i] = rules.natural_level[i] = rules.natural_choice[i] = i + 1;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int s = 0; s < CPF_STRENGTHS; s++) rules.royalties[row][s] = (int16_t)(s / 1000);
    rules.most_royalties = cpf_most_royalties(&rules);

    check_rows();
    check_every_settling();
    check_naturals();
    check_arranging();
    check_fantasyland();
    check_dealing();
    check_environments();
    check_fields();
    check_threads();
    if (!only_threads) {
        check_prices();
        check_filter();
        check_playing();
        check_openface();
        check_networks();
        check_features();
        check_endings();
    }
    printf("%ld checks\n", checks);
    return 0;
}
