"""Ten thousand deals of all presets as text: written, read and written again."""

import dataclasses
import random

import pytest
from finished_deals import placed_at_random

import cpoker_fast as cp
from cpoker_fast import FOUL, Deal, errors
from cpoker_fast.notation import Record, read_deals, write_deals
from cpoker_fast.rulebook import Timeout

DEALS = 120  # of each of the 29 presets
DRAGON = "2c 3d 4h / 5s 6c 7d 8h 9s / Tc Jd Qh Ks Ac"


def changed(rules, rng):
    """Return the rules, or house rules with the same name."""
    if rng.random() < 0.8:
        return rules
    others = {"timeout": next(option for option in Timeout if option is not rules.timeout)}
    return dataclasses.replace(rules, **others, **({"surrender": 5} if rules.has_surrender else {}))


def any_deal(rules, rng):
    """Return a deal in play or over, with any moves: placements, time-outs, surrenders, dead hands, declarations."""
    players = rng.randint(2, rules.players)
    sizes = [0, 0, 13, 13 if players == 4 else 14] if rules.has_fantasyland else [0]
    lands = [rng.choice(sizes) for _ in range(players)]
    terms = {"button": rng.randrange(players), "fantasyland": lands, "stays": [rng.randrange(3) if n else 0 for n in lands]}
    has_dragon = rules.is_closed and not any(lands) and rng.random() < 0.3
    if has_dragon:
        rest = rng.sample(sorted({*range(52)} - {*cp.Board.parse(DRAGON).hand}), 13 * (players - 1))
        stacks = [list(cp.Board.parse(DRAGON).hand), *(rest[n : n + 13] for n in range(0, len(rest), 13))]
        deal = Deal(rules, players, stacks=stacks, **terms)
    else:
        deal = Deal(rules, players, seed=rng.randrange(2**32), **terms)
    turns = 1000 if rng.random() < 0.8 else rng.randrange(1, players * len(rules.streets) + 1)
    while not deal.is_over and len(deal.moves) < turns:
        chance = rng.random()
        if chance < 0.05:
            deal.time_out()
        elif chance < 0.08:
            deal.place(FOUL)
        elif chance < 0.3 and rules.has_surrender:
            deal.place("surrender")
        elif has_dragon and deal.turn == 0:
            deal.place(DRAGON)
        else:
            placed_at_random(deal, rng)
    if deal.is_over and rng.random() < 0.3:
        deal.declare(False)
    return deal


@pytest.mark.parametrize("name", cp.presets())
def test_records_are_written_and_read_without_loss(name, tmp_path):
    rng, path, again = random.Random(name), tmp_path / "deals.ofc", tmp_path / "again.ofc"
    deals = [any_deal(changed(cp.rules(name), rng), rng) for _ in range(DEALS)]
    records = [
        Record.of_deal(deal, rng.choice([(), [f"Spieler Nº {seat}" for seat in range(deal.players)]]),
                       tags=rng.choice([None, {"Event": "Friday [1]", "Id": number}]), dealt=rng.random() < 0.2)
        for number, deal in enumerate(deals)
    ]  # fmt: skip
    assert write_deals(path, records) == DEALS
    read = list(read_deals(path))
    assert read == records
    write_deals(again, read)
    assert again.read_bytes() == path.read_bytes()
    for deal, record in zip(deals, read, strict=True):
        assert (record.rules, record.dead, record.surrendered, record.is_over) == (
            deal.rules, deal.dead, deal.surrendered, deal.is_over,
        )  # fmt: skip
        if deal.is_over:
            assert record.settlement().points == deal.settlement().points
        if record.is_whole:
            assert record.deal().moves == list(Record.of_deal(deal).moves)
    kinds = {kind for record in read for move in record.moves
             for kind in ("timed_out", "dead") if getattr(move, kind)}  # fmt: skip
    assert kinds == {"timed_out", "dead"}
    assert any(record.rules.is_changed_preset for record in read)
    damage_one_line(path, rng)


def damage_one_line(path, rng):
    """A damaged line is reported with its number, and only its deal is lost."""
    lines = path.read_text(encoding="utf-8").split("\n")
    number = rng.choice([number for number, line in enumerate(lines) if line[:2] in ("1:", "2:")])
    lines[number] = lines[number][:2] + " x" + lines[number][2:]
    path.write_text("\n".join(lines), encoding="utf-8")
    damaged = []
    assert len(list(read_deals(path, on_damage=damaged.append))) == DEALS - 1
    assert [error.line for error in damaged] == [number + 1]
    with pytest.raises(errors.NotationError, match=f"deals.ofc, line {number + 1}, column"):
        list(read_deals(path))
