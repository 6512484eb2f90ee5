/* Objectives: the value of a board is the sum of the values of its rows, from tables, and of a term of all three rows.
 *
 * For branch and bound, values have upper bounds, which are small integers: numbers of steps above the least value. Bounds
 * of rows fit in bytes; finer bounds, for hands side by side, in 15 bits. */
#ifndef CPF_OBJECTIVE_H
#define CPF_OBJECTIVE_H

#include "cpf_settling.h"

enum { CPF_MOST_CLASSES = 256 };

/* Bounds by the kind of a back: of the back, and the highest of the middles and fronts that are legal in front of it. */
typedef struct cpf_back_bounds {
    uint8_t back, middle, front, unused; /* four bytes, for one load */
} cpf_back_bounds;

typedef struct cpf_middle_bounds {
    uint8_t middle, front;
} cpf_middle_bounds;

/* The highest value and the highest class of the rows up to some bound. */
typedef struct cpf_reach {
    double value;
    int row_class;
} cpf_reach;

/* Terms by the classes of the three rows. */
typedef struct cpf_terms {
    int classes[CPF_ROWS];
    uint8_t of_kind[CPF_ROWS][CPF_KINDS];    /* class of a kind of row; all zero at first */
    double *term;                            /* [front][middle][back], by class; all zero at first */
    double lift[CPF_ROWS][CPF_MOST_CLASSES]; /* separable part, added to the bounds of rows; all zero at first */
    int are_lifted;                          /* no term is above the sum of its lifts, so remainders need no bounds */
    uint16_t *with_back, *with_middle;       /* bounds of remainders (terms less lifts): [back]; [middle][back] */
    /* only for refined objectives whose terms are not lifted: */
    double *within; /* [front][middle][back]: highest term with no higher classes of front and middle */
    double highest[CPF_BACK][CPF_STRENGTHS]; /* highest value of the fronts, or middles, up to a strength */
    cpf_reach reach[CPF_BACK][256];          /* by the bound of a front or a middle */
    double (*exact)(const void *context, const uint32_t kinds[CPF_ROWS]); /* exact term, up to `term`; or NULL */
    const void *context;
} cpf_terms;

/* Allocate terms with so many classes of each row; NULL: no memory. The caller frees them. */
cpf_terms *cpf_terms_new(const int classes[CPF_ROWS]);

typedef struct cpf_objective {
    double value[CPF_ROWS][CPF_KINDS];
    cpf_terms *terms;               /* or NULL */
    double least, scale, slack;     /* a bound of b steps: values up to least + (b + slack) / scale */
    int exact;                      /* every value is exactly least + b / scale, for its bound b */
    int in_bytes;                   /* exact, without terms, and bounds of boards are below 255 */
    int is_refined;                 /* see cpf_objective_refine */
    int first_paying[CPF_ROWS];     /* lowest strength with a bound above 0; not set if terms have bounds */
    uint32_t packed[CPF_STRENGTHS]; /* by strength: itself, and the bounds of a back and a middle, a byte each */
    uint8_t front_bound[CPF_KINDS];
    cpf_middle_bounds middle_bound[CPF_KINDS];
    cpf_back_bounds back_bound[CPF_KINDS];
    double fine_scale, fine_slack; /* of finer bounds; bounds of boards are below 2^15 - 1 */
    uint16_t fine_front[CPF_STRENGTHS];
    uint32_t fine_packed[CPF_STRENGTHS]; /* bound of a middle + 65,536 * (bound of a back with its highest remainder) */
} cpf_objective;

/* Return the terms if their remainders have bounds, else NULL. */
static inline const cpf_terms *cpf_bounding_terms(const cpf_objective *o) {
    return o->terms && !o->terms->are_lifted ? o->terms : NULL;
}

/* Compute the bounds of an objective from its values and terms, which must be finite. */
void cpf_objective_prepare(cpf_objective *objective, const cpf_rules *rules);

/* Compute the finer bounds, which pay off if many hands are searched. Call cpf_objective_prepare first. */
void cpf_objective_refine(cpf_objective *objective, const cpf_rules *rules);

#endif
