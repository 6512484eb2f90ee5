"""Tables in tests: players with chips, and random evenings."""

import itertools
from dataclasses import replace

import cpoker_fast as cp
from cpoker_fast.app.table.next_deal import next_deal
from cpoker_fast.app.table.table_deals import event_of_deal
from cpoker_fast.settling import least_stack

FOUR = [
    "Qc Jd 2d / 8s 8h 7d 6c 3h / Ad As 7h 7c 4h", "Jc Td 3d / 5h 5c 6h 8c 9d / Qs Qh 6s 8d 4s",
    "Qd 9c 7s / 2h 2s 3c 5d Kc / Kh Ks Js Jh Ac", "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 6d 5s",
]  # fmt: skip


def table_of(*stacks, rules="hawaiian-gardens", **options):
    rules = cp.rules(rules) if isinstance(rules, str) else rules
    table = cp.app.table.Table(rules, **options)
    for name, chips in zip("ABCDE", stacks, strict=False):
        table.sit(name, chips)
    return table


def deal_boards(rng, deal, rules):
    """Return random boards, one for each hand: some best by royalties, some as dealt, some surrendered."""
    deck = rng.sample(range(52), 52)
    boards = {}
    for name in deal.players:
        hand_boards = []
        for _ in range(deal.hands):
            hand, deck = deck[:13], deck[13:]
            board = cp.best_royalties(hand, "russian") if rng.random() < 0.7 else cp.Board(hand[:3], hand[3:8], hand[8:])
            hand_boards.append(None if rules.surrender is not None and rng.random() < 0.1 else board)
        boards[name] = hand_boards if deal.hands == 2 else hand_boards[0]
    return boards


def chips_of(table):
    outside = table.fees + table.rake + table.jackpot + sum(table.carried) * table.unit
    return sum(table.stacks.values()) + outside


def play(table, rng, deals):
    """Play random deals, buy-ins, fees and departures."""
    names = (name for i in itertools.count() if (name := f"Z{i}") not in table.stacks)
    bought = sum(event["chips"] for event in table.events if event["event"] in ("sit", "buy"))
    taken = sum(event["chips"] for event in table.events if event["event"] == "leave")
    table.cancel()  # a deal that was in progress when an earlier process was killed
    for _ in range(deals):
        for player in table.players:
            if player.stack < least_stack(table.rules, table.unit):
                if rng.random() < 0.7:
                    table.buy(player.name, 50 * table.unit)
                    bought += 50 * table.unit
                else:
                    taken += table.leave(player.name)
        while len(table.players) < 2 + rng.randrange(table.rules.table.seats - 1):
            table.sit(next(names), 60 * table.unit)
            bought += 60 * table.unit
        if table.rules.table.fees.by_limit and rng.random() < 0.2:
            rich = max(table.players, key=lambda player: player.stack)
            if rich.stack > 50:
                table.charge(rich.name, rng.randrange(40))
        able = [player for player in table.players if player.stack >= least_stack(table.rules, table.unit)]
        if len(able) < 2:
            continue
        out = [player.name for player in able[2:] if rng.random() < 0.1]
        hands = 2 if table.rules.table.two_hands and len(able) == 2 and rng.random() < 0.5 else 1
        deal = table.deal(hands, sitting_out=out)
        declare = {name: rng.random() < 0.8 for name in deal.players}
        table.settle(deal_boards(rng, deal, table.rules), declare=declare, button_stays=rng.random() < 0.2)
        assert chips_of(table) == bought - taken
        assert min(table.stacks.values()) >= 0


def raked(jackpot=None, **rake):
    """Return rules of a table with a rake, a part of which goes into a jackpot."""
    terms = cp.rulebook.Rake(jackpot=cp.rulebook.Jackpot(**jackpot) if jackpot else None, **rake)
    return replace(cp.rules("hawaiian-gardens"), table=cp.rulebook.TableTerms(rake=terms))


RAKED = raked({"middle": "pair", "back": "two pair"}, chips=3, to_jackpot=1)


def replace_deal(table, deal):
    """Replace the deal in progress of a table by another one, with its moves, button and Fantasylands.

    If these do not follow from the deals before it, the ledger gets a settled deal without payments from which they do.
    """
    table.cancel()
    names = list(table.stacks)
    lands = {name: [[cards, stays]] for name, cards, stays in zip(names, deal.fantasyland, deal.stays, strict=True) if cards}
    known = {name: [[*land] for land in hands] for name, hands in table._state.fantasyland.items()}
    if (table.button, known) != (deal.button, lands):
        players = table.deal().players
        table.cancel()
        table._record({
            "event": "deal", "number": table.deals + 1, "players": [*players], "sitting_out": [], "hands": 1,
            "boards": [None] * len(names), "declare": [False] * len(names), "reserved": {}, "points": [0] * len(names),
            "rake": {}, "rake_of_winnings": {}, "to_jackpot": 0, "pool": {}, "carried": [0, 0, 0], "payments": [],
            "jackpot": {}, "stacks": table.stacks, "fantasyland": lands, "button": deal.button,
        })  # fmt: skip
    stacks = {name: (stack,) for name, stack in zip(names, deal.stacks, strict=True)}
    begun = replace(next_deal(table._state), stacks=stacks)
    table._record(event_of_deal(begun))
    for move in deal.moves:
        table.time_out() if move.timed_out else table.place(move.placement)
