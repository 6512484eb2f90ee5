/* Checks of settling side by side and one by one, of prices of pairings, and of naturals. */
#include "checking.h"
#include "patterns.h"
#include "prices.h"

cpf_seating seats_of(int seats) { return cpf_seated(seats, (int)(next_random() % (unsigned)seats)); }

/* Swap middle and back if they are out of order; then about half of all boards are legal. */
static void set_legally(uint8_t *cards) {
    cpf_board board;
    cpf_read_board(&settling, &rules, cards, CPF_DECLARE_NOTHING, &board);
    for (int i = 3; i < 8 && board.foul; i++) {
        const uint8_t card = cards[i];
        cards[i] = cards[i + 5];
        cards[i + 5] = card;
    }
}

/* Tables that are settled side by side. */
typedef struct settled_tables {
    int n, players;
    uint8_t *cards;
    int8_t *declared, *button;
    cpf_buttons buttons;
} settled_tables;

/* Return tables of legal boards, fouls, dead hands and surrenders, with the button at one seat or at random seats. */
static settled_tables new_tables(int n, int players) {
    const size_t hands = (size_t)(n * players);
    settled_tables t = {n, players, malloc(hands * CPF_HAND), malloc(hands), malloc((size_t)n + !n), {0}};
    uint8_t deck[52];
    for (int i = 0; i < n; i++) t.button[i] = (int8_t)(next_random() % (unsigned)players);
    t.buttons = (cpf_buttons){t.button, players % 2 ? n % 2 : 1};
    for (int i = 0; i < n; i++) {
        uint8_t *cards = t.cards + i * players * CPF_HAND;
        shuffle(deck);
        memcpy(cards, deck, (size_t)(players * CPF_HAND));
        for (int p = 0; p < players && i % 3; p++) set_legally(cards + p * CPF_HAND);
        if (i % 16 == 5) memset(cards, CPF_SURRENDERED, CPF_HAND);
        if (i % 8 == 6) memset(cards + CPF_HAND, CPF_DEAD_HAND, CPF_HAND);
    }
    for (int i = 0; i < n * players; i++) t.declared[i] = (int8_t)(CPF_DECLARE_IF_BETTER + (int)(next_random() % 3));
    return t;
}

/* Check that settling a table alone gives the same points; `declared` as for cpf_settle_many. */
static void check_points(const settled_tables *t, const int8_t *declared, const int32_t *points) {
    for (int i = 0; i < t->n; i++, points += t->players) {
        const cpf_seating seating = cpf_seated(t->players, cpf_button_of(t->buttons, i));
        cpf_board boards[CPF_MOST_PLAYERS];
        cpf_outcome outcome;
        uint32_t choosing = 0;
        int32_t sum = 0;
        for (int p = 0; p < t->players; p++) {
            const int hand = i * t->players + p, declare = declared ? declared[hand] : CPF_DECLARE_IF_BETTER;
            cpf_read_seat(&settling, &rules, t->cards + hand * CPF_HAND, declare, &boards[p]);
            choosing |= (uint32_t)(declare == CPF_DECLARE_IF_BETTER) << p;
        }
        cpf_settle_choosing(&settling, &rules, boards, &seating, choosing, &outcome);
        CHECK(memcmp(points, outcome.points, sizeof *points * (size_t)t->players) == 0);
        cpf_settle(&settling, &rules, boards, &seating, &outcome); /* the boards, after seats have chosen */
        for (int p = 0; p < t->players; p++) {
            CHECK(points[p] == outcome.points[p]);
            sum += points[p];
        }
        CHECK(sum == 0);
    }
}

/* Check settled tables against settling one by one. Any bytes are safe. */
static void check_tables(settled_tables *t, int n, int32_t *points) {
    const int players = t->players;
    check_points(t, t->declared, points);
    CHECK(cpf_settle_many(&settling, &rules, t->cards, n, players, t->buttons, NULL, points, 1) == n);
    check_points(t, NULL, points);
    for (int i = 0; i < n * players * CPF_HAND; i++) t->cards[i] = (uint8_t)next_random();
    for (int i = 0; i < n && n % 3 == 0; i++) t->button[i] = (int8_t)next_random();
    for (int64_t i = 0; i < n; i++) {
        const cpf_buttons buttons = {t->button + i * t->buttons.step, t->buttons.step};
        const uint8_t *cards = t->cards + i * players * CPF_HAND;
        i += cpf_settle_many(&settling, &rules, cards, n - i, players, buttons, NULL, points, 1);
    }
}

static void check_settling(int n) {
    for (int players = 2; players <= 4; players++) {
        settled_tables t = new_tables(n, players);
        const size_t size = sizeof(int32_t) * (size_t)(n * players);
        int32_t *points = malloc(size), *by_threads = malloc(size);
        CHECK(cpf_settle_many(&settling, &rules, t.cards, n, players, t.buttons, t.declared, points, 1) == n);
        CHECK(cpf_settle_many(&settling, &rules, t.cards, n, players, t.buttons, t.declared, by_threads, 3) == n);
        CHECK(memcmp(points, by_threads, size) == 0);
        if (!only_threads) check_tables(&t, n, points);
        free(t.button);
        free(t.cards);
        free(t.declared);
        free(points);
        free(by_threads);
    }
}

/* Check that any bytes are safe: fewer than 13 different cards make patterns of no hand, which are compared safely. */
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
            cpf_read_board(&settling, &rules, cards, n % 3 ? CPF_DECLARE_BEST : n % (PATTERNS + 1) - 1, &boards[p]);
        }
        if (n % 7 == 0) seating.owner[2] = 0, seating.owner[3] = 1;
        cpf_settle(&settling, &rules, boards, &seating, &outcome);
        for (int p = 0; p < CPF_MOST_PLAYERS; p++) sum += outcome.points[p];
        CHECK(sum == 0);
    }
}

/* Check every kind of pairings: alone, and with all options by which pairings depend on each other. */
void check_every_settling(void) {
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

/* Write 13 cards as masks of front, middle and back. */
static void masks_of(const uint8_t *cards, uint64_t *masks) {
    memset(masks, 0, CPF_ROWS * sizeof *masks);
    for (int i = 0; i < CPF_HAND; i++) masks[i < 3 ? CPF_FRONT : i < 8 ? CPF_MIDDLE : CPF_BACK] |= cpf_card_bit(cards[i]);
}

/* Check the values of many boards against those of each board, for all sizes up to `n`, from cards and from masks. */
static void check_many_boards(int n) {
    settled_tables t = new_tables(n, 2);
    const int all = 2 * n;
    uint64_t *masks = malloc((size_t)all * CPF_ROWS * sizeof *masks);
    uint16_t *strengths = malloc((size_t)all * CPF_ROWS * sizeof *strengths);
    int32_t *royalties = malloc((size_t)all * CPF_ROWS * sizeof *royalties);
    int32_t *totals = malloc((size_t)all * sizeof *totals);
    uint8_t *fouls = malloc((size_t)all);
    const cpf_many_boards cards = {t.cards, NULL}, rows = {NULL, masks};
    const cpf_board_values paid = {NULL, royalties, totals, fouls}, ranks = {strengths, NULL, NULL, NULL};
    CHECK(cpf_read_boards(&settling, &rules, cards, all, paid, 3) == all);
    int with_cards = all; /* index of the first board without cards */
    for (int i = all - 1; i >= 0; i--) {
        const uint8_t *board_cards = t.cards + i * CPF_HAND;
        cpf_board board;
        cpf_read_seat(&settling, &rules, board_cards, CPF_DECLARE_NOTHING, &board);
        CHECK(memcmp(royalties + i * CPF_ROWS, board.royalties, sizeof board.royalties) == 0);
        CHECK(fouls[i] == cpf_is_foul(&board));
        CHECK(totals[i] == (board.foul ? 0 : board.royalties[0] + board.royalties[1] + board.royalties[2]));
        if (board_cards[0] >= CPF_DEAD_HAND) with_cards = i;
        masks_of(board_cards, masks + i * CPF_ROWS);
    }
    for (int threads = 1; threads < 4; threads += 2) {
        CHECK(cpf_read_boards(&settling, &rules, cards, all, ranks, threads) == with_cards);
        CHECK(cpf_read_boards(&settling, &rules, rows, all, ranks, threads) == with_cards);
    }
    for (int i = 0; i < with_cards; i++)
        for (int row = 0; row < CPF_ROWS; row++) {
            const int kind = row == CPF_MIDDLE && rules.lowball_middle ? CPF_LOWBALL : rules.wheel;
            const uint32_t expected = cpf_strength_mask(&ranking.keys, &ranking.scales[kind], masks[i * CPF_ROWS + row]);
            CHECK(strengths[i * CPF_ROWS + row] == expected);
        }
    for (int i = 0; i < all * CPF_HAND; i++) t.cards[i] = (uint8_t)next_random();
    for (int i = 0; i < all * CPF_ROWS; i++) masks[i] = next_random() & next_random() & next_random();
    for (int64_t i = 0; i < all; i++) { /* any bytes are safe */
        const cpf_many_boards rest = {t.cards + i * CPF_HAND, NULL}, others = {NULL, masks + i * CPF_ROWS};
        CHECK(cpf_read_boards(&settling, &rules, rest, all - i, paid, 1) <= all - i);
        CHECK(cpf_read_boards(&settling, &rules, others, all - i, ranks, 1) <= all - i);
    }
    free(t.button);
    free(t.cards);
    free(t.declared);
    free(masks);
    free(strengths);
    free(royalties);
    free(totals);
    free(fouls);
}

/* Check rules with every kind of row: both wheels, lowball middles, dead rows, and the deuce of spades. */
void check_boards(void) {
    cpf_rules plain = rules;
    for (int i = 0; i < 16; i++) {
        rules.wheel = i & 1 ? CPF_WHEEL_SECOND : CPF_WHEEL_LOWEST;
        rules.lowball_middle = i >> 1 & 1;
        rules.dead_rows = i & 4 ? CPF_DEAD_OUT_OF_ORDER : CPF_DEAD_ALL;
        rules.deuce_of_spades = i >> 3;
        for (int n = 1; n < 12; n++) check_many_boards(n);
        check_many_boards(3003);
        rules = plain;
    }
}

/* Check that tables settle alike side by side and alone, for random values of all options that set prices. In turn, one of
 * them is so high that points do not fit in 16 bits. */
void check_prices(void) {
    static const int32_t prices[] = {0, 1, 2, 5, -3};
    enum { HIGH_ROYALTIES = 6, HIGHEST = 14 }; /* half of the rules have no high number */
    cpf_rules plain = rules;
    for (int i = 0; i < 5 * HIGHEST; i++) {
        const int is_high = i % HIGHEST, high = i / HIGHEST % 2 ? 12000 : 40000; /* three of them, or one, are too much */
#define PRICE(n) (is_high == n ? high : prices[next_random() % 5])
#define ONE_IN(n) (next_random() % n == 0)
        rules.pairings = ONE_IN(4) ? CPF_BANKER : CPF_ALL_AGAINST_ALL;
        rules.home_run_bonus = ONE_IN(2) ? 0 : PRICE(7);
        rules.home_run_times = is_high == 8 ? high : 1 + (int32_t)(next_random() % 4);
        rules.home_run_players = 2 + (int32_t)(next_random() % 3);
        rules.row_ties = (int32_t)(next_random() % 4);
        rules.suit_order = ONE_IN(2);
        rules.horse_card = (int32_t)(next_random() % 52);
        rules.horse_times = ONE_IN(4) ? 2 : 0;
        rules.most_points = ONE_IN(4) ? 3 : -1;
        rules.natural_ties = (int32_t)(next_random() % 3);
        const numbers_of_pairings numbers = {PRICE(0), is_high ? PRICE(1) : 0,
                                             PRICE(2), is_high == 4 ? high : 1 + (int32_t)(next_random() % 3),
                                             PRICE(3), ONE_IN(2)};
        set_prices(&rules, &numbers);
        rules.foul = is_high == 5 ? high : ONE_IN(2) ? CPF_FOUL_AS_SCOOP : 1 + (int32_t)(next_random() % 7);
        for (int row = 0; row < CPF_ROWS && is_high == HIGH_ROYALTIES; row++)
            for (int s = 0; s < CPF_STRENGTHS; s++) rules.royalties[row][s] = (int16_t)(4000 * plain.royalties[row][s]);
        rules.most_royalties = cpf_most_royalties(&rules);
        rules.pays_by_cards = cpf_pays_by_cards(&rules);
        rules.royalties_always = ONE_IN(2);
        rules.foul_pays_royalties = ONE_IN(2);
        rules.foul_keeps_natural = ONE_IN(2);
        rules.dead_rows = ONE_IN(4) ? CPF_DEAD_OUT_OF_ORDER : CPF_DEAD_ALL;
        rules.equal_rows = ONE_IN(2) ? CPF_EQUAL_ROWS_FOUL : CPF_EQUAL_ROWS_LEGAL;
        rules.wheel = ONE_IN(2) ? CPF_WHEEL_SECOND : CPF_WHEEL_LOWEST;
        rules.lowball_middle = ONE_IN(4);
        rules.deuce_of_spades = ONE_IN(4);
        if (ONE_IN(2)) memset(&rules.patterns, 0, sizeof rules.patterns);
#undef PRICE
#undef ONE_IN
        check_settling(300);
        rules = plain;
    }
}

/* Deal straights of five, five and three cards that may overlap; each of one suit, or of random suits. */
static void deal_straights(int suited, uint8_t cards[CPF_HAND]) {
    for (int row = 0, n = 0; row < CPF_ROWS; row++) {
        const unsigned size = row == CPF_FRONT ? 3 : 5, place = next_random() % (15 - size), suit = next_random() % 4;
        for (unsigned i = 0; i < size; i++)
            cards[n++] = (uint8_t)(4 * ((place + i + 12) % 13) + (suited ? suit : next_random() % 4));
    }
}

/* Check that no hand with a pattern fails the filter: hands of few ranks or suits, and of straights, make all patterns. */
void check_filter(void) {
    const uint32_t all = rules.patterns.patterns;
    const cpf_pattern_tables *t = &settling.patterns;
    static cpf_pattern_set alone[PATTERNS];
    uint32_t all_made = 0;
    for (int i = 0; i < PATTERNS; i++) add_patterns(t, &alone[i], 1u << i);
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
        const uint32_t patterns = cpf_patterns(t, &rules.patterns, mask, cpf_key_sum(t, cards), UINT32_MAX);
        CHECK(!patterns || cpf_may_make(&rules.patterns, mask));
        for (int i = 0; i < PATTERNS; i++) CHECK(!(patterns >> i & 1) || cpf_may_make(&alone[i], mask));
        all_made |= patterns;
    }
    CHECK(all_made == all);
}

void check_naturals(void) {
    enum { N = 3000 };
    uint8_t *cards = malloc(N * CPF_HAND), deck[52];
    uint64_t *masks = malloc(N * sizeof *masks);
    uint32_t *of_cards = malloc(N * sizeof *of_cards), *of_masks = malloc(N * sizeof *of_masks);
    for (int i = 0; i < N; i++) {
        shuffle(deck);
        memcpy(cards + i * CPF_HAND, deck, CPF_HAND);
        masks[i] = cpf_mask_of_hand(&settling.patterns, deck);
    }
    CHECK(cpf_naturals_many(&settling.patterns, &rules.patterns, cards, N, UINT32_MAX, of_cards, 2) == N);
    CHECK(cpf_naturals_of_masks(&settling.patterns, &rules.patterns, masks, N, UINT32_MAX, of_masks, 1) == N);
    CHECK(memcmp(of_cards, of_masks, N * sizeof *of_cards) == 0);
    for (int i = 0; i < N; i++) masks[i] = next_random() & next_random();
    for (int i = 0; i < N * CPF_HAND; i++) cards[i] = (uint8_t)next_random();
    for (int64_t at = 0; at < N; at++) /* any masks are safe */
        at += cpf_naturals_of_masks(&settling.patterns, &rules.patterns, masks + at, N - at, UINT32_MAX, of_masks, 1);
    CHECK(cpf_naturals_many(&settling.patterns, &rules.patterns, cards, N, UINT32_MAX, of_cards, 1) < N);
    free(cards);
    free(masks);
    free(of_cards);
    free(of_masks);
}
