"""All functions, classes and methods for users, each with valid arguments."""

import inspect
from functools import lru_cache
from types import ModuleType

import numpy as np
from known_boards import FOUR_MORE, HIGH, LOW
from one_street import on_one_street

import cpoker_fast as cp


def namespaces(module=cp):
    """Yield the names of the namespaces of the package, relative to the root, and of those in them."""
    for name in module.__all__:
        if isinstance(inner := getattr(module, name), ModuleType):
            yield inner.__name__.removeprefix("cpoker_fast.")
            yield from namespaces(inner)


BOARDS = np.array([[cp.Board.parse(board).cards() for board in (HIGH, LOW)]], dtype=np.uint8)
HAND = "As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h"
HANDS = np.arange(26, dtype=np.uint8).reshape(2, 13)
OTHERS = np.arange(26, 52, dtype=np.uint8).reshape(2, 1, 13)
FIELD = cp.fields.Field("pagat", [HIGH, LOW])
RNG = np.random.default_rng(1)
THEIRS = "Ac Kc Jd / Ad Kd Qc Qd Jc / Ah Kh Qh Jh Td"
SETTLED = cp.settle([HIGH, LOW], "pagat")
SIMULATED = cp.simulate("pagat", ["random"] * 2, 5, seed=1)
TOURNAMENT = cp.tournament("pagat", ["random"] * 3, 5, seed=1)
ANALYZED = cp.analyze(HAND, "pagat", 1, deals=5, seed=1)
VALUES = np.zeros(7917)
RECORD = cp.notation.Record.of_deal(cp.Deal("turbo", 2, seed=1))
REVIEWED = cp.review(cp.Deal("pineapple", 2, seed=1).place("Qs / 9d / Tc 8h 6s"), rollouts=4, seed=1)
LAST_STREET = cp.Position.parse(
    "rules pineapple; seat 0; button 0; street 4; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    " board Qh 4c Qc / 8c 3d 8s 8h Ac / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d"
)
# Results with rows, which become files and data frames.
TABULAR = {
    "Analysis": ANALYZED, "game.Placements": cp.arrange_many(HANDS, "pagat"), "Settlement": SETTLED, "Simulation": SIMULATED,
    "Tournament": TOURNAMENT, "game.LastStreet": cp.game.last_street(LAST_STREET),
    "game.Outs": cp.game.outs(LAST_STREET, "back"), "Review": REVIEWED, "studies.Worth": cp.studies.worth("pineapple", 2),
}  # fmt: skip

# Arguments that several functions take.
RULES, MANY, WHEEL = {"rules": "pagat"}, {"threads": 1}, {"wheel": "lowest"}
SEEDS = {"rng": None, "seed": 1}
FIVE_CARDS = dict(zip(("first", "second", "third", "fourth", "fifth"), range(0, 20, 4), strict=True))
STAKES = {"button": 0, "declare": True}
DEALS = {"players": 2, "cards": 13, **SEEDS, "dead": "As", "known": ["Ks"]}
ANALYSIS = {"also": None, "deals": 5, "rollouts": None, "seconds": None, "seed": 1}
ABOUT = {"tags": {"X": 1}, "viewer": 1, "dealt": False}


def out(shape, dtype="uint8"):
    return np.empty(shape, dtype)


def table():
    two = cp.app.table.Table(on_one_street("face-up"))
    two.sit("A", 50)
    two.sit("B", 50)
    return two


def game():
    new_game = cp.app.play.Game("pagat", ["random"], seed=1)
    return new_game, cp.best_royalties(new_game.position.hand, "pagat")


def a_drill():
    drill = cp.app.play.Drill("pagat", seed=1)
    return drill, cp.best_royalties(drill.position.hand, "pagat")


def arguments_of_rules(kind):
    """Return each key of a part of rules, with its default value."""
    needed = {cp.rulebook.Natural: {"pattern": cp.rulebook.Pattern.DRAGON}, cp.rulebook.Jackpot: {"back": "straight flush"}}
    usual = kind(**needed.get(kind, {}))
    return {name: getattr(usual, name) for name in kind.kinds()}


PARTS_OF_RULES = (
    cp.Rules, cp.rulebook.Royalties, cp.rulebook.RowTables, cp.rulebook.Fantasyland, cp.rulebook.TableTerms,
    cp.rulebook.Fees, cp.rulebook.Natural, cp.rulebook.Rake, cp.rulebook.Jackpot,
)  # fmt: skip


def finished():
    """Return an open-face deal at its showdown."""
    deal = cp.Deal("turbo", 2, seed=1)
    while not deal.is_over:
        deal.time_out()
    return deal


def cards_and_fields(folder):
    """Return calls of boards, sets of cards, decks and fields."""
    rows = cp.Board.parse(HIGH).rows
    path = folder / "some file"
    return {
        "Board": (cp.Board, dict(zip(("front", "middle", "back"), rows, strict=True))),
        "Board.of_cards": (cp.Board.of_cards, {"cards": range(13)}), "Board.parse": (cp.Board.parse, {"text": HIGH}),
        "Board.to_svg": (cp.Board.parse(HIGH).to_svg, {"card_width": 40, "title": "A"}),
        "CardSet": (cp.CardSet, {"cards": HAND}), "CardSet.from_mask": (cp.CardSet.from_mask, {"mask": 7}),
        "CardSet.isdisjoint": (cp.CardSet(HAND).isdisjoint, {"other": HAND}),
        "Deck": (cp.game.Deck, {**SEEDS, "dead": "As"}),
        "Deck.draw": (lambda cards: cp.game.Deck(seed=1).draw(cards), {"cards": 1}),
        "Field": (cp.fields.Field,
                  {**RULES, "boards": [HIGH, LOW], "declare": True, "weights": [1, 2], "exploitability": 0.1, "error": 0.1,
                   "made_by": "hand", "removal": None}),
        "Field.equilibrium": (cp.fields.Field.equilibrium, {
            "rules": "simple", "size": 8, "rounds": 1, "seed": 1, "opponents": 1, "cache": False, "threads": 1,
            "progress": False}),
        "Field.from_ledger": (cp.fields.Field.from_ledger,
                              {"path": folder / "ledger with a deal", **RULES, "players": ["Ann"]}),
        "Field.load": (cp.fields.Field.load, {"path": folder / "field"}),
        "Field.points": (FIELD.points, {
            "boards": [HIGH], "declare": True, "opponents": 1, "has_button": False, "own_cards": True}),
        "Field.save": (FIELD.save, {"path": path}),
    }  # fmt: skip


def results(folder):
    """Return calls of methods of results."""
    path = folder / "some file"
    return {
        "Analysis.candidate": (ANALYZED.candidate, {"rows": ANALYZED.best.board}),
        "Analysis.plot": (ANALYZED.plot, {"limit": 3, "ax": None}), "Analysis.table": (ANALYZED.table, {"limit": 3}),
        "Analysis.note_below": (ANALYZED.note_below, {"limit": 3}),
        "Estimate.interval": (ANALYZED.best.points.interval, {"level": 0.9}),
        "Settlement.explain": (SETTLED.explain, {"names": ["A", "B"], "width": 80}),
        "Settlement.explain_rich": (SETTLED.explain_rich, {"names": ["A", "B"]}),
        "Settlement.summary": (SETTLED.summary, {"names": ["A", "B"], "width": 80}),
        "Simulation.against": (SIMULATED.against, {"player": 0, "other": 1}),
        "Simulation.difference": (SIMULATED.difference, {"player": 0, "other": 1}),
        "Simulation.plot": (SIMULATED.plot, {"ax": None}), "Simulation.points": (SIMULATED.points, {"player": 0}),
        "Simulation.standard_deviation": (SIMULATED.standard_deviation, {"player": 0}),
        "Simulation.summary": (SIMULATED.summary, {"player": 0}),
        "Tournament.against": (TOURNAMENT.against, {"bot": 0, "other": 1}),
        "Tournament.difference": (TOURNAMENT.difference, {"bot": 0, "other": 1}),
        "Tournament.faults": (TOURNAMENT.faults, {"bot": 0}),
        "Tournament.is_better": (TOURNAMENT.is_better, {"bot": 0, "other": 1}),
        "Tournament.margin": (TOURNAMENT.margin, {"bot": 0}), "Tournament.plot": (TOURNAMENT.plot, {"ax": None}),
        "Tournament.points": (TOURNAMENT.points, {"bot": 0}), "Tournament.ranks": (TOURNAMENT.ranks, {"bot": 0}),
        "Tournament.seconds": (TOURNAMENT.seconds, {"bot": 0}), "Tournament.summary": (TOURNAMENT.summary, {"bot": 0}),
        "Tournament.to_text": (TOURNAMENT.to_text, {"width": 80}), "Review.plot": (REVIEWED.plot, {"limit": 3, "ax": None}),
        **{f"{name}.to_csv": (result.to_csv, {"path": path}) for name, result in TABULAR.items()},
        **{f"{name}.to_frame": (result.to_frame, {"library": "pandas"}) for name, result in TABULAR.items()},
        **{f"{name}.to_parquet": (result.to_parquet, {"path": path}) for name, result in TABULAR.items()},
    }  # fmt: skip


def rules_and_settling(folder):
    """Return calls of rules, settling, bots and simulations."""
    path = folder / "some file"
    return {
        "Rules.from_dict": (cp.Rules.from_dict, {"plain": {"base": "pagat"}}),
        "Rules.from_json": (cp.Rules.from_json, {"path": folder / "rules.json"}),
        "Rules.from_toml": (cp.Rules.from_toml, {"path": folder / "rules.toml"}),
        "Rules.pays_like": (cp.rules("pagat").pays_like, {"other": cp.rules("simple")}),
        "Rules.plays_like": (cp.rules("pineapple").plays_like, {"other": cp.rules("turbo")}),
        "Rules.to_dict": (cp.rules("pagat").to_dict, {"base": "simple", "complete": False}),
        "Rules.to_toml": (cp.rules("pagat").to_toml, {"path": path, "base": "simple", "explained": False}),
        "Rake.of_winnings": (cp.rulebook.Rake(percent=5).of_winnings, {"won": 100}),
        "Fees.fee": (cp.rulebook.Fees(by_limit=((1, 2),)).fee, {"limit": 1, "minute": 3}),
        "analyze": (cp.analyze, {
            "position": HAND, **RULES, "opponents": 1, "deals": 5, "seed": 1, "field": FIELD, "bot": None, "also": [],
            "dead": "Ac", "known": ["Ad"], "has_button": False, "all": False, "threads": 1, "among": None, "seconds": None,
            "rollouts": None, "worths": None, "tolerance": None}),
        "bots": (cp.bots, {"rules": "pagat"}),
        "board_strengths": (cp.settling.board_strengths, {
            "boards": BOARDS[0], **RULES, "out": out((2, 3), "uint16"), **MANY}),
        "fouls_many": (cp.settling.fouls_many, {"boards": BOARDS[0], **RULES, "out": out(2, "bool"), **MANY}),
        "is_foul_under": (cp.settling.is_foul_under, {"board": HIGH, **RULES}), "presets": (cp.presets, {}),
        "read_seat": (cp.settling.read_seat, {"board": HIGH, **RULES}),
        "royalties_many": (cp.settling.royalties_many, {"boards": BOARDS[0], **RULES, "out": out((2, 3), "int32"), **MANY}),
        "rules": (cp.rules, {"name": "pagat"}),
        "settle": (cp.settle,
                   {"boards": [HIGH, LOW, FOUR_MORE], "rules": "pool", **STAKES, "stacks": [9, 9], "unit": 1,
                    "owners": [0, 0, 1], "carried": (0, 0, 3)}),
        "settle_many": (cp.settle_many, {"boards": BOARDS, **RULES, **STAKES, "out": out((1, 2), "int32"), **MANY}),
        "simulate": (cp.simulate, {
            "rules": "simple", "players": ["random"] * 2, "deals": 5, "seed": 1, "duplicate": True, "workers": 1,
            "executor": None, "checkpoint": None, "progress": False, "on_fault": "error", "time_limit": 9.0}),
        "tournament": (cp.tournament, {
            "rules": "simple", "bots": ["random"] * 3, "deals": 5, "players": 2, "seed": 1, "workers": 1, "executor": None,
            "checkpoint": None, "progress": False, "on_fault": "error", "time_limit": 9.0, "until_settled": False}),
    }  # fmt: skip


def arranging():
    """Return calls that set hands."""
    return {
        "arrange": (cp.arrange, {
            "hand": HAND, **RULES, "field": cp.fields.Field.equilibrium("pagat"), "opponents": 1, "has_button": False,
            "own_cards": True, "dead": "Ac"}),
        "arrange_many": (cp.arrange_many, {
            "hands": HANDS, **RULES, "field": FIELD, "opponents": 1, "has_button": False, "out": out((2, 13)), **MANY,
            "own_cards": True}),
        "arrangements": (cp.arrangements, {"hand": HAND, **RULES, "legal": True, "order": "royalties"}),
        "best_response": (cp.arranging.best_response, {
            "hand": HAND, "rules": "pool", "boards": [THEIRS], "seat": 0, **STAKES, "carried": (0, 0, 3)}),
        "best_royalties": (cp.best_royalties, {"hand": HAND, **RULES}),
        "best_royalties_many": (cp.best_royalties_many, {"hands": HANDS, **RULES, "out": out((2, 13)), **MANY}),
        "best_values": (cp.arranging.best_values, {
            "hand": HAND, "front": VALUES, "middle": VALUES, "back": VALUES, **RULES}),
        "best_values_many": (cp.arranging.best_values_many, {
            "hands": HANDS, "front": VALUES, "middle": VALUES, "back": VALUES, **RULES, "out": out((2, 13)), **MANY}),
        "count_arrangements": (cp.count_arrangements, {"hand": HAND, **RULES, "legal": True}),
        "count_arrangements_many": (cp.arranging.count_arrangements_many, {
            "hands": HANDS, **RULES, "out": out(2, "int64"), **MANY}),
        "best_fantasyland": (cp.arranging.best_fantasyland, {
            "hand": HAND, "rules": "pineapple", "stay_bonus": {14: 2.0}, "boards": [THEIRS], "seat": 0, "button": 1}),
        "best_fantasyland_many": (cp.arranging.best_fantasyland_many, {
            "hands": HANDS, "rules": "pineapple", "stay_bonus": {14: 2.0}, "boards": OTHERS, "seat": 0, "button": 1,
            "out": out((2, 13)), **MANY}),
        "undominated": (cp.undominated, {"hand": HAND, **RULES}),
        "undominated_many": (cp.arranging.undominated_many, {"hands": HANDS, **RULES, **MANY}),
    }  # fmt: skip


def ranking_and_dealing():
    """Return calls of ranking, dealing and naturals."""
    return {
        "categories": (cp.ranking.categories, {"strengths": [5], **WHEEL}),
        "category": (cp.category, {"strength": 5, **WHEEL}), "cpu_features": (cp.ranking.cpu_features, {}),
        "deal": (cp.deal, DEALS), "deal_many": (cp.deal_many, {"n": 2, **DEALS, "out": out((2, 2, 13))}),
        "describe": (cp.describe, {"strength": 5, **WHEEL}),
        "describe_lowball": (cp.ranking.describe_lowball, {"strength": 5}),
        "describe_lowball_many": (cp.ranking.describe_lowball_many, {"strengths": [5]}),
        "describe_many": (cp.ranking.describe_many, {"strengths": [5], **WHEEL}),
        "format_card": (cp.format_card, {"card": 5, "symbols": True}), "lowball_strength": (cp.lowball_strength, FIVE_CARDS),
        "lowball_strengths": (cp.ranking.lowball_strengths, {"cards": HANDS[:, :5].copy(), "out": out(2, "uint16"), **MANY}),
        "natural_board": (cp.settling.natural_board, {"hand": HAND, "pattern": "three flushes", **WHEEL}),
        "naturals": (cp.naturals, {"hand": HAND, "patterns": ["dragon"]}),
        "naturals_many": (cp.settling.naturals_many, {
            "hands": HANDS, "patterns": ["dragon"], "out": out(2, "uint32"), **MANY}),
        "parse_card": (cp.parse_card, {"text": "As"}), "parse_cards": (cp.parse_cards, {"cards": "As"}),
        "strength": (cp.strength, {**FIVE_CARDS, **WHEEL}),
        "strengths": (cp.strengths, {"cards": HANDS[:, :5].copy(), **WHEEL, "out": out(2, "uint16"), **MANY}),
    }  # fmt: skip


def openface_deals(folder):
    """Return calls of open-face deals."""
    dealt = cp.Deal("turbo", 2, seed=1)
    return {
        "Deal": (cp.Deal,
                 {"rules": "pineapple", "players": 2, "seed": 1, "rng": None, "deck": None, "stacks": None, "button": 0,
                  "fantasyland": (0, 14), "stays": (0, 0), "declare": None}),
        "Deal.dealt": (dealt.dealt, {"seat": 0, "street": 0}), "Deal.hides_board": (dealt.hides_board, {"seat": 0}),
        "Deal.declare": (finished().declare, {"declaration": True, "seat": 0}),
        "Deal.place": (cp.Deal("turbo", 2, stacks=[range(13), range(13, 26)]).place, {
            "rows": [(), (), range(13, 18)], "discard": None, "seat": 1}),
        "Deal.position": (dealt.position, {"seat": 0}),
        "Deal.to_svg": (dealt.to_svg, {"card_width": 40, "title": "A", "names": ["A", "B"], "columns": 1}),
        "Deal.settlement": (finished().settlement, {"stacks": (5, 5), "unit": 1, "carried": (0, 0, 0)}),
    }  # fmt: skip


def openface_positions():
    """Return calls of open-face positions and placements."""
    return {
        "game.PartialBoard": (cp.game.PartialBoard, {"front": "As", "middle": (), "back": ["Kd", 5]}),
        "game.PartialBoard.parse": (cp.game.PartialBoard.parse, {"text": "As / - / Kd"}),
        "game.PartialBoard.to_svg": (cp.game.PartialBoard("As").to_svg, {"card_width": 40, "title": "A"}),
        "game.PartialBoard.with_cards": (cp.game.PartialBoard("As").with_cards, {"placement": cp.Placement("Ks")}),
        "Placement": (cp.Placement, {
            "front": "As", "middle": (), "back": "Kd", "discards": "2c", "declare": "dragon", "points": 1.5}),
        "Placement.parse": (cp.Placement.parse, {"text": "As / - / Kd discards 2c", "points": 1.5}),
        "Placement.surrender": (cp.Placement.surrender, {"points": -3}),
        "Position": (cp.Position, {
            "rules": "pineapple", "seat": 0, "button": 1, "street": 0, "boards": ["- / - / -", "- / - / -"],
            "hand": "As Kd Qh 2c 3c", "discards": (), "fantasyland": (0, 14), "open_hands": ((), ""),
            "hides_opponents": False, "surrendered": ()}),
        "Position.after": (LAST_STREET.after, {"placement": LAST_STREET.placements()[0]}),
        "Position.parse": (cp.Position.parse, {"text": str(LAST_STREET), "rules": LAST_STREET.rules}),
        "Position.place": (LAST_STREET.place, {"rows": "5d / 7h / -", "discard": "Jc"}),
        "Position.to_svg": (LAST_STREET.to_svg, {"card_width": 40, "title": "A", "names": ["A", "B"], "columns": 1}),
        "Position.placement": (LAST_STREET.placement, {"rows": "5d / 7h / -", "discard": "Jc"}),
    }  # fmt: skip


def openface_tools():
    """Return calls of exact tools of open-face games."""
    return {
        "bot": (cp.bot, {"name": "expert", "field": FIELD, "seconds": None, "rollouts": 4, "book": True}),
        "game.last_street": (cp.game.last_street, {"position": LAST_STREET, "fantasyland_worth": {14: 2.0}}),
        "studies.measure_worth": (cp.studies.measure_worth, {
            "rules": "western", "players": 2, "standard_error": 50.0, "seed": 1, "progress": False}),
        "game.outs": (cp.game.outs, {"position": LAST_STREET, "row": "back"}),
        "studies.worth": (cp.studies.worth, {"rules": "pineapple", "players": 2}),
        "game.Outs.at_least": (cp.game.outs(LAST_STREET, "back").at_least, {"kind": cp.ranking.Category.PAIR}),
    }  # fmt: skip


def games(folder):
    """Return calls of a person's games and their files."""
    playing, board = game()
    drilling, drilled = a_drill()
    tray = cp.app.play.Tray(playing.position)
    path = folder / "some file"
    return {
        "Drill": (cp.app.play.Drill, {**RULES, "opponents": 1, "seed": 1}), "Drill.analysis": (drilling.analysis, ANALYSIS),
        "Game.place": (lambda **arguments: game()[0].place(**arguments), {"rows": board, "discard": ""}),
        "Drill.judge": (drilling.judge, {"rows": drilled}),
        "Game": (cp.app.play.Game, {**RULES, "opponents": ["random"], "name": "Ann", "seed": 1}),
        "Game.analysis": (playing.analysis, ANALYSIS),
        "Game.from_dict": (cp.app.play.Game.from_dict, {"plain": playing.to_dict(), "bots": {}}),
        "Drill.from_dict": (cp.app.play.Drill.from_dict, {"plain": drilling.to_dict()}),
        "hold_session": (cp.app.play.hold_session, {"path": folder / "session"}),
        "load_session": (cp.app.play.load_session, {"path": folder / "session", "bots": {}}),
        "save_session": (cp.app.play.save_session, {"game": playing, "path": path}),
        "Tray": (cp.app.play.Tray, {"position": playing.position}), "Tray.fill": (tray.fill, {"rows": board}),
        "Tray.cards_in": (cp.app.play.Tray(playing.position).cards_in, {"row": "back"}),
        "Tray.placed_before": (tray.placed_before, {"row": "back"}),
        "Tray.has_room": (cp.app.play.Tray(playing.position).has_room, {"row": "back"}),
        "Tray.place": (tray.place, {"card": tray.left[0], "row": "back"}), "Tray.take": (tray.take, {"card": tray.left[0]}),
    }  # fmt: skip


def dealt_table():
    """Return a table that has dealt the cards of a deal."""
    dealt = cp.app.table.Table("turbo", stakes=False)
    dealt.sit("A")
    dealt.sit("B")
    dealt.deal(cards=True, seed=1)
    return dealt


def tables(folder):
    """Return calls of tables of the card room."""
    return {
        "Table": (lambda **arguments: cp.app.table.Table(**arguments),
                  {**RULES, "unit": 1, "ledger": None, "button": 0, "reserve_hands": False, "stakes": True}),
        "Table.buy": (lambda **arguments: table().buy(**arguments), {"name": "A", "chips": 5}),
        "Table.change": (lambda **arguments: table().change(**arguments), {**RULES, "unit": 5, "reserve_hands": True}),
        "Table.charge": (lambda **arguments: table().charge(**arguments), {"name": "A", "minute": 0}),
        "Table.deal": (lambda **arguments: table().deal(**arguments), {
            "hands": 1, "sitting_out": (), "cards": True, "seed": 1, "rng": None}),
        "Table.enter": (lambda **arguments: table().enter(**arguments), {
            "name": "A", "board": HIGH, "declare": True, "reserved": None}),
        "Table.from_events": (cp.app.table.Table.from_events, {"events": table().events}),
        "Table.from_ledger": (cp.app.table.Table.from_ledger, {"path": folder / "ledger"}),
        "Table.leave": (lambda name: table().leave(name), {"name": "A"}),
        "Table.place": (lambda **arguments: dealt_table().place(**arguments), {
            "rows": [(), (), dealt_table().playing.position().hand], "discard": None}),
        "Table.player": (table().player, {"name": "A"}),
        "Table.settle": (lambda **arguments: table().settle(**arguments), {
            "boards": {"A": HIGH, "B": LOW}, "declare": {"A": True}, "reserved": None, "button_stays": False}),
        "Table.sit": (lambda **arguments: table().sit(**arguments), {"name": "C", "chips": 50, "seat": 2}),
        "Table.trace": (table().trace, {"name": "A"}),
        "read_ledger": (cp.app.table.read_ledger, {"path": folder / "ledger"}),
    }  # fmt: skip


def converters():
    """Return calls for cards of other packages."""
    return {
        **{
            f"{direction}_{package}": (getattr(cp.converters, f"{direction}_{package}"), {"cards": cards})
            for package in ("treys", "phevaluator")
            for direction, cards in (("to", "As"), ("from", []))
        }
    }


def policies():
    """Return calls of observations and of bots that play policies."""
    bits = cp.players.Observation("pineapple", 2)
    player = cp.players.PolicyBot(lambda observations, masks: masks.argmax(axis=1))
    return {
        "game.Positions.of": (cp.game.Positions.of, {"positions": [LAST_STREET]}),
        "game.Positions.of_hands": (cp.game.Positions.of_hands, {
            "hands": [HAND], "rules": "pagat", "players": 3, "seat": 2, "button": 0}),
        "players.bot.place": (cp.bot("random").place, {"position": LAST_STREET, "rng": RNG}),
        "players.bot.place_many": (cp.bot("random").place_many, {"positions": [LAST_STREET], "rng": RNG}),
        "players.Observation": (cp.players.Observation, {"rules": "turbo", "players": 2}),
        "players.Observation.action_mask": (bits.action_mask, {"position": LAST_STREET, "actions": [3]}),
        "players.Observation.actions": (bits.actions, {"position": LAST_STREET, "placement": "5d / 7h / -"}),
        "players.Observation.placement": (bits.placement, {"position": LAST_STREET, "actions": [3, 1, 0]}),
        "players.Observation.hands": (bits.hands, {"observations": bits.write(LAST_STREET)[None]}),
        "players.Observation.read": (bits.read, {"observation": bits.write(LAST_STREET)}),
        "players.Observation.write": (bits.write,
                                      {"position": LAST_STREET, "actions": [3], "dtype": "uint8", "out": out(487)}),
        "players.Observation.write_many": (bits.write_many, {
            "positions": [LAST_STREET], "actions": [[3]], "dtype": "uint8", "out": out((1, 487))}),
        "players.PolicyBot": (cp.players.PolicyBot, {
            "policy": player.policy, "actions": "cards", "bits": bits, "name": "A", "dtype": "uint8", "takes_masks": True,
            "takes_rng": False, "declare": False, "fantasyland_bot": None}),
        "players.PolicyBot.place": (player.place, {"position": LAST_STREET, "rng": RNG}),
        "players.PolicyBot.place_many": (player.place_many, {"positions": [LAST_STREET], "rng": RNG}),
        "players.PolicyBot.prepare": (player.prepare, {"rules": cp.rules("turbo"), "players": 2}),
    }  # fmt: skip


def openface_records(folder):
    """Return calls of records of open-face deals and their files."""
    dealt = cp.Deal("turbo", 2, seed=1)
    path = folder / "some file"
    return {
        "notation.Record.boards": (RECORD.boards, {"street": 0}), "notation.Record.deal": (RECORD.deal, SEEDS),
        "notation.Record.of_deal": (cp.notation.Record.of_deal, {"deal": dealt, "names": ["A", "B"], **ABOUT}),
        "notation.format_board": (cp.notation.format_board, {"board": HIGH}),
        "review": (cp.review,
                   {"deal": dealt, "seconds": None, "rollouts": 4, "seed": 1, "threads": 1, "seats": [0], "progress": False,
                    "deals": None}),
        "notation.format_deal": (cp.notation.format_deal, {"deal": dealt, "names": ["A", "B"], **ABOUT, "full": True}),
        "notation.parse_board": (cp.notation.parse_board, {"text": "Jh4s3h-As5c4c3c2h-KdJd9d7d3d"}),
        "notation.parse_deal": (cp.notation.parse_deal,
                                {"text": cp.notation.format_deal(dealt), "rules": cp.rules("turbo")}),
        "notation.read_deals": (cp.notation.read_deals, {
            "path": folder / "deals", "rules": cp.rules("turbo"), "on_damage": None}),
        "notation.write_deals": (cp.notation.write_deals, {"path": path, "deals": [dealt], "append": False}),
    }  # fmt: skip


def parts_of_rules():
    """Return calls of parts of rules."""
    return {
        **{kind.__name__: (kind, arguments_of_rules(kind)) for kind in PARTS_OF_RULES},
        **{
            f"{kind.__name__}.from_plain": (kind.from_plain, {"plain": kind(**arguments_of_rules(kind)).to_plain()})
            for kind in PARTS_OF_RULES
        },
    }


def face(folder):
    """Return all calls: by name the function and a value for each of its arguments."""
    return {
        **cards_and_fields(folder), **results(folder), **rules_and_settling(folder), **arranging(), **ranking_and_dealing(),
        **openface_deals(folder), **openface_positions(), **openface_tools(), **policies(), **games(folder),
        **tables(folder), **converters(), **openface_records(folder), **parts_of_rules(),
    }  # fmt: skip


def write_files(folder):
    """Write the files that the functions of `face` read."""
    cp.fields.Field("pagat", [HIGH]).save(folder / "field")
    cp.notation.write_deals(folder / "deals", [cp.Deal("turbo", 2, seed=1)])
    cp.rules("pagat").to_toml(folder / "rules.toml")
    (folder / "rules.json").write_text('{"base": "pagat"}', encoding="utf-8")
    cp.app.table.Table("pagat", ledger=folder / "ledger")
    two = cp.app.table.Table("pagat", ledger=folder / "ledger with a deal")
    two.sit("Ann", 100), two.sit("Bob", 100)
    two.settle({"Ann": HIGH, "Bob": LOW})
    cp.app.play.save_session(game()[0], folder / "session")


# Libraries that some functions need in addition to NumPy.
EXTRAS = {
    "Analysis.plot": "matplotlib", "Settlement.explain_rich": "rich", "Simulation.plot": "matplotlib",
    "Tournament.plot": "matplotlib", "Review.plot": "matplotlib", **{f"{name}.to_frame": "pandas" for name in TABULAR},
    **{f"{name}.to_parquet": "pyarrow" for name in TABULAR}, "Rules.to_toml": "tomli_w",
}  # fmt: skip


@lru_cache  # most calls are repeated, and a signature takes longer than many calls
def parameters_of(function):
    return dict(inspect.signature(function).parameters)


def call(function, arguments):
    """Call a function with all of its arguments; positional-only ones come first, in order."""
    kinds = parameters_of(function)
    positional = [name for name in arguments if name not in kinds or kinds[name].kind is inspect.Parameter.POSITIONAL_ONLY]
    if any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in kinds.values()):
        positional = []
    return function(
        *(arguments[name] for name in positional),
        **{name: value for name, value in arguments.items() if name not in positional},
    )
