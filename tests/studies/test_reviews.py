"""Reviews of deals: the cost of placements, given the information of their players."""

import dataclasses
import io
import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from drawn_charts import dots_of
from known_boards import HIGH
from one_street import on_one_street

import cpoker_fast as cp
from cpoker_fast import errors, notation
from cpoker_fast.arranging.fantasyland_worths import assumed_worths
from cpoker_fast.display.wording import counted
from cpoker_fast.game.placement import index_in_list

DEALS = list(notation.read_deals(Path(__file__).parents[2] / "examples" / "deals.ofc"))
STACKS = (
    "Ad Kc 9s 9h 5d Kd 7c 4s 8h 7h 2h 6s 5c 2s Th 8d 4c",
    "3c 6d 6h Qh Td Ac Ah 2d Qs Jc 7d 5h 4d 3d 3h Ts 8c",
)


def deal(*placements, **options):
    started = cp.Deal("pineapple", 2, stacks=STACKS, button=1, **options)
    for rows in placements:
        started.place(rows)
    return started


def played(name, seed, rules="pineapple"):
    """Return a deal played by a bot."""
    played_deal, rng = cp.Deal(rules, 2, seed=seed), np.random.default_rng(seed)
    while not played_deal.is_over:
        played_deal.place(cp.bot(name).place(played_deal.position(), rng))
    return played_deal


def test_each_placement_is_compared_with_the_information_of_its_player():
    record = DEALS[0]
    review, finished = cp.review(record, rollouts=100, seed=1), record.deal()
    again = cp.Deal(finished.rules, 3, stacks=finished.stacks, button=finished.button)
    assert [move.number for move in review.moves] == list(range(15))
    for move, recorded in zip(review.moves, record.moves, strict=True):
        assert cp.game.Move(move.seat, move.street, move.placement) == recorded
        assert move.position == again.position()
        assert not any(board.is_complete for board in move.position.boards) or move.street == 4
        assert move.best in move.position.placements()
        assert (move.lost.mean == 0) == (move.best == move.placement)
        assert min(move.lost) >= 0
        again.place(recorded.placement)
    lost = [move.lost.mean for move in review.mistakes]
    assert lost == sorted(lost, reverse=True)
    assert len(lost) == sum(move.lost.interval()[0] > 0 for move in review.moves) > 2
    lines = str(review).splitlines()[: 3 * len(review.mistakes)]  # the others are the note
    for (head, placed, best), move in zip(
        zip(lines[::3], lines[1::3], lines[2::3], strict=True), review.mistakes, strict=True
    ):
        name = ("Ann", "Bo", "Cy")[move.seat]
        assert head.endswith(f"  {name}, street {move.street + 1} of 5")
        assert (placed, best) == (f"    placed  {move.placement}", f"    best    {move.best}")


def test_the_numbers_are_those_of_analyze():
    review = cp.review(deal("Ad / Kc / 9s 9h 5d", "3c / 6d 6h / Qh Td"), rollouts=200, seed=7)
    for move in review.moves:
        seed = np.random.SeedSequence(7, spawn_key=tuple(str(move.position).encode()))
        analysis = cp.analyze(move.position, rollouts=200, also=[move.placement], seed=seed)
        (analyzed,) = (candidate for candidate in analysis.candidates if candidate.placement == move.placement)
        assert analyzed.samples > 0  # even if its first estimate is bad
        assert (move.lost, move.samples, move.best) == (analyzed.behind, analyzed.samples, analysis.best.placement)


def test_the_placement_that_loses_most_is_the_biggest_mistake():
    stacks = "As Ad Kh Kd 2c 3h 4s 9d 8c Th Jc Qd 6s 5d 7h 7c 2s", "9c 8h 6d 5c 2h 4d 3c Tc Js Qs Ks Ah Jh 9s 8d 6h 5s"
    reviewed_deal = cp.Deal("pineapple", 2, stacks=stacks, button=1)
    reviewed_deal.place("As Ad Kh / Kd / 2c").place("- / 6d 2h / 9c 8h 5c")
    worst = cp.review(reviewed_deal, rollouts=200, seed=1).mistakes[0]
    assert (worst.seat, worst.street) == (0, 0)
    assert worst.lost.mean > 5 * worst.lost.standard_error > 0


def test_an_equal_placement_that_is_not_listed_costs_nothing():
    cards = [cp.parse_cards(stack) for stack in ("Ks Kh Qd 7c 2h", "3c 6d 6h Qh Td")]
    rest = [card for card in range(52) if card not in cards[0] + cards[1]]
    stacks, reviews = [cards[0] + rest[:12], cards[1] + rest[12:24]], []
    for rows in ("Ks / Kh 7c / Qd 2h", "Kh / Ks 7c / Qd 2h"):
        reviewed_deal = cp.Deal("pineapple", 2, stacks=stacks, button=1).place(rows)
        reviews.append(cp.review(reviewed_deal, rollouts=100, seed=1).moves[0])
    assert sorted(move.placement in move.position.placements() for move in reviews) == [False, True]
    assert reviews[0].lost == reviews[1].lost


def test_every_placement_has_an_equal_one_in_the_list():
    seen = 0
    for seed in range(3):
        random_deal, rng = cp.Deal("pineapple", 2, seed=seed), np.random.default_rng(seed)
        while not random_deal.is_over:
            position = random_deal.position()
            seen += sum(has_another_equal_one(position, placement) for placement in every_placement(position))
            random_deal.place(cp.bot("random").place(position, rng))
    assert seen > 20


def every_placement(position):
    hand = list(position.hand)
    for places in itertools.product(range(4), repeat=len(hand)):
        rows = [[card for card, place in zip(hand, places, strict=True) if place == row] for row in range(4)]
        fits = all(len(row) <= room for row, room in zip(rows, position.own.room, strict=False))
        if fits and len(rows[3]) == len(hand) - position.to_place:
            yield cp.Placement(*rows)


def has_another_equal_one(position, placement):
    """Assert that the list has a placement with equal ranks, and, in rows of five, the same chance of a flush."""
    equal = position.placements()[index_in_list(placement, position.placements(), position.own)]
    assert equal.discards == placement.discards
    boards = position.own.with_cards(placement), position.own.with_cards(equal)
    for number, pair in enumerate(zip(boards[0].rows, boards[1].rows, strict=True)):
        assert sorted(card // 4 for card in pair[0]) == sorted(card // 4 for card in pair[1])
        if number and pair[0] != pair[1]:
            assert min(len({card % 4 for card in cards}) for cards in pair) > 1
    return equal != placement


def test_a_seed_gives_the_same_result_for_any_seats():
    played_deal, options = played("careful", 3), {"rollouts": 100, "seed": 5}
    review = cp.review(played_deal, **options)
    assert review == cp.review(played_deal, **options, threads=2)
    alone = [cp.review(played_deal, **options, players=[player]) for player in (0, "Player 2")]
    assert [result.players for result in alone] == [(player,) for player in review.players]
    assert cp.review(notation.parse_deal(notation.format_deal(played_deal)), **options) == review
    assert cp.review(played_deal, **options, players=()).moves == ()


def test_totals():
    review = cp.review(played("random", 1), rollouts=50, seed=1)
    for seat, total in enumerate(review.players):
        moves = [move for move in review.moves if move.seat == seat]
        assert (total.name, total.deals) == (f"Player {seat + 1}", 1)
        assert total.placements == len(moves)
        assert total.mistakes == sum(move.lost.mean > 1.96 * move.lost.standard_error for move in moves)
        for sums, is_mistake in ((total.lost, True), (total.uncertain, False)):
            lost = [move.lost for move in moves if move.is_mistake == is_mistake]
            assert sums.mean == pytest.approx(sum(loss.mean for loss in lost))
            assert sums.standard_error == pytest.approx(sum(loss.standard_error**2 for loss in lost) ** 0.5)
    careful = cp.review(played("careful", 1), rollouts=50, seed=1)
    assert review.total.lost.mean == pytest.approx(sum(player.lost.mean for player in review.players))
    assert review.total.lost.mean > 2 * careful.total.lost.mean


def test_uncertain_losses_are_reported():
    """Placements of `swift` rarely are certain mistakes, but few rollouts leave their losses uncertain."""
    reviews = (cp.review(played("swift", seed), rollouts=50, seed=1) for seed in range(20))
    review = next(candidate for candidate in reviews if not candidate.mistakes)
    lost = sum(move.lost.mean for move in review.moves)
    margin = 1.96 * sum(move.lost.standard_error**2 for move in review.moves) ** 0.5
    rollouts = max(move.samples for move in review.moves)
    assert 96 <= rollouts < 120
    note = f"uncertain losses {lost:.2f} (at most {lost + margin:.2f})"
    assert " ".join(str(review).split()) == f"no certain mistake in 10 placements at up to {rollouts} rollouts; {note}"
    assert margin > 0.05


def test_a_placement_that_seems_best_may_have_lost_something():
    """Its margin of error reaches to the best possible value of another placement."""
    first = deal("Ad / Kc / 9s 9h 5d").moves[0].placement
    (move,) = cp.review(deal(first), rollouts=50, seed=7, players=[0]).moves
    seed = np.random.SeedSequence(7, spawn_key=tuple(str(move.position).encode()))
    values = cp.analyze(move.position, rollouts=50, also=[first], seed=seed).candidates
    (move,) = cp.review(deal(values[0].placement), rollouts=50, seed=7, players=[0]).moves
    ahead = max(value.behind.margin - value.behind.mean for value in values[1:] if value.samples)
    assert (move.best, move.lost.mean) == (move.placement, 0)
    assert 0 < move.lost.margin == pytest.approx(ahead, rel=0.5)  # `also` changes the drawn cards


def test_long_reviews_confirm_the_upper_ends_of_short_ones():
    """Mean losses of long reviews are below the upper ends of the intervals of short ones in 90 % of the runs."""
    runs = held = 0
    for number in range(3):
        played_deal = played("swift", number)
        long = [cp.review(played_deal, rollouts=800, seed=seed, players=[0]).moves for seed in range(90, 98)]
        truth = {moves[0].number: np.mean([move.lost.mean for move in moves]) for moves in zip(*long, strict=True)}
        for seed in range(7):
            short = cp.review(played_deal, rollouts=50, seed=seed, players=[0])
            lost = sum(truth[move.number] for move in short.moves if not move.is_mistake)
            runs, held = runs + 1, held + (lost <= short.players[0].uncertain.interval()[1] + 1e-9)
    assert held >= 0.9 * runs


def test_views():
    review = cp.review(played("careful", 1), rollouts=50, seed=1)
    worst = review.mistakes[0]
    lines = str(review).splitlines()
    line, last = lines[0], " ".join(" ".join(lines[3 * len(review.mistakes) :]).split())
    assert max(map(len, lines)) <= 80
    assert line.startswith(
        f"lost {worst.lost.mean:5.2f} +- {1.96 * worst.lost.standard_error:.2f}  Player {worst.seat + 1}, "
    )
    number = len(review.moves) - len(review.mistakes)
    assert last.startswith(f"no certain mistake in the other {number} placements at up to ")
    page = review._repr_html_()
    for player in (*review.players, review.total):
        lost, uncertain = player.lost, player.uncertain
        cells = [player.name, str(player.placements), str(player.mistakes), f"{lost.mean:.2f}"]
        cells += [f"{1.96 * lost.standard_error:.2f}", f"{lost.mean / player.placements:.3f}", f"{uncertain.mean:.2f}"]
        cells.append(f"{uncertain.mean + 1.96 * uncertain.standard_error:.2f}")
        assert "|".join(re.findall(r">([^<>]+)</td>", page)).count("|".join(cells)) == 1
    assert f"<p>{last}</p>" in page
    assert page.count("<svg") == len(review.mistakes)
    assert review.to_html(limit=1).count("<svg") == 1
    assert "<p>and 1 smaller mistake" in review.to_html(limit=len(review.mistakes) - 1)
    console = pytest.importorskip("rich.console").Console(width=200, file=io.StringIO())
    console.print(review)
    assert console.file.getvalue().splitlines() == str(review).splitlines()
    assert review.to_dict()["players"] == [player.to_dict() for player in review.players]
    assert str(cp.review(played("random", 1), rollouts=50, players=())) == "no placement was reviewed"


def test_a_chart_shows_the_largest_losses_first(plt):
    review = cp.review(DEALS[0], rollouts=50, seed=1)
    (axes,) = review.plot(limit=6).axes
    largest = sorted(review.moves, key=lambda move: -move.lost.mean)[:6]
    names = ("Ann", "Bo", "Cy")
    assert [name.get_text() for name in axes.get_yticklabels()] == [
        f"{names[move.seat]}, street {move.street + 1} of 5: {move.placement}" for move in largest
    ]
    dots = [(y, move.lost.mean, *move.lost.interval()) for y, move in enumerate(largest)]
    assert dots_of(axes) == pytest.approx(np.array(dots))
    assert axes.get_xlim()[1] > max(move.lost.interval()[1] for move in largest)
    assert axes.get_xlabel() == "points lost, 95 % interval"
    *sums, omitted = axes.get_title("left").splitlines()
    assert omitted == "the largest 6 of 15 losses"
    assert sums[0] == f"Ann: {counted(review.players[0].mistakes, 'mistake')}, lost {review.players[0].lost}"
    assert len(sums) == 3
    figure, used = plt.subplots()
    assert review.plot(ax=used) is figure
    with pytest.raises(errors.AnalysisError, match="limit: expected an int from 1 to 1000, got 0"):
        review.plot(0)
    with pytest.raises(errors.AnalysisError, match="no chart: expected a review with placements, got none"):
        cp.review(DEALS[0], rollouts=50, players=()).plot()


def test_the_last_street_is_exact():
    review = cp.review(played("random", 4), rollouts=50, seed=1)
    for move in review.moves:
        if move.street == 4:
            assert move.lost.margin == 0
            worth = assumed_worths(cp.rules("pineapple"), 2)[14]
            exact = cp.game.last_street(move.position, {14: worth}).placements
            points = {placement: placement.points for placement in exact}
            assert move.lost.mean == pytest.approx(max(points.values()) - points[move.placement])


def test_placements_without_a_choice_are_skipped():
    review, finished = cp.review(DEALS[2], rollouts=50, seed=1), DEALS[2].deal(seed=1)
    again, choices = cp.Deal("standard", 2, stacks=finished.stacks, button=finished.button), []
    for number, move in enumerate(DEALS[2].moves):
        choices += [number] * (len(again.position().placements()) > 1)
        again.place(move.placement)
    assert len(choices) == len(DEALS[2].moves) - 1
    assert [move.number for move in review.moves] == choices


@pytest.mark.parametrize("viewer", [0, 1])
def test_only_known_moves_of_a_record_are_reviewed(viewer):
    played_deal = played("careful", 6)
    while len(played_deal.moves) > 7:
        played_deal.undo()
    moves = cp.review(notation.Record.of_deal(played_deal, viewer=viewer), rollouts=50, seed=1).moves
    assert [move.street for move in moves if move.seat != viewer] == [0]  # before the first discard
    expected = cp.review(played_deal, rollouts=50, seed=1, players=[viewer]).moves
    assert tuple(move for move in moves if move.seat == viewer) == expected


HAND = "Ks Qh Qd Jd Tc 7h 6s 6h 6d 6c 5s 5d 4d 3c"
THEIRS = "Kh Kd 2c As Ah 9s 9h 4c Ts Th Td 8c 8d 2s 2d 3s 3d"


def in_fantasyland(rows):
    played_deal = cp.Deal("pineapple", 2, stacks=[HAND, THEIRS], button=1, fantasyland=[14, 0]).place(rows)
    (move,) = cp.review(played_deal, players=[0], rollouts=10).moves
    return move


def test_a_board_in_fantasyland_is_compared_by_royalties_and_the_worth_of_staying():
    worth = assumed_worths(cp.rules("pineapple"), 2)[14]
    best, royal = (cp.arranging.best_fantasyland(HAND, "pineapple", bonus) for bonus in (worth, 0))
    assert (bool(best.stays), bool(royal.stays)) == (True, False)
    move = in_fantasyland(best.board)
    assert (*move.lost, move.best, move.street) == (0, 0, move.placement, 0)
    move = in_fantasyland(royal.board)
    assert move.lost.mean == pytest.approx(best.royalties + worth - royal.royalties)
    assert cp.game.PartialBoard(*move.best.rows).board() == best.board
    foul = in_fantasyland("6s 6h 6d / Qh Jd Tc 7h 6c / Ks 5s 5d 4d 3c")
    assert foul.lost.mean == pytest.approx(best.value + 6)  # a foul pays


def test_every_opponent_pays():
    worth = assumed_worths(cp.rules("pineapple"), 3)[14]
    best, royal = (cp.arranging.best_fantasyland(HAND, "pineapple", bonus) for bonus in (worth / 2, 0))
    rest = [card for card in range(52) if card not in cp.parse_cards(f"{HAND} {THEIRS}")]
    played_deal = cp.Deal("pineapple", 3, stacks=[HAND, THEIRS, rest[:17]], button=1, fantasyland=[14, 0, 0])
    played_deal.place(royal.board)
    (move,) = cp.review(played_deal).moves
    assert move.lost.mean == pytest.approx(2 * (best.royalties - royal.royalties) + worth)


def test_progress_is_reported():
    calls = []
    cp.review(played("careful", 3), rollouts=10, players=[0], progress=lambda *call: calls.append(call))
    assert calls == [(number, 5) for number in range(6)]


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ({"seconds": 1, "rollouts": 1}, errors.AnalysisError, "expected seconds or rollouts, not both"),
    ({"rollouts": 0}, errors.AnalysisError, "rollouts: expected an int from 1"),
    ({"players": [2]}, errors.TableError, "players: expected a seat from 0 to 1, got 2"),
    ({"players": "0"}, errors.TableError, "players: expected a sequence of names or seats, got '0'"),
    ({"players": ["Ann"]}, errors.TableError, "players: .*expected one of Player 1, Player 2"),
    ({"seed": -1}, errors.SeedError, "seed: .*, got -1"),
    ({"progress": 1}, errors.AnalysisError, "progress: expected True, False or a function, got 1"),
    ({"records": None}, errors.AnalysisError, "expected a Deal or a Record, or an iterable or mapping of them, got None"),
    ({"records": [1]}, errors.AnalysisError, "deal 1: expected a Deal or a Record, got 1"),
    ({"records": {"a": None}}, errors.AnalysisError, "expected numbers of deals as keys, got 'a'"),
    ({"deals": 1}, errors.AnalysisError, "deals: expected an int from 512 to 524288, got 1"),
])  # fmt: skip
def test_bad_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        cp.review(**{"records": deal("Ad / Kc / 9s 9h 5d")} | arguments)


DRAGON = "2s 3h 4s 5c 6h 7s 8h 9c Td Jh Qh Kc Ac"


def closed_deal(rules="pagat", stacks=None, placements=None):
    """Return a finished deal of one street; by default, bots place the cards."""
    finished, rng = cp.Deal(rules, 3, stacks=stacks, seed=None if stacks else 5, button=0), np.random.default_rng(1)
    for name in ("random", "balanced", "royalties"):
        finished.place(placements.pop(0) if placements else cp.bot(name).place(finished.position(), rng))
    return finished


@pytest.mark.parametrize("rules", ["pagat", "malayan", "thirteen-water", "face-up"])
def test_losses_of_boards_are_those_of_analyze(rules):
    """The hands of opponents are dealt at random: the review knows only the hand of the player, and the button."""
    finished = closed_deal(on_one_street(rules))
    review = cp.review(finished, deals=8192, seed=7)
    assert [(move.deal, move.number, move.street, move.based_on) for move in review.moves] == [
        (1, number, 0, "deals") for number in range(3)
    ]
    for move in review.moves:
        played = finished.moves[move.number].placement
        assert move.position.seen == move.position.hand
        natural = cp.settling.read_seat(cp.Board(*played.rows), finished.rules).natural
        declared = finished.settlement().seats[move.seat].natural
        played = cp.Placement(*played.rows, declare=(declared or False) if natural else "if better")
        analysis = cp.analyze(move.position, deals=1000, among=[*{played, move.best}], seed=5)
        gap = analysis.candidate(played).behind
        lost = gap.mean if analysis.best.placement == move.best else -analysis.candidate(move.best).behind.mean
        assert abs(lost - move.lost.mean) < 5 * np.hypot(gap.standard_error, move.lost.standard_error) + 1e-9
    worst = review.mistakes[0]
    assert f"  Player {worst.seat + 1}\n    placed  {worst.placement}\n    best    {worst.best}\n" in str(review)
    record = notation.parse_deal(notation.format_deal(finished, names=["Ann", "Bo", "Cy"]))
    named = cp.review(record, deals=8192, seed=7).moves
    assert [(move.lost, move.best) for move in named] == [(move.lost, move.best) for move in review.moves]


@pytest.mark.parametrize("rules", ["pagat", "thirteen-water", "malayan"])
def test_a_board_loses_the_same_in_any_company(rules):
    deals = [closed_deal(rules), deal("Ad / Kc / 9s 9h 5d"), closed_deal("two-four"), closed_deal(rules)]
    options = {"deals": 512, "rollouts": 24, "seed": 3}
    review = cp.review(deals, **options, threads=2)
    assert [move.deal for move in review.moves] == [1] * 3 + [2] + [3] * 3 + [4] * 3
    for number, single in enumerate(deals, 1):
        alone = cp.review({number: single}, **options)
        assert alone.moves == tuple(move for move in review.moves if move.deal == number)
    only = cp.review(deals[0], **options, players=[1])
    assert only.moves == tuple(move for move in review.moves if move.deal == 1 and move.seat == 1)


def test_losses_that_are_known_by_construction():
    """The best board loses nothing; a hand with three pairs loses much if no row has one."""
    hand = cp.CardSet("As Kd 8h 7c 5d 3s 2c Qs Qh Jd Jc 9s 9h")
    best = cp.analyze_many([hand], "pagat", opponents=1, samples=1 << 16).best[0].board
    rest = [card for card in range(52) if card not in hand]
    bad = cp.Board("3s 2c 5d", "8h 7c 9s Jd Qs", "As Kd 9h Jc Qh")
    for board, loses in ((best, False), (bad, True)):
        played_deal = cp.Deal("pagat", 2, stacks=[list(hand), rest[:13]], button=1).place(board)
        (move,) = cp.review(played_deal, players=[0], deals=4096, seed=1).moves
        assert move.is_mistake == loses
        assert (move.lost.mean > 1) == loses
        assert move.best.front == best.front


def test_margins_of_boards_that_share_opponents_are_added():
    review = cp.review([closed_deal(), closed_deal("malayan")], deals=512, seed=1)
    for player in (*review.players, review.total):
        lost = [move.lost for move in review.mistakes if player.name in (move.player, "all")]
        assert player.lost.standard_error == pytest.approx(sum(loss.standard_error for loss in lost))
        assert player.mean.mean == pytest.approx(player.lost.mean / player.placements)
        assert player.mean.margin == pytest.approx(player.lost.margin / player.placements)


def test_players_of_several_deals_are_matched_by_name(plt):
    records = {
        7: notation.Record.of_deal(closed_deal(), ["Ann", "Bo", "Cy"]),
        9: notation.Record.of_deal(closed_deal(), ["Bo", "Ann", "Di"]),
    }
    review = cp.review(records, deals=512, seed=1)
    assert [(player.name, player.deals) for player in review.players] == [("Ann", 2), ("Bo", 2), ("Cy", 1), ("Di", 1)]
    assert [row["deal"] for row in review.to_dict()["placements"]] == [7] * 3 + [9] * 3
    assert "deal 7, " in str(review)
    assert str(review).count("\nall ") == 1
    assert {move.player for move in cp.review(records, deals=512, players=["Di"]).moves} == {"Di"}
    sums, largest = review.plot(limit=2).axes
    shown = sorted(review.moves, key=lambda move: -move.lost.mean)[:2]
    assert [name.get_text() for name in largest.get_yticklabels()] == [f"deal {move.deal}, {move.player}" for move in shown]
    lost = [[move.lost.mean for move in review.mistakes if move.player == name] for name in ("Ann", "Bo")]
    assert [line.get_ydata()[-1] for line in sums.lines[1:3]] == pytest.approx([*map(sum, lost)])
    figure, used = plt.subplots()
    assert review.plot(ax=used) is figure


def test_a_page_needs_no_other_files(tmp_path):
    record = notation.Record.of_deal(closed_deal(), ["<b>Ann", "Bo & Cy", "Di"])
    page = cp.review(record, deals=512, seed=1).to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page
    assert "&lt;b&gt;Ann" in page
    assert "<b>Ann" not in page
    assert not re.search(r"(src|href)=", page)
    with pytest.raises(errors.FileError):
        cp.review(record, deals=512).to_html(tmp_path / "none" / "page.html")


def test_the_loss_of_a_board_is_that_of_many_deals():
    """A long simulation of the same hand, set in two ways, confirms the loss."""
    (move,) = cp.review(closed_deal(), deals=16384, seed=1, players=[1]).moves
    assert move.is_mistake
    boards = [cp.Board(*placement.rows) for placement in (move.placement, move.best)]
    hands = cp.deal_many(3000, 2, 13, seed=9, dead=boards[0].hand)
    others, points = cp.arrange_many(hands.reshape(-1, 13), "pagat", opponents=2), []
    for board in boards:
        player = np.tile(board.to_array(), (len(hands), 1, 1))
        tables = np.concatenate([player, others.boards.reshape(-1, 2, 13)], axis=1)
        declare = np.concatenate([np.zeros((len(hands), 1), bool), others.declare.reshape(-1, 2)], axis=1)
        points.append(cp.settle_many(tables, "pagat", declare=declare)[:, 0])
    gap = points[1] - points[0]
    error = np.hypot(gap.std(ddof=1) / len(gap) ** 0.5, move.lost.standard_error)
    assert abs(gap.mean() - move.lost.mean) < 4.5 * error


@pytest.mark.parametrize("declares", [True, False])
def test_a_declaration_is_reviewed(declares):
    """A dragon that is not declared loses most of what it pays; one that is declared loses nothing."""
    rest = [card for card in range(52) if card not in cp.CardSet(DRAGON)]
    stacks = [rest[:13], cp.parse_cards(DRAGON), rest[13:26]]
    board, finished = cp.undominated(DRAGON, "pagat")[0], cp.Deal("pagat", 3, stacks=stacks, button=0)
    finished.place(cp.Placement(*board.rows, declare=declares))
    for _ in range(2):
        finished.place(cp.best_royalties(finished.position().hand, "pagat"))
    for known in (finished, notation.Record.of_deal(finished), notation.parse_deal(notation.format_deal(finished))):
        (move,) = cp.review(known, deals=512, seed=1, players=[1]).moves
        assert str(move.placement) == f"{board} declares {'dragon' if declares else 'nothing'}"
        assert move.best.declare is cp.rulebook.Pattern.DRAGON
        assert move.is_mistake != declares
        assert (move.lost.mean > 25) != declares


def test_a_surrender_is_reviewed_if_its_cards_are_known():
    surrendered = cp.Deal("two-four", 2, seed=1, button=0).place("surrender")
    surrendered.place(cp.best_royalties(surrendered.position().hand, "two-four"))
    for known in (surrendered, notation.Record.of_deal(surrendered, dealt=True)):
        review = cp.review(known, deals=512, seed=1)
        assert ([move.seat for move in review.moves], review.surrendered) == ([1, 0], ())
        move = review.moves[0]
        gap = cp.analyze(move.position, deals=1000, seed=1, among=["surrender", move.best]).candidates[1].behind
        assert abs(gap.mean - move.lost.mean) < 5 * np.hypot(gap.standard_error, move.lost.standard_error)
        assert "  Player 2\n    placed  surrender\n" in str(review)
    review = cp.review(notation.Record.of_deal(surrendered, ["Ann", "Bo"]), deals=512, seed=1)
    assert ([move.seat for move in review.moves], review.surrendered) == ([0], ((1, 1),))
    assert review.note.endswith("Bo surrendered, which was not reviewed")
    assert review.to_dict()["surrendered"] == [{"player": "Bo", "deal": 1, "seat": 1}]
    assert review.note in review._repr_html_()
    nothing = cp.review(notation.Record.of_deal(surrendered), players=[1])
    assert str(nothing) == "no placement was reviewed; Player 2 surrendered, which was not reviewed"
    other = cp.review(notation.Record.of_deal(surrendered), deals=512, players=[0])
    assert (other.surrendered, other.to_dict()["surrendered"]) == ((), [])


def test_dead_hands_are_counted():
    record = notation.Record.of_boards([cp.FOUL, HIGH], "pagat", names=["Ann", "Bo"])
    review = cp.review({3: record}, deals=512, seed=1)
    assert ([move.player for move in review.moves], review.dead) == (["Bo"], ((3, 0),))
    assert review.note.endswith("not reviewed: 1 dead hand")
    assert review.to_dict()["dead"] == [{"player": "Ann", "deal": 3, "seat": 0}]
    assert cp.review(record, deals=512, players=["Bo"]).dead == ()


def test_a_position_loses_the_same_whatever_else_is_reviewed():
    """Copies of a deal share their errors, so that the margin of their sum is that of one times their number."""
    opened, other = DEALS[0], played("random", 2)
    one, three = (cp.review([opened] * copies, rollouts=50, seed=1) for copies in (1, 3))
    losses = [move.lost for move in one.moves]
    assert [move.lost for move in three.moves] == 3 * losses
    assert three.total.lost.margin == pytest.approx(3 * one.total.lost.margin)
    after = cp.review([other, opened], rollouts=50, seed=1)
    assert [move.lost for move in after.moves if move.deal == 2] == losses


def test_a_surrender_in_fantasyland_is_not_reviewed():
    rules = dataclasses.replace(cp.rules("two-four"), fantasyland=cp.rules("closed").fantasyland)
    surrendered = cp.Deal(rules, 2, seed=1, button=0, fantasyland=[0, 14])
    position = surrendered.position()
    with pytest.raises(errors.PlacementError, match="expected a placement of cards, got a surrender"):
        cp.analyze(position, also=["surrender"])
    surrendered.place("surrender")
    surrendered.place(cp.best_royalties(surrendered.position().hand, rules))
    review = cp.review(surrendered, deals=512, seed=1)
    assert ([move.seat for move in review.moves], review.surrendered) == ([0], ((1, 1),))


def test_a_view_of_a_deal_has_only_the_board_of_its_viewer():
    started = cp.Deal("pagat", 2, seed=5, button=0)
    started.place(cp.best_royalties(started.position().hand, "pagat"))
    view = notation.Record.of_deal(started, viewer=1)
    assert [move.seat for move in cp.review(view, deals=512, seed=1).moves] == [1]
    assert cp.review(notation.Record.of_deal(started, viewer=0), deals=512, seed=1).moves == ()


def test_each_limit_applies_to_its_kind_of_placement():
    both = {"deals": 512, "rollouts": 24, "seed": 1}
    assert cp.review(closed_deal(), **both) == cp.review(closed_deal(), deals=512, seed=1)
    assert cp.review(deal(), **both) == cp.review(deal(), rollouts=24, seed=1)
    with pytest.raises(errors.AnalysisError, match="deals: expected an int from 512 to 524288, got 1"):
        cp.review(closed_deal(), deals=1)
