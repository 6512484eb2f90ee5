/* Next cards that improve a row. */
#include <string.h>

#include "cpf_outs.h"

/* Return the kind of low that five cards make. */
static int low_of(uint64_t row) {
    const cpf_drawing d = {row, 0, 0, 5, 0};
    uint64_t counts[CPF_LOWS];
    int kind = 0;
    cpf_low_outs(&d, counts);
    while (!counts[kind]) kind++;
    return kind;
}

void cpf_next_outs(const cpf_drawing *d, int is_low, uint64_t better[CPF_CATEGORIES]) {
    const int lacks = d->size - cpf_count_bits(d->row), current = is_low ? CPF_NO_LOW : cpf_category_shown(d->row);
    memset(better, 0, sizeof *better * CPF_CATEGORIES);
    if (lacks < 1 || (is_low && lacks > 1)) return;
    for (uint64_t rest = d->unseen; rest; rest &= rest - 1) {
        const uint64_t card = rest & (0 - rest);
        const int shown = is_low ? low_of(d->row | card) : cpf_category_shown(d->row | card);
        if (shown > current) better[shown] |= card;
    }
}
