/* A field: a sample of boards from which each opponent draws one, and the expected points of any board against it.
 *
 * Let F be a field of n boards and k the number of opponents. Given a board b, the boards of the opponents are independent
 * and uniform in F. The payment of a pairing of b with a board o is split into a part for each row, which depends on that
 * row alone, and a rest. The rest depends on the triple, which is the result of each row (lost, tied or won). If the rules
 * multiply royalties, it also depends on the royalties of both boards:
 *
 *     pay(b, o) = sum over rows r of pay_r(b_r, o_r) + rest(triple(b, o))
 *
 * The averages of the row parts over F are tables by strength, filled by prefix sums. The average of the rest is a sum over
 * the 27 triples. In all,
 *
 *     E[points(b)] = sum over rows r of value[r][strength of b_r] + joint(b) + side payments (for aces)
 *     joint(b)     = k sum over triples t of Pr(t) rest(t) + sweep(b)
 *     Pr(t)        = |{o in F : triple(b, o) = t}| / n
 *
 * Sets of boards of F are bit sets. For each row r and each strength s, W_r(s) is the set of the boards that are weaker
 * than s in row r. If b_r = s, b wins row r against W_r(s), ties it with W_r(s + 1) minus W_r(s), and loses it to the rest.
 * So Pr(t) is the popcount of an intersection of three sets. Triples that pay the same are counted together, as a union. If
 * royalties matter, F is divided into groups of boards with equal royalties, and each group is counted separately.
 *
 * A sweep is a win over all opponents at once (a home run, the only winner of the table, all rows of a pool). Let c be the
 * chance to win a pairing so that it counts for the sweep, and x the average over F of the extra payment of an opponent, 0
 * where the pairing does not count. Since opponents are independent,
 *
 *     sweep(b) = k x c^(k - 1) + payments to an opponent who sweeps
 *
 * The chance that an opponent sweeps the other opponents is c^(k - 1) for the board of that opponent. If the button wins
 * ties, the opponent with the button has a different x and c, and the formulas are products and sums over both kinds.
 *
 * Bounds of joint(b): the strengths of each row are divided into up to CPF_FIELD_CLASSES classes, and `bound` holds an
 * upper bound of joint(b) for each triple of classes. A search uses it in place of joint(b) until a board may beat the
 * incumbent. */
#ifndef CPF_FIELD_H
#define CPF_FIELD_H

#include "cpf_removal.h"

enum { CPF_MOST_FIELD = 1 << 16, CPF_FIELD_CLASSES = 64 };

typedef struct cpf_field cpf_field;

/* A function that returns joint(b) of a `cpf_field` from the kinds (see CPF_KINDS) of the rows of b. */
typedef double (*cpf_joint_of_kinds)(const void *field, const uint32_t kinds[CPF_ROWS]);

typedef struct cpf_field_tables {
    double value[CPF_ROWS][CPF_KINDS];        /* expected points of a row alone */
    int has_joint;                            /* 0: joint(b) is 0 for all boards, and the members below are not set */
    int classes[CPF_ROWS];                    /* number of classes of a row */
    uint8_t of_kind[CPF_ROWS][CPF_KINDS];     /* the class of a kind */
    double lift[CPF_ROWS][CPF_FIELD_CLASSES]; /* part of `bound` by row: the sum of three lifts approximates `bound`. A
                                                 search adds each lift to its row, and bounds only the remainder jointly */
    double *bound;                            /* upper bounds of joint(b): [front][middle][back], by class */
    cpf_joint_of_kinds joint;                 /* exact joint(b), by the kernel of the instruction set */
} cpf_field_tables;

/* Return a field of 1 to CPF_MOST_FIELD boards for 1 to 3 opponents of a player with or without the button, or NULL if out
 * of memory. `level`: the instruction set, see cpf_cpu.h. The rules must outlive the field. */
cpf_field *cpf_field_new(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                         int opponents, int has_button, int level);
void cpf_field_free(cpf_field *field);

const cpf_field_tables *cpf_field_tables_of(const cpf_field *field);

/* Return the expected points of any board (also a foul or a surrender) from all opponents, with side payments. */
double cpf_field_points(const cpf_field *field, const cpf_board *board);

/* Return the part of cpf_field_points from side payments. It depends only on the hand, and on whether it is surrendered. */
double cpf_field_side_payments(const cpf_field *field, const cpf_board *board);

/* Write the expected points of n boards (uint8[n, 13], see cpf_read_seat). `declared`: patterns or CPF_DECLARE_... */
void cpf_field_points_many(const cpf_field *field, const uint8_t *boards, const int8_t *declared, int64_t n, double *points,
                           int threads);

/* Declare a natural or surrender where this pays more than the rows. `boards`: the boards of n hands with the best rows.
 * `points`: their expected points without side payments, or NAN for a foul. Update both: a surrender becomes 255, the best
 * board of the hand with a natural replaces the board if it pays more, and points include side payments. Write the declared
 * patterns, or -1. */
void cpf_field_decide(const cpf_field *field, int64_t n, uint8_t *boards, double *points, int8_t *declared, int threads);

/* Write the places of strengths among the knots of card removal: the knots divide the boards of the field about equally. */
void cpf_field_find_places(const cpf_field *field, uint16_t places[CPF_ROWS][CPF_STRENGTHS]);

/* Set card removal against a field. `shifts`: as for cpf_removal_set. */
void cpf_field_set_removal(const cpf_field *field, const float *shifts, cpf_removal *removal);

/* Derivatives of the expected points of boards by the weights of a field. A weight is 1 plus a sum over features: it
 * expresses what a player's own cards reveal about opponents. Derivatives are by the coefficients of that sum, divided by
 * the number of opponents who pay. The caller sets `own`, and allocates all arrays. */
typedef struct cpf_field_slopes {
    double *row;        /* values of rows, [row][strength][feature] */
    int64_t own;        /* number of boards below, at most the number that was asked for */
    int16_t *strengths; /* strengths of the rows of a board, [own][row]; -1: a dead row */
    double *joint;      /* joint(b) of these boards, [own][feature] */
} cpf_field_slopes;

/* Find the slopes of a field of n boards, without side payments. `features`: [n][feature], with means of 0. Return 0 if out
 * of memory. */
int cpf_field_find_slopes(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                          int opponents, const double *features, cpf_field_slopes *slopes, int threads);

#endif
