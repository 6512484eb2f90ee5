/* The player `careful`, a heuristic: it estimates what each row will probably become, what that pays, and how likely two
 * rows are to end out of order. It considers its board and the cards that are gone, but not what the opponents need. */
#include "cpf_careful.h"

/* The parameters of the heuristic, in the units of outlooks. */
static const int VALUE_OF_LEVEL = (int)(CPF_POINTS_A_CATEGORY * CPF_A_POINT / CPF_A_CATEGORY + 0.5f);
static const int FLUSH_LEVEL = (int)((CPF_FLUSH + 0.8f) * CPF_A_CATEGORY);
static const int COST_OF_FOUL = (int)(CPF_COST_OF_FOUL * CPF_A_POINT);

/* The outlook of a row: value and level as in cpf_outlook. For a row that must be weaker, and the row
 * that it is compared with, as_weaker of the first plus as_stronger of the second is an index into a table of
 * cpf_careful.in_order. */
typedef struct row_outlook {
    int32_t value, level, as_weaker, as_stronger;
} row_outlook;

static inline row_outlook new_outlook(int value, int level, int missing) {
    return (row_outlook){value, level, missing * CPF_MISSING * CPF_DIFFERENCES - level,
                         missing * CPF_DIFFERENCES + CPF_LEVELS + level};
}

/* Values shared by all rows and sets of a street. */
typedef struct situation {
    const cpf_view *view;
    const cpf_careful *careful;
    const cpf_outlooks *after;
    uint8_t live[4]; /* live cards of each suit */
} situation;

/* Return the kind of an incomplete row; *may_flush: whether it may become a flush. */
static inline int kind_of(const cpf_careful *c, uint64_t cards, int *may_flush) {
    const uint32_t clubs = (uint32_t)(cards & 0x1fff), diamonds = (uint32_t)(cards >> 16 & 0x1fff);
    const uint32_t hearts = (uint32_t)(cards >> 32 & 0x1fff), spades = (uint32_t)(cards >> 48 & 0x1fff);
    const uint32_t any = clubs | diamonds | hearts | spades;
    const uint32_t two = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades));
    *may_flush = 0;
    if (!two) {
        *may_flush = (any == clubs) | (any == diamonds) | (any == hearts) | (any == spades);
        return any ? cpf_unpaired_kind(cpf_highest_bit(any), c->reach[any]) : 0;
    }
    const uint32_t three = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds));
    const int are_more = (two & (two - 1)) != 0;
    if (!three) return cpf_made_kind(are_more ? CPF_TWO_PAIR : CPF_PAIR, cpf_highest_bit(two));
    if (clubs & diamonds & hearts & spades) return cpf_made_kind(CPF_FOUR_OF_A_KIND, cpf_highest_bit(three));
    return cpf_made_kind(are_more ? CPF_FULL_HOUSE : CPF_THREE_OF_A_KIND, cpf_highest_bit(three));
}

/* Set the outlook of a complete row, and return its strength. */
static uint32_t evaluate_complete(const situation *at, int row, uint64_t cards, row_outlook *outlook) {
    const cpf_plan *plan = at->view->plan;
    const cpf_rules *rules = plan->rules;
    const cpf_ranking *ranking = at->view->plan->tables->ranking;
    const cpf_scale *scale = &ranking->scales[row == CPF_MIDDLE && rules->lowball_middle ? CPF_LOWBALL : rules->wheel];
    const uint32_t strength = cpf_strength_mask(&ranking->keys, scale, cards);
    const int category = cpf_meaning_category(scale->meaning[strength]), rank = cpf_meaning_rank(scale->meaning[strength]);
    const cpf_outlook expected = at->after->of[row][0][cpf_made_kind(category, rank)];
    *outlook = new_outlook(expected.value, expected.level, 0);
    if (!at->careful->is_uneven[row]) return strength;
    float paid = rules->royalties[row][strength] - at->careful->paid[row][category][rank];
    paid += cpf_worth_to_careful(rules->fantasyland.entry[row][strength]);
    outlook->value += (int32_t)(paid * CPF_A_POINT);
    return strength;
}

/* Set the outlook of a row that lacks cards. */
static inline void evaluate(const situation *at, int row, int missing, uint64_t cards, row_outlook *outlook) {
    int may_flush;
    const cpf_outlook expected = at->after->of[row][missing][kind_of(at->careful, cards, &may_flush)];
    int value = expected.value, level = expected.level;
    if (may_flush && row != CPF_FRONT && cards && !(row == CPF_MIDDLE && at->view->plan->rules->lowball_middle)) {
        const int flush = at->after->flush[missing][at->live[cpf_lowest_bit(cards) >> 4]];
        value += flush * (at->careful->flush_value[row] - level * VALUE_OF_LEVEL) / CPF_CERTAIN;
        level += flush * (FLUSH_LEVEL - level) / CPF_CERTAIN;
    }
    *outlook = new_outlook(value, level, missing);
}

/* Evaluate a row with each set of cards of the street that may go into it. */
static inline void evaluate_sets(const situation *at, int row, uint64_t *cards, uint8_t *room, row_outlook *outlooks,
                                 uint32_t *strengths) {
    const cpf_view *view = at->view;
    const cpf_street *street = &view->plan->street[view->street];
    const int room_before = cpf_room_of(view->board->room, row), least_room = room_before - street->placed;
    cards[0] = view->board->row[row];
    room[0] = (uint8_t)room_before;
    if (room_before)
        evaluate(at, row, room_before, cards[0], &outlooks[0]);
    else
        strengths[0] = evaluate_complete(at, row, cards[0], &outlooks[0]);
    for (int i = 0; i < street->dealt; i++) {
        const uint64_t card = cpf_card_bit(view->cards[i]);
        for (int set = 0, with = 1 << i; set < 1 << i; set++, with++) {
            const int room_after = room[set] - 1;
            cards[with] = cards[set] | card;
            room[with] = (uint8_t)(room_after < 0 ? 0 : room_after);
            if (room_after < 0 || room_after < least_room) continue;
            if (room_after)
                evaluate(at, row, room_after, cards[with], &outlooks[with]);
            else
                strengths[with] = evaluate_complete(at, row, cards[with], &outlooks[with]);
        }
    }
}

/* Scratch memory of a set: outlooks and strengths of the rows, the cards of a row, and its room. */
enum { BYTES_A_SET = CPF_ROWS * (int)(sizeof(row_outlook) + sizeof(uint32_t)) + (int)sizeof(uint64_t) + 1 };

size_t cpf_careful_bytes(int dealt) { return (size_t)BYTES_A_SET << dealt; }

enum { LAST_STREET, LOWBALL, ANY_OTHER };

/* Return the way with the most points above a foul, times the chance to end in order. `kind` sets the unit of the chance. */
CPF_ALWAYS_INLINE int32_t best_way(const cpf_view *view, const row_outlook *rows, const uint32_t *strengths, int kind) {
    const cpf_plan *plan = view->plan;
    const cpf_street *street = &plan->street[view->street];
    const cpf_way *ways = street->ways[view->board->room];
    const int32_t count = street->count[view->board->room];
    const size_t sets = (size_t)1 << street->dealt;
    const row_outlook *fronts = rows, *middles = rows + sets, *backs = rows + 2 * sets;
    const uint16_t *in_front = plan->careful->in_order[0][0][0], *behind = plan->careful->in_order[1][0][0];
    int32_t best = 0;
    int64_t best_value = -1;
    for (int32_t i = 0; i < count; i++) {
        const size_t f = ways[i].to[CPF_FRONT], m = ways[i].to[CPF_MIDDLE], b = ways[i].to[CPF_BACK];
        const row_outlook *front = &fronts[f], *middle = &middles[m], *back = &backs[b];
        int64_t value = front->value + middle->value + back->value + COST_OF_FOUL;
        if (kind == LAST_STREET)
            value *= cpf_is_legal(plan->rules, strengths[f], strengths[sets + m], strengths[2 * sets + b]);
        else if (kind == LOWBALL)
            value *= (int64_t)middle->level * behind[front->as_weaker + back->as_stronger];
        else
            value *= (int64_t)in_front[front->as_weaker + middle->as_stronger] *
                     behind[middle->as_weaker + back->as_stronger];
        if (value <= best_value) continue;
        best_value = value;
        best = i;
    }
    return best;
}

int32_t cpf_play_carefully(const cpf_view *view) {
    const cpf_plan *plan = view->plan;
    const cpf_street *street = &plan->street[view->street];
    const int sets = 1 << street->dealt;
    uint64_t *cards = (uint64_t *)(void *)view->scratch;
    row_outlook *rows = (row_outlook *)(void *)(cards + sets);
    uint32_t *strengths = (uint32_t *)(void *)(rows + CPF_ROWS * sets);
    uint8_t *room = (uint8_t *)(strengths + CPF_ROWS * sets);
    situation at = {view, plan->careful, &plan->careful->after[view->street], {0, 0, 0, 0}};
    for (int suit = 0; suit < 4; suit++)
        at.live[suit] = (uint8_t)(CPF_A_SUIT - cpf_count_bits(view->seen >> 16 * suit & 0x1fff));
    for (int row = 0; row < CPF_ROWS; row++) evaluate_sets(&at, row, cards, room, rows + row * sets, strengths + row * sets);
    if (cpf_room_in_all(view->board->room) == street->placed) return best_way(view, rows, strengths, LAST_STREET);
    return plan->rules->lowball_middle ? best_way(view, rows, strengths, LOWBALL)
                                       : best_way(view, rows, strengths, ANY_OTHER);
}
