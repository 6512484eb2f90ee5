/* Open-face deals. */
#include "cpf_openface.h"

#include <string.h>

int32_t cpf_earned(const cpf_plan *plan, const cpf_board *board, int32_t cards, int32_t stays) {
    const cpf_fantasyland *f = &plan->fantasyland;
    int32_t most = 0, rows = 0;
    if (!plan->has_fantasyland || cpf_is_foul(board) || board->surrendered || (cards && stays >= f->most_stays)) return 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        int32_t earned = cards ? f->stay[row][board->strengths[row]] : f->entry[row][board->strengths[row]];
        if (cards && board->royalties[row] > f->stay_royalty_over) earned = f->most_stay_cards ? f->most_stay_cards : cards;
        most = earned > most ? earned : most;
        rows += earned > 0;
    }
    if (!most) return 0;
    if (cards) return f->stay_keeps_cards ? cards : most;
    return rows > 1 && f->entry_by_more ? f->entry_by_more : most;
}

/* ---- players ---- */

/* Each way is equally likely. */
static int32_t play_at_random(const cpf_view *view) {
    uint64_t count = (uint64_t)view->plan->street[view->street].count[view->board->room];
    return (int32_t)(view->bits->next_uint32(view->bits->state) * count >> 32);
}

const char *const cpf_player_names[CPF_PLAYERS] = {"random", "careful"};
const cpf_player cpf_players[CPF_PLAYERS] = {play_at_random, cpf_play_carefully};

size_t cpf_player_bytes(const cpf_plan *plan) {
    size_t most = 0;
    for (int i = 0; i < plan->streets; i++) {
        size_t bytes = cpf_careful_bytes(plan->street[i].dealt);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* ---- deals ---- */

static void sort_cards(uint8_t *cards, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && cards[j] < cards[j - 1]; j--) {
            uint8_t card = cards[j];
            cards[j] = cards[j - 1];
            cards[j - 1] = card;
        }
}

static void play_deal(const cpf_table *t, const uint8_t *stacks, const uint8_t *is_set, uint8_t *boards) {
    const cpf_plan *plan = t->plan;
    cpf_partial partial[CPF_MOST_PLAYERS];
    uint64_t away[CPF_MOST_PLAYERS] = {0}, open = 0; /* discards; what lies open */
    uint8_t cards[CPF_HAND];
    uint64_t masks[CPF_HAND];
    for (int seat = 0; seat < t->seats; seat++) partial[seat] = (cpf_partial){{0, 0, 0}, CPF_ALL_ROOM};
    for (int number = 0, first = 0; number < plan->streets; first += plan->street[number++].dealt) {
        const cpf_street *street = &plan->street[number];
        for (int turn = 1; turn <= t->seats; turn++) {
            int seat = (t->button + turn) % t->seats;
            cpf_partial *own = &partial[seat];
            uint64_t hand = 0;
            if (is_set[seat]) continue;
            memcpy(cards, stacks + seat * plan->stack + first, (size_t)street->dealt);
            sort_cards(cards, street->dealt);
            for (int i = 0; i < street->dealt; i++) hand |= masks[i] = cpf_card_bit(cards[i]);
            cpf_view view = {plan, t->ranking, number, own, cards, open | away[seat] | hand, t->bits[seat], t->memory};
            const cpf_way *way = &street->ways[own->room][cpf_players[t->player[seat]](&view)];
            cpf_lay(boards + seat * CPF_HAND, own->room, way, cards);
            *own = cpf_place(own, way, masks);
            open |= cpf_cards_of(own);
            away[seat] |= hand & ~cpf_cards_of(own);
        }
    }
}

void cpf_play_deals(const cpf_table *t, const uint8_t *stacks, const uint8_t *is_set, int64_t n, uint8_t *boards) {
    for (int64_t i = 0; i < n; i++) {
        play_deal(t, stacks, is_set, boards);
        stacks += t->seats * t->plan->stack;
        is_set += t->seats;
        boards += t->seats * CPF_HAND;
    }
}
