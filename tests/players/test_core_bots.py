"""Bots of open-face games."""

import numpy as np
import pytest
from openface_tables import HOUSE_RULES, played_as_deals, played_side_by_side

import cpoker_fast as cp
from cpoker_fast import Deal, Position, errors
from cpoker_fast._openface import PLAYERS
from cpoker_fast.players import CoreBot, bot, bots

OPEN_FACE = [name for name in cp.presets() if cp.rules(name).has_fantasyland]


@pytest.mark.parametrize(("rules", "name"), [(rules, name) for rules in cp.presets() for name in bots(rules)])
def test_every_bot_plays_its_games(rules, name):
    is_closed = cp.rules(rules).is_closed
    player = bot(name, rollouts=24) if name == "expert" and not is_closed else bot(name)
    players = 2 if is_closed else cp.rules(rules).players
    size = 13 if players == 4 else 14
    for lands in ((),) if is_closed else ((), (size, *[0] * (players - 1))):
        deal, rng = Deal(rules, players, seed=1, fantasyland=lands), np.random.default_rng(1)
        while not deal.is_over:
            deal.place(player.place(deal.position(), rng))
        assert sum(deal.settlement().points) == 0


@pytest.mark.parametrize("rules", HOUSE_RULES, ids=lambda rules: rules.name)
def test_tables_side_by_side_are_played_as_deals(rules):
    stacks, boards = played_side_by_side(rules, "careful", 12)
    assert played_as_deals(rules, "careful", stacks) == [[*map(cp.Board.of_cards, table)] for table in boards.tolist()]


def last_street(board, hand, discards="2s 3s 4s"):
    boards = [board, "Qh 4c / 8c 3d 8s 8h / Th Td 6s 6c 6h"]
    return Position("pineapple", seat=0, button=1, street=4, boards=boards, hand=hand, discards=discards)


def test_careful_avoids_a_foul_at_sight():
    position = last_street("Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h", "7h Jc 5d")
    placed = bot("careful").place(position, np.random.default_rng(1))
    assert (position.after(placed).can_be_legal, placed.middle) == (True, cp.CardSet("7h"))


@pytest.mark.parametrize("seed", range(30))
def test_careful_never_fouls_on_the_last_street_when_it_can_avoid_it(seed):
    deal, rng = Deal("pineapple", 2, seed=seed), np.random.default_rng(seed)
    while not deal.is_over:
        position = deal.position()
        placements, placed = position.placements(), bot("careful").place(position, rng)
        if position.street == 4:
            could = any(position.after(placement).can_be_legal for placement in placements)
            assert position.after(placed).can_be_legal is could
        deal.place(placed if position.street == 4 else placements[rng.integers(len(placements))])


def test_careful_keeps_draws():
    position = Position("pineapple", seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="As Ks 9s 6s 2d")
    assert bot("careful").place(position, np.random.default_rng(1)).back >= cp.CardSet("Ks 9s 6s")


def test_careful_plays_queens_in_front_only_behind_a_made_middle():
    strong, weak = "Qs 2c / 9s 9h 9d Ks Kd / Js Jh Jd Jc", "Qs 2c / 9s 9h Ks 7d / Js Jh Jd 7c 7h"
    assert bot("careful").place(last_street(strong, "Qd 7s 5h"), np.random.default_rng(1)).front == cp.CardSet("Qd")
    assert not bot("careful").place(last_street(weak, "Qd 5d 4d"), np.random.default_rng(1)).front & cp.CardSet("Qd")


def test_careful_is_better_than_random():
    result = cp.simulate("pineapple", ["careful", "random"], 1000, seed=2)
    outside = result.summary(0)["outside_fantasyland"]
    assert result.points(0).mean > 5
    assert outside["fouls"] < 0.1
    assert sum(outside["royalties"].values()) > 2.5


def test_random_uses_its_generator():
    position = Deal("pineapple", seed=1).position()
    placed = [bot("random").place(position, np.random.default_rng(seed)) for seed in (1, 1, 2)]
    assert placed[0] == placed[1] != placed[2]
    many = {bot("random").place(position, rng) for rng in [np.random.default_rng(3)] for _ in range(3000)}
    assert len(many) > 225  # of 232


@pytest.mark.parametrize("rng", [None, 5, np.random.RandomState(1)])
def test_bad_generators(rng):
    for lands in ((), (14, 0)):
        position = Deal("pineapple", seed=1, button=1, fantasyland=lands).position()
        with pytest.raises(errors.SeedError, match=r"bad rng: expected a numpy.random.Generator"):
            bot("random").place(position, rng)


@pytest.mark.parametrize("name", ["x", "expert", ["careful"], None])
def test_package_bots_are_those_of_the_core(name):
    assert set(PLAYERS) < set(bots())
    with pytest.raises(errors.BotError, match=f"bad player .*: expected one of {', '.join(PLAYERS)}$"):
        CoreBot(name)
