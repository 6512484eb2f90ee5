/* The best board of a hand, exactly: what each row is worth comes from tables, and terms may depend on the whole board.
 *
 * Every value also has a bound, in steps that are counted in bytes. The search takes the backs with the highest bounds first,
 * and stops when no bound can reach what was found. */
#ifndef CPF_SEARCH_H
#define CPF_SEARCH_H

#include "cpf_hand.h"
#include "cpf_inside.h"

enum { CPF_MOST_CLASSES = 256 };

/* What is looked up of a back: its own bound, and those of what may lie in front of it. */
typedef struct cpf_back_bounds {
    uint8_t back, middle, front, unused; /* four bytes, read at once */
} cpf_back_bounds;

typedef struct cpf_middle_bounds {
    uint8_t middle, front;
} cpf_middle_bounds;

/* Terms of whole boards, by the classes of their rows. */
typedef struct cpf_terms {
    int classes[CPF_ROWS];
    uint8_t of_kind[CPF_ROWS][CPF_KINDS]; /* classes; 0 for all, at first */
    double *term;                         /* [front][middle][back]; 0 for all, at first */
    double lift[CPF_ROWS][CPF_MOST_CLASSES]; /* the part of terms that can be put down to rows, whose bounds it lifts; or 0 */
    int are_lifted;                       /* no term is higher than the sum of these: terms have no bounds of their own */
    uint16_t *with_back, *with_middle;    /* bounds of what is left of the terms: [back]; [middle][back] */
    double (*exact)(const void *context, const uint32_t kinds[CPF_ROWS]); /* if there is one, it is added, and terms are no
                                                                             more than bounds of it */
    const void *context;
} cpf_terms;

/* Room for terms with so many classes a row; NULL: no memory. To be freed. */
cpf_terms *cpf_terms_new(const int classes[CPF_ROWS]);

typedef struct cpf_objective {
    double value[CPF_ROWS][CPF_KINDS];
    const cpf_terms *terms;                  /* or NULL */
    double least, scale, slack;              /* a bound of b steps is a value of least + b / scale */
    int exact;                               /* bounds of values are the values */
    int in_bytes;                            /* and those of whole boards fit in a byte, with one to spare; there are no terms */
    uint16_t packed[CPF_STRENGTHS];          /* the bounds of a middle and, times 256, of a back */
    uint8_t front_bound[CPF_KINDS];
    cpf_middle_bounds middle_bound[CPF_KINDS];
    cpf_back_bounds back_bound[CPF_KINDS];
} cpf_objective;

/* Makes the bounds for values, which must be finite, of rules; the terms must be there before. */
void cpf_objective_ready(cpf_objective *objective, const cpf_rules *rules);

/* The sets that are the rows of a board; all 0: no board. */
typedef struct cpf_split {
    uint32_t front, middle, back;
} cpf_split;

/* The memory that a search of hands of n cards needs. */
size_t cpf_search_bytes(int n);

/* The legal board of highest value; among equals the one with the stronger back, then middle, then front, and then the one whose
 * back, then middle, then front has the lower suits. `memory` has cpf_search_bytes(n), and is aligned to 64 bytes. */
cpf_split cpf_search_best(const cpf_hand *hand, const cpf_objective *objective, cpf_inside_kernel inside, void *memory,
                          double *value);

/* Bounds of the values of the legal boards with each back, in steps and in the order of the subsets. */
void cpf_search_bounds(const cpf_hand *hand, const cpf_objective *objective, cpf_inside_kernel inside, void *memory,
                       uint16_t *bounds);

#endif
