"""Open-face games in the terminal, driven by keys and clicks; their screens are read."""

import re
import threading
from dataclasses import replace

import pytest
from one_street import on_one_street
from screens import SMALL, assert_fits, blank_of, both_sizes, drawn, footer, lines_of, place_of, screen, seen, until, words
from tables import replace_deal

import cpoker_fast as cp

pytest.importorskip("textual")
terminal = pytest.importorskip("cpoker_fast.app.play.terminal")
terminal_texts = pytest.importorskip("cpoker_fast.app.play.terminal_texts")


def game(rules="pineapple", opponents=("careful", "careful"), seed=3, **options):
    return cp.app.play.Game(rules, opponents, name="Ann", seed=seed, **options)


def game_with_deal(deal):
    """Return a game whose first deal is this one."""
    started = game(deal.rules, ["careful"] * (len(deal.boards) - 1))
    replace_deal(started.table, deal)
    started._play_bots()
    return started


def game_dealt(cards, **options):
    """Return a game whose person gets these cards in this order, against a bot that gets the other cards."""
    stack = cp.parse_cards(cards)
    other_cards = [card for card in range(52) if card not in stack]
    return game_with_deal(cp.Deal("pineapple", 2, stacks=[stack, other_cards], **options))


QUEENS = "Qs Qh Kd Kc As Ah 7c 2h 5d 9c 2d 6h Td 2c 4s Jc 3d"  # placed below in front of a legal board
PLACED_QUEENS = ("Qs Qh / Kd Kc / As", "- / 7c / Ah", "- / 5d / 9c", "- / 6h / Td", "4s / - / Jc")


def cards_seen(app):
    return sorted(drawn(app))


async def type_rows(app, pilot, text):
    await pilot.press("t")
    app.typed.value = text
    await pilot.press("enter")


@both_sizes
@pytest.mark.parametrize("rules", ["pineapple", "standard"])
@pytest.mark.game(lambda rules: game(rules, ["careful"] * (cp.rules(rules).players - 1)))
async def test_all_boards_are_on_the_screen(app, pilot, size, rules):
    played = app.game
    for street in range(2):
        position = played.position
        assert cards_seen(app) == sorted(map(cp.format_card, position.seen))
        text = seen(app)
        assert f"street {street + 1} of" in text
        for word in (*played.names, "front", "middle", "back", rules, "deal 1"):
            assert word in text
        discards = "d discard " if rules == "pineapple" and street else ""
        select = "←→ select " if len(position.hand) > 1 else ""
        keys = f"{select}f front m middle b back {discards}t type s suggest a analysis ? help q quit"
        assert footer(app) == keys
        assert_fits(app)
        assert app.messages.size.height >= 7
        await pilot.press("s")
        await pilot.pause()
        assert "swift would place" in seen(app)
        assert app.tray.placement() == played.suggestion()
        assert "Enter place" in footer(app)
        assert_fits(app)
        await pilot.press("enter")
        await pilot.pause()


@pytest.mark.game(lambda: game())
async def test_placing_by_keys(app, pilot):
    played = app.game
    hand = sorted(played.position.hand, reverse=True)
    assert "5 cards to place." in seen(app)
    await pilot.press("d")
    assert "No card is discarded on this street." in seen(app)
    await pilot.press("f", "f", "f", "f")
    assert "The front is full." in seen(app)
    await pilot.press("u", "right", "b", "enter")
    assert "Place more cards first" in seen(app)
    assert (app.tray.rows["front"], app.tray.rows["back"]) == (hand[:2], [hand[3]])
    await pilot.press("c", *"fbbbb", "enter")
    assert played.position.own == cp.game.PartialBoard(hand[:1], (), hand[1:])
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


@pytest.mark.game(lambda: game(opponents=["random"]))
async def test_a_deal_is_played_with_the_mouse_alone(app, pilot):

    async def press_in_footer(word):
        line = screen(app)[-1]
        await pilot.click(offset=(line.index(word) + 1, SMALL[1] - 1))

    while not app.game.is_settled:
        suggestion = app.game.suggestion()
        for row in ("front", "middle", "back"):
            for card in getattr(suggestion, row):
                await pilot.click(offset=place_of(app, card))
                await pilot.click(offset=blank_of(app, f"#{row}"))
        if suggestion.discards:
            await pilot.click(offset=blank_of(app, "#discards"))
        assert app.tray.placement() == suggestion
        row = next(row for row in ("front", "middle", "back") if getattr(suggestion, row))
        taken = max(getattr(suggestion, row))
        await pilot.click(offset=place_of(app, taken))  # back to the hand
        assert app.tray.left == [taken]
        standing = app.tray.placed_before(row)
        place = place_of(app, max(standing)) if standing else blank_of(app, f"#{row}")
        await pilot.click(offset=place)  # a placed card, or a place beside the cards
        await press_in_footer("place")
        await pilot.pause()
    assert footer(app) in ("Enter next deal a analysis ? help q quit", "Enter next deal a analysis v details ? help q quit")
    await press_in_footer("next")
    assert not app.is_over
    assert "deal 2" in seen(app)
    await press_in_footer("quit")
    await pilot.click("#yes")
    await pilot.pause()
    assert not app.is_running


@pytest.mark.game(lambda: game_dealt("Ad Kc Qs 3d 4h 9c 2s 7d 9h 5s 2h 6c 3h 8d 5d 4d 2c"))
async def test_a_foul_is_shown_before_it_is_placed_and_must_be_confirmed(app, pilot):
    played = app.game
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


@both_sizes
@pytest.mark.game(lambda: game_dealt(QUEENS))
async def test_fantasyland_is_entered_and_set_at_once(app, pilot, size):
    played = app.game
    for rows in PLACED_QUEENS:
        await type_rows(app, pilot, rows)
        await pilot.press("enter")
    await pilot.pause()
    assert "Fantasyland: Ann enters with 14 cards." in seen(app)
    assert "→ Fantasyland (14)" in seen(app)
    assert "pair, queens with" in words(app)
    assert "four +7" in words(app)
    assert_fits(app)
    assert len(drawn(app)) == 26
    for name, points in zip(played.names, played.settled.points, strict=True):
        assert f"{name}  {points:+d}" in seen(app)
    await pilot.press("enter")
    await pilot.pause()
    assert_fits(app)
    assert "Fantasyland (14)" in seen(app)
    assert "13 cards to place, 1 to discard." in seen(app)
    assert (sum(map(len, app.tray.rows.values())), len(cards_seen(app))) == (0, 14)
    await pilot.press("s")
    board = played.suggestion()
    assert "royalty point" in seen(app)
    await pilot.press("enter")
    assert played.is_settled
    assert cp.game.PartialBoard(*board.rows) == played.deal.boards[0]
    stays = played.deal.next_fantasyland[0]
    assert f"Fantasyland: Ann {f'stays with {stays} cards' if stays else 'leaves'}" in words(app)


@both_sizes
def test_seventeen_cards_and_hidden_boards_fit(drive, size):
    def in_fantasyland(*cards):
        return game_with_deal(cp.Deal("progressive", 3, seed=5, fantasyland=cards))

    async def own(app, pilot):
        hand = sorted(map(cp.format_card, app.game.position.hand), reverse=True)
        assert sorted(drawn(app, lines_of(app, "#hand")), reverse=True) == hand
        assert_fits(app)
        assert "60 s left" in screen(app)[0]
        for number in range(17):
            assert app.selected == app.tray.left[number]
            assert sorted(drawn(app, lines_of(app, "#hand")), reverse=True) == hand  # the selected card hides no other
            await pilot.press("right")
        await pilot.press(*"fffmmmmmbbbbbdddd")
        await pilot.pause()
        assert not drawn(app, lines_of(app, "#hand"))
        assert (len(drawn(app, lines_of(app, "#discards"))), sorted(drawn(app), reverse=True)) == (4, hand)
        assert_fits(app)

    async def other(app, pilot):
        assert cards_seen(app) == sorted(map(cp.format_card, app.game.position.seen))
        assert f"{app.game.names[1]} has set the Fantasyland cards, face down." in seen(app)
        assert "Fantasyland (17)" in seen(app)
        assert sum(line.count("▒▒") for line in screen(app)) >= 13
        assert_fits(app)

    drive(in_fantasyland(17, 14, 0), own, seconds=60, size=size)
    drive(in_fantasyland(0, 17, 0), other, size=size)


@both_sizes
@pytest.mark.parametrize(("rules", "others"), [("pineapple", 1), ("pineapple", 2), ("standard", 3)])
@pytest.mark.game(lambda rules, others: game(rules, ["careful"] * others, seed=16))
async def test_the_result_shows_all_boards_and_pairings_without_scrolling(app, pilot, size, rules, others):
    played = app.game
    while not played.is_settled:
        played.place(played.suggestion())
    app._play(lambda: None)
    await pilot.pause()
    assert_fits(app)
    assert sorted(drawn(app)) == sorted(
        str(card) for board in played.deal.boards for row in board.rows for card in str(row).split()
    )
    names = ["Ann", *(name.split()[0] for name in played.names[1:])]
    for index, first in enumerate(names):
        assert re.search(rf"{first}( \(\w+\))?  {re.escape(f'{played.settled.points[index]:+d}')}", seen(app))
        for second in names[index + 1 :]:
            assert f"{first} v {second}" in words(app)
    for seat in played.settled.seats:
        for royalty in seat.royalties:
            assert not royalty or f"+{royalty}" in seen(app)


def test_the_longest_result_fits():
    """Four players who foul, enter and leave Fantasyland, and run out of time, in the lines that 80x24 leaves."""
    texts = pytest.importorskip("cpoker_fast.app.play.terminal_texts")
    from rich.console import Console

    boards = [
        "Ac Ad 2h / Ks Kh 3d 4h 6s / Qs 9d 8c 7c 6d", "As Ah 2c / Kd Kc 3c 4c 6c / Qh 9h 8h 7h 5d",
        "Qd Qc 4d / 2d 2s 3h 5h 8s / Js Jh Jd Tc Th", "9s 7s 4s / 5s 5c 6h 8d 3s / Ts Td 7d 9c Jc",
    ]  # fmt: skip
    names = ["A person of many letters", "Ines (expert)", "Mei (careful)", "Noor (swift)"]
    news = ["Fantasyland: A person of… leaves, Ines leaves, Mei enters with 14 cards, Noor leaves."]
    notices = ["A person of many letters ran out of time: by the rules, the game ends. Press Enter to continue."]
    versions = texts.result_texts(cp.settle(boards, on_one_street("standard")), names, news, notices)
    lines = [len(Console(width=78).render_lines(version, pad=False)) for version in versions]
    assert lines == sorted(lines, reverse=True)
    assert lines[-2] <= 12  # with all pairings and news; the boards are marked as fouls


@both_sizes
@pytest.mark.game(lambda: game())
async def test_advice_shows_the_best_placements(app, pilot, size):
    for street in range(2):
        before = app.game.position
        await pilot.press("a")
        await until(pilot, lambda: "+- 95%" in seen(app))
        await pilot.pause()
        assert_fits(app)
        lines = [line.split("  ") for line in screen(app) if re.search(r" [+-]\d+\.\d{3} ", line)]
        rows = [list(filter(None, map(str.strip, line))) for line in lines]
        assert len(rows) == 5
        assert "v details" in footer(app)
        assert float(rows[0][2]) > 0.0
        assert rows[0][3:5] == ["0.000", "0.000"]
        behind = [float(row[3]) for row in rows]
        assert behind == sorted(behind)
        listed = [str(placement) for placement in before.placements()]
        assert all(row[0] in listed for row in rows)
        assert f"and {len(listed) - 5} more" in seen(app)
        assert ("-: first estimate" in seen(app)) == any(row[-1] == "-" for row in rows)
        assert app.game.position == before  # the advice placed nothing
        assert app.tray.placement() is None
        await pilot.press("s", "enter")
        assert "+- 95%" not in seen(app)
        assert app.game.position.street == street + 1


def test_keys_act_while_advice_is_computed(drive, monkeypatch):

    go_on = threading.Event()

    def slow(position, also, **options):
        assert threading.current_thread() is not threading.main_thread()
        assert (also, options) == ([], {"seconds": 0.5})
        assert go_on.wait(60)
        return cp.analyze(position, rollouts=1, seed=1)

    monkeypatch.setattr(terminal, "analyze", slow)
    played = game()

    async def keys(app, pilot):
        await pilot.press("a")
        await until(pilot, lambda: "Computing." in seen(app))
        await pilot.press("f")
        assert len(app.tray.rows["front"]) == 1
        go_on.set()
        await until(pilot, lambda: "+- 95%" in seen(app))
        assert len(app.tray.rows["front"]) == 1
        go_on.clear()
        await pilot.press("a", "s", "enter")  # the next street comes before the answer
        assert played.position.street == 1
        go_on.set()
        await app.workers.wait_for_complete()
        assert "+- 95%" not in seen(app)

    drive(played, keys)


@pytest.mark.game(lambda: game_dealt(QUEENS))
async def test_advice_on_the_last_street_is_exact(app, pilot):
    for rows in PLACED_QUEENS[:-1]:
        await type_rows(app, pilot, rows)
        await pilot.press("enter")
    best = str(cp.analyze(app.game.position).best.placement)
    await pilot.press("a")
    await until(pilot, lambda: "+- 95%" in seen(app))
    assert any(re.match(rf" +{re.escape(best)} +\+\d+\.\d{{3}} +0\.000 +0\.000 +0\.000", line) for line in screen(app))
    await pilot.press("s", "enter")
    assert app.is_over
    assert "+- 95%" not in seen(app)
    await pilot.press("a")  # the last turn
    await until(pilot, lambda: "+- 95%" in seen(app))
    assert any(re.match(rf" +{re.escape(best)} ", line) for line in screen(app))


@pytest.mark.game(lambda: game_dealt(QUEENS, fantasyland=[14, 0]))
async def test_advice_in_fantasyland_is_the_best_board(app, pilot):
    await pilot.press("a")
    await until(pilot, lambda: "swift would place" in seen(app))
    assert "royalty point" in seen(app)
    assert sum(map(len, app.tray.rows.values())) == 0


@pytest.mark.game(lambda: game("russian", ["careful"]))
async def test_rules_without_networks_are_advised_by_careful(app, pilot):
    await pilot.press("s")
    assert "careful would place" in seen(app)
    await pilot.press("a")
    await until(pilot, lambda: "+- 95%" in seen(app))


@pytest.mark.game(lambda: game(replace(cp.rules("pagat"), name="ours", first_street_open=True), ["random"]))
async def test_one_street_that_is_dealt_face_up_is_analyzed_like_other_streets(app, pilot):
    await pilot.press("a")
    await until(pilot, lambda: "behind" in seen(app))
    assert re.search(r"and \d+ more", seen(app))
    assert "analysis" in footer(app)


@pytest.mark.game(lambda: game(), seconds=30)
async def test_time_runs_out(app, pilot, clock):
    played = app.game
    assert "30 s left" in screen(app)[0]
    hand, turn = played.position.hand, app.tray
    await pilot.press("f", "question_mark")
    clock.now += 31
    app._tick()
    assert len(app.screen_stack) == 1
    assert played.position.own.back == hand  # placed by the rules
    assert "Time is up: placed for you" in seen(app)
    await pilot.press("s", "enter")  # the key was pressed for the cards before
    assert played.position.street == 1
    clock.now += 1
    app._confirm(cp.Placement(), turn, is_yes=True)  # a late answer
    await pilot.press("enter")
    assert (played.position.street, played.seconds) == (2, 32)


@both_sizes
@pytest.mark.game(lambda: game_with_deal(cp.Deal("face-up", 4, seed=3, button=2)))
async def test_open_hands_of_others_are_shown(app, pilot, size):
    played = app.game
    text = seen(app)
    open_cards = [card for hand in played.position.open_hands for card in hand]
    assert cards_seen(app) == sorted(map(cp.format_card, played.position.seen - cp.CardSet(open_cards)))
    assert sum(bool(hand) for hand in played.position.open_hands) == 2  # of the players who act later
    assert_fits(app)
    for name, hand in zip(played.names, played.position.open_hands, strict=True):
        assert not hand or (f"{name} was dealt {hand}, face up." in text and f"has {hand}" in text)
    await pilot.press("s", "enter")
    assert "was dealt" not in seen(app)


@pytest.mark.game(lambda: game("turbo", ["careful"], seed=3), seconds=30)
async def test_the_game_ends_after_a_time_out_unless_the_player_continues(app, pilot, clock):
    played = app.game
    while not played.is_settled:
        clock.now += 31
        app._tick()
    assert played.table.is_over
    assert "Ann ran out of time: by the rules, the game ends. Press Enter to continue." in seen(app)
    clock.now += 2
    await pilot.press("enter")
    assert not played.is_settled
    assert not any(played.table.timed_out)


def test_a_game_ends_when_the_fantasylands_of_others_are_played():
    late = "As Ah Ad Ks Kh Qs Qh Qd Js Jh 2s 2h 2d 2c"
    staying = "3s 3h 3d / 4s 4h 4d 8c 9h / Ts Th Td 6c 6d"
    played = game("pineapple", ["random"])
    other = [*cp.Board.parse(staying).cards(), cp.parse_card("9c")]
    deal = cp.Deal("pineapple", 2, stacks=[late, other], fantasyland=(14, 14))
    replace_deal(played.table, deal.place(staying))
    played.time_out()
    news = "Ann ran out of time: by the rules, the game ends after the Fantasylands of the other players."
    assert (terminal_texts.end_news(played.table, "Player"), terminal_texts.end_news(game().table, "Player")) == ([news], [])


@pytest.mark.parametrize(("rules", "turns"), [("pineapple", 6), ("pagat", 2)])
def test_a_game_is_saved_after_each_placement(drive, path, tmp_path, rules, turns):
    played = game(rules, ["random"])

    async def keys(app, pilot):
        for _ in range(turns):
            if app.is_over:
                await pilot.press("enter")
            await pilot.press("s", "enter")
            resumed = cp.app.play.load_session(path)
            assert (resumed.totals, resumed.deals) == (played.totals, played.deals)
            if not played.is_settled:
                assert resumed.position == played.position

    drive(played, keys, session=path)

    async def look(app, pilot):
        assert "Not saved:" not in seen(app)
        await pilot.press("s", "enter")
        assert "Not saved:" in seen(app)

    drive(game(rules), look, session=tmp_path / "none" / "evening.json")


@pytest.mark.game(lambda: game())
async def test_help_and_leaving(app, pilot):
    await pilot.press("question_mark")
    for key in (
        "left, right", "f, m, b", "discard the card", "Enter", "the placement of the bot expert", "the best board",
        "Ctrl-C",
    ):  # fmt: skip
        assert key in seen(app)
    await pilot.pause()
    assert_fits(app)
    await pilot.press("escape", "f", "q")
    assert "Leave the table?" in seen(app)
    await pilot.press("n", "c", "q")
    await pilot.pause()
    assert not app.is_running
