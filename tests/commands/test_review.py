"""`cpoker review`, run in this process."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cpoker_fast import openface
from cpoker_fast.commands import cpoker

DEALS = str(Path(__file__).parents[2] / "examples" / "deals.ofc")
RECORDS = list(openface.read_deals(DEALS))
BUDGET = ("--playouts", "50", "--seed", "3")


def review(*arguments, stdin=""):
    return CliRunner().invoke(cpoker, ["review", *arguments], input=stdin)


def lines_of(*arguments, stdin=""):
    done = review(*arguments, *BUDGET, stdin=stdin)
    assert done.exit_code == 0, done.stderr
    return done.stdout.splitlines()


def objects(*arguments, stdin=""):
    return [json.loads(line) for line in lines_of("--json", *arguments, stdin=stdin)]


@pytest.fixture(scope="module")
def reviews():
    """The reviews of the deals of the example, by the library."""
    return [openface.review(record, playouts=50, seed=3) for record in RECORDS]


def test_json_is_what_the_function_finds(reviews):
    found = objects(DEALS)
    assert [one["deal"] for one in found] == [1, 2, 3]
    assert [one["rules"] for one in found] == ["pineapple", "pineapple", "standard"]
    for one, record, expected in zip(found, RECORDS, reviews, strict=True):
        assert len(one["placements"]) == len(expected.moves)
        for plain, move in zip(one["placements"], expected.moves, strict=True):
            assert plain == {
                "move": move.number + 1,
                "seat": move.seat,
                "player": record.names[move.seat],
                "street": move.street,
                "position": str(move.position),
                "placement": str(move.placement),
                "best": str(move.best),
                "lost": move.lost,
                "error": move.error,
            }
        assert one["players"] == [{"player": record.names[seat.seat], **seat._asdict()} for seat in expected.seats]


def test_the_biggest_mistakes_come_first(reviews):
    lines = lines_of(DEALS, "--top", "4")
    number = sum(len(one.moves) for one in reviews)
    assert lines[0].startswith(f"{number} placements of 3 deals, played out by the bot swift")
    assert lines[2].split() == ["lost", "error", "deal", "street", "player", "placement"]
    every = [(move, deal) for deal, one in enumerate(reviews, 1) for move in one.mistakes]
    every.sort(key=lambda pair: -pair[0].lost)
    for row, (move, deal) in enumerate(every[:4]):
        name = RECORDS[deal - 1].names[move.seat]
        told = [f"{move.lost:.2f}", f"{move.error:.2f}", str(deal), str(move.street + 1), name, "placed"]
        assert lines[3 + 2 * row].split() == [*told, *str(move.placement).split()]
        assert lines[4 + 2 * row].split() == ["best", *str(move.best).split()]
    assert lines[11] == f"and {len(every) - 4} smaller mistakes"


def test_the_sum_by_player(reviews):
    lines = lines_of(DEALS)
    begin = next(number for number, line in enumerate(lines) if line.startswith("player"))
    assert lines[begin].split() == ["player", "lost", "by", "mistakes", "error", "placements", "no", "mistakes", "share"]
    assert [line.split()[0] for line in lines[begin + 1 :]] == ["Ann", "Bo", "Cy", "Di", "Ed"]
    for line, name in zip(lines[begin + 1 :], ("Ann", "Bo", "Cy", "Di", "Ed"), strict=True):
        moves = [
            move
            for one, record in zip(reviews, RECORDS, strict=True)
            for move in one.moves
            if record.names[move.seat] == name
        ]
        best = sum(move.lost <= 2 * move.error for move in moves)
        mistakes = [move for move in moves if move.is_mistake]
        error = sum(move.error**2 for move in mistakes) ** 0.5
        told = [f"{sum(move.lost for move in mistakes):.2f}", f"{error:.2f}", str(len(moves)), str(best)]
        assert line.split() == [name, *told, f"{best / len(moves):.0%}"]
    assert len(lines) < 24
    assert max(map(len, lines)) <= 80


def test_one_deal_or_one_player(reviews):
    (one,) = objects(DEALS, "--deal", "2")
    assert (one["deal"], len(one["placements"])) == (2, len(reviews[1].moves))
    lines = lines_of(DEALS, "--deal", "1", "--player", "Bo")
    assert lines[0].startswith("5 placements of 1 deal")
    assert lines[2].split() == ["lost", "error", "street", "player", "placement"]
    assert {line.split()[0] for line in lines if line.startswith(("Ann", "Bo", "Cy"))} == {"Bo"}
    found = objects(DEALS, "--player", "Di", "--player", "1")
    players = [{each["player"] for each in one["placements"]} for one in found]
    assert players == [{"Ann"}, {"Ann"}, {"Di"}]  # whose seat has number 1


def test_players_without_names():
    deal = openface.Deal("pineapple", 2, seed=1)
    for _ in range(4):
        deal.time_out()
    text = openface.format_deal(deal)
    lines = lines_of("--player", "2", stdin=text)
    assert lines[-1].startswith("Player 2 ")
    assert lines_of("--player", "Player 2", "-", stdin=text) == lines


def test_best_play_has_no_mistakes():
    deal = openface.Deal("pineapple", 2, seed=1)
    for _ in range(2):
        deal.time_out()
    record = openface.Record.of_deal(deal, viewer=0)
    text = openface.format_deal(deal, viewer=0)
    moves = openface.review(record, playouts=50, seed=3, seats=[0]).moves
    assert len(moves) == 1
    better = openface.Deal("pineapple", 2, stacks=deal.stacks).place(deal.moves[0].placement).place(moves[0].best)
    lines = lines_of("--player", "1", stdin=openface.format_deal(better))
    assert lines[0] == "1 placement of 1 deal, played out by the bot swift"
    assert lines[1:3] == ["None of them is a mistake.", ""]
    assert lines[4].split() == ["Player", "1", "0.00", "0.00", "1", "1", "100%"]
    assert lines_of("--player", "1", stdin=text) != lines


def test_nothing_to_review():
    assert lines_of(stdin=openface.format_deal(openface.Deal("pineapple", 2, seed=1))) == [
        "There are no placements with a choice whose cards are all known."
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.ofc"], "nowhere.ofc: No such file or directory"),
        ([DEALS, "--deal", "9"], "--deal: expected 1 to 3, got 9"),
        ([DEALS, "--player", "Zo"], "--player: expected the number of a seat, or one of Ann, Bo, Cy, Di, Ed, got 'Zo'"),
        ([DEALS, "--seconds", "1", "--playouts", "1"], "expected seconds or playouts, not both"),
        ([DEALS, "--seconds", "0"], "seconds: expected a number above 0"),
        ([DEALS, "--playouts", "0"], "playouts: expected an int from 1"),
        ([DEALS, "--seed", "-1"], "bad seed"),
        ([DEALS, "--rules", "pagat"], "--rules: expected open-face rules, and 'pagat' are those of a closed game"),
        (["-"], "there are no deals in the input"),
    ],
)
def test_what_is_refused(arguments, message):
    done = review(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_damaged_deal_is_told_before_others_are_reviewed():
    text = Path(DEALS).read_text(encoding="utf-8").replace("Kh0", "Kh1")
    done = review("--json", *BUDGET, stdin=text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "<stdin>:21:18: bad street 1 of Kh1" in done.stderr
    assert len(objects("--deal", "1", stdin=text)) == 1
