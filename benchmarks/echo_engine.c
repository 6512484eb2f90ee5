/* A trivial engine, to measure the host: it places cards in the order of the hand, from the back to the front. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int row_sizes[3] = {3, 5, 5};

struct position {
    long seat; /* counted from 1 */
    int boards;
    const char *board[4], *hand;
};

/* The text behind a key; NULL without the key. */
static const char *after(const char *text, const char *key) {
    const char *place = strstr(text, key);
    return place == NULL ? NULL : place + strlen(key);
}

static long id_of(const char *line) {
    const char *id = after(line, "\"id\":");
    return id == NULL ? 0 : strtol(id, NULL, 10);
}

/* Read the cards of each row of a board, which ends with a semicolon, as numbers of cards. */
static void count_rows(const char *board, int counts[3]) {
    for (int row = 0; row < 3; row++) {
        int letters = 0;
        for (; *board != '/' && *board != ';' && *board != '"'; board++) letters += *board != ' ' && *board != '-';
        counts[row] = letters / 2;
        board += *board == '/';
    }
}

/* Read the parts of a text, which ends with a quotation mark. */
static void read_parts(const char *text, struct position *read) {
    while (*text != '"') {
        if (strncmp(text, "seat ", 5) == 0) read->seat = strtol(text + 5, NULL, 10);
        if (strncmp(text, "board ", 6) == 0) read->board[read->boards++] = text + 6;
        if (strncmp(text, "hand ", 5) == 0) read->hand = text + 5;
        text += strcspn(text, ";\"");
        if (*text == ';') text += 2;
    }
}

static char *append(char *end, const char *text, int length) {
    memcpy(end, text, (size_t)length);
    return end + length;
}

static void place_hand(const struct position *position) {
    char text[128] = "\"", *end = text + 1;
    const char *hand = position->hand;
    int counts[3], placed[3], begins[3], cards = 1, next = 0, to_place;
    count_rows(position->board[position->seat - 1], counts);
    while (hand[3 * cards - 1] == ' ') cards++;
    to_place = cards >= 13 ? 13 : cards == 3 ? 2 : cards;
    for (int row = 2; row >= 0; row--) {
        placed[row] = row_sizes[row] - counts[row];
        if (placed[row] > to_place - next) placed[row] = to_place - next;
        begins[row] = next;
        next += placed[row];
    }
    for (int row = 0; row < 3; row++) {
        if (row > 0) end = append(end, " / ", 3);
        end = placed[row] > 0 ? append(end, hand + 3 * begins[row], 3 * placed[row] - 1) : append(end, "-", 1);
    }
    if (cards > to_place) {
        end = append(end, " discards ", 10);
        end = append(end, hand + 3 * to_place, 3 * (cards - to_place) - 1);
    }
    *end++ = '"';
    fwrite(text, 1, (size_t)(end - text), stdout);
}

static void place_hands(const char *line) {
    const char *item = after(line, "\"positions\":[");
    struct position shared = {0};
    read_parts(after(line, "\"shared\":\""), &shared);
    printf("{\"type\":\"placements\",\"id\":%ld,\"placements\":[", id_of(line));
    while (*item == '"') {
        struct position position = shared;
        read_parts(item + 1, &position);
        place_hand(&position);
        item = strchr(item + 1, '"') + 1;
        if (*item == ',') putchar(*item++);
    }
    fputs("]}\n", stdout);
}

int main(void) {
    static char line[(1 << 20) + 2];
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *type = after(line, "\"type\":\"");
        if (type == NULL) return 1;
        if (strncmp(type, "place", 5) == 0)
            place_hands(line);
        else if (strncmp(type, "hello", 5) == 0)
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Echo\"}");
        else if (strncmp(type, "match", 5) == 0)
            puts("{\"type\":\"ready\"}");
        else if (strncmp(type, "quit", 4) == 0)
            return 0;
        fflush(stdout);
    }
    return 0;
}
