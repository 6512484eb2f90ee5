/* The algorithm is described in cpf_undominated.h. */
#include "cpf_undominated.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_splits.h" /* cpf_sort_backs */

enum { LEVELS = 256 };

/* The undominated boards so far, and the staircase: for each strength of a middle, the strength of the weakest front that
 * is not dominated. The staircase is the maximum of two arrays, so that raising it is fast. */
typedef struct frontier {
    const cpf_hand *hand;
    const cpf_subset_max *cube;
    cpf_undominated *list;
    uint16_t by_level[LEVELS];         /* raised by middles of higher levels, and by the strongest of the level */
    uint16_t by_middle[CPF_STRENGTHS]; /* raised by other middles of the same level */
    int group;                         /* first board with a back of the current strength; earlier boards are final */
    int no_memory;
} frontier;

static inline uint32_t threshold(const frontier *f, uint32_t middle) {
    uint32_t by_level = f->by_level[cpf_level(middle)], by_middle = f->by_middle[middle];
    return by_level > by_middle ? by_level : by_middle;
}

/* Raise the staircase: from now on, boards whose middle and front are at most these are dominated. */
static void raise_staircase(frontier *f, uint32_t middle, uint32_t front) {
    uint16_t step = (uint16_t)(front + 1);
    int level = (int)cpf_level(middle);
    for (uint32_t m = middle + 1; m-- > 0 && (int)cpf_level(m) == level && f->by_middle[m] < step;) f->by_middle[m] = step;
    if (middle != cpf_level_top((unsigned)level)) level--;
    for (; level >= 0 && f->by_level[level] < step; level--) f->by_level[level] = step;
}

/* Whether a listed board dominates a split; only for assertions. */
static inline int is_dominated(const frontier *f, cpf_split split) {
    const uint16_t *middles = f->hand->middle, *strengths = f->hand->strength;
    for (int i = 0; i < f->list->n; i++) {
        const cpf_split *s = &f->list->splits[i];
        if (strengths[s->back] >= strengths[split.back] && middles[s->middle] >= middles[split.middle] &&
            strengths[s->front] >= strengths[split.front])
            return 1;
    }
    return 0;
}

/* Add a board that no listed board dominates. */
static void add(frontier *f, cpf_split split) {
    cpf_undominated *list = f->list;
    const uint16_t *middles = f->hand->middle, *fronts = f->hand->strength;
    uint32_t middle = middles[split.middle], front = fronts[split.front];
    CPF_ASSERT(!is_dominated(f, split));
    int length = f->group; /* remove the boards with an equal back that the new one dominates */
    for (int i = f->group; i < list->n; i++)
        if (middles[list->splits[i].middle] > middle || fronts[list->splits[i].front] > front)
            list->splits[length++] = list->splits[i];
    list->n = length;
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
    int to = list->n++;
    for (; to > f->group && middles[list->splits[to - 1].middle] < middle; to--) list->splits[to] = list->splits[to - 1];
    list->splits[to] = split;
    raise_staircase(f, middle, front);
}

/* Complete a middle and a back with the strongest front that is at most `strongest`, and add the board unless it is
 * dominated. Ties: the lowest front. */
static void add_with_front(frontier *f, uint32_t remaining, uint32_t strongest, cpf_split split) {
    const cpf_hand *hand = f->hand;
    int fronts = cpf_choose3(hand->n - 10);
    uint32_t weakest = threshold(f, hand->middle[split.middle]); /* later: one more than the strongest so far */
    cpf_rest rest;
    cpf_rest_of(remaining, &rest);
    split.front = 0;
    for (int i = 0; i < fronts; i++) {
        uint32_t front = cpf_rest_set(&rest, hand->n - 10, hand->subsets->three[i]), strength = hand->strength[front];
        if (strength > strongest || strength < weakest) continue;
        weakest = strength + 1;
        split.front = front;
    }
    if (split.front) add(f, split);
}

static inline void add_with_middles(frontier *f, uint32_t back, int n) {
    const cpf_hand *hand = f->hand;
    const uint16_t *strengths = hand->strength, *middles = hand->middle;
    const uint32_t *five = hand->subsets->five;
    const cpf_subset_max *cube = f->cube;
    const int count = cpf_choose5(n - 5), lowball = hand->rules->lowball_middle;
    uint32_t remaining = hand->all ^ back, strength = strengths[back];
    uint32_t weakest = (uint32_t)hand->rules->lowest_middle;
    uint32_t strongest = lowball ? CPF_STRENGTHS : cpf_strongest_middle(hand->rules, strength);
    cpf_split split = {0, 0, back};
    cpf_rest rest;
    cpf_rest_of(remaining, &rest);
    for (int i = 0; i < count; i++) {
        uint32_t set = cpf_rest_set(&rest, n - 5, five[i]);
        uint32_t middle = middles[set], strongest_front = lowball ? strength : middle;
        uint32_t front = n == 13 ? strengths[remaining ^ set] : cpf_level_top(cube[remaining ^ set].front);
        if (n > 13 && front > strongest_front) front = strongest_front; /* an upper bound */
        /* One branch that nearly always continues, instead of several that are hard to predict. */
        if (CPF_LIKELY(!((middle >= weakest) & (middle <= strongest) & (front <= strongest_front) &
                         (front >= threshold(f, middle)))))
            continue;
        split.middle = set;
        if (n > 13) {
            add_with_front(f, remaining ^ set, strongest_front, split);
        } else {
            split.front = remaining ^ set;
            add(f, split);
        }
    }
}

/* Whether a back may have undominated boards, judged by the strongest middle and front, even if these share cards. */
static int may_add(const frontier *f, uint32_t back) {
    const cpf_subset_max *rows = f->cube + (f->hand->all ^ back);
    uint32_t strength = f->hand->strength[back], middle = cpf_level_top(rows->middle), front = cpf_level_top(rows->front);
    if (!rows->middle) return 0;
    int lowball = f->hand->rules->lowball_middle;
    if (!lowball && middle > strength) middle = strength;
    uint32_t strongest_front = lowball ? strength : middle;
    return (front < strongest_front ? front : strongest_front) >= f->by_level[cpf_level(middle)];
}

int cpf_undominated_list(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube,
                         cpf_undominated *list) {
    CPF_ASSERT((uintptr_t)cube % 64 == 0);
    uint16_t backs[CPF_MOST_FIVES];
    frontier f;
    uint32_t last = CPF_STRENGTHS, last_no_flush = CPF_STRENGTHS; /* strengths of earlier backs */
    memset(&f, 0, sizeof f);
    f.hand = hand;
    f.cube = cube;
    f.list = list;
    list->n = 0;
    cpf_levels(hand, subset_max, cube);
    cpf_sort_backs(hand, backs);
    for (int i = 0; i < hand->fives && !f.no_memory; i++) {
        uint32_t back = hand->subsets->five[backs[i]], strength = hand->strength[back];
        if (strength != last) {
            f.group = list->n;
            last = strength;
        }
        if (!may_add(&f, back)) continue;
        if (cpf_no_flush(&hand->suits, hand->all ^ back)) {
            if (strength == last_no_flush) continue; /* the same boards except for suits */
            last_no_flush = strength;
        }
        if (hand->n == 13)
            add_with_middles(&f, back, 13); /* the most common case, specialized by the compiler */
        else
            add_with_middles(&f, back, hand->n);
    }
    return !f.no_memory;
}
