/* Outs of a 2-7 row.
 *
 * Ranks are visited from the two up, until a low can be made. Its highest card determines its kind, so draws of higher ranks
 * do not matter. For each rank it matters whether the row can contain it and, since five cards of one suit are a flush, in
 * which suits. If the row is empty, suits stop mattering once the available ranks have two suits: five such ranks make no
 * flush. With six such ranks, at most three of the five rows that contain the highest rank are flushes or straights. Up to
 * the seven, suits always matter, because 7-5-4-3-2 is a kind of its own. */
#include <string.h>

#include "cpf_choose.h"
#include "cpf_outs.h"

enum { ROW = 5, CLASSES = 6, ANY_SUITS = 15, SEVEN_FIVE = 0x2f, SEVEN = 5 };

/* The draws of a rank after which the row can contain that rank in the same suits. `suits`: 0 (not at all), one suit, or
 * ANY_SUITS (several, or suits do not matter). `sets`: numbers of draws, by their number of cards. */
typedef struct rank_class {
    int suits, first, last; /* numbers of drawn cards: from first to last, at most four */
    uint64_t sets[5];
} rank_class;

typedef struct walk {
    const cpf_drawing *d;
    uint32_t row_ranks;
    int highest;               /* highest rank of the row, or -1 */
    int room;                  /* cards that the row lacks */
    int classes[2][CPF_RANKS]; /* numbers of classes; [1]: if suits do not matter any more */
    rank_class class_of[2][CPF_RANKS][CLASSES];
    int unseen_above[CPF_RANKS]; /* cards of higher ranks */
    int suits[CPF_RANKS];        /* suits of each rank visited so far, see rank_class */
    uint64_t *counts;
} walk;

/* Numbers of sets of drawn cards by size, for sizes from first to last. */
typedef struct sets {
    int first, last;
    uint64_t count[CPF_MOST_DRAWS + 1];
} sets;

static int suits_at(uint64_t cards, int rank) {
    int suits = 0;
    for (int suit = 0; suit < 4; suit++) suits |= (int)(cards >> (16 * suit + rank) & 1) << suit;
    return suits;
}

static int is_several(int suits) { return (suits & (suits - 1)) != 0; }

static int is_straight(uint32_t ranks) { return ranks / (ranks & (0 - ranks)) == 0x1f; }

static void list_classes(walk *w, int rank, int is_mixed) {
    rank_class *classes = w->class_of[is_mixed][rank];
    int listed = 0;
    uint64_t bits = UINT64_C(0x0001000100010001) << rank;
    int placed = suits_at(w->d->row, rank), held = suits_at(w->d->hand, rank), unseen = suits_at(w->d->unseen, rank),
        row = 0;
    for (int suit = 0; suit < 4; suit++) row |= (w->d->row >> 16 * suit & 0x1fff) ? 1 << suit : 0;
    for (int drawn = 0; drawn <= unseen; drawn++) {
        int suits = placed ? placed : held | drawn, n = cpf_count_bits((uint64_t)drawn), k = 0;
        if (drawn & ~unseen) continue;
        if (suits && (is_mixed || is_several(suits | row))) suits = ANY_SUITS;
        while (k < listed && classes[k].suits != suits) k++;
        rank_class *c = &classes[k];
        if (k == listed) {
            memset(c, 0, sizeof *c);
            c->suits = suits;
            c->first = n;
            listed++;
        }
        c->first = n < c->first ? n : c->first;
        c->last = n > c->last ? n : c->last;
        c->sets[n]++;
    }
    CPF_ASSERT(listed <= CLASSES);
    w->classes[is_mixed][rank] = listed;
    w->unseen_above[rank] = cpf_count_bits(w->d->unseen & ~((bits << 1) - UINT64_C(0x0001000100010001)));
}

/* Whether some of `others` can complete a row that has `ranks` and `suits` so that it is neither a straight nor a flush. */
static int can_be_low(const walk *w, uint32_t others, int room, uint32_t ranks, int suits) {
    if (room == 0) return is_several(suits) && !is_straight(ranks);
    for (; others; others &= others - 1) {
        int rank = cpf_lowest_bit(others);
        if (can_be_low(w, others & (others - 1), room - 1, ranks | 1u << rank, suits | w->suits[rank])) return 1;
    }
    return 0;
}

/* Return the kind of the low with the highest card `rank` that `available` ranks can make; CPF_NO_LOW if there is none. */
static int kind_at(const walk *w, uint32_t available, int rank) {
    uint32_t others = available & ~w->row_ranks;
    int suits = 0;
    if (rank < w->highest || cpf_count_bits(others) < w->room) return CPF_NO_LOW;
    for (uint32_t rest = w->row_ranks; rest; rest &= rest - 1) suits |= w->suits[cpf_lowest_bit(rest)];
    if (rank == SEVEN && !(SEVEN_FIVE & ~available) && !(w->row_ranks & ~SEVEN_FIVE) &&
        can_be_low(w, SEVEN_FIVE & ~w->row_ranks, w->room, w->row_ranks, suits))
        return CPF_SEVEN_FIVE_LOW;
    int is_low = w->row_ranks >> rank & 1 ? can_be_low(w, others, w->room, w->row_ranks, suits)
                                          : w->room && can_be_low(w, others & ~(1u << rank), w->room - 1,
                                                                  w->row_ranks | 1u << rank, suits | w->suits[rank]);
    return is_low ? CPF_SEVEN_LOW - (rank - SEVEN) : CPF_NO_LOW;
}

static uint64_t number_of_sets(const walk *w, const sets *before, int unseen) {
    uint64_t sum = 0;
    for (int n = before->first; n <= before->last; n++) sum += before->count[n] * cpf_choose(unseen, w->d->draws - n);
    return sum;
}

static sets with_class(const walk *w, const sets *before, const rank_class *drawn) {
    sets after;
    after.first = before->first + drawn->first;
    after.last = before->last + drawn->last;
    if (after.last > w->d->draws) after.last = w->d->draws;
    for (int n = after.first; n <= after.last; n++) after.count[n] = 0;
    for (int added = drawn->first; added <= drawn->last; added++)
        for (int n = before->first; n <= before->last && n + added <= after.last; n++)
            after.count[n + added] += before->count[n] * drawn->sets[added];
    return after;
}

/* Count draws of this rank and higher ranks. The lower ranks make no low; the row can contain those in `available`. */
static void count_from(walk *w, int rank, uint32_t available, int suits, const sets *before) {
    if (rank == CPF_RANKS) {
        w->counts[CPF_NO_LOW] += number_of_sets(w, before, 0);
        return;
    }
    const int is_mixed = !w->row_ranks && rank > SEVEN && is_several(suits);
    for (int k = 0; k < w->classes[is_mixed][rank]; k++) {
        const rank_class *drawn = &w->class_of[is_mixed][rank][k];
        uint32_t available_now = available | (drawn->suits ? 1u << rank : 0);
        sets after = with_class(w, before, drawn);
        w->suits[rank] = drawn->suits;
        if (after.first > after.last) continue;
        int kind = drawn->suits ? kind_at(w, available_now, rank) : CPF_NO_LOW;
        if (kind == CPF_NO_LOW)
            count_from(w, rank + 1, available_now, suits | drawn->suits, &after);
        else
            w->counts[kind] += number_of_sets(w, &after, w->unseen_above[rank]);
    }
}

void cpf_low_outs(const cpf_drawing *d, uint64_t counts[CPF_LOWS]) {
    walk w;
    sets no_draws = {0, 0, {1}};
    CPF_ASSERT(d->size == ROW && d->draws >= 0 && d->draws <= CPF_MOST_DRAWS);
    CPF_ASSERT(!(d->row & d->hand) && !((d->row | d->hand) & d->unseen));
    memset(counts, 0, CPF_LOWS * sizeof *counts);
    w.d = d;
    w.row_ranks = cpf_rank_mask(d->row);
    w.room = ROW - cpf_count_bits(d->row);
    w.counts = counts;
    w.highest = -1;
    for (uint32_t rest = w.row_ranks; rest; rest &= rest - 1) w.highest = cpf_lowest_bit(rest);
    if (cpf_count_bits(w.row_ranks) < cpf_count_bits(d->row)) {
        counts[CPF_NO_LOW] = cpf_choose(cpf_count_bits(d->unseen), d->draws);
        return;
    }
    for (int rank = 0; rank < CPF_RANKS; rank++)
        for (int is_mixed = 0; is_mixed < 2; is_mixed++) list_classes(&w, rank, is_mixed);
    count_from(&w, 0, 0, 0, &no_draws);
}
