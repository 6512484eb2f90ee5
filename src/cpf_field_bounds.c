/* Upper bounds of joint(b), the part of expected points that depends on all rows, by classes of rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cpf_field_inner.h"

/* Divide the strengths of a row into about `count` classes that are about equally likely in the field. If joint(b) depends
 * on royalties and the classes suffice, also divide where the royalty changes. top[i]: the highest strength of class i. */
static void find_classes(cpf_field *f, int row, int count, int top[]) {
    const int16_t *royalties = f->rules->royalties[row];
    double at[FIELD_STRENGTHS], sum = 0;
    int n = 0, strengths = strengths_of(f, row), changes = 0;
    memset(at, 0, sizeof at);
    for (int64_t i = 0; i < f->ordinary; i++) at[place_of(f->boards[i].strengths[row])] += 1.0 / (double)f->ordinary;
    for (int s = 0; s + 1 < strengths; s++) changes += royalties[s] != royalties[s + 1];
    int cut = f->joint_needs_royalties && count + changes < CPF_FIELD_CLASSES;
    for (int s = 0; s < strengths; s++) {
        sum += at[place_of((uint32_t)s)];
        int last = s == strengths - 1, changes_here = cut && !last && royalties[s] != royalties[s + 1];
        f->tables.of_kind[row][s] = f->tables.of_kind[row][s + CPF_STRENGTHS] = (uint8_t)n;
        if (last || changes_here || sum * count >= 1) {
            top[n++] = s;
            sum = 0;
        }
        if (n == CPF_FIELD_CLASSES - 1 && !last) { /* the last class takes all other strengths */
            for (s++; s < strengths; s++) f->tables.of_kind[row][s] = f->tables.of_kind[row][s + CPF_STRENGTHS] = (uint8_t)n;
            top[n++] = strengths - 1;
        }
    }
    f->tables.classes[row] = n;
}

/* Find the highest royalty of each class. */
static void highest_royalties(const cpf_field *f, int row, int32_t highest[CPF_FIELD_CLASSES]) {
    const uint8_t *of_kind = f->tables.of_kind[row];
    memset(highest, 0, CPF_FIELD_CLASSES * sizeof *highest);
    for (int s = 0; s < strengths_of(f, row); s++) {
        int32_t royalty = highest_royalty(f->rules, row, s);
        if (royalty > highest[of_kind[s]]) highest[of_kind[s]] = royalty;
    }
}

#define NEVER (-HUGE_VAL) /* the bound of triples of classes without legal boards */

/* Find the separable part of the bounds: the lift of a class is the mean bound of its triples minus the mean bound. */
static void find_lifts(cpf_field *f) {
    cpf_field_tables *t = &f->tables;
    const int *classes = t->classes;
    double sum[CPF_ROWS][CPF_FIELD_CLASSES], cells[CPF_ROWS][CPF_FIELD_CLASSES], mean = 0, count = 0;
    const double *bound = t->bound;
    memset(sum, 0, sizeof sum);
    memset(cells, 0, sizeof cells);
    for (int front = 0; front < classes[CPF_FRONT]; front++)
        for (int middle = 0; middle < classes[CPF_MIDDLE]; middle++)
            for (int back = 0; back < classes[CPF_BACK]; back++, bound++) {
                int at[CPF_ROWS] = {front, middle, back};
                if (*bound == NEVER) continue;
                for (int row = 0; row < CPF_ROWS; row++) {
                    sum[row][at[row]] += *bound;
                    cells[row][at[row]]++;
                }
                mean += *bound;
                count++;
            }
    mean /= count;
    for (int row = 0; row < CPF_ROWS; row++)
        for (int c = 0; c < classes[row]; c++)
            if (cells[row][c] > 0) t->lift[row][c] = sum[row][c] / cells[row][c] - mean;
    /* Triples of classes without legal boards get the lowest remainder of the others, so no bound rises. */
    double least_remainder = 0, *term = t->bound;
    for (int pass = 0; pass < 2; pass++) {
        term = t->bound;
        for (int front = 0; front < classes[CPF_FRONT]; front++)
            for (int middle = 0; middle < classes[CPF_MIDDLE]; middle++)
                for (int back = 0; back < classes[CPF_BACK]; back++, term++) {
                    double lift = t->lift[CPF_FRONT][front] + t->lift[CPF_MIDDLE][middle] + t->lift[CPF_BACK][back];
                    if (pass && *term == NEVER)
                        *term = lift + least_remainder;
                    else if (!pass && *term != NEVER)
                        least_remainder = fmin(least_remainder, *term - lift);
                }
    }
}

int cpf_field_find_bounds(cpf_field *f) {
    static const int count[CPF_ROWS] = {16, 24, 24};
    cpf_field_tables *t = &f->tables;
    int top[CPF_ROWS][CPF_FIELD_CLASSES], monotonic = !f->joint_falls;
    int32_t royalty[CPF_ROWS][CPF_FIELD_CLASSES];
    for (int row = 0; row < CPF_ROWS; row++) {
        find_classes(f, row, count[row], top[row]);
        highest_royalties(f, row, royalty[row]);
    }
    const int *classes = t->classes;
    double *bound = t->bound = calloc((size_t)classes[0] * (size_t)classes[1] * (size_t)classes[2], sizeof *t->bound);
    bound_sets list = {{0, 0, 0}, 0, {0, 0}, NULL};
    if (bound && !monotonic) list.sets = malloc((size_t)(f->groups * f->ties * BOUND_SETS_A_GROUP) * sizeof *list.sets + 1);
    if (!bound || (!monotonic && !list.sets)) return 0;
    for (int front = 0; front < classes[CPF_FRONT]; front++)
        for (int middle = 0; middle < classes[CPF_MIDDLE]; middle++)
            for (int back = 0; back < classes[CPF_BACK]; back++) {
                const int at[CPF_ROWS] = {front, middle, back};
                uint32_t weakest[CPF_ROWS], strongest[CPF_ROWS];
                int32_t royalties[CPF_ROWS];
                for (int row = 0; row < CPF_ROWS; row++) {
                    weakest[row] = at[row] ? (uint32_t)top[row][at[row] - 1] + 1 : 0;
                    strongest[row] = (uint32_t)top[row][at[row]];
                    royalties[row] = royalty[row][at[row]];
                }
                int legal = f->rules->lowball_middle
                                ? weakest[CPF_FRONT] <= strongest[CPF_BACK]
                                : weakest[CPF_FRONT] <= strongest[CPF_MIDDLE] && weakest[CPF_MIDDLE] <= strongest[CPF_BACK];
                if (legal && !monotonic && (!list.n || memcmp(list.royalties, royalties, sizeof royalties)))
                    cpf_field_list_bounds(f, royalties, &list);
                *bound++ = !legal      ? NEVER
                           : monotonic ? cpf_field_joint_of(f, strongest, royalties, -1)
                                       : cpf_field_bound_of(f, strongest, &list);
            }
    free(list.sets);
    find_lifts(f);
    return 1;
}
