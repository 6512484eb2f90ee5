/* Many deals side by side, each played card by card: environments of learners, and tables at which bots in Python play. */
#ifndef CPF_ENVIRONMENTS_H
#define CPF_ENVIRONMENTS_H

#include "cpf_openface.h"

enum {
    CPF_MOST_STACK = CPF_DECK / 2, /* most cards of a player in a deal */
    CPF_LEAST_SET = 13,            /* cards of the smallest Fantasyland */
    CPF_SET_SIZES = 5,             /* number of sizes of Fantasylands: 13 to 17 cards */
    CPF_STREAM_SIZE = 64           /* environments that share a stream of random bits; results of a seed depend on it */
};

/* Seats that the caller plays: all, or one seat, called the learner's, against opponents: always the same seat, the next one
 * in each deal, or a random one. An opponent is a player of the package, or CPF_BY_CALLER. */
enum { CPF_EVERY_SEAT, CPF_SEAT_FIXED, CPF_SEAT_ALTERNATES, CPF_SEAT_RANDOM };
enum { CPF_BY_CALLER = -1 };

/* Resets at the end of a deal: a new deal in the same step; in the next step, whose action is ignored; or none. */
enum { CPF_RESET_SAME_STEP, CPF_RESET_NEXT_STEP, CPF_RESET_NEVER };

/* Planes of 52 bits in an observation: first these, then three rows for each opponent, and, if the first street is dealt
 * face up, one plane for each opponent with the cards not placed yet. Then single bits for the street, the place in the
 * order of turns, the player to act, and the size of each player's Fantasyland. */
enum { CPF_PLANE_OWN, CPF_PLANE_DISCARDS = CPF_ROWS, CPF_PLANE_HAND, CPF_PLANE_CARD, CPF_PLANE_OTHERS };

/* Terms shared by all environments of a batch. */
typedef struct cpf_env_terms {
    const cpf_plan *plan;
    int32_t seats;
    int32_t button;                    /* seat of the button; -1: drawn for each deal */
    uint64_t set_below[CPF_SET_SIZES]; /* a player starts in the smallest Fantasyland whose bound is above 32 random bits */
    float worth[CPF_MOST_DEALT + 1];   /* reward for earning a Fantasyland, by its cards */
    int32_t autoreset;
    int32_t are_floats;                 /* whether observations are float32, not uint8 */
    int32_t declare;                    /* declaration of the learner, or of every seat if the caller plays every seat */
    int32_t learner;                    /* kind of the seat that the learner has */
    int32_t learner_seat;               /* seat of the learner for CPF_SEAT_FIXED */
    int32_t opponent[CPF_MOST_PLAYERS]; /* by places clockwise from the learner: index in cpf_players, or CPF_BY_CALLER */
    /* set by cpf_env_prepare: */
    int32_t size;                                              /* bits of an observation */
    int32_t tail;                                              /* bits after the planes */
    uint8_t dealt[CPF_MOST_STREETS], placed[CPF_MOST_STREETS]; /* by street: numbers of cards */
    uint8_t first[CPF_MOST_STREETS];                           /* by street: index in a stack of the first card dealt */
    cpf_deck deck;
    uint8_t count[1 << CPF_PLACES];           /* by bit set of legal actions: their number */
    uint8_t nth[1 << CPF_PLACES][CPF_PLACES]; /* by bit set of legal actions: the n-th one */
    uint64_t bytes[256];                      /* by byte: its eight bits as bytes */
    float floats[16][4];                      /* by half byte: its bits as floats */
} cpf_env_terms;

/* One environment. Planes are sets of cards: bit i is card i. The highest card of a hand is placed first. */
typedef struct cpf_env {
    uint64_t plane[CPF_MOST_PLAYERS][CPF_PLACES];    /* by seat: rows, and discards */
    uint64_t open[CPF_MOST_PLAYERS];                 /* by seat: cards of a first street that is dealt face up */
    uint64_t hand;                                   /* cards of the player to act that are not placed yet */
    uint8_t stack[CPF_MOST_PLAYERS][CPF_MOST_STACK]; /* by seat: cards in the order dealt */
    uint8_t room[CPF_MOST_PLAYERS][CPF_ROWS];        /* by seat: number of cards that each row lacks */
    uint8_t set[CPF_MOST_PLAYERS];                   /* by seat: number of cards in Fantasyland, or 0 */
    int8_t declared[CPF_MOST_PLAYERS];               /* by seat: declaration, as for cpf_read_board */
    uint8_t no_board[CPF_MOST_PLAYERS];              /* by seat: CPF_SURRENDERED or CPF_DEAD_HAND without a board, else 0 */
    int8_t button, turn;                             /* turn: 1 is the seat to the button's left */
    int8_t street;                                   /* -1: Fantasyland hands are placed */
    int8_t seat;                                     /* seat to act; -1: the deal is over */
    int8_t learner;                                  /* seat of the learner; -1: the caller plays every seat */
    uint8_t to_place, to_discard;                    /* numbers of cards of the hand */
} cpf_env;

typedef struct cpf_envs {
    cpf_env_terms terms;
    int64_t n;
    cpf_env *env;            /* n environments */
    uint8_t *legal;          /* legal actions of each, as bits; 0 if its deal is over */
    uint8_t *action;         /* actions of a step, checked to be legal */
    const cpf_bits **deals;  /* streams of random bits, one for CPF_STREAM_SIZE environments */
    const cpf_bits **random; /* other streams, for random actions */
    const cpf_bits **others; /* other streams, for opponents and the learner's seats; NULL if the caller plays every seat */
} cpf_envs;

/* Output arrays of a step or a reset, a row for each environment. */
typedef struct cpf_env_arrays {
    uint8_t *observations; /* uint8[n, size], or float32 as bytes */
    int8_t *masks;         /* [n, CPF_PLACES]: 1 for a legal action */
    int8_t *to_act;        /* [n]: the seat, or -1 */
    int8_t *learners;      /* [n]: the seat of the learner; NULL if the caller plays every seat */
    /* of a step only: */
    float *rewards;  /* [n, seats]: 0 except at the end of a deal */
    uint8_t *over;   /* [n]: whether a deal has ended */
    uint8_t *boards; /* [n, seats, 13]; written at the end of a deal */
    uint8_t *earned; /* [n, seats]: cards of the Fantasyland earned; written at the end of a deal */
} cpf_env_arrays;

/* Return the number of bits of an observation at a table of `seats` seats. */
int cpf_env_size(const cpf_plan *plan, int seats);

/* Set the members of the terms after `are_floats`. Return 0 if the deck has too few cards for the Fantasylands. */
int cpf_env_prepare(cpf_env_terms *terms);

/* With opponents, the calls below let the players of the package place whenever it is their turn, except in Fantasyland.
 * They end at the turn of the learner or of an opponent that the caller plays. The caller then places all cards of that
 * opponent, with cpf_env_lay or cpf_env_put, and calls cpf_env_go_on. Observations are written at the turns of the learner,
 * and at the end of a deal if no other deal begins. */

/* Start new deals in the environments whose entry in `selected` is not 0 (NULL: in all). Return 0 if out of memory. */
int cpf_env_reset(cpf_envs *envs, const uint8_t *selected, const cpf_env_arrays *arrays, int threads);

/* Replace each illegal action of 0 to 3 by the next legal one, in the order 0, 1, 2, 3, 0, ... */
void cpf_env_replace(const cpf_envs *envs, int64_t *actions);

/* Play one action in each environment. If some are illegal, play none and return the first index, else n; -1: out of
 * memory. `actions` is NULL after the caller has placed the hands of all players to act. */
int64_t cpf_env_step(cpf_envs *envs, const int64_t *actions, const cpf_env_arrays *arrays, int threads);

/* Go on in the environments whose entry in `selected` is not 0, after the caller has placed the cards of an opponent. Return
 * 0 if out of memory. */
int cpf_env_go_on(cpf_envs *envs, const uint8_t *selected, const cpf_env_arrays *arrays, int threads);

/* ---- single environments ---- */

/* End the turn of a player without cards in hand, and return whether the deal is over. If so, write the rewards, the boards
 * and the Fantasylands that they earn; no other deal begins. */
int cpf_env_end_turn(const cpf_env_terms *terms, cpf_env *env, float *rewards, uint8_t *boards, uint8_t *earned);

/* Begin a deal of known cards. `stacks` and `set` are as in cpf_env; the order of cards within a street does not matter. */
void cpf_env_begin(cpf_envs *envs, int64_t index, const uint8_t *stacks, const uint8_t *set, int button);

/* Write the observation of a player. */
void cpf_env_observe(const cpf_env_terms *terms, const cpf_env *env, int viewer, uint8_t *observation);

/* Return the legal actions as bits. */
uint8_t cpf_env_legal(const cpf_env *env);

/* Write the legal actions as a mask: int8[CPF_PLACES]. */
void cpf_env_mask(const cpf_env *env, int8_t *mask);

/* Write the board of a player: 13 cards if it is complete, or 13 times the byte that replaces it. */
void cpf_env_board(const cpf_env *env, int seat, uint8_t *board);

/* Place the highest card of the hand by a legal action. The turn does not end with the last card. */
void cpf_env_put(cpf_env *env, int action);

/* Place the whole hand: `places` are the cards for each place. Return 0 if this is not a placement of the hand. The turn
 * does not end. */
int cpf_env_lay(cpf_env *env, const uint64_t *places);

/* Give up the hand of a player who has placed no card: `no_board` is CPF_SURRENDERED or CPF_DEAD_HAND. The turn does not
 * end. */
void cpf_env_give_up(cpf_env *env, int no_board);

/* Let a player of the package, who is not in Fantasyland, place the whole hand. The turn does not end. */
void cpf_env_let_place(const cpf_env_terms *terms, cpf_env *env, int player, const cpf_bits *bits, cpf_scratch *scratch);

/* Return the cards that the player to act was dealt for this turn. */
uint64_t cpf_env_dealt(const cpf_env_terms *terms, const cpf_env *env);

/* Return the cards of a first street, dealt face up, that a player has not placed yet. None are dealt before all players in
 * Fantasyland have placed. */
uint64_t cpf_env_open_hand(const cpf_env *env, int seat);

/* Take the cards that the player to act has placed in this turn back into the hand. */
void cpf_env_take_back(const cpf_env_terms *terms, cpf_env *env);

/* End the turn of a player without cards in hand. */
void cpf_env_next_turn(const cpf_env_terms *terms, cpf_env *env);

/* Convert a set of cards between both forms: bit i for card i, and bit 16 * suit + rank. */
uint64_t cpf_cards_of_mask(uint64_t mask);
uint64_t cpf_mask_of_cards(uint64_t cards);

/* Write a random legal action for each environment, 0 where a deal is over. Random bits come from the streams of the
 * environments or, in cpf_env_sample_from, from one source. */
void cpf_env_sample(const cpf_envs *envs, int64_t *actions, int threads);
void cpf_env_sample_from(const cpf_envs *envs, const cpf_bits *bits, int64_t *actions);

#endif
