"""Cards as ints and sets of cards as 64-bit masks; text to cards and back."""

cimport cython
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.long cimport PyLong_AsLong, PyLong_AsLongAndOverflow, PyLong_CheckExact
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from cpf cimport CPF_MASK_GAPS, cpf_lowest_bit, cpf_rank_mask

from cpoker_fast._arguments import check_flag
from cpoker_fast._core import share_globals
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CardError, CardIndexError
from cpoker_fast.display.markup import cards_html, cards_text, format_cards


cdef str RANKS = "23456789TJQKA"
cdef str SUITS = "cdhs"
cdef str SUIT_SIGNS = "♣♦♥♠"
cdef str EXPECTED_CARD = "expected a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s or a suit sign)"


cdef inline str card_text(int card):
    return RANKS[card >> 2] + SUITS[card & 3]


cdef inline str card_symbols(int card):
    return RANKS[card >> 2] + SUIT_SIGNS[card & 3]


cdef inline int rank_of(Py_UCS4 c) noexcept nogil:
    if u"2" <= c <= u"9":
        return <int> c - 50  # 50 is the code of the digit 2
    if c == u"T" or c == u"t":
        return 8
    if c == u"J" or c == u"j":
        return 9
    if c == u"Q" or c == u"q":
        return 10
    if c == u"K" or c == u"k":
        return 11
    if c == u"A" or c == u"a":
        return 12
    return -1


cdef inline int suit_of(Py_UCS4 c) noexcept nogil:
    if c == u"c" or c == u"C" or c == u"\u2663" or c == u"\u2667":
        return 0
    if c == u"d" or c == u"D" or c == u"\u2666" or c == u"\u2662":
        return 1
    if c == u"h" or c == u"H" or c == u"\u2665" or c == u"\u2661":
        return 2
    if c == u"s" or c == u"S" or c == u"\u2660" or c == u"\u2664":
        return 3
    return -1


cdef inline bint is_separator(Py_UCS4 c) noexcept:
    return c == u" " or c == u"," or c.isspace()


cdef inline str plain(object text):
    """Return a text as str itself if its class is derived from str, as NumPy's is."""
    return <str> text if type(text) is str else str.__str__(text)


cdef object bad_token(str text, Py_ssize_t start):
    cdef Py_ssize_t end = start
    while end < len(text) and not is_separator(text[end]):
        end += 1
    token = text[start:end]
    return CardError(f"bad card {quote(token)} at character {start + 1}: {EXPECTED_CARD}", token=token, position=start)


cdef int next_card(str text, Py_ssize_t *position) except -2:
    """Return the next card from a position on, and move the position behind the card; return -1 at the end of the text."""
    cdef Py_ssize_t i = position[0], start, n = len(text)
    cdef int rank, suit
    while i < n and is_separator(text[i]):
        i += 1
    if i == n:
        position[0] = i
        return -1
    start = i
    if text[i] == u"1" and i + 1 < n and text[i + 1] == u"0":
        rank = 8
        i += 2
    else:
        rank = rank_of(text[i])
        i += 1
    suit = suit_of(text[i]) if rank >= 0 and i < n else -1
    if suit < 0:
        raise bad_token(text, start)
    i += 1
    if i < n and (text[i] == u"\ufe0e" or text[i] == u"\ufe0f"):  # a variation selector: suit sign as text or as an emoji
        i += 1
    position[0] = i
    return 4 * rank + suit


cdef uint64_t mask_of_text(str text, list cards=None) except? 0:
    """Return the cards of a text as a mask, and append them to the list `cards`, if any, in their order."""
    cdef Py_ssize_t position = 0, before
    cdef uint64_t mask = 0, bit
    cdef int card
    while True:
        before = position
        card = next_card(text, &position)
        if card < 0:
            return mask
        bit = bit_of(card)
        if mask & bit:
            while is_separator(text[before]):
                before += 1
            raise CardError(f"card {card_text(card)} appears twice: again at character {before + 1}",
                            token=card_text(card), position=before)
        mask |= bit
        if cards is not None:
            cards.append(card)


cdef int single_card(str text) except -2:
    """Return the card of a text that is exactly one card; -1 for any other text."""
    cdef Py_ssize_t end = 0
    cdef int card
    try:
        card = next_card(text, &end)
    except CardError:
        return -1
    return card if end == len(text) else -1


cdef int card_of_object(object value, Py_ssize_t index) except -1:
    cdef long number
    position = None if index < 0 else index
    where = "" if position is None else f" as card {position + 1}"
    if isinstance(value, str):
        number = single_card(plain(value))
        if number < 0:
            raise CardError(f"bad card {quote(value)}{where}: {EXPECTED_CARD}", token=value, position=position)
        return <int> number
    try:
        number = PyLong_AsLong(value.__index__())
    except (TypeError, AttributeError, OverflowError):
        number = -1
    if 0 <= number < 52:
        return <int> number
    raise CardError(f"bad card {quote(value)}{where}: expected an int from 0 to 51, or text", token=value, position=position)


cdef inline int card_of(object value, Py_ssize_t position) except -1:
    cdef long number
    cdef int overflow
    if PyLong_CheckExact(value):
        number = PyLong_AsLongAndOverflow(value, &overflow)  # -1 on overflow, without an exception
        if 0 <= number < 52:
            return <int> number
    return card_of_object(value, position)


cdef inline int add_card(uint64_t *mask, object value, Py_ssize_t position) except -1:
    """Add the card at a position of an iterable to a mask, and return it."""
    cdef int card = card_of(value, position)
    cdef uint64_t bit = bit_of(card)
    if mask[0] & bit:
        message = f"card {card_text(card)} appears twice: again as card {position + 1}"
        raise CardError(message, token=value, position=position)
    mask[0] |= bit
    return card


cdef uint64_t mask_of_items(tuple cards) except? 0:
    cdef uint64_t mask = 0
    cdef Py_ssize_t position
    for position in range(len(cards)):
        add_card(&mask, cards[position], position)
    return mask


cdef uint64_t mask_of_iterable(object cards) except? 0:
    cdef uint64_t mask = 0
    cdef Py_ssize_t position = 0
    if type(cards) is tuple:
        return mask_of_items(cards)
    if isinstance(cards, list):
        for value in <list> cards:
            add_card(&mask, value, position)
            position += 1
        return mask
    for value in iterator_of(cards):
        add_card(&mask, value, position)
        position += 1
    return mask


cdef object iterator_of(object cards):
    try:
        return iter(cards)
    except TypeError:
        raise CardError(f"cannot read cards from {quote(cards)}: expected a CardSet, text or an iterable of ints") from None


cdef uint64_t mask_of(object cards) except? 0:
    if isinstance(cards, CardSet):
        return (<CardSet> cards).mask
    if isinstance(cards, str):
        return mask_of_text(plain(cards))
    return mask_of_iterable(cards)


cdef bint mask_of_operand(object value, uint64_t *mask) except -1:
    """Write the mask of an operand, a CardSet or a text; return False for other types."""
    if isinstance(value, CardSet):
        mask[0] = (<CardSet> value).mask
    elif isinstance(value, str):
        mask[0] = mask_of_text(plain(value))
    else:
        return False
    return True


cdef CardSet cardset(uint64_t mask):
    cdef CardSet new = CardSet.__new__(CardSet)
    new.mask = mask
    return new


cdef list cards_ascending(uint64_t mask):
    cdef list cards = []
    cdef uint32_t ranks = cpf_rank_mask(mask)
    cdef int rank, suit
    while ranks:
        rank = cpf_lowest_bit(ranks)
        for suit in range(4):
            if mask >> (16 * suit + rank) & 1:
                cards.append(4 * rank + suit)
        ranks &= ranks - 1
    return cards


@cython.final
@cython.freelist(32)
cdef class CardSet:
    """CardSet(cards=(), /)\n--\n\nAn immutable set of cards.

    Parameters
    ----------
    cards : CardSet, str or iterable of int or str, optional
        Cards of the set, by default none. Cards in a text may have spaces, commas or nothing between them: ``"As Kd"``,
        ``"as,10d"``, ``"A♠K♦"``. A card as an int is ``4 * rank + suit``. The rank is 0 to 12 for 2 to A. The suit is 0 to 3
        for clubs, diamonds, hearts and spades.

    Attributes
    ----------
    mask : int
        The set as an int of 64 bits, 16 for each suit. Each card has one bit: bit ``16 * suit + rank``.

    Raises
    ------
    CardError
        If a card cannot be read or appears twice.

    Notes
    -----
    A `CardSet` has the operators of Python's sets. One of two operands may be text, except with ``==``. Iteration and
    indices begin with the lowest card. Text begins with the highest card. A slice is a `CardSet`. Format specifications are
    those of str. A specification that ends in ``u`` selects suit signs.

    Examples
    --------
    >>> hand = CardSet("2c As 10h")
    >>> hand
    CardSet('As Th 2c')
    >>> list(hand), hand[-1], "As" in hand
    ([0, 34, 51], 51, True)
    >>> hand - "As", hand | "3d 4d", hand >= "2c As"
    (CardSet('Th 2c'), CardSet('As Th 4d 3d 2c'), True)
    >>> hand[-2:]
    CardSet('As Th')
    >>> f"{hand:u}", f"{hand:>12}"
    ('A♠ T♥ 2♣', '    As Th 2c')
    >>> CardSet.from_mask(hand.mask) == hand, hand.isdisjoint("Ks Qs")
    (True, True)
    """

    def __cinit__(self, cards=(), /):
        self.mask = mask_of(cards)

    @staticmethod
    def from_mask(mask, /):
        """Return the set of a mask; raise CardError if a bit stands for no card."""
        cdef uint64_t bits
        try:
            bits = mask.__index__()
        except (AttributeError, OverflowError, TypeError):
            raise CardError(f"bad mask {quote(mask)}: expected an int of 64 bits") from None
        if bits & CPF_MASK_GAPS:
            raise CardError(f"bad mask {bits:#018x}: bits 13 to 15 of each 16 are no cards")
        return cardset(bits)

    def __len__(self):
        return count_cards(self.mask)

    def __bool__(self):
        return self.mask != 0

    def __iter__(self):
        return iter(cards_ascending(self.mask))

    def __contains__(self, card):
        return self.mask & bit_of(card_of(card, -1)) != 0

    def __getitem__(self, index):
        cards = cards_ascending(self.mask)
        if isinstance(index, slice):
            return CardSet(cards[index])
        try:
            return cards[index]
        except IndexError:
            raise CardIndexError(f"bad index {index}: expected one of {len(cards)} cards", token=index) from None

    def __hash__(self):
        return hash(self.mask)

    def __eq__(self, other):
        return (<CardSet> other).mask == self.mask if isinstance(other, CardSet) else NotImplemented

    def __le__(self, other):
        cdef uint64_t mask
        return self.mask & ~mask == 0 if mask_of_operand(other, &mask) else NotImplemented

    def __lt__(self, other):
        cdef uint64_t mask
        return (self.mask & ~mask == 0 and self.mask != mask) if mask_of_operand(other, &mask) else NotImplemented

    def __ge__(self, other):
        cdef uint64_t mask
        return mask & ~self.mask == 0 if mask_of_operand(other, &mask) else NotImplemented

    def __gt__(self, other):
        cdef uint64_t mask
        return (mask & ~self.mask == 0 and self.mask != mask) if mask_of_operand(other, &mask) else NotImplemented

    def __or__(self, other):
        cdef uint64_t mask
        return cardset(self.mask | mask) if mask_of_operand(other, &mask) else NotImplemented

    def __ror__(self, other):
        cdef uint64_t mask
        return cardset(mask | self.mask) if mask_of_operand(other, &mask) else NotImplemented

    def __and__(self, other):
        cdef uint64_t mask
        return cardset(self.mask & mask) if mask_of_operand(other, &mask) else NotImplemented

    def __rand__(self, other):
        cdef uint64_t mask
        return cardset(mask & self.mask) if mask_of_operand(other, &mask) else NotImplemented

    def __sub__(self, other):
        cdef uint64_t mask
        return cardset(self.mask & ~mask) if mask_of_operand(other, &mask) else NotImplemented

    def __rsub__(self, other):
        cdef uint64_t mask
        return cardset(mask & ~self.mask) if mask_of_operand(other, &mask) else NotImplemented

    def __xor__(self, other):
        cdef uint64_t mask
        return cardset(self.mask ^ mask) if mask_of_operand(other, &mask) else NotImplemented

    def __rxor__(self, other):
        cdef uint64_t mask
        return cardset(mask ^ self.mask) if mask_of_operand(other, &mask) else NotImplemented

    def isdisjoint(self, other, /):
        """Return whether no card is in both sets. `other`: anything that CardSet accepts."""
        return self.mask & mask_of(other) == 0

    def __str__(self):
        return " ".join([card_text(card) for card in reversed(cards_ascending(self.mask))])

    def __format__(self, spec):
        return format_cards(str(self), spec)

    def __rich__(self):
        return cards_text(str(self))

    def _repr_html_(self):
        return cards_html(str(self))

    def __repr__(self):
        return f"CardSet({str(self)!r})" if self.mask else "CardSet()"

    def __reduce__(self):
        return (CardSet.from_mask, (self.mask,))


def parse_card(text, /):
    """Return the int of a card, such as 51 for ``"As"``.

    Raises
    ------
    CardError
        If the text is not exactly one card.

    Examples
    --------
    >>> parse_card("As"), parse_card("10h"), parse_card("2♣")
    (51, 34, 0)
    """
    if not isinstance(text, str):
        raise CardError(f"bad card {quote(text)}: expected text", token=text)
    return card_of_object(text, -1)


def format_card(card, /, *, symbols=False):
    """Return the text of a card, such as ``"As"`` for 51, or ``"A♠"`` with suit signs.

    Raises
    ------
    CardError
        If `card` is no card, or `symbols` is neither True nor False.

    Examples
    --------
    >>> format_card(51), format_card(51, symbols=True)
    ('As', 'A♠')
    """
    if symbols is False:
        return card_text(card_of(card, -1))
    check_flag("symbols", symbols, CardError)
    return card_symbols(card_of(card, -1))


def parse_cards(cards, /):
    """Return cards as a list of ints.

    The list has the order of the text or the iterable. The cards of a `CardSet` ascend.

    Parameters
    ----------
    cards : CardSet, str or iterable of int or str
        The cards, as `CardSet` reads them.

    Raises
    ------
    CardError
        If a card cannot be read or appears twice. The error has this card (`token`) and its position.

    Examples
    --------
    >>> parse_cards("2c, As10h"), parse_cards(["2c", "As", 34])
    ([0, 51, 34], [0, 51, 34])
    """
    cdef list numbers = []
    cdef uint64_t mask = 0
    if isinstance(cards, CardSet):
        return cards_ascending((<CardSet> cards).mask)
    if isinstance(cards, str):
        mask_of_text(plain(cards), numbers)
        return numbers
    for value in iterator_of(cards):
        numbers.append(add_card(&mask, value, len(numbers)))
    return numbers


# ---- many sets ----

cdef Py_ssize_t write_cards(const uint64_t *masks, Py_ssize_t n, int width, uint8_t *cards) noexcept nogil:
    cdef Py_ssize_t i
    cdef uint32_t ranks
    cdef uint64_t mask
    cdef int rank, suit
    for i in range(n):
        mask = masks[i]
        if mask & CPF_MASK_GAPS or count_cards(mask) != width:
            return i
        ranks = cpf_rank_mask(mask)
        while ranks:
            rank = cpf_lowest_bit(ranks)
            for suit in range(4):
                if mask >> (16 * suit + rank) & 1:
                    cards[0] = <uint8_t> (4 * rank + suit)
                    cards += 1
            ranks &= ranks - 1
    return n


def cards_of_masks(masks, cards, /):
    """Write the cards of masks, uint64[n], ascending, into the rows of uint8[n, k].

    Return n, or the index of the first mask that does not have k cards.
    """
    cdef Py_buffer source, target
    PyObject_GetBuffer(masks, &source, PyBUF_C_CONTIGUOUS)
    try:
        PyObject_GetBuffer(cards, &target, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE)
        try:
            if target.ndim != 2 or target.len != source.len // 8 * target.shape[1]:
                raise CardError(f"expected {source.len // 8} rows of cards, got {target.len} cards")
            return write_cards(<const uint64_t *> source.buf, source.len // 8, <int> target.shape[1], <uint8_t *> target.buf)
        finally:
            PyBuffer_Release(&target)
    finally:
        PyBuffer_Release(&source)


share_globals(globals())
