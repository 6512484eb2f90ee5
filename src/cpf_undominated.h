/* The boards that no other legal board beats or ties in every row. */
#ifndef CPF_UNDOMINATED_H
#define CPF_UNDOMINATED_H

#include "cpf_search.h"

typedef struct cpf_undominated {
    cpf_split *splits; /* the strongest back first, then the strongest middle; to be freed */
    int n, room;
} cpf_undominated;

/* Lists them, of boards with equal rows the one whose back, then middle, then front has the lower suits. Returns 0 if there is no
 * memory. `list` keeps what was allocated for the hand before; `cube` has cpf_subset_max_bytes(n) and is aligned to 64 bytes. */
int cpf_undominated_list(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube, cpf_undominated *list);

#endif
