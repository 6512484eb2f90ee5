/* Building the tables of the player `careful`. */
#include <stdlib.h>

#include "cpf_careful.h"

enum { TEN = 8 };

/* More parameters of the heuristic. */
static const double SHARED = 0.38;              /* factor of a chance to draw, since three rows share the cards */
static const double IMPROVING = 0.41;           /* factor of the chances of two pair, three of a kind and a full house */
static const double FRONT_PAIR = 0.11;          /* factor of the chance that a front pairs */
static const double FRONT_LEVEL = 0.27;         /* factor of this chance in the level of the front */
static const float LOWER = 0.6f;                /* points for each rank below the ten in a lowball row */
static const float SLOPE = 0.2f, CURVE = 0.19f; /* shape of the chance that two rows end out of order */
static const float FRONT_MARGIN = -0.33f, MARGIN = 0.45f; /* required lead over the row in front, in spreads */

/* By the number of missing cards: the level of a row without a pair, and the uncertainty of levels. */
static const float HIGH_CARD[CPF_MISSING] = {0, 0.93f, 0.73f, 0.38f, 0.07f, 0.57f};
static const float SPREAD[CPF_MISSING] = {0, 0.03f, 0.24f, 0.57f, 1.02f, 1.46f};

/* Return the chance that `draws` cards of a stock include at least `least` good ones, if the stock has `good` of them. */
static double chance_of_at_least(int stock, int draws, int good, int least) {
    double below = 0;
    if (good < least || draws < least) return 0;
    for (int hits = 0; hits < least; hits++) {
        double chance = 1; /* chance of exactly `hits` good cards */
        for (int i = 0; i < hits; i++) chance *= (double)(good - i) * (draws - i) / ((i + 1.0) * (stock - i));
        for (int i = 0; i < draws - hits; i++) chance *= (double)(stock - good - i) / (stock - hits - i);
        below += chance > 0 ? chance : 0;
    }
    return below < 1 ? 1 - below : 0;
}

/* A cpf_outlook before rounding: value in points, level in categories. */
typedef struct outlook {
    float value, level;
} outlook;

/* Return the nearest integer, clamped to +-INT16_MAX. */
static int16_t rounded(float x) {
    const float limit = INT16_MAX;
    return (int16_t)(x <= -limit ? -limit : x >= limit ? limit : x < 0 ? x - 0.5f : x + 0.5f);
}

static cpf_outlook rounded_outlook(outlook row, float a_level) {
    const cpf_outlook outlook_in_units = {rounded(row.value * CPF_A_POINT), rounded(row.level * a_level)};
    return outlook_in_units;
}

static float interpolate(float low, float high, float part) { return low + (high - low) * part; }

typedef struct row_state {
    const cpf_careful *careful;
    int row, missing; /* missing: number of cards that the row lacks */
    int stock, draws; /* cards not dealt to the player yet: their number, and how many will be */
} row_state;

static float level_of(int category, int rank) { return (float)category + (float)(rank + 1) / CPF_A_CATEGORY; }

static outlook outlook_of(float value, float level) {
    const outlook row = {value + CPF_POINTS_A_CATEGORY * level, level};
    return row;
}

/* Return the outlook of a row of five that lacks cards. */
static outlook improving(const row_state *s, int category, int rank) {
    const float (*paid)[CPF_RANKS] = s->careful->paid[s->row];
    double trips = 0, two_pair = 0, house = 0, quads = 0;
    float level = level_of(category, rank);
    switch (category) {
    case CPF_HIGH_CARD:
        two_pair = s->missing >= 3 ? 0.45 : s->missing == 2 ? 0.3 : 0;
        trips = s->missing >= 3 ? 0.15 : s->missing == 2 ? 0.06 : 0;
        house = s->missing >= 4 ? 0.1 : s->missing == 3 ? 0.05 : 0;
        level = HIGH_CARD[s->missing];
        break;
    case CPF_PAIR:
        trips = SHARED * chance_of_at_least(s->stock, s->draws, 2, 1);
        two_pair = s->missing >= 2 ? SHARED * chance_of_at_least(s->stock, s->draws, 9, 2) * 0.8 : 0;
        house = s->missing >= 3 ? trips * 0.5 : 0;
        break;
    case CPF_TWO_PAIR: house = SHARED * chance_of_at_least(s->stock, s->draws, 4, 1); break;
    case CPF_THREE_OF_A_KIND:
        house = SHARED * (s->missing == 2 ? 0.8 * chance_of_at_least(s->stock, s->draws, 9, 2)
                                          : chance_of_at_least(s->stock, s->draws, 3, 1));
        quads = SHARED * chance_of_at_least(s->stock, s->draws, 1, 1);
        break;
    default: break;
    }
    trips *= IMPROVING;
    two_pair *= IMPROVING;
    house *= IMPROVING;
    if (category < CPF_TWO_PAIR) level = interpolate(level, CPF_TWO_PAIR + 0.5f, (float)two_pair);
    if (category < CPF_THREE_OF_A_KIND) level = interpolate(level, CPF_THREE_OF_A_KIND + 0.5f, (float)trips);
    level = interpolate(level, CPF_FULL_HOUSE + 0.5f, (float)house);
    level = interpolate(level, CPF_FOUR_OF_A_KIND + 0.5f, (float)quads);
    float value = (float)house * paid[CPF_FULL_HOUSE][rank] + (float)quads * paid[CPF_FOUR_OF_A_KIND][rank];
    if (category < CPF_THREE_OF_A_KIND) value += (float)trips * paid[CPF_THREE_OF_A_KIND][rank];
    return outlook_of(value, level);
}

static outlook improving_front(const row_state *s, int category, int rank) {
    const float (*paid)[CPF_RANKS] = s->careful->paid[CPF_FRONT];
    const float level = level_of(category, rank);
    if (s->missing == 3) return outlook_of(0.6f, 1);
    if (category == CPF_HIGH_CARD) {
        double pair = FRONT_PAIR * chance_of_at_least(s->stock, s->draws, 3, 1);
        return outlook_of((float)pair * paid[CPF_PAIR][rank],
                          interpolate(level, CPF_PAIR + 0.5f, (float)(pair * FRONT_LEVEL)));
    }
    const float trips = (float)(0.6 * chance_of_at_least(s->stock, s->draws, 2, 1));
    return outlook_of(interpolate(paid[CPF_PAIR][rank], paid[CPF_THREE_OF_A_KIND][rank], trips),
                      interpolate(level, CPF_THREE_OF_A_KIND + 0.5f, trips));
}

/* Return the outlook of a lowball middle; its level is the chance to qualify, 0 with a pair or a card above the ten. */
static outlook low_middle(const row_state *s, int category, int rank) {
    outlook row = {0, 0};
    if (category != CPF_HIGH_CARD || rank > TEN) return row;
    const int low_ranks = TEN + 1 - (5 - s->missing);
    row.level = s->missing ? (float)chance_of_at_least(s->stock, s->draws, 3 * low_ranks, s->missing) : 1;
    row.value = (float)(TEN - rank) * LOWER + (s->missing ? 0 : s->careful->paid[CPF_MIDDLE][category][rank]);
    return row;
}

/* Add the value of drawing to straights. */
static void add_straights(const row_state *s, int reach, outlook *row) {
    double all = 1, none = 1;
    for (int i = 0; i < s->missing; i++) all *= SHARED * chance_of_at_least(s->stock, s->draws, 4, 1);
    for (int i = 0; i < reach; i++) none *= 1 - all;
    const float straight = s->draws < s->missing ? 0 : (float)(1 - none);
    const float paid = s->careful->paid[s->row][CPF_STRAIGHT][9];
    row->value += straight * (paid + CPF_POINTS_A_CATEGORY * (CPF_STRAIGHT - row->level));
    row->level = interpolate(row->level, CPF_STRAIGHT + 0.6f, straight);
}

static outlook outlook_of_kind(const row_state *s, const cpf_rules *rules, int category, int rank) {
    if (s->row == CPF_MIDDLE && rules->lowball_middle) return low_middle(s, category, rank);
    if (s->missing == 0) return outlook_of(s->careful->paid[s->row][category][rank], level_of(category, rank));
    return s->row == CPF_FRONT ? improving_front(s, category, rank) : improving(s, category, rank);
}

static void fill_outlooks(const cpf_careful *c, const cpf_rules *rules, cpf_outlooks *o, int stock, int draws) {
    for (int row = 0; row < CPF_ROWS; row++)
        for (int missing = 0; missing <= cpf_row_size[row]; missing++) {
            const row_state s = {c, row, missing, stock, draws};
            const int may_be_straight = row == CPF_BACK || (row == CPF_MIDDLE && !rules->lowball_middle);
            const float a_level = row == CPF_MIDDLE && rules->lowball_middle ? CPF_CERTAIN : CPF_A_CATEGORY;
            for (int rank = 0; rank < CPF_RANKS; rank++) {
                for (int category = 0; category < CPF_CATEGORIES; category++)
                    o->of[row][missing][cpf_made_kind(category, rank)] =
                        rounded_outlook(outlook_of_kind(&s, rules, category, rank), a_level);
                for (int reach = 0; reach < CPF_REACHES; reach++) {
                    outlook unpaired = outlook_of_kind(&s, rules, CPF_HIGH_CARD, rank);
                    if (may_be_straight && missing && missing < 5) add_straights(&s, reach, &unpaired);
                    o->of[row][missing][cpf_unpaired_kind(rank, reach)] = rounded_outlook(unpaired, a_level);
                }
            }
        }
    for (int missing = 1; missing < CPF_MISSING; missing++)
        for (int live = 0; live <= CPF_A_SUIT; live++)
            o->flush[missing][live] =
                rounded((float)(SHARED * chance_of_at_least(stock, draws, live, missing)) * CPF_CERTAIN);
}

static void fill_paid(cpf_careful *c, const cpf_plan *plan) {
    const cpf_rules *rules = plan->rules;
    for (int row = 0; row < CPF_ROWS; row++) {
        int rows[CPF_CATEGORIES][CPF_RANKS] = {{0}}, is_lowball = row == CPF_MIDDLE && rules->lowball_middle;
        const cpf_scale *scale = &plan->tables->ranking->scales[is_lowball ? CPF_LOWBALL : rules->wheel];
        for (int s = 0; s < (is_lowball ? CPF_LOWBALL_STRENGTHS : CPF_STRENGTHS); s++) {
            const int category = cpf_meaning_category(scale->meaning[s]), rank = cpf_meaning_rank(scale->meaning[s]);
            if (rank >= CPF_RANKS) continue;
            float *paid = &c->paid[row][category][rank], points = rules->royalties[row][s];
            points += cpf_worth_to_careful(rules->fantasyland.entry[row][s]);
            const int count = rows[category][rank]++;
            c->is_uneven[row] |= count && points != *paid;
            *paid += (points - *paid) / (float)(count + 1);
        }
        c->flush_value[row] = rounded((c->paid[row][CPF_FLUSH][11] + CPF_POINTS_A_CATEGORY * CPF_FLUSH) * CPF_A_POINT);
    }
}

/* Return the chance that a row ends no stronger than the row behind it, which leads by `levels`. */
static float in_order(int levels, float spread, float margin) {
    const float ahead = (float)levels / CPF_A_CATEGORY - margin * spread, size = ahead < 0 ? -ahead : ahead;
    const float doubt = spread * (SLOPE + CURVE / (0.25f + size));
    return size + doubt > 0 ? 0.5f + 0.5f * ahead / (size + doubt) : 1;
}

static void fill_in_order(cpf_careful *c) {
    for (int weaker = 0; weaker < CPF_MISSING; weaker++)
        for (int stronger = 0; stronger < CPF_MISSING; stronger++)
            for (int i = 0; i < CPF_DIFFERENCES; i++) {
                const float spread = SPREAD[weaker] + SPREAD[stronger];
                c->in_order[0][weaker][stronger][i] =
                    (uint16_t)(UINT16_MAX * in_order(i - CPF_LEVELS, spread, FRONT_MARGIN));
                c->in_order[1][weaker][stronger][i] = (uint16_t)(UINT16_MAX * in_order(i - CPF_LEVELS, spread, MARGIN));
            }
}

cpf_careful *cpf_careful_new(const cpf_plan *plan) {
    cpf_careful *c = calloc(1, sizeof *c + (size_t)plan->streets * sizeof(cpf_outlooks));
    if (!c) return NULL;
    for (int top = 3; top < CPF_RANKS; top++) { /* the top rank: five to ace */
        uint32_t straight = top == 3 ? 0x100f : 31u << (top - 4);
        for (uint32_t set = straight; set; set = (set - 1) & straight) c->reach[set]++;
    }
    fill_paid(c, plan);
    fill_in_order(c);
    int to_draw = 0, stock = CPF_CARDS;
    for (int street = 0; street < plan->streets; street++) to_draw += plan->street[street].dealt;
    for (int street = 0; street < plan->streets; street++) {
        stock -= plan->street[street].dealt;
        to_draw -= plan->street[street].dealt;
        fill_outlooks(c, plan->rules, &c->after[street], stock, to_draw);
    }
    return c;
}
