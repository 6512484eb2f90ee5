/* Outs by category.
 *
 * For each category, count the sets of drawn cards that allow no row of that category or a better one. Ranks are visited
 * from the two up, with the ace at both ends. The state of the visited ranks has three independent parts:
 *
 *   the run    number of consecutive ranks of a straight so far; for straight flushes, in each suit
 *   the suits  number of cards of each suit that could join the row in a flush
 *   the cost   fewest cards that the row needs for three of a kind, and for a pair
 *
 * For each state, sets are counted by their number of cards. Parts store only what matters later, so that states are few. */
#include "cpf_outs.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_choose.h"

enum {
    SUITS = 4,
    MOST_RUNS = 625,    /* most states of the runs */
    MOST_FLUSHES = 625, /* most states of the suits */
    COSTS = 20,         /* most states of the costs */
    OPTIONS = 16,       /* most options at a rank */
    DEAD = 0xffff,      /* the avoided category can be made */
    ACE = 12,
    TOPS = 14, /* positions of ranks in straights: the ace is at 0 and at 13 */
    NEVER = 9  /* a cost: more cards than any row needs */
};

typedef struct counter {
    const cpf_drawing *d;
    int avoided;                            /* this category and all better ones are avoided */
    int room;                               /* cards that the row lacks */
    uint64_t any;                           /* all cards that the row may contain */
    int run_suits[SUITS], runs, run_states; /* run_suits: suit of each run; -1: any suits */
    uint8_t is_top[SUITS][TOPS];            /* for each run: whether a straight up to a position can contain the row */
    uint8_t cap[SUITS][TOPS];               /* longest run that matters */
    int flush_suits[SUITS], flushes, flush_states;
    int tracks_costs;
    int costs;                                   /* number of cost states */
    uint8_t cost_three[COSTS], cost_pair[COSTS]; /* cost of each state */
    uint16_t cost_state[NEVER + 1][NEVER + 1];   /* cost state by both costs */
    int groups; /* number of groups of states, by the aces, since a straight may also end with the ace */
} counter;

static int bits_at(uint64_t cards, int rank) {
    int suits = 0;
    for (int suit = 0; suit < SUITS; suit++) suits |= (int)(cards >> (16 * suit + rank) & 1) << suit;
    return suits;
}

static int suit_size(int suits) { return cpf_count_bits((uint64_t)suits); }

static int rank_at(int position) { return position % 13 ? position - 1 : ACE; }

static uint32_t ranks_up_to(int top) {
    uint32_t ranks = 0;
    for (int position = top - 4; position <= top; position++) ranks |= 1u << rank_at(position);
    return ranks;
}

/* ---- the parts of a state ---- */

static int is_by_suit(const counter *c) { return c->avoided > CPF_FLUSH; }

/* Find the straights that can contain the row, in one suit or in any suits. Return whether there are any. */
static int find_tops(counter *c, int place, uint32_t row_ranks, uint32_t possible) {
    int exists = 0;
    for (int top = 4; top < TOPS; top++) {
        uint32_t ranks = ranks_up_to(top);
        int is_allowed = c->avoided != CPF_ROYAL_FLUSH || top == TOPS - 1;
        exists |= c->is_top[place][top] = (uint8_t)(is_allowed && !(row_ranks & ~ranks) && !(ranks & ~possible));
    }
    for (int position = 0; position < TOPS; position++) {
        int top = position;
        while (top < TOPS && !c->is_top[place][top]) top++;
        c->cap[place][position] = (uint8_t)(top < TOPS && top - position < 5 ? 5 - (top - position) : 0);
    }
    return exists;
}

static void plan_runs(counter *c) {
    uint64_t row = c->d->row;
    uint32_t ranks = cpf_rank_mask(row);
    int cards = cpf_count_bits(row);
    c->runs = 0;
    if (c->d->size == 5 && c->avoided <= CPF_STRAIGHT && cpf_count_bits(ranks) == cards) {
        if (find_tops(c, 0, ranks, cpf_rank_mask(c->any))) c->run_suits[c->runs++] = -1;
    } else if (c->d->size == 5 && is_by_suit(c))
        for (int suit = 0; suit < SUITS; suit++) {
            if (cpf_count_bits(row >> 16 * suit & 0x1fff) != cards) continue;
            if (find_tops(c, c->runs, ranks, (uint32_t)(c->any >> 16 * suit & 0x1fff))) c->run_suits[c->runs++] = suit;
        }
    c->run_states = 1;
    for (int i = 0; i < c->runs; i++) c->run_states *= 5;
    c->groups = !c->runs ? 1 : c->run_suits[0] < 0 ? 2 : 1 << SUITS;
}

static void plan_flushes(counter *c) {
    c->flushes = 0;
    c->flush_states = 1;
    if (c->d->size != 5 || c->avoided > CPF_FLUSH) return;
    for (int suit = 0; suit < SUITS; suit++) {
        if (cpf_count_bits(c->d->row >> 16 * suit & 0x1fff) != cpf_count_bits(c->d->row)) continue;
        if (cpf_count_bits(c->any >> 16 * suit & 0x1fff) < 5) continue;
        c->flush_suits[c->flushes++] = suit;
        c->flush_states *= c->room ? c->room : 1;
    }
}

static int cost(int in_row, int total, int needed) { return total < needed ? NEVER : in_row < needed ? needed - in_row : 0; }

/* Update the costs for a rank with `in_row` cards in the row and `total` cards in all; `three` becomes DEAD if the avoided
 * category can be made. This rank may be the pair or the three of a kind of a full house. */
static void costs_after(const counter *c, int in_row, int total, int *three, int *pair) {
    int room = c->room, four = cost(in_row, total, 4), new_three = cost(in_row, total, 3), new_pair = cost(in_row, total, 2);
    int can_be = (c->avoided <= CPF_FOUR_OF_A_KIND && four <= room) ||
                 (c->avoided <= CPF_FULL_HOUSE && (new_three + *pair <= room || *three + new_pair <= room)) ||
                 (c->avoided <= CPF_THREE_OF_A_KIND && new_three <= room) ||
                 (c->avoided <= CPF_TWO_PAIR && new_pair + *pair <= room) || (c->avoided <= CPF_PAIR && new_pair <= room);
    if (c->d->size == 3) can_be = (c->avoided == CPF_PAIR && new_pair <= room) || new_three <= room;
    if (can_be) {
        *three = DEAD;
        return;
    }
    if (!c->tracks_costs) return;
    if (new_three < *three && new_three <= room) *three = new_three;
    if (new_pair < *pair && new_pair <= room) *pair = new_pair;
}

static int cost_after(const counter *c, int state, int in_row, int total) {
    int three = c->cost_three[state], pair = c->cost_pair[state];
    costs_after(c, in_row, total, &three, &pair);
    return three == DEAD ? DEAD : c->cost_state[three][pair];
}

/* List the reachable cost states. */
static void plan_costs(counter *c) {
    c->tracks_costs = c->d->size == 5 && c->avoided <= CPF_FULL_HOUSE && c->avoided != CPF_THREE_OF_A_KIND;
    memset(c->cost_state, 0xff, sizeof c->cost_state);
    c->cost_three[0] = c->cost_pair[0] = NEVER;
    c->cost_state[NEVER][NEVER] = 0;
    c->costs = 1;
    for (int state = 0; state < c->costs; state++)
        for (int rank = 0; rank < CPF_RANKS; rank++) {
            int in_row = suit_size(bits_at(c->d->row, rank)), most = suit_size(bits_at(c->any, rank));
            for (int total = in_row; total <= most; total++) {
                int three = c->cost_three[state], pair = c->cost_pair[state];
                costs_after(c, in_row, total, &three, &pair);
                if (three == DEAD || c->cost_state[three][pair] != DEAD) continue;
                CPF_ASSERT(c->costs < COSTS);
                c->cost_state[three][pair] = (uint16_t)c->costs;
                c->cost_three[c->costs] = (uint8_t)three;
                c->cost_pair[c->costs++] = (uint8_t)pair;
            }
        }
}

/* ---- one rank ---- */

/* A way to draw cards of a rank: their number, and the next state of each part. There are `weight` ways with this effect. */
typedef struct option {
    int drawn, suits; /* suits: drawn suits that matter to runs and flushes */
    uint64_t weight;
    uint16_t run[MOST_RUNS], flush[MOST_FLUSHES], cost[COSTS];
} option;

static int run_after(const counter *c, int state, int position, int suits) {
    int next = 0;
    for (int i = 0, unit = 1; i < c->runs; i++, unit *= 5, state /= 5) {
        int has_rank = c->run_suits[i] < 0 ? suits != 0 : suits >> c->run_suits[i] & 1, cap = c->cap[i][position];
        int run = has_rank ? state % 5 + 1 : 0;
        if (run > cap) run = cap;
        if (run == 5) return DEAD;
        next += run * unit;
    }
    return next;
}

static int flush_after(const counter *c, int state, int added) {
    int next = 0;
    if (!c->room) return c->flushes ? DEAD : 0;
    for (int i = 0, unit = 1; i < c->flushes; i++, unit *= c->room, state /= c->room) {
        int cards = state % c->room + (added >> c->flush_suits[i] & 1);
        if (cards == c->room) return DEAD;
        next += cards * unit;
    }
    return next;
}

/* List the ways to draw cards of the rank at a position; return their number. */
static int list_options(const counter *c, int position, option options[OPTIONS]) {
    int rank = rank_at(position), n = 0, watched = 0;
    int row = bits_at(c->d->row, rank), held = bits_at(c->d->hand, rank), unseen = bits_at(c->d->unseen, rank);
    for (int i = 0; i < c->flushes; i++) watched |= 1 << c->flush_suits[i];
    for (int i = 0; i < c->runs; i++) watched |= c->run_suits[i] < 0 ? 0 : 1 << c->run_suits[i];
    for (int drawn = 0; drawn < 1 << SUITS; drawn++) {
        int k = 0, total = suit_size(row | held | drawn);
        if (drawn & ~unseen || suit_size(drawn) > c->d->draws) continue;
        while (k < n && (options[k].drawn != suit_size(drawn) || options[k].suits != (drawn & watched))) k++;
        if (k < n) {
            options[k].weight++;
            continue;
        }
        option *o = &options[n++];
        o->drawn = suit_size(drawn);
        o->suits = drawn & watched;
        o->weight = 1;
        for (int s = 0; s < c->run_states; s++) o->run[s] = (uint16_t)run_after(c, s, position, row | held | drawn);
        for (int s = 0; s < c->flush_states; s++) o->flush[s] = (uint16_t)flush_after(c, s, held | drawn);
        for (int s = 0; s < c->costs; s++) o->cost[s] = (uint16_t)cost_after(c, s, suit_size(row), total);
    }
    return n;
}

/* ---- counting ---- */

static int states_of(const counter *c) { return c->groups * c->costs * c->run_states * c->flush_states; }

static int state_of(const counter *c, int group, int cost_state, int run, int flush) {
    return ((group * c->costs + cost_state) * c->run_states + run) * c->flush_states + flush;
}

static void add_options(const counter *c, const option *options, int n, const uint64_t *before, uint64_t *after) {
    const int numbers = c->d->draws + 1;
    for (int group = 0; group < c->groups; group++)
        for (int cost_state = 0; cost_state < c->costs; cost_state++)
            for (int run = 0; run < c->run_states; run++)
                for (int flush = 0; flush < c->flush_states; flush++, before += numbers) {
                    int first = 0, last = numbers;
                    while (first < numbers && !before[first]) first++;
                    while (last > first && !before[last - 1]) last--;
                    for (int k = 0; k < n && first < last; k++) {
                        const option *o = &options[k];
                        if (o->cost[cost_state] == DEAD || o->run[run] == DEAD || o->flush[flush] == DEAD) continue;
                        uint64_t *to = after + (size_t)numbers * (size_t)state_of(c, group, o->cost[cost_state], o->run[run],
                                                                                  o->flush[flush]);
                        for (int j = first; j < last && j + o->drawn < numbers; j++)
                            to[j + o->drawn] += o->weight * before[j];
                    }
                }
}

/* Draw aces, which may begin a straight. The group stores the aces, which may also end a straight. */
static void begin(const counter *c, option *options, uint64_t *states) {
    int n, certain = bits_at(c->d->row | c->d->hand, ACE);
    if (c->runs && c->run_suits[0] < 0) certain = certain ? 1 : 0;
    n = list_options(c, 0, options);
    for (int k = 0; k < n; k++) {
        const option *o = &options[k];
        int aces = certain;
        if (c->runs) aces |= c->run_suits[0] < 0 ? o->drawn != 0 : o->suits;
        if (o->cost[0] == DEAD || o->run[0] == DEAD || o->flush[0] == DEAD) continue;
        int state = state_of(c, c->runs ? aces : 0, o->cost[0], o->run[0], o->flush[0]);
        states[(size_t)state * (size_t)(c->d->draws + 1) + (size_t)o->drawn] += o->weight;
    }
}

/* Return the number of complete sets that avoid the category, after the aces extend the runs. */
static uint64_t end(const counter *c, const uint64_t *states) {
    uint64_t sum = 0;
    for (int group = 0; group < c->groups; group++)
        for (int cost_state = 0; cost_state < c->costs; cost_state++)
            for (int run = 0; run < c->run_states; run++) {
                if (run_after(c, run, TOPS - 1, group) == DEAD) continue;
                for (int flush = 0; flush < c->flush_states; flush++)
                    sum += states[(size_t)state_of(c, group, cost_state, run, flush) * (size_t)(c->d->draws + 1) +
                                  (size_t)c->d->draws];
            }
    return sum;
}

/* Count the sets of drawn cards that avoid a category and all better categories. Return 0 if out of memory. */
static int count_avoiding(const cpf_drawing *d, int avoided, option *options, uint64_t *count) {
    counter c;
    memset(&c, 0, sizeof c);
    c.d = d;
    c.avoided = avoided;
    c.room = d->size - cpf_count_bits(d->row);
    c.any = d->row | d->hand | d->unseen;
    plan_runs(&c);
    plan_flushes(&c);
    plan_costs(&c);
    size_t numbers = (size_t)states_of(&c) * (size_t)(d->draws + 1);
    uint64_t *memory = calloc(2 * numbers, sizeof *memory), *states = memory, *next = memory + numbers;
    if (!memory) return 0;
    begin(&c, options, states);
    for (int position = 1; position < TOPS - 1; position++) {
        int n = list_options(&c, position, options);
        if (position > 1) memset(next, 0, numbers * sizeof *next);
        add_options(&c, options, n, states, next);
        uint64_t *swapped = states;
        states = next;
        next = swapped;
    }
    *count = end(&c, states);
    free(memory);
    return 1;
}

int cpf_outs(const cpf_drawing *d, uint64_t counts[CPF_CATEGORIES]) {
    CPF_ASSERT(d->draws >= 0 && d->draws <= CPF_MOST_DRAWS && !(d->row & d->hand) && !((d->row | d->hand) & d->unseen));
    CPF_ASSERT(cpf_count_bits(d->hand) + d->draws >= d->size - cpf_count_bits(d->row));
    option *options = malloc(OPTIONS * sizeof *options);
    uint64_t avoiding_next = cpf_choose(cpf_count_bits(d->unseen), d->draws); /* sets that avoid the next category */
    int ok = options != NULL;
    memset(counts, 0, CPF_CATEGORIES * sizeof *counts);
    for (int category = CPF_ROYAL_FLUSH; category > CPF_HIGH_CARD && ok; category--) {
        uint64_t avoiding;
        if (d->size == 3 && category != CPF_THREE_OF_A_KIND && category != CPF_PAIR) continue;
        ok = count_avoiding(d, category, options, &avoiding);
        if (!ok) break;
        counts[category] = avoiding_next - avoiding;
        avoiding_next = avoiding;
    }
    counts[CPF_HIGH_CARD] = avoiding_next;
    free(options);
    return ok;
}

int cpf_category_shown(uint64_t cards) {
    uint32_t ranks = cpf_rank_mask(cards);
    int n = cpf_count_bits(cards), different = cpf_count_bits(ranks), largest = 0;
    for (int rank = 0; rank < CPF_RANKS; rank++) {
        int size = suit_size(bits_at(cards, rank));
        largest = size > largest ? size : largest;
    }
    if (largest == 4) return CPF_FOUR_OF_A_KIND;
    if (largest == 3) return n == 5 && different == 2 ? CPF_FULL_HOUSE : CPF_THREE_OF_A_KIND;
    if (largest == 2) return n - different == 2 ? CPF_TWO_PAIR : CPF_PAIR;
    if (n < 5) return CPF_HIGH_CARD;
    int is_flush = 0, top = 4;
    for (int suit = 0; suit < SUITS; suit++) is_flush |= (cards >> 16 * suit & 0x1fff) == ranks;
    while (top < TOPS && ranks_up_to(top) != ranks) top++;
    if (top == TOPS) return is_flush ? CPF_FLUSH : CPF_HIGH_CARD;
    return !is_flush ? CPF_STRAIGHT : top == TOPS - 1 ? CPF_ROYAL_FLUSH : CPF_STRAIGHT_FLUSH;
}
