"""Open-face games in the terminal, driven by keys and clicks; their screens are read."""

import re
import threading

import pytest
from screens import SMALL, at, both_sizes, footer, run_app, screen, seen, until

import cpoker_fast as cp
from cpoker_fast import openface

pytest.importorskip("textual")
terminal_app = pytest.importorskip("cpoker_fast.cardroom.terminal_app")
openface_terminal = pytest.importorskip("cpoker_fast.cardroom.openface_terminal")


@pytest.fixture
def drive(clock, monkeypatch):
    """Return a function that runs a game and a coroutine that presses its keys; only the test advances the clock."""
    monkeypatch.setattr(terminal_app, "monotonic", clock)

    def run(game, keys, seconds=None, size=SMALL, session=None):
        return run_app(openface_terminal.OpenFaceApp(game, seconds, session), keys, size)

    return run


def game(rules="pineapple", opponents=("careful", "careful"), seed=3, **options):
    return cp.cardroom.OpenFaceGame(rules, opponents, name="Ann", seed=seed, **options)


def game_dealt(cards, rules="pineapple", **options):
    """Return a game whose person gets these cards in this order, against a bot that gets the other cards."""
    started = game(rules, ["careful"])
    stack = cp.parse_cards(cards)
    other_cards = [card for card in range(52) if card not in stack]
    started.session.deal = openface.Deal(rules, 2, stacks=[stack, other_cards], **options)
    started._play_bots()
    return started


QUEENS = "Qs Qh Kd Kc As Ah 7c 2h 5d 9c 2d 6h Td 2c 4s Jc 3d"  # placed below in front of a legal board
PLACED_QUEENS = ("Qs Qh / Kd Kc / As", "- / 7c / Ah", "- / 5d / 9c", "- / 6h / Td", "4s / - / Jc")


def cards_seen(app):
    return sorted(re.findall(r"\b[2-9TJQKA][cdhs]\b", "\n".join(screen(app)[:14])))


async def type_rows(app, pilot, text):
    await pilot.press("t")
    app.typed.value = text
    await pilot.press("enter")


@both_sizes
@pytest.mark.parametrize("rules", ["pineapple", "standard"])
def test_all_boards_are_on_the_screen(drive, size, rules):
    opponents = ["careful"] * (cp.rules(rules).openface.players - 1)
    played = game(rules, opponents)

    async def keys(app, pilot):
        await until(pilot, lambda: "front" in screen(app)[-1])  # the footer comes last
        for street in range(2):
            position = played.position
            assert cards_seen(app) == sorted(map(cp.format_card, position.seen))
            text = seen(app)
            assert f"street {street + 1} of" in text
            for word in ("Ann", "careful 1", f"careful {len(opponents)}", "front", "middle", "back", rules, "deal 1"):
                assert word in text
            discards = "d discard " if rules == "pineapple" and street else ""
            if size == (80, 24):
                keys = f"f front m middle b back {discards}Enter place ? help q quit s suggest a advice"
                await until(pilot, lambda keys=keys: footer(app) == keys)
            assert app.scroll.size.height >= 8
            await pilot.press("s")
            assert f"{played.adviser} would place" in seen(app)
            assert app.tray.placement() == played.suggestion()
            await pilot.press("enter")

    drive(played, keys, size=size)


def test_placing_by_keys(drive):
    played = game()
    hand = sorted(played.position.hand, reverse=True)

    async def keys(app, pilot):
        assert "5 cards to place." in seen(app)
        await pilot.press("d")
        assert "No card is discarded on this street." in seen(app)
        await pilot.press("f", "f", "f", "f")
        assert "The front is full." in seen(app)
        await pilot.press("u", "right", "b", "enter")
        assert "Place more cards first" in seen(app)
        assert (app.tray.rows["front"], app.tray.rows["back"]) == (hand[:2], [hand[3]])
        await pilot.press("c", *"fbbbb", "enter")
        assert played.position.own == openface.PartialBoard(hand[:1], (), hand[1:])
        assert "3 cards" not in seen(app)
        assert "2 cards to place, 1 to discard." in seen(app)
        await pilot.press("m", "m", "m")
        assert "Only 2 cards may be placed: press Enter to discard the rest." in seen(app)
        await pilot.press("u", "d", "d")
        assert "Only 1 card may be discarded here." in seen(app)
        await pilot.press("m")
        (away,) = app.tray.rows["discards"]
        await pilot.press("enter")
        assert set(played.position.discards) == {away}
        await type_rows(app, pilot, "As")
        assert "expected three rows" in seen(app)
        cards = sorted(played.position.hand)
        await type_rows(app, pilot, f"{cp.format_card(cards[0])} / {cp.format_card(cards[2])} / -")
        await pilot.press("enter")
        assert cards[0] in played.position.own.front
        assert played.position.street == 3

    drive(played, keys)


def test_a_deal_is_played_with_the_mouse_alone(drive):
    played = game(opponents=["random"])

    async def keys(app, pilot):
        async def press_in_footer(word):
            await until(pilot, lambda: word in screen(app)[-1])
            await pilot.click(offset=(screen(app)[-1].index(word) + 1, SMALL[1] - 1))

        while not played.is_settled:
            suggestion = played.suggestion()
            for row in ("front", "middle", "back"):
                for card in getattr(suggestion, row):
                    await pilot.click("#hand", offset=at(app.tray.left.index(card)))
                    await pilot.click(f"#{row}", offset=at(len(app.tray.cards_in(row))))  # a blank
            if suggestion.discards:
                await pilot.click("#discards", offset=(2, 0))
            assert app.tray.placement() == suggestion
            row = next(row for row in ("front", "middle", "back") if getattr(suggestion, row))
            taken = max(getattr(suggestion, row))
            await pilot.click(f"#{row}", offset=at(app.tray.cards_in(row).index(taken)))  # back to the hand
            assert app.tray.left == [taken]
            standing = app.tray.placed_before(row)
            place = at(app.tray.cards_in(row).index(max(standing))) if standing else (2, 0)
            await pilot.click(f"#{row}", offset=place)  # a placed card, or the name of the row
            await press_in_footer("place")
        await until(pilot, lambda: footer(app) == "Enter next deal ? help q quit")
        await press_in_footer("next")
        assert not app.is_over
        assert "deal 2" in seen(app)
        await press_in_footer("quit")
        await pilot.click("#yes")
        await pilot.pause()
        assert not app.is_running

    drive(played, keys)


def test_a_foul_is_shown_before_it_is_placed_and_must_be_confirmed(drive):
    played = game_dealt("Ad Kc Qs 3d 4h 9c 2s 7d 9h 5s 2h 6c 3h 8d 5d 4d 2c")

    async def keys(app, pilot):
        for rows in ("Ad Kc Qs / 3d 4h / -", "- / 9c 7d / -"):
            await type_rows(app, pilot, rows)
            await pilot.press("enter")
        await type_rows(app, pilot, "- / 2h / 9h")
        assert "foul: the front is stronger than the middle" in seen(app)
        assert app.hint.has_class("-foul")
        before = played.position
        await pilot.press("enter")
        assert "Foul: the front is stronger than the middle." in seen(app)
        await pilot.press("n")
        assert "Not placed" in seen(app)
        assert played.position == before
        await pilot.press("enter", "y")
        assert played.position.street == 3
        assert "foul: the front is stronger than the middle" in seen(app)
        await pilot.press("s", "enter", "s", "enter")  # an unavoidable foul needs no confirmation
        assert played.is_settled
        assert played.settled.seats[0].is_foul
        assert "Ann fouls: the front is stronger than the middle" in seen(app)
        assert "Foul: " not in seen(app)

    drive(played, keys)


@both_sizes
def test_fantasyland_is_entered_and_set_at_once(drive, size):
    played = game_dealt(QUEENS)

    async def keys(app, pilot):
        for rows in PLACED_QUEENS:
            await type_rows(app, pilot, rows)
            await pilot.press("enter")
        assert "Ann enters Fantasyland: 14 cards in the next deal." in seen(app)
        assert "pair, queens with four +7" in seen(app)
        assert played.settled.summary(played.names).splitlines()[-1] in seen(app)
        assert "careful 1 +" in screen(app)[1] or "careful 1 -" in screen(app)[1]
        await pilot.press("enter")
        assert "Fantasyland, 14 cards" in seen(app)
        assert "13 cards to place, 1 to discard." in seen(app)
        assert sum(map(len, app.tray.rows.values())) == 0
        assert len(cards_seen(app)) == 14
        await pilot.press("s")
        board = played.suggestion()
        assert "royalty point" in seen(app)
        await pilot.press("enter")
        assert played.is_settled
        assert openface.PartialBoard(*board.rows) == played.deal.boards[0]
        stays = played.deal.next_fantasyland[0]
        assert f"Ann {f'stays in Fantasyland: {stays} cards' if stays else 'leaves Fantasyland.'}" in seen(app)

    drive(played, keys, size=size)


def test_seventeen_cards_and_hidden_boards_fit(drive):
    async def own(app, pilot):
        assert len(cards_seen(app)) == 17
        assert "60 s left" in screen(app)[0]

    async def other(app, pilot):
        assert len(cards_seen(app)) == 5
        assert "careful 1 has set the Fantasyland cards, face down." in seen(app)
        assert "Fantasyland, 17 cards" in seen(app)

    drive(
        game_dealt("As Ks Qs Js Ts 9h 8h 7h 6h 5h 4d 3d 2d Ad Kd Qc Jc", "progressive", fantasyland=[17, 0]), own, seconds=60
    )
    drive(game_dealt(QUEENS, "progressive", fantasyland=[0, 17]), other)


@both_sizes
def test_advice_shows_the_best_placements(drive, size):
    played = game()

    async def keys(app, pilot):
        for street in range(2):
            before = played.position
            await pilot.press("a")
            await until(pilot, lambda: "Points by rollouts of the bot swift." in seen(app))
            lines = [line.split("  ") for line in screen(app) if re.search(r" [+-]\d+\.\d\d ", line)]
            rows = [list(filter(None, map(str.strip, line))) for line in lines]
            assert len(rows) == 5
            assert float(rows[0][2]) > 0.0
            assert rows[0][3:5] == ["0.00", "0.00"]
            behind = [float(row[3]) for row in rows]
            assert behind == sorted(behind)
            listed = [str(placement) for placement in before.placements()]
            assert all(row[0] in listed for row in rows)
            assert f"{len(listed) - 5} more placements not shown" in seen(app)
            assert played.position == before  # the advice placed nothing
            assert app.tray.placement() is None
            await pilot.press("s", "enter")
            assert "Points by" not in seen(app)
            assert played.position.street == street + 1

    drive(played, keys, size=size)


def test_keys_act_while_advice_is_computed(drive, monkeypatch):
    go_on, real = threading.Event(), openface.analyze

    def slow(position, **options):
        assert threading.current_thread() is not threading.main_thread()
        assert options == {"seconds": 0.5}
        assert go_on.wait(60)
        return real(position, rollouts=1, seed=1)

    monkeypatch.setattr(openface_terminal, "analyze", slow)
    played = game()

    async def keys(app, pilot):
        await pilot.press("a")
        assert "Computing." in seen(app)
        await pilot.press("f")
        assert len(app.tray.rows["front"]) == 1
        go_on.set()
        await until(pilot, lambda: "Points by" in seen(app))
        assert len(app.tray.rows["front"]) == 1
        go_on.clear()
        await pilot.press("a", "s", "enter")  # the next street comes before the answer
        assert played.position.street == 1
        go_on.set()
        await app.workers.wait_for_complete()
        assert "Points by" not in seen(app)

    drive(played, keys)


def test_advice_on_the_last_street_is_exact(drive):
    played = game_dealt(QUEENS)

    async def keys(app, pilot):
        for rows in PLACED_QUEENS[:-1]:
            await type_rows(app, pilot, rows)
            await pilot.press("enter")
        best = str(openface.analyze(played.position).best)
        await pilot.press("a")
        await until(pilot, lambda: "Exact points." in seen(app))
        assert any(re.match(rf" +{re.escape(best)} +\+\d+\.\d\d +0\.00 +0\.00 +0\.00", line) for line in screen(app))
        await pilot.press("s", "enter", "a")  # a settled deal needs no advice
        await app.workers.wait_for_complete()
        assert app.is_over
        assert "Exact points." not in seen(app)

    drive(played, keys)


def test_advice_in_fantasyland_is_the_best_board(drive):
    played = game_dealt(QUEENS, fantasyland=[14, 0])

    async def keys(app, pilot):
        await pilot.press("a")
        await until(pilot, lambda: "swift would place" in seen(app))
        assert "royalty point" in seen(app)
        assert sum(map(len, app.tray.rows.values())) == 0

    drive(played, keys)


def test_rules_without_networks_are_advised_by_careful(drive):
    played = game("russian", ["careful"])
    assert played.adviser == "careful"

    async def keys(app, pilot):
        await pilot.press("s")
        assert "careful would place" in seen(app)
        await pilot.press("a")
        await until(pilot, lambda: "Points by rollouts of the bot careful." in seen(app))

    drive(played, keys)


def test_time_runs_out(drive, clock):
    played = game()

    async def keys(app, pilot):
        assert "30 s left" in screen(app)[0]
        hand = played.position.hand
        await pilot.press("f", "question_mark")
        clock.now += 31
        app._tick()
        assert len(app.screen_stack) == 1
        assert played.position.own.back == hand  # placed by the rules
        assert "Time is up: placed for you" in seen(app)
        await pilot.press("s", "enter")  # the key was pressed for the cards before
        assert played.position.street == 1
        clock.now += 1
        app._confirm(openface.Placement(), places=True)  # a late answer
        await pilot.press("enter")
        assert played.position.street == 2
        assert played.seconds == 32

    drive(played, keys, seconds=30)


@both_sizes
def test_open_hands_of_others_are_shown(drive, size):
    played = game("face-up", ["careful"] * 3, seed=3)
    played.session.deal = openface.Deal("face-up", 4, seed=3, button=2)
    played._play_bots()

    async def keys(app, pilot):
        text = seen(app)
        assert cards_seen(app) == sorted(map(cp.format_card, played.position.seen))
        assert sum(bool(hand) for hand in played.position.open_hands) == 2  # of the players who act later
        for name, hand in zip(played.names, played.position.open_hands, strict=True):
            assert not hand or (f"{name} was dealt {hand}, face up." in text and f"holds {hand}" in text)
        await pilot.press("s", "enter")
        assert "was dealt" not in seen(app)

    drive(played, keys, size=size)


def test_the_game_ends_after_a_time_out_unless_the_player_continues(drive, clock):
    played = game("turbo", ["careful"], seed=3)

    async def keys(app, pilot):
        while not played.is_settled:
            clock.now += 31
            app._tick()
        assert played.session.is_over
        assert "Ann ran out of time: by the rules, the game ends. Press Enter to continue." in seen(app)
        clock.now += 2
        await pilot.press("enter")
        assert not played.is_settled
        assert not any(played.session.timed_out)

    drive(played, keys, seconds=30)


def test_a_game_ends_when_the_fantasylands_of_others_are_played():
    late = "As Ah Ad Ks Kh Qs Qh Qd Js Jh 2s 2h 2d 2c"
    staying = "3s 3h 3d / 4s 4h 4d 8c 9h / Ts Th Td 6c 6d"
    session = openface.Session("pineapple", ["Ann", "Bo"], seed=1)
    session.deal = openface.Deal(
        "pineapple", 2, stacks=[late, [*cp.Board.parse(staying).cards(), cp.parse_card("9c")]], fantasyland=(14, 14)
    )
    session.deal.place(staying).time_out()
    session.settle()
    news = "Ann ran out of time: by the rules, the game ends after the Fantasylands of the other players."
    assert openface_terminal.end_news(session) == [news]
    assert openface_terminal.end_news(openface.Session("pineapple", seed=1)) == []


def test_a_game_is_saved_after_each_placement(drive, tmp_path):
    path = tmp_path / "evening.json"
    played = game()

    async def keys(app, pilot):
        for _ in range(6):
            await pilot.press("s", "enter")
            resumed = cp.cardroom.load_session(path)
            assert (resumed.totals, resumed.deals) == (played.totals, played.deals)
            if not played.is_settled:
                assert resumed.position == played.position

    drive(played, keys, session=path)

    async def look(app, pilot):
        assert "Not saved:" not in seen(app)
        await pilot.press("s", "enter")
        assert "Not saved:" in seen(app)

    drive(game(), look, session=tmp_path / "none" / "evening.json")


def test_help_and_leaving(drive):
    async def keys(app, pilot):
        await pilot.press("question_mark")
        for key in (
            "left, right",
            "f, m, b",
            "discard the card",
            "Enter",
            "the placement of the bot swift",
            "the best board",
            "Ctrl-C",
        ):
            assert key in seen(app)
        await pilot.press("escape", "f", "q")
        assert "Leave the table?" in seen(app)
        await pilot.press("n", "c", "q")
        await pilot.pause()
        assert not app.is_running

    drive(game(), keys)
