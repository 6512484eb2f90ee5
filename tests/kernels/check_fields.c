/* Checks of dealing, fields of boards, and decisions against fields. */
#include "checking.h"
#include "prices.h"

void count_item(void *context, int64_t begin, int64_t end) {
    uint8_t *counts = context;
    for (int64_t i = begin; i < end; i++) counts[i]++;
}

static uint64_t next_of(void *unused) {
    (void)unused;
    return next_random();
}

/* Check that a deal has each card at most once, and the known cards in their places. */
void check_dealing(void) {
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
        CHECK(cpf_deck_prepare(&deck));
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
        if (places > 1 && places < 4) CHECK(!cpf_deck_prepare(&deck));
    }
}

/* Set a hand as the board with the most royalties, or with `foul` in ascending order, which is mostly a foul. */
static void set_hand(const cpf_rules *by, uint8_t *hand, int foul, cpf_board *board) {
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

/* Return card removal with random coefficients. */
static cpf_removal *make_removal(const cpf_field *field) {
    enum { SHIFTS = CPF_ROWS * CPF_REMOVAL_FEATURES * CPF_REMOVAL_KNOTS };
    cpf_removal *removal = malloc(sizeof *removal);
    float *shifts = malloc(SHIFTS * sizeof *shifts);
    for (int i = 0; i < SHIFTS; i++) shifts[i] = (float)(next_random() % 1000) / 10000 - 0.05f;
    cpf_field_set_removal(field, shifts, removal);
    free(shifts);
    return removal;
}

/* Check that the slopes of random boards are finite, and not far larger than payments. */
static void check_slopes(const cpf_rules *by, const cpf_board *boards, int64_t n, int opponents) {
    enum { OWN = 5, SLOPES = CPF_STRENGTHS * CPF_REMOVAL_VARIABLES };
    double *features = malloc((size_t)n * CPF_REMOVAL_VARIABLES * sizeof *features);
    cpf_field_slopes slopes = {malloc(CPF_ROWS * SLOPES * sizeof(double)), OWN, malloc(OWN * CPF_ROWS * sizeof(int16_t)),
                               malloc(OWN * CPF_REMOVAL_VARIABLES * sizeof(double))};
    for (int64_t i = 0; i < n * CPF_REMOVAL_VARIABLES; i++) features[i] = (double)(next_random() % 1000) / 500 - 1;
    CHECK(cpf_field_find_slopes(&settling, by, boards, n, opponents, features, &slopes, 2));
    CHECK(slopes.own >= 0 && slopes.own <= OWN);
    for (int i = 0; i < CPF_ROWS * SLOPES; i += 97) CHECK(slopes.row[i] > -1e4 && slopes.row[i] < 1e4);
    for (int i = 0; i < slopes.own * CPF_REMOVAL_VARIABLES; i++) CHECK(slopes.joint[i] > -1e4 && slopes.joint[i] < 1e4);
    for (int i = 0; i < slopes.own * CPF_ROWS; i++) CHECK(slopes.strengths[i] >= -1 && slopes.strengths[i] < CPF_STRENGTHS);
    free(features);
    free(slopes.row);
    free(slopes.strengths);
    free(slopes.joint);
}

/* Check the best boards against a field. */
static void check_best_against(const cpf_rules *by, const cpf_field *field, int level) {
    cpf_objective *objective = calloc(1, sizeof *objective);
    CHECK(cpf_response_to_field(objective, cpf_field_tables_of(field), field));
    make_ready(objective, by);
    if (!only_threads) check_one_hand(by, objective, 13, level);
    check_hands(by, objective, level, level == CPF_CPU_AVX512 ? 36 : 18); /* more than half of the lanes */
    cpf_removal *removal = make_removal(field);
    cpf_objective_shift(objective, removal);
    make_ready(objective, by);
    if (!only_threads) check_one_hand(by, objective, 13, level);
    check_hands(by, objective, level, level == CPF_CPU_AVX512 ? 36 : 18);
    free(removal);
    free(objective->terms);
    free(objective);
}

/* Check decisions to declare or surrender: they pay at least as much as the rows, and several threads give the results of
 * single calls. Any bytes are safe. */
static void check_decisions(const cpf_rules *by, const cpf_field *field) {
    enum { N = 130 };
    uint8_t *boards = malloc(N * CPF_HAND), *chosen = malloc(N * CPF_HAND);
    double *rows = malloc(N * sizeof *rows), *points = malloc(N * sizeof *points), *paid = malloc(N * sizeof *paid);
    int8_t *declared = malloc(N);
    for (int i = 0; i < N; i++) {
        uint8_t deck[52];
        cpf_board board;
        shuffle(deck);
        set_hand(by, deck, i % 7 == 0, &board);
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

/* Check that expected points against one opponent are the average over the boards of the field, and that all kernels give
 * the same. */
static void check_field(const cpf_rules *by) {
    enum { N = 40, OWN = 6 };
    cpf_board *boards = malloc(N * sizeof *boards), tested[OWN];
    uint8_t deck[52];
    for (int i = 0; i < N + OWN; i++) {
        shuffle(deck);
        set_hand(by, deck, i % 10 == 3, i < N ? &boards[i] : &tested[i - N]);
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
                uint32_t kinds[CPF_ROWS] = {tested[i].strengths[0], tested[i].strengths[1], tested[i].strengths[2]};
                double points = cpf_field_points(field, &tested[i]),
                       joint = tables->has_joint ? tables->joint(field, kinds) : 0;
                if (level == CPF_CPU_PORTABLE) {
                    expected[i][0] = points;
                    expected[i][1] = joint;
                }
                CHECK(points == expected[i][0] && joint == expected[i][1]);
                double sum = 0;
                for (int k = 0; k < N && opponents == 1; k++) {
                    cpf_board two[2] = {tested[i], boards[k]};
                    cpf_seating seating = cpf_seated(2, 1);
                    cpf_outcome outcome;
                    cpf_settle(&settling, by, two, &seating, &outcome);
                    sum += outcome.points[0];
                }
                CHECK(opponents > 1 || (sum / N - points < 1e-9 && points - sum / N < 1e-9));
            }
            /* with the deuce there are too many kinds of boards */
            if (!by->deuce_of_spades && opponents == 1) check_best_against(by, field, level);
            if (level == CPF_CPU_PORTABLE) {
                check_decisions(by, field);
                check_slopes(by, boards, N, opponents);
            }
            cpf_field_free(field);
        }
    }
    free(boards);
}

void check_fields(void) {
    cpf_rules by = rules;
    for (int row = 0; row < CPF_ROWS; row++) /* few different royalties, so that plans are made ahead */
        for (int s = 0; s < CPF_STRENGTHS; s++) by.royalties[row][s] = (int16_t)(s / 3000);
    by.home_run_players = 3;
    check_field(&by); /* additive scoops and home runs */
    if (only_threads) return;
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
