/* Open-face deals. */
#include "cpf_openface.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_evaluator.h"

/* ---- players ---- */

/* Return the index of a random way; all ways are equally likely, up to the rounding of 32 random bits. */
static int32_t play_at_random(const cpf_view *view) {
    uint64_t count = (uint64_t)view->plan->street[view->street].count[view->board->room];
    return (int32_t)(view->bits->next_uint32(view->bits->state) * count >> 32);
}

const cpf_player cpf_players[CPF_PLAYERS] = {
    [CPF_RANDOM] = {.name = "random", .choose = play_at_random, .is_random = 1},
    [CPF_CAREFUL] = {.name = "careful", .choose = cpf_play_carefully},
    [CPF_SWIFT] = {.name = "swift", .choose = cpf_play_swiftly, .needs_networks = 1},
};

cpf_scratch *cpf_scratch_new(const cpf_plan *plan) {
    size_t bytes = 1;
    for (int i = 0; i < plan->streets; i++) {
        const size_t careful = cpf_careful_bytes(plan->street[i].dealt);
        const size_t swift = cpf_evaluator_bytes(&plan->street[i]);
        bytes = careful > bytes ? careful : bytes;
        bytes = swift > bytes ? swift : bytes;
    }
    return malloc(bytes);
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

/* A seat during a deal: its board as masks, and the address of the next card of each row; discards are written to `away`. */
typedef struct seated {
    cpf_partial board;
    uint64_t discards;
    uint8_t *next[CPF_PLACES];
    uint8_t away[CPF_MOST_DEALT];
} seated;

static void init_seat(seated *s, uint8_t *board) {
    s->board = (cpf_partial){{0, 0, 0}, CPF_ALL_ROOM};
    s->discards = 0;
    for (int row = 0; row < CPF_ROWS; row++) s->next[row] = board + cpf_row_begin[row];
    s->next[CPF_AWAY] = s->away;
}

static inline void write_cards(seated *s, const cpf_way *way, const uint8_t *cards, int n) {
    uint32_t places = way->places;
    for (int i = 0; i < n; i++, places >>= 2) *s->next[places & 3]++ = cards[i];
}

/* Ask a player for a way to place a street; update their board, their discards and the open cards. */
static const cpf_way *ask(const cpf_table *t, int seat, int number, uint8_t *cards, uint64_t *open, seated *s) {
    const cpf_street *street = &t->plan->street[number];
    uint64_t masks[CPF_HAND], hand = 0;
    sort_cards(cards, street->dealt);
    for (int i = 0; i < street->dealt; i++) hand |= masks[i] = cpf_card_bit(cards[i]);
    cpf_view view = {t->plan, number, &s->board, cards, *open | s->discards | hand, t->bits[seat], t->scratch};
    const cpf_way *way = &street->ways[s->board.room][cpf_players[t->player[seat]].choose(&view)];
    s->board = cpf_place(&s->board, way, masks);
    if (!cpf_is_closed(t->plan)) *open |= cpf_cards_of(&s->board);
    s->discards |= hand & ~cpf_cards_of(&s->board);
    return way;
}

/* Return a random way, and update only the room: tables of random players need no masks. */
static inline const cpf_way *draw(const cpf_table *t, int seat, int number, seated *s) {
    const cpf_view view = {t->plan, number, &s->board, NULL, 0, t->bits[seat], NULL};
    const cpf_way *way = &t->plan->street[number].ways[s->board.room][play_at_random(&view)];
    s->board.room -= way->taken;
    return way;
}

/* Return the cards of the first street if it is dealt face up, else 0. */
static uint64_t dealt_open(const cpf_table *t, const uint8_t *stacks, const uint8_t *is_set) {
    uint64_t open = 0;
    for (int seat = 0; seat < t->seats && t->plan->rules->first_street_open; seat++)
        for (int i = 0; i < t->plan->street[0].dealt && !is_set[seat]; i++)
            open |= cpf_card_bit(stacks[seat * t->plan->rules->stack + i]);
    return open;
}

static inline void play_deal(const cpf_table *t, int button, const uint8_t *stacks, const uint8_t *is_set, uint8_t *boards,
                             int all_random) {
    const cpf_plan *plan = t->plan;
    seated seat_of[CPF_MOST_PLAYERS];
    uint64_t open = all_random ? 0 : dealt_open(t, stacks, is_set);
    uint8_t sorted[CPF_HAND];
    for (int seat = 0; seat < t->seats; seat++) init_seat(&seat_of[seat], boards + seat * CPF_HAND);
    for (int number = 0, first = 0; number < plan->streets; first += plan->street[number++].dealt) {
        const int dealt = plan->street[number].dealt;
        for (int turn = 1, seat = button; turn <= t->seats; turn++) {
            seat = seat + 1 < t->seats ? seat + 1 : 0;
            if (is_set[seat]) continue;
            const uint8_t *cards = stacks + seat * plan->rules->stack + first;
            const cpf_way *way;
            if (all_random)
                way = draw(t, seat, number, &seat_of[seat]);
            else {
                memcpy(sorted, cards, (size_t)dealt);
                way = ask(t, seat, number, sorted, &open, &seat_of[seat]);
                cards = sorted;
            }
            write_cards(&seat_of[seat], way, cards, dealt);
        }
    }
}

void cpf_play_deals(const cpf_table *t, const uint8_t *stacks, const uint8_t *is_set, int64_t n, uint8_t *boards) {
    int all_random = 1;
    for (int seat = 0; seat < t->seats; seat++) all_random &= cpf_players[t->player[seat]].is_random;
    for (int button = 0; button < t->seats; button++) /* random choices depend on this order */
        for (int64_t i = 0; i < n; i++) {
            if (cpf_button_of(t->buttons, i) != button) continue;
            const uint8_t *dealt = stacks + i * t->seats * t->plan->rules->stack, *set = is_set + i * t->seats;
            uint8_t *table_boards = boards + i * t->seats * CPF_HAND;
            if (all_random)
                play_deal(t, button, dealt, set, table_boards, 1);
            else
                play_deal(t, button, dealt, set, table_boards, 0);
        }
}
