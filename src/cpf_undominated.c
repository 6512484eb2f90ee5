/* Finding the boards that no other board dominates: backs in descending order, and a staircase of what lies in front of the
 * stronger ones. */
#include "cpf_undominated.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_splits.h" /* cpf_sort_backs */

enum { LEVELS = 256 };

typedef struct point {
    uint16_t middle, front;
} point;

typedef struct frontier {
    const cpf_hand *hand;
    const cpf_inside *cube;
    cpf_undominated *list;
    uint32_t needed[LEVELS]; /* by the level of a middle: a front must have at least this strength not to be dominated */
    int group;               /* where the boards with the back strength of now start; those before are final */
    int no_memory;
} frontier;

static point rows_of(const frontier *f, cpf_split split) {
    point p = {f->hand->middle[split.middle], f->hand->strength[split.front]};
    return p;
}

/* From now on, what is no stronger in front of a back that is no stronger is dominated. */
static void need_more(frontier *f, point p) {
    /* A level counts if all of its middles are covered. */
    for (int level = (int)cpf_level((uint32_t)p.middle + 1) - 1; level >= 0 && f->needed[level] <= p.front; level--)
        f->needed[level] = p.front + 1u;
}

static void add(frontier *f, cpf_split split) {
    cpf_undominated *list = f->list;
    point p = rows_of(f, split);
    for (int i = 0; i < list->n; i++) {
        point q = rows_of(f, list->splits[i]);
        if (q.middle >= p.middle && q.front >= p.front) return;
    }
    int kept = f->group; /* of the same back strength, those that are dominated go */
    for (int i = f->group; i < list->n; i++) {
        point q = rows_of(f, list->splits[i]);
        if (q.middle > p.middle || q.front > p.front) list->splits[kept++] = list->splits[i];
    }
    list->n = kept;
    if (list->n == list->room) {
        int room = list->room ? 2 * list->room : 64;
        cpf_split *splits = realloc(list->splits, (size_t)room * sizeof *splits);
        if (!splits) {
            f->no_memory = 1;
            return;
        }
        list->splits = splits;
        list->room = room;
    }
    int at = list->n++;
    for (; at > f->group && rows_of(f, list->splits[at - 1]).middle < p.middle; at--) list->splits[at] = list->splits[at - 1];
    list->splits[at] = split;
    need_more(f, p);
}

/* The strongest legal front beside a middle, and of those the lowest set. */
static void add_with_front(frontier *f, uint32_t left, uint32_t most, cpf_split split) {
    const cpf_hand *hand = f->hand;
    int cards = hand->n - 10, fronts = cards * (cards - 1) * (cards - 2) / 6, strongest = -1;
    cpf_rest rest;
    cpf_rest_of(left, &rest);
    for (int i = 0; i < fronts; i++) {
        uint32_t front = cpf_rest_set(&rest, hand->subsets->three[i]), strength = hand->strength[front];
        if (strength > most || (int)strength <= strongest) continue;
        strongest = (int)strength;
        split.front = front;
    }
    if (strongest >= 0) add(f, split);
}

static void add_with_back(frontier *f, uint32_t back) {
    const cpf_hand *hand = f->hand;
    const cpf_inside *cube = f->cube;
    const uint32_t *five = hand->subsets->five;
    int cards = hand->n - 5, middles = cards * (cards - 1) * (cards - 2) / 6 * (cards - 3) * (cards - 4) / 20;
    uint32_t left = hand->all ^ back, strength = hand->strength[back];
    uint32_t least = hand->lowball ? hand->lowest_middle : 0, most = hand->lowball ? CPF_STRENGTHS : strength;
    cpf_split split = {0, 0, back};
    cpf_rest rest;
    cpf_rest_of(left, &rest);
    for (int i = 0; i < middles; i++) {
        uint32_t set = cpf_rest_set(&rest, five[i]), middle = hand->middle[set];
        uint32_t most_front = hand->lowball || middle > strength ? strength : middle;
        uint32_t front = hand->n == 13 ? hand->strength[left ^ set] : cpf_level_top(cube[left ^ set].front);
        uint32_t bound = front < most_front ? front : most_front;
        if (hand->n == 13 && front > most_front) continue;
        if ((middle < least) | (middle > most) | (bound < f->needed[cpf_level(middle)])) continue;
        split.middle = set;
        add_with_front(f, left ^ set, most_front, split);
    }
}

/* Whether the best rows inside what a back leaves, if they could be had together, would not be dominated. */
static int may_add(const frontier *f, uint32_t back) {
    const cpf_inside *left = f->cube + (f->hand->all ^ back);
    uint32_t strength = f->hand->strength[back], middle = cpf_level_top(left->middle), front = cpf_level_top(left->front);
    if (!left->middle) return 0;
    if (!f->hand->lowball && middle > strength) middle = strength;
    uint32_t most_front = f->hand->lowball ? strength : middle;
    return (front < most_front ? front : most_front) >= f->needed[cpf_level(middle)];
}

int cpf_undominated_list(const cpf_hand *hand, cpf_inside_kernel inside, cpf_inside *cube, cpf_undominated *list) {
    uint16_t backs[CPF_MOST_FIVES];
    frontier f;
    uint32_t last = CPF_STRENGTHS;
    memset(&f, 0, sizeof f);
    f.hand = hand;
    f.cube = cube;
    f.list = list;
    list->n = 0;
    cpf_levels(hand, inside, cube);
    cpf_sort_backs(hand, backs);
    for (int i = 0; i < hand->fives && !f.no_memory; i++) {
        uint32_t back = hand->subsets->five[backs[i]], strength = hand->strength[back];
        if (strength != last) {
            f.group = list->n;
            last = strength;
        }
        if (may_add(&f, back)) add_with_back(&f, back);
    }
    return !f.no_memory;
}
