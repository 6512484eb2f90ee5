/* Statistics of settled tables. */
#include "cpf_tally.h"

#include <string.h>

#define COUNTER(name, dimensions) {#name, (int)(sizeof(((cpf_tally *)0)->name) / sizeof(int64_t))},
const cpf_tally_counter cpf_tally_counters[CPF_TALLY_COUNTER_COUNT] = {CPF_TALLY_COUNTERS(COUNTER)};

static void count_board(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *b, cpf_tally *t) {
    const cpf_scale *usual = &tables->ranking->scales[rules->wheel];
    t->surrenders += b->surrendered;
    if (b->surrendered) return;
    if (b->natural >= 0)
        t->naturals[b->natural]++;
    else
        t->fouls += cpf_is_foul(b);
    if (cpf_is_foul(b)) return;
    for (int row = 0; row < CPF_ROWS; row++) {
        const cpf_scale *scale = row == CPF_MIDDLE && rules->lowball_middle ? &tables->ranking->scales[CPF_LOWBALL] : usual;
        t->categories[row][cpf_meaning_category(scale->meaning[b->strengths[row]])]++;
    }
}

/* Add a pairing to the tally of its first seat (side 1) or of its second (side -1). */
static void count_pairing(const cpf_pairing *p, int side, int other, cpf_tally *t) {
    t->points[other] += side * p->points;
    t->points_squared[other] += (int64_t)p->points * p->points;
    t->scoops += p->scoop == side;
    t->scooped += p->scoop == -side;
    t->home_runs += p->home_run == side;
    t->home_runs_against += p->home_run == -side;
    for (int row = 0; row < CPF_ROWS; row++) {
        int32_t royalty = side * p->royalties[row] * p->times;
        if (royalty > 0)
            t->royalties_won += royalty;
        else
            t->royalties_paid -= royalty;
        if (p->by == CPF_BY_ROWS) t->rows[row][1 + side * p->rows[row]]++;
    }
}

void cpf_read_decision(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_decisions *decisions, int64_t i,
                       cpf_board *board) {
    const int is_foul = decisions->fouls && decisions->fouls[i];
    const int declared = decisions->declared[i];
    /* A hand that was not set declares nothing, even if fouls keep their naturals. */
    cpf_read_seat(tables, rules, decisions->cards + i * CPF_HAND, is_foul ? CPF_DECLARE_NOTHING : declared, board);
    if (is_foul) board->foul = !board->surrendered;
}

/* Whether the cards of some boards are different; surrenders and dead hands have no cards. */
static inline int are_different(const uint8_t *cards, int boards) {
    uint64_t seen = 0;
    for (int i = 0; i < boards * CPF_HAND; i++) {
        if (cards[i / CPF_HAND * CPF_HAND] >= CPF_DEAD_HAND) continue;
        if (cards[i] >= CPF_CARDS || seen >> cards[i] & 1) return 0;
        seen |= UINT64_C(1) << cards[i];
    }
    return 1;
}

void cpf_tally_many(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_decisions decisions, int64_t n, int seats,
                    cpf_buttons buttons, int32_t *points, cpf_tally *tallies) {
    CPF_ASSERT(seats > 1 && seats <= CPF_MOST_PLAYERS);
    for (int64_t table = 0; table < n; table++, points += seats) {
        const int64_t first = table * seats;
        const cpf_seating seating = cpf_seated(seats, cpf_button_of(buttons, table));
        CPF_ASSERT(are_different(decisions.cards + first * CPF_HAND, seats));
        cpf_board boards[CPF_MOST_PLAYERS];
        cpf_outcome outcome;
        uint32_t choosing = 0;
        for (int i = 0; i < seats; i++) {
            cpf_read_decision(tables, rules, &decisions, first + i, &boards[i]);
            choosing |= (uint32_t)(decisions.declared[first + i] == CPF_DECLARE_IF_BETTER) << i;
        }
        cpf_settle_choosing(tables, rules, boards, &seating, choosing, &outcome);
        for (int i = 0; i < seats; i++) count_board(tables, rules, &boards[i], &tallies[i]);
        memcpy(points, outcome.points, sizeof *points * (size_t)seats);
        for (int i = 0, k = 0; i < seats; i++)
            for (int j = i + 1; j < seats; j++, k++) {
                count_pairing(&outcome.pairings[k], 1, j, &tallies[i]);
                count_pairing(&outcome.pairings[k], -1, i, &tallies[j]);
            }
    }
}

void cpf_compare_many(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t count,
                      cpf_decisions decisions, int64_t n, const cpf_seating *seating, int32_t *points, cpf_tally *tallies) {
    int others = seating->seats - 1;
    CPF_ASSERT(others > 0 && others < CPF_MOST_PLAYERS);
    for (int64_t first = 0; first < n * others; first += others) {
        CPF_ASSERT(are_different(decisions.cards + first * CPF_HAND, others));
        cpf_board read[CPF_MOST_PLAYERS], table[CPF_MOST_PLAYERS];
        uint32_t choosing = 0;
        for (int i = 1; i <= others; i++) {
            cpf_read_decision(tables, rules, &decisions, first + i - 1, &read[i]);
            cpf_find_natural_order(tables, rules, &read[i]);
            choosing |= (uint32_t)(decisions.declared[first + i - 1] == CPF_DECLARE_IF_BETTER) << i;
        }
        for (int64_t k = 0; k < count; k++) {
            cpf_outcome outcome;
            if (!k || choosing) memcpy(table + 1, read + 1, sizeof *read * (size_t)others);
            table[0] = boards[k];
            cpf_settle_choosing(tables, rules, table, seating, choosing, &outcome);
            *points++ = outcome.points[0];
            for (int i = 1; i <= others; i++) count_pairing(&outcome.pairings[i - 1], 1, i, &tallies[k]);
        }
    }
}
