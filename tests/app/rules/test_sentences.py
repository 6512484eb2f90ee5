"""Sentences about rules."""

import dataclasses
import re

import pytest

import cpoker_fast as cp
from cpoker_fast.app.rules import sentences


def text_of(function, **options):
    return " ".join(function(cp.Rules(**options)))


@pytest.mark.parametrize(("function", "options", "words"), [
    (sentences.pairings, {}, "Each player plays against every other player."),
    (sentences.pairings, {"pairings": "pool", "row_points": 2}, "Each hand puts 6 points into the pool."),
    (sentences.pairings, {"pairings": "pool", "pool_ties": "carry over"}, "tie is carried over to the same row"),
    (sentences.rows, {"row_points": 2, "row_ties": "button"}, "A won row pays 2 points. The player with the button wins"),
    (sentences.rows, {"match_points": 1}, "Winning two rows or more pays 1 point. A single row pays nothing. A tied row"),
    (sentences.scoops, {"match_points": 1, "scoop_bonus": 5}, "A scoop pays 5 points more: 6 in all."),
    (sentences.scoops, {"match_points": 2, "scoop_bonus": 4}, "A scoop pays 4 points more: 6 in all."),
    (sentences.ranking, {"wheel": "second"}, "A-2-3-4-5 is the second highest straight."),
    (sentences.ranking, {"lowball_middle": True}, "The middle is a 2-7 lowball row: the lowest row wins."),
    (sentences.scoops, {}, "A scoop pays no more than its three rows."),
    (sentences.scoops, {"scoop_bonus": 3, "scoop_times": 2}, "A scoop pays 3 points more. A scoop multiplies all points"),
    (sentences.scoops, {"home_run_times": 3}, "A home run multiplies all points of each pairing by 3."),
    (sentences.scoops, {"overall_points": 1, "overall": "rows and extras"}, "scoops and royalties, gets 1 point more."),
    (sentences.royalties, {}, "No row earns a royalty."),
    (sentences.royalties, {"royalties": cp.rulebook.Royalties(back={"flush": 1}, on="always")},
     "They are paid win or lose"),
    (sentences.legal_boards, {"equal_rows": "foul"}, "A legal board has back > middle >= front"),
    (sentences.legal_boards, {"lowball_middle": True, "lowball_qualifier": "9"}, "The middle must be a nine-low or better"),
    (sentences.fouls, {"foul": 6, "foul_pays_royalties": True}, "A foul pays 6 points, and the opponent's royalties, to"),
    (sentences.fouls, {"dead_rows": "out of order"}, "Only rows out of order are dead: front and middle if"),
    (sentences.naturals, {}, "No natural is paid."), (sentences.surrender, {}, "A player may not surrender."),
    (sentences.surrender, {"surrender": 2}, "A player may surrender, and then pays 2 points to each opponent."),
    (sentences.side_payments, {"aces": (1, 2, 6, 8)}, "One to four aces are worth 1, 2, 6, 8 points"),
    (sentences.side_payments, {"dealer_compensation": 1}, "Each player pays 1 point to the holder of the ace of spades"),
])  # fmt: skip
def test_sentences(function, options, words):
    assert words in text_of(function, **options)


def test_the_number_of_stays():
    texts = "A player may not stay.", "A player may stay once.", "A player may stay 2 times in a row."
    for stays, words in enumerate(texts):
        land = dataclasses.replace(cp.rules("pineapple").fantasyland, most_stays=stays)
        assert words in " ".join(sentences.fantasyland(land))


def test_variants_are_in_notes_and_that_of_western_pays_a_scoop_as_before():
    western = cp.rules("western")
    variant = dataclasses.replace(western, name="variant", match_points=2, scoop_bonus=4)
    scoop = ["Ah Ad 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3h / Kd Ks 7h 7c 4h"]
    pairs = [cp.settle(scoop, rules).pairs[0] for rules in (western, variant)]
    assert [(pair.row_points, pair.scoop_points) for pair in pairs] == [(1, 5), (2, 4)]
    # The option of a variant has another value in the preset.
    notes = {name: cp.rules(name).note for name in cp.presets()}
    variants = [(name, *match) for name, note in notes.items() for match in re.findall(r"(\w+) = (\d+)", note)]
    assert ("pagat", "surrender", "1") in variants
    for name, option, value in variants:
        assert getattr(cp.rules(name), option) != int(value)
        assert re.search(r"[Vv]ariant", notes[name].rpartition(f"{option} = {value}")[0]), name


def test_naturals():
    pair = [cp.rulebook.Natural(name=pattern, points=3) for pattern in ("six pairs", "dragon")]
    assert "The natural further down in the table is the higher one." in text_of(sentences.naturals, naturals=pair)
    text = text_of(sentences.naturals, naturals=pair, natural_mode="difference")
    assert "For two naturals, the difference is paid." in text
    for mode in cp.rulebook.NaturalMode:
        assert text_of(sentences.naturals, naturals=pair, natural_mode=mode).startswith("Each opponent pays ")
    levels = [dataclasses.replace(natural, level=1) for natural in pair]
    assert "Different naturals of one level push." in text_of(sentences.naturals, naturals=levels)


def test_options_without_a_sentence(monkeypatch):
    """Those of tables, and new ones, have their description and their value."""
    assert list(sentences.others(cp.rules("pagat"), "tables", "fouls")) == []
    assert list(sentences.others(cp.rules("face-up"), "tables"))[:2] == [
        "Number of seats: 5 seats.", "Whether two players may play two hands each: yes.",
    ]  # fmt: skip
    monkeypatch.setattr(sentences, "_IN_SENTENCES", frozenset())
    assert list(sentences.others(cp.rules("two-four"), "surrender", "scoops")) == [
        "Points for the net winner of the pairing: 1 point.", "Payment of a surrender to each opponent: 2 points.",
    ]  # fmt: skip
