/* Objectives: the value of a board is a sum of values of its rows, from tables, and of a term that may depend on all rows.
 *
 * For branch and bound, values also have upper bounds, which are small integers: numbers of steps above the least value.
 * Those of rows fit in bytes; finer ones, for hands side by side, in 15 bits. */
#ifndef CPF_OBJECTIVE_H
#define CPF_OBJECTIVE_H

#include "cpf_settling.h"

enum { CPF_MOST_CLASSES = 256 };

/* Bounds by the kind of a back: its own, and the highest of the middles and fronts that are legal in front of it. */
typedef struct cpf_back_bounds {
    uint8_t back, middle, front, unused; /* four bytes, for one load */
} cpf_back_bounds;

typedef struct cpf_middle_bounds {
    uint8_t middle, front;
} cpf_middle_bounds;

/* The highest value, and the highest class, of the rows whose bound is no higher than some number. */
typedef struct cpf_reach {
    double value;
    int row_class;
} cpf_reach;

/* Terms by the classes of the three rows. */
typedef struct cpf_terms {
    int classes[CPF_ROWS];
    uint8_t of_kind[CPF_ROWS][CPF_KINDS];    /* the class of a kind of row; all 0 at first */
    double *term;                            /* [front][middle][back], by class; all 0 at first */
    double lift[CPF_ROWS][CPF_MOST_CLASSES]; /* a separable part, added to the bounds of rows; all 0 at first */
    int are_lifted;                          /* no term is above the sum of its lifts, so remainders have no bounds */
    uint16_t *with_back, *with_middle;       /* bounds of the remainders, term less lifts: by [back]; by [middle][back] */
    /* only of refined objectives whose terms are not lifted: */
    double *within; /* [front][middle][back]: the highest term with no higher classes of front and middle */
    double most[CPF_BACK][CPF_STRENGTHS]; /* the highest value of fronts and of middles that are no stronger */
    cpf_reach reach[CPF_BACK][256];       /* by the bound of a front or a middle */
    double (*exact)(const void *context, const uint32_t kinds[CPF_ROWS]); /* the true term, bounded by `term`; or NULL */
    const void *context;
} cpf_terms;

/* Allocates terms with so many classes of each row; NULL: no memory. To be freed. */
cpf_terms *cpf_terms_new(const int classes[CPF_ROWS]);

typedef struct cpf_objective {
    double value[CPF_ROWS][CPF_KINDS];
    cpf_terms *terms;               /* or NULL */
    double least, scale, slack;     /* a bound of b steps stands for values up to least + (b + slack) / scale, where
                                     * slack makes up for rounding */
    int exact;                      /* values are least + b / scale exactly, for their bounds b */
    int in_bytes;                   /* exact, without terms, and bounds of boards are below 255 */
    int is_refined;                 /* see cpf_objective_refine */
    int first_worth[CPF_ROWS];      /* rows of lower strengths have bounds of 0; not if terms have bounds of their own */
    uint32_t packed[CPF_STRENGTHS]; /* by strength: itself, then in a byte each the bounds of a back and of a middle */
    uint8_t front_bound[CPF_KINDS];
    cpf_middle_bounds middle_bound[CPF_KINDS];
    cpf_back_bounds back_bound[CPF_KINDS];
    double fine_scale, fine_slack; /* of finer bounds; those of boards are below 2^15 - 1 */
    uint16_t fine_front[CPF_STRENGTHS];
    uint32_t fine_packed[CPF_STRENGTHS]; /* by strength: the bound of a middle, plus 65,536 times that of a back with
                                          * its highest remainder */
} cpf_objective;

/* The terms, if their remainders have bounds of their own; else NULL. */
static inline const cpf_terms *cpf_bounding_terms(const cpf_objective *o) {
    return o->terms && !o->terms->are_lifted ? o->terms : NULL;
}

/* Finds the bounds of an objective whose values and terms are set; these must be finite. */
void cpf_objective_ready(cpf_objective *objective, const cpf_rules *rules);

/* After that, finds the finer bounds, which pay off if many hands are searched. */
void cpf_objective_refine(cpf_objective *objective, const cpf_rules *rules);

#endif
