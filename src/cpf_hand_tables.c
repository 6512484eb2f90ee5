/* Construction of the tables that all hands share. */
#include "cpf_hand_tables.h"

static void build_parts(cpf_rank_parts *parts, const cpf_ranking *ranking) {
    uint32_t three_key[CPF_RANK_TRIPLES];
    int pairs = 0, triples = 0;
    for (unsigned c = 0; c < CPF_RANKS; c++)
        for (unsigned b = 0; b <= c; b++)
            for (unsigned a = 0; a <= b; a++) {
                const uint64_t sum = ranking->keys.card[4 * a] + ranking->keys.card[4 * b] + ranking->keys.card[4 * c];
                three_key[triples] = (uint32_t)(sum & CPF_FIVE_FIELD);
                parts->three[sum >> CPF_THREE_SHIFT] = (uint16_t)triples++;
            }
    for (unsigned b = 0; b < CPF_RANKS; b++)
        for (unsigned a = 0; a <= b; a++) {
            const int first = pairs++ * CPF_RANK_TRIPLES;
            const uint64_t both = ranking->keys.card[4 * a] + ranking->keys.card[4 * b];
            const uint32_t key = (uint32_t)(both & CPF_FIVE_FIELD);
            parts->two[a][b] = parts->two[b][a] = (uint16_t)first;
            for (int scale = 0; scale < CPF_SCALES; scale++)
                for (int i = 0; i < CPF_RANK_TRIPLES; i++)
                    parts->five[scale][first + i] = ranking->scales[scale].five[key + three_key[i]];
        }
}

void cpf_arranging_build(cpf_arranging_tables *tables) {
    cpf_subsets *subsets = &tables->subsets;
    cpf_splits_of_13 *splits = &tables->splits;
    uint32_t five = 0x1f, three = 7, all = (1u << CPF_HAND) - 1;
    for (int i = 0; i < CPF_MOST_FIVES; i++, five = cpf_next_subset(five)) subsets->five[i] = five;
    for (int i = 0; i < CPF_MOST_THREES; i++, three = cpf_next_subset(three)) subsets->three[i] = three;
    for (int card = 0; card < CPF_MOST_CARDS; card++)
        for (int k = 0, choices = 1; k < 5; k++) { /* choices: sets of k + 1 cards below the card */
            choices = choices * (card - k) / (k + 1);
            subsets->place[k][card] = (uint16_t)choices;
        }
    build_parts(&tables->parts, tables->settling->ranking);
    for (uint16_t i = 0; i < CPF_FIVES; i++) splits->number[subsets->five[i]] = i;
    for (uint16_t i = 0; i < CPF_THREES; i++) splits->number[subsets->three[i]] = i;
    for (int back = 0; back < CPF_FIVES; back++) {
        uint32_t remaining = all ^ subsets->five[back];
        cpf_rest rest;
        cpf_rest_of(remaining, &rest);
        splits->below[back] = 0;
        for (int i = 0; i < CPF_MIDDLES; i++) {
            uint32_t middle = cpf_rest_set(&rest, CPF_HAND - 5, subsets->five[i]);
            splits->middle[back][i] = splits->number[middle];
            splits->front[back][i] = splits->number[remaining ^ middle];
            splits->below[back] = (uint8_t)(splits->below[back] + (splits->number[middle] < back));
        }
    }
}
