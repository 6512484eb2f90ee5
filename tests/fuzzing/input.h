/* The bytes of an input, read in order; after the last one, all bytes are 0. */
#ifndef INPUT_H
#define INPUT_H

#include <stdint.h>
#include <stdlib.h>

typedef struct input {
    const uint8_t *next, *end;
} input;

#define CHECK(condition) \
    if (!(condition)) abort()

static inline uint32_t byte_of(input *in) { return in->next < in->end ? *in->next++ : 0; }

/* Return a number from `low` to `high`, from two bytes. */
static inline int32_t between(input *in, int32_t low, int32_t high) {
    uint32_t drawn = byte_of(in) << 8;
    drawn |= byte_of(in);
    return low + (int32_t)(drawn % (uint32_t)(high - low + 1));
}

static inline int32_t flag(input *in) { return (int32_t)(byte_of(in) & 1); }

static inline void deal(input *in, uint8_t deck[52], int cards) {
    for (int i = 0; i < 52; i++) deck[i] = (uint8_t)i;
    for (int i = 0; i < cards; i++) {
        int j = i + (int)(byte_of(in) % (uint32_t)(52 - i));
        uint8_t card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

int LLVMFuzzerInitialize(int *arguments, char ***argument);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
