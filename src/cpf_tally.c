/* Statistics of settled tables. */
#include "cpf_tally.h"

#include <string.h>

/* The category of a strength on a scale; the royal flush is a category of its own. */
static int category_of(const cpf_scale *scale, uint32_t strength) {
    uint32_t meaning = scale->meaning[strength], category = meaning >> 24, rank = meaning >> 16 & 15;
    return (int)(category == 8 && rank == 12 ? CPF_CATEGORIES - 1 : category);
}

static void count_board(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *b, cpf_tally *t) {
    const cpf_scale *scale = &tables->ranking->scales[rules->wheel];
    t->surrenders += b->surrendered;
    if (b->surrendered) return;
    if (b->natural >= 0)
        t->naturals[b->natural]++;
    else
        t->fouls += b->foul;
    if (b->foul) return;
    for (int row = 0; row < CPF_ROWS; row++) {
        const cpf_scale *own = row == CPF_MIDDLE && rules->lowball_middle ? &tables->ranking->scales[CPF_LOWBALL] : scale;
        t->categories[row][category_of(own, b->strengths[row])]++;
    }
}

/* Adds a pairing to the tally of its first seat (side 1) or of its second (side -1). */
static void count_pairing(const cpf_pairing *p, int side, int other, cpf_tally *t) {
    t->points[other] += side * p->points;
    t->points_squared[other] += (int64_t)p->points * p->points;
    t->scoops += p->scoop == side;
    t->scooped += p->scoop == -side;
    t->home_runs += p->home_run == side;
    t->home_run_against += p->home_run == -side;
    for (int row = 0; row < CPF_ROWS; row++) {
        int32_t royalty = side * p->royalties[row] * p->times;
        if (royalty > 0)
            t->royalties_won += royalty;
        else
            t->royalties_paid -= royalty;
        if (p->by == CPF_BY_ROWS) t->rows[row][1 + side * p->rows[row]]++;
    }
}

void cpf_read_doing(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int does, cpf_board *board) {
    cpf_read_seat(tables, rules, cards, does & CPF_TALLY_DECLARES ? CPF_DECLARE_BEST : CPF_DECLARE_NOTHING, board);
    if (does & CPF_TALLY_FOULS) board->foul = !board->surrendered;
}

/* Whether the cards of some seats are different; surrenders have none. */
static inline int are_different(const uint8_t *cards, int seats) {
    uint64_t seen = 0;
    for (int i = 0; i < seats * CPF_HAND; i++) {
        if (cards[i / CPF_HAND * CPF_HAND] == CPF_SURRENDERED) continue;
        if (cards[i] >= CPF_CARDS || seen >> cards[i] & 1) return 0;
        seen |= UINT64_C(1) << cards[i];
    }
    return 1;
}

void cpf_tally_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, const uint8_t *does,
                    int64_t n, const cpf_seating *seating, int32_t *points, cpf_tally *tallies) {
    int seats = seating->seats;
    CPF_ASSERT(seats > 1 && seats <= CPF_MOST_PLAYERS);
    for (; n > 0; n--, does += seats, points += seats) {
        CPF_ASSERT(are_different(cards, seats));
        cpf_board boards[CPF_MOST_PLAYERS];
        cpf_outcome outcome;
        for (int i = 0; i < seats; i++, cards += CPF_HAND) {
            cpf_read_doing(tables, rules, cards, does[i], &boards[i]);
            count_board(tables, rules, &boards[i], &tallies[i]);
        }
        cpf_settle(tables, rules, boards, seating, &outcome);
        memcpy(points, outcome.points, sizeof *points * (size_t)seats);
        for (int i = 0, k = 0; i < seats; i++)
            for (int j = i + 1; j < seats; j++, k++) {
                count_pairing(&outcome.pairings[k], 1, j, &tallies[i]);
                count_pairing(&outcome.pairings[k], -1, i, &tallies[j]);
            }
    }
}

void cpf_compare_many(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t count,
                      const uint8_t *cards, const uint8_t *does, int64_t n, const cpf_seating *seating, int32_t *points,
                      cpf_tally *tallies) {
    int seats = seating->seats;
    CPF_ASSERT(seats > 1 && seats <= CPF_MOST_PLAYERS);
    for (; n > 0; n--) {
        CPF_ASSERT(are_different(cards, seats - 1));
        cpf_board table[CPF_MOST_PLAYERS];
        for (int i = 1; i < seats; i++, cards += CPF_HAND, does++) {
            cpf_read_doing(tables, rules, cards, *does, &table[i]);
            cpf_find_natural_order(tables, rules, &table[i]);
        }
        for (int64_t k = 0; k < count; k++) {
            cpf_outcome outcome;
            table[0] = boards[k];
            cpf_settle(tables, rules, table, seating, &outcome);
            *points++ = outcome.points[0];
            for (int other = 1; other < seats; other++) count_pairing(&outcome.pairings[other - 1], 1, other, &tallies[k]);
        }
    }
}
