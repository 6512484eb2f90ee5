"""Tables of open-face games: variants, house rules and numbers of players."""

from dataclasses import replace

import numpy as np

import cpoker_fast as cp
from cpoker_fast import Deal
from cpoker_fast.players import CoreBot, bot
from cpoker_fast.players.table_batches import Tables, play_by_core
from cpoker_fast.rulebook.presets import as_rules


def with_options(name, **options):
    """Return a preset with other options of its deals."""
    return replace(cp.rules(name), name=f"{name}, {', '.join(options)}", **options)


VARIANTS = [name for name in cp.presets() if cp.rules(name).has_fantasyland] + ["pagat", "hawaiian-gardens"]
HOUSE_RULES = [with_options("turbo", first_street_open=True)]
"""Rules that use options of dealing and of the order of play."""
TABLES = [(rules, players) for rules in (*VARIANTS, *HOUSE_RULES) for players in range(2, as_rules(rules).players + 1)]


def sizes_that_fit(rules, players):
    """Return the sizes of Fantasylands for which the deck has enough cards, with a chance for each."""
    if as_rules(rules).fantasyland is None:
        return {}
    return {cards: 0.1 for cards in range(13, 18) if players * cards <= 52}


def played_side_by_side(rules, name, n):
    """Return the cards of tables of three, and the boards that a bot of the core sets; the seats have the button in turn."""
    rng = np.random.default_rng(1)
    deals = np.array([rng.permutation(52)[: 3 * rules.most_cards()] for _ in range(n)], np.uint8)
    stacks, boards = np.ascontiguousarray(deals.reshape(n, 3, -1)), np.empty((n, 3, 13), np.uint8)
    table, nobody, stays = np.arange(n), np.zeros((n, 3), np.uint8), np.zeros((n, 3), np.int32)
    state = Tables(table, np.zeros_like(table), (table % 3).astype(np.int8), nobody, stays)
    play_by_core(rules, [CoreBot(name)] * 3, state, stacks, rng.spawn(3), boards)
    return stacks, boards


def played_as_deals(rules, name, stacks):
    """Return the boards that a bot sets in a `Deal` of each table of `played_side_by_side`."""
    boards = []
    for i, cards in enumerate(stacks.tolist()):
        deal = Deal(rules, 3, stacks=cards, button=i % 3)
        while not deal.is_over:
            deal.place(bot(name).place(deal.position(), np.random.default_rng(1)))
        boards.append([board.board() for board in deal.boards])
    return boards
