"""Records of finished boards: what they accept, and that it can be read back."""

from itertools import accumulate

import pytest
from hypothesis import given, strategies as st

from cpoker_fast import FOUL
from cpoker_fast.errors import CpokerError, TableError
from cpoker_fast.notation import Record, format_deal, parse_deal


@pytest.mark.parametrize(("rules", "options", "message"), [
    ("pineapple", {"fantasyland": [5, 14]}, "fantasyland: expected 0, or 13 to 17 under rules with a Fantasyland, got 5"),
    ("pagat", {"fantasyland": [14, 14]}, "fantasyland: expected 0, or 13 to 17 under rules with a Fantasyland, got 14"),
    ("pagat", {"stacks": [range(13), range(12, 25)]}, "stacks[1]: card 5c is in another stack, too"),
])  # fmt: skip
def test_records_of_boards_check_fantasylands_and_stacks(rules, options, message):
    with pytest.raises(CpokerError) as caught:
        Record.of_boards([FOUL, FOUL], rules, **options)
    assert str(caught.value) == message


@given(st.data())
def test_records_of_boards_can_be_read_back(data):
    """Closed games of open-face rules, with any Fantasylands of one deck, dead hands, known and unknown discards."""
    sizes = data.draw(st.lists(st.sampled_from([0, *range(13, 18)]), min_size=2, max_size=4))
    deck = data.draw(st.permutations(range(52)))
    kinds = data.draw(st.lists(st.booleans(), min_size=len(sizes), max_size=len(sizes)))
    ends = [*accumulate(size or 13 for size in sizes)]
    stacks = [deck[end - (size or 13) : end] for end, size in zip(ends, sizes, strict=True)]
    if ends[-1] > 52:
        with pytest.raises(TableError, match="fantasyland: expected a deal of at most 52 cards"):
            Record.of_boards([FOUL] * len(sizes), "closed", fantasyland=sizes)
        return
    boards = [FOUL if dead else [cards[:3], cards[3:8], cards[8:13]] for dead, cards in zip(kinds, stacks, strict=True)]
    stays = [int(size > 0) for size in sizes]
    for known in ((), stacks):
        record = Record.of_boards(boards, "closed", fantasyland=sizes, stays=stays, stacks=known)
        assert parse_deal(format_deal(record)) == record
