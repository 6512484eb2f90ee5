/* Objectives: the value of a board is the sum of the values of its rows, from tables, and a term that depends on all rows.
 *
 * Branch and bound uses upper bounds of values: whole numbers of steps above the least value. Bounds of rows fit in bytes.
 * Finer bounds, for hands side by side, fit in 15 bits. */
#ifndef CPF_OBJECTIVE_H
#define CPF_OBJECTIVE_H

#include "cpf_removal.h"

enum { CPF_MOST_CLASSES = 256 };

/* For a kind of back: its bound, and the highest bounds of the middles and of the fronts that are legal in front of it. */
typedef struct cpf_back_bounds {
    uint8_t back, middle, front, unused; /* four bytes, for one load */
} cpf_back_bounds;

/* For a kind of middle: its bound, and the highest bound of the fronts that are legal in front of it. */
typedef struct cpf_middle_bounds {
    uint8_t middle, front;
} cpf_middle_bounds;

/* The highest value and the highest class of all rows up to some bound. */
typedef struct cpf_reach {
    double value;
    int row_class;
} cpf_reach;

/* Terms by the classes of the three rows. */
typedef struct cpf_terms {
    int classes[CPF_ROWS];
    uint8_t of_kind[CPF_ROWS][CPF_KINDS];    /* class of a kind of row; all zero at first */
    double *term;                            /* [front][middle][back], by class; all zero at first */
    double lift[CPF_ROWS][CPF_MOST_CLASSES]; /* part of a term that is added to the value of a row; all zero at first */
    int are_lifted;                          /* no term is above the sum of its lifts, so remainders need no bounds */
    uint16_t *with_back, *with_middle;       /* highest bounds of remainders (terms minus lifts): [back], [middle][back] */
    /* The next three are only set for refined objectives whose terms are not lifted. */
    double *within; /* [front][middle][back]: highest term with classes of front and middle up to these */
    double highest[CPF_BACK][CPF_STRENGTHS]; /* highest value of the fronts, or middles, up to a strength */
    cpf_reach reach[CPF_BACK][256];          /* by the bound of a front or a middle */
    double (*exact)(const void *context,
                    const uint32_t kinds[CPF_ROWS]); /* returns the exact term, which `term` bounds; NULL: `term` is exact */
    const void *context;
} cpf_terms;

/* Allocate terms for these numbers of classes; NULL: out of memory. The caller frees them. */
cpf_terms *cpf_terms_new(const int classes[CPF_ROWS]);

typedef struct cpf_objective {
    double value[CPF_ROWS][CPF_KINDS];
    cpf_terms *terms;               /* the terms, or NULL */
    const cpf_removal *removal;     /* shifts of values by the cards of the hand, which bounds do not include; or NULL */
    double least, scale, slack;     /* a value with bound b is at most least + (b + slack) / scale */
    int exact;                      /* every value with bound b is exactly least + b / scale */
    int in_bytes;                   /* exact, without terms, and all bounds of boards are below 255; not with shifts */
    int is_refined;                 /* see cpf_objective_refine */
    int first_paying[CPF_ROWS];     /* lowest strength with a bound above 0; not set if terms have bounds */
    uint32_t packed[CPF_STRENGTHS]; /* strength | bound of a back << 16 | bound of a middle << 24 */
    uint8_t front_bound[CPF_KINDS];
    cpf_middle_bounds middle_bound[CPF_KINDS];
    cpf_back_bounds back_bound[CPF_KINDS];
    double fine_scale, fine_slack; /* scale and slack of finer bounds, below 2^15 - 1 for boards */
    uint16_t fine_front[CPF_STRENGTHS];
    uint32_t fine_packed[CPF_STRENGTHS]; /* bound of a middle + 65,536 * (bound of a back with its highest remainder) */
} cpf_objective;

/* Return the terms if their remainders have bounds, else NULL. */
static inline const cpf_terms *cpf_bounding_terms(const cpf_objective *o) {
    return o->terms && !o->terms->are_lifted ? o->terms : NULL;
}

/* Let the cards of each hand shift the values of its rows. Call cpf_objective_prepare next. */
static inline void cpf_objective_shift(cpf_objective *objective, const cpf_removal *removal) {
    objective->removal = removal;
}

/* Compute the bounds of an objective from its values and terms, which must be finite. */
void cpf_objective_prepare(cpf_objective *objective, const cpf_rules *rules);

/* Compute the finer bounds, to search many hands. Call cpf_objective_prepare first. */
void cpf_objective_refine(cpf_objective *objective, const cpf_rules *rules);

#endif
