/* Environments for reinforcement learning. */
#include "cpf_environments.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_fantasyland.h"
#include "cpf_threads.h"

/* ---- sets of cards ---- */

/* Bits 0, 4, 8, ... of a word of 64 bits, from or to the low 16 bits. */
static uint64_t spread(uint64_t x) {
    x = (x | x << 24) & UINT64_C(0x000000ff000000ff);
    x = (x | x << 12) & UINT64_C(0x000f000f000f000f);
    x = (x | x << 6) & UINT64_C(0x0303030303030303);
    return (x | x << 3) & UINT64_C(0x1111111111111111);
}

static uint64_t gather(uint64_t x) {
    x &= UINT64_C(0x1111111111111111);
    x = (x | x >> 3) & UINT64_C(0x0303030303030303);
    x = (x | x >> 6) & UINT64_C(0x000f000f000f000f);
    x = (x | x >> 12) & UINT64_C(0x000000ff000000ff);
    return (x | x >> 24) & 0xffff;
}

uint64_t cpf_cards_of_mask(uint64_t mask) {
    uint64_t cards = 0;
    for (int suit = 0; suit < 4; suit++) cards |= spread(mask >> 16 * suit & 0xffff) << suit;
    return cards;
}

uint64_t cpf_mask_of_cards(uint64_t cards) {
    uint64_t mask = 0;
    for (int suit = 0; suit < 4; suit++) mask |= gather(cards >> suit) << 16 * suit;
    return mask;
}

/* ---- terms ---- */

static int planes_of(const cpf_plan *plan, int seats) {
    return CPF_PLANE_OTHERS + (CPF_ROWS + plan->rules->first_street_open) * (seats - 1);
}

int cpf_env_size(const cpf_plan *plan, int seats) {
    return CPF_DECK * planes_of(plan, seats) + plan->streets + (2 + CPF_SET_SIZES) * seats;
}

int cpf_env_prepare(cpf_env_terms *t) {
    int stack = 0;
    for (int i = 0; i < t->plan->streets; i++) {
        t->first[i] = (uint8_t)stack;
        t->dealt[i] = (uint8_t)t->plan->street[i].dealt;
        t->placed[i] = (uint8_t)t->plan->street[i].placed;
        stack += t->plan->street[i].dealt;
    }
    for (int i = 0; i < CPF_SET_SIZES; i++)
        if (t->set_below[i] > (i ? t->set_below[i - 1] : 0) && CPF_LEAST_SET + i > stack) stack = CPF_LEAST_SET + i;
    t->size = cpf_env_size(t->plan, t->seats);
    t->tail = t->size - CPF_DECK * planes_of(t->plan, t->seats);
    for (int legal = 0; legal < 1 << CPF_PLACES; legal++) {
        t->count[legal] = t->nth[legal][0] = 0; /* without a legal action, action 0, which is ignored */
        for (int action = 0; action < CPF_PLACES; action++)
            if (legal >> action & 1) t->nth[legal][t->count[legal]++] = (uint8_t)action;
    }
    for (int i = 0; i < 256; i++)
        for (int bit = 0; bit < 8; bit++) ((uint8_t *)&t->bytes[i])[bit] = (uint8_t)(i >> bit & 1);
    for (int i = 0; i < 16; i++)
        for (int bit = 0; bit < 4; bit++) t->floats[i][bit] = (float)(i >> bit & 1);
    if (stack > CPF_MOST_STACK || t->seats * stack > CPF_DECK) return 0;
    t->deck.cards = CPF_DECK;
    t->deck.places = t->seats * stack;
    for (int i = 0; i < CPF_DECK; i++) t->deck.card[i] = (uint8_t)i;
    memset(t->deck.known, 255, sizeof t->deck.known);
    return cpf_deck_prepare(&t->deck);
}

/* ---- one deal ---- */

static uint64_t cards_as_set(const uint8_t *cards, int n) {
    uint64_t set = 0;
    for (int i = 0; i < n; i++) set |= UINT64_C(1) << cards[i];
    return set;
}

static inline int dealt_to_act(const cpf_env_terms *t, const cpf_env *e) {
    return e->street < 0 ? e->set[e->seat] : t->dealt[e->street];
}

uint64_t cpf_env_dealt(const cpf_env_terms *t, const cpf_env *e) {
    return cards_as_set(e->stack[e->seat] + (e->street < 0 ? 0 : t->first[e->street]), dealt_to_act(t, e));
}

static inline void take_hand(const cpf_env_terms *t, cpf_env *e) {
    e->hand = cpf_env_dealt(t, e);
    e->to_place = e->street < 0 ? CPF_HAND : t->placed[e->street];
    e->to_discard = (uint8_t)(dealt_to_act(t, e) - e->to_place);
}

void cpf_env_take_back(const cpf_env_terms *t, cpf_env *e) {
    take_hand(t, e);
    for (int place = 0; place < CPF_PLACES; place++) {
        if (place < CPF_ROWS) e->room[e->seat][place] += (uint8_t)cpf_count_bits(e->plane[e->seat][place] & e->hand);
        e->plane[e->seat][place] &= ~e->hand;
    }
}

/* Set the seat that acts next: players in Fantasyland first, then the others, street by street. */
void cpf_env_next_turn(const cpf_env_terms *t, cpf_env *e) {
    for (; e->street < t->plan->streets; e->street++, e->turn = 0)
        while (e->turn < t->seats) {
            int seat = e->button + ++e->turn;
            if (seat >= t->seats) seat -= t->seats;
            if ((e->street < 0) != (e->set[seat] > 0)) continue;
            e->seat = (int8_t)seat;
            take_hand(t, e);
            return;
        }
    e->seat = -1;
    e->hand = 0;
    e->to_place = e->to_discard = 0;
}

static void begin(const cpf_env_terms *t, cpf_env *e) {
    const int is_open = t->plan->rules->first_street_open;
    memset(e->plane, 0, sizeof e->plane);
    memset(e->no_board, 0, sizeof e->no_board);
    for (int seat = 0; seat < t->seats; seat++) {
        e->declared[seat] = (int8_t)(e->learner < 0 || seat == e->learner ? t->declare : CPF_DECLARE_IF_BETTER);
        memcpy(e->room[seat], cpf_row_size, CPF_ROWS);
        e->open[seat] = is_open && !e->set[seat] ? cards_as_set(e->stack[seat], t->dealt[0]) : 0;
    }
    e->street = -1;
    e->turn = 0;
    cpf_env_next_turn(t, e);
}

static uint32_t draw_below(const cpf_bits *bits, uint32_t bound) {
    return (uint32_t)((uint64_t)bits->next_uint32(bits->state) * bound >> 32);
}

/* Return the learner's seat in the next deal. */
static int8_t next_learner(const cpf_envs *envs, int64_t i) {
    const cpf_env_terms *t = &envs->terms;
    const cpf_bits *bits;
    switch (t->learner) {
    case CPF_SEAT_FIXED: return (int8_t)t->learner_seat;
    case CPF_SEAT_ALTERNATES: return (int8_t)((envs->env[i].learner + 1) % t->seats);
    case CPF_SEAT_RANDOM: bits = envs->others[i / CPF_STREAM_SIZE]; return (int8_t)draw_below(bits, (uint32_t)t->seats);
    default: return -1;
    }
}

static void deal(const cpf_envs *envs, int64_t i) {
    const cpf_env_terms *t = &envs->terms;
    const cpf_bits *bits = envs->deals[i / CPF_STREAM_SIZE];
    cpf_env *e = &envs->env[i];
    uint8_t cards[CPF_DECK];
    int stack = t->deck.places / t->seats;
    cpf_deal(&t->deck, bits, 1, cards);
    for (int seat = 0; seat < t->seats; seat++) memcpy(e->stack[seat], cards + seat * stack, (size_t)stack);
    e->button = (int8_t)(t->button < 0 ? (int32_t)draw_below(bits, (uint32_t)t->seats) : t->button);
    memset(e->set, 0, sizeof e->set);
    for (int seat = 0; seat < t->seats && t->set_below[CPF_SET_SIZES - 1]; seat++) {
        uint64_t drawn = bits->next_uint32(bits->state);
        for (int k = CPF_SET_SIZES - 1; k >= 0 && drawn < t->set_below[k]; k--) e->set[seat] = (uint8_t)(CPF_LEAST_SET + k);
    }
    e->learner = next_learner(envs, i);
    begin(t, e);
}

static inline uint8_t legal_actions(const cpf_env *e) {
    if (e->seat < 0) return 0;
    const uint8_t *room = e->room[e->seat];
    uint32_t rows = (uint32_t)(room[CPF_FRONT] > 0) << CPF_FRONT | (uint32_t)(room[CPF_MIDDLE] > 0) << CPF_MIDDLE |
                    (uint32_t)(room[CPF_BACK] > 0) << CPF_BACK;
    return (uint8_t)((e->to_place ? rows : 0) | (uint32_t)(e->to_discard > 0) << CPF_AWAY);
}

uint8_t cpf_env_legal(const cpf_env *e) { return legal_actions(e); }

static const int8_t masks[1 << CPF_PLACES][CPF_PLACES] = {
    {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
    {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1},
};

void cpf_env_mask(const cpf_env *e, int8_t *mask) { memcpy(mask, masks[legal_actions(e)], CPF_PLACES); }

static inline void put_card(cpf_env *e, uint64_t card, int place) {
    e->hand ^= card;
    e->plane[e->seat][place] |= card;
    if (place == CPF_AWAY) {
        e->to_discard--;
    } else {
        e->room[e->seat][place]--;
        e->to_place--;
    }
}

static inline void put_next(cpf_env *e, int action) {
    CPF_ASSERT(e->hand && legal_actions(e) >> action & 1);
    put_card(e, UINT64_C(1) << cpf_highest_bit(e->hand), action);
}

void cpf_env_put(cpf_env *e, int action) { put_next(e, action); }

int cpf_env_lay(cpf_env *e, const uint64_t *places) {
    uint64_t cards = 0;
    for (int place = 0; place < CPF_PLACES; place++) {
        const int most = place == CPF_AWAY ? e->to_discard : e->room[e->seat][place];
        if (places[place] & cards || cpf_count_bits(places[place]) > most) return 0;
        cards |= places[place];
    }
    if (cards != e->hand || cpf_count_bits(places[CPF_AWAY]) != e->to_discard) return 0;
    for (int place = 0; place < CPF_PLACES; place++)
        for (uint64_t rest = places[place]; rest; rest &= rest - 1) put_card(e, UINT64_C(1) << cpf_lowest_bit(rest), place);
    return 1;
}

void cpf_env_give_up(cpf_env *e, int no_board) {
    e->no_board[e->seat] = (uint8_t)no_board;
    e->hand = 0;
    e->to_place = e->to_discard = 0;
}

/* ---- players of the package ---- */

/* Return all cards that the player to act has seen. */
static uint64_t seen_to_act(const cpf_env_terms *t, const cpf_env *e) {
    uint64_t seen = e->hand | e->plane[e->seat][CPF_AWAY];
    for (int seat = 0; seat < t->seats; seat++) {
        if (seat != e->seat && (e->set[seat] || cpf_is_closed(t->plan))) continue;
        seen |= e->open[seat];
        for (int row = 0; row < CPF_ROWS; row++) seen |= e->plane[seat][row];
    }
    return seen;
}

void cpf_env_let_place(const cpf_env_terms *t, cpf_env *e, int player, const cpf_bits *bits, cpf_scratch *scratch) {
    const cpf_street *street = &t->plan->street[e->street];
    cpf_partial board = {{0, 0, 0}, 0};
    uint8_t cards[CPF_HAND];
    int n = 0;
    CPF_ASSERT(e->seat >= 0 && e->street >= 0 && cpf_count_bits(e->hand) == street->dealt);
    for (uint64_t rest = e->hand; rest; rest &= rest - 1) cards[n++] = (uint8_t)cpf_lowest_bit(rest);
    for (int row = 0; row < CPF_ROWS; row++) {
        board.row[row] = cpf_mask_of_cards(e->plane[e->seat][row]);
        board.room += e->room[e->seat][row] * cpf_room_digit[row];
    }
    const cpf_view view = {t->plan, e->street, &board, cards, cpf_mask_of_cards(seen_to_act(t, e)), bits, scratch};
    uint32_t places = street->ways[board.room][cpf_players[player].choose(&view)].places;
    for (int i = 0; i < n; i++, places >>= 2) put_card(e, UINT64_C(1) << cards[i], (int)(places & 3));
}

/* Return the player of the package whose turn it is; CPF_BY_CALLER at another turn. */
static int player_to_act(const cpf_env_terms *t, const cpf_env *e) {
    if (e->seat < 0 || e->seat == e->learner || e->set[e->seat]) return CPF_BY_CALLER;
    const int places = e->seat - e->learner;
    return t->opponent[places < 0 ? places + t->seats : places];
}

static inline void play_opponents(const cpf_envs *envs, int64_t i, cpf_scratch *scratch) {
    cpf_env *e = &envs->env[i];
    if (e->learner < 0) return;
    for (int player; (player = player_to_act(&envs->terms, e)) != CPF_BY_CALLER;) {
        cpf_env_let_place(&envs->terms, e, player, envs->others[i / CPF_STREAM_SIZE], scratch);
        cpf_env_next_turn(&envs->terms, e);
    }
}

void cpf_env_board(const cpf_env *e, int seat, uint8_t *board) {
    memset(board, e->no_board[seat], CPF_HAND);
    for (int row = 0; row < CPF_ROWS; row++)
        for (uint64_t rest = e->plane[seat][row]; rest; rest &= rest - 1) *board++ = (uint8_t)cpf_lowest_bit(rest);
}

/* Settle a finished deal. */
static void settle(const cpf_env_terms *t, const cpf_env *e, float *rewards, uint8_t *boards, uint8_t *earned) {
    cpf_board seat_boards[CPF_MOST_PLAYERS];
    cpf_outcome outcome;
    cpf_seating seating = cpf_seated(t->seats, e->button);
    uint32_t choosing = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        uint8_t *board = boards + seat * CPF_HAND;
        cpf_env_board(e, seat, board);
        choosing |= (uint32_t)(e->declared[seat] == CPF_DECLARE_IF_BETTER) << seat;
        cpf_read_with_order(t->plan->tables, t->plan->rules, board, e->declared[seat], &seat_boards[seat]);
        earned[seat] = (uint8_t)cpf_earned(t->plan->rules, &seat_boards[seat], e->set[seat], 0);
    }
    cpf_settle_choosing(t->plan->tables, t->plan->rules, seat_boards, &seating, choosing, &outcome);
    for (int seat = 0; seat < t->seats; seat++) rewards[seat] = (float)outcome.points[seat] + t->worth[earned[seat]];
}

/* ---- observations ---- */

enum { MOST_PLANES = CPF_PLANE_OTHERS + (CPF_ROWS + 1) * (CPF_MOST_PLAYERS - 1) };

uint64_t cpf_env_open_hand(const cpf_env *e, int seat) {
    const uint64_t *rows = e->plane[seat];
    return e->street < 0 ? 0 : e->open[seat] & ~(rows[CPF_FRONT] | rows[CPF_MIDDLE] | rows[CPF_BACK]);
}

static void read_open_hands(const cpf_env_terms *t, const cpf_env *e, int viewer, uint64_t planes[MOST_PLANES]) {
    uint64_t *next = planes + CPF_PLANE_OTHERS + CPF_ROWS * (t->seats - 1);
    if (e->seat != viewer) planes[CPF_PLANE_HAND] = cpf_env_open_hand(e, viewer);
    for (int i = 1, seat = viewer; i < t->seats; i++) {
        if (++seat == t->seats) seat = 0;
        *next++ = cpf_env_open_hand(e, seat);
    }
}

/* Fill the planes of an observation, and return the bits after them. */
static uint64_t read_planes(const cpf_env_terms *t, const cpf_env *e, int viewer, uint64_t planes[MOST_PLANES]) {
    const int sizes = t->tail - CPF_SET_SIZES * t->seats, is_turn = e->seat == viewer, hides = cpf_is_closed(t->plan);
    uint64_t tail = 0, *next = planes + CPF_PLANE_OTHERS;
    memcpy(planes, e->plane[viewer], sizeof e->plane[viewer]);
    planes[CPF_PLANE_HAND] = is_turn ? e->hand : 0;
    planes[CPF_PLANE_CARD] = is_turn ? UINT64_C(1) << cpf_highest_bit(e->hand) : 0;
    for (int i = 0, seat = viewer; i < t->seats; i++) {
        if (e->set[seat]) tail |= UINT64_C(1) << (sizes + CPF_SET_SIZES * i + e->set[seat] - CPF_LEAST_SET);
        tail |= (uint64_t)(e->seat == seat) << (sizes - t->seats + i);
        if (i) { /* hidden boards are shown at the showdown */
            const uint64_t shown = (e->set[seat] || hides) && e->seat >= 0 ? 0 : UINT64_MAX;
            for (int row = 0; row < CPF_ROWS; row++) *next++ = e->plane[seat][row] & shown;
        }
        if (++seat == t->seats) seat = 0;
    }
    if (t->plan->rules->first_street_open) read_open_hands(t, e, viewer, planes);
    const int place = viewer - e->button - 1;
    tail |= UINT64_C(1) << (sizes - 2 * t->seats + (place < 0 ? place + t->seats : place));
    if (e->seat >= 0 && e->street >= 0) tail |= UINT64_C(1) << e->street;
    return tail;
}

/* Write the tail to the last 64 bytes of an observation, then the planes, which overwrite the unused start of the tail. */
static void write_bytes(const cpf_env_terms *t, const uint64_t *planes, uint64_t tail, uint8_t *row) {
    const int count = (t->size - t->tail) / CPF_DECK;
    uint8_t *last = row + t->size - 64;
    for (int i = 0; i < 64; i += 8) memcpy(last + i, &t->bytes[tail >> i & 255], 8);
    for (int plane = 0; plane < count; plane++, row += CPF_DECK) {
        for (int i = 0; i < 48; i += 8) memcpy(row + i, &t->bytes[planes[plane] >> i & 255], 8);
        memcpy(row + 48, &t->bytes[planes[plane] >> 48], 4);
    }
}

static void write_floats(const cpf_env_terms *t, const uint64_t *planes, uint64_t tail, float *row) {
    const int count = (t->size - t->tail) / CPF_DECK;
    float *last = row + t->size - 64;
    for (int i = 0; i < 64; i += 4) memcpy(last + i, t->floats[tail >> i & 15], sizeof t->floats[0]);
    for (int plane = 0; plane < count; plane++, row += CPF_DECK)
        for (int i = 0; i < CPF_DECK; i += 4) memcpy(row + i, t->floats[planes[plane] >> i & 15], sizeof t->floats[0]);
}

static void observe(const cpf_env_terms *t, const cpf_env *e, int viewer, int64_t index, uint8_t *observations) {
    uint64_t planes[MOST_PLANES], tail = read_planes(t, e, viewer, planes) << (64 - t->tail);
    if (t->are_floats)
        write_floats(t, planes, tail, (float *)(void *)observations + index * t->size);
    else
        write_bytes(t, planes, tail, observations + index * t->size);
}

void cpf_env_observe(const cpf_env_terms *terms, const cpf_env *env, int viewer, uint8_t *observation) {
    observe(terms, env, viewer, 0, observation);
}

/* ---- batches ---- */

enum { RESET, STEP, GO_ON };

typedef struct job {
    cpf_envs *envs;
    int kind;
    const uint8_t *selected; /* for other jobs than steps: 1 where an environment takes part; NULL: all do */
    int has_actions;         /* for a step: whether it plays an action in each environment */
    const cpf_env_arrays *arrays;
    int64_t has_memory;
} job;

static void write_outputs(cpf_envs *envs, int64_t i, const cpf_env_arrays *arrays) {
    const cpf_env *e = &envs->env[i];
    int viewer = e->seat < 0 ? 0 : e->seat;
    arrays->to_act[i] = e->seat;
    if (e->learner >= 0) {
        arrays->learners[i] = e->learner;
        if (e->seat >= 0 && e->seat != e->learner) return; /* the caller's turn to place for an opponent */
        viewer = e->learner;
    }
    envs->legal[i] = legal_actions(e);
    memcpy(arrays->masks + CPF_PLACES * i, masks[envs->legal[i]], CPF_PLACES);
    observe(&envs->terms, e, viewer, i, arrays->observations);
}

/* Play on after a placement. */
static void go_on(const cpf_envs *envs, int64_t i, const cpf_env_arrays *a, cpf_scratch *scratch) {
    const cpf_env_terms *t = &envs->terms;
    cpf_env *e = &envs->env[i];
    play_opponents(envs, i, scratch);
    if (e->seat >= 0) return;
    settle(t, e, a->rewards + i * t->seats, a->boards + i * t->seats * CPF_HAND, a->earned + i * t->seats);
    a->over[i] = 1;
    if (t->autoreset != CPF_RESET_SAME_STEP) return;
    deal(envs, i);
    play_opponents(envs, i, scratch); /* until the learner's turn, or the caller's */
}

static void step_one(const cpf_envs *envs, int64_t i, const job *j, cpf_scratch *scratch) {
    const cpf_env_terms *t = &envs->terms;
    const cpf_env_arrays *a = j->arrays;
    cpf_env *e = &envs->env[i];
    float *rewards = a->rewards + i * t->seats;
    for (int seat = 0; seat < t->seats; seat++) rewards[seat] = 0;
    a->over[i] = 0;
    if (e->seat < 0) {
        deal(envs, i);
        play_opponents(envs, i, scratch);
        return;
    }
    if (j->has_actions) put_next(e, envs->action[i]);
    if (!e->hand) cpf_env_next_turn(t, e);
    if (e->seat < 0 || e->learner >= 0) go_on(envs, i, a, scratch);
}

/* Reset an environment or go on in it, if it is selected. Return whether to write its outputs; a reset writes all. */
static int continue_one(const cpf_envs *envs, int64_t i, const job *j, cpf_scratch *scratch) {
    const int is_selected = !j->selected || j->selected[i];
    if (j->kind == RESET && is_selected) {
        deal(envs, i);
        play_opponents(envs, i, scratch);
    } else if (is_selected) {
        cpf_env_next_turn(&envs->terms, &envs->env[i]);
        go_on(envs, i, j->arrays, scratch);
    }
    return is_selected || j->kind == RESET;
}

static int64_t lower(int64_t a, int64_t b) { return a < b ? a : b; }

/* Step or reset the environments of the streams `first` to `last`, or go on in them. */
static void run_streams(void *context, int64_t first, int64_t last) {
    job *j = context;
    cpf_envs *envs = j->envs;
    const int64_t end = lower(last * CPF_STREAM_SIZE, envs->n);
    cpf_scratch *scratch = NULL;
    if (envs->terms.learner != CPF_EVERY_SEAT && !(scratch = cpf_scratch_new(envs->terms.plan))) {
        cpf_atomic_min(&j->has_memory, 0);
        return;
    }
    for (int64_t i = first * CPF_STREAM_SIZE; i < end; i++) {
        if (j->kind == STEP)
            step_one(envs, i, j, scratch);
        else if (!continue_one(envs, i, j, scratch))
            continue;
        write_outputs(envs, i, j->arrays);
    }
    free(scratch);
}

/* Streams that a thread takes at a time: about 30 microseconds of work. */
enum { STREAMS_TO_STEP = 4, STREAMS_TO_SAMPLE = 128 };

static int64_t streams_of(const cpf_envs *envs) { return (envs->n + CPF_STREAM_SIZE - 1) / CPF_STREAM_SIZE; }

/* Run a job and return whether there was enough memory. */
static int run(cpf_envs *envs, int kind, const uint8_t *selected, int has_actions, const cpf_env_arrays *arrays,
               int threads) {
    job j = {envs, kind, selected, has_actions, arrays, 1};
    cpf_parallel(threads, run_streams, &j, streams_of(envs), STREAMS_TO_STEP);
    return j.has_memory != 0;
}

int cpf_env_reset(cpf_envs *envs, const uint8_t *selected, const cpf_env_arrays *arrays, int threads) {
    return run(envs, RESET, selected, 0, arrays, threads);
}

void cpf_env_replace(const cpf_envs *envs, int64_t *actions) {
    for (int64_t i = 0; i < envs->n; i++) {
        if (!envs->legal[i] || actions[i] < 0 || actions[i] >= CPF_PLACES) continue;
        while (!(envs->legal[i] >> actions[i] & 1)) actions[i] = (actions[i] + 1) % CPF_PLACES;
    }
}

int64_t cpf_env_step(cpf_envs *envs, const int64_t *actions, const cpf_env_arrays *arrays, int threads) {
    const int has_opponents = envs->terms.learner != CPF_EVERY_SEAT;
    const int ignores_after_end = envs->terms.autoreset == CPF_RESET_NEXT_STEP; /* the action where a deal is over */
    for (int64_t i = 0; i < envs->n; i++) {
        const cpf_env *e = &envs->env[i];
        if (has_opponents && e->seat >= 0 && e->seat != e->learner) return i; /* an opponent has not placed */
        if (!actions || (ignores_after_end && !envs->legal[i])) continue;
        const int64_t action = actions[i]; /* read once: another thread may change it */
        if (action < 0 || action >= CPF_PLACES || !(envs->legal[i] >> action & 1)) return i;
        envs->action[i] = (uint8_t)action;
    }
    return run(envs, STEP, NULL, actions != NULL, arrays, threads) ? envs->n : -1;
}

int cpf_env_go_on(cpf_envs *envs, const uint8_t *selected, const cpf_env_arrays *arrays, int threads) {
    return run(envs, GO_ON, selected, 0, arrays, threads);
}

int cpf_env_end_turn(const cpf_env_terms *t, cpf_env *e, float *rewards, uint8_t *boards, uint8_t *earned) {
    cpf_env_next_turn(t, e);
    if (e->seat >= 0) return 0;
    settle(t, e, rewards, boards, earned);
    return 1;
}

void cpf_env_begin(cpf_envs *envs, int64_t index, const uint8_t *stacks, const uint8_t *set, int button) {
    cpf_env *e = &envs->env[index];
    memcpy(e->stack, stacks, sizeof e->stack);
    memcpy(e->set, set, sizeof e->set);
    e->button = (int8_t)button;
    e->learner = -1;
    begin(&envs->terms, e);
}

/* ---- random actions ---- */

static int64_t random_action(const cpf_env_terms *t, const cpf_bits *bits, int legal) {
    return t->nth[legal][draw_below(bits, t->count[legal])];
}

typedef struct sampling {
    const cpf_envs *envs;
    int64_t *actions;
} sampling;

static void sample(void *context, int64_t first, int64_t last) {
    const sampling *s = context;
    const int64_t end = lower(last * CPF_STREAM_SIZE, s->envs->n);
    for (int64_t i = first * CPF_STREAM_SIZE; i < end; i++)
        s->actions[i] = random_action(&s->envs->terms, s->envs->random[i / CPF_STREAM_SIZE], s->envs->legal[i]);
}

void cpf_env_sample(const cpf_envs *envs, int64_t *actions, int threads) {
    sampling s = {envs, actions};
    cpf_parallel(threads, sample, &s, streams_of(envs), STREAMS_TO_SAMPLE);
}

void cpf_env_sample_from(const cpf_envs *envs, const cpf_bits *bits, int64_t *actions) {
    for (int64_t i = 0; i < envs->n; i++) actions[i] = random_action(&envs->terms, bits, envs->legal[i]);
}
