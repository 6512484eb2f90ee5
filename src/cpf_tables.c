/* Construction of the ranking tables at import, in about a millisecond. The loops visit all rows from the weakest to the
 * strongest, so the order of the loops defines the order of poker hands. */
#include "cpf_ranking.h"

/* Rank keys, chosen so that all sums of five (three) keys differ, with up to four (three) cards of a rank. The builder
 * counts collisions. */
static const uint32_t five_key[13] = {0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415};
static const uint32_t three_key[13] = {0, 1, 4, 13, 32, 71, 124, 218, 375, 572, 744, 1208, 1556};

static void build_keys(cpf_keys *keys) {
    for (unsigned card = 0; card < 256; card++) {
        unsigned rank = card >> 2, suit = card & 3;
        if (rank > 12) continue; /* stays 0 */
        keys->card[card] = (uint64_t)three_key[rank] << CPF_THREE_SHIFT | UINT64_C(1) << CPF_COUNT_SHIFT |
                           UINT64_C(2) << (20 + 5 * suit) | five_key[rank];
    }
    for (unsigned a = 0; a < CPF_CARDS; a++)
        for (unsigned b = 0; b < CPF_CARDS; b++)
            keys->pair[a << 8 | b] = keys->card[a] + keys->card[b] + CPF_SUIT_COUNTERS / 2;
    for (unsigned mask = 1; mask < 8192; mask++) {
        unsigned low = 0, rest = mask & (mask - 1);
        while (!(mask >> low & 1)) low++;
        keys->suit[mask] = (keys->suit[rest] & ~CPF_SUIT_FIELDS) + (keys->card[4 * low] & ~CPF_SUIT_FIELDS);
        if ((keys->suit[mask] >> CPF_COUNT_SHIFT & 63) >= 5) keys->suit[mask] |= CPF_SUIT_FLUSH;
    }
}

/* A writer of the strengths of one scale in ascending order. */
typedef struct writer {
    cpf_scale *scale;
    unsigned next, collisions;
} writer;

static unsigned step(writer *w, unsigned category, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
    w->scale->meaning[w->next] = category << 24 | a << 16 | b << 12 | c << 8 | d << 4 | e;
    return w->next++;
}

static void five(writer *w, unsigned category, const unsigned r[5], unsigned a, unsigned b, unsigned c, unsigned d,
                 unsigned e) {
    unsigned sum = five_key[r[0]] + five_key[r[1]] + five_key[r[2]] + five_key[r[3]] + five_key[r[4]];
    w->collisions += w->scale->five[sum] != 0;
    w->scale->five[sum] = (uint16_t)step(w, category, a, b, c, d, e);
}

static void three(writer *w, unsigned category, const unsigned r[3], unsigned a, unsigned b, unsigned c) {
    unsigned sum = three_key[r[0]] + three_key[r[1]] + three_key[r[2]];
    w->collisions += w->scale->three[sum] != 0;
    w->scale->three[sum] = (uint16_t)step(w, category, a, b, c, 15, 15);
}

static int is_straight(int kind, unsigned a, unsigned b, unsigned e) {
    return a == e + 4 || (kind != CPF_LOWBALL && a == 12 && b == 3); /* ranks descend from a to e */
}

/* Write the rows of different ranks that are not straights: flushes if `suited`, else high cards, also of three cards. */
static void different(writer *w, int kind, int suited) {
    for (unsigned a = 0; a < 13; a++)
        for (unsigned b = 0; b < a; b++)
            for (unsigned c = 0; c < b; c++) {
                if (!suited && kind != CPF_LOWBALL) three(w, CPF_HIGH_CARD, (unsigned[]){a, b, c}, a, b, c);
                for (unsigned d = 0; d < c; d++)
                    for (unsigned e = 0; e < d; e++) {
                        if (is_straight(kind, a, b, e)) continue;
                        if (suited)
                            w->scale->flush[1u << a | 1u << b | 1u << c | 1u << d | 1u << e] =
                                (uint16_t)step(w, CPF_FLUSH, a, b, c, d, e);
                        else
                            five(w, CPF_HIGH_CARD, (unsigned[]){a, b, c, d, e}, a, b, c, d, e);
                    }
            }
}

static void straights(writer *w, int kind, int suited) {
    for (unsigned place = 3; place < 13; place++) {
        unsigned top = place; /* the rank of the highest card */
        if (kind == CPF_LOWBALL && place == 3) continue;
        if (kind == CPF_WHEEL_SECOND && place != 12) top = place == 11 ? 3 : place + 1;
        unsigned r[5] = {top, top - 1, top - 2, top - 3, top == 3 ? 12 : top - 4};
        if (suited)
            w->scale->flush[1u << r[0] | 1u << r[1] | 1u << r[2] | 1u << r[3] | 1u << r[4]] =
                (uint16_t)step(w, CPF_STRAIGHT_FLUSH, r[0], 15, 15, 15, 15);
        else
            five(w, CPF_STRAIGHT, r, r[0], 15, 15, 15, 15);
    }
}

static void pairs(writer *w, int kind) {
    for (unsigned p = 0; p < 13; p++)
        for (unsigned a = 0; a < 13; a++) {
            if (a == p) continue;
            if (kind != CPF_LOWBALL) three(w, CPF_PAIR, (unsigned[]){p, p, a}, p, a, 15);
            for (unsigned b = 0; b < a; b++)
                for (unsigned c = 0; c < b; c++)
                    if (b != p && c != p) five(w, CPF_PAIR, (unsigned[]){p, p, a, b, c}, p, a, b, c, 15);
        }
}

static void two_pairs(writer *w) {
    for (unsigned p = 0; p < 13; p++)
        for (unsigned q = 0; q < p; q++)
            for (unsigned a = 0; a < 13; a++)
                if (a != p && a != q) five(w, CPF_TWO_PAIR, (unsigned[]){p, p, q, q, a}, p, q, a, 15, 15);
}

static void trips(writer *w, int kind) {
    for (unsigned t = 0; t < 13; t++) {
        if (kind != CPF_LOWBALL) three(w, CPF_THREE_OF_A_KIND, (unsigned[]){t, t, t}, t, 15, 15);
        for (unsigned a = 0; a < 13; a++)
            for (unsigned b = 0; b < a; b++)
                if (a != t && b != t) five(w, CPF_THREE_OF_A_KIND, (unsigned[]){t, t, t, a, b}, t, a, b, 15, 15);
    }
}

static void full_or_four(writer *w, unsigned category) {
    for (unsigned t = 0; t < 13; t++)
        for (unsigned a = 0; a < 13; a++)
            if (a != t) five(w, category, (unsigned[]){t, t, t, category == CPF_FULL_HOUSE ? a : t, a}, t, a, 15, 15, 15);
}

/* Reverse the order for lowball: the weakest row of ordinary poker becomes the strongest row. */
static void reverse(cpf_scale *scale) {
    unsigned last = CPF_LOWBALL_STRENGTHS - 1;
    for (unsigned sum = 0; sum < CPF_THREE_SPAN; sum++) scale->three[sum] = CPF_INVALID; /* no rows of three */
    for (unsigned i = 0; i < last - i; i++) {
        uint32_t meaning = scale->meaning[i];
        scale->meaning[i] = scale->meaning[last - i];
        scale->meaning[last - i] = meaning;
    }
    for (unsigned mask = 0; mask < 8192; mask++) scale->flush[mask] = (uint16_t)(last - scale->flush[mask]);
    /* Reverse only the sums in use: untouched pages of the large table take no memory. */
    for (unsigned a = 0; a < 13; a++)
        for (unsigned b = 0; b <= a; b++)
            for (unsigned c = 0; c <= b; c++)
                for (unsigned d = 0; d <= c; d++)
                    for (unsigned e = 0; e <= d; e++) {
                        if (a == e) continue;
                        uint16_t *entry = scale->five + five_key[a] + five_key[b] + five_key[c] + five_key[d] + five_key[e];
                        *entry = (uint16_t)(last - *entry);
                    }
}

int cpf_ranking_build(cpf_ranking *tables) {
    CPF_ASSERT(cpf_is_zero(tables, sizeof *tables));
    build_keys(&tables->keys);
    for (int kind = 0; kind < CPF_SCALES; kind++) {
        writer w = {&tables->scales[kind], 0, 0};
        int low = kind == CPF_LOWBALL;
        different(&w, kind, 0);
        if (w.next != (low ? 1278u : 1277u + 286u)) return __LINE__;
        pairs(&w, kind);
        two_pairs(&w);
        trips(&w, kind);
        if (w.next != (low ? 5854u : 6308u)) return __LINE__;
        straights(&w, kind, 0);
        different(&w, kind, 1);
        full_or_four(&w, CPF_FULL_HOUSE);
        full_or_four(&w, CPF_FOUR_OF_A_KIND);
        straights(&w, kind, 1);
        if (w.next != (low ? (unsigned)CPF_LOWBALL_STRENGTHS : (unsigned)CPF_STRENGTHS)) return __LINE__;
        if (w.collisions) return __LINE__;
        if (low) reverse(w.scale);
    }
    return 0;
}
