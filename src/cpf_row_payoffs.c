/* Row payoffs. They are constant between two neighbours of the sorted strengths, but for royalties. */
#include "cpf_row_payoffs.h"

#include <stdlib.h>

static int compare_rows(const void *first, const void *second) {
    const cpf_sampled_row *a = first, *b = second;
    return (int)a->strength - (int)b->strength;
}

/* Add points to the payoffs of strengths from `begin` to below `end`. These win `won` rows and lose `lost`, and owe the
 * royalties of stronger rows. */
static void add_range(const cpf_row_terms *t, int64_t n, uint32_t begin, uint32_t end, int64_t won, int64_t lost,
                      int64_t owed, double *payoffs) {
    const double points = t->price * (double)(won - lost) / (double)n;
    for (uint32_t s = begin; s < end; s++) payoffs[s] += points;
    for (uint32_t s = begin; t->royalties && s < end; s++)
        payoffs[s] += t->share * (t->royalties[s] * (double)won - (double)owed) / (double)n;
}

void cpf_add_row_payoffs(const cpf_row_terms *terms, cpf_sampled_row *rows, int64_t n, double *payoffs) {
    int64_t owed = 0; /* royalties of the rows that are stronger */
    uint32_t begin = 0;
    qsort(rows, (size_t)n, sizeof *rows, compare_rows);
    for (int64_t i = 0; i < n; i++) owed += rows[i].royalty;
    for (int64_t i = 0, next; i < n; i = next) {
        const uint32_t strength = rows[i].strength;
        int64_t of_equal = 0;
        for (next = i; next < n && rows[next].strength == strength; next++) of_equal += rows[next].royalty;
        add_range(terms, n, begin, strength, i, n - i, owed, payoffs);
        owed -= of_equal;
        add_range(terms, n, strength, strength + 1, terms->tie > 0 ? next : i, n - (terms->tie < 0 ? i : next),
                  owed + (terms->tie < 0 ? of_equal : 0), payoffs);
        begin = strength + 1;
    }
    add_range(terms, n, begin, CPF_STRENGTHS, n, 0, owed, payoffs);
}

/* Added to a number below 2^51 and subtracted again, it rounds the number to an integer; `rint` would be a call. */
static const double rounder = 6755399441055744.0; /* 1.5 * 2^52 */

void cpf_round_payoffs(const double *payoffs, double scale, int16_t *rounded) {
    for (int s = 0; s < CPF_STRENGTHS; s++) rounded[s] = (int16_t)(payoffs[s] * scale + rounder - rounder);
}
