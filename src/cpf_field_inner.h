/* Shared declarations of cpf_field*.c. The mathematics is in cpf_field.h. */
#ifndef CPF_FIELD_INNER_H
#define CPF_FIELD_INNER_H

#include "cpf_field.h"

/* A triple holds the result of each row, lost (0), tied (1) or won (2), as a number of three digits in base 3; the front is
 * the highest digit. A set of triples is a bit set of 27 bits. Most rules have only the usual sets, which have short
 * formulas: at least two rows won (lost), and more rows won (lost) than lost (won). */
enum { TWO_WON, TWO_LOST, MORE_WON, MORE_LOST, USUAL_SETS };
enum { MOST_TIES = 2, WORD = 64 };                                           /* most kinds of opponents; bits of a word */
enum { FIELD_STRENGTHS = CPF_STRENGTHS + 1 };                                /* including dead rows, as the weakest */
enum { MOST_ROYALTIES = 64, MOST_PLANS = 1 << 13, MOST_PAYMENTS = 1 << 19 }; /* above these, sets are listed by board */

/* The payment of a pairing. */
typedef struct payment {
    double paid;  /* paid in any case */
    double extra; /* extra payment if the winner of this pairing sweeps all opponents */
    int sweep;    /* the sweep for which the pairing counts: of the player (1), nobody (0), or the opponent (-1) */
} payment;

/* A group of ordinary boards with the same royalties (if royalties matter): words `begin` to `end` of the bit sets. */
typedef struct group {
    int begin, end;
    int32_t royalties[CPF_ROWS];
    int doubles; /* see cpf_board */
} group;

/* Triples that pay the same, counted in the words `begin` to `end`: those of a group, or of adjacent groups. */
typedef struct triple_set {
    uint32_t triples;
    int begin, end;
    payment rest;
} triple_set;

enum { BOUND_SETS_A_GROUP = 2 * CPF_TRIPLES };

/* Sets for upper bounds: no board with these royalties, or lower ones, is paid more than the sets pay. */
typedef struct bound_sets {
    int32_t royalties[CPF_ROWS];
    int n, end[MOST_TIES]; /* the sets for the t-th kind of opponents end at end[t] */
    triple_set *sets;
} bound_sets;

/* A plan for counting: the sets for which a board with certain royalties is paid, as a range of cpf_field.sets. */
typedef struct plan {
    int begin, end;
} plan;

/* Fouls with equal payments: an example, and their number. */
typedef struct fouls {
    const cpf_board *example;
    int64_t n;
} fouls;

/* The different royalties of a row, and the stride of their plans. */
typedef struct row_royalties {
    int n, stride;
    int32_t royalty[MOST_ROYALTIES];
} row_royalties;

/* Averages over the field; arrays are by kind of opponents. */
typedef struct sums {
    double paid;              /* payments that do not depend on a sweep */
    double lost;              /* payments to opponents who sweep */
    double chance[MOST_TIES]; /* chance to win a pairing so that it counts for the sweep */
    double extra[MOST_TIES];  /* extra payments of these pairings */
} sums;

#define ONE (UINT64_C(1) << 32) /* 1 as a fixed-point number */

struct cpf_field {
    cpf_field_tables tables;
    const cpf_rules *rules;
    cpf_rules pairing_rules, sweep_rules; /* for two players: without home runs, and with them */
    const cpf_settling_tables *settling;
    int opponents;
    int ties;                  /* number of kinds of opponents, which differ in who wins ties */
    int tie[MOST_TIES];        /* winner of ties with opponents of a kind: the player (1), nobody (0), the opponent (-1) */
    int count[MOST_TIES];      /* number of opponents of each kind */
    int has_sweep;             /* whether a sweep may pay anything */
    uint32_t active;           /* the triples that may pay a rest */
    int joint_needs_royalties; /* joint(b) depends on royalties */
    int joint_falls_with_royalties; /* joint(b) may fall when a royalty rises */
    int joint_falls;                /* joint(b) may fall when a row or a royalty rises */
    int64_t n;        /* number of boards: first ordinary ones, then special ones (fouls, surrenders, declared naturals) */
    int64_t ordinary; /* number of ordinary boards, which are compared by rows */
    double weight;    /* 1 / n */
    cpf_board *boards;
    double *sweeps_others; /* by board: chance to sweep all opponents but one */
    /* bit sets of ordinary boards */
    int words, groups;
    group *group;
    uint64_t *present;                            /* the bits of all boards; other bits are unused */
    uint64_t *below[CPF_ROWS];                    /* [rank][word]: boards weaker than the rank-th strength of the row */
    uint16_t rank[CPF_ROWS][FIELD_STRENGTHS + 1]; /* by place_of: number of different weaker strengths in the field */
    uint64_t *word_sweeps_others; /* average of sweeps_others over the boards of a word, in units of 1 / ONE */
    uint32_t usual_sets[USUAL_SETS];
    row_royalties royalties[CPF_ROWS];
    int royalty_cases; /* number of combinations of royalties with plans; 0: too many, so sets are listed for each board */
    plan *plans;       /* [royalties][kind of opponents] */
    triple_set *sets;  /* sets of all plans */
    /* special boards */
    sums special;                         /* payments to a legal board, except by the fouls below */
    int64_t fouls;                        /* number of fouls that pay royalties */
    fouls foul[CPF_ROWS + 1];             /* foul[i]: fouls that double the royalty of row i - 1; foul[0]: of no row */
    double foul_points, surrender_points; /* expected points of a foul without the deuce of spades, and of a surrender */
    double aces, aces_of_spades, not_surrendered; /* averages over the field */
};

static inline int pay_alike(const payment *a, const payment *b) {
    return a->paid == b->paid && a->extra == b->extra && a->sweep == b->sweep;
}

/* Return the index of a strength in tables of the field: 0 for a dead row. */
static inline uint32_t place_of(uint32_t strength) { return strength + 1u; }

static inline int is_ordinary(const cpf_board *b) { return !b->surrendered && !b->foul && b->natural < 0; }
static inline int is_pool(const cpf_field *f) { return f->rules->pairings == CPF_POOL; }
static inline int is_single_winner(const cpf_field *f) { return f->rules->pairings == CPF_SINGLE_WINNER; }

static inline int strengths_of(const cpf_field *f, int row) {
    return row == CPF_MIDDLE && f->rules->lowball_middle ? CPF_LOWBALL_STRENGTHS : CPF_STRENGTHS;
}

/* Return the highest royalty of a strength: doubled if the rules have the deuce of spades. */
static inline int32_t highest_royalty(const cpf_rules *rules, int row, int strength) {
    return rules->royalties[row][strength] * (rules->deuce_of_spades ? 2 : 1);
}

static inline double power(double x, int times) {
    double product = 1;
    while (times-- > 0) product *= x;
    return product;
}

/* ---- cpf_field.c ---- */

/* Return a field with its boards in order, without tables for searches; NULL: out of memory. See cpf_field_new. */
cpf_field *cpf_field_start(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                           int opponents, int has_button);

/* Compute the values of rows. `weights`: of the boards of the field, 1 on average; `deuces`: whether to compute the values
 * of rows with the deuce of spades, too. */
void cpf_field_value_rows(const cpf_field *f, const double *weights, int deuces, double values[CPF_ROWS][CPF_KINDS]);

/* ---- cpf_field_pay.c: payments of pairings ---- */

/* Return the rest of a pairing of ordinary boards whose rows compare as `triple`. `tie`: the winner of ties, as in
 * cpf_field; `royalties` and `doubles`: of the player's board. */
payment cpf_field_pay_rows(const cpf_field *f, const int32_t royalties[CPF_ROWS], int doubles, const group *other,
                           int triple, int tie);

/* Return the full payment of a pairing. `tie`: the winner of ties. At least one board is special or has dead rows. */
payment cpf_field_pay_boards(const cpf_field *f, const cpf_board *a, const cpf_board *b, int tie);

/* Add a payment to sums, for `times` opponents of the t-th kind. `boards`: the share of the field that pays it;
 * `sweeps_others`: that share, each board weighted by its chance to sweep the other opponents. */
void cpf_field_add_payment(sums *s, const payment *p, int t, int times, double boards, double sweeps_others);

/* Return the expected points from all opponents. */
double cpf_field_points_of(const cpf_field *f, const sums *s);

/* Add the payments of fouls that pay the royalties of the board that scoops them. `royalties`: of that board. */
void cpf_field_add_fouls(const cpf_field *f, const int32_t royalties[CPF_ROWS], sums *s);

/* ---- cpf_field_sets.c: how often each triple occurs ---- */

/* Build the bit sets. Return 0 if out of memory. */
int cpf_field_lay_out(cpf_field *f);

/* Build the plans. Return 0 if out of memory. */
int cpf_field_make_plans(cpf_field *f);

/* Fill the usual sets of triples. */
void cpf_field_find_usual_sets(uint32_t sets[USUAL_SETS]);

/* Add the payments of ordinary boards to sums, without the row parts. */
void cpf_field_sum_joint(const cpf_field *f, const cpf_board *board, sums *s);

/* Return joint(b), including the payments of special boards. */
double cpf_field_joint_of(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const int32_t royalties[CPF_ROWS],
                          int doubles);

/* List the sets for bounds of boards with these royalties, or lower ones. `bounds->sets` must hold BOUND_SETS_A_GROUP
 * sets for each group and kind of opponents. */
void cpf_field_list_bounds(const cpf_field *f, const int32_t royalties[CPF_ROWS], bound_sets *bounds);

/* Return an upper bound of joint(b), from these sets, for all boards whose rows are no stronger than `strengths`. */
double cpf_field_bound_of(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const bound_sets *bounds);

/* Return the kernel of a level for cpf_field_tables.joint. */
cpf_joint_of_kinds cpf_field_joint_kernel(int level);

/* ---- cpf_field_bounds.c: upper bounds of joint(b) ---- */

/* Compute classes, lifts and bounds. Return 0 if out of memory. */
int cpf_field_find_bounds(cpf_field *f);

#endif
