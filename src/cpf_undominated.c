/* The sweep and its staircase; see cpf_undominated.h. */
#include "cpf_undominated.h"

#include <stdlib.h>
#include <string.h>

#include "cpf_splits.h" /* cpf_sort_backs */

enum { LEVELS = 256 };

/* The boards so far, and the staircase: by middle, the weakest front that is not dominated. It has two arrays, so that
 * raising it is quick: the answer is the higher of both. */
typedef struct frontier {
    const cpf_hand *hand;
    const cpf_subset_max *cube;
    cpf_undominated *list;
    uint16_t by_level[LEVELS];         /* raised by boards with middles of higher levels, or the highest of the level */
    uint16_t by_middle[CPF_STRENGTHS]; /* raised by boards with other middles of the same level */
    int group;                         /* the first board with the current strength of backs; those before are final */
    int no_memory;
} frontier;

static inline uint32_t needed(const frontier *f, uint32_t middle) {
    uint32_t one = f->by_level[cpf_level(middle)], other = f->by_middle[middle];
    return one > other ? one : other;
}

/* Raises the staircase: from now on, boards whose middle and front are no stronger than these are dominated. */
static void raise_staircase(frontier *f, uint32_t middle, uint32_t front) {
    uint16_t more = (uint16_t)(front + 1);
    int level = (int)cpf_level(middle);
    for (uint32_t m = middle + 1; m-- > 0 && (int)cpf_level(m) == level && f->by_middle[m] < more;) f->by_middle[m] = more;
    if (middle != cpf_level_top((unsigned)level)) level--;
    for (; level >= 0 && f->by_level[level] < more; level--) f->by_level[level] = more;
}

/* Whether a board so far dominates another; for checking the staircase. */
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

/* Adds a board that none before it dominates. */
static void add(frontier *f, cpf_split split) {
    cpf_undominated *list = f->list;
    const uint16_t *middles = f->hand->middle, *fronts = f->hand->strength;
    uint32_t middle = middles[split.middle], front = fronts[split.front];
    CPF_ASSERT(!is_dominated(f, split));
    int kept = f->group; /* boards with a back of the same strength that the new one dominates are removed */
    for (int i = f->group; i < list->n; i++)
        if (middles[list->splits[i].middle] > middle || fronts[list->splits[i].front] > front)
            list->splits[kept++] = list->splits[i];
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
    for (; at > f->group && middles[list->splits[at - 1].middle] < middle; at--) list->splits[at] = list->splits[at - 1];
    list->splits[at] = split;
    raise_staircase(f, middle, front);
}

/* Adds the board of a middle, a back and the strongest front up to `most`, of equals the lowest set, if not dominated. */
static void add_with_front(frontier *f, uint32_t left, uint32_t most, cpf_split split) {
    const cpf_hand *hand = f->hand;
    int fronts = cpf_choose3(hand->n - 10);
    uint32_t least = needed(f, hand->middle[split.middle]); /* and then one more than the strongest so far */
    cpf_rest rest;
    cpf_rest_of(left, &rest);
    split.front = 0;
    for (int i = 0; i < fronts; i++) {
        uint32_t front = cpf_rest_set(&rest, hand->n - 10, hand->subsets->three[i]), strength = hand->strength[front];
        if (strength > most || strength < least) continue;
        least = strength + 1;
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
    uint32_t left = hand->all ^ back, strength = strengths[back];
    uint32_t least = (uint32_t)hand->rules->lowest_middle;
    uint32_t most = lowball ? CPF_STRENGTHS : cpf_strongest_middle(hand->rules, strength);
    cpf_split split = {0, 0, back};
    cpf_rest rest;
    cpf_rest_of(left, &rest);
    for (int i = 0; i < count; i++) {
        uint32_t set = cpf_rest_set(&rest, n - 5, five[i]);
        uint32_t middle = middles[set], most_front = lowball ? strength : middle;
        uint32_t front = n == 13 ? strengths[left ^ set] : cpf_level_top(cube[left ^ set].front);
        if (n > 13 && front > most_front) front = most_front; /* an upper bound here */
        /* One branch that is rarely taken, in place of several that are hard to predict. */
        if (CPF_LIKELY(!((middle >= least) & (middle <= most) & (front <= most_front) & (front >= needed(f, middle)))))
            continue;
        split.middle = set;
        if (n > 13) {
            add_with_front(f, left ^ set, most_front, split);
        } else {
            split.front = left ^ set;
            add(f, split);
        }
    }
}

/* Whether a back may have undominated boards: by the strongest middle and the strongest front that it leaves, as if both
 * could be set at once. */
static int may_add(const frontier *f, uint32_t back) {
    const cpf_subset_max *left = f->cube + (f->hand->all ^ back);
    uint32_t strength = f->hand->strength[back], middle = cpf_level_top(left->middle), front = cpf_level_top(left->front);
    if (!left->middle) return 0;
    int lowball = f->hand->rules->lowball_middle;
    if (!lowball && middle > strength) middle = strength;
    uint32_t most_front = lowball ? strength : middle;
    return (front < most_front ? front : most_front) >= f->by_level[cpf_level(middle)];
}

int cpf_undominated_list(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube,
                         cpf_undominated *list) {
    CPF_ASSERT((uintptr_t)cube % 64 == 0);
    uint16_t backs[CPF_MOST_FIVES];
    frontier f;
    uint32_t last = CPF_STRENGTHS, last_no_flush = CPF_STRENGTHS; /* strengths of the backs before */
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
            if (strength == last_no_flush) continue; /* the same boards but for suits */
            last_no_flush = strength;
        }
        if (hand->n == 13)
            add_with_middles(&f, back, 13); /* the most common case, specialised by the compiler */
        else
            add_with_middles(&f, back, hand->n);
    }
    return !f.no_memory;
}
