"""Sessions: the button, Fantasyland across deals, stacks, and saving at any moment."""

import itertools
import json

import numpy as np
import pytest
from finished_deals import FLUSHES, PLAIN, played
from hypothesis import given, settings, strategies as st

import cpoker_fast as cp
from cpoker_fast import Deal, errors
from cpoker_fast.game import Session
from cpoker_fast.players import bot

OPEN_FACE = [name for name in cp.presets() if not cp.rules(name).is_closed]


def face_up(**terms):
    """Return the rules `face-up` with other terms of the table."""
    return cp.Rules.from_dict({"base": "face-up", "table": terms})


def play(session, rng, name="careful"):
    """Play the deal to its end."""
    while not session.deal.is_over:
        session.deal.place(bot(name).place(session.deal.position(), rng))


def into_fantasyland(session, cards):
    """Replace the deal by one in which seat 0 has a Fantasyland."""
    session.deal = Deal(session.rules, len(session.names), seed=1, button=session.deal.button, fantasyland=cards)


def test_the_button_moves_but_not_while_anyone_is_in_fantasyland():
    rng = np.random.default_rng(1)
    session = Session("pineapple", 3, seed=3)
    buttons, lands = [], []
    for _ in range(120):
        buttons.append(session.deal.button)
        lands.append(any(session.deal.fantasyland))
        play(session, rng)
        earned = session.deal.next_fantasyland
        session.settle()
        assert session.next_deal().fantasyland == earned
    assert any(lands)
    for (before, after), is_land in zip(itertools.pairwise(buttons), lands[1:], strict=True):
        assert after == (before if is_land else (before + 1) % 3)


def test_stays_are_counted():
    session = Session("pineapple", seed=1)
    trips = "2s 2d 2c / 3s 3h 3d 4c 9s / 5s 5h 5d 6c 6s"
    hand = [*cp.Board.parse(trips).cards(), cp.parse_card("Kh")]
    rest = [card for card in range(52) if card not in hand]
    for stays in range(3):
        session.deal = Deal("pineapple", stacks=[hand, rest], fantasyland=(14, 0), stays=(stays, 0))
        session.deal.place(cp.Board.parse(trips))
        play(session, np.random.default_rng(1))
        session.is_settled = False
        session.settle()
        assert session.next_deal().stays == (stays + 1, 0)


def test_totals_and_stacks():
    rng = np.random.default_rng(4)
    session = Session("pineapple", ["Ann", "Bo", "Cy"], seed=2, stacks=[60, 60, 60], unit=2)
    for _ in range(40):
        play(session, rng)
        settled = session.settle()
        assert sum(settled.points) == sum(session.totals) == 0
        assert sum(session.stacks) == 180
        try:
            session.next_deal()
        except errors.TableError as error:
            broke = session.stacks.index(min(session.stacks))
            assert f"{session.names[broke]} has {session.stacks[broke]} chips: expected at least 2 to be dealt in" in str(
                error
            )
            with pytest.raises(errors.TableError, match="chips: expected an int from 1"):
                session.rebuy(broke, 0)
            session.rebuy(broke, 50)
            assert min(session.stacks) > 0
            break
    else:
        pytest.fail("nobody lost a stack")


def test_a_re_buy_leaves_at_most_the_highest_buy_in():
    session = Session(face_up(buy_in_most=100, rebuy_least=5), ["Ann", "Bo"], seed=2, stacks=[180, 150], unit=2)  # [FU]
    play(session, np.random.default_rng(1))
    session.settle()
    seat = session.stacks.index(min(session.stacks))
    room = 200 - session.stacks[seat]
    with pytest.raises(errors.TableError, match="a re-buy of '(Ann|Bo)': expected an int, 10 chips or more, got 9"):
        session.rebuy(seat, 9)
    with pytest.raises(
        errors.TableError, match=rf"of at most 200 chips afterwards, got {session.stacks[seat]} \+ {room + 1}"
    ):
        session.rebuy(seat, room + 1)
    session.rebuy(seat, room)
    assert session.stacks[seat] == 200


def test_refused_actions():
    session = Session("pineapple", seed=2)
    with pytest.raises(errors.TableError, match="the deal is not over"):
        session.settle()
    with pytest.raises(errors.TableError, match="not settled yet"):
        session.next_deal()
    with pytest.raises(errors.TableError, match="without stacks"):
        session.rebuy(0, 5)
    play(session, np.random.default_rng(1))
    session.settle()
    with pytest.raises(errors.TableError, match="settled already"):
        session.settle()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"players": 1}, errors.TableError, "players: expected 2 to 3 names, or their number, got 1"),
        ({"players": ["Ann", "Ann"]}, errors.TableError, "different names"),
        ({"players": ["Ann", ""]}, errors.TableError, "players: expected non-empty printable text in one line"),
        ({"stacks": [5]}, errors.TableError, "stacks: expected chips for each of 2 players"),
        ({"stacks": [5, -1]}, errors.TableError, "stacks"),
        ({"stacks": [5, 0]}, errors.TableError, "the first buy-in of 'Player 2': expected an int, 1 chip or more, got 0"),
        ({"unit": 0}, errors.TableError, "unit"),
        ({"button": 2}, errors.TableError, "button"),
        (
            {"rules": face_up(buy_in_least=1), "stacks": [9, 8]},
            errors.TableError,
            "Player 2 has 8 chips: expected at least 9",
        ),
        ({"rules": "face-up", "stacks": [30, 29]}, errors.TableError, "expected an int, 30 chips or more, got 29"),
        (
            {"rules": face_up(buy_in_most=100), "players": ["Ann", "Bo"], "stacks": [201, 60], "unit": 2},
            errors.TableError,
            "the first buy-in of 'Ann': expected an int, 60 to 200 chips, got 201",
        ),
        ({"rules": "face-up", "players": 5}, errors.TableError, "2 to 4 names, .*, got 5: a cardroom.Table has 5 seats"),
        (
            {"rules": "face-up", "players": list("ABCDE")},
            errors.TableError,
            "2 to 4 names, .*: a cardroom.Table has 5 seats",
        ),
        (
            {"rules": face_up(dealt_in=3), "players": 4},
            errors.TableError,
            "2 to 3 names, .*: a cardroom.Table has 5 seats",
        ),
        (
            {"rules": "face-up", "players": ["A", "A", "B", "B"]},
            errors.TableError,
            "two hands each require a cardroom.Table",
        ),
        (
            {"rules": face_up(rake={"chips": 3}), "stacks": [60, 60]},
            errors.TableError,
            "no rake: .*, or a cardroom.Table",
        ),
    ],
)
def test_bad_sessions(arguments, error, message):
    with pytest.raises(error, match=message):
        Session(**{"rules": "pineapple", **arguments})


@given(
    st.sampled_from(OPEN_FACE),
    st.integers(2, 4),
    st.integers(0, 2**32),
    st.sampled_from(["random", "careful"]),
    st.integers(1, 30),
)
@settings(max_examples=60)
def test_random_sessions_break_nothing(rules, players, seed, name, steps):
    """Each card occurs once, rows are never over-full, points are zero-sum, and a saved game resumes unchanged."""
    players = min(players, cp.rules(rules).players)
    session, rng = Session(rules, players, seed=seed), np.random.default_rng(seed)
    for _ in range(steps):
        if session.deal.is_over:
            assert sum(session.settle().points) == 0 == sum(session.totals)
            session.next_deal()
        before = [str(session.deal.position(seat)) for seat in range(players)]
        session.deal.place(bot(name).place(session.deal.position(), rng))
        after = [str(session.deal.position(seat)) for seat in range(players)]
        session.deal.undo()
        assert [str(session.deal.position(seat)) for seat in range(players)] == before
        session = Session.from_dict(json.loads(json.dumps(session.to_dict())))
        assert [str(session.deal.position(seat)) for seat in range(players)] == before
        session.deal.place(
            bot(name).place(session.deal.position(), np.random.default_rng(seed))
            if name == "careful"
            else session.deal.position().placement(bot(name).place(session.deal.position(), rng))
        )
        assert len(after) == players
        cards = [card for board in session.deal.boards for card in board.cards]
        away = [card for cards in session.deal.discards for card in cards]
        assert len({*cards, *away}) == len(cards) + len(away)
        assert all(min(board.room) >= 0 for board in session.deal.boards)


def test_files(tmp_path):
    path = tmp_path / "evening.json"
    session, rng = Session("progressive", ["Ann", "Bo"], seed=8, stacks=[500, 500]), np.random.default_rng(8)
    for _ in range(45):
        session.save(path)
        other = Session.load(path)
        assert other.to_dict() == session.to_dict()
        if session.deal.is_over:
            session.settle()
            session.save(path)
            assert Session.load(path).next_deal().stacks == session.next_deal().stacks
        session.deal.place(bot("careful").place(session.deal.position(), rng))


def test_the_declarations_of_a_session(tmp_path):
    """Three flushes pay 13 points with rows and royalties, 3 as a natural."""

    def session():
        new_session = Session("face-up", ["Ann", "Bo"], seed=1)
        new_session.deal = played("face-up", [FLUSHES, PLAIN])
        return new_session

    assert session().settle().points == (13, -13)
    declared = session()
    assert declared.settle(declare=[True, None]).points == (3, -3)
    assert declared.totals == [3, -3]
    declared.save(tmp_path / "evening.json")
    loaded = Session.load(tmp_path / "evening.json")
    assert loaded.deal.declarations == (True, "if better")
    assert loaded.deal.settlement().points == (3, -3)
    for declare in ("three flushes", [None, "dragon"]):
        wrong = session()
        with pytest.raises(cp.errors.RulesError, match="the board may not declare"):
            wrong.settle(declare=declare)
        assert (wrong.totals, wrong.is_settled) == ([0, 0], False)
        assert wrong.deal.declarations == ("if better", "if better")


def saved(**changes):
    plain = Session("pineapple", ["Ann", "Bo"], seed=1).to_dict()
    for key, value in changes.items():
        part, _, name = key.rpartition("__")
        (plain[part] if part else plain)[name] = value
    return plain


@pytest.mark.parametrize(
    ("plain", "message"),
    [
        (None, "expected a JSON object"),
        ({}, "rules: missing"),
        (saved(names=["Ann", 5]), "names: expected non-empty printable text"),
        (saved(totals=[1, 0]), "totals: expected a sum of 0"),
        (saved(totals=[1]), "totals"),
        (saved(stacks=[1, -1]), r"stacks\[1\]"),
        (saved(is_settled=True), "is_settled: expected a bool, False before the end of a deal"),
        (saved(is_settled="no"), "is_settled"),
        (saved(deals=-1), "deals"),
        (saved(unit=0), "unit"),
        (saved(deal=5), "deal: expected a JSON object"),
        (saved(deal__button=5), "button"),
        (saved(deal__stacks=["As", "Kd"]), r"stacks\[0\]"),
        (saved(deal__stacks=[5, 6]), "stacks"),
        (saved(deal__moves=["As / - / -"]), "card As is not in the hand|expected 5 cards"),
        (saved(deal__moves=[5]), "bad placement 5"),
        (saved(deal__moves=None), "deal.moves: expected a list"),
        (saved(deal__declare=[True]), "deal.declare: expected a list of 2 items"),
        (saved(deal__declare=[True, 5]), r"declare\[1\]: unknown pattern 5"),
        (saved(deal__fantasyland=[99, 0]), "fantasyland"),
        (saved(timed_out=[True]), "timed_out: expected a list of 2 items"),
        (saved(timed_out=[True, 0]), r"timed_out\[1\]: expected True or False, got 0"),
        (saved(deal__timed_out=[0]), r"deal\.timed_out\[0\]"),
        (saved(random={}), "random"),
    ],
)
def test_files_that_were_never_saved(tmp_path, plain, message):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"format": "cpoker_fast open-face session 1", "session": plain}))
    with pytest.raises(errors.SessionError, match=message) as caught:
        Session.load(path)
    assert str(path) in str(caught.value)


def test_files_that_are_something_else(tmp_path):
    path = tmp_path / "bad.json"
    for text, message in (("{", "not JSON"), ("[]", "expected a file of the format"), ("[" * 100_000, "not JSON")):
        path.write_text(text)
        with pytest.raises(errors.SessionError, match=message):
            Session.load(path)
    with pytest.raises(errors.MissingFileError):
        Session.load(tmp_path / "none.json")


# ---- out of time ----

LATE = "As Ah Ad Ks Kh Qs Qh Qd Js Jh 2s 2h 2d 2c"  # a time-out sets them in this order from the back; trips in front stay
STAYING = "3s 3h 3d / 4s 4h 4d 8c 9h / Ts Th Td 6c 6d"
LEAVING = "4c 5d 7h / 8c 8d 9h 3c 3d / Tc Td Th 6c 6d"


def play_out_of_time(session, board):
    """Settle a deal in which both are in Fantasyland: the first player times out, the second one sets a board."""
    hand = [*cp.Board.parse(board).cards(), cp.parse_card("9c")]
    session.deal = Deal("pineapple", 2, stacks=[LATE, hand], fantasyland=(14, 14))
    session.deal.place(cp.Board.parse(board))
    session.deal.time_out()
    assert session.deal.next_fantasyland[0] == 14
    session.settle()


def play_in_time(session, board=None):
    """Settle the next deal; `board` is that of the second player, who is in Fantasyland."""
    assert session.next_deal()
    if board is not None:
        cards = cp.Board.parse(board).cards()
        hand = [*cards, cp.parse_card("9c")]
        rest = [card for card in range(52) if card not in hand]
        session.deal = Deal("pineapple", 2, stacks=[rest, hand], fantasyland=(0, 14))
        session.deal.place(cp.Board.parse(board))
    play(session, np.random.default_rng(1))
    session.settle()


def reloaded(session):
    return Session.from_dict(json.loads(json.dumps(session.to_dict())))


def test_a_game_ends_after_the_deal_in_which_a_player_timed_out():
    session = Session("pineapple", 2, seed=1)
    assert (session.is_over, session.timed_out) == (False, (False, False))
    session.deal.time_out()
    assert (session.is_over, session.timed_out) == (False, (False, True))  # the deal is played out
    session.deal.undo()
    assert session.timed_out == (False, False)
    session.deal.time_out()
    play(session, np.random.default_rng(1))
    assert not session.is_over
    session.settle()
    assert session.is_over
    assert reloaded(session).is_over
    session.next_deal()  # the caller continues: another game begins
    assert (session.is_over, session.timed_out) == (False, (False, False))
    play(session, np.random.default_rng(1))
    session.settle()
    assert not session.is_over


def test_fantasylands_of_the_others_are_played_before_a_game_ends():
    session = Session("pineapple", 2, seed=1)
    play_out_of_time(session, STAYING)
    assert session.deal.next_fantasyland == (14, 14)
    for held in (session, reloaded(session)):
        assert (held.is_over, held.timed_out) == (False, (True, False))
    play_in_time(session, STAYING)
    for held in (session, reloaded(session)):
        assert (held.is_over, held.timed_out) == (False, (True, False))
    play_in_time(session, LEAVING)
    assert session.deal.next_fantasyland[1] == 0
    for held in (session, reloaded(session)):
        assert (held.is_over, held.timed_out) == (True, (True, False))


def test_a_game_does_not_wait_for_the_fantasyland_of_a_timed_out_player():
    session = Session("pineapple", 2, seed=1)
    play_out_of_time(session, LEAVING)
    assert session.deal.next_fantasyland == (14, 0)
    assert session.is_over


def test_time_outs_are_saved_with_the_deal(tmp_path):
    session = Session("pineapple", seed=1)
    session.deal.time_out()
    session.deal.place(bot("careful").place(session.deal.position(), np.random.default_rng(1)))
    session.deal.time_out()
    session.save(tmp_path / "evening.json")
    again = Session.load(tmp_path / "evening.json")
    assert again.deal.moves == session.deal.moves
    assert [move.timed_out for move in again.deal.moves] == [True, False, True]
    assert again.to_dict() == session.to_dict()
    plain = session.to_dict()
    plain["deal"]["timed_out"] = [1, 2]
    with pytest.raises(errors.SessionError, match=r"deal\.moves\[1\]: expected the placement by the time-out rule, got '"):
        Session.from_dict(plain)


# ---- a button that always moves ----


def test_the_button_moves_after_every_deal_in_face_up():
    """By default, the button stays while anyone is in Fantasyland; face-up sets the option that moves it."""
    trips = "2s 2d 2c / 3s 3h 3d 4c 9s / 5s 5h 5d 6c 6s"
    hand = cp.Board.parse(trips).cards()
    rest = [card for card in range(52) if card not in hand]
    for name in OPEN_FACE:
        land = cp.rules(name).fantasyland
        assert land is None or land.button_moves == (name == "face-up")
    for name, buttons in (("american", [0, 0, 0]), ("face-up", [1, 2, 0])):
        session = Session(name, 3, seed=1)
        for button in buttons:
            session.deal = Deal(
                name, 3, stacks=[hand, rest[:17], rest[17:34]], fantasyland=(13, 0, 0), button=session.deal.button
            )
            session.deal.place(cp.Board.parse(trips))
            play(session, np.random.default_rng(1))
            session.is_settled = False
            session.settle()
            assert session.deal.next_fantasyland[0] == 13
            assert session.next_deal().button == button


def test_sessions_with_surrenders_and_declarations():
    """A surrender pays 2 under `two-four`. A saved session has the placements as they were, with their declarations."""
    session = Session("two-four", ["Ann", "Bo"], seed=1, stacks=[10, 10], unit=2)
    session.deal.place("surrender")
    again = Session.from_dict(json.loads(json.dumps(session.to_dict())))
    assert (again.deal.moves, again.deal.surrendered) == (session.deal.moves, (1,))
    for running in (session, again):
        running.deal.time_out()
        assert running.settle().points == (2, -2)
        assert (running.totals, running.stacks) == ([2, -2], [14, 6])
        running.next_deal()
    assert again.deal.stacks == session.deal.stacks

    session = Session("face-up", ["Ann", "Bo"], seed=1)
    session.deal = played("face-up", [FLUSHES, PLAIN])
    move = session.deal.undo()
    session.deal.declare(True)
    session.deal.place(move.placement.__replace__(declare=False))
    again = Session.from_dict(json.loads(json.dumps(session.to_dict())))
    assert (again.deal.moves, again.deal.declarations) == (session.deal.moves, session.deal.declarations)
    damaged = session.to_dict()
    damaged["deal"]["moves"][-1] += " declares dragon"
    with pytest.raises(errors.PlacementError):
        Session.from_dict(damaged)
