/* A field: a sample of boards from which each opponent draws one, and the expected points of any board against it.
 *
 * Let F be a field of n boards and k the number of opponents. Given a board b, the boards of the opponents are independent
 * and uniform in F. What a pairing of b with a board o pays is split into a part for each row, which depends on that row
 * alone, and a rest. The rest depends on the triple of rows that are lost, tied and won, one of 3^3 = 27, and, where the
 * rules multiply royalties, on the royalties of both boards:
 *
 *     pay(b, o) = sum over rows r of pay_r(b_r, o_r) + rest(triple(b, o))
 *
 * The averages of the row parts over F are tables by strength, filled by prefix sums. The average of the rest is a sum over
 * the triples. In all,
 *
 *     E[points(b)] = sum over rows r of value[r][strength of b_r] + joint(b) + side payments
 *     joint(b)     = k sum over triples t of Pr(t) rest(t) + sweep(b)
 *     Pr(t)        = |{o in F : triple(b, o) = t}| / n
 *
 * Sets of boards of F are bit sets. For each row and each strength s there is the set W_r(s) of the boards weaker than s
 * there; with b_r = s, these are the boards over which the row is won, W_r(s + 1) minus W_r(s) those that tie, and the rest
 * of F those to which it is lost. So Pr(t) is a popcount of three sets intersected. Triples that pay the same are counted at
 * once, as a union. If royalties matter, F is divided into groups of boards with equal royalties, and each is counted by
 * itself.
 *
 * A sweep is a win over all opponents at once (a home run, the only winner of the table, all rows of a pool). If c is the
 * chance of the win over one opponent that counts for the sweep, and x the average over F of what an opponent pays on top of
 * it, which is 0 where the win does not count,
 *
 *     sweep(b) = k x c^(k - 1) + what is paid to an opponent who sweeps
 *
 * since the others are independent; an opponent's own chance of sweeping the others is c^(k - 1) for its own board. If ties
 * are won by the button, the opponent with the button has its own x and c, and the formulas are products and sums over both
 * kinds.
 *
 * Bounds of joint(b): strengths of each row are divided into up to CPF_FIELD_CLASSES classes, and `bound` has for each
 * triple of classes a number that joint(b) does not exceed for any legal b of these classes. A search uses it in place of
 * joint(b) until a board may beat the incumbent. */
#ifndef CPF_FIELD_H
#define CPF_FIELD_H

#include "cpf_settling.h"

enum { CPF_MOST_FIELD = 1 << 16, CPF_FIELD_CLASSES = 64 };

typedef struct cpf_field cpf_field;

/* joint(b) of a `cpf_field`, from the kinds (see CPF_KINDS) of the rows of b. */
typedef double (*cpf_joint_of_kinds)(const void *field, const uint32_t kinds[CPF_ROWS]);

typedef struct cpf_field_tables {
    double value[CPF_ROWS][CPF_KINDS];        /* expected points of a row by itself */
    int has_joint;                            /* 0: joint(b) is 0 for all boards, and what follows is not filled */
    int classes[CPF_ROWS];                    /* number of classes of a row */
    uint8_t of_kind[CPF_ROWS][CPF_KINDS];     /* the class of a kind */
    double lift[CPF_ROWS][CPF_FIELD_CLASSES]; /* the separable part of `bound`: the sum of three lifts approximates it, so a
                                               * search adds them to the rows and bounds only the remainder jointly */
    double *bound;                            /* [front][middle][back], by class: no joint(b) is higher */
    cpf_joint_of_kinds joint;                 /* joint(b) itself, by the kernel of the instruction set */
} cpf_field_tables;

/* A field of 1 to CPF_MOST_FIELD boards against a player with or without the button; 1 to 3 opponents. `level`: the
 * instruction set, see cpf_cpu.h. The rules must outlive the field. NULL: no memory. */
cpf_field *cpf_field_new(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                         int opponents, int has_button, int level);
void cpf_field_free(cpf_field *field);

const cpf_field_tables *cpf_field_tables_of(const cpf_field *field);

/* Expected points of any board, fouls and surrenders too, from all opponents together; with side payments. */
double cpf_field_points(const cpf_field *field, const cpf_board *board);

/* The side payments among these points. All boards of a hand have the same, unless it is surrendered. */
double cpf_field_side_payments(const cpf_field *field, const cpf_board *board);

/* What n boards (uint8[n, 13]; 254 and 255 as in cpf_read_seat) are paid; `declared` has the codes of what they declare. */
void cpf_field_points_many(const cpf_field *field, const uint8_t *boards, const int8_t *declared, int64_t n, double *points,
                           int threads);

/* Declares or surrenders where that pays more than the rows. `boards` are those whose rows pay the most, and `points` what
 * they pay without side payments, or NAN for a foul. Both are changed: a surrender becomes 255, a board that shows a natural
 * takes the place of one that does not, and the points become the total. Writes the patterns that are declared, or -1. */
void cpf_field_decide(const cpf_field *field, int64_t n, uint8_t *boards, double *points, int8_t *declared, int threads);

#endif
