/* A trivial engine, to measure the host: it sets cards in the order of the hand, and places them from the back to the
   front. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int row_sizes[3] = {3, 5, 5};

/* The text behind a key; NULL without the key. */
static const char *after(const char *text, const char *key) {
    const char *place = strstr(text, key);
    return place == NULL ? NULL : place + strlen(key);
}

static long id_of(const char *line) {
    const char *id = after(line, "\"id\":");
    return id == NULL ? 0 : strtol(id, NULL, 10);
}

static void set_hands(const char *line) {
    const char *hand = after(line, "\"hands\":[");
    printf("{\"type\":\"boards\",\"id\":%ld,\"boards\":[", id_of(line));
    while (*hand == '"') {
        putchar('"');
        fwrite(hand + 1, 1, 6, stdout);
        putchar('/');
        fwrite(hand + 7, 1, 10, stdout);
        putchar('/');
        fwrite(hand + 17, 1, 10, stdout);
        putchar('"');
        hand += 28;
        if (*hand == ',') putchar(*hand++);
    }
    fputs("]}\n", stdout);
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

static void place_hand(const char *position) {
    const char *board = position, *hand = after(position, "; hand ");
    int counts[3], placed[3], begins[3], cards = 1, next = 0, to_place;
    for (long seat = strtol(after(position, "; seat "), NULL, 10); seat >= 0; seat--) board = after(board, "; board ");
    count_rows(board, counts);
    while (hand[3 * cards - 1] == ' ') cards++;
    to_place = cards >= 13 ? 13 : cards == 3 ? 2 : cards;
    for (int row = 2; row >= 0; row--) {
        placed[row] = row_sizes[row] - counts[row];
        if (placed[row] > to_place - next) placed[row] = to_place - next;
        begins[row] = next;
        next += placed[row];
    }
    for (int row = 0; row < 3; row++) {
        fputs(row > 0 ? " / " : "", stdout);
        if (placed[row] == 0)
            putchar('-');
        else
            fwrite(hand + 3 * begins[row], 1, (size_t)(3 * placed[row] - 1), stdout);
    }
    if (cards > to_place) {
        fputs(" discards ", stdout);
        fwrite(hand + 3 * to_place, 1, (size_t)(3 * (cards - to_place) - 1), stdout);
    }
}

static void place_hands(const char *line) {
    const char *position = after(line, "\"positions\":[");
    printf("{\"type\":\"placements\",\"id\":%ld,\"placements\":[", id_of(line));
    while (*position == '"') {
        putchar('"');
        place_hand(position + 1);
        putchar('"');
        position = strchr(position + 1, '"') + 1;
        if (*position == ',') putchar(*position++);
    }
    fputs("]}\n", stdout);
}

int main(void) {
    static char line[(1 << 20) + 2];
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *type = after(line, "\"type\":\"");
        if (type == NULL) return 1;
        if (strncmp(type, "set\"", 4) == 0)
            set_hands(line);
        else if (strncmp(type, "place", 5) == 0)
            place_hands(line);
        else if (strncmp(type, "hello", 5) == 0)
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Echo\",\"games\":[\"closed\",\"open-face\"]}");
        else if (strncmp(type, "match", 5) == 0)
            puts("{\"type\":\"ready\"}");
        else if (strncmp(type, "quit", 4) == 0)
            return 0;
        fflush(stdout);
    }
    return 0;
}
