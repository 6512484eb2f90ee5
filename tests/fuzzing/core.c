/* Fuzzing of the C core, with libFuzzer and sanitizers: `tests/fuzzing/core` builds and runs it.
 *
 * The bytes of an input select the tested functions and their arguments: rows and masks of any bytes, with the kernels of
 * all instruction sets; settling by any rules that `Rules` can be compiled to; features and final draws of partial boards;
 * positions of any bytes; next outs. Buffers have no spare byte, so that AddressSanitizer sees any access beyond them. */
#include <string.h>

#include "../kernels/patterns.h"
#include "../kernels/prices.h"
#include "cpf_best_five.h"
#include "cpf_boards.h"
#include "cpf_cpu.h"
#include "cpf_evaluator.h"
#include "cpf_features.h"
#include "cpf_final_draw.h"
#include "cpf_outs.h"
#include "cpf_positions.h"
#include "cpf_ranking.h"
#include "cpf_settling.h"
#include "cpf_threads.h"
#include "input.h"

static cpf_ranking ranking;
static cpf_settling_tables settling;
static cpf_windows windows;
enum { TABLES = 32, MOST_ROYALTY = 1000, MOST_WORTH = 8191 };
static int16_t royalties[TABLES][CPF_STRENGTHS], worths[TABLES][CPF_STRENGTHS]; /* by strength */

/* ---- ranking ---- */

/* Check that all kernels refuse the same batches, and give the same strengths. */
static void try_rows(input *in) {
    static const int widths[4] = {3, 5, 6, 7};
    const int width = widths[between(in, 0, 3)], kind = width == 5 ? between(in, 0, CPF_SCALES - 1) : between(in, 0, 1);
    const int64_t n = between(in, 0, 70);
    uint8_t *best = malloc((size_t)n * 5 + !n);
    uint8_t *cards = malloc((size_t)(n * width) + !n);
    uint16_t *expected = malloc((size_t)n * 2 + !n), *strengths = malloc((size_t)n * 2 + !n);
    for (int64_t i = 0; i < n * width; i++) cards[i] = (uint8_t)byte_of(in);
    const int64_t good = cpf_strengths(&ranking, kind, 0, cards, width, n, expected, 1);
    for (int level = 1; level < CPF_CPU_LEVELS; level++) {
        if (!cpf_cpu_supports(level)) continue;
        CHECK(cpf_strengths(&ranking, kind, level, cards, width, n, strengths, 1) == good);
        CHECK(!memcmp(expected, strengths, (size_t)good * 2));
    }
    if (kind != CPF_LOWBALL && width > 3 && good == n) {
        CHECK(cpf_best_fives(&ranking, kind, cards, width, n, best, 1) == n);
        CHECK(cpf_strengths(&ranking, kind, 0, best, 5, n, strengths, 1) == n);
        CHECK(!memcmp(expected, strengths, (size_t)n * 2));
    }
    free(best);
    free(cards);
    free(expected);
    free(strengths);
}

static void try_masks(input *in) {
    const int64_t n = between(in, 0, 80);
    uint64_t *masks = malloc((size_t)n * 8 + !n);
    uint16_t *expected = malloc((size_t)n * 2 + !n), *strengths = malloc((size_t)n * 2 + !n);
    for (int64_t i = 0; i < n; i++) {
        masks[i] = 0;
        const int size = (int)byte_of(in);
        if (size < 240) { /* different cards */
            for (int k = 3 + size % 2 * 2; k > 0; k--) {
                uint32_t card = byte_of(in) % 52;
                while (masks[i] & cpf_card_bit(card)) card = (card + 1) % 52;
                masks[i] |= cpf_card_bit(card);
            }
        } else
            for (int k = size % 8; k > 0; k--) masks[i] |= UINT64_C(1) << byte_of(in) % 64;
    }
    const int kind = between(in, 0, CPF_SCALES - 1);
    for (int64_t at = 0; at < n; at++) { /* from the row after each invalid one */
        const int64_t good = cpf_mask_strengths(&ranking, kind, 0, masks + at, n - at, expected, 1);
        for (int level = 1; level < CPF_CPU_LEVELS; level++) {
            if (!cpf_cpu_supports(level)) continue;
            CHECK(cpf_mask_strengths(&ranking, kind, level, masks + at, n - at, strengths, 1) == good);
            CHECK(!memcmp(expected, strengths, (size_t)good * 2));
        }
        at += good;
    }
    free(masks);
    free(expected);
    free(strengths);
}

/* ---- settling ---- */

/* Add a pattern whose conditions allow what random bits say. */
static void add_any_pattern(input *in, cpf_pattern_set *set, int number) {
    const uint64_t kinds = byte_of(in);
    uint64_t bits[6];
    for (int i = 0; i < 6; i++) {
        bits[i] = 0;
        for (int k = 0; k < 4; k++) bits[i] = bits[i] << 16 | (uint64_t)between(in, 0, UINT16_MAX);
    }
    cpf_pattern p = any_hand();
    if (kinds & 1) p.counts = bits[0] & ANY;
    if (kinds & 2) p.suits = bits[1] & ANY;
    if (kinds & 4) p.ranks = (uint32_t)bits[2] & 0x1fff;
    if (kinds & 8) p.others = ((uint32_t)(bits[2] >> 16) & 0x3fff) | 1u << (bits[2] >> 60) % 14;
    if (kinds & 16) p.red = (uint32_t)(bits[2] >> 32) & 0x3fff;
    if (kinds & 32) p.rows = (int32_t)(bits[3] & 3);
    if (kinds & 64) p.left_out = bits[3] & bits[4] & bits[5] & ~CPF_MASK_GAPS;
    if (kinds & 128) p.required = UINT64_C(1) << (bits[4] >> 60) * 3 % 13, p.excluded = bits[5] & bits[4] & ~p.required;
    p.compared_by = (int32_t)(bits[3] >> 62) % 3;
    cpf_add_pattern(&settling.patterns, set, number, &p);
}

/* Check that the filter of naturals lets a hand through that makes a pattern. */
static void try_filter(const cpf_rules *rules, const uint8_t *cards) {
    const cpf_pattern_tables *t = &settling.patterns;
    const uint64_t mask = cpf_mask_of_hand(t, cards);
    if (cpf_count_bits(mask) != CPF_HAND) return;
    CHECK(!cpf_patterns(t, &rules->patterns, mask, cpf_key_sum(t, cards), UINT32_MAX) ||
          cpf_may_make(&rules->patterns, mask));
}

static void read_rules(input *in, cpf_rules *rules) {
    memset(rules, 0, sizeof *rules);
    rules->wheel = flag(in);
    rules->lowball_middle = flag(in);
    rules->lowest_middle = rules->lowball_middle ? between(in, 0, CPF_LOWBALL_STRENGTHS - 1) : 0;
    rules->equal_rows = flag(in);
    rules->dead_rows = flag(in);
    rules->pairings = between(in, CPF_ALL_AGAINST_ALL, CPF_POOL);
    rules->pool_ties = flag(in);
    rules->row_ties = between(in, CPF_TIE_PUSH, CPF_TIE_SUITS);
    const int32_t row_points = between(in, 0, 1000), match_points = flag(in) ? between(in, 1, 1000) : -1;
    const int32_t scoop_bonus = between(in, 0, 1000), scoop_times = between(in, 1, 100);
    rules->home_run_bonus = between(in, 0, 1000);
    rules->home_run_times = between(in, 1, 100);
    rules->home_run_players = between(in, 2, 4);
    const int32_t overall_points = between(in, 0, 1000), with_extras = flag(in);
    set_prices(rules,
               &(numbers_of_pairings){row_points, match_points, scoop_bonus, scoop_times, overall_points, with_extras});
    rules->royalties_always = flag(in);
    rules->deuce_of_spades = flag(in);
    rules->foul = flag(in) ? between(in, 0, 1000) : CPF_FOUL_AS_SCOOP;
    rules->foul_pays_royalties = flag(in);
    rules->foul_pays_naturals = flag(in);
    rules->foul_keeps_natural = flag(in);
    rules->naturals_by_rows = flag(in);
    rules->natural_mode = between(in, CPF_NATURAL_DIFFERENCE, CPF_NATURAL_SCOOP);
    rules->natural_ties = between(in, CPF_NATURAL_TIES_PUSH, CPF_NATURAL_TIES_FIRST);
    rules->surrender = flag(in) ? between(in, 0, 1000) : -1;
    rules->dealer_compensation = between(in, 0, 1000);
    rules->side_payments = rules->dealer_compensation != 0;
    for (int i = 1; i < CPF_ACE_COUNTS; i++) rules->side_payments |= rules->aces[i] = between(in, 0, 1000);
    rules->side_payments = rules->side_payments != 0;
    const uint32_t chosen = (uint32_t)between(in, 0, UINT16_MAX), more = (uint32_t)between(in, 0, 7);
    add_patterns(&settling.patterns, &rules->patterns, chosen | more << 16);
    for (int n = between(in, 0, 2); n > 0; n--) add_any_pattern(in, &rules->patterns, PATTERNS + n);
    for (int i = 0; i < CPF_MOST_PATTERNS; i++) {
        rules->natural_points[i] = between(in, 0, 1000);
        rules->natural_level[i] = between(in, 0, 15);
        rules->natural_choice[i] = i + 1;
    }
    for (int row = 0; row < CPF_ROWS; row++)
        memcpy(rules->royalties[row], royalties[byte_of(in) % TABLES], sizeof rules->royalties[row]);
    rules->most_royalties = cpf_most_royalties(rules);
    rules->suit_order = flag(in);
    rules->horse_card = between(in, 0, 51);
    rules->horse_times = flag(in) ? between(in, 2, 10) : 0;
    rules->most_points = flag(in) ? between(in, 1, 1000) : -1;
    rules->most_home_run_points = flag(in) ? between(in, 1, 1000) : -1;
    rules->pays_by_cards = cpf_pays_by_cards(rules);
}

enum { COPIES = 11 };

/* Check that points and the pool sum to 0, and that copies of a table, with any buttons, are settled as the table. */
static void try_settling(input *in) {
    static cpf_rules rules;
    cpf_board boards[CPF_MOST_PLAYERS];
    cpf_outcome outcome;
    cpf_seating seating = {.seats = between(in, 2, 4), .owner = {0, 1, 2, 3}};
    uint8_t deck[52], *cards = malloc(CPF_HAND);
    const int any_bytes = byte_of(in) % 8 == 0;
    uint8_t table[CPF_MOST_PLAYERS * CPF_HAND], many[COPIES * sizeof table];
    int8_t buttons[COPIES], declared[COPIES * CPF_MOST_PLAYERS];
    int32_t points[COPIES * CPF_MOST_PLAYERS];
    int are_cards = 1; /* cpf_settle_many would read other bytes as no board */
    int64_t sum = 0;
    read_rules(in, &rules);
    seating.button = between(in, 0, CPF_MOST_PLAYERS - 1);
    if (seating.seats == 4 && flag(in)) seating.owner[2] = 0, seating.owner[3] = 1;
    deal(in, deck, any_bytes ? 0 : seating.seats * CPF_HAND);
    for (int seat = 0; seat < seating.seats; seat++) {
        for (int i = 0; i < CPF_HAND; i++) cards[i] = any_bytes ? (uint8_t)byte_of(in) : deck[seat * CPF_HAND + i];
        const int declare = flag(in) ? between(in, CPF_DECLARE_BEST, CPF_MOST_PATTERNS - 1) : CPF_DECLARE_BEST;
        for (int i = 0; i < COPIES; i++) declared[i * seating.seats + seat] = (int8_t)declare;
        are_cards &= cards[0] < CPF_DEAD_HAND;
        if (rules.surrender >= 0 && byte_of(in) % 16 == 1) {
            memset(cards, CPF_SURRENDERED, CPF_HAND);
            cpf_surrender(&boards[seat]);
        } else if (byte_of(in) % 16 == 1) {
            memset(cards, CPF_DEAD_HAND, CPF_HAND);
            cpf_kill_hand(&rules, &boards[seat]);
        } else {
            try_filter(&rules, cards);
            cpf_read_board(&settling, &rules, cards, declare, &boards[seat]);
        }
        memcpy(table + seat * CPF_HAND, cards, CPF_HAND);
    }
    cpf_settle(&settling, &rules, boards, &seating, &outcome);
    for (int seat = 0; seat < seating.seats; seat++) sum += outcome.points[seat];
    for (int row = 0; row < CPF_ROWS && rules.pairings == CPF_POOL; row++) sum += outcome.pool.carried[row];
    CHECK(sum == 0);
    const int n = between(in, 1, COPIES);
    int first_bad = n; /* the first copy whose button is no seat */
    for (int i = 0; i < n; i++) {
        buttons[i] = (int8_t)(flag(in) ? seating.button : (int)byte_of(in));
        if (first_bad == n && (buttons[i] < 0 || buttons[i] >= seating.seats)) first_bad = i;
        memcpy(many + i * seating.seats * CPF_HAND, table, (size_t)(seating.seats * CPF_HAND));
    }
    const int64_t good =
        cpf_settle_many(&settling, &rules, many, n, seating.seats, (cpf_buttons){buttons, 1}, declared, points, 1);
    CHECK(good == 0 || good == first_bad);
    for (int i = 0; i < good && are_cards && seating.owner[2] == 2; i++) {
        const int is_same = buttons[i] == seating.button;
        for (int seat = 0; seat < seating.seats && is_same; seat++)
            CHECK(points[i * seating.seats + seat] == outcome.points[seat]);
    }
    free(cards);
}

/* Check boards of any bytes and any masks: those that are accepted have strengths, or are a dead hand or a surrender. */
static void try_many_boards(input *in) {
    static cpf_rules rules;
    const int64_t n = between(in, 0, 6);
    const int are_masks = flag(in);
    uint8_t deck[52], *cards = malloc((size_t)(n * CPF_HAND) + !n), *fouls = malloc((size_t)n + !n);
    uint64_t *masks = calloc((size_t)(n * CPF_ROWS) + !n, sizeof *masks);
    uint16_t *strengths = malloc((size_t)(n * CPF_ROWS) * sizeof *strengths + !n);
    int32_t *points = malloc((size_t)(n * CPF_ROWS) * sizeof *points + !n);
    int32_t *totals = malloc((size_t)n * sizeof *totals + !n);
    read_rules(in, &rules);
    for (int64_t i = 0; i < n; i++) {
        const int kind = (int)(byte_of(in) % 8); /* cards, no board (254 or 255), or any bytes */
        deal(in, deck, CPF_HAND);
        for (int k = 0; k < CPF_HAND; k++) {
            const unsigned byte = kind == 7 ? byte_of(in) : deck[k];
            cards[i * CPF_HAND + k] = (uint8_t)(kind > 4 && kind < 7 ? CPF_DEAD_HAND + kind - 5 : (int)byte);
            masks[i * CPF_ROWS + (k < 3   ? CPF_FRONT
                                  : k < 8 ? CPF_MIDDLE
                                          : CPF_BACK)] |= kind == 7 ? UINT64_C(1) << (byte & 63) : cpf_card_bit(byte);
        }
    }
    const cpf_many_boards boards = {are_masks ? NULL : cards, are_masks ? masks : NULL};
    const cpf_board_values paid = {.royalties = points, .totals = totals, .fouls = fouls}, rows = {.strengths = strengths};
    const int64_t good = cpf_read_boards(&settling, &rules, boards, n, paid, 1);
    const int64_t ranked = cpf_read_boards(&settling, &rules, boards, n, rows, 1);
    CHECK(ranked <= good && good <= n);
    for (int64_t i = 0; i < ranked * CPF_ROWS; i++) CHECK(strengths[i] < CPF_STRENGTHS);
    for (int64_t i = 0; i < good; i++) CHECK(fouls[i] <= 1);
    free(cards);
    free(fouls);
    free(masks);
    free(strengths);
    free(points);
    free(totals);
}

/* ---- open-face ---- */

static void try_boards(input *in) {
    static cpf_rules rules;
    static cpf_payoffs payoffs;
    uint8_t deck[52];
    uint64_t rows[CPF_ROWS] = {0, 0, 0}, seen = 0;
    int n = 0;
    memset(&rules, 0, sizeof rules);
    rules.wheel = flag(in), rules.lowball_middle = flag(in), rules.equal_rows = flag(in);
    rules.lowest_middle = rules.lowball_middle ? between(in, 0, CPF_LOWBALL_STRENGTHS - 1) : 0;
    deal(in, deck, 52);
    for (int row = 0; row < CPF_ROWS; row++)
        for (int k = (int)(byte_of(in) % (cpf_row_size[row] + 1u)); k > 0; k--) rows[row] |= cpf_card_bit(deck[n++]);
    for (int k = between(in, 0, 30) + n, i = 0; i < k; i++) seen |= cpf_card_bit(deck[i]);
    const cpf_partial board = cpf_board_of(rows);
    uint16_t *features = malloc(sizeof *features * CPF_MOST_FEATURES);
    const int count = cpf_board_features(&windows, &rules, &board, seen, features);
    CHECK(count <= CPF_MOST_FEATURES);
    for (int i = 0; i < count; i++) CHECK(features[i] < CPF_FEATURES);
    free(features);
    const int room = cpf_room_in_all(board.room);
    if (room != 1 && room != 2) return;
    payoffs.foul = (int16_t)between(in, -MOST_WORTH, MOST_WORTH);
    for (int row = 0; row < CPF_ROWS; row++)
        memcpy(payoffs.worth[row], worths[byte_of(in) % TABLES], sizeof payoffs.worth[row]);
    const cpf_street last = {.dealt = room == 1 ? 1 : 3, .placed = room};
    const uint64_t live = ~(seen | CPF_MASK_GAPS);
    if (cpf_has_final_draw(&last)) {
        const double worth = cpf_final_draw(&ranking, &rules, &payoffs, &last, &board, live);
        CHECK(worth >= -1000.0 && worth <= 1000.0);
    }
}

/* Check positions of any bytes: boards that pass the checks have different, seen cards, and no more than fit. Each buffer
 * has exactly the size that may be read. */
static void try_positions(input *in) {
    static cpf_plan plan = {.streets = 2};
    const int n = between(in, 1, 4);
    plan.street[0] = (cpf_street){.dealt = between(in, 1, 5)};
    plan.street[1] = (cpf_street){.dealt = 1};
    for (int room = 0; room < CPF_ROOMS; room++) plan.street[0].count[room] = room % 3;
    uint64_t (*rows)[CPF_ROWS] = malloc((size_t)n * sizeof *rows), *seen = malloc((size_t)n * sizeof *seen);
    const int dealt = plan.street[0].dealt, ends = flag(in) ? dealt + 1 : 0; /* cards of a runout: both streets, or none */
    uint8_t *cards = malloc((size_t)(n * dealt)), *runouts = malloc((size_t)(n * ends) + 1);
    for (int i = 0; i < n; i++) {
        seen[i] = 0;
        for (int row = 0; row < CPF_ROWS; row++) {
            rows[i][row] = 0;
            for (int k = between(in, 0, 6); k > 0; k--) rows[i][row] |= UINT64_C(1) << (byte_of(in) & 63);
            seen[i] |= rows[i][row];
        }
        for (int k = 0; k < dealt; k++) cards[i * dealt + k] = (uint8_t)byte_of(in);
        for (int k = 0; k < dealt; k++) seen[i] |= UINT64_C(1) << (byte_of(in) & 63);
        for (int k = 0; k < ends; k++) runouts[i * ends + k] = (uint8_t)byte_of(in);
    }
    const cpf_positions at = {&plan, NULL, (const uint64_t (*)[CPF_ROWS])rows, seen};
    const int64_t good = cpf_check_boards(&at, n);
    for (int64_t i = 0; i < good; i++) {
        const cpf_partial board = cpf_board_of(rows[i]);
        CHECK(cpf_count_bits(cpf_cards_of(&board)) + cpf_room_in_all(board.room) == CPF_HAND);
        CHECK((cpf_cards_of(&board) & ~seen[i]) == 0 && (seen[i] & CPF_MASK_GAPS) == 0);
    }
    const int64_t at_street = cpf_check_street(&at, good, 0, cards);
    for (int64_t i = 0; i < at_street; i++)
        for (int k = 1; k < dealt; k++) CHECK(cards[i * dealt + k - 1] < cards[i * dealt + k] && cards[i * dealt + k] < 52);
    CHECK(cpf_check_room(&at, good, 0, 52) <= good);
    CHECK(cpf_check_runouts(&at, good, flag(in), 0, runouts, good, ends) <= good);
    free(rows);
    free(seen);
    free(cards);
    free(runouts);
}

/* Check that next outs are unseen cards, and that each is in one category only. */
static void try_outs(input *in) {
    uint8_t deck[52];
    uint64_t better[CPF_CATEGORIES], all = 0;
    deal(in, deck, 52);
    cpf_drawing d = {0, 0, 0, flag(in) ? 3 : 5, 0};
    const int held = between(in, 0, d.size), unseen = between(in, 0, 52 - held), is_low = d.size == 5 && flag(in);
    for (int i = 0; i < held + unseen; i++) *(i < held ? &d.row : &d.unseen) |= cpf_card_bit(deck[i]);
    cpf_next_outs(&d, is_low, better);
    for (int i = 0; i < CPF_CATEGORIES; i++) {
        CHECK((better[i] & (all | ~d.unseen)) == 0);
        all |= better[i];
    }
}

int LLVMFuzzerInitialize(int *arguments, char ***argument) {
    (void)arguments;
    (void)argument;
    CHECK(cpf_ranking_build(&ranking) == 0);
    settling.ranking = &ranking;
    CHECK(cpf_pattern_tables_build(&settling.patterns));
    cpf_windows_build(&windows);
    srand(1);
    for (int table = 0; table < TABLES; table++) {
        const int step = table < TABLES / 2 ? 1 : 1 + rand() % CPF_STRENGTHS; /* random, or in steps */
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            const int is_new = s % step == 0;
            royalties[table][s] = (int16_t)(is_new ? rand() % (MOST_ROYALTY + 1) : royalties[table][s - 1]);
            worths[table][s] = (int16_t)(is_new ? rand() % (2 * MOST_WORTH + 1) - MOST_WORTH : worths[table][s - 1]);
        }
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static void (*const tries[])(input *) = {try_rows,   try_masks,     try_settling, try_many_boards,
                                             try_boards, try_positions, try_outs};
    input in = {data, data + size};
    tries[byte_of(&in) % (sizeof tries / sizeof *tries)](&in);
    return 0;
}
