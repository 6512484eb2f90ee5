/* A small engine in C99, for all games without a 2-7 middle: cc -std=c99 -O2 -o engine examples/engines/engine.c */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int n, card[17]; } cards; /* card: 4 * rank + suit */
#define IS(value, text) (value && !strncmp(value, "\"" text "\"", sizeof text + 1)) /* of JSON texts */
static const char RANKS[] = "23456789TJQKA", SUITS[] = "cdhs";
static const int SIZES[] = {3, 5, 5}; /* of front, middle and back */
static char line[(1 << 20) + 2], rules[(1 << 20) + 2];

/* JSON: the end of a value, the next value behind a sign, and the value of a key; NULL if there is none. */
static const char *end_of(const char *p) {
    int depth = 0;
    do {
        if (*p == '"') for (p++; *p && *p != '"'; p++) p += *p == '\\' && p[1];
        depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
    } while (*p && *++p && (depth > 0 || !strchr(",:]} \t\r\n", *p)));
    return p;
}
static const char *next(const char *p) {
    p += strspn(p, ",: \t\r\n");
    return *p && *p != ']' && *p != '}' ? p : NULL;
}
static const char *get(const char *object, const char *key) {
    for (const char *p = object ? next(object + 1) : NULL, *value; p; p = value ? next(end_of(value)) : NULL) {
        value = next(end_of(p));
        if (strlen(key) + 2 == (size_t)(end_of(p) - p) && !strncmp(p + 1, key, strlen(key))) return value;
    }
    return NULL;
}

/* Read the cards before one of the signs in `ends`. */
static cards read_cards(const char **text, const char *ends) {
    cards read = {0, {0}};
    for (; **text && !strchr(ends, **text); ++*text) {
        const char *rank = strchr(RANKS, **text), *suit = rank && (*text)[1] ? strchr(SUITS, (*text)[1]) : NULL;
        if (suit && read.n < 17) read.card[read.n++] = 4 * (int)(rank - RANKS) + (int)(suit - SUITS), ++*text;
    }
    return read;
}

/* The strength of a row, complete or not: its category, then its ranks by importance. Higher is better. */
static int strength(const cards *row) {
    int number[13] = {0}, order[5] = {0}, groups = 0, most = 0, pairs = 0, is_flush = row->n == 5;
    for (int i = 0; i < row->n; i++) number[row->card[i] / 4]++, is_flush &= row->card[i] % 4 == row->card[0] % 4;
    for (int count = 4; count; count--)
        for (int rank = 12; rank >= 0; rank--)
            if (number[rank] == count) order[groups++] = rank, most = most ? most : count, pairs += count > 1;
    int value = most == 4 ? 7 : most == 3 ? (pairs > 1 ? 6 : 3) : pairs;
    if (groups == 5) {
        int is_wheel = order[0] == 12 && order[1] == 3, is_straight = is_wheel || order[0] - order[4] == 4;
        value = is_straight && is_flush ? 8 : is_flush ? 5 : is_straight ? 4 : 0;
        if (is_wheel && IS(get(rules, "wheel"), "lowest")) order[0] = 3; /* the ace is low */
    }
    for (int i = 0; i < 5; i++) value = 16 * value + order[i];
    return value;
}

/* How promising rows are: high and equal cards, and cards of a suit, most in the back; the rows must be in order. */
static int promise(cards rows[3]) {
    int s[3], total = 0;
    for (int r = 0; r < 3; r++) {
        int value = 40 * ((s[r] = strength(&rows[r])) >> 20), is_suited = r > 0;
        for (int i = 0, *c = rows[r].card; i < rows[r].n; i++) value += c[i] / 4, is_suited &= c[i] % 4 == c[0] % 4;
        total += (r + 1) * (value + is_suited * 2 * rows[r].n * rows[r].n);
    }
    return total - 500 * ((s[0] > s[1]) + (s[1] > s[2]));
}

/* Set cards by number and rank, or five of a suit first: five in the back, then the middle, then the front. */
static void set_board(cards hand, cards best[3]) {
    for (int suit = 0, most = -100000; suit < 5; suit++) { /* 4: none */
        cards rows[4] = {{3, {0}}, {5, {0}}, {5, {0}}};
        int number[13] = {0}, in_suit = 0, key[52] = {0}, *c = hand.card;
        for (int i = 0; i < hand.n; i++) key[c[i]] = 1, in_suit += c[i] % 4 == suit;
        if (suit < 4 && in_suit < 5) continue;
        for (int card = 48 + suit, left = suit < 4 ? 5 : 0; left; card -= 4)
            if (key[card]) key[card] = 999 + card, left--;
        for (int i = 0; i < hand.n; i++) number[c[i] / 4] += key[c[i]] == 1;
        for (int i = 0; i < hand.n; i++) key[c[i]] += key[c[i]] == 1 ? c[i] + 64 * number[c[i] / 4] : 0;
        for (int i = 0; i < hand.n; i++) /* sort by key: quads, trips, pairs, single cards */
            for (int j = i + 1, card; j < hand.n; j++)
                if (key[c[j]] > key[c[i]]) card = c[i], c[i] = c[j], c[j] = card;
        for (int r = 0; r < 3; r++) memcpy(rows[r].card, c + 10 - 5 * r, sizeof(int) * (size_t)SIZES[r]);
        if (strength(&rows[1]) > strength(&rows[2])) rows[3] = rows[1], rows[1] = rows[2], rows[2] = rows[3];
        if (promise(rows) > most) most = promise(rows), memcpy(best, rows, 3 * sizeof *rows);
    }
}

/* Try all ways to place the cards of a hand from index `i`, with a number of discards, and save the best rows. */
static void place(const cards *hand, int i, int discards, cards rows[3], cards best[3], int *most) {
    for (int r = 0; r < 3 && i < hand->n; rows[r++].n--) /* each row with the card, and then without it again */
        if (rows[r].card[rows[r].n++] = hand->card[i], rows[r].n <= SIZES[r])
            place(hand, i + 1, discards, rows, best, most);
    if (discards && i < hand->n) place(hand, i + 1, discards - 1, rows, best, most);
    if (!discards && i == hand->n && promise(rows) > *most) *most = promise(rows), memcpy(best, rows, 3 * sizeof *rows);
}

/* Find the best placement in a position, whose parts, such as "seat 1" and "hand As Kd 7c", are in two JSON texts. */
static void place_position(const char *texts[2], cards best[3]) {
    cards rows[3] = {{0, {0}}}, hand = {0, {0}};
    const char *boards[4] = {NULL};
    int seat = 1, street = 1, seats = 0, most = -100000;
    for (int k = 0; k < 2; k++)
        for (const char *p = texts[k], *end = end_of(p++); p < end; p += strcspn(p, ";\"") + 1, p += *p == ' ') {
            if (!strncmp(p, "seat ", 5)) seat = atoi(p + 5);
            if (!strncmp(p, "street ", 7)) street = atoi(p + 7);
            if (!strncmp(p, "board ", 6)) boards[seats++] = p + 6;
            if (!strncmp(p, "hand ", 5)) hand = read_cards(&p, ";\"");
        }
    const char *board = boards[seat - 1], *item = next(get(rules, "streets") + 1);
    for (int r = 0; r < 3; r++, board += *board == '/') rows[r] = read_cards(&board, "/;\"");
    while (--street) item = next(end_of(item));
    if (hand.n >= 13) set_board(hand, best); /* all cards are placed at once */
    else place(&hand, 0, hand.n - atoi(next(end_of(item + 1))), rows, best, &most);
    for (int r = 0; r < 3; r++) /* only the cards of the hand */
        memmove(best[r].card, best[r].card + rows[r].n, sizeof(int) * (size_t)(best[r].n -= rows[r].n));
}

static void print_placements(const char *shared, const char *text) { /* for the positions from the first one, `text` */
    for (const char *before = ""; text; text = next(end_of(text)), before = ",") {
        cards rows[3];
        place_position((const char *[]){shared, text}, rows);
        for (int r = 0; r < 3; r++) {
            printf("%s%s%s", r ? " / " : before, r ? "" : "\"", rows[r].n ? "" : "-");
            for (int i = 0, *c = rows[r].card; i < rows[r].n; i++)
                printf("%s%c%c", i ? " " : "", RANKS[c[i] / 4], SUITS[c[i] % 4]);
        }
        printf("\"");
    }
}

int main(void) {
    for (const char *type, *id, *list; fgets(line, sizeof line, stdin); fflush(stdout)) {
        type = get(line, "type"), id = get(line, "id"), list = IS(type, "place") ? get(line, "positions") : NULL;
        if (IS(type, "quit")) break;
        if (IS(type, "hello")) puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"engine.c\"}");
        else if (IS(type, "match")) {
            strcpy(rules, get(line, "rules"));
            int has_lowball = *get(rules, "lowball_middle") == 't';
            puts(has_lowball ? "{\"type\":\"error\",\"message\":\"no 2-7 middles\"}" : "{\"type\":\"ready\"}");
        } else if (!IS(type, "settled")) {
            const char *reply = IS(type, "ping") ? "pong" : list ? "placements" : "error";
            printf("{\"type\":\"%s\",\"id\":%.*s", reply, id ? (int)(end_of(id) - id) : 1, id ? id : "0");
            if (list) printf(",\"placements\":["), print_placements(get(line, "shared"), next(list + 1));
            puts(list ? "]}" : *reply == 'e' ? ",\"message\":\"unknown type\"}" : "}");
        }
    }
}
