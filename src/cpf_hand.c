/* Ranking all rows of a hand. */
#include "cpf_hand.h"

/* The next larger number with as many bits set. */
static uint32_t next_subset(uint32_t bits) {
    uint32_t low = bits & (~bits + 1), high = bits + low;
    return high | ((bits ^ high) / low >> 2);
}

void cpf_arranging_build(cpf_arranging_tables *tables) {
    cpf_subsets *subsets = &tables->subsets;
    cpf_splits_of_13 *splits = &tables->splits;
    uint32_t five = 0x1f, three = 7, all = (1u << CPF_HAND) - 1;
    for (int i = 0; i < CPF_MOST_FIVES; i++, five = next_subset(five)) subsets->five[i] = five;
    for (int i = 0; i < CPF_MOST_THREES; i++, three = next_subset(three)) subsets->three[i] = three;
    for (uint16_t i = 0; i < CPF_FIVES; i++) splits->number[subsets->five[i]] = i;
    for (uint16_t i = 0; i < CPF_THREES; i++) splits->number[subsets->three[i]] = i;
    for (int back = 0; back < CPF_FIVES; back++) {
        uint32_t left = all ^ subsets->five[back];
        cpf_rest rest;
        cpf_rest_of(left, &rest);
        splits->above[back] = 0;
        for (int i = 0; i < CPF_MIDDLES; i++) {
            uint32_t middle = cpf_rest_set(&rest, subsets->five[i]);
            splits->middle[back][i] = splits->number[middle];
            splits->front[back][i] = splits->number[left ^ middle];
            splits->above[back] = (uint8_t)(splits->above[back] + (splits->number[middle] < back));
        }
    }
}

/* Ranks all sets of five as if there were no flushes; of three as well, if `threes` is set. */
static void rank_by_ranks(const cpf_hand *hand, const cpf_keys *keys, const cpf_scale *scale, int threes, uint16_t *strength) {
    const cpf_subsets *subsets = hand->subsets;
    uint32_t key[CPF_MOST_CARDS], three_key[CPF_MOST_THREES];
    int n = 0;
    for (int c = 0; c < hand->n; c++) key[c] = (uint32_t)(keys->card[hand->card[c]] & CPF_FIVE_FIELD);
    for (int c = 2; c < hand->n; c++)
        for (int b = 1; b < c; b++)
            for (int a = 0; a < b; a++) three_key[n++] = key[a] + key[b] + key[c];
    if (threes) {
        n = 0;
        for (int c = 2; c < hand->n; c++)
            for (int b = 1; b < c; b++)
                for (int a = 0; a < b; a++, n++)
                    strength[subsets->three[n]] =
                        (uint16_t)cpf_strength3(keys, scale, hand->card[a], hand->card[b], hand->card[c]);
    }
    n = 0;
    for (int e = 4; e < hand->n; e++)
        for (int d = 3; d < e; d++) { /* the threes of the cards below d come first in the list of threes */
            uint32_t pair_key = key[d] + key[e];
            for (int i = 0; i < d * (d - 1) * (d - 2) / 6; i++, n++)
                strength[subsets->five[n]] = scale->five[pair_key + three_key[i]];
        }
}

static void rank_flushes(const cpf_hand *hand, const cpf_scale *scale, uint16_t *strength) {
    for (int suit = 0; suit < hand->suits; suit++) {
        uint32_t set[CPF_HAND], ranks[CPF_HAND];
        int m = 0;
        for (uint32_t left = hand->suited[suit]; left; left &= left - 1) {
            int card = cpf_lowest_bit(left);
            set[m] = 1u << card;
            ranks[m++] = 1u << (hand->card[card] >> 2);
        }
        for (int e = 4; e < m; e++)
            for (int d = 3; d < e; d++)
                for (int c = 2; c < d; c++)
                    for (int b = 1; b < c; b++)
                        for (int a = 0; a < b; a++)
                            strength[set[a] | set[b] | set[c] | set[d] | set[e]] =
                                scale->flush[ranks[a] | ranks[b] | ranks[c] | ranks[d] | ranks[e]];
    }
}

void cpf_hand_read(const cpf_arranging_tables *tables, const cpf_rules *rules, const uint8_t *cards, int n, void *memory,
                   cpf_hand *hand) {
    const cpf_keys *keys = &tables->ranking->keys;
    const cpf_scale *scale = &tables->ranking->scales[rules->wheel], *lowball = &tables->ranking->scales[CPF_LOWBALL];
    hand->subsets = &tables->subsets;
    hand->n = n;
    hand->threes = n * (n - 1) * (n - 2) / 6;
    hand->fives = hand->threes * (n - 3) * (n - 4) / 20;
    hand->all = (1u << n) - 1;
    hand->doubled = 0;
    hand->suits = 0;
    hand->lowball = rules->lowball_middle;
    hand->lowest_middle = (uint32_t)rules->lowest_middle;
    uint32_t of_suit[4] = {0, 0, 0, 0};
    int count[4] = {0, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        hand->card[i] = cards[i];
        of_suit[cards[i] & 3] |= 1u << i;
        count[cards[i] & 3]++;
        if (rules->deuce_of_spades && cards[i] == CPF_DEUCE_OF_SPADES) hand->doubled = 1u << i;
    }
    for (int suit = 0; suit < 4; suit++)
        if (count[suit] >= 5) hand->suited[hand->suits++] = of_suit[suit];
    hand->strength = hand->middle = memory;
    rank_by_ranks(hand, keys, scale, 1, hand->strength);
    rank_flushes(hand, scale, hand->strength);
    if (!hand->lowball) return;
    hand->middle += (size_t)1 << n;
    rank_by_ranks(hand, keys, lowball, 0, hand->middle);
    rank_flushes(hand, lowball, hand->middle);
}
