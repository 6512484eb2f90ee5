/* Construction of a field, and expected points of boards; the mathematics is in cpf_field.h. */
#include "cpf_field.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_cpu.h"
#include "cpf_field_inner.h"

const cpf_field_tables *cpf_field_tables_of(const cpf_field *f) { return &f->tables; }

/* ---- row parts ---- */

/* Return the expected share of a row's pool, given the chances to beat and to tie one opponent. The best row takes the pool;
 * equal rows divide it. */
static double pool_share(const cpf_field *f, double better, double equal) {
    double pot = (f->opponents + 1) * f->rules->row_points, share = 0, ways = 1;
    for (int tied = 0; tied <= f->opponents; tied++) {
        if (tied && f->rules->pool_ties == CPF_POOL_CARRY) break;
        share += ways * power(equal, tied) * power(better, f->opponents - tied) * pot / (tied + 1);
        ways = ways * (f->opponents - tied) / (tied + 1);
    }
    return share;
}

/* Sums over the boards of the field with one strength in a row, by weight. */
typedef struct row_counts {
    double boards;    /* number of boards */
    double doubling;  /* number of boards whose owner pays twice the royalty of the other row (deuce of spades) */
    double royalties; /* sum of their royalties for the row */
} row_counts;

/* The values of rows follow from the counts of weaker and of equal rows. */
void cpf_field_value_rows(const cpf_field *f, const double *weights, int deuces, double values[CPF_ROWS][CPF_KINDS]) {
    const cpf_rules *rules = &f->pairing_rules;
    double special = 0;
    for (int64_t i = f->ordinary; i < f->n; i++) special += weights[i];
    for (int row = 0; row < CPF_ROWS; row++) {
        row_counts at[FIELD_STRENGTHS], all = {0, 0, 0}, below;
        memset(at, 0, sizeof at);
        for (int64_t i = 0; i < f->ordinary; i++) {
            const cpf_board *b = &f->boards[i];
            row_counts *c = &at[place_of(b->strengths[row])];
            c->boards += weights[i];
            c->doubling += weights[i] * (b->doubles == row);
            c->royalties += weights[i] * b->royalties[row];
        }
        for (int place = 0; place < FIELD_STRENGTHS; place++) {
            all.boards += at[place].boards;
            all.doubling += at[place].doubling;
            all.royalties += at[place].royalties;
        }
        below = at[place_of(CPF_DEAD_ROW)];
        for (uint32_t s = 0; s < CPF_STRENGTHS; s++) {
            row_counts here = at[place_of(s)];
            for (int deuce = 0; deuce <= deuces; deuce++) {
                double *value = &values[row][s + (uint32_t)deuce * CPF_STRENGTHS];
                double royalty = rules->royalties[row][s] << deuce, pays = deuce && royalty == 0 ? 2 : 1;
                *value = 0;
                if (is_single_winner(f)) continue;
                if (is_pool(f)) { /* a foul is worse than any row */
                    *value = pool_share(f, (below.boards + special) * f->weight, here.boards * f->weight) -
                             rules->row_points;
                    continue;
                }
                for (int t = 0; t < f->ties; t++) {
                    int won = f->tie[t] > 0, lost = f->tie[t] < 0;
                    double wins = below.boards + won * here.boards, doubled = below.doubling + won * here.doubling;
                    double losses = all.boards - below.boards - here.boards + lost * here.boards;
                    double owed = all.royalties - below.royalties - here.royalties + lost * here.royalties;
                    double sum = rules->row_points * (wins - losses);
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

/* ---- sweeps by opponents ---- */

/* Return the number of special boards that a board beats in a pairing that counts for the sweep. All fouls give the same
 * result, and so do all surrenders. */
static double wins_over_special(const cpf_field *f, const cpf_board *b) {
    int over_foul = -1, over_surrender = -1;
    double wins = 0;
    for (int64_t j = f->ordinary; j < f->n; j++) {
        const cpf_board *other = &f->boards[j];
        int natural, *result = other->natural >= 0 ? &natural : other->surrendered ? &over_surrender : &over_foul;
        if (result == &natural || *result < 0) *result = cpf_field_pay_boards(f, b, other, 0).sweep > 0;
        wins += *result;
    }
    return wins;
}

/* Set each board's chance to sweep the other opponents, if nobody wins ties. Return 0 if out of memory. */
static int find_sweeps_of_others(cpf_field *f) {
    int ties = f->ties, tie = f->tie[0], others = f->opponents - 1;
    f->ties = 1;
    f->tie[0] = 0;
    if (!cpf_field_make_plans(f)) return 0;
    double of_ordinary = f->ordinary ? wins_over_special(f, &f->boards[0]) : 0; /* the same for all ordinary boards */
    double of_foul = -1, of_surrender = -1;
    for (int64_t i = 0; i < f->n; i++) {
        const cpf_board *b = &f->boards[i];
        double wins, *cached = b->natural >= 0 ? &wins : b->surrendered ? &of_surrender : &of_foul;
        if (i < f->ordinary) {
            sums s = {0, 0, {0}, {0}};
            cpf_field_sum_joint(f, b, &s);
            wins = s.chance[0] / f->weight + of_ordinary;
        } else {
            if (cached == &wins || *cached < 0) {
                *cached = wins_over_special(f, b);
                if (f->ordinary) *cached += (double)((cpf_field_pay_boards(f, b, &f->boards[0], 0).sweep > 0) * f->ordinary);
            }
            wins = *cached;
        }
        f->sweeps_others[i] = power(wins * f->weight, others);
    }
    f->ties = ties;
    f->tie[0] = tie;
    return 1;
}

/* ---- any board ---- */

/* Return the expected points, without side payments, of a special board or of one with dead rows. Settle the board with each
 * board of the field. */
static double points_by_boards(const cpf_field *f, const cpf_board *b) {
    sums s = {0, 0, {0}, {0}};
    int rows_matter = b->natural < 0 && !b->surrendered; /* a foul may pay royalties */
    for (int64_t i = 0; i < f->n;) {
        int64_t alike = i < f->ordinary && !rows_matter ? f->ordinary : 1;
        for (int t = 0; t < f->ties; t++) {
            payment p = cpf_field_pay_boards(f, b, &f->boards[i], f->tie[t]);
            double sweeps_others = 0;
            for (int64_t k = i; k < i + alike && p.sweep < 0; k++) sweeps_others += f->sweeps_others[k];
            cpf_field_add_payment(&s, &p, t, f->count[t], (double)alike * f->weight, sweeps_others * f->weight);
        }
        i += alike;
    }
    double points = cpf_field_points_of(f, &s);
    if (is_pool(f)) /* the stake is returned if all boards are fouls */
        points -= CPF_ROWS * f->rules->row_points * (1 - power((double)(f->n - f->ordinary) * f->weight, f->opponents));
    return points;
}

static double points_of_rows(const cpf_field *f, const cpf_board *b) {
    double points = f->tables.has_joint ? cpf_field_joint_of(f, b->strengths, b->royalties, b->doubles) : 0;
    for (int row = 0; row < CPF_ROWS; row++) {
        /* whether the row has the deuce of spades, which doubles its royalty, or what its owner pays */
        int deuce = b->doubles == row || b->royalties[row] != f->rules->royalties[row][b->strengths[row]];
        points += f->tables.value[row][b->strengths[row] + (uint32_t)(deuce * CPF_STRENGTHS)];
    }
    return points;
}

/* ---- making a field ---- */

/* Set the kinds of opponents: if ties matter, one opponent may have the button. */
static void find_opponents(cpf_field *f, int opponents, int has_button) {
    const cpf_rules *r = &f->pairing_rules;
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

/* Set the rules for two players, and whether there is a sweep. */
static void find_rules_of_pairings(cpf_field *f, int players) {
    const cpf_rules *r = f->rules;
    int home_run = r->home_run_bonus || r->home_run_times > 1;
    f->pairing_rules = f->sweep_rules = *r;
    /* Pairings ignore side payments, the horse card (see cpf_horse_times), limits, and the order of suits and of turns. */
    f->pairing_rules.pays_by_cards = f->sweep_rules.pays_by_cards = 0;
    if (r->row_ties == CPF_TIE_SUITS) f->pairing_rules.row_ties = f->sweep_rules.row_ties = CPF_TIE_PUSH;
    if (r->natural_ties == CPF_NATURAL_TIES_FIRST)
        f->pairing_rules.natural_ties = f->sweep_rules.natural_ties = CPF_NATURAL_TIES_PUSH;
    f->pairing_rules.home_run_bonus = 0;
    f->pairing_rules.home_run_times = 1;
    f->sweep_rules.home_run_players = 2;
    f->has_sweep = r->pairings == CPF_SINGLE_WINNER || r->pairings == CPF_POOL ||
                   (home_run && players >= r->home_run_players);
}

static void find_highest_royalties(const cpf_rules *rules, int32_t highest[CPF_ROWS]) {
    for (int row = 0; row < CPF_ROWS; row++) {
        highest[row] = 0;
        for (int s = 0; s < CPF_STRENGTHS; s++) {
            int32_t royalty = highest_royalty(rules, row, s);
            if (royalty > highest[row]) highest[row] = royalty;
        }
    }
}

/* Whether a pays at least as much as b, for any chance of a sweep. */
static int pays_as_much(const payment *a, const payment *b) {
    return a->paid >= b->paid && (a->sweep > b->sweep || (a->sweep == b->sweep && a->extra >= b->extra));
}

enum { NO_ROYALTIES, HIGHEST, EXTREMES };

/* Update the flags of the rest by the payments of all triples, with extreme royalties of the player and of the opponent. */
static void update_flags(cpf_field *f, const payment rest[EXTREMES][EXTREMES][CPF_TRIPLES]) {
    for (int ours = 0; ours < EXTREMES; ours++)
        for (int theirs = 0; theirs < EXTREMES; theirs++)
            for (int triple = 0; triple < CPF_TRIPLES; triple++) {
                const payment *p = &rest[ours][theirs][triple];
                f->active |= (uint32_t)(p->paid != 0 || p->sweep) << triple;
                f->joint_needs_royalties |= !pay_alike(p, &rest[NO_ROYALTIES][NO_ROYALTIES][triple]);
                f->joint_falls_with_royalties |= !pays_as_much(&rest[HIGHEST][theirs][triple], p);
                f->joint_falls |= p->sweep * p->extra < 0; /* a sweep that costs points */
                for (int row = 1; row < CPF_TRIPLES; row *= 3)
                    f->joint_falls |= triple / row % 3 < 2 && !pays_as_much(&rest[ours][theirs][triple + row], p);
            }
    f->joint_falls |= f->joint_falls_with_royalties;
}

/* Find the triples that pay a rest, and what it depends on. Extreme royalties suffice: others pay amounts in between. */
static void find_dependencies(cpf_field *f) {
    int32_t royalties[EXTREMES][CPF_ROWS] = {{0}};
    find_highest_royalties(f->rules, royalties[HIGHEST]);
    const int ties[] = {0, f->tie[0], f->tie[1]}; /* 0 is always included, for find_sweeps_of_others */
    for (int t = 0; t <= f->ties; t++) {
        if (t && !ties[t]) continue;
        payment rest[EXTREMES][EXTREMES][CPF_TRIPLES];
        for (int ours = 0; ours < EXTREMES; ours++)
            for (int theirs = 0; theirs < EXTREMES; theirs++) {
                group other = {.doubles = -1};
                memcpy(other.royalties, royalties[theirs], sizeof other.royalties);
                for (int triple = 0; triple < CPF_TRIPLES; triple++)
                    rest[ours][theirs][triple] = cpf_field_pay_rows(f, royalties[ours], -1, &other, triple, ties[t]);
            }
        update_flags(f, rest);
    }
}

/* Sum the payments of special boards to a legal board; fouls that pay royalties are counted for cpf_field_add_fouls. */
static void add_special(cpf_field *f) {
    sums s = {0, 0, {0}, {0}};
    cpf_board mine;
    memset(&mine, 0, sizeof mine);
    mine.natural = mine.doubles = -1;
    for (int64_t i = f->ordinary; i < f->n; i++) {
        const cpf_board *b = &f->boards[i];
        if (cpf_foul_pays_royalties(f->rules) && b->foul && b->natural < 0) {
            fouls *alike = &f->foul[b->doubles + 1];
            alike->example = b;
            alike->n++;
            f->fouls++;
            continue;
        }
        payment p = cpf_field_pay_boards(f, &mine, b, 0);
        for (int t = 0; t < f->ties; t++)
            cpf_field_add_payment(&s, &p, t, f->count[t], f->weight, f->weight * f->sweeps_others[i]);
    }
    f->special = s;
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

static int build(cpf_field *f) {
    find_side_payments(f);
    for (int64_t i = 0; i < f->n; i++) f->sweeps_others[i] = 1; /* also the weights of the boards */
    cpf_field_value_rows(f, f->sweeps_others, 1, f->tables.value);
    if (!cpf_field_lay_out(f)) return 0;
    if (f->has_sweep && f->opponents > 1 && !(find_sweeps_of_others(f) && cpf_field_lay_out(f))) return 0;
    if (!cpf_field_make_plans(f)) return 0;
    add_special(f);
    cpf_board foul = {.foul = 1, .natural = -1, .doubles = -1}, surrender = {.surrendered = 1, .natural = -1, .doubles = -1};
    f->foul_points = points_by_boards(f, &foul);
    f->surrender_points = points_by_boards(f, &surrender);
    f->tables.has_joint = !f->plans || f->has_sweep || f->fouls;
    for (size_t i = 0; f->plans && i < (size_t)(f->royalty_cases * f->ties); i++)
        f->tables.has_joint |= f->plans[i].end > f->plans[i].begin;
    if (f->tables.has_joint) return cpf_field_find_bounds(f);
    for (int kind = 0; kind < CPF_KINDS; kind++) f->tables.value[CPF_FRONT][kind] += f->special.paid;
    return 1;
}

cpf_field *cpf_field_start(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                           int opponents, int has_button) {
    CPF_ASSERT(n > 0 && n <= CPF_MOST_FIELD);
    CPF_ASSERT(opponents > 0 && opponents < CPF_MOST_PLAYERS);
    cpf_field *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->rules = rules;
    f->settling = tables;
    f->n = n;
    f->weight = 1 / (double)n;
    f->boards = malloc((size_t)n * sizeof *f->boards);
    f->sweeps_others = malloc((size_t)n * sizeof *f->sweeps_others);
    if (!f->boards || !f->sweeps_others) {
        cpf_field_free(f);
        return NULL;
    }
    for (int64_t i = 0; i < n; i++)
        if (is_ordinary(&boards[i])) f->boards[f->ordinary++] = boards[i];
    for (int64_t i = 0, other = f->ordinary; i < n; i++)
        if (!is_ordinary(&boards[i])) f->boards[other++] = boards[i];
    find_rules_of_pairings(f, opponents + 1);
    find_opponents(f, opponents, has_button);
    find_dependencies(f);
    return f;
}

cpf_field *cpf_field_new(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                         int opponents, int has_button, int level) {
    CPF_ASSERT(level >= 0 && level < CPF_CPU_LEVELS);
    cpf_field *f = cpf_field_start(tables, rules, boards, n, opponents, has_button);
    if (!f) return NULL;
    f->tables.joint = cpf_field_joint_kernel(level);
    cpf_field_find_usual_sets(f->usual_sets);
    if (!build(f)) {
        cpf_field_free(f);
        return NULL;
    }
    return f;
}

void cpf_field_free(cpf_field *f) {
    if (!f) return;
    for (int row = 0; row < CPF_ROWS; row++) free(f->below[row]);
    free(f->tables.bound);
    free(f->plans);
    free(f->sets);
    free(f->group);
    free(f->present);
    free(f->word_sweeps_others);
    free(f->sweeps_others);
    free(f->boards);
    free(f);
}

double cpf_field_points(const cpf_field *f, const cpf_board *b) {
    const double side = cpf_field_side_payments(f, b), times = cpf_horse_times(f->rules, b);
    if (is_ordinary(b) && !cpf_is_foul(b)) return side + times * points_of_rows(f, b);
    if (b->surrendered) return f->surrender_points;
    if (b->natural >= 0 || b->doubles >= 0 || !b->foul) return side + times * points_by_boards(f, b);
    return side + times * f->foul_points;
}
