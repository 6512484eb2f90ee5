/* Ranking of all rows of a hand. */
#include "cpf_hand.h"

int cpf_list_flushes(const uint8_t *cards, uint32_t suited, cpf_flush flushes[CPF_FIVES]) {
    CPF_ASSERT(cpf_set_size(suited) <= CPF_HAND);
    cpf_flush card[CPF_HAND]; /* sets of one card */
    int n = 0, m = 0;
    for (; suited; suited &= suited - 1) {
        int i = cpf_lowest_bit(suited);
        card[m].set = 1u << i;
        card[m++].ranks = 1u << (cards[i] >> 2);
    }
    for (int e = 4; e < m; e++)
        for (int d = 3; d < e; d++)
            for (int c = 2; c < d; c++)
                for (int b = 1; b < c; b++)
                    for (int a = 0; a < b; a++) {
                        flushes[n].set = card[a].set | card[b].set | card[c].set | card[d].set | card[e].set;
                        flushes[n++].ranks = card[a].ranks | card[b].ranks | card[c].ranks | card[d].ranks | card[e].ranks;
                    }
    return n;
}

static void rank_flushes(const cpf_hand *hand, const cpf_scale *scale, const cpf_scale *lowball) {
    cpf_flush flushes[CPF_FIVES];
    for (int suit = 0; suit < hand->suits.n; suit++) {
        int n = cpf_list_flushes(hand->card, hand->suits.cards[suit], flushes);
        for (int i = 0; i < n; i++) {
            if (lowball) hand->middle[flushes[i].set] = lowball->flush[flushes[i].ranks];
            hand->strength[flushes[i].set] = scale->flush[flushes[i].ranks];
        }
    }
}

cpf_suits cpf_suits_of(const uint8_t *cards, int n) {
    cpf_suits suits = {0, {0, 0, 0, 0}};
    uint32_t of_suit[4] = {0, 0, 0, 0};
    int count[4] = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        of_suit[cards[i] & 3] |= 1u << i;
        count[cards[i] & 3]++;
    }
    for (int suit = 0; suit < 4; suit++)
        if (count[suit] >= 5) suits.cards[suits.n++] = of_suit[suit];
    return suits;
}

void cpf_hand_read(const cpf_arranging_tables *tables, const cpf_rules *rules, const uint8_t *cards, int n, uint16_t *memory,
                   cpf_hand *hand) {
    CPF_ASSERT(cpf_is_hand_size(n) && cpf_cards_ascend(cards, n));
    const cpf_keys *keys = &tables->settling->ranking->keys;
    const cpf_scale *scale = &tables->settling->ranking->scales[rules->wheel];
    const cpf_scale *lowball = rules->lowball_middle ? &tables->settling->ranking->scales[CPF_LOWBALL] : NULL;
    hand->rules = rules;
    hand->subsets = &tables->subsets;
    hand->n = n;
    hand->threes = cpf_choose3(n);
    hand->fives = cpf_choose5(n);
    hand->all = (1u << n) - 1;
    hand->doubled = 0;
    hand->suits = cpf_suits_of(cards, n);
    for (int i = 0; i < n; i++) {
        hand->card[i] = cards[i];
        if (rules->deuce_of_spades && cards[i] == CPF_DEUCE_OF_SPADES) hand->doubled = 1u << i;
    }
    hand->strength = hand->middle = memory;
    if (lowball) hand->middle += (size_t)1 << n;
    cpf_rank_threes(cards, n, keys, scale, tables->subsets.three, hand->strength);
    if (lowball) cpf_rank_fives(cards, n, keys, lowball, tables->subsets.five, hand->middle);
    cpf_rank_fives(cards, n, keys, scale, tables->subsets.five, hand->strength);
    rank_flushes(hand, scale, lowball);
}
