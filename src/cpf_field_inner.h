/* What the parts of a field share; of no use outside cpf_field*.c. */
#ifndef CPF_FIELD_INNER_H
#define CPF_FIELD_INNER_H

#include "cpf_field.h"

enum { PATTERNS = 27, ALL_WON = PATTERNS - 1, ALL_LOST = 0, MOST_TIES = 2, WORD = 64 };
enum { MOST_ROYALTIES = 64, MOST_PLANS = 1 << 13, MOST_PAYMENTS = 1 << 19 }; /* that are worked out beforehand */
enum { TWO_WON, TWO_LOST, MORE_WON, MORE_LOST, USUAL_SETS };

/* What a pairing pays; what it pays more if the one who wins the event wins it against all. */
typedef struct payment {
    double paid, extra;
    int event;
} payment;

/* Ordinary boards whose royalties are alike, as far as that matters: some words of the bit sets. */
typedef struct group {
    int begin, end;
    int32_t royalties[CPF_ROWS];
    int doubles;
} group;

/* Patterns that pay alike, in some words: those of a group, or of several beside each other. */
typedef struct pattern_set {
    uint32_t patterns;
    int begin, end;
    payment rest;
} pattern_set;

enum { MOST_OF_GROUP = 2 * PATTERNS };

/* What boards are paid at most, by who wins ties. */
typedef struct most_sets {
    int32_t royalties[CPF_ROWS];
    int n, end[MOST_TIES];
    pattern_set *sets;
} most_sets;

/* What a board of certain royalties is paid by all groups: a part of a list of sets. */
typedef struct plan {
    int begin, end;
} plan;

/* Fouls that pay alike. */
typedef struct fouls {
    const cpf_board *one;
    int64_t n;
} fouls;

/* Different royalties that a row may have, and how far apart their plans are. */
typedef struct row_royalties {
    int n, stride;
    int32_t of[MOST_ROYALTIES];
} row_royalties;

#define ONE (UINT64_C(1) << 32)

struct cpf_field {
    cpf_field_tables tables;
    const cpf_rules *rules;
    cpf_rules pairing_rules, event_rules; /* for two: without the home run, and with it */
    cpf_settle_boards settle;
    int opponents;
    int ties, tie[MOST_TIES], count[MOST_TIES]; /* who wins tied rows, and against how many opponents */
    int has_event, joint_needs_royalties;
    uint32_t active;                            /* the patterns that may pay a rest */
    int64_t n, ordinary;
    double weight;                              /* of a board */
    cpf_board *boards;                          /* the ordinary ones first */
    double *alone;                              /* by board: the chance that it wins the event against all other opponents */
    /* sets of ordinary boards */
    int words, groups;
    group *group;
    uint64_t *present;
    uint64_t *below[CPF_ROWS];                  /* [rank][word]: those weaker than the rank-th strength of the row */
    uint16_t rank[CPF_ROWS][CPF_STRENGTHS + 1]; /* how many strengths of the field are weaker */
    uint64_t *word_alone;                       /* the average of `alone` over a word, as a fraction of ONE */
    uint32_t usual_sets[USUAL_SETS];            /* of patterns */
    row_royalties royalties[CPF_ROWS];
    int boards_told_apart;                      /* by their royalties; 0: so many that plans are made as they are needed */
    plan *plans;                                /* [royalties][tie] */
    pattern_set *sets;                          /* of the plans */
    /* what the others pay a legal board */
    int64_t fouls;                              /* those that pay royalties; */
    fouls foul[CPF_ROWS + 1];                   /* by the row whose royalties they pay twofold */
    double other_paid, other_chance[MOST_TIES], other_extra[MOST_TIES], other_lost;
    double foul_points, surrender_points;       /* what all pay a foul without the deuce of spades; a surrender */
    double aces, aces_of_spades, not_surrendered; /* averages */
};

/* Sums over a field: points, and the event by who wins ties. */
typedef struct sums {
    double paid, lost;                           /* lost: what others are paid for the event */
    double chance[MOST_TIES], extra[MOST_TIES];
} sums;

static inline int is_ordinary(const cpf_board *b) { return !b->surrendered && !b->foul && b->natural < 0; }
static inline int is_pool(const cpf_field *f) { return f->rules->pairings == CPF_POOL; }
static inline int is_single_winner(const cpf_field *f) { return f->rules->pairings == CPF_SINGLE_WINNER; }

static inline int strengths_of(const cpf_field *f, int row) {
    return row == CPF_MIDDLE && f->rules->lowball_middle ? CPF_LOWBALL_STRENGTHS : CPF_STRENGTHS;
}

static inline double power(double x, int times) {
    double product = 1;
    while (times-- > 0) product *= x;
    return product;
}

/* ---- cpf_field_pay.c: what pairings pay ---- */

/* Rows against rows: what it pays beside what each row pays by itself. `pattern` has a digit from 0 to 2 (lost, tied, won) for
 * each row, `tie` tells who wins tied rows. */
payment cpf_field_pay_rows(const cpf_field *f, const int32_t royalties[CPF_ROWS], int doubles, const group *other, int pattern,
                           int tie);

/* Any two boards, of which one is no ordinary board: by settling them. */
payment cpf_field_pay_boards(const cpf_field *f, const cpf_board *a, const cpf_board *b);

/* Adds what `boards` opponents pay; `alone` is the sum of their chances to win the event against all others. */
void cpf_field_add_payment(sums *s, const payment *p, int t, int times, double boards, double alone);

/* What the sums come to over all opponents. */
double cpf_field_points_of(const cpf_field *f, const sums *s);

/* Adds the fouls that pay the royalties of the board that scoops them. */
void cpf_field_add_fouls(const cpf_field *f, const int32_t royalties[CPF_ROWS], sums *s);

/* What those who declare, foul or surrender pay a legal board. */
sums cpf_field_others_of(const cpf_field *f);

/* ---- cpf_field_sets.c: which rows are won how often ---- */

/* Make the sets of boards, and the plans by which patterns pay; 0: no memory. */
int cpf_field_lay_out(cpf_field *f);
int cpf_field_make_plans(cpf_field *f);
void cpf_field_find_usual_sets(uint32_t sets[USUAL_SETS]);

/* What ordinary boards pay beside what each row pays by itself: into sums, or in points and with the others. */
void cpf_field_sum_joint(const cpf_field *f, const cpf_board *board, sums *s);
double cpf_field_joint_of(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const int32_t royalties[CPF_ROWS],
                          int doubles);

/* Lists what boards of some royalties, or lower ones, are paid at most; `sets` has room for all groups (MOST_OF_GROUP each) and
 * ties. */
void cpf_field_list_most(const cpf_field *f, const int32_t royalties[CPF_ROWS], most_sets *most);

/* By such a list, in points: no less than what any board is paid whose rows are as strong as that, or weaker. */
double cpf_field_most_of(const cpf_field *f, const uint32_t strengths[CPF_ROWS], const most_sets *most);

/* What ordinary boards pay from kinds, by the kernel of a level. */
cpf_joint_of_kinds cpf_field_joint_kernel(int level);

/* ---- cpf_field_bounds.c: how much that can be ---- */

/* Fills classes, lifts and bounds; 0: no memory. */
int cpf_field_find_bounds(cpf_field *f);

#endif
