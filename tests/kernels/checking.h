/* Shared declarations of the checks of the C core. */
#ifndef CPF_TESTS_CHECKING_H
#define CPF_TESTS_CHECKING_H

#include <math.h>
#ifndef __wasm__
#include <pthread.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_arranging.h"
#include "cpf_best_five.h"
#include "cpf_boards.h"
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
#include "cpf_sevens.h"
#include "cpf_sparse.h"
#include "cpf_split_numbers.h"
#include "cpf_tally.h"
#include "cpf_threads.h"

#ifdef __wasm__          /* which has no threads here: each one runs when it is created */
typedef void *pthread_t; /* the result of the thread */
static inline int pthread_create(pthread_t *thread, void *attributes, void *(*run)(void *), void *context) {
    (void)attributes;
    *thread = run(context);
    return 0;
}

static inline int pthread_join(pthread_t thread, void **result) {
    if (result) *result = thread;
    return 0;
}
#endif

extern cpf_ranking ranking;
extern cpf_settling_tables settling;
extern cpf_rules rules;
extern long checks;
extern int only_threads; /* skip checks on one thread */

#define CHECK(condition)                                                            \
    do {                                                                            \
        checks++;                                                                   \
        if (!(condition)) {                                                         \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

/* check_kernels.c */
uint64_t next_random(void);
void shuffle(uint8_t deck[52]);
int between(int low, int high);
void shuffle_some_first(uint8_t deck[52]);

/* check_ranking.c */
void check_rows(void);

/* check_settling.c */
cpf_seating seats_of(int seats);
void check_every_settling(void);
void check_boards(void);
void check_prices(void);
void check_filter(void);
void check_naturals(void);

/* check_arranging.c */
enum { POOL_ITEMS = 50000, POOL_CALLERS = 6, POOL_ROUNDS = 100 };
void make_ready(cpf_objective *objective, const cpf_rules *by);
void make_objective(cpf_objective *objective, const cpf_rules *by, double factor);
void check_one_hand(const cpf_rules *by, const cpf_objective *objective, int n, int level);
void check_hands(const cpf_rules *by, const cpf_objective *objective, int level, int64_t n);
void check_arranging(void);
void check_fantasyland(void);
extern cpf_arranging_tables arranging;

/* check_fields.c */
void count_item(void *context, int64_t begin, int64_t end);
void check_dealing(void);
void check_fields(void);

/* check_race.c */
void check_race(void);

/* check_openface.c */
cpf_partial fill_rows(const uint8_t *deck, int lacks);
void check_openface(void);

/* check_networks.c */
enum { SMALL, LARGE, POSITIVE, NEGATIVE, KINDS_OF_WEIGHTS };
void fill_head(cpf_head *head, int kind);
cpf_weights *new_weights(int kind);
void check_networks(void);
void check_features(void);
void fill_payoffs(cpf_payoffs *payoffs);
int payoff_of_board(const cpf_payoffs *payoffs, const cpf_rules *by, const cpf_partial *board);
void check_final_draws(void);
extern cpf_windows windows;

/* check_environments.c */
enum { VARIANTS = 3 }; /* pineapple, standard, and all cards at once */
void check_threads(void);
cpf_plan *new_plan(int variant);
void check_environments(void);

/* check_positions.c */
void list_streets(cpf_plan *plan, cpf_way *ways[CPF_MOST_STREETS][CPF_ROOMS]);
void check_playing(void);

#endif
