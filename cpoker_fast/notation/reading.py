"""Reading a deal from the lines of its text. Every invalid text raises NotationError."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cpoker_fast._arguments import is_whole
from cpoker_fast.boards import ROW_SIZES, ROWS
from cpoker_fast.cards import DECK, DECK_SIZE, CardSet, format_card, parse_cards
from cpoker_fast.display.quoting import quote
from cpoker_fast.display.wording import counted
from cpoker_fast.errors import CardError, CpokerError, NotationError, RulesError
from cpoker_fast.game.deal import MOST_STAYS, Deal, Move
from cpoker_fast.game.placement import Placement
from cpoker_fast.game.turns import hides_board
from cpoker_fast.notation.naming import DEFINED_TAGS, check_names
from cpoker_fast.notation.places import Line, Place
from cpoker_fast.notation.record import Record, declared_in
from cpoker_fast.notation.replaying import dealt_and_placed, replay
from cpoker_fast.notation.seats import SeatLine, read_seat_line
from cpoker_fast.notation.tags import KnownRules, TagValue, numbers_of, read_tag
from cpoker_fast.rulebook import Rules, Timeout
from cpoker_fast.rulebook.royalties import FANTASYLAND_SIZES
from cpoker_fast.settling.declarations import IF_BETTER

__all__ = ["blocks_of", "parse_deal", "read_lines"]


# ---- checks with errors at a place in the text ----


def _check_duplicates(seats: Sequence[SeatLine]) -> None:
    seen: dict[int, Place] = {}
    for seat in seats:
        for token in (*seat.tokens, *seat.hand):
            if token.card is None:
                continue
            if token.card in seen:
                first = seen[token.card]
                raise token.place.error(
                    f"duplicate card {format_card(token.card)}: it is in line {first.line}, column {first.column} already"
                )
            seen[token.card] = token.place


def _check_rows(seat: SeatLine) -> None:
    for name, size, row in zip(ROWS, ROW_SIZES, seat.rows, strict=True):
        if len(row) > size:
            raise row[size].place.error(f"{name}: expected at most {size} cards, got {len(row)}")


def _placements(seat: SeatLine, seat_number: int, rules: Rules, fantasyland: int) -> list[Placement]:
    """Return the placements of a seat by street; raise NotationError if the rules do not allow the numbers of cards."""
    _check_rows(seat)
    if seat.is_surrender:
        if not rules.has_surrender:
            raise seat.place.error(f"seat {seat_number} surrenders, which the rules {quote(rules.name)} do not allow")
        return [Placement.surrender()]
    streets = len(rules.streets)
    if seat.gives_up_unseen:
        if not hides_board(rules, fantasyland):
            raise seat.place.error("expected rows before a dead hand: the others have seen the cards")
        return [Placement()]
    if fantasyland:
        allowed, expected = range(1), f"0, since seat {seat_number} is in Fantasyland"
    else:
        allowed, expected = range(1, streets + 1), f"1 to {streets} under {quote(rules.name)}, or a tag Fantasyland"
        if seat.is_hidden and not hides_board(rules, fantasyland):
            raise seat.place.error(f"only boards in Fantasyland can be hidden, and seat {seat_number} is not in Fantasyland")
    for token in seat.tokens:
        if token.street not in allowed:
            raise token.place.error(f"bad street {token.street} of {token.text}: expected {expected}")
    placed_streets = [token.street for token in seat.tokens]
    if seat.is_hidden:
        placed_streets.append(allowed[0])
    streets_in_text = allowed[: max(placed_streets) - allowed[0] + 1] if placed_streets else ()
    return [_placement(seat, street, rules, fantasyland) for street in streets_in_text]


def _placement(seat: SeatLine, street: int, rules: Rules, fantasyland: int) -> Placement:
    dealt, placed = dealt_and_placed(rules, fantasyland, max(street - 1, 0))
    rows = [[token for token in row if token.street == street] for row in seat.rows]
    discarded = [token for token in seat.discards if token.street == street]
    later = next((token for token in seat.tokens if token.street > street), None)
    for action, number, tokens in (
        ("placed", 0 if seat.is_hidden else placed, [token for row in rows for token in row]),
        ("discarded", dealt - placed, discarded),
    ):
        if len(tokens) != number:
            place = tokens[number].place if len(tokens) > number else tokens[0].place if tokens else None
            place = place or next((token.place for row in (*rows, discarded) for token in row), None)
            place = place or (later.place if later else seat.place)
            raise place.error(f"expected {counted(number, 'card')} {action} on street {street}, got {len(tokens)}")
    front, middle, back, discards = (
        CardSet([token.card for token in part if token.card is not None]) for part in (*rows, discarded)
    )
    return Placement.of_cards(front, middle, back, discards)


def _check_hand(seat: SeatLine, placed: int, rules: Rules, fantasyland: int) -> None:
    if seat.hand_place is None:
        return
    streets = 1 if fantasyland else len(rules.streets)
    if placed >= streets:
        raise seat.hand_place.error("the board is complete: expected no hand")
    dealt, _ = dealt_and_placed(rules, fantasyland, placed)
    if len(seat.hand) != dealt:
        raise seat.hand_place.error(f"expected {counted(dealt, 'card')} in hand, got {len(seat.hand)}")


def _dealt(tags: dict[str, TagValue], placed: Sequence[Sequence[Placement]], seats: Sequence[SeatLine]) -> list[list[int]]:
    """Return the cards of the tag Dealt by seat, checked against the placements; [] without the tag."""
    if "Dealt" not in tags:
        return []
    value, place, _ = tags["Dealt"]
    if not isinstance(value, list) or len(value) != len(seats) or not all(isinstance(text, str) for text in value):
        raise place.error(f"Dealt: expected the cards of each of {len(seats)} seats, as a list of texts")
    try:
        stacks = [parse_cards(text) for text in value]
    except CardError as error:
        raise place.error(f"Dealt: {error}") from None
    for stack, placements, seat in zip(stacks, placed, seats, strict=True):
        begin = 0
        for street, placement in enumerate(placements):
            cards = placement.cards | placement.discards
            tokens = [token for token in seat.tokens if seat.tokens[0].street == 0 or token.street == street + 1]
            if seat.is_hidden or any(token.card is None for token in tokens):
                raise place.error("Dealt: expected no such tag in a deal with unknown cards")
            dealt = CardSet(stack[begin : begin + len(cards)])
            begin += len(cards)
            if contradiction := next(
                (token for token in tokens if token.card is not None and token.card not in dealt), None
            ):
                raise contradiction.place.error(
                    f"{contradiction.text}: expected a card of this street in the tag Dealt: {dealt or 'none'}"
                )
        hand = [token.card for token in seat.hand]
        if hand != stack[begin : begin + len(hand)]:
            raise seat.hand[0].place.error("hand: expected the cards of this street in the tag Dealt, in the same order")
    return stacks


def _timed_out(
    tags: dict[str, TagValue], placed: Sequence[Sequence[Placement]], fantasyland: Sequence[int]
) -> list[list[int]]:
    """Return, by seat, the indices of the streets whose cards the rules placed after a time-out."""
    if "TimedOut" not in tags:
        return [[] for _ in placed]
    value, place, _ = tags["TimedOut"]
    by_rules = [[placement for placement in placements if not placement.is_surrender] for placements in placed]
    streets = [
        [0] if size and played else list(range(1, len(played) + 1))
        for played, size in zip(by_rules, fantasyland, strict=True)
    ]
    is_list = isinstance(value, list) and len(value) == len(placed) and all(isinstance(item, list) for item in value)
    if not is_list or not all(is_whole(street) for item in value for street in item):
        raise place.error(f"TimedOut: expected a list of streets for each of {len(placed)} seats, got {quote(str(value))}")
    for seat, (timed_out, played) in enumerate(zip(value, streets, strict=True), 1):
        if timed_out != [street for street in played if street in timed_out]:
            expected = f"ascending streets out of {played}" if played else "no streets"
            raise place.error(f"TimedOut: seat {seat}: expected {expected}, got {quote(str(timed_out))}")
    return [[max(street - 1, 0) for street in timed_out] for timed_out in value]


def _moves(
    seats: Sequence[SeatLine],
    placed: Sequence[Sequence[Placement]],
    timed_out: Sequence[Sequence[int]],
    fantasyland: Sequence[int],
) -> list[list[Move]]:
    """Return the moves by seat; raise NotationError if a dead hand was given up on a street that its line lacks."""
    moves: list[list[Move]] = []
    for seat, (line, placements) in enumerate(zip(seats, placed, strict=True)):
        streets = [0] if fantasyland[seat] else [*range(1, len(placements) + 1)]
        if line.dead and line.is_hidden:
            raise line.dead.place.error("a hidden board does not show that the hand is dead")
        if line.dead and line.dead.street not in streets[: len(placements)]:
            expected = "a street whose cards the line has"
            raise line.dead.place.error(f"bad street {line.dead.street} of {line.dead.text}: expected {expected}")
        first_dead = len(placements) if line.dead is None else streets.index(line.dead.street)
        moves.append(
            [
                Move(seat, street, placement, timed_out=street in timed_out[seat], dead=street >= first_dead)
                for street, placement in enumerate(placements)
            ]
        )
    return moves


# ---- the deal ----


def _read_tags_and_seats(lines: Sequence[Line]) -> tuple[dict[str, TagValue], list[SeatLine]]:
    tags: dict[str, TagValue] = {}
    seats: list[SeatLine] = []
    for line in lines:
        if line.problem is not None:
            raise line.problem
        if seats or not line.text.startswith("["):
            seats.append(read_seat_line(line, len(seats)))
        else:
            read_tag(line, tags)
    return tags, seats


def read_lines(lines: Sequence[Line], known_rules: KnownRules) -> Record:
    """Read a deal from lines without empty lines and comments; raise NotationError if a line is invalid."""
    tags, seats = _read_tags_and_seats(lines)
    end = lines[-1].place(len(lines[-1].text.rstrip()))
    begin = seats[0].place if seats else end
    for name in ("Rules", "Button"):
        if name not in tags:
            raise begin.error(f"expected a tag {name} before the seats")
    if "Version" in tags and tags["Version"].text != "1":
        raise tags["Version"].place.error("expected version 1 of the notation")
    value, place, text = tags["Rules"]
    rules = known_rules.find(value, text, place)
    most = rules.players
    if not 2 <= len(seats) <= most:
        raise end.error(f"expected the lines of 2 to {most} seats under {quote(rules.name)}, got {len(seats)}")
    return _read_deal(tags, seats, rules)


def _read_deal(tags: dict[str, TagValue], seats: Sequence[SeatLine], rules: Rules) -> Record:
    seat_count = len(seats)
    button, place, _ = tags["Button"]
    if not is_whole(button) or not 1 <= button <= seat_count:
        raise place.error(f"Button: expected a seat from 1 to {seat_count}, got {quote(str(button))}")
    sizes = FANTASYLAND_SIZES if rules.fantasyland else ()
    expected = "0, or 13 to 17" if sizes else "0 under rules without Fantasyland"
    fantasyland = numbers_of(tags, "Fantasyland", seat_count, lambda size: size == 0 or size in sizes, expected)
    fantasyland = fantasyland or (0,) * seat_count
    cards_of_streets = sum(dealt for dealt, _ in rules.streets)
    if (needed := sum(size or cards_of_streets for size in fantasyland)) > DECK_SIZE:
        raise tags["Fantasyland"].place.error(f"Fantasyland: expected a deal of at most {DECK_SIZE} cards, got {needed}")
    stays = numbers_of(tags, "Stays", seat_count, lambda stays: 0 <= stays <= MOST_STAYS, "a number of consecutive stays")
    stays = stays or (0,) * seat_count
    names: tuple[str, ...] = ()
    if "Players" in tags:
        try:
            names = check_names(tags["Players"].value, seat_count)
        except NotationError as error:
            raise tags["Players"].place.error(f"Players: {error}") from None
    _check_duplicates(seats)
    placed = [_placements(line, seat + 1, rules, fantasyland[seat]) for seat, line in enumerate(seats)]
    for line, placements, size in zip(seats, placed, fantasyland, strict=True):
        _check_hand(line, len(placements), rules, size)
    timed_out = _timed_out(tags, placed, fantasyland)
    moves = _moves(seats, placed, timed_out, fantasyland)
    stacks = _dealt(tags, placed, seats)
    hands = [[token.card for token in line.hand if token.card is not None] for line in seats]
    cards_in_text = CardSet([token.card for line in seats for token in (*line.tokens, *line.hand) if token.card is not None])
    try:
        terms = (rules, button - 1, fantasyland, stays)
        deal = replay(*terms, moves, hands, stacks=stacks, unseen=DECK - cards_in_text)
    except CpokerError as error:  # only cards of the tag Dealt were not checked above
        raise tags.get("Dealt", tags["Rules"]).place.error(error) from None
    _check_order(deal, seats, placed)
    is_over = deal.is_over and not any(line.is_hidden for line in seats)
    _declare(tags, deal, is_over=is_over)
    if any(timed_out):
        _check_timed_out(deal, placed, tags["TimedOut"].place, knows_order=bool(stacks))
    open_hands = tuple(() if seat == deal.turn else tuple(hand) for seat, hand in enumerate(hands))
    record = Record(
        rules=rules,
        button=button - 1,
        fantasyland=fantasyland,
        stays=stays,
        moves=tuple(moves[move.seat][move.street] for move in deal.moves),
        turn=deal.turn,
        hand=tuple(hands[deal.turn]) if deal.turn is not None else (),
        open_hands=open_hands if any(open_hands) else (),
        stacks=deal.stacks if stacks else (),
        declared=declared_in(deal) if is_over else (),
        names=names,
        tags={name: value for name, (value, _, _) in tags.items() if name not in DEFINED_TAGS},
    )
    _check_result(tags, deal, is_over=is_over)
    return record


def _check_order(deal: Deal, seats: Sequence[SeatLine], placed: Sequence[Sequence[Placement]]) -> None:
    """Check that players placed in turn, and hold cards only when allowed."""
    turn = deal.turn
    for seat, (line, placements) in enumerate(zip(seats, placed, strict=True)):
        number = sum(move.seat == seat for move in deal.moves)
        if turn is not None and len(placements) > number:
            place = next((token.place for token in line.tokens if token.street in (0, number + 1)), line.place)
            action = "gave up the hand" if line.gives_up_unseen else "has placed these cards"
            raise place.error(f"seat {seat + 1} {action} out of turn: it is the turn of seat {turn + 1}")
        if line.hand_place and seat != turn and not deal.open_hands[seat]:
            raise line.hand_place.error(f"expected a hand only at the seat that places now, seat {(turn or 0) + 1}")


def _declare(tags: dict[str, TagValue], deal: Deal, *, is_over: bool) -> None:
    """Declare the naturals of the tag Declared. Without the tag, each player declares a natural if that pays more."""
    if "Declared" not in tags:
        return
    value, place, _ = tags["Declared"]
    if not isinstance(value, list) or len(value) != deal.players or not all(isinstance(name, str | None) for name in value):
        raise place.error(f"Declared: expected the name of a natural, or null, for each of {deal.players} seats")
    if not is_over:
        raise place.error("Declared: expected no such tag before the deal is over")
    if IF_BETTER in value:
        raise place.error(f"Declared: expected the name of a natural, not {IF_BETTER!r}: the deal is over")
    try:
        deal.declare([False if name is None else name for name in value]).settlement()
    except RulesError as error:
        raise place.error(f"Declared: {error.problem}") from None


def _check_timed_out(deal: Deal, placed: Sequence[Sequence[Placement]], place: Place, *, knows_order: bool) -> None:
    """Check that cards placed after a time-out are where the rules place them, if the order dealt is known or irrelevant."""
    timeout = deal.rules.timeout
    replayed = Deal(deal.rules, deal.players, stacks=deal.stacks, button=deal.button, fantasyland=deal.fantasyland)
    for move in deal.moves:
        is_checkable = move.placement == placed[move.seat][move.street] and (knows_order or timeout is Timeout.HIGHEST_FIRST)
        if not move.timed_out or not is_checkable:
            replayed.place(move.placement)
        elif (by_rules := replayed.time_out()) != move.placement:
            street = 0 if deal.fantasyland[move.seat] else move.street + 1
            raise place.error(
                f"TimedOut: seat {move.seat + 1}, street {street}: the rules place {by_rules}, got {move.placement}"
            )


def _check_result(tags: dict[str, TagValue], deal: Deal, *, is_over: bool) -> None:
    results: list[tuple[str, Callable[[], tuple[int, ...]]]] = [
        ("Points", lambda: deal.settlement().points),
        ("NextFantasyland", lambda: deal.next_fantasyland),
    ]
    for name, result in results:
        if name not in tags:
            continue
        numbers = numbers_of(tags, name, deal.players, lambda _: True, "a number")
        if not is_over:
            raise tags[name].place.error(f"{name}: expected no result before the deal is over")
        if numbers != result():
            raise tags[name].place.error(f"{name}: expected {list(result())}, the result of the boards, got {list(numbers)}")


_MOST_LINES = 1000


def blocks_of(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Yield the lines of each deal, without comments; empty lines separate deals."""
    block: list[Line] = []
    for line in lines:
        if line.problem is None and not line.text.strip():
            if block:
                yield block
            block = []
        elif line.problem is None and line.text.startswith("#"):
            continue
        elif len(block) < _MOST_LINES:
            block.append(line)
        elif len(block) == _MOST_LINES:
            block.append(line._replace(problem=line.place().error(f"expected at most {_MOST_LINES} lines in a deal")))
    if block:
        yield block


def parse_deal(text: str, rules: Rules | None = None) -> Record:
    """Read a deal from its text, and check every placement against the rules.

    Parameters
    ----------
    text : str
        The text of one deal; `read_deals` reads files with many deals.
    rules : Rules, optional
        Rules that the text refers to by name, if they are not a preset.

    Raises
    ------
    NotationError
        If the text is invalid, contradicts the rules or itself, or states a result that does not follow from its boards. The
        attributes `line` and `column` are the place of the problem.
    RulesError
        If `rules` are not rules, or are a changed preset without a new name.

    Examples
    --------
    >>> record = parse_deal('''[Rules "pineapple"]
    ... [Button 1]
    ... 1: - / - / - hand Jd 8d 9s 6h 2s
    ... 2: Qs1 / 9d1 / Tc1 8h1 6s1''')
    >>> str(record.boards()[1]), record.turn
    ('Qs / 9d / Tc 8h 6s', 0)
    >>> parse_deal("[Rules 'pineapple']")
    Traceback (most recent call last):
        ...
    cpoker_fast.errors.NotationError: line 1, column 8: expected a JSON value: Expecting value
    """
    if not isinstance(text, str):
        raise NotationError(f"expected text, got {quote(text)}")
    known_rules = KnownRules(rules)
    lines = (Line(line.removesuffix("\r"), number) for number, line in enumerate(text.split("\n"), 1))
    blocks = blocks_of(lines)
    block = next(blocks, None)
    if block is None:
        raise Place(1, 1).error("expected a deal, got nothing")
    record = read_lines(block, known_rules)
    if second := next(blocks, None):
        raise second[0].place().error("expected one deal, got another one after an empty line")
    return record
