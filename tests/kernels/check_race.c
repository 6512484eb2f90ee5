/* Checks of sampled opponents, and of races between the placements of hands. */
#include "checking.h"
#include "cpf_race.h"

enum { SAMPLED = 400, HANDS = 6, TABLES = 8, MOST_OPPONENTS = 3 };

/* Write a board of random cards, mostly a foul, or rarely a surrender, and return its declaration. */
static int8_t random_board(const uint8_t *cards, uint8_t *board) {
    memcpy(board, cards, CPF_HAND);
    if (next_random() % 50 == 0) memset(board, CPF_SURRENDERED, CPF_HAND);
    return next_random() % 4 ? CPF_DECLARE_BEST : CPF_DECLARE_NOTHING;
}

static void permute(const uint8_t *cards, const uint8_t permutation[CPF_SUITS], uint8_t *permuted) {
    for (int i = 0; i < CPF_HAND; i++)
        permuted[i] = cards[i] < CPF_CARDS ? (uint8_t)((cards[i] & ~3) | permutation[cards[i] & 3]) : cards[i];
}

/* Return the number of permutations after which a sampled hand shares no card with a hand. Settle its board then: the points
 * must not depend on the permutation. */
static int count_by_hand(const cpf_rules *by, const uint8_t *hand, const uint8_t *other, const uint8_t *board, int declared,
                         const cpf_board *mine, int button, int32_t *points) {
    uint8_t permutations[CPF_PERMUTATIONS][CPF_SUITS], permuted[CPF_HAND];
    const int n = cpf_find_permutations(by, permutations);
    int ways = 0;
    for (int p = 0; p < n; p++) {
        permute(other, permutations[p], permuted);
        if (cpf_mask_of_hand(&settling.patterns, permuted) & cpf_mask_of_hand(&settling.patterns, hand)) continue;
        cpf_board boards[2] = {*mine, {.natural = -1}};
        const cpf_seating seating = cpf_seated(2, button);
        cpf_outcome outcome;
        permute(board, permutations[p], permuted);
        cpf_read_with_order(&settling, by, permuted, declared, &boards[1]);
        cpf_settle(&settling, by, boards, &seating, &outcome);
        CHECK(!ways || *points == outcome.points[0]);
        *points = outcome.points[0];
        ways++;
    }
    return ways;
}

static void check_selection(const cpf_rules *by, const cpf_sample *sample, const uint8_t *hands, const cpf_kind_boards *kind,
                            const uint8_t *hand) {
    cpf_selected selected = {0};
    cpf_board mine;
    int32_t points[SAMPLED], expected = 0;
    int64_t at = 0;
    cpf_read_with_order(&settling, by, hand, CPF_DECLARE_NOTHING, &mine);
    CHECK(cpf_select(sample, hand, &selected));
    cpf_selected_points(&selected, &mine, 0, selected.n, points);
    for (int64_t i = 0; i < SAMPLED; i++) {
        const int ways = count_by_hand(&sample->rules, hand, hands + i * CPF_HAND, kind->boards + i * CPF_HAND,
                                       kind->declared[i], &mine, kind->button, &expected);
        if (!ways) continue;
        CHECK(at < selected.n && selected.weight[at] == ways);
        CHECK(points[at] == kind->count * expected);
        at++;
    }
    CHECK(at == selected.n);
    cpf_selected_free(&selected);
}

static int by_card(const void *a, const void *b) { return *(const uint8_t *)a - *(const uint8_t *)b; }

static void check_races(const cpf_rules *by, int opponents, int has_tables, int has_sample) {
    static uint8_t sampled[SAMPLED][CPF_HAND], boards[SAMPLED][CPF_HAND], hands[HANDS][CPF_HAND], given[HANDS][CPF_HAND];
    static uint8_t dealt[HANDS][TABLES][MOST_OPPONENTS][CPF_HAND], best[2][HANDS][CPF_HAND];
    static int8_t codes[SAMPLED], of_given[HANDS], of_dealt[HANDS][TABLES][MOST_OPPONENTS], patterns[2][HANDS];
    double values[2][4][HANDS];
    uint8_t deck[52];
    for (int i = 0; i < SAMPLED; i++) {
        shuffle(deck);
        memcpy(sampled[i], deck, CPF_HAND);
        codes[i] = random_board(deck, boards[i]);
    }
    uint8_t *of_tables = &dealt[0][0][0][0];
    int8_t *codes_of_tables = &of_dealt[0][0][0];
    for (int i = 0; i < HANDS; i++) {
        shuffle(deck);
        memcpy(hands[i], deck, CPF_HAND);
        of_given[i] = random_board(deck, given[i]);
        qsort(hands[i], CPF_HAND, 1, by_card);
        for (int t = 0; t < TABLES * opponents; t++, of_tables += CPF_HAND)
            *codes_of_tables++ = random_board(deck + CPF_HAND * (1 + t % opponents), of_tables);
    }
    const cpf_kind_boards kind = {opponents, 2, boards[0], codes};
    cpf_sample *sample = has_sample ? cpf_sample_new(&settling, by, opponents + 1, SAMPLED, sampled[0], 1, &kind) : NULL;
    CHECK(sample || !has_sample);
    if (sample) check_selection(by, sample, sampled[0], &kind, hands[0]);
    for (int run = 0; run < 2; run++) {
        const cpf_race_batch batch = {.tables = &arranging,
                                      .rules = by,
                                      .opponents = opponents,
                                      .button = 0,
                                      .sample = sample,
                                      .dealt = {has_tables ? TABLES : 0, &dealt[0][0][0][0], &of_dealt[0][0][0]},
                                      .level = CPF_CPU_PORTABLE,
                                      .hands = hands[0],
                                      .boards = given[0],
                                      .declared = of_given,
                                      .best = best[run][0],
                                      .best_declared = patterns[run],
                                      .points = values[run][0],
                                      .error = values[run][1],
                                      .loss = values[run][2],
                                      .loss_error = values[run][3]};
        CHECK(cpf_race_many(&batch, 0, HANDS, run ? 3 : 1));
    }
    CHECK(memcmp(best[0], best[1], sizeof best[0]) == 0 && memcmp(values[0], values[1], sizeof values[0]) == 0);
    for (int i = 0; i < HANDS; i++) /* unknown errors of one selected hand are NAN */
        for (int k = 1; k < 4; k++) CHECK(!(values[0][k][i] < 0));
    cpf_sample_free(sample);
}

void check_race(void) {
    cpf_rules plain = rules, by_cards = rules, single = rules;
    plain.home_run_bonus = 0;
    by_cards.deuce_of_spades = 1;
    by_cards.row_ties = CPF_TIE_SUITS;
    by_cards.pays_by_cards = cpf_pays_by_cards(&by_cards);
    single.home_run_bonus = 0;
    single.pairings = CPF_SINGLE_WINNER;
    for (int opponents = 1; opponents <= MOST_OPPONENTS; opponents++) {
        check_races(&plain, opponents, 0, 1);
        check_races(&by_cards, opponents, 0, 1);
        check_races(&rules, opponents, 1, 1);
        check_races(&single, opponents, 1, 0);
    }
}
