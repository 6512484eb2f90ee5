"""Compiled rules: options and tables of rules for the C core."""

cimport cython
from libc.stdint cimport INT16_MAX, INT16_MIN, int16_t, int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memcpy, memset

from cpf cimport (
    CPF_CATEGORIES, CPF_DECK, CPF_HAND, CPF_LOWBALL, CPF_LOWBALL_STRENGTHS, CPF_MIDDLE, CPF_MOST_DEALT,
    CPF_MOST_PATTERNS, CPF_MOST_STREETS, CPF_RANKS, CPF_ROW_SHAPES, CPF_ROWS, CPF_RULE_NUMBER_COUNT,
    CPF_STRENGTHS, CPF_TRIPLES, cpf_add_pattern, cpf_fantasyland, cpf_may_stay, cpf_meaning_category, cpf_meaning_rank,
    cpf_most_royalties, cpf_pattern, cpf_pattern_set, cpf_pattern_tables_build, cpf_pays_by_cards, cpf_price, cpf_row_earns,
    cpf_rule_numbers, cpf_rules, cpf_scale, cpf_set_rule_number, cpf_settling_tables,
)
from cpoker_fast._core cimport ranking_tables

from cpoker_fast._core import share_globals
from cpoker_fast.errors import RulesError


cdef cpf_settling_tables tables
tables.ranking = ranking_tables()
if cpf_pattern_tables_build(&tables.patterns) == 0:
    raise SystemError("the table of three straights is wrong (cpf_naturals.c)")


cdef const cpf_settling_tables *settling_tables() noexcept nogil:
    return &tables


# Names of the numeric options that `CompiledRules` requires: fields of `Rules` and its parts, and values derived from them.
# Dots separate the parts: "fantasyland.most_stays".
RULE_NUMBERS = tuple(cpf_rule_numbers[i].name.decode() for i in range(CPF_RULE_NUMBER_COUNT))


cdef int set_options(cpf_rules *rules, dict numbers) except -1:
    """Set each numeric option by its name."""
    cdef int i
    names = set(RULE_NUMBERS)
    if names != numbers.keys():
        raise RulesError(f"bad options of rules: missing {sorted(names - numbers.keys())}, "
                         f"unknown {sorted(numbers.keys() - names)}")
    for i, name in enumerate(RULE_NUMBERS):
        cpf_set_rule_number(rules, i, numbers[name])
    if not 0 <= rules.wheel < CPF_LOWBALL:
        raise RulesError(f"bad wheel {rules.wheel}: expected 0 or 1")
    return 0


cdef int set_side_payments(cpf_rules *rules, list aces) except -1:
    cdef int i
    rules.side_payments = rules.dealer_compensation != 0
    one_ace, two_aces, three_aces, four_aces = aces
    for i, value in enumerate((0, one_ace, two_aces, three_aces, four_aces)):
        rules.aces[i] = value
        rules.side_payments |= rules.aces[i] != 0
    return 0


# ---- patterns ----

cdef int add_pattern(cpf_pattern_set *patterns, int number, bytes conditions) except -1:
    """Add a pattern to a set. `conditions`: the bytes of a `cpf_pattern`, from `for_core` in patterns.py."""
    cdef cpf_pattern pattern
    if not 0 <= number < CPF_MOST_PATTERNS or patterns.patterns >> number & 1:
        raise RulesError(f"bad pattern {number}: expected different numbers from 0 to {CPF_MOST_PATTERNS - 1}")
    if len(conditions) != sizeof(pattern):
        raise RulesError(f"bad conditions of pattern {number}: expected {sizeof(pattern)} bytes")
    memcpy(&pattern, <const char *> conditions, sizeof(pattern))
    if not 0 <= pattern.rows <= CPF_ROW_SHAPES:
        raise RulesError(f"bad conditions of pattern {number}: rows {pattern.rows}")
    cpf_add_pattern(&tables.patterns, patterns, number, &pattern)
    return 0


@cython.final
cdef class PatternSet:
    """Up to 32 patterns, from which those of hands are looked up. `patterns`: conditions for the core, by number."""

    def __cinit__(self, dict patterns not None):
        for number, conditions in patterns.items():
            add_pattern(&self.set, number, conditions)

    def __reduce__(self):
        raise TypeError("sets of patterns cannot be pickled")


cdef int set_naturals(cpf_rules *rules, list naturals) except -1:
    cdef int pattern
    for natural, conditions, points, level, choice in naturals:
        pattern = natural
        add_pattern(&rules.patterns, pattern, conditions)
        rules.natural_points[pattern] = points
        rules.natural_level[pattern] = level
        rules.natural_choice[pattern] = choice
    return 0


cdef int set_prices(cpf_rules *rules, list prices) except -1:
    cdef int i
    if len(prices) != CPF_TRIPLES:
        raise RulesError(f"bad prices of pairings: expected {CPF_TRIPLES}, got {len(prices)}")
    for i, (row_points, scoop_points, overall, times, winner) in enumerate(prices):
        rules.prices[i] = cpf_price(row_points, scoop_points, overall, times, winner)
    return 0


cdef int32_t value_of(int64_t number) except? -1:
    if not INT16_MIN <= number <= INT16_MAX:
        raise RulesError(f"bad value of a row: expected {INT16_MIN} to {INT16_MAX}, got {number}")
    return <int32_t> number


cdef int fill_by_strength(const cpf_rules *rules, int row, list grid, dict exact, int16_t *by_strength) except -1:
    """Fill `by_strength`, which must be all 0, with values by category and rank (`grid`), then by exact ranks."""
    cdef bint is_lowball = row == CPF_MIDDLE and rules.lowball_middle
    cdef const cpf_scale *scale = &ranking_tables().scales[CPF_LOWBALL if is_lowball else rules.wheel]
    cdef int32_t values[CPF_CATEGORIES][CPF_RANKS]
    cdef uint32_t meaning
    cdef int32_t value
    cdef int i, n = CPF_LOWBALL_STRENGTHS if is_lowball else CPF_STRENGTHS
    cdef tuple numbers = tuple(grid)  # a copy, which other threads cannot change
    if len(numbers) != CPF_CATEGORIES * CPF_RANKS:
        raise RulesError(f"bad grid of a row: expected {CPF_CATEGORIES * CPF_RANKS} numbers, got {len(numbers)}")
    if any(numbers):
        for i in range(CPF_CATEGORIES * CPF_RANKS):
            values[i // CPF_RANKS][i % CPF_RANKS] = value_of(numbers[i])
        for i in range(n):
            meaning = scale.meaning[i]
            by_strength[i] = <int16_t> values[cpf_meaning_category(meaning)][cpf_meaning_rank(meaning)]
    for meaning, exact_value in exact.items():
        value = value_of(exact_value)
        for i in range(n):
            if scale.meaning[i] == meaning:
                by_strength[i] = <int16_t> value
    return 0


cdef int set_row_values(const cpf_rules *rules, list rows, int16_t (*by_strength)[CPF_STRENGTHS]) except -1:
    """Set the values of each row by strength: royalties, or numbers of cards."""
    cdef int row
    front, middle, back = rows
    for row, (grid, exact) in enumerate((front, middle, back)):
        fill_by_strength(rules, row, grid, exact, by_strength[row])
    return 0


cdef int set_cards_of_rows(const cpf_rules *rules, list rows, uint8_t (*by_strength)[CPF_STRENGTHS]) except -1:
    """Set the number of cards of the next Fantasyland, by row and strength."""
    cdef int16_t sizes[CPF_ROWS][CPF_STRENGTHS]
    cdef int row, s
    memset(sizes, 0, sizeof(sizes))
    set_row_values(rules, rows, sizes)
    for row, (grid, exact) in enumerate(rows):
        if not exact and not any(grid):
            continue
        for s in range(CPF_STRENGTHS):
            if sizes[row][s] and not CPF_HAND <= sizes[row][s] <= CPF_MOST_DEALT:
                raise RulesError(f"bad number of cards {sizes[row][s]}: expected {CPF_HAND} to {CPF_MOST_DEALT}, or 0")
            by_strength[row][s] = <uint8_t> sizes[row][s]
    return 0


cdef int check_sizes(const cpf_rules *rules) except -1:
    """Raise RulesError if the size of a Fantasyland or a stack is outside the tables in C."""
    cdef const cpf_fantasyland *fantasyland = &rules.fantasyland
    for size in (fantasyland.entry_by_more, fantasyland.most_stay_cards):
        if size > 0 and not CPF_HAND <= size <= CPF_MOST_DEALT:
            raise RulesError(f"bad number of cards {size}: expected {CPF_HAND} to {CPF_MOST_DEALT}, or none")
    if rules.stack > CPF_DECK:
        raise RulesError(f"bad stack: expected at most {CPF_DECK} cards, got {rules.stack}")
    return 0


cdef int set_streets(cpf_rules *rules, tuple streets) except -1:
    cdef int i
    if len(streets) > CPF_MOST_STREETS:
        raise RulesError(f"bad streets: expected at most {CPF_MOST_STREETS}, got {len(streets)}")
    for i, (dealt, placed) in enumerate(streets):
        if not 1 <= placed <= dealt <= CPF_MOST_DEALT:
            raise RulesError(f"bad street: expected 1 <= placed <= dealt <= {CPF_MOST_DEALT}, got {placed} of {dealt}")
        rules.dealt[i], rules.placed[i] = dealt, placed
    rules.streets = <int32_t> len(streets)
    return 0


@cython.final
cdef class CompiledRules:
    """Rules as the numbers and tables of `cpf_rules`; `cpoker_fast.rulebook.compiling.compiled` creates them.

    `royalties`, `entry` and `stay` have a pair for each row: values by category and rank, and values by exact ranks.
    """

    def __cinit__(self, dict numbers, *, list aces, list naturals, list prices, list royalties, tuple streets, list entry,
                  list stay):
        set_options(&self.rules, numbers)
        check_sizes(&self.rules)
        set_side_payments(&self.rules, aces)
        set_naturals(&self.rules, naturals)
        set_prices(&self.rules, prices)
        set_row_values(&self.rules, royalties, self.rules.royalties)
        self.rules.most_royalties = cpf_most_royalties(&self.rules)
        self.rules.pays_by_cards = cpf_pays_by_cards(&self.rules)
        set_streets(&self.rules, streets)
        set_cards_of_rows(&self.rules, entry, self.rules.fantasyland.entry)
        set_cards_of_rows(&self.rules, stay, self.rules.fantasyland.stay)

    def __reduce__(self):
        raise TypeError("compiled rules cannot be pickled: pickle the Rules they come from")


cdef const cpf_rules *rules_of(object compiled) except NULL:
    return &(<CompiledRules?> compiled).rules


def stay_sizes(CompiledRules compiled not None, int cards):
    """Return the sizes of the Fantasylands that rows can earn in a Fantasyland of `cards` cards, in ascending order."""
    cdef const cpf_rules *rules = &compiled.rules
    cdef int row, s, royalty
    cdef bint[CPF_MOST_DEALT + 1] is_earned
    memset(is_earned, 0, sizeof(is_earned))
    if not CPF_HAND <= cards <= CPF_MOST_DEALT:
        raise RulesError(f"bad Fantasyland: expected {CPF_HAND} to {CPF_MOST_DEALT} cards, got {cards}")
    if cpf_may_stay(&rules.fantasyland, 0):
        for row in range(CPF_ROWS):
            for s in range(CPF_STRENGTHS):
                royalty = rules.royalties[row][s] * (2 if rules.deuce_of_spades else 1)
                is_earned[cpf_row_earns(&rules.fantasyland, row, s, royalty, cards)] = True
    return tuple([size for size in range(CPF_HAND, CPF_MOST_DEALT + 1) if is_earned[size]])


share_globals(globals())
