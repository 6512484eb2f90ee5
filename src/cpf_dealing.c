/* A Fisher-Yates shuffle that stops when enough cards are drawn. Lemire's method draws a number below a bound, the
 * number of remaining cards: random bits are multiplied by the bound, and the high word of the product is the number. The
 * low word is still random and serves the next draw, so 64 bits draw several cards (Brackett-Rozinsky and Lemire, Batched
 * ranged random integer generation, 2024). */
#include "cpf_dealing.h"

#include <string.h>

#include "cpf_assert.h"
#include "cpf_ranking.h"
#include "cpf_simd.h"

#if defined(_MSC_VER)
#include <intrin.h>
#endif

/* Return the low word of the product of a and b; *high: the high word. */
static inline uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high) {
    CPF_ASSERT(b <= CPF_DECK);
#if defined(_MSC_VER) && defined(CPF_X86_64)
    return _umul128(a, b, high);
#elif defined(_MSC_VER)
    *high = __umulh(a, b);
    return a * b;
#elif defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t low = (a & 0xffffffff) * b, high_part = (a >> 32) * b; /* b <= 52, so no product overflows */
    *high = (high_part + (low >> 32)) >> 32;
    return a * b;
#endif
}

/* Limit of the outcomes of a batch of draws: so far below 2^64 that at most one batch in 64 is rejected. */
#define MOST_OUTCOMES (UINT64_C(1) << 58)

int cpf_deck_prepare(cpf_deck *deck) {
    CPF_ASSERT(deck->cards >= 0 && deck->cards <= CPF_DECK && deck->places >= 0 && deck->places <= CPF_DECK);
    int unknown = 0;
    for (int i = 0; i < deck->places; i++) unknown += deck->known[i] == 255;
    if (unknown > deck->cards) return 0;
    deck->draws = 0;
    for (int place = 0; place < unknown;) {
        cpf_draw *draw = &deck->draw[deck->draws++];
        draw->begin = place;
        draw->outcomes = 1;
        for (; place < unknown; place++) {
            uint64_t cards = (uint64_t)(deck->cards - place);
            if (draw->outcomes > MOST_OUTCOMES / cards) break;
            draw->outcomes *= cards;
        }
        draw->end = place;
        draw->unfair = (0 - draw->outcomes) % draw->outcomes;
    }
    return 1;
}

static inline void shuffle(const cpf_deck *deck, const cpf_bits *bits, uint8_t *card) {
    for (int i = 0; i < deck->draws; i++) {
        const cpf_draw *draw = &deck->draw[i];
        uint64_t place[CPF_DECK], random;
        do {
            random = bits->next_uint64(bits->state);
            for (int k = draw->begin; k < draw->end; k++) random = multiply(random, (uint64_t)(deck->cards - k), &place[k]);
        } while (random < draw->unfair);
        for (int k = draw->begin; k < draw->end; k++) {
            uint8_t *drawn = card + k + place[k], swapped = card[k];
            card[k] = *drawn;
            *drawn = swapped;
        }
    }
}

void cpf_deal(const cpf_deck *deck, const cpf_bits *bits, int64_t n, uint8_t *out) {
    const size_t places = (size_t)deck->places;
    int all_unknown = 1;
    for (size_t i = 0; i < places; i++) all_unknown &= deck->known[i] == 255;
    for (; n > 0; n--, out += places) {
        uint8_t card[CPF_DECK];
        memcpy(card, deck->card, CPF_DECK);
        shuffle(deck, bits, card);
        if (all_unknown) {
            memcpy(out, card, places);
            continue;
        }
        const uint8_t *next = card;
        for (size_t i = 0; i < places; i++) out[i] = deck->known[i] == 255 ? *next++ : deck->known[i];
    }
}

int64_t cpf_deal_unseen(const cpf_bits *bits, const uint64_t *seen, int64_t n, int cards, uint8_t *out) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t unseen = 0, drawn = 0; /* bit i: card i */
        for (unsigned card = 0; card < CPF_DECK; card++) unseen |= (uint64_t)!(seen[i] & cpf_card_bit(card)) << card;
        if (cpf_count_bits(unseen) < cards) return i;
        for (int k = 0; k < cards;) {
            const uint64_t card = UINT64_C(1) << ((uint64_t)bits->next_uint32(bits->state) * CPF_DECK >> 32);
            k += (card & unseen) != 0;
            drawn |= card & unseen;
            unseen &= ~card;
        }
        for (; drawn; drawn &= drawn - 1) *out++ = (uint8_t)cpf_lowest_bit(drawn);
    }
    return n;
}
