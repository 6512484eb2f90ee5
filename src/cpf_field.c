/* Expected points against a field.
 *
 * What a pairing pays falls into parts that depend on one row each, whose averages are tables by strength, and a rest: scoops,
 * matches, the overall point. The rest depends on which rows are won, tied and lost: one of 27 patterns. How often each occurs
 * is counted with sets of boards as bits: those that are weaker in a row, for each strength that the field has there.
 *
 * What is paid only for beating all opponents at once (home runs, a single winner, all rows of a pool) is an event: its chance
 * against one opponent is raised to their number, since given the board they are drawn independently. */
#include "cpf_field.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_field_inner.h"

const cpf_field_tables *cpf_field_tables_of(const cpf_field *f) { return &f->tables; }

/* ---- averages of rows ---- */

/* What a row of a pool pays: its share if it is the best of all, given the chances to be better than one other, and equal. */
static double pool_share(const cpf_field *f, double better, double equal) {
    double pot = (f->opponents + 1) * f->rules->row_points, share = 0, ways = 1;
    for (int tied = 0; tied <= f->opponents; tied++) {
        if (tied && f->rules->pool_ties == CPF_POOL_CARRY) break;
        share += ways * power(equal, tied) * power(better, f->opponents - tied) * pot / (tied + 1);
        ways = ways * (f->opponents - tied) / (tied + 1);
    }
    return share;
}

/* What the rows of the field are, by strength: how many, what their royalties are in all, and the same for those whose owner
 * pays twofold in that row. */
typedef struct row_counts {
    double boards, doubling, royalties;
} row_counts;

static void value_rows(cpf_field *f) {
    const cpf_rules *rules = &f->pairing_rules;
    const double fouls_and_such = (double)(f->n - f->ordinary);
    for (int row = 0; row < CPF_ROWS; row++) {
        row_counts at[CPF_STRENGTHS], all = {0, 0, 0}, below = {0, 0, 0};
        memset(at, 0, sizeof at);
        for (int64_t i = 0; i < f->ordinary; i++) {
            const cpf_board *b = &f->boards[i];
            row_counts *c = &at[b->strengths[row]];
            c->boards++;
            c->doubling += b->doubles == row;
            c->royalties += b->royalties[row];
        }
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            all.boards += at[s].boards;
            all.doubling += at[s].doubling;
            all.royalties += at[s].royalties;
        }
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            row_counts here = at[s];
            for (int deuce = 0; deuce < 2; deuce++) {
                double *value = &f->tables.value[row][s + deuce * CPF_STRENGTHS];
                double royalty = rules->royalties[row][s] << deuce, pays = deuce && royalty == 0 ? 2 : 1;
                *value = 0;
                if (is_single_winner(f)) continue;
                if (is_pool(f)) { /* a foul is worse than any row */
                    *value = pool_share(f, (below.boards + fouls_and_such) * f->weight, here.boards * f->weight) -
                             rules->row_points;
                    continue;
                }
                for (int t = 0; t < f->ties; t++) {
                    int won = f->tie[t] > 0, lost = f->tie[t] < 0;
                    double wins = below.boards + won * here.boards, doubled = below.doubling + won * here.doubling;
                    double losses = all.boards - below.boards - here.boards + lost * here.boards;
                    double owed = all.royalties - below.royalties - here.royalties + lost * here.royalties;
                    double sum = rules->match_points > 0 ? 0 : rules->row_points * (wins - losses);
                    if (rules->royalties_always)
                        sum += royalty * (all.boards + all.doubling) - pays * all.royalties;
                    else
                        sum += royalty * (wins + doubled) - pays * owed;
                    *value += f->count[t] * sum * f->weight;
                }
            }
            below.boards += here.boards;
            below.doubling += here.doubling;
            below.royalties += here.royalties;
        }
    }
}

/* ---- the event among the others ---- */

/* Against how many of the boards that are not ordinary a board wins the event: all fouls are alike there, and all surrenders. */
static double wins_over_others(const cpf_field *f, const cpf_board *b) {
    int over_foul = -1, over_surrender = -1;
    double wins = 0;
    for (int64_t j = f->ordinary; j < f->n; j++) {
        const cpf_board *other = &f->boards[j];
        int alone, *known = other->natural >= 0 ? &alone : other->surrendered ? &over_surrender : &over_foul;
        if (known == &alone || *known < 0) *known = cpf_field_pay_boards(f, b, other).event > 0;
        wins += *known;
    }
    return wins;
}

/* How likely each board is to win the event against all other opponents, among whom ties are won by nobody. 0: no memory. */
static int find_alone(cpf_field *f) {
    int ties = f->ties, tie = f->tie[0], others = f->opponents - 1;
    f->ties = 1;
    f->tie[0] = 0;
    if (!cpf_field_make_plans(f)) return 0;
    double of_ordinary = f->ordinary ? wins_over_others(f, &f->boards[0]) : 0; /* what its rows are, does not matter */
    double of_foul = -1, of_surrender = -1;
    for (int64_t i = 0; i < f->n; i++) {
        const cpf_board *b = &f->boards[i];
        double wins, *known = b->natural >= 0 ? &wins : b->surrendered ? &of_surrender : &of_foul;
        if (i < f->ordinary) {
            sums s = {0, 0, {0}, {0}};
            cpf_field_sum_joint(f, b, &s);
            wins = s.chance[0] / f->weight + of_ordinary;
        } else {
            if (known == &wins || *known < 0) {
                *known = wins_over_others(f, b);
                if (f->ordinary) *known += (double)((cpf_field_pay_boards(f, b, &f->boards[0]).event > 0) * f->ordinary);
            }
            wins = *known;
        }
        f->alone[i] = power(wins * f->weight, others);
    }
    f->ties = ties;
    f->tie[0] = tie;
    return 1;
}

/* ---- any board ---- */

/* A board whose rows are not compared: a foul, a surrender, or one that declares. */
static double points_without_rows(const cpf_field *f, const cpf_board *b) {
    sums s = {0, 0, {0}, {0}};
    int rows_matter = b->natural < 0 && !b->surrendered; /* a foul, which may pay royalties */
    for (int64_t i = 0; i < f->n;) {
        payment p = cpf_field_pay_boards(f, b, &f->boards[i]);
        int64_t alike = i < f->ordinary && !rows_matter ? f->ordinary : 1;
        double alone = 0;
        for (int64_t k = i; k < i + alike && p.event < 0; k++) alone += f->alone[k];
        for (int t = 0; t < f->ties; t++)
            cpf_field_add_payment(&s, &p, t, f->count[t], (double)alike * f->weight, alone * f->weight);
        i += alike;
    }
    double points = cpf_field_points_of(f, &s);
    if (is_pool(f)) /* a foul has its stake back if all foul */
        points -= CPF_ROWS * f->rules->row_points * (1 - power((double)(f->n - f->ordinary) * f->weight, f->opponents));
    return points;
}

static double points_of_rows(const cpf_field *f, const cpf_board *b) {
    double points = f->tables.has_joint ? cpf_field_joint_of(f, b->strengths, b->royalties, b->doubles) : 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        /* with the deuce: royalties are doubled, or the owner pays twofold */
        int deuce = b->doubles == row || b->royalties[row] != f->rules->royalties[row][b->strengths[row]];
        points += f->tables.value[row][b->strengths[row] + (uint32_t)(deuce * CPF_STRENGTHS)];
    }
    return points;
}

/* ---- making a field ---- */

static void find_opponents(cpf_field *f, int opponents, int has_button) {
    const cpf_rules *r = f->rules;
    int ties_matter = r->row_ties != CPF_TIE_PUSH && r->pairings != CPF_POOL;
    f->opponents = r->pairings == CPF_BANKER && !has_button ? 1 : opponents; /* only the banker */
    f->ties = 1;
    f->tie[0] = ties_matter ? (has_button ? 1 : -1) : 0;
    f->count[0] = f->opponents;
    if (ties_matter && !has_button && f->opponents > 1) {
        f->ties = 2;
        f->count[0] = 1;
        f->tie[1] = 0;
        f->count[1] = f->opponents - 1;
    }
}

static void find_what_matters(cpf_field *f, int players) {
    const cpf_rules *r = f->rules;
    int home_run = r->home_run_bonus || r->home_run_times > 1;
    f->pairing_rules = f->event_rules = *r;
    f->pairing_rules.side_payments = f->event_rules.side_payments = 0;
    f->pairing_rules.home_run_bonus = 0;
    f->pairing_rules.home_run_times = 1;
    f->event_rules.home_run_players = 2;
    f->has_event = r->pairings == CPF_SINGLE_WINNER || r->pairings == CPF_POOL || (home_run && players >= r->home_run_players);
    int pays_rows_together = r->match_points > 0 || r->overall_points || r->pairings == CPF_SINGLE_WINNER;
    f->joint_needs_royalties = r->scoop_times > 1 || (f->has_event && r->home_run_times > 1) ||
                              (r->overall_points && r->overall == CPF_OVERALL_EXTRAS) || r->pairings == CPF_SINGLE_WINNER;
    if (pays_rows_together || f->tie[0])
        f->active = (UINT32_C(1) << PATTERNS) - 1;
    else if (r->scoop_bonus || r->scoop_times > 1 || f->has_event)
        f->active = UINT32_C(1) << ALL_WON | UINT32_C(1) << ALL_LOST;
}

/* What those who declare, foul or surrender pay a legal board without royalties. */
static void add_others(cpf_field *f) {
    sums s = {0, 0, {0}, {0}};
    cpf_board mine;
    memset(&mine, 0, sizeof mine);
    mine.natural = mine.doubles = -1;
    for (int64_t i = f->ordinary; i < f->n; i++) {
        const cpf_board *b = &f->boards[i];
        if (f->rules->foul_pays_royalties && b->foul && b->natural < 0) { /* see add_fouls */
            fouls *alike = &f->foul[b->doubles + 1];
            alike->one = b;
            alike->n++;
            f->fouls++;
            continue;
        }
        payment p = cpf_field_pay_boards(f, &mine, b);
        for (int t = 0; t < f->ties; t++) cpf_field_add_payment(&s, &p, t, f->count[t], f->weight, f->weight * f->alone[i]);
    }
    f->other_paid = s.paid;
    f->other_lost = s.lost;
    memcpy(f->other_chance, s.chance, sizeof f->other_chance);
    memcpy(f->other_extra, s.extra, sizeof f->other_extra);
}

static void find_side_payments(cpf_field *f) {
    for (int64_t i = 0; i < f->n; i++) {
        const cpf_board *b = &f->boards[i];
        if (b->surrendered) continue;
        f->not_surrendered += f->weight;
        if (!f->rules->side_payments) continue;
        f->aces += f->weight * f->rules->aces[b->aces];
        f->aces_of_spades += f->weight * b->ace_of_spades;
    }
}

double cpf_field_side_payments(const cpf_field *f, const cpf_board *b) {
    const cpf_rules *r = f->rules;
    if (!r->side_payments || b->surrendered) return 0;
    return f->opponents * (f->not_surrendered * (r->aces[b->aces] + r->dealer_compensation * b->ace_of_spades) - f->aces -
                           r->dealer_compensation * f->aces_of_spades);
}

static int make(cpf_field *f) {
    find_side_payments(f);
    value_rows(f);
    for (int64_t i = 0; i < f->n; i++) f->alone[i] = 1;
    if (!cpf_field_lay_out(f)) return 0;
    if (f->has_event && f->opponents > 1 && !(find_alone(f) && cpf_field_lay_out(f))) return 0;
    if (!cpf_field_make_plans(f)) return 0;
    add_others(f);
    cpf_board foul = {.foul = 1, .natural = -1, .doubles = -1}, surrender = {.surrendered = 1, .natural = -1, .doubles = -1};
    f->foul_points = points_without_rows(f, &foul);
    f->surrender_points = points_without_rows(f, &surrender);
    f->tables.has_joint = !f->plans || f->has_event || f->fouls;
    for (size_t i = 0; f->plans && i < (size_t)(f->boards_told_apart * f->ties); i++)
        f->tables.has_joint |= f->plans[i].end > f->plans[i].begin;
    if (f->tables.has_joint) return cpf_field_find_bounds(f);
    for (int kind = 0; kind < CPF_KINDS; kind++) f->tables.value[CPF_FRONT][kind] += f->other_paid; /* the same for all boards */
    return 1;
}

cpf_field *cpf_field_new(const cpf_rules *rules, cpf_settle_boards settle, const cpf_board *boards, int64_t n, int opponents,
                         int has_button, int level) {
    cpf_field *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->tables.joint = cpf_field_joint_kernel(level);
    cpf_field_find_usual_sets(f->usual_sets);
    f->rules = rules;
    f->settle = settle;
    f->n = n;
    f->weight = 1 / (double)n;
    f->boards = malloc((size_t)n * sizeof *f->boards);
    f->alone = malloc((size_t)n * sizeof *f->alone);
    if (!f->boards || !f->alone) {
        cpf_field_free(f);
        return NULL;
    }
    for (int64_t i = 0; i < n; i++)
        if (is_ordinary(&boards[i])) f->boards[f->ordinary++] = boards[i];
    for (int64_t i = 0, other = f->ordinary; i < n; i++)
        if (!is_ordinary(&boards[i])) f->boards[other++] = boards[i];
    find_opponents(f, opponents, has_button);
    find_what_matters(f, opponents + 1);
    if (!make(f)) {
        cpf_field_free(f);
        return NULL;
    }
    return f;
}

void cpf_field_free(cpf_field *f) {
    if (!f) return;
    for (int row = 0; row < CPF_ROWS; row++) free(f->below[row]);
    free(f->tables.most);
    free(f->plans);
    free(f->sets);
    free(f->group);
    free(f->present);
    free(f->word_alone);
    free(f->alone);
    free(f->boards);
    free(f);
}

double cpf_field_points(const cpf_field *f, const cpf_board *b) {
    double side = cpf_field_side_payments(f, b);
    if (is_ordinary(b)) return side + points_of_rows(f, b);
    if (b->surrendered) return f->surrender_points;
    if (b->natural >= 0 || b->doubles >= 0) return side + points_without_rows(f, b);
    return side + f->foul_points;
}
