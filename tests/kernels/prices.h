/* Prices of pairings for programs in C, from the options that tests/rules_and_tests.md explains. The package fills them
 * in Python (cpoker_fast/rulebook/compiling.py). */
#ifndef CPF_TESTS_PRICES_H
#define CPF_TESTS_PRICES_H

#include "cpf_rules.h"

typedef struct numbers_of_pairings {
    int32_t row_points, match_points; /* match_points: above 0, in place of row_points */
    int32_t scoop_bonus, scoop_times;
    int32_t overall_points, with_extras; /* with_extras: scoop and royalties count for the overall point */
} numbers_of_pairings;

static void set_prices(cpf_rules *rules, const numbers_of_pairings *n) {
    int triple = 0;
    for (int front = -1; front <= 1; front++)
        for (int middle = -1; middle <= 1; middle++)
            for (int back = -1; back <= 1; back++) {
                const int sum = front + middle + back, has_scoop = sum == 3 || sum == -3;
                const int won = (front > 0) + (middle > 0) + (back > 0), lost = (front < 0) + (middle < 0) + (back < 0);
                cpf_price *price = &rules->prices[triple++];
                price->winner = won > 1 ? 1 : lost > 1 ? -1 : 0;
                price->row_points = n->match_points > 0 ? n->match_points * price->winner : n->row_points * sum;
                price->scoop_points = has_scoop ? n->scoop_bonus * sum / 3 : 0;
                price->overall = 0;
                if (!n->with_extras && price->row_points)
                    price->overall = price->row_points > 0 ? n->overall_points : -n->overall_points;
                price->times = has_scoop ? n->scoop_times : 1;
            }
    rules->row_points = n->match_points > 0 ? 0 : n->row_points;
    rules->net_winner = n->with_extras ? n->overall_points : 0;
}

#endif
