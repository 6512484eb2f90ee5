/* What a board is worth: a value for each row, from tables, and terms that may depend on the whole board.
 *
 * Every value also has bounds: in steps that are counted in bytes, and finer ones. */
#ifndef CPF_OBJECTIVE_H
#define CPF_OBJECTIVE_H

#include "cpf_settling.h"

enum { CPF_MOST_CLASSES = 256 };

/* What is looked up of a back: its own bound, and those of what may lie in front of it. */
typedef struct cpf_back_bounds {
    uint8_t back, middle, front, unused; /* four bytes, read at once */
} cpf_back_bounds;

typedef struct cpf_middle_bounds {
    uint8_t middle, front;
} cpf_middle_bounds;

/* The most that rows of no higher bound may have. */
typedef struct cpf_reach {
    double value;
    int row_class;
} cpf_reach;

/* Terms of whole boards, by the classes of their rows. */
typedef struct cpf_terms {
    int classes[CPF_ROWS];
    uint8_t of_kind[CPF_ROWS][CPF_KINDS]; /* classes; 0 for all, at first */
    double *term;                         /* [front][middle][back]; 0 for all, at first */
    double lift[CPF_ROWS][CPF_MOST_CLASSES]; /* the part of terms that can be put down to rows, whose bounds it lifts; or 0 */
    int are_lifted;                       /* no term is higher than the sum of these: terms have no bounds of their own */
    uint16_t *with_back, *with_middle;    /* bounds of what is left of the terms: [back]; [middle][back] */
    /* of terms that are not lifted, when they are refined: */
    double *within;                       /* [front][middle][back]: the highest of the fronts and middles of no higher class */
    double most[CPF_BACK][CPF_STRENGTHS]; /* the highest value of the fronts and middles of no higher strength */
    cpf_reach reach[CPF_BACK][256];       /* by the bound of a front or a middle */
    double (*exact)(const void *context, const uint32_t kinds[CPF_ROWS]); /* if there is one, it is added, and terms are no
                                                                             more than bounds of it */
    const void *context;
} cpf_terms;

/* Room for terms with so many classes a row; NULL: no memory. To be freed. */
cpf_terms *cpf_terms_new(const int classes[CPF_ROWS]);

typedef struct cpf_objective {
    double value[CPF_ROWS][CPF_KINDS];
    cpf_terms *terms;                        /* or NULL */
    double least, scale, slack;              /* a bound of b steps is a value of least + b / scale */
    int exact;                               /* bounds of values are the values */
    int in_bytes;                            /* and those of whole boards fit in a byte, with one to spare; there are no terms */
    int is_refined;                          /* see cpf_objective_refine */
    uint16_t packed[CPF_STRENGTHS];          /* the bounds of a middle and, times 256, of a back */
    uint8_t front_bound[CPF_KINDS];
    cpf_middle_bounds middle_bound[CPF_KINDS];
    cpf_back_bounds back_bound[CPF_KINDS];
    double fine_scale, fine_slack;           /* of finer bounds: those of whole boards fit in 15 bits, with one to spare */
    uint16_t fine_front[CPF_STRENGTHS];
    uint32_t fine_packed[CPF_STRENGTHS]; /* of a middle and, times 65,536, of a back with all that terms may add */
} cpf_objective;

/* Terms with bounds of their own, or NULL. */
static inline const cpf_terms *cpf_bounding_terms(const cpf_objective *o) {
    return o->terms && !o->terms->are_lifted ? o->terms : NULL;
}

/* Makes the bounds for values, which must be finite, of rules; the terms must be there before. */
void cpf_objective_ready(cpf_objective *objective, const cpf_rules *rules);

/* Makes more of them, after that, for an objective by which many hands are searched. */
void cpf_objective_refine(cpf_objective *objective, const cpf_rules *rules);

#endif
