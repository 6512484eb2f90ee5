/* The pool of threads, and environments for learning. */
#include "checking.h"

/* Call the pool from several threads at once: each item is processed exactly once before its call returns. */
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

void check_threads(void) {
    pthread_t callers[POOL_CALLERS];
    void *failed;
    for (int i = 0; i < POOL_CALLERS; i++) CHECK(pthread_create(&callers[i], NULL, use_pool, NULL) == 0);
    for (int i = 0; i < POOL_CALLERS; i++) {
        CHECK(pthread_join(callers[i], &failed) == 0);
        CHECK(!failed);
    }
}

static uint64_t next_of_stream(void *stream) {
    uint64_t *s = stream;
    *s = *s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *s ^ *s >> 29;
}

static uint32_t next_32_of_stream(void *stream) { return (uint32_t)(next_of_stream(stream) >> 32); }

/* Numbers of environments that occupy more than one thread: in a step; in a step and in sampling actions. */
enum { SEVERAL_RANGES = 2 * 4 * CPF_STREAM_SIZE + 2, SEVERAL_SAMPLES = 128 * CPF_STREAM_SIZE + 2 };

/* Environments, with the memory of their streams and arrays. */
typedef struct environments {
    cpf_envs envs;
    cpf_env_arrays arrays;
    uint64_t *states;
    cpf_bits *bits;
    int64_t *actions;
    size_t observations; /* bytes */
} environments;

static environments new_environments(const cpf_plan *plan, int seats, int64_t n, int autoreset, int are_floats) {
    const size_t streams = (size_t)((n + CPF_STREAM_SIZE - 1) / CPF_STREAM_SIZE), count = (size_t)n, at = (size_t)seats;
    environments e = {.envs = {.n = n}};
    e.states = malloc(3 * streams * sizeof *e.states);
    e.bits = malloc(3 * streams * sizeof *e.bits);
    e.actions = malloc(count * sizeof *e.actions);
    for (size_t i = 0; i < 3 * streams; i++) {
        e.states[i] = i + 1;
        e.bits[i] = (cpf_bits){&e.states[i], next_of_stream, next_32_of_stream, NULL, NULL};
    }
    e.envs.env = calloc(count, sizeof *e.envs.env);
    e.envs.legal = calloc(count, 1);
    e.envs.action = calloc(count, 1);
    e.envs.deals = malloc(streams * sizeof *e.envs.deals);
    e.envs.random = malloc(streams * sizeof *e.envs.random);
    e.envs.others = malloc(streams * sizeof *e.envs.others);
    for (size_t i = 0; i < streams; i++) {
        e.envs.deals[i] = &e.bits[i];
        e.envs.random[i] = &e.bits[streams + i];
        e.envs.others[i] = &e.bits[2 * streams + i];
    }
    cpf_env_terms *t = &e.envs.terms;
    t->plan = plan;
    t->seats = seats;
    t->button = -1;
    for (int i = 0; i < CPF_SET_SIZES; i++)
        t->set_below[i] = seats * (CPF_LEAST_SET + i) <= CPF_DECK ? UINT64_C(1) << 30 : 0;
    for (int i = 1; i < CPF_SET_SIZES; i++)
        if (t->set_below[i] < t->set_below[i - 1]) t->set_below[i] = t->set_below[i - 1];
    t->autoreset = autoreset;
    t->are_floats = are_floats;
    CHECK(cpf_env_prepare(t));
    CHECK(t->size == cpf_env_size(plan, seats));
    e.observations = count * ((size_t)t->size << 2 * are_floats);
    e.arrays = (cpf_env_arrays){malloc(e.observations),
                                malloc(count * CPF_PLACES),
                                malloc(count),
                                malloc(count),
                                malloc(count * at * sizeof(float)),
                                malloc(count),
                                malloc(count * at * CPF_HAND),
                                malloc(count * at)};
    return e;
}

static void free_environments(environments *e) {
    void *all[] = {e->states,        e->bits,          e->actions,         e->envs.env,       e->envs.legal,
                   e->envs.action,   e->envs.deals,    e->envs.random,     e->envs.others,    e->arrays.observations,
                   e->arrays.masks,  e->arrays.to_act, e->arrays.learners, e->arrays.rewards, e->arrays.over,
                   e->arrays.boards, e->arrays.earned};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

/* Check that boards at the end of deals have 13 different cards, and that rewards sum to 0. Return the sum of the indices of
 * these deals. */
static uint64_t check_ends(const environments *e) {
    const int seats = e->envs.terms.seats;
    uint64_t numbers = 0;
    for (int64_t i = 0; i < e->envs.n; i++) {
        if (!e->arrays.over[i]) continue;
        float sum = 0;
        for (int seat = 0; seat < seats; seat++) {
            uint64_t seen = 0;
            sum += e->arrays.rewards[i * seats + seat];
            for (int k = 0; k < CPF_HAND; k++) seen |= UINT64_C(1) << e->arrays.boards[(i * seats + seat) * CPF_HAND + k];
            CHECK(cpf_count_bits(seen) == CPF_HAND && seen >> CPF_DECK == 0);
        }
        CHECK(sum == 0);
        numbers += (uint64_t)i;
    }
    return numbers;
}

static uint64_t hash_observations(const environments *e, uint64_t hash) {
    for (size_t i = 0; i + 8 <= e->observations; i += 8) {
        uint64_t eight;
        memcpy(&eight, e->arrays.observations + i, 8);
        hash = hash * 31 + eight;
    }
    return hash;
}

/* Play random deals, and return a hash of the observations. */
static uint64_t play_environments(const cpf_plan *plan, int seats, int64_t n, int autoreset, int are_floats, int threads) {
    environments e = new_environments(plan, seats, n, autoreset, are_floats);
    uint64_t hash = 0;
    cpf_env_reset(&e.envs, NULL, &e.arrays, threads);
    for (int step = 0; step < (n > SEVERAL_RANGES ? 2 : 80); step++) {
        if (autoreset == CPF_RESET_NEVER && step) cpf_env_reset(&e.envs, e.arrays.over, &e.arrays, threads);
        cpf_env_sample(&e.envs, e.actions, threads);
        const int64_t last = e.actions[n - 1];
        e.actions[n - 1] = -1;
        if (e.envs.legal[n - 1]) { /* where the deal is over, the next step ignores the action */
            CHECK(cpf_env_step(&e.envs, e.actions, &e.arrays, threads) == n - 1);
            e.actions[n - 1] = last;
        }
        CHECK(cpf_env_step(&e.envs, e.actions, &e.arrays, threads) == n);
        hash = hash_observations(&e, hash);
        hash += check_ends(&e);
    }
    free_environments(&e);
    return hash;
}

/* Place the hand of the player to act in one of several ways. All ways put the same cards into the same places. */
static void place_hand(const cpf_env_terms *t, cpf_env *env, int way) {
    const cpf_env before = *env;
    uint64_t places[CPF_PLACES];
    CHECK(env->hand == cpf_env_dealt(t, env));
    while (env->hand) cpf_env_put(env, cpf_lowest_bit(cpf_env_legal(env)));
    CHECK(!cpf_env_legal(env));
    if (way == 0) return;
    for (int place = 0; place < CPF_PLACES; place++)
        places[place] = env->plane[env->seat][place] & ~before.plane[env->seat][place];
    const cpf_env after = *env;
    cpf_env_take_back(t, env);
    CHECK(memcmp(env, &before, sizeof before) == 0);
    uint64_t wrong[CPF_PLACES] = {0, 0, 0, 0};
    CHECK(!cpf_env_lay(env, wrong));
    memcpy(wrong, places, sizeof wrong);
    wrong[CPF_FRONT] |= wrong[CPF_BACK];
    CHECK(!wrong[CPF_BACK] || !cpf_env_lay(env, wrong));
    CHECK(memcmp(env, &before, sizeof before) == 0);
    CHECK(cpf_env_lay(env, places));
    CHECK(memcmp(env, &after, sizeof after) == 0);
}

/* Play deals against one opponent that the core plays and, with more seats, others that the caller plays. Return a hash of
 * the observations. */
static uint64_t play_against(const cpf_plan *plan, int seats, int64_t n, int autoreset, int player, int threads) {
    environments e = new_environments(plan, seats, n, autoreset, seats & 1);
    cpf_env_terms *t = &e.envs.terms;
    uint8_t *selected = malloc((size_t)n);
    uint64_t hash = 0;
    t->learner = CPF_SEAT_ALTERNATES + (seats & 1);
    for (int place = 1; place < seats; place++) t->opponent[place] = place > 1 ? CPF_BY_CALLER : player;
    CHECK(cpf_env_reset(&e.envs, NULL, &e.arrays, threads));
    for (int step = 0; step < 30; step++) {
        for (int64_t waiting = 1; waiting;) {
            waiting = 0;
            for (int64_t i = 0; i < n; i++) {
                cpf_env *env = &e.envs.env[i];
                CHECK(e.arrays.to_act[i] == env->seat && e.arrays.learners[i] == env->learner);
                selected[i] = env->seat >= 0 && env->seat != env->learner;
                if (!selected[i]) continue;
                waiting++;
                CHECK(env->set[env->seat] || (env->seat - env->learner + seats) % seats > 1);
                place_hand(t, env, (int)(i % 2));
            }
            if (waiting) CHECK(cpf_env_go_on(&e.envs, selected, &e.arrays, threads));
        }
        hash = hash_observations(&e, hash) + (step ? check_ends(&e) : 0);
        cpf_env_sample(&e.envs, e.actions, threads);
        CHECK(cpf_env_step(&e.envs, e.actions, &e.arrays, threads) == n);
    }
    free(selected);
    free_environments(&e);
    return hash;
}

static void check_opponents(cpf_plan *plan, int seats) {
    static cpf_way *ways[CPF_MOST_STREETS][CPF_ROOMS];
    list_streets(plan, ways);
    CHECK((plan->careful = cpf_careful_new(plan)) != NULL);
    for (int player = CPF_RANDOM; player <= CPF_CAREFUL; player++) {
        uint64_t hash = play_against(plan, seats, SEVERAL_RANGES, CPF_RESET_SAME_STEP, player, 1);
        CHECK(hash == play_against(plan, seats, SEVERAL_RANGES, CPF_RESET_SAME_STEP, player, 3));
        play_against(plan, seats, 65, CPF_RESET_NEXT_STEP, player, 2);
        play_against(plan, seats, 1, CPF_RESET_NEXT_STEP, player, 1);
    }
    for (int i = 0; i < plan->streets; i++)
        for (int room = 0; room < CPF_ROOMS; room++) free(ways[i][room]);
    free(plan->careful);
}

static void check_sets_of_cards(void) {
    for (int card = 0; card < CPF_DECK; card++) {
        CHECK(cpf_cards_of_mask(cpf_card_bit((unsigned)card)) == UINT64_C(1) << card);
        CHECK(cpf_mask_of_cards(UINT64_C(1) << card) == cpf_card_bit((unsigned)card));
    }
    for (int i = 0; i < 1000; i++) {
        const uint64_t cards = next_random() & ((UINT64_C(1) << CPF_DECK) - 1);
        CHECK(cpf_cards_of_mask(cpf_mask_of_cards(cards)) == cards);
    }
}

/* Return the plan of a variant in which every legal board earns a Fantasyland, without the ways to place its streets. */
cpf_plan *new_plan(int variant) {
    static const int32_t streets[][3] = {{5, 5, 1}, {3, 2, 4}, {5, 5, 1}, {1, 1, 8}, {13, 13, 1}}; /* dealt, placed, times */
    static const int begin[] = {0, 2, 4, 5};
    cpf_plan *plan = calloc(1, sizeof *plan);
    plan->tables = &settling;
    plan->rules = &rules;
    memset(&rules.fantasyland, 0, sizeof rules.fantasyland);
    rules.stack = rules.first_street_open = 0;
    memset(rules.fantasyland.entry, 14, sizeof rules.fantasyland.entry);
    for (int i = begin[variant]; i < begin[variant + 1]; i++)
        for (int k = 0; k < streets[i][2]; k++) {
            plan->street[plan->streets].dealt = streets[i][0];
            plan->street[plan->streets++].placed = streets[i][1];
            rules.stack += streets[i][0];
        }
    return plan;
}

void check_environments(void) {
    check_sets_of_cards();
    for (int variant = 0; variant < (only_threads ? 1 : VARIANTS); variant++) {
        cpf_plan *plan = new_plan(variant);
        for (int seats = 2; seats <= (variant ? CPF_MOST_PLAYERS : 3); seats++) {
            rules.first_street_open = 1; /* this changes observations only */
            play_environments(plan, seats, 65, CPF_RESET_SAME_STEP, seats & 1, 1);
            rules.first_street_open = 0;
            uint64_t hash = play_environments(plan, seats, SEVERAL_RANGES, CPF_RESET_SAME_STEP, 0, 1);
            CHECK(hash == play_environments(plan, seats, SEVERAL_RANGES, CPF_RESET_SAME_STEP, 0, 3));
            play_environments(plan, seats, 65, CPF_RESET_NEXT_STEP, 1, 2);
            play_environments(plan, seats, 1, CPF_RESET_NEVER, 0, 1);
            if (variant < 2) check_opponents(plan, seats);
        }
        if (!variant) {
            uint64_t hash = play_environments(plan, 2, SEVERAL_SAMPLES, CPF_RESET_SAME_STEP, 0, 1);
            CHECK(hash == play_environments(plan, 2, SEVERAL_SAMPLES, CPF_RESET_SAME_STEP, 0, 3));
        }
        free(plan);
    }
}
