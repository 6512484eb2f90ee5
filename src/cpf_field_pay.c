/* Payments of pairings: the arithmetic of cpf_settling.c, split into rows, rest and sweep. */
#include <string.h>

#include "cpf_field_inner.h"

payment cpf_field_pay_rows(const cpf_field *f, const int32_t royalties[CPF_ROWS], int doubles, const group *other,
                           int triple, int tie) {
    CPF_ASSERT(triple >= 0 && triple < CPF_TRIPLES);
    const cpf_rules *rules = &f->pairing_rules;
    payment result = {0, 0, 0};
    cpf_pairing p;
    double rows = 0;
    memset(&p, 0, sizeof p);
    p.times = 1;
    for (int row = CPF_ROWS; row-- > 0; triple /= 3) {
        int side = triple % 3 - 1;
        p.rows[row] = side ? side : tie;
        p.royalties[row] = cpf_royalty_paid(rules, p.rows[row], royalties[row] << (other->doubles == row),
                                            other->royalties[row] << (doubles == row));
        rows += rules->row_points * p.rows[row] + p.royalties[row];
    }
    cpf_settle_rows(rules, &p);
    if (is_pool(f)) {
        result.sweep = p.scoop;
        result.extra = p.scoop_points;
        return result;
    }
    result.paid = cpf_pairing_points(&p);
    if (is_single_winner(f)) {
        result.sweep = rules->prices[cpf_triple(p.rows)].winner;
        result.extra = result.sweep ? result.paid : 0;
        result.paid = 0;
        return result;
    }
    if (f->has_sweep && p.scoop) {
        result.sweep = p.scoop;
        p.scoop_points += p.scoop * f->rules->home_run_bonus;
        if (f->rules->home_run_times > 1) p.times = f->rules->home_run_times;
        result.extra = cpf_pairing_points(&p) - result.paid;
    }
    result.paid -= rows;
    return result;
}

payment cpf_field_pay_boards(const cpf_field *f, const cpf_board *a, const cpf_board *b, int tie) {
    CPF_ASSERT(!is_ordinary(a) || !is_ordinary(b) || cpf_is_foul(a));
    payment result = {0, 0, 0};
    cpf_board two[2] = {*a, *b};
    const int nobody = f->rules->pairings == CPF_BANKER ? 0 : 2; /* 2: no seat wins ties; a banker game needs a seat */
    const cpf_seating seating = cpf_seated(2, tie > 0 ? 0 : tie < 0 ? 1 : nobody);
    cpf_outcome outcome;
    if (is_pool(f)) {
        result.sweep = b->foul - a->foul;
        result.extra = result.sweep * f->rules->prices[CPF_ALL_WON].scoop_points;
        return result;
    }
    cpf_settle(f->settling, &f->pairing_rules, two, &seating, &outcome);
    result.paid = outcome.points[0];
    const cpf_pairing *p = &outcome.pairings[0];
    if (is_single_winner(f)) {
        result.sweep = p->by == CPF_BY_SURRENDER ? b->surrendered - a->surrendered
                       : p->by == CPF_BY_FOUL    ? p->scoop
                       : p->by == CPF_BY_ROWS    ? f->rules->prices[cpf_triple(p->rows)].winner
                                                 : cpf_sign(p->natural);
        result.extra = result.sweep ? result.paid : 0;
        result.paid = 0;
    } else if (f->has_sweep && p->scoop) {
        result.sweep = p->scoop;
        cpf_settle(f->settling, &f->sweep_rules, two, &seating, &outcome);
        result.extra = outcome.points[0] - result.paid;
    }
    return result;
}

void cpf_field_add_payment(sums *s, const payment *p, int t, int times, double boards, double sweeps_others) {
    s->paid += times * p->paid * boards;
    if (p->sweep > 0) {
        s->chance[t] += boards;
        s->extra[t] += p->extra * boards;
    } else if (p->sweep < 0)
        s->lost += times * p->extra * sweeps_others;
}

/* An opponent pays the extra if the player also beats all other opponents, whose boards are independent. */
double cpf_field_points_of(const cpf_field *f, const sums *s) {
    double points = s->paid + s->lost;
    for (int t = 0; t < f->ties; t++) {
        if (s->extra[t] == 0) continue;
        double chance = 1;
        for (int u = 0; u < f->ties; u++) chance *= power(s->chance[u], f->count[u] - (u == t));
        points += f->count[t] * s->extra[t] * chance;
    }
    return points;
}

void cpf_field_add_fouls(const cpf_field *f, const int32_t royalties[CPF_ROWS], sums *s) {
    cpf_board mine;
    if (!f->fouls) return;
    memset(&mine, 0, sizeof mine);
    memcpy(mine.royalties, royalties, sizeof mine.royalties);
    mine.natural = mine.doubles = -1;
    for (int doubles = -1; doubles < CPF_ROWS; doubles++) {
        const fouls *alike = &f->foul[doubles + 1];
        if (!alike->n) continue;
        payment p = cpf_field_pay_boards(f, &mine, alike->example, 0);
        for (int t = 0; t < f->ties; t++) cpf_field_add_payment(s, &p, t, f->count[t], f->weight * (double)alike->n, 0);
    }
}
