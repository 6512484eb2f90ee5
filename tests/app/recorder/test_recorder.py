"""Deals that are entered card by card: records, undo, boards that stay hidden, and errors."""

import random
from dataclasses import replace

import pytest
from finished_deals import placed_at_random
from hypothesis import HealthCheck, given, settings, strategies as st

import cpoker_fast as cp
from cpoker_fast.app.recorder.commands import COMMANDS, Recorder
from cpoker_fast.app.recorder.recording import Recording
from cpoker_fast.cards import format_card
from cpoker_fast.notation import format_deal, read_deals

NAMES = ["Ann", "Bo O'Neil", "Cy"]


def recorder(rules=None, path=None):
    recording = Recording(cp.rules(rules) if isinstance(rules, str) else rules, path)
    return Recorder(recording, lambda position: cp.analyze(position, rollouts=24, seed=1), as_json=True)


def run(on, *lines):
    for line in lines:
        on.run(line)
    return on.recording.record


# ---- random deals ----


def random_deal(rules, players, lands, seed):
    rng = random.Random(seed)
    deal = cp.Deal(rules, players, seed=seed, button=rng.randrange(players), fantasyland=lands[:players])
    while not deal.is_over:
        if rng.random() < 0.1:
            deal.time_out()
        elif rng.random() < 0.05 and deal.turn not in deal.dead:
            deal.place(cp.FOUL)
        else:
            placed_at_random(deal, rng)
    return deal


def entered(deal, rng):
    """Yield the lines that enter a deal: some hands are entered first, and some hidden boards only at the end."""
    yield f'deal Ann "Bo O\'Neil" {"Cy" if deal.players > 2 else ""}'
    yield f"button {'ann' if deal.button == 0 else repr(NAMES[deal.button])}".replace("'Bo O'Neil'", '"Bo O\'Neil"')
    for seat, cards in enumerate(deal.fantasyland):
        if cards:
            yield f'fantasyland "{NAMES[seat]}" {cards}'
    late, dead = [], set()
    for move in deal.moves:
        hand = " ".join(map(format_card, deal.dealt(move.seat, move.street)))
        name = f"{NAMES[move.seat]}: " if rng.random() < 0.5 else ""
        if move.timed_out:
            yield from (f"{name}{hand}", f"{name}time out")
        elif move.dead and move.seat not in dead:
            dead.add(move.seat)
            yield from (f"{name}{hand}", f"{name}foul")
        elif deal.hides_board(move.seat) and rng.random() < 0.5:
            late.append(f"{NAMES[move.seat].upper()}: {move.placement}")
            yield f"{name}hidden"
        else:
            if rng.random() < 0.5:
                yield f"{name}{hand}"
            yield f"{name}{move.placement}"
    yield from rng.sample(late, len(late))


GAMES = [
    ("pineapple", (0, 0, 0)), ("pineapple", (14, 0, 16)), ("progressive", (0, 17, 0)), ("turbo", (13, 14, 0)),
    ("face-up", (0, 0, 0)), ("deuce-to-seven", (0, 0, 0)), ("pagat", (0, 0, 0)), ("singapore", (0, 0, 0)),
]  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(game=st.sampled_from(GAMES), players=st.integers(2, 3), seed=st.integers(0, 10**6))
def test_an_entered_deal_has_the_record_of_the_deal_and_every_step_can_be_undone(tmp_path_factory, game, players, seed):
    rules, lands = game
    deal = random_deal(rules, players, lands if cp.rules(rules).has_fantasyland else (), seed)
    path = tmp_path_factory.mktemp("evening") / "friday.ofc"
    on = recorder(rules, path)
    states = [on.recording.record]
    contents = [b""]
    for line in entered(deal, random.Random(seed)):
        states.append(run(on, line))
        contents.append(path.read_bytes())
    assert format_deal(states[-1]) == format_deal(deal, NAMES[:players])
    (read,) = read_deals(path)
    assert read == states[-1]
    for state, content in zip(states[-2::-1], contents[-2::-1], strict=True):
        assert run(on, "undo") == state
        assert path.read_bytes() == content
    with pytest.raises(cp.errors.TableError, match="nothing to undo"):
        run(on, "undo")


@pytest.mark.parametrize(("rules", "lands"), GAMES)
def test_a_recording_that_was_killed_continues_after_any_line(tmp_path, rules, lands):
    deal = random_deal(rules, 2, lands if cp.rules(rules).has_fantasyland else (), 5)
    path = tmp_path / "friday.ofc"
    for line in entered(deal, random.Random(1)):
        on = recorder(rules, path)  # without the memory of the one before
        before = on.recording.record
        run(on, line)
        assert recorder(None, path).recording.record == on.recording.record != before
    assert format_deal(on.recording.record) == format_deal(deal, NAMES[:2])
    on = recorder(None, path)
    numbers = [len(deal.moves)]
    while numbers[-1]:
        record = run(on, "undo")
        numbers.append(len(record.moves))
    assert numbers == [*range(len(deal.moves), -1, -1)]


# ---- what is known of a deal ----

KINGS = "Kh Kd 2c / Ah Ac 8s 5d 5c / Js Jh Jd 9s 9h"  # Fantasyland with 14 cards under pineapple
STREETS = ["Kh / Ah 5d / Js Jh", "Kd / Ac / -", "2c / 5c / -", "- / 8s / Jd", "- / - / 9s 9h"]
OTHER = ["3c / 4d / 6c 7h 8d", "3d / 4h / -", "3h / 4c / -", "- / Qd / Td", "- / Qc / Tc"]


def kings(button="Ann"):
    """Return the lines of a deal in which Bo earns a Fantasyland, with discards that nobody saw."""
    return [f"button {button}", *(line for pair in zip(STREETS, OTHER, strict=True) for line in pair)]


def test_unknown_discards_a_fantasyland_and_the_next_button():
    on = recorder("pineapple")
    record = run(on, "deal Ann Bo", *kings())
    assert [record.unknown_discards(move) for move in record.moves] == [0, 0, *[1] * 8]
    assert (str(record.boards()[1]), record.next_fantasyland) == (KINGS, (0, 14))
    record = run(on, "deal")  # nobody else is dealt cards before Bo has set the Fantasyland, and the button stays
    assert (record.fantasyland, record.stays, record.button, record.turn) == ((0, 14), (0, 0), 0, 1)
    record = run(on, "Bo: hidden", "Ann: 3c / 4d / 6c 7h 8d")
    assert record.turn == 0
    *_, record = [run(on, f"Ann: {line}") for line in OTHER[1:]]
    assert (record.turn, record.is_over) == (None, False)  # at the showdown, Bo's board is still hidden
    assert run(on, f"Bo: {KINGS} discards 9c").fantasyland == (0, 14)
    record = on.recording.record
    assert (record.is_over, record.next_fantasyland, record.moves[0].placement.discards) == (True, (0, 0), cp.CardSet("9c"))
    assert run(on, "deal Cy Bo").names == ("Cy", "Bo")
    assert (on.recording.record.button, on.recording.number) == (1, 3)  # Bo is to the left of Ann, who left


def test_fantasylands_of_other_rules_lapse_and_stays_are_counted(tmp_path):
    path = tmp_path / "friday.ofc"
    run(recorder("pineapple", path), "deal Ann Bo", *kings())
    assert run(recorder("turbo", path), "deal").fantasyland == (0, 0)
    assert [deal.rules.name for deal in read_deals(path)] == ["pineapple", "turbo"]
    on = recorder("pineapple")
    stays = "Kc Ks Kh / 2c 2d 2h 5c 5d / Js Jh Jd Jc 9h"
    record = run(on, "deal Ann Bo", "fantasyland bo 14", f"Bo: {stays}", *(f"Ann: {line}" for line in OTHER))
    assert record.next_fantasyland == (0, 14)
    assert run(on, "deal").stays == (0, 1)
    assert run(on, "fantasyland Bo 0").stays == (0, 0)


CLOSED = {
    "Ann": "7s 6c 2c / Ah Qh Jh 9h 2h / Ts Td 3s 3h 3d",
    "Bo": "Ks 5s 4d / Kc Qs Jc Tc 9d / 8h 8d 8c 7d 7c",
    "Cy": "Qd Qc Js / Ad Ac Th 9c 4c / 6h 6d 5h 2s 2d",
}


@pytest.mark.parametrize("order", [("Ann", "Bo", "Cy"), ("Bo", "Cy", "Ann"), ("Cy", "Bo", "Ann"), ("Ann", "Cy", "Bo")])
def test_closed_boards_are_entered_in_any_order(order):
    on = recorder("pagat")
    record = run(on, "deal Ann Bo Cy", *(f"{name}: {CLOSED[name]}" for name in order))
    assert [str(board) for board in record.boards()] == [*CLOSED.values()]
    assert record.settlement().points == cp.settle([*CLOSED.values()], "pagat").points


def test_naturals_are_declared_at_the_showdown():
    dragon = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As"
    other = "2c 3c 4c / 6d 6c 8c 8h Jd / Qs Qh Qc 9d 9h"
    on = recorder("pagat")
    record = run(on, "deal Ann Bo", f"Ann: {dragon}", f"Bo: {other}")
    assert record.declared[0] == "dragon"
    record = run(on, "declare ann nothing")
    assert record.settlement().points == cp.settle([dragon, other], "pagat", declare=[False, False]).points
    assert run(on, "declare Ann dragon").settlement().points == cp.settle([dragon, other], "pagat").points


def test_the_ace_of_spades_gives_the_button_under_rules_with_a_compensation():
    compensated = replace(cp.rules("pagat"), name="compensated", dealer_compensation=1)
    boards = {**CLOSED, "Ann": CLOSED["Ann"].replace("Ah", "As").replace("7s", "7h")}
    on = recorder(compensated)
    assert run(on, "deal Ann Bo Cy", *(f"{name}: {board}" for name, board in boards.items()), "deal").button == 0
    on = recorder("pagat")
    assert run(on, "deal Ann Bo Cy", *(f"{name}: {board}" for name, board in boards.items()), "deal").button == 1


def test_hands_that_are_dealt_face_up_are_entered_before_the_turn():
    on = recorder("face-up")
    record = run(on, "deal Ann Bo", "Ann: As Kd 9h 5c 2c", "Bo: 3s 4s 5s 6s 7s")
    assert record.open_hands == (tuple(cp.cards.parse_cards("As Kd 9h 5c 2c")), ())
    record = run(on, "3s / 4s / 5s 6s 7s")
    assert (record.turn, cp.CardSet(record.hand), record.open_hands) == (0, cp.CardSet("As Kd 9h 5c 2c"), ())


def test_deals_before_the_last_one_and_comments_stay_as_they_are(tmp_path):
    path = tmp_path / "friday.ofc"
    old = '# at home\n[Button 1]\n[Rules   "turbo"]\n1: - / - / -\n2: - / - / -\n# no cards\n'
    path.write_bytes(f"{old}\n{format_deal(random_deal('turbo', 2, (), 1), NAMES[:2])}\n# the end".encode())
    last = path.read_bytes()
    run(recorder("pagat", path), "deal")
    assert path.read_bytes().startswith(last + b'\n\n[Rules "pagat"]')
    assert [deal.rules.name for deal in read_deals(path)] == ["turbo", "turbo", "pagat"]


# ---- errors ----

BEGUN = ("deal Ann Bo", "Bo: As / Kd 9h / 5c 2c")


@pytest.mark.parametrize(("before", "line", "message"), [
    ((), "As", "no deal yet: `deal NAME NAME` begins one"),
    ((), "deal", "deal: expected the names of 2 to 3 players, by seat, got 0"),
    ((), "deal Ann", "deal: expected the names of 2 to 3 players, by seat, got 1"),
    ((), "deal Ann ann", "deal: expected names that differ in more than capitals, got 'Ann'"),
    ((), "deal A:nn Bo", "deal: expected a name without a colon, got 'A:nn'"),
    ((), "deal 'Ann Bo", "no closing quotation"),
    ((), "bords", "unknown command 'bords': did you mean 'boards'"),
    (BEGUN, "deal", "deal 1 is in progress: `undo` takes back what was entered"),
    (BEGUN, "Bo: Ah Kh / Qh / Jh Th", "it is the turn of 'Ann', not of 'Bo'"),
    (BEGUN, "Cy: Ah Kh / Qh / Jh Th", "unknown player 'Cy': expected one of Ann, Bo"),
    (BEGUN, "Ah Kh Qh", "expected 5 cards in hand, got 3"),
    (BEGUN, "Ah Kh Qh Kd Jh", "card Kd is in the middle of Bo already"),
    (BEGUN, "Ah / Kh Qh / Kd Jh", "card Kd is in the middle of Bo already"),
    (BEGUN, "Ah / Kh Ah / Kc Jh", "Ah"),
    (BEGUN, "Ah Kh Qh 7x Jh", "bad card '7x'"),
    (BEGUN, "Ah Kh Qh Jh / Th / -", "front: expected at most 3 more cards, got 4"),
    (BEGUN, "Ah / Kh / -", "expected 5 of 5 cards to be placed, got 2"),
    (BEGUN, "Ah / Kh Qh Jh / Th 9s", "expected 5 cards on this street, got 6"),
    ((*BEGUN, "Ah Kh Qh Jh Th"), "Ah / Kh Qh / Jh 9s", "card 9s is not in the hand"),
    (BEGUN, "hidden", "only boards in Fantasyland, or of a closed game, are hidden until the showdown"),
    (BEGUN, "time out", "time out: enter the hand first"), (BEGUN, "foul", "foul: enter the hand first"),
    (BEGUN, "Ann: surrender", "a surrender, which the rules 'pineapple' do not allow"),
    (BEGUN, "button Ann", "button: expected before the first cards of a deal"),
    (BEGUN, "fantasyland Ann 14", "fantasyland: expected before the first cards of a deal"),
    (("deal Ann Bo",), "fantasyland Ann 12", "expected 0, or 13 to 17"),
    (("deal Ann Bo",), "fantasyland Ann x", "fantasyland: expected a number of cards, got 'x'"),
    (("deal Ann Bo",), "fantasyland Ann", "fantasyland: expected `fantasyland NAME CARDS`"),
    (BEGUN, "advice", "advice: enter the hand of 'Ann' first"),
    (BEGUN, "declare Ann dragon", "naturals are declared when all boards are shown"),
    (("deal Ann Bo", *kings()), "As Kc Qs", "all cards of this deal are placed: `deal` begins the next one"),
    (("deal Ann Bo", *kings()), "Ann: 9c / - / -", "'Ann' has placed all cards"),
])  # fmt: skip
def test_invalid_lines_say_what_is_wrong_and_change_nothing(tmp_path, before, line, message):
    path = tmp_path / "friday.ofc"
    on = recorder("pineapple", path)
    run(on, *before)
    state, content = on.recording.record, path.read_bytes()
    with pytest.raises(cp.errors.CpokerError) as raised:
        run(on, line)
    assert message in str(raised.value)
    assert (on.recording.record, path.read_bytes()) == (state, content)


def test_every_command_has_a_method():
    assert {name for name in COMMANDS if hasattr(Recorder, f"do_{name}")} == {*COMMANDS} - {
        "hand", "place", "hidden", "time", "surrender", "foul",
    }  # fmt: skip


def test_a_dead_hand_without_cards_is_settled_as_a_foul():
    on = recorder("pagat")
    record = run(on, "deal Ann Bo", "Bo: 7s 6c 2c / Ah Qh Jh 9h 2h / Ts Td 3s 3h 3d", "Ann: foul")
    assert (record.dead, record.settlement().points) == ((0,), (-3, 3))  # a foul pays the three rows
    record = run(on, "deal Ann Bo", "Ann: hidden", "Bo: foul")
    assert not record.is_over
    record = run(on, "Ann: 7s 6c 2c / Ah Qh Jh 9h 2h / Ts Td 3s 3h 3d")
    assert record.settlement().points == (3, -3)


def test_a_deal_that_has_just_begun_can_be_undone_after_a_restart(tmp_path):
    path = tmp_path / "friday.ofc"
    run(recorder("pineapple", path), "deal Ann Bob")
    assert run(recorder(None, path), "undo") is None
    assert path.read_bytes() == b""
    finished = run(recorder("pineapple", path), "deal Ann Bo", *kings())
    run(recorder(None, path), "deal")
    on = recorder(None, path)
    assert run(on, "undo") == finished
    assert len(run(on, "undo").moves) == len(finished.moves) - 1
