/* The player `careful`, by rules of thumb: what each row will probably become, what that pays, and how likely it is that two
 * rows end out of order. It looks at its own board and at the cards that are gone, not at what others need. */
#include <stdlib.h>

#include "cpf_openface.h"

enum { TEN = 8, SUIT = 13 };

/* What a row will be, by what it holds so far. */
typedef struct prospect {
    float value; /* points that it brings, if no row is out of order */
    float level; /* its category in the end, with the rank as a fraction */
} prospect;

/* What is expected after a street, on average over the cards that may be gone. */
typedef struct outlook {
    prospect of[CPF_ROWS][6][CPF_CATEGORIES][CPF_RANKS]; /* by row, number of cards, category, rank */
    float straight[6][6];                                /* chance by missing cards and straights in reach */
    float flush[6][SUIT + 1];                            /* chance by missing cards and live cards of the suit */
} outlook;

struct cpf_careful {
    uint8_t straights[8192];                         /* by rank mask: the straights that have all its ranks */
    float paid[CPF_ROWS][CPF_CATEGORIES][CPF_RANKS]; /* royalties, and the worth of a Fantasyland */
    outlook after[];                                 /* by street */
};

/* The thumbs: found by playing, for the most royalties and Fantasylands with the fewest fouls. */
static const float CATEGORY = 0.94f;    /* points for each category that a row is higher */
static const float FOUL = 9.5f;         /* what a foul costs, besides what the rows would have brought */
static const double SHARED = 0.38;      /* of the cards that help a row, so many are free for it */
static const double IMPROVING = 0.41;   /* of the chances that a pair or better improves */
static const double FRONT_PAIR = 0.11;  /* of the chance that a front is paired, */
static const double FRONT_LEVEL = 0.27; /* and so much of that it rises by it */
static const float HIGH_CARD[6] = {0,     0.93f, 0.73f,
                                   0.38f, 0.07f, 0.57f}; /* the level of rows without a pair, by missing cards */
static const float SPREAD[6] = {0, 0.03f, 0.24f, 0.57f, 1.02f, 1.46f}; /* how uncertain levels are, by missing cards */
static const float FRONT_MARGIN = -0.33f,
                   MARGIN = 0.45f;              /* how far a row should be ahead of the one before it, in spreads */
static const float LOWER = 0.6f;                /* points for each rank that a lowball row is lower */
static const float SLOPE = 0.2f, CURVE = 0.19f; /* of the chance that two rows end out of order */
static const float FANTASYLAND[18] = {
    [13] = 1.7f, [14] = 2.3f, [15] = 3.1f, [16] = 4.3f, [17] = 5.7f}; /* points, by cards */

/* ---- tables ---- */

/* The chance that of `draws` cards from a stock at least `wanted` are among the `good` ones. */
static double at_least(int stock, int draws, int good, int wanted) {
    double below = 0;
    if (good < wanted || draws < wanted) return 0;
    for (int hits = 0; hits < wanted; hits++) {
        double ways = 1; /* of choosing these hits and misses, as a fraction of all draws in order, times the orders */
        for (int i = 0; i < hits; i++) ways *= (double)(good - i) * (draws - i) / ((i + 1.0) * (stock - i));
        for (int i = 0; i < draws - hits; i++) ways *= (double)(stock - good - i) / (stock - hits - i);
        below += ways > 0 ? ways : 0;
    }
    return below < 1 ? 1 - below : 0;
}

static float between(float low, float high, double part) { return low + (high - low) * (float)part; }

/* A row of five that holds something, by its category: how it may improve. */
static prospect improving(const struct cpf_careful *c, int row, int cards, int category, int rank, int stock, int draws) {
    const int missing = 5 - cards;
    const float own = category + (rank + 1) / 14.0f, *full = c->paid[row][CPF_FULL_HOUSE];
    double trips = 0, two_pair = 0, house = 0, quads = 0;
    prospect p = {0, own};
    switch (category) {
    case CPF_HIGH_CARD: /* pairs up; draws to straights and flushes are added by the hand */
        two_pair = missing >= 3 ? 0.45 : missing == 2 ? 0.3 : 0;
        trips = missing >= 3 ? 0.15 : missing == 2 ? 0.06 : 0;
        house = missing >= 4 ? 0.1 : missing == 3 ? 0.05 : 0;
        p.level = HIGH_CARD[missing];
        break;
    case CPF_PAIR:
        trips = SHARED * at_least(stock, draws, 2, 1);
        two_pair = missing >= 2 ? SHARED * at_least(stock, draws, 9, 2) * 0.8 : 0;
        house = missing >= 3 ? trips * 0.5 : 0;
        break;
    case CPF_TWO_PAIR: house = SHARED * at_least(stock, draws, 4, 1); break;
    case CPF_THREE_OF_A_KIND:
        house = missing == 2 ? SHARED * at_least(stock, draws, 9, 2) * 0.8 : SHARED * at_least(stock, draws, 3, 1);
        quads = SHARED * at_least(stock, draws, 1, 1);
        break;
    default: break;
    }
    trips *= IMPROVING;
    two_pair *= IMPROVING;
    house *= IMPROVING;
    p.level = between(p.level, CPF_TWO_PAIR + 0.5f, two_pair * (category < CPF_TWO_PAIR));
    p.level = between(p.level, CPF_THREE_OF_A_KIND + 0.5f, trips * (category < CPF_THREE_OF_A_KIND));
    p.level = between(p.level, CPF_FULL_HOUSE + 0.5f, house);
    p.level = between(p.level, CPF_FOUR_OF_A_KIND + 0.5f, quads);
    p.value = (float)trips * (category < CPF_THREE_OF_A_KIND) * c->paid[row][CPF_THREE_OF_A_KIND][rank] +
              (float)house * full[rank] + (float)quads * c->paid[row][CPF_FOUR_OF_A_KIND][rank];
    return p;
}

static prospect front_of(const struct cpf_careful *c, int cards, int category, int rank, int stock, int draws) {
    const float own = category + (rank + 1) / 14.0f;
    const int missing = 3 - cards;
    prospect p = {0, own};
    if (category == CPF_HIGH_CARD && cards) {
        double pair = FRONT_PAIR * at_least(stock, draws, 3, 1);
        p.value = (float)pair * c->paid[CPF_FRONT][CPF_PAIR][rank];
        p.level = between(own, CPF_PAIR + 0.5f, pair * FRONT_LEVEL);
    } else if (category == CPF_HIGH_CARD) {
        p.level = 1.0f;
        p.value = 0.6f;
    } else if (category == CPF_PAIR && missing) {
        double trips = 0.6 * at_least(stock, draws, 2, 1);
        float pair = c->paid[CPF_FRONT][CPF_PAIR][rank];
        p.value = between(pair, c->paid[CPF_FRONT][CPF_THREE_OF_A_KIND][rank], trips);
        p.level = between(own, CPF_THREE_OF_A_KIND + 0.5f, trips);
    }
    return p;
}

/* A lowball middle: its level is the chance that it qualifies; nothing mends a pair or a card above the ten. */
static prospect low_middle(const struct cpf_careful *c, int cards, int category, int rank, int stock, int draws) {
    const int missing = 5 - cards, is_low = category == CPF_HIGH_CARD && rank <= TEN;
    prospect p = {0, 0};
    if (!is_low) return p;
    p.level = missing ? (float)at_least(stock, draws, 3 * (TEN + 1 - cards), missing) : 1;
    p.value = (TEN - rank) * LOWER + (missing ? 0 : c->paid[CPF_MIDDLE][category][rank]);
    return p;
}

static void fill_outlook(struct cpf_careful *c, const cpf_rules *rules, outlook *o, int stock, int draws) {
    for (int row = 0; row < CPF_ROWS; row++)
        for (int cards = 0; cards <= cpf_row_size[row]; cards++)
            for (int category = 0; category < CPF_CATEGORIES; category++)
                for (int rank = 0; rank < CPF_RANKS; rank++) {
                    prospect *p = &o->of[row][cards][category][rank];
                    const int is_complete = cards == cpf_row_size[row];
                    if (is_complete)
                        *p = (prospect){c->paid[row][category][rank], category + (rank + 1) / 14.0f};
                    else if (row == CPF_FRONT)
                        *p = front_of(c, cards, category, rank, stock, draws);
                    else
                        *p = improving(c, row, cards, category, rank, stock, draws);
                    p->value += CATEGORY * p->level;
                    if (row == CPF_MIDDLE && rules->lowball_middle) *p = low_middle(c, cards, category, rank, stock, draws);
                }
    for (int missing = 1; missing <= 5; missing++) {
        double hit = at_least(stock, draws, 4, 1), all = 1;
        for (int i = 0; i < missing; i++) all *= hit * SHARED;
        for (int reach = 0; reach < 6; reach++) {
            double none = 1;
            for (int i = 0; i < reach; i++) none *= 1 - all;
            o->straight[missing][reach] = draws >= missing ? (float)(1 - none) : 0;
        }
        for (int live = 0; live <= SUIT; live++)
            o->flush[missing][live] = SHARED * (float)at_least(stock, draws, live, missing);
    }
}

/* What rows of each category and rank pay: the average of such rows. */
static void fill_paid(struct cpf_careful *c, const cpf_plan *plan, const cpf_ranking *ranking) {
    const cpf_rules *rules = plan->rules;
    for (int row = 0; row < CPF_ROWS; row++) {
        int rows[CPF_CATEGORIES][CPF_RANKS] = {{0}}, is_lowball = row == CPF_MIDDLE && rules->lowball_middle;
        const cpf_scale *scale = &ranking->scales[is_lowball ? CPF_LOWBALL : rules->wheel];
        for (int s = 0; s < (is_lowball ? CPF_LOWBALL_STRENGTHS : CPF_STRENGTHS); s++) {
            int category = cpf_meaning_category(scale->meaning[s]), rank = cpf_meaning_rank(scale->meaning[s]);
            if (rank >= CPF_RANKS) continue;
            c->paid[row][category][rank] += rules->royalties[row][s];
            if (plan->has_fantasyland) c->paid[row][category][rank] += FANTASYLAND[plan->fantasyland.entry[row][s]];
            rows[category][rank]++;
        }
        for (int category = 0; category < CPF_CATEGORIES; category++)
            for (int rank = 0; rank < CPF_RANKS; rank++)
                if (rows[category][rank]) c->paid[row][category][rank] /= rows[category][rank];
    }
}

struct cpf_careful *cpf_careful_new(const cpf_plan *plan, const cpf_ranking *ranking) {
    size_t streets = (size_t)plan->streets;
    struct cpf_careful *c = calloc(1, sizeof *c + streets * sizeof(outlook));
    if (!c) return NULL;
    for (int top = 3; top < CPF_RANKS; top++) { /* from the five up */
        uint32_t straight = top == 3 ? 0x100f : 31u << (top - 4);
        for (uint32_t set = straight; set; set = (set - 1) & straight) c->straights[set]++;
    }
    fill_paid(c, plan, ranking);
    for (int street = 0, seen = 0, to_draw = 0; street < plan->streets; street++) {
        seen += plan->street[street].dealt;
        to_draw = 0;
        for (int later = street + 1; later < plan->streets; later++) to_draw += plan->street[later].dealt;
        fill_outlook(c, plan->rules, &c->after[street], CPF_CARDS - seen, to_draw);
    }
    return c;
}

/* ---- rows ---- */

typedef struct row_outlook {
    float value, level;
    uint32_t strength; /* of a complete row */
} row_outlook;

/* The category of cards that are not yet a row, and the rank that tells most. */
static int category_of(uint64_t cards, int *rank) {
    uint32_t a = (uint32_t)(cards & 0x1fff), b = (uint32_t)(cards >> 16 & 0x1fff);
    uint32_t c = (uint32_t)(cards >> 32 & 0x1fff), d = (uint32_t)(cards >> 48 & 0x1fff);
    uint32_t any = a | b | c | d, two = (a & b) | (c & d) | ((a | b) & (c | d));
    if (!two) {
        *rank = any ? cpf_highest_bit(any) : 0;
        return CPF_HIGH_CARD;
    }
    uint32_t three = ((a & b) & (c | d)) | ((c & d) & (a | b)), four = a & b & c & d;
    if (!three) {
        *rank = cpf_highest_bit(two);
        return two & (two - 1) ? CPF_TWO_PAIR : CPF_PAIR;
    }
    *rank = cpf_highest_bit(three);
    if (four) return CPF_FOUR_OF_A_KIND;
    return two & (two - 1) ? CPF_FULL_HOUSE : CPF_THREE_OF_A_KIND;
}

static int suit_of_all(uint64_t cards) {
    int suit = cpf_lowest_bit(cards) >> 4;
    return cards & ~(UINT64_C(0x1fff) << 16 * suit) ? -1 : suit;
}

static row_outlook look(const cpf_view *view, const outlook *o, int row, uint64_t cards, int count) {
    const struct cpf_careful *c = view->plan->careful;
    const cpf_rules *rules = view->plan->rules;
    const int size = cpf_row_size[row], missing = size - count, is_lowball = row == CPF_MIDDLE && rules->lowball_middle;
    int rank, category;
    row_outlook found = {0, 0, 0};
    if (missing == 0) {
        const cpf_scale *scale = &view->ranking->scales[is_lowball ? CPF_LOWBALL : rules->wheel];
        found.strength = cpf_strength_mask(&view->ranking->keys, scale, cards);
        uint32_t meaning = scale->meaning[found.strength];
        category = cpf_meaning_category(meaning);
        rank = cpf_meaning_rank(meaning);
    } else
        category = category_of(cards, &rank);
    const prospect *p = &o->of[row][count][category][rank];
    found.value = p->value;
    found.level = p->level;
    if (missing == 0) {
        found.value += rules->royalties[row][found.strength] - c->paid[row][category][rank];
        if (view->plan->has_fantasyland) found.value += FANTASYLAND[view->plan->fantasyland.entry[row][found.strength]];
        return found;
    }
    if (row == CPF_FRONT || is_lowball || category != CPF_HIGH_CARD || count == 0) return found;
    int suit = suit_of_all(cards);
    float straight = o->straight[missing][c->straights[cpf_rank_mask(cards)]], flush = 0;
    if (suit >= 0) flush = o->flush[missing][SUIT - cpf_count_bits(view->seen >> 16 * suit & 0x1fff)];
    found.value += flush * (c->paid[row][CPF_FLUSH][11] + CATEGORY * (CPF_FLUSH - found.level));
    found.level = between(found.level, CPF_FLUSH + 0.8f, flush);
    found.value += straight * (1 - flush) * (c->paid[row][CPF_STRAIGHT][9] + CATEGORY * (CPF_STRAIGHT - found.level));
    found.level = between(found.level, CPF_STRAIGHT + 0.6f, straight * (1 - flush));
    return found;
}

/* The chance that a row in front of another one ends up stronger. */
static inline float out_of_order(const row_outlook *weaker, const row_outlook *stronger, float spread, float margin) {
    float ahead = stronger->level - weaker->level - margin * spread, size = ahead < 0 ? -ahead : ahead;
    return 0.5f - 0.5f * ahead / (size + spread * (SLOPE + CURVE / (0.25f + size)));
}

/* What is looked at for each set of cards of the street that may go into a row. */
typedef struct row_sets {
    row_outlook *of;
    uint64_t *cards;
    uint8_t *count;
} row_sets;

size_t cpf_careful_bytes(int dealt) {
    return (size_t)CPF_ROWS << dealt << 5; /* 32 bytes a set and row: an outlook, cards and their number */
}

static void look_at_sets(const cpf_view *view, const outlook *o, int row, row_sets sets) {
    const cpf_street *street = &view->plan->street[view->street];
    const int room = cpf_room_of(view->board->room, row), before = cpf_row_size[row] - room;
    const int most = before + (room < street->placed ? room : street->placed);
    sets.cards[0] = view->board->row[row];
    sets.count[0] = (uint8_t)before;
    sets.of[0] = look(view, o, row, sets.cards[0], before);
    for (int i = 0; i < street->dealt; i++) {
        uint64_t card = cpf_card_bit(view->cards[i]);
        for (int set = 0; set < 1 << i; set++) {
            const int with = set | 1 << i, count = sets.count[set] + 1;
            sets.count[with] = (uint8_t)count;
            sets.cards[with] = sets.cards[set] | card;
            if (count <= most) sets.of[with] = look(view, o, row, sets.cards[with], count);
        }
    }
}

/* The chance that no rows are out of order. */
static inline float in_order(const cpf_rules *rules, int room, const row_outlook *front, const row_outlook *middle,
                             const row_outlook *back) {
    if (room == 0) return (float)cpf_is_legal(rules, front->strength, middle->strength, back->strength);
    const float f = SPREAD[cpf_room_of(room, CPF_FRONT)], m = SPREAD[cpf_room_of(room, CPF_MIDDLE)];
    const float b = SPREAD[cpf_room_of(room, CPF_BACK)];
    if (rules->lowball_middle) return middle->level * (1 - out_of_order(front, back, f + b, MARGIN));
    return (1 - out_of_order(front, middle, f + m, FRONT_MARGIN)) * (1 - out_of_order(middle, back, m + b, MARGIN));
}

int32_t cpf_play_carefully(const cpf_view *view) {
    const cpf_plan *plan = view->plan;
    const cpf_street *street = &plan->street[view->street];
    const int room = view->board->room, sets = 1 << street->dealt;
    const cpf_way *ways = street->ways[room];
    row_outlook *rows[CPF_ROWS];
    uint64_t *cards = view->memory;
    row_outlook *outlooks = (row_outlook *)(void *)(cards + sets);
    for (int row = 0; row < CPF_ROWS; row++) {
        rows[row] = outlooks + row * sets;
        row_sets found = {rows[row], cards, (uint8_t *)(outlooks + CPF_ROWS * sets)};
        look_at_sets(view, &plan->careful->after[view->street], row, found);
    }
    int32_t best = 0;
    float most = -1;
    for (int32_t i = 0; i < street->count[room]; i++) {
        const row_outlook *front = &rows[CPF_FRONT][ways[i].to[CPF_FRONT]];
        const row_outlook *middle = &rows[CPF_MIDDLE][ways[i].to[CPF_MIDDLE]];
        const row_outlook *back = &rows[CPF_BACK][ways[i].to[CPF_BACK]];
        float value = (front->value + middle->value + back->value + FOUL) *
                      in_order(plan->rules, room - ways[i].taken, front, middle, back);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return best;
}
