"""The C interface (cpoker_fast.h): checks of plain C arguments, the table of functions, and rules by number."""

from cpython.pycapsule cimport PyCapsule_GetName, PyCapsule_GetPointer, PyCapsule_New
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memset

from cpf cimport (
    CPF_LOWBALL, CPF_LOWBALL_STRENGTHS, CPF_MASK_GAPS, CPF_MOST_PLAYERS, CPF_SCALES, CPF_STRENGTHS, cpf_board_values,
    cpf_buttons, cpf_card_bit, cpf_cards_of_mask, cpf_cpu_level, cpf_is_row_size, cpf_lowest_bit, cpf_many_boards,
    cpf_mask_strengths, cpf_meaning_category, cpf_ranking, cpf_read_boards, cpf_rules, cpf_settle_many,
    cpf_settling_tables, cpf_strength_of_any, cpf_strengths,
)
from cpoker_fast._arranging cimport count_legal_arrangements
from cpoker_fast._core cimport ranking_tables
from cpoker_fast._rules cimport CompiledRules, rules_of, settling_tables

from cpoker_fast._core import share_globals
from cpoker_fast.errors import RulesError


cdef extern from "cpoker_fast.h":
    """
    #include "cpf_settling.h"
    #define EQUAL(header, core) ((int)(header) == (int)(core))
    /* The size of this array is negative, which no compiler accepts, if the header differs from the core. */
    typedef char cpf_header_agrees
        [EQUAL(CPOKER_FAST_WHEEL_LOWEST, CPF_WHEEL_LOWEST) && EQUAL(CPOKER_FAST_WHEEL_SECOND, CPF_WHEEL_SECOND) &&
                 EQUAL(CPOKER_FAST_LOWBALL, CPF_LOWBALL) && EQUAL(CPOKER_FAST_STRENGTHS, CPF_STRENGTHS) &&
                 EQUAL(CPOKER_FAST_LOWBALL_STRENGTHS, CPF_LOWBALL_STRENGTHS) &&
                 EQUAL(CPOKER_FAST_NO_STRENGTH, CPF_INVALID) && EQUAL(CPOKER_FAST_BOARD, CPF_HAND) &&
                 EQUAL(CPOKER_FAST_DEAD_HAND, CPF_DEAD_HAND) && EQUAL(CPOKER_FAST_SURRENDER, CPF_SURRENDERED) &&
                 EQUAL(CPOKER_FAST_CARDS, CPF_CARDS) && EQUAL(CPOKER_FAST_ROYAL_FLUSH, CPF_ROYAL_FLUSH)
             ? 1
             : -1];
    #undef EQUAL
    """
    const char *CPOKER_FAST_CAPSULE
    enum:
        CPOKER_FAST_BAD_ARGUMENT, CPOKER_FAST_C_VERSION, CPOKER_FAST_CARDS, CPOKER_FAST_LOWBALL, CPOKER_FAST_MOST_THREADS, \
            CPOKER_FAST_NO_STRENGTH, CPOKER_FAST_WHEEL_LOWEST, CPOKER_FAST_WHEEL_SECOND
    ctypedef struct cpoker_fast_table:
        uint32_t version
        uint16_t (*strength)(uint64_t, int32_t) noexcept nogil
        uint16_t (*strength_of_cards)(const uint8_t *, int32_t, int32_t) noexcept nogil
        int64_t (*strengths)(const uint8_t *, int32_t, int64_t, int32_t, uint16_t *, int32_t) noexcept nogil
        int64_t (*strengths_of_masks)(const uint64_t *, int64_t, int32_t, uint16_t *, int32_t) noexcept nogil
        int32_t (*category)(uint16_t, int32_t) noexcept nogil
        uint64_t (*mask_of_cards)(const uint8_t *, int32_t) noexcept nogil
        int32_t (*cards_of_mask)(uint64_t, uint8_t *) noexcept nogil
        int32_t (*count_arrangements)(uint64_t) noexcept nogil
        int64_t (*read_boards)(int32_t, const uint8_t *, int64_t, uint16_t *, int32_t *, uint8_t *, int32_t) noexcept nogil
        int64_t (*settle)(int32_t, const uint8_t *, int32_t, int64_t, int32_t, int32_t *, int32_t) noexcept nogil


VERSION = CPOKER_FAST_C_VERSION
WHEEL_LOWEST, WHEEL_SECOND, LOWBALL = CPOKER_FAST_WHEEL_LOWEST, CPOKER_FAST_WHEEL_SECOND, CPOKER_FAST_LOWBALL

cdef const cpf_ranking *ranking = ranking_tables()
cdef const cpf_settling_tables *settling = settling_tables()


# ---- cards and rows ----

cdef inline bint is_scale(int32_t scale) noexcept nogil:
    return 0 <= scale < CPF_SCALES


cdef inline bint is_batch(int64_t n, bint has_arrays, int32_t threads) noexcept nogil:
    """Whether the arguments of a function of arrays are valid; without items, there may be no arrays."""
    return (n == 0 or n > 0 and has_arrays) and 1 <= threads <= CPOKER_FAST_MOST_THREADS


cdef uint16_t strength(uint64_t row, int32_t scale) noexcept nogil:
    if not is_scale(scale):
        return CPOKER_FAST_NO_STRENGTH
    return <uint16_t> cpf_strength_of_any(ranking, scale, row)


cdef uint16_t strength_of_cards(const uint8_t *cards, int32_t n, int32_t scale) noexcept nogil:
    return strength(mask_of_cards(cards, n), scale)


cdef int64_t strengths(const uint8_t *cards, int32_t width, int64_t n, int32_t scale, uint16_t *out,
                       int32_t threads) noexcept nogil:
    if not is_scale(scale) or not cpf_is_row_size(scale, width) or not is_batch(n, cards != NULL and out != NULL, threads):
        return CPOKER_FAST_BAD_ARGUMENT
    return cpf_strengths(ranking, scale, cpf_cpu_level(), cards, width, n, out, threads) if n else 0


cdef int64_t strengths_of_masks(const uint64_t *rows, int64_t n, int32_t scale, uint16_t *out,
                                int32_t threads) noexcept nogil:
    if not is_scale(scale) or not is_batch(n, rows != NULL and out != NULL, threads):
        return CPOKER_FAST_BAD_ARGUMENT
    return cpf_mask_strengths(ranking, scale, cpf_cpu_level(), rows, n, out, threads) if n else 0


cdef int32_t category(uint16_t strength, int32_t scale) noexcept nogil:
    if not is_scale(scale) or strength >= (CPF_LOWBALL_STRENGTHS if scale == CPF_LOWBALL else CPF_STRENGTHS):
        return CPOKER_FAST_BAD_ARGUMENT
    return cpf_meaning_category(ranking.scales[scale].meaning[strength])


cdef uint64_t mask_of_cards(const uint8_t *cards, int32_t n) noexcept nogil:
    cdef uint64_t bit, mask = 0
    cdef uint8_t card
    cdef int32_t i
    if cards == NULL or n > CPOKER_FAST_CARDS:
        return 0
    for i in range(n):
        card = cards[i]
        bit = cpf_card_bit(card)
        if card >= CPOKER_FAST_CARDS or mask & bit:
            return 0
        mask |= bit
    return mask


cdef int32_t cards_of_mask(uint64_t mask, uint8_t *cards) noexcept nogil:
    cdef uint64_t rest = cpf_cards_of_mask(mask)
    cdef int32_t n = 0
    if mask & CPF_MASK_GAPS or cards == NULL:
        return CPOKER_FAST_BAD_ARGUMENT
    while rest:
        cards[n] = <uint8_t> cpf_lowest_bit(rest)
        rest &= rest - 1
        n += 1
    return n


cdef int32_t count_arrangements(uint64_t hand) noexcept nogil:
    return count_legal_arrangements(hand)


# ---- boards and tables under rules ----

# C refers to rules by their index here. So no number makes C read other memory, and rules are never freed while C uses them.
cdef enum:
    MOST_RULES = 1024
cdef (const cpf_rules *)[MOST_RULES] numbered
cdef list registered = []


def register_rules(CompiledRules compiled not None):
    """Return a new number for rules; they then live until the process ends. Threads must not call it at the same time."""
    number = len(registered)
    if number == MOST_RULES:
        raise RulesError(f"the C interface has numbers for {MOST_RULES} different rules in a process, and all are taken")
    registered.append(compiled)
    numbered[<int> number] = rules_of(compiled)
    return number


cdef inline const cpf_rules *rules_by_number(int32_t rules) noexcept nogil:
    return numbered[rules] if 0 <= rules < MOST_RULES else NULL


cdef int64_t read_boards(int32_t rules, const uint8_t *boards, int64_t n, uint16_t *strengths, int32_t *royalties,
                         uint8_t *fouls, int32_t threads) noexcept nogil:
    cdef const cpf_rules *numbered_rules = rules_by_number(rules)
    cdef cpf_many_boards view
    cdef cpf_board_values values
    if numbered_rules == NULL or not is_batch(n, boards != NULL, threads):
        return CPOKER_FAST_BAD_ARGUMENT
    memset(&view, 0, sizeof(view))
    memset(&values, 0, sizeof(values))
    view.cards = boards
    values.strengths, values.royalties, values.fouls = strengths, royalties, fouls
    return cpf_read_boards(settling, numbered_rules, view, n, values, threads) if n else 0


cdef int64_t settle(int32_t rules, const uint8_t *boards, int32_t players, int64_t n, int32_t button, int32_t *points,
                    int32_t threads) noexcept nogil:
    cdef const cpf_rules *numbered_rules = rules_by_number(rules)
    cdef int8_t seat = <int8_t> button
    cdef cpf_buttons buttons
    if (numbered_rules == NULL or not 2 <= players <= CPF_MOST_PLAYERS or not 0 <= button < players
            or not is_batch(n, boards != NULL and points != NULL, threads)):
        return CPOKER_FAST_BAD_ARGUMENT
    buttons.seat, buttons.step = &seat, 0
    return cpf_settle_many(settling, numbered_rules, boards, n, players, buttons, NULL, points, threads) if n else 0


# ---- the table ----

cdef cpoker_fast_table table
table.version = CPOKER_FAST_C_VERSION
table.strength = strength
table.strength_of_cards = strength_of_cards
table.strengths = strengths
table.strengths_of_masks = strengths_of_masks
table.category = category
table.mask_of_cards = mask_of_cards
table.cards_of_mask = cards_of_mask
table.count_arrangements = count_arrangements
table.read_boards = read_boards
table.settle = settle

TABLE = PyCapsule_New(&table, CPOKER_FAST_CAPSULE, NULL)


def functions():
    """Return the C type and the address of each function, by name, from the capsules that Cython makes for `cimport`."""
    entries = {}
    for name, capsule in globals()["__pyx_capi__"].items():
        c_type = PyCapsule_GetName(capsule)
        entries[name] = c_type.decode(), <uintptr_t> PyCapsule_GetPointer(capsule, c_type)
    return entries


share_globals(globals())
