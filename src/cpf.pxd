# cython: language_level=3
"""Declarations of the C core for the Cython modules of this package. Structs lack most members that Cython does not use.

Not installed.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


cdef extern from "cpf_cpu.h" nogil:
    enum:
        CPF_CPU_LEVELS
    const char *const cpf_cpu_names[CPF_CPU_LEVELS]
    bint cpf_cpu_supports(int level)
    int cpf_cpu_level()
    void cpf_use_cpu_level(int level)


cdef extern from "cpf_ranking.h" nogil:
    enum:
        CPF_WHEEL_LOWEST, CPF_WHEEL_SECOND, CPF_LOWBALL, CPF_SCALES
        CPF_STRENGTHS, CPF_LOWBALL_STRENGTHS, CPF_INVALID, CPF_NO_MEMORY, CPF_CATEGORIES, CPF_RANKS
    const uint64_t CPF_MASK_GAPS
    ctypedef struct cpf_keys:
        pass
    ctypedef struct cpf_scale:
        uint32_t meaning[CPF_STRENGTHS]
    ctypedef struct cpf_ranking:
        cpf_keys keys
        cpf_scale scales[CPF_SCALES]
    int cpf_ranking_build(cpf_ranking *tables)
    int cpf_meaning_rank(uint32_t meaning)
    int cpf_meaning_category(uint32_t meaning)
    int cpf_lowest_bit(uint64_t bits)
    uint64_t cpf_card_bit(unsigned card)
    uint8_t cpf_card_of_bit(int bit)
    uint32_t cpf_rank_mask(uint64_t cards)
    uint32_t cpf_strength_mask(const cpf_keys *keys, const cpf_scale *scale, uint64_t cards)
    uint32_t cpf_strength5(const cpf_keys *keys, const cpf_scale *scale, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                           uint32_t e)
    int64_t cpf_strengths(const cpf_ranking *tables, int kind, int level, const uint8_t *cards, int width, int64_t n,
                          uint16_t *out, int threads)
    int64_t cpf_mask_strengths(const cpf_ranking *tables, int kind, int level, const uint64_t *masks, int64_t n,
                               uint16_t *out, int threads)


cdef extern from "cpf_sevens.h" nogil:
    bint cpf_is_row_size(int kind, int n)
    bint cpf_has_strength(int kind, uint64_t mask)
    uint32_t cpf_strength_of_any(const cpf_ranking *tables, int kind, uint64_t mask)


cdef extern from "cpf_best_five.h" nogil:
    uint64_t cpf_best_five(const cpf_ranking *tables, int kind, uint64_t mask)
    int64_t cpf_best_fives(const cpf_ranking *tables, int kind, const uint8_t *cards, int width, int64_t n, uint8_t *out,
                           int threads)
    int64_t cpf_best_five_masks(const cpf_ranking *tables, int kind, const uint64_t *masks, int64_t n, uint64_t *out,
                                int threads)


cdef extern from "cpf_naturals.h" nogil:
    enum:
        CPF_MOST_PATTERNS, CPF_ROW_SHAPES
    ctypedef struct cpf_pattern_tables:
        pass
    ctypedef struct cpf_pattern:
        int32_t rows
    ctypedef struct cpf_pattern_set:
        uint32_t patterns, shown
        cpf_pattern pattern[CPF_MOST_PATTERNS]
    int cpf_pattern_tables_build(cpf_pattern_tables *tables)
    void cpf_add_pattern(const cpf_pattern_tables *tables, cpf_pattern_set *set, int number, const cpf_pattern *pattern)
    uint32_t cpf_patterns(const cpf_pattern_tables *tables, const cpf_pattern_set *set, uint64_t mask, uint64_t key_sum,
                          uint32_t requested)
    uint64_t cpf_key_sum(const cpf_pattern_tables *tables, const uint8_t *cards)
    uint64_t cpf_mask_of_hand(const cpf_pattern_tables *tables, const uint8_t *cards)
    int64_t cpf_naturals_many(const cpf_pattern_tables *tables, const cpf_pattern_set *set, const uint8_t *cards, int64_t n,
                              uint32_t requested, uint32_t *out, int threads)
    int64_t cpf_naturals_of_masks(const cpf_pattern_tables *tables, const cpf_pattern_set *set, const uint64_t *masks,
                                  int64_t n, uint32_t requested, uint32_t *out, int threads)


cdef extern from "cpf_rules.h" nogil:
    enum:
        CPF_MIDDLE, CPF_ROWS, CPF_ACE_COUNTS, CPF_RULE_NUMBER_COUNT, CPF_POOL, CPF_TRIPLES, CPF_MOST_STREETS, CPF_TIE_SUITS
    ctypedef struct cpf_price:
        int32_t row_points, scoop_points, overall, times, winner
    ctypedef struct cpf_fantasyland:
        int32_t entry_by_more, most_stay_cards
        uint8_t entry[CPF_ROWS][CPF_STRENGTHS]
        uint8_t stay[CPF_ROWS][CPF_STRENGTHS]
    ctypedef struct cpf_rules:
        int32_t wheel, lowball_middle, pairings, deuce_of_spades, naturals_by_rows, surrender, dealer_compensation, \
            side_payments, players, stack, streets, horse_times, row_ties
        cpf_price prices[CPF_TRIPLES]
        int32_t aces[CPF_ACE_COUNTS]
        cpf_pattern_set patterns
        int32_t natural_points[CPF_MOST_PATTERNS]
        int32_t natural_level[CPF_MOST_PATTERNS]
        int32_t natural_choice[CPF_MOST_PATTERNS]
        int16_t royalties[CPF_ROWS][CPF_STRENGTHS]
        int32_t most_royalties, pays_by_cards
        int32_t dealt[CPF_MOST_STREETS]
        int32_t placed[CPF_MOST_STREETS]
        cpf_fantasyland fantasyland
    ctypedef struct cpf_rule_number:
        const char *name
    const cpf_rule_number cpf_rule_numbers[CPF_RULE_NUMBER_COUNT]
    void cpf_set_rule_number(cpf_rules *rules, int number, int32_t value)


cdef extern from "cpf_settling.h" nogil:
    enum:
        CPF_HAND, CPF_MOST_PLAYERS, CPF_MOST_PAIRINGS, CPF_KINDS, CPF_DECLARE_IF_BETTER, \
            CPF_DECLARE_BEST, CPF_DECLARE_NOTHING, CPF_ALL_CHOOSE, CPF_BY_SURRENDER, CPF_SURRENDERED, CPF_DEAD_HAND
    ctypedef struct cpf_board:
        uint32_t strengths[CPF_ROWS]
        int32_t royalties[CPF_ROWS]
        int32_t foul, natural
        uint32_t patterns
    ctypedef struct cpf_seating:
        int32_t seats, button
        int32_t owner[CPF_MOST_PLAYERS]
        int32_t carried[CPF_ROWS]
        int32_t undeclared[CPF_MOST_PLAYERS]
    cpf_seating cpf_seated(int seats, int button)
    ctypedef struct cpf_buttons:
        const int8_t *seat
        int64_t step
    ctypedef struct cpf_pairing:
        int32_t by
        int32_t rows[CPF_ROWS]
        int32_t royalties[CPF_ROWS]
        int32_t scoop, home_run, row_points, scoop_points, overall, fixed, natural, times, aces, dealer, points
    ctypedef struct cpf_pool:
        int32_t pot[CPF_ROWS]
        int32_t carried[CPF_ROWS]
        int32_t collected[CPF_ROWS][CPF_MOST_PLAYERS]
    ctypedef struct cpf_outcome:
        cpf_pairing pairings[CPF_MOST_PAIRINGS]
        int32_t points[CPF_MOST_PLAYERS]
        cpf_pool pool
    ctypedef struct cpf_settling_tables:
        const cpf_ranking *ranking
        cpf_pattern_tables patterns
    void cpf_read_board(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                        cpf_board *board)
    void cpf_read_seat(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                       cpf_board *board)
    void cpf_read_with_order(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int declare,
                             cpf_board *board)
    void cpf_read_hand(const cpf_settling_tables *tables, const uint8_t *cards, cpf_board *board)
    int cpf_is_foul(const cpf_board *b)
    int cpf_show_natural(const cpf_settling_tables *tables, const cpf_rules *rules, int shape, uint64_t cards,
                         uint64_t *rows)
    int cpf_show_naturals(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards,
                          uint8_t (*boards)[CPF_HAND])
    void cpf_find_natural_order(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *board)
    void cpf_surrender(cpf_board *board)
    void cpf_kill_hand(const cpf_rules *rules, cpf_board *board)
    void cpf_settle(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards,
                    const cpf_seating *seating, cpf_outcome *outcome)
    void cpf_settle_choosing(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_board *boards,
                             const cpf_seating *seating, uint32_t choosing, cpf_outcome *outcome)
    int32_t cpf_most_royalties(const cpf_rules *rules)
    int32_t cpf_pays_by_cards(const cpf_rules *rules)
    int64_t cpf_settle_many(const cpf_settling_tables *tables, const cpf_rules *rules, const uint8_t *cards, int64_t n,
                            int seats, cpf_buttons buttons, const int8_t *declared, int32_t *points, int threads)


cdef extern from "cpf_fantasyland.h" nogil:
    bint cpf_may_stay(const cpf_fantasyland *fantasyland, int32_t stays)
    int32_t cpf_row_earns(const cpf_fantasyland *fantasyland, int row, uint32_t strength, int32_t royalty, int32_t cards)
    int32_t cpf_earned(const cpf_rules *rules, const cpf_board *board, int32_t cards, int32_t stays)
    ctypedef struct cpf_complete_boards:
        const uint8_t *boards
        const uint8_t *faults
        const uint8_t *cards
        const int32_t *stays
    ctypedef struct cpf_board_results:
        uint8_t *fouls
        int32_t (*royalties)[CPF_ROWS]
        uint8_t *earned
    void cpf_read_results(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_complete_boards *input,
                          int64_t n, const cpf_board_results *results, int threads)


cdef extern from "cpf_boards.h" nogil:
    ctypedef struct cpf_many_boards:
        const uint8_t *cards
        const uint64_t *masks
    ctypedef struct cpf_board_values:
        uint16_t *strengths
        int32_t *royalties
        int32_t *totals
        uint8_t *fouls
    int64_t cpf_read_boards(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_many_boards boards, int64_t n,
                            cpf_board_values values, int threads)


cdef extern from "cpf_tally.h" nogil:
    ctypedef struct cpf_tally:
        pass
    int CPF_TALLY_COUNTER_COUNT
    ctypedef struct cpf_tally_counter:
        const char *name
        int size
    const cpf_tally_counter *cpf_tally_counters  # an array of CPF_TALLY_COUNTER_COUNT
    ctypedef struct cpf_decisions:
        const uint8_t *cards
        const int8_t *declared
        const uint8_t *fouls
    void cpf_tally_many(const cpf_settling_tables *tables, const cpf_rules *rules, cpf_decisions decisions, int64_t n,
                        int seats, cpf_buttons buttons, int32_t *points, cpf_tally *tallies)
    void cpf_compare_many(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t count,
                          cpf_decisions decisions, int64_t n, const cpf_seating *seating, int32_t *points,
                          cpf_tally *tallies)
    void cpf_read_decision(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_decisions *decisions,
                           int64_t i, cpf_board *board)


cdef extern from "cpf_field.h" nogil:
    enum:
        CPF_MOST_FIELD
    ctypedef struct cpf_field:
        pass
    ctypedef struct cpf_field_tables:
        pass
    cpf_field *cpf_field_new(const cpf_settling_tables *tables, const cpf_rules *rules, const cpf_board *boards, int64_t n,
                             int opponents, int has_button, int level)
    void cpf_field_free(cpf_field *field)
    const cpf_field_tables *cpf_field_tables_of(const cpf_field *field)
    void cpf_field_points_many(const cpf_field *field, const uint8_t *boards, const int8_t *declared, int64_t n,
                               double *points, int threads)
    void cpf_field_decide(const cpf_field *field, int64_t n, uint8_t *boards, double *points, int8_t *declared, int threads)


cdef extern from "cpf_hand_tables.h" nogil:
    enum:
        CPF_MOST_CARDS
    ctypedef struct cpf_arranging_tables:
        const cpf_settling_tables *settling
    void cpf_arranging_build(cpf_arranging_tables *tables)


cdef extern from "cpf_hand.h" nogil:
    ctypedef struct cpf_hand:
        uint8_t card[CPF_MOST_CARDS]
        int n
        uint16_t *strength
        uint16_t *middle
    void cpf_hand_read(const cpf_arranging_tables *tables, const cpf_rules *rules, const uint8_t *cards, int n,
                       uint16_t *memory, cpf_hand *hand)


cdef extern from "cpf_split_numbers.h" nogil:
    enum:
        CPF_SPLITS_OF_13
    void cpf_split_by_number(const cpf_arranging_tables *tables, int number, uint8_t *indices)


cdef extern from "cpf_subset_max.h" nogil:
    ctypedef struct cpf_subset_max:
        pass
    ctypedef void (*cpf_subset_max_kernel)(cpf_subset_max *cube, int n) noexcept
    cpf_subset_max_kernel cpf_subset_max_of(int level)


cdef extern from "cpf_objective.h" nogil:
    enum:
        CPF_MOST_CLASSES
    ctypedef struct cpf_terms:
        pass
    ctypedef struct cpf_objective:
        double value[CPF_ROWS][CPF_KINDS]
        cpf_terms *terms
    void cpf_objective_prepare(cpf_objective *objective, const cpf_rules *rules)
    void cpf_objective_refine(cpf_objective *objective, const cpf_rules *rules)


cdef extern from "cpf_search.h" nogil:
    ctypedef struct cpf_split:
        uint32_t front, middle, back
    ctypedef struct cpf_search_memory:
        cpf_subset_max *cube
    cpf_split cpf_search_best(const cpf_hand *hand, const cpf_objective *objective, cpf_subset_max_kernel subset_max,
                              const cpf_search_memory *memory, double *value)


cdef extern from "cpf_splits.h" nogil:
    ctypedef struct cpf_splits:
        pass
    int64_t cpf_count_all(int n)
    int64_t cpf_count_legal(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube)
    void cpf_splits_start(cpf_splits *splits, const cpf_hand *hand, int legal, const cpf_objective *objective,
                          cpf_subset_max_kernel subset_max, const cpf_search_memory *memory)
    int cpf_splits_next(cpf_splits *splits, cpf_split *split)


cdef extern from "cpf_undominated.h" nogil:
    ctypedef struct cpf_undominated:
        cpf_split *splits
        int n
    int cpf_undominated_list(const cpf_hand *hand, cpf_subset_max_kernel subset_max, cpf_subset_max *cube,
                             cpf_undominated *list)


cdef extern from "cpf_arranging.h" nogil:
    enum:
        CPF_HAND_SIZES, CPF_STAY_CLASSES, CPF_TOO_MANY_KINDS
    ctypedef struct cpf_hands:
        const uint8_t *cards
        const uint64_t *masks
        int width
    ctypedef struct cpf_workspace:
        cpf_hand hand
        uint16_t *ranks
        cpf_search_memory search
    ctypedef struct cpf_arranging_batch:
        const cpf_arranging_tables *tables
        const cpf_rules *rules
        const cpf_objective *objective
        cpf_hands hands
        int level
        int threads
    int cpf_hand_cards(const cpf_hands *hands, int64_t index, uint8_t *cards)
    int cpf_workspace_for(cpf_workspace *workspace, int n)
    void cpf_workspace_free(cpf_workspace *workspace)
    void cpf_split_cards(const uint8_t *cards, cpf_split split, uint8_t *board)
    int64_t cpf_best_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t *boards, double *values)
    int cpf_best_of_hand(const cpf_arranging_batch *batch, const cpf_objective *objective, const uint8_t *cards, int n,
                         cpf_workspace *workspace, cpf_split *best, double *value)
    int32_t cpf_cards_of_stay(int stay_class)
    cpf_terms *cpf_staying_terms(const cpf_objective *objective, const cpf_rules *rules, int32_t cards, const double *bonus)
    ctypedef struct cpf_stays:
        const cpf_objective *objective[CPF_HAND_SIZES]
        const uint8_t *others
        int me
        cpf_seating seating
    int64_t cpf_staying_many(const cpf_arranging_batch *batch, const cpf_stays *stays, int64_t begin, int64_t end,
                             uint8_t *boards, double *values, int32_t *royalties, uint8_t *next_deals)
    int32_t cpf_royalties_of_board(const cpf_arranging_tables *tables, const cpf_rules *rules, const cpf_terms *terms,
                                   const uint8_t *board, uint8_t *next_deal)
    int64_t cpf_count_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int64_t *counts)
    int64_t cpf_mark_legal_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, int8_t *legal,
                                int64_t stride)
    int64_t cpf_highest_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, const float *scores,
                             int64_t *numbers)
    int64_t cpf_undominated_many(const cpf_arranging_batch *batch, int64_t begin, int64_t end, uint8_t **boards,
                                 int64_t *counts)


cdef extern from "cpf_response.h" nogil:
    cpf_terms *cpf_response_terms(const cpf_hand *hand, const cpf_settling_tables *tables, const cpf_rules *rules,
                                  const cpf_board *boards, int me, const cpf_seating *seating, uint32_t choosing,
                                  const cpf_terms *added, int *too_many)
    int cpf_response_to_field(cpf_objective *objective, const cpf_field_tables *tables, const cpf_field *field)


cdef extern from "cpf_dealing.h" nogil:
    enum:
        CPF_DECK
    ctypedef struct cpf_bits:
        void *state
        uint32_t (*next_uint32)(void *state) noexcept nogil
    ctypedef struct cpf_deck:
        uint8_t card[CPF_DECK]
        int cards, places
        uint8_t known[CPF_DECK]
    int cpf_deck_prepare(cpf_deck *deck)
    void cpf_deal(const cpf_deck *deck, const cpf_bits *bits, int64_t n, uint8_t *out)
    int64_t cpf_deal_unseen(const cpf_bits *bits, const uint64_t *seen, int64_t n, int cards, uint8_t *out)


cdef extern from "cpf_placing.h" nogil:
    enum:
        CPF_AWAY, CPF_PLACES, CPF_MOST_DEALT, CPF_MOST_WAYS, CPF_ROOMS, CPF_ALL_ROOM
    const uint8_t cpf_row_size[CPF_ROWS]
    const uint8_t cpf_row_begin[CPF_ROWS]
    const uint8_t cpf_room_digit[CPF_ROWS]
    int cpf_room_in_all(int room)
    ctypedef struct cpf_partial:
        uint64_t row[CPF_ROWS]
        int32_t room
    ctypedef struct cpf_way:
        uint16_t to[CPF_PLACES]
    ctypedef struct cpf_street:
        int32_t dealt, placed
        int32_t count[CPF_ROOMS]
        const cpf_way *ways[CPF_ROOMS]
    int64_t cpf_count_ways(int dealt, int placed, int room)
    void cpf_list_ways(int dealt, int placed, int room, cpf_way *ways)
    bint cpf_every_suit_counts(const cpf_rules *rules)
    int32_t cpf_distinct_ways(const cpf_street *street, const cpf_partial *board, const uint8_t *cards, int all,
                              int32_t *list)
    int64_t cpf_perft(const cpf_street *streets, int depth, const cpf_partial *board, const uint8_t *cards, int all,
                      int32_t *list, int64_t most)
    cpf_partial cpf_place(const cpf_partial *board, const cpf_way *way, const uint64_t *cards)
    void cpf_lay_rows(const cpf_partial *partial, uint8_t *board)
    void cpf_lay(uint8_t *board, int room, const cpf_way *way, const uint8_t *cards)
    int cpf_can_be_legal(const cpf_ranking *ranking, const cpf_rules *rules, const cpf_partial *board, uint64_t live)


cdef extern from "cpf_final_draw.h" nogil:
    enum:
        CPF_PAYOFF_POINT, CPF_MOST_PAYOFF, CPF_MOST_COMPARED, CPF_MOST_RESTS
    ctypedef struct cpf_triple_worth:
        uint8_t result[CPF_ROWS]
        int16_t worth
    ctypedef struct cpf_payoffs:
        int32_t boards, rests
        cpf_triple_worth rest[CPF_MOST_RESTS]
        uint16_t field[CPF_ROWS][CPF_MOST_COMPARED]
    void cpf_sort_field(cpf_payoffs *payoffs)
    int cpf_set_payoffs(cpf_payoffs *payoffs, const int16_t *rows, int16_t foul)
    int cpf_has_final_draw(const cpf_street *last)


cdef extern from "cpf_row_payoffs.h" nogil:
    ctypedef struct cpf_sampled_row:
        uint32_t strength
        int32_t royalty
    ctypedef struct cpf_row_terms:
        double share, price
        const double *royalties
        int32_t tie
    void cpf_add_row_payoffs(const cpf_row_terms *terms, cpf_sampled_row *rows, int64_t n, double *payoffs)
    void cpf_round_payoffs(const double *payoffs, double scale, int16_t *rounded)


cdef extern from "cpf_network.h" nogil:
    enum:
        CPF_FEATURES, CPF_MOST_FEATURES, CPF_UNITS, CPF_SECOND_UNITS, CPF_FIRST_SCALE, CPF_SECOND_SCALE, CPF_SECOND_SHIFT
        CPF_THIRD_SCALE, CPF_VALUE_SCALE
    ctypedef int8_t cpf_weights[CPF_UNITS]
    ctypedef struct cpf_head:
        int16_t first_bias[CPF_UNITS]
        int16_t second[CPF_SECOND_UNITS][CPF_UNITS]
        int32_t second_bias[CPF_SECOND_UNITS]
        int16_t third[CPF_SECOND_UNITS]
        int32_t third_bias
    void cpf_pair_weights(cpf_head *head)
    int cpf_head_is_safe(const cpf_head *head)
    ctypedef struct cpf_network:
        const cpf_weights *first
        const cpf_head *head[CPF_HAND + 1]
    ctypedef struct cpf_windows:
        pass
    void cpf_windows_build(cpf_windows *windows)


cdef extern from "cpf_evaluator.h" nogil:
    ctypedef struct cpf_evaluator "struct cpf_evaluator":
        cpf_network network
        cpf_payoffs payoffs
        const cpf_windows *windows
    int cpf_board_features(const cpf_windows *windows, const cpf_rules *rules, const cpf_partial *board, uint64_t seen,
                           uint16_t *list)
    cpf_partial cpf_board_of(const uint64_t *rows)


cdef extern from "cpf_openface.h" nogil:
    enum:
        CPF_PLAYERS
    ctypedef struct cpf_careful "struct cpf_careful":
        pass
    ctypedef struct cpf_scratch:
        pass
    ctypedef struct cpf_plan:
        const cpf_settling_tables *tables
        const cpf_rules *rules
        int32_t streets
        cpf_street street[CPF_MOST_STREETS]
        cpf_careful *careful
        const cpf_evaluator *evaluator
    ctypedef struct cpf_view:
        const cpf_plan *plan
        int32_t street
        const cpf_partial *board
        const uint8_t *cards
        uint64_t seen
        const cpf_bits *bits
        cpf_scratch *scratch
    ctypedef struct cpf_player:
        const char *name
        int32_t (*choose)(const cpf_view *view) noexcept nogil
        int32_t is_random, needs_networks
    ctypedef struct cpf_table:
        const cpf_plan *plan
        int32_t seats
        cpf_buttons buttons
        int32_t player[CPF_MOST_PLAYERS]
        const cpf_bits *bits[CPF_MOST_PLAYERS]
        cpf_scratch *scratch
    const cpf_player cpf_players[CPF_PLAYERS]
    bint cpf_is_closed(const cpf_plan *plan)
    cpf_careful *cpf_careful_new(const cpf_plan *plan)
    cpf_scratch *cpf_scratch_new(const cpf_plan *plan)
    void cpf_play_deals(const cpf_table *table, const uint8_t *stacks, const uint8_t *is_set, int64_t n, uint8_t *boards)


cdef extern from "cpf_positions.h" nogil:
    ctypedef struct cpf_positions:
        const cpf_plan *plan
        const cpf_evaluator *evaluator
        const uint64_t (*rows)[CPF_ROWS]
        const uint64_t *seen
    int64_t cpf_check_boards(const cpf_positions *positions, int64_t n)
    int64_t cpf_check_street(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards)
    int64_t cpf_check_room(const cpf_positions *positions, int64_t n, int32_t street, int32_t unseen)
    int64_t cpf_check_runouts(const cpf_positions *positions, int64_t boards, int is_shared, int32_t street,
                              const uint8_t *cards, int64_t n, int32_t width)
    int64_t cpf_values(const cpf_positions *positions, int64_t n, double *values, int threads)
    int cpf_choose_ways(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards, int32_t *ways,
                        double *values, int threads)
    int64_t cpf_place_ways(const cpf_positions *positions, int64_t n, int32_t street, const uint8_t *cards,
                           const int32_t *ways, uint64_t (*after)[CPF_ROWS])
    int64_t cpf_final_draws(const cpf_positions *positions, int64_t n, double *values, int threads)


cdef extern from "cpf_rollouts.h" nogil:
    ctypedef struct cpf_rollouts:
        cpf_positions at
        const cpf_evaluator *evaluator
        int32_t street
        int64_t boards, runouts
        const uint8_t *cards
        int32_t cards_a_runout
    int32_t cpf_cards_needed_to_value(const cpf_plan *plan, int32_t street)
    int32_t cpf_cards_needed_to_finish(const cpf_plan *plan, int32_t street)
    int cpf_value_runouts(const cpf_rollouts *rollouts, double *values, int threads)
    int cpf_finish_boards(const cpf_rollouts *rollouts, uint64_t (*final_boards)[CPF_ROWS], int threads)


cdef extern from "cpf_outs.h" nogil:
    enum:
        CPF_MOST_DRAWS
    ctypedef struct cpf_drawing:
        uint64_t row, hand, unseen
        int32_t size, draws
    int cpf_outs(const cpf_drawing *drawing, uint64_t *counts)
    void cpf_low_outs(const cpf_drawing *drawing, uint64_t *counts)
    void cpf_next_outs(const cpf_drawing *drawing, int is_low, uint64_t *better)


cdef extern from "cpf_last_street.h" nogil:
    enum:
        CPF_BOARD_COMPLETE, CPF_BOARD_LACKS_STREET, CPF_BOARD_UNKNOWN
    ctypedef struct cpf_last_street:
        const cpf_plan *plan
        int32_t seats, button, me
        int32_t known[CPF_MOST_PLAYERS]
        cpf_partial boards[CPF_MOST_PLAYERS]
        uint64_t unseen
        int32_t settle_together
        double worth[CPF_MOST_DEALT + 1]
    int cpf_last_street_points(const cpf_last_street *s, const uint8_t *own, int64_t n, double *points)


cdef extern from "cpf_environments.h" nogil:
    enum:
        CPF_LEAST_SET, CPF_MOST_STACK, CPF_SET_SIZES, CPF_STREAM_SIZE
        CPF_EVERY_SEAT, CPF_SEAT_FIXED, CPF_SEAT_ALTERNATES, CPF_SEAT_RANDOM, CPF_BY_CALLER
    ctypedef struct cpf_env_terms:
        const cpf_plan *plan
        int32_t seats, button
        uint64_t set_below[CPF_SET_SIZES]
        float worth[CPF_MOST_DEALT + 1]
        int32_t autoreset, are_floats, declare, learner, learner_seat
        int32_t opponent[CPF_MOST_PLAYERS]
        int32_t size
        uint8_t dealt[CPF_MOST_STREETS]
        uint8_t first[CPF_MOST_STREETS]
    ctypedef struct cpf_env:
        uint8_t stack[CPF_MOST_PLAYERS][CPF_MOST_STACK]
        uint64_t plane[CPF_MOST_PLAYERS][CPF_PLACES]
        uint64_t open[CPF_MOST_PLAYERS]
        uint64_t hand
        uint8_t set[CPF_MOST_PLAYERS]
        int8_t declared[CPF_MOST_PLAYERS]
        uint8_t no_board[CPF_MOST_PLAYERS]
        uint8_t room[CPF_MOST_PLAYERS][CPF_ROWS]
        int8_t button, street, seat, learner
        uint8_t to_place, to_discard
    ctypedef struct cpf_envs:
        cpf_env_terms terms
        int64_t n
        cpf_env *env
        uint8_t *legal
        uint8_t *action
        const cpf_bits **deals
        const cpf_bits **random
        const cpf_bits **others
    ctypedef struct cpf_env_arrays:
        uint8_t *observations
        int8_t *masks
        int8_t *to_act
        int8_t *learners
        float *rewards
        uint8_t *over
        uint8_t *boards
        uint8_t *earned
    int cpf_env_size(const cpf_plan *plan, int seats)
    int cpf_env_prepare(cpf_env_terms *terms)
    int cpf_env_reset(cpf_envs *envs, const uint8_t *selected, const cpf_env_arrays *arrays, int threads)
    void cpf_env_replace(const cpf_envs *envs, int64_t *actions)
    int64_t cpf_env_step(cpf_envs *envs, const int64_t *actions, const cpf_env_arrays *arrays, int threads)
    int cpf_env_go_on(cpf_envs *envs, const uint8_t *selected, const cpf_env_arrays *arrays, int threads)
    int cpf_env_end_turn(const cpf_env_terms *terms, cpf_env *env, float *rewards, uint8_t *boards, uint8_t *earned)
    void cpf_env_begin(cpf_envs *envs, int64_t index, const uint8_t *stacks, const uint8_t *set, int button)
    void cpf_env_observe(const cpf_env_terms *terms, const cpf_env *env, int viewer, uint8_t *observation)
    uint8_t cpf_env_legal(const cpf_env *env)
    void cpf_env_mask(const cpf_env *env, int8_t *mask)
    void cpf_env_put(cpf_env *env, int action)
    int cpf_env_lay(cpf_env *env, const uint64_t *places)
    void cpf_env_give_up(cpf_env *env, int no_board)
    void cpf_env_board(const cpf_env *env, int seat, uint8_t *board)
    void cpf_env_let_place(const cpf_env_terms *terms, cpf_env *env, int player, const cpf_bits *bits, cpf_scratch *scratch)
    uint64_t cpf_env_dealt(const cpf_env_terms *terms, const cpf_env *env)
    uint64_t cpf_env_open_hand(const cpf_env *env, int seat)
    void cpf_env_take_back(const cpf_env_terms *terms, cpf_env *env)
    void cpf_env_next_turn(const cpf_env_terms *terms, cpf_env *env)
    uint64_t cpf_cards_of_mask(uint64_t mask)
    uint64_t cpf_mask_of_cards(uint64_t cards)
    void cpf_env_sample(const cpf_envs *envs, int64_t *actions, int threads)
    void cpf_env_sample_from(const cpf_envs *envs, const cpf_bits *bits, int64_t *actions)


cdef extern from "cpf_sampled.h" nogil:
    enum:
        CPF_OPPONENT_KINDS, CPF_PERMUTATIONS, CPF_SUITS
    ctypedef struct cpf_sample:
        int64_t n
    ctypedef struct cpf_kind_boards:
        int count, button
        const uint8_t *boards
        const int8_t *declared
    int cpf_find_permutations(const cpf_rules *rules, uint8_t (*permutations)[CPF_SUITS])
    cpf_sample *cpf_sample_new(const cpf_settling_tables *tables, const cpf_rules *rules, int players, int64_t n,
                               const uint8_t *hands, int kinds, const cpf_kind_boards *boards)
    void cpf_sample_free(cpf_sample *sample)


cdef extern from "cpf_race.h" nogil:
    ctypedef struct cpf_dealt:
        int64_t tables
        const uint8_t *boards
        const int8_t *declared
    ctypedef struct cpf_race_batch:
        const cpf_arranging_tables *tables
        const cpf_rules *rules
        int opponents, button
        const cpf_sample *sample
        cpf_dealt dealt
        int level
        const uint8_t *hands
        const uint8_t *boards
        const int8_t *declared
        uint8_t *best
        int8_t *best_declared
        double *points
        double *error
        double *loss
        double *loss_error
    int cpf_race_many(const cpf_race_batch *batch, int64_t begin, int64_t end, int threads)
