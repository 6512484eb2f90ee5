/* Best responses. Rows that settling and the added terms cannot distinguish form a class, see row_class. */
#include "cpf_response.h"

#include <math.h>
#include <string.h>

/* The properties of a row that settling depends on. */
typedef struct row_class {
    uint32_t strength;
    int32_t royalty;
    int doubles;       /* deuce of spades without a royalty: the owner pays the opponent's royalty of this row twice */
    unsigned compared; /* results against the other boards, two bits for each seat */
    int added;         /* class of the row in the added terms */
} row_class;

typedef struct classes {
    int n;
    row_class of[CPF_MOST_CLASSES];
} classes;

static row_class class_of(const cpf_rules *rules, const cpf_board *boards, const cpf_seating *seating, int me, int row,
                          int kind) {
    row_class c;
    int deuce = kind >= CPF_STRENGTHS;
    c.strength = (uint32_t)(kind - deuce * CPF_STRENGTHS);
    c.royalty = rules->royalties[row][c.strength] << deuce;
    c.doubles = deuce && !c.royalty;
    c.compared = 0;
    c.added = 0;
    for (int seat = 0; seat < seating->seats; seat++) {
        uint32_t other = boards[seat].strengths[row];
        if (seat != me) c.compared |= ((int32_t)c.strength > (int32_t)other ? 2u : c.strength == other) << 2 * seat;
    }
    return c;
}

/* Return the index of a class, which is added if it is new; -1 if there are too many. */
static int find_or_add_class(classes *all, row_class c) {
    for (int i = 0; i < all->n; i++)
        if (all->of[i].compared == c.compared && all->of[i].royalty == c.royalty && all->of[i].doubles == c.doubles &&
            all->of[i].added == c.added)
            return i;
    if (all->n == CPF_MOST_CLASSES) return -1;
    all->of[all->n] = c;
    return all->n++;
}

/* Bound terms by sums of lifts. The lift of a front is its largest gain over the first front, with any other rows. The lift
 * of a middle is its largest gain over the first middle, with the first front and any back. The lift of a back is its term
 * with the first front and middle. */
static void lift(cpf_terms *t) {
    const int fronts = t->classes[CPF_FRONT], middles = t->classes[CPF_MIDDLE], backs = t->classes[CPF_BACK];
    const int pairs = middles * backs;
    for (int f = 0; f < fronts; f++) {
        t->lift[CPF_FRONT][f] = t->term[f * pairs] - t->term[0];
        for (int i = 1; i < pairs; i++)
            t->lift[CPF_FRONT][f] = fmax(t->lift[CPF_FRONT][f], t->term[f * pairs + i] - t->term[i]);
    }
    for (int m = 0; m < middles; m++) {
        t->lift[CPF_MIDDLE][m] = t->term[m * backs] - t->term[0];
        for (int i = 1; i < backs; i++)
            t->lift[CPF_MIDDLE][m] = fmax(t->lift[CPF_MIDDLE][m], t->term[m * backs + i] - t->term[i]);
    }
    memcpy(t->lift[CPF_BACK], t->term, (size_t)backs * sizeof *t->term);
    t->are_lifted = 1;
}

/* Mark the kinds of rows that the hand can make. */
static void mark_kinds(const cpf_hand *hand, uint8_t seen[CPF_ROWS][CPF_KINDS]) {
    for (int i = 0; i < hand->fives; i++) {
        uint32_t set = hand->subsets->five[i];
        seen[CPF_MIDDLE][cpf_hand_kind(hand, set, hand->middle[set])] = 1;
        seen[CPF_BACK][cpf_hand_kind(hand, set, hand->strength[set])] = 1;
    }
    for (int i = 0; i < hand->threes; i++) {
        uint32_t set = hand->subsets->three[i];
        seen[CPF_FRONT][cpf_hand_kind(hand, set, hand->strength[set])] = 1;
    }
}

cpf_terms *cpf_response_terms(const cpf_hand *hand, const cpf_settling_tables *tables, const cpf_rules *rules,
                              const cpf_board boards[CPF_MOST_PLAYERS], int me, const cpf_seating *seating,
                              uint32_t choosing, const cpf_terms *added, int *too_many) {
    CPF_ASSERT(seating->seats > 1 && seating->seats <= CPF_MOST_PLAYERS && me >= 0 && me < seating->seats);
    classes rows[CPF_ROWS];
    uint8_t of_kind[CPF_ROWS][CPF_KINDS], seen[CPF_ROWS][CPF_KINDS];
    int counts[CPF_ROWS];
    memset(of_kind, 0, sizeof of_kind);
    memset(seen, 0, sizeof seen);
    *too_many = 0;
    mark_kinds(hand, seen);
    for (int row = 0; row < CPF_ROWS; row++) {
        rows[row].n = 0;
        for (int kind = 0; kind < CPF_KINDS; kind++) {
            if (!seen[row][kind]) continue;
            row_class c = class_of(rules, boards, seating, me, row, kind);
            if (added) c.added = added->of_kind[row][kind];
            int number = find_or_add_class(&rows[row], c);
            if (number < 0) {
                *too_many = 1;
                return NULL;
            }
            of_kind[row][kind] = (uint8_t)number;
        }
        counts[row] = rows[row].n;
    }
    cpf_terms *terms = cpf_terms_new(counts);
    if (!terms) return NULL;
    memcpy(terms->of_kind, of_kind, sizeof of_kind);
    cpf_board table[CPF_MOST_PLAYERS], chosen[CPF_MOST_PLAYERS];
    cpf_board *board = &table[me];
    memcpy(table, boards, sizeof table);
    board->foul = 0;
    double *term = terms->term;
    for (int f = 0; f < counts[CPF_FRONT]; f++)
        for (int m = 0; m < counts[CPF_MIDDLE]; m++)
            for (int b = 0; b < counts[CPF_BACK]; b++) {
                const row_class *row[CPF_ROWS] = {&rows[CPF_FRONT].of[f], &rows[CPF_MIDDLE].of[m], &rows[CPF_BACK].of[b]};
                cpf_outcome outcome;
                board->doubles = -1;
                for (int r = 0; r < CPF_ROWS; r++) {
                    board->strengths[r] = row[r]->strength;
                    board->royalties[r] = row[r]->royalty;
                    if (row[r]->doubles) board->doubles = r;
                }
                if (choosing) memcpy(chosen, table, sizeof chosen);
                cpf_settle_choosing(tables, rules, choosing ? chosen : table, seating, choosing, &outcome);
                *term = outcome.points[me];
                if (added)
                    *term += added->term[(row[CPF_FRONT]->added * added->classes[CPF_MIDDLE] + row[CPF_MIDDLE]->added) *
                                             added->classes[CPF_BACK] +
                                         row[CPF_BACK]->added];
                term++;
            }
    lift(terms);
    return terms;
}

int cpf_response_to_field(cpf_objective *objective, const cpf_field_tables *tables, const cpf_field *field) {
    const int *classes = tables->classes;
    memcpy(objective->value, tables->value, sizeof tables->value);
    if (!tables->has_joint) return 1;
    cpf_terms *terms = objective->terms = cpf_terms_new(classes);
    if (!terms) return 0;
    memcpy(terms->of_kind, tables->of_kind, sizeof tables->of_kind);
    memcpy(terms->term, tables->bound, (size_t)(classes[0] * classes[1] * classes[2]) * sizeof *terms->term);
    for (int row = 0; row < CPF_ROWS; row++)
        for (int i = 0; i < classes[row]; i++) terms->lift[row][i] = tables->lift[row][i];
    terms->exact = tables->joint;
    terms->context = field;
    return 1;
}
