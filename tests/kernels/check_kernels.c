/* Tests of the C core without Python, built with sanitizers and for other machines (.ci/run, CONTRIBUTING.md).
 *
 * Each buffer has exactly the size that its kernel may access, so that AddressSanitizer sees any access beyond it. The exit
 * status is 0 if all kernels that the machine can run agree. The argument "threads" selects the checks that use several
 * threads, for ThreadSanitizer. */
#include "checking.h"
#include "patterns.h"
#include "prices.h"

cpf_ranking ranking;
cpf_settling_tables settling;
cpf_rules rules;
long checks;
int only_threads;

static uint64_t state = 88172645463325252u;

uint64_t next_random(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

void shuffle(uint8_t deck[52]) {
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    for (int i = 51; i > 0; i--) {
        int j = (int)(next_random() % (unsigned)(i + 1));
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

int between(int low, int high) { return low + (int)(next_random() % (unsigned)(high - low + 1)); }

/* Shuffle a deck with some cards first: those of one or two suits, or of few ranks. */
void shuffle_some_first(uint8_t deck[52]) {
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

int main(int n, char **arguments) {
    only_threads = n > 1 && strcmp(arguments[1], "threads") == 0;
    CHECK(cpf_ranking_build(&ranking) == 0);
    settling.ranking = &ranking;
    cpf_windows_build(&windows);
    CHECK(cpf_pattern_tables_build(&settling.patterns));
    set_prices(&rules, &(numbers_of_pairings){1, 0, 3, 1, 0, 0});
    rules.home_run_times = 1;
    rules.home_run_players = 3;
    rules.home_run_bonus = 3;
    rules.surrender = 2;
    rules.natural_mode = CPF_NATURAL_FULL;
    rules.natural_ties = CPF_NATURAL_TIES_COMPARE;
    add_patterns(&settling.patterns, &rules.patterns, UINT32_MAX);
    for (int i = 0; i < PATTERNS; i++) rules.natural_points[i] = rules.natural_level[i] = rules.natural_choice[i] = i + 1;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int s = 0; s < CPF_STRENGTHS; s++) rules.royalties[row][s] = (int16_t)(s / 1000);
    rules.most_royalties = cpf_most_royalties(&rules);

    check_rows();
    check_every_settling();
    check_boards();
    check_naturals();
    check_arranging();
    check_fantasyland();
    check_dealing();
    check_environments();
    check_fields();
    check_race();
    check_threads();
    if (!only_threads) {
        check_prices();
        check_filter();
        check_playing();
        check_openface();
        check_networks();
        check_features();
        check_final_draws();
    }
    printf("%ld checks\n", checks);
    return 0;
}
