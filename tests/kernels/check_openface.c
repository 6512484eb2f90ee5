/* Checks of outs and of the last street. */
#include "checking.h"

/* Check that all sets of drawn cards are counted, for rows, hands and draws of all sizes. */
static void check_outs(void) {
    uint8_t deck[52];
    uint64_t counts[CPF_CATEGORIES];
    for (int cards = 0; cards <= 5; cards++)
        for (int held = 0; held <= CPF_MOST_DRAWS; held += 1 + held / 3)
            for (int draws = 0; draws <= CPF_MOST_DRAWS; draws += 1 + draws / 2) {
                int size = cards <= 3 && draws % 2 ? 3 : 5, last = cards + held + draws + (int)(next_random() % 14);
                cpf_drawing d = {0, 0, 0, size, draws};
                if (held + draws < size - cards) continue;
                shuffle(deck);
                for (int i = 0; i < last; i++)
                    *(i < cards ? &d.row : i < cards + held ? &d.hand : &d.unseen) |= cpf_card_bit(deck[i]);
                for (int low = 0; low <= (size == 5); low++) {
                    uint64_t sum = 0;
                    if (low)
                        cpf_low_outs(&d, counts);
                    else
                        CHECK(cpf_outs(&d, counts));
                    for (int i = 0; i < CPF_CATEGORIES; i++) sum += counts[i];
                    CHECK(sum == cpf_choose(last - cards - held, draws));
                }
            }
    CHECK(cpf_category_shown(0) == CPF_HIGH_CARD);
}

/* Return a board of the next cards of a deck that lacks `lacks` cards, those of the front first. */
cpf_partial fill_rows(const uint8_t *deck, int lacks) {
    cpf_partial board = {{0, 0, 0}, CPF_ALL_ROOM};
    for (int place = lacks; place < CPF_HAND; place++) {
        int row = place >= cpf_row_begin[CPF_BACK] ? CPF_BACK : place >= cpf_row_begin[CPF_MIDDLE] ? CPF_MIDDLE : CPF_FRONT;
        board.row[row] |= cpf_card_bit(*deck++);
        board.room -= cpf_room_digit[row];
    }
    return board;
}

/* Return the points of a board of the player if the third seat places the only cards that it can be dealt best. */
static int32_t points_by_ways(const cpf_last_street *s, const uint8_t *board, const uint8_t *hand, const cpf_way *ways,
                              int64_t n) {
    const cpf_seating seating = cpf_seated(3, 3);
    cpf_board boards[3];
    cpf_outcome outcome, best = {0};
    uint8_t cards[CPF_HAND];
    cpf_read_board(&settling, s->plan->rules, board, CPF_DECLARE_BEST, &boards[0]);
    cpf_lay_rows(&s->boards[1], cards);
    cpf_read_board(&settling, s->plan->rules, cards, CPF_DECLARE_BEST, &boards[1]);
    for (int64_t k = 0; k < n; k++) {
        cpf_lay_rows(&s->boards[2], cards);
        cpf_lay(cards, s->boards[2].room, &ways[k], hand);
        cpf_read_board(&settling, s->plan->rules, cards, CPF_DECLARE_BEST, &boards[2]);
        cpf_settle(&settling, s->plan->rules, boards, &seating, &outcome);
        if (!k || outcome.points[2] > best.points[2]) best = outcome;
    }
    int32_t against_unknown = 0; /* points from the fourth seat, whose board is unknown */
    for (int row = 0; row < CPF_ROWS; row++) against_unknown += boards[0].royalties[row];
    return best.points[0] + (cpf_is_foul(&boards[0]) ? -s->plan->rules->foul : against_unknown);
}

static void check_last_street(int dealt, int placed) {
    static cpf_plan plan = {.tables = &settling};
    uint8_t deck[52], boards[2 * CPF_HAND], *hand = malloc((size_t)dealt);
    double points[2];
    cpf_rules by = rules;
    cpf_street *street = &plan.street[0];
    cpf_last_street s = {.plan = &plan, .seats = 4, .button = 3};
    memset(&by.patterns, 0, sizeof by.patterns);
    by.royalties_always = 1;
    by.foul = 6;
    shuffle(deck);
    for (int i = 0; i < 2; i++) { /* two boards of the same cards */
        cpf_partial board = fill_rows(deck + i, 0);
        cpf_lay_rows(&board, boards + i * CPF_HAND);
    }
    s.known[1] = CPF_BOARD_COMPLETE;
    s.boards[1] = fill_rows(deck + 14, 0);
    s.known[2] = CPF_BOARD_LACKS_STREET;
    s.boards[2] = fill_rows(deck + 27, placed);
    s.known[3] = CPF_BOARD_UNKNOWN;
    for (int i = 0; i < dealt; i++) s.unseen |= cpf_card_bit(deck[51 - i]);
    for (int i = 0, card = 0; i < dealt; card++)
        if (s.unseen & cpf_card_bit((unsigned)card)) hand[i++] = (uint8_t)card;
    int room = s.boards[2].room;
    int64_t n = cpf_count_ways(dealt, placed, room);
    cpf_way *ways = malloc((size_t)n * sizeof *ways);
    cpf_list_ways(dealt, placed, room, ways);
    plan.rules = &by;
    plan.streets = by.naturals_by_rows = 1; /* every suit counts */
    *street = (cpf_street){.dealt = dealt, .placed = placed};
    street->count[room] = (int32_t)n;
    street->ways[room] = ways;
    CHECK(cpf_last_street_points(&s, boards, 2, points));
    for (int i = 0; i < 2; i++) CHECK(points[i] == points_by_ways(&s, boards + i * CPF_HAND, hand, ways, n));
    free(ways);
    free(hand);
}

void check_openface(void) {
    check_outs();
    for (int i = 0; i < 50; i++) {
        check_last_street(1, 1);
        check_last_street(3, 2);
        check_last_street(4, 4);
    }
}
