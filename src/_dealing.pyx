"""Deals of random hands, with the random bits of NumPy's generators."""

from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memset

from cpf cimport CPF_DECK, cpf_bits, cpf_deal, cpf_deck, cpf_deck_prepare
from cpoker_fast._cards cimport bit_of

from cpoker_fast._core import share_globals
from cpoker_fast.errors import CardError


cdef enum:
    STEP = 1 << 18  # deals between two checks for signals: some hundredths of a second


cdef const cpf_bits *bits_of(object source) except NULL:
    return <const cpf_bits *> PyCapsule_GetPointer(source.capsule, "BitGenerator")


def deal_array(uint64_t available, list known not None, generator, uint8_t[:, ::1] out not None):
    """Fill each row of `out` with a random deal from the cards of the mask `available`.

    `known`: for each place a card, or 255 to draw one. The call holds the lock of `generator`, a numpy.random.Generator.
    """
    cdef tuple places = tuple(known)  # a copy, which other threads cannot shorten
    cdef cpf_deck deck
    cdef const cpf_bits *bits
    cdef int64_t n = out.shape[0], begin = 0
    cdef int card, i
    memset(&deck, 0, sizeof(deck))
    if len(places) != out.shape[1] or len(places) > CPF_DECK:
        raise CardError(f"expected {out.shape[1]} places, got {len(places)}; at most {CPF_DECK} are possible")
    for i in range(<int> len(places)):
        deck.known[i] = places[i]
    for card in range(CPF_DECK):
        if available & bit_of(card):
            deck.card[deck.cards] = card
            deck.cards += 1
    deck.places = <int> len(places)
    if not cpf_deck_prepare(&deck):
        raise CardError(f"bad deal: {deck.cards} cards are left, which is too few")
    if n == 0 or deck.places == 0:
        return
    source = generator.bit_generator
    with source.lock:
        bits = bits_of(source)
        while begin < n:
            with nogil:
                cpf_deal(&deck, bits, min(<int64_t> STEP, n - begin), &out[begin, 0])
            begin += STEP
            PyErr_CheckSignals()


share_globals(globals())
