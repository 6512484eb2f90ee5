/* Values of placements: each row with each set of cards of the street is evaluated once. */
#include "cpf_evaluator.h"

#include <string.h>

#include "cpf_cpu.h"

/* The pairs of rows that must be in order, weaker row first. With a lowball middle, only front and back must be; the second
 * pair is a filler. */
static const int8_t pairs_of_rows[2][2][2] = {{{CPF_FRONT, CPF_MIDDLE}, {CPF_MIDDLE, CPF_BACK}},
                                              {{CPF_FRONT, CPF_BACK}, {CPF_MIDDLE, CPF_BACK}}};

/* Return the index in pairs_of_rows for the rules. */
static inline int order_of(const cpf_rules *rules) { return rules->lowball_middle != 0; }

int cpf_board_features(const cpf_windows *windows, const cpf_rules *rules, const cpf_partial *board, uint64_t seen,
                       uint16_t list[CPF_MOST_FEATURES]) {
    const cpf_live live = cpf_live_of(seen);
    int n = CPF_LIVE_FEATURES, level[CPF_ROWS], room[CPF_ROWS];
    cpf_live_features(&live, list);
    for (int row = 0; row < CPF_ROWS; row++) {
        room[row] = cpf_room_of(board->room, row);
        n += cpf_row_features(windows, &live, row, board->row[row], room[row], list + n, &level[row]);
    }
    for (int pair = 0; pair < 2; pair++) {
        const int weaker = pairs_of_rows[order_of(rules)][pair][0], stronger = pairs_of_rows[order_of(rules)][pair][1];
        list[n++] = (uint16_t)cpf_ahead_feature(pair, room[weaker], room[stronger], level[weaker], level[stronger]);
    }
    return n;
}

double cpf_value_of_board(const cpf_evaluator *evaluator, const cpf_rules *rules, const cpf_partial *board, uint64_t seen) {
    static const int16_t nothing[CPF_UNITS];
    const cpf_network_kernels *kernels = cpf_network_kernels_of(cpf_cpu_level());
    const cpf_head *head = evaluator->network.head[CPF_HAND - cpf_room_in_all(board->room)];
    uint16_t features[CPF_MOST_FEATURES];
    int16_t sum[CPF_UNITS];
    int32_t value;
    const int n = cpf_board_features(evaluator->windows, rules, board, seen, features) - 2;
    memcpy(sum, head->first_bias, sizeof sum);
    kernels->add(evaluator->network.first, features, n, sum);
    const cpf_parts parts = {{sum, nothing, nothing}, {features[n], features[n + 1]}};
    kernels->value(evaluator->network.first, head, &parts, 1, &value);
    return (double)value / CPF_VALUE_SCALE;
}

/* A row with a set of cards: its part of the first layer and its level; on the last street only its strength. */
typedef struct set_row {
    int16_t sum[CPF_UNITS];
    int32_t level;
    uint32_t strength;
} set_row;

size_t cpf_evaluator_bytes(const cpf_street *street) {
    int32_t most = 0;
    for (int room = 0; room < CPF_ROOMS; room++) most = street->count[room] > most ? street->count[room] : most;
    return ((size_t)CPF_ROWS << street->dealt) * sizeof(set_row) + (size_t)most * (sizeof(cpf_parts) + sizeof(int32_t));
}

typedef struct situation {
    const cpf_network_kernels *kernels;
    const cpf_evaluator *evaluator;
    const cpf_view *view;
    const cpf_head *head; /* NULL: the street completes the board */
    cpf_live live;
    int16_t begin[CPF_UNITS]; /* bias and features of the live cards */
} situation;

static void evaluate_row(const situation *at, int row, int room, uint64_t cards, set_row *result) {
    const cpf_evaluator *evaluator = at->evaluator;
    if (!at->head) {
        result->strength = cpf_strength_of_row(at->view->plan->tables->ranking, at->view->plan->rules, row, cards);
        return;
    }
    uint16_t features[CPF_MOST_ROW_FEATURES];
    const int n = cpf_row_features(evaluator->windows, &at->live, row, cards, room, features, &result->level);
    for (int i = 0; i < CPF_UNITS; i++) result->sum[i] = row == CPF_FRONT ? at->begin[i] : 0;
    at->kernels->add(evaluator->network.first, features, n, result->sum);
}

/* Evaluate a row with each set of cards of the street that may go there. */
static void evaluate_sets(const situation *at, int row, set_row *rows) {
    const cpf_view *view = at->view;
    const cpf_street *street = &view->plan->street[view->street];
    const int room = cpf_room_of(view->board->room, row), all = cpf_room_in_all(view->board->room);
    for (uint32_t set = 0; set < 1u << street->dealt; set++) {
        const int n = cpf_count_bits(set), room_after = room - n;
        uint64_t cards = view->board->row[row];
        if (room_after < 0 || n > street->placed || street->placed - n > all - room)
            continue; /* this set, or the remaining cards, do not fit */
        for (uint32_t rest = set; rest; rest &= rest - 1) cards |= cpf_card_bit(view->cards[cpf_lowest_bit(rest)]);
        evaluate_row(at, row, room_after, cards, &rows[set]);
    }
}

/* Value each way by its rows. */
static void value_ways(const situation *at, set_row *const rows[CPF_ROWS], cpf_parts *parts, int32_t *values) {
    const cpf_view *view = at->view;
    const cpf_rules *rules = view->plan->rules;
    const cpf_street *street = &view->plan->street[view->street];
    const cpf_way *ways = street->ways[view->board->room];
    const int32_t count = street->count[view->board->room];
    for (int32_t i = 0; i < count; i++) {
        const set_row *set[CPF_ROWS];
        for (int row = 0; row < CPF_ROWS; row++) set[row] = &rows[row][ways[i].to[row]];
        if (!at->head) {
            values[i] = cpf_payoff_of(&at->evaluator->payoffs, rules, set[0]->strength, set[1]->strength, set[2]->strength);
            continue;
        }
        const int room = view->board->room - ways[i].taken;
        for (int row = 0; row < CPF_ROWS; row++) parts[i].row[row] = set[row]->sum;
        for (int pair = 0; pair < 2; pair++) {
            const int weaker = pairs_of_rows[order_of(rules)][pair][0], stronger = pairs_of_rows[order_of(rules)][pair][1];
            parts[i].ahead[pair] = (uint16_t)cpf_ahead_feature(pair, cpf_room_of(room, weaker), cpf_room_of(room, stronger),
                                                               set[weaker]->level, set[stronger]->level);
        }
    }
    if (at->head) at->kernels->value(at->evaluator->network.first, at->head, parts, count, values);
}

const int32_t *cpf_values_of_ways(const cpf_evaluator *evaluator, const cpf_view *view) {
    const cpf_street *street = &view->plan->street[view->street];
    const int missing = cpf_room_in_all(view->board->room) - street->placed;
    const size_t sets = (size_t)1 << street->dealt;
    set_row *memory = (set_row *)(void *)view->scratch, *const rows[CPF_ROWS] = {memory, memory + sets, memory + 2 * sets};
    cpf_parts *parts = (cpf_parts *)(void *)(memory + CPF_ROWS * sets);
    int32_t *values = (int32_t *)(void *)(parts + street->count[view->board->room]);
    situation at = {cpf_network_kernels_of(cpf_cpu_level()),
                    evaluator,
                    view,
                    missing ? evaluator->network.head[CPF_HAND - missing] : NULL,
                    cpf_live_of(view->seen),
                    {0}};
    if (at.head) {
        uint16_t features[CPF_LIVE_FEATURES];
        cpf_live_features(&at.live, features);
        memcpy(at.begin, at.head->first_bias, sizeof at.begin);
        at.kernels->add(evaluator->network.first, features, CPF_LIVE_FEATURES, at.begin);
    }
    for (int row = 0; row < CPF_ROWS; row++) evaluate_sets(&at, row, rows[row]);
    value_ways(&at, rows, parts, values);
    return values;
}

/* ---- best ways ---- */

/* List the indices of the highest values that are at most `gap` below the highest one, highest first; return their number,
 * at most `most`. Ties: the first index is first. */
static int list_highest(const int32_t *values, int32_t n, int most, int32_t gap, int32_t *list) {
    int listed = 0;
    for (int32_t i = 0; i < n; i++) {
        int place = listed;
        while (place > 0 && values[i] > values[list[place - 1]]) place--;
        if (place == most) continue;
        listed += listed < most;
        for (int k = listed - 1; k > place; k--) list[k] = list[k - 1];
        list[place] = i;
    }
    while (listed > 1 && (int64_t)values[list[0]] - values[list[listed - 1]] > gap) listed--;
    return listed;
}

/* Return the best of some ways to place the street before the last. Ties: the first one. */
static cpf_best best_final_draw(const cpf_evaluator *evaluator, const cpf_view *view, const int32_t *ways, int n) {
    const cpf_plan *plan = view->plan;
    const cpf_street *street = &plan->street[view->street];
    uint64_t masks[CPF_HAND];
    cpf_best best = {ways[0], 0};
    for (int i = 0; i < street->dealt; i++) masks[i] = cpf_card_bit(view->cards[i]);
    for (int i = 0; i < n; i++) {
        const cpf_partial board = cpf_place(view->board, &street->ways[view->board->room][ways[i]], masks);
        const double value = cpf_final_draw(plan->tables->ranking, plan->rules, &evaluator->payoffs, street + 1, &board,
                                            ~(CPF_MASK_GAPS | view->seen));
        if (!i || value > best.value) best = (cpf_best){ways[i], value};
    }
    return best;
}

/* Return the best way; without needs_value, its value may be that of the networks where cpf_best_way has an exact one. */
static inline cpf_best choose(const cpf_evaluator *evaluator, const cpf_view *view, int needs_value) {
    const int32_t *values = cpf_values_of_ways(evaluator, view), streets_after = view->plan->streets - 1 - view->street;
    const cpf_street *street = &view->plan->street[view->street];
    const int is_exact = streets_after == 1 && cpf_has_final_draw(street + 1) &&
                         CPF_CARDS - cpf_count_bits(view->seen) >= street[1].dealt;
    int32_t list[CPF_MOST_EXACT] = {0};
    const int listed = list_highest(values, street->count[view->board->room], is_exact ? CPF_MOST_EXACT : 1,
                                    CPF_EXACT_GAP * CPF_VALUE_SCALE, list);
    if (is_exact && (listed > 1 || needs_value)) return best_final_draw(evaluator, view, list, listed);
    return (cpf_best){list[0], values[list[0]] / (double)(streets_after ? CPF_VALUE_SCALE : CPF_PAYOFF_POINT)};
}

cpf_best cpf_best_way(const cpf_evaluator *evaluator, const cpf_view *view) { return choose(evaluator, view, 1); }

int32_t cpf_choose_way(const cpf_evaluator *evaluator, const cpf_view *view) { return choose(evaluator, view, 0).way; }

int32_t cpf_play_swiftly(const cpf_view *view) { return cpf_choose_way(view->plan->evaluator, view); }

cpf_partial cpf_board_of(const uint64_t rows[CPF_ROWS]) {
    cpf_partial board = {{rows[0], rows[1], rows[2]}, CPF_ALL_ROOM};
    for (int row = 0; row < CPF_ROWS; row++) board.room -= cpf_count_bits(board.row[row]) * cpf_room_digit[row];
    return board;
}
