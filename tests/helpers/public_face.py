"""All functions, classes and methods for users, each with valid arguments."""

import inspect
from contextlib import suppress
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
DEALT = cp.simulate("pagat", ["random"] * 2, 5, seed=1, deals_to=cp.studies.DealFilter()).kept_deals
TOURNAMENT = cp.tournament("pagat", ["random"] * 3, 5, seed=1)
ANALYZED = cp.analyze(HAND, "pagat", 1, deals=5, seed=1)
ANALYZED_MANY = cp.analyze_many(HANDS, "pagat", HANDS, declare=False, samples=4096)
VALUES = np.zeros(7917)
RECORD = cp.notation.Record.of_deal(cp.Deal("turbo", 2, seed=1))
REVIEWED = cp.review(cp.Deal("pineapple", 2, seed=1).place("Qs / 9d / Tc 8h 6s"), rollouts=4, seed=1)
LAST_STREET = cp.Position.parse(
    "rules pineapple; seat 1; button 1; street 5; board Kh Kd / 7c 7d 2h 3c / As 9d 9s 9c 4h;"
    " board Qh 4c Qc / 8c 3d 8s 8h Ac / Th Td 6s 6c 6h; discards 2s 3s 4s; hand 7h Jc 5d"
)
# Results with rows, which become files and data frames.
TABULAR = {
    "Analysis": ANALYZED, "studies.Analyses": ANALYZED_MANY, "game.Placements": cp.arrange_many(HANDS, "pagat"),
    "Settlement": SETTLED, "Simulation": SIMULATED, "Tournament": TOURNAMENT,
    "game.LastStreet": cp.game.last_street(LAST_STREET),
    "game.Outs": cp.game.outs(LAST_STREET, "back"), "Review": REVIEWED, "studies.Worth": cp.studies.worth("pineapple", 2),
    "studies.Deals": DEALT, "studies.Statistics": cp.studies.statistics(RECORD),
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
    two.sit("A", 50), two.sit("B", 50)
    return two


def game():
    new_game = cp.app.play.Game("pagat", ["random"], seed=1)
    return new_game, cp.best_royalties(new_game.position.hand, "pagat")


def a_drill():
    drill = cp.app.play.Drill("pagat", seed=1)
    return drill, cp.best_royalties(drill.position.hand, "pagat")


def arguments_of_rules(kind):
    """Return each key of a part of rules, with its default value."""
    needed = {cp.rulebook.Natural: {"name": cp.rulebook.Pattern.DRAGON}, cp.rulebook.Jackpot: {"back": "straight flush"}}
    usual = kind(**needed.get(kind, {}))
    return {name: getattr(usual, name) for name in kind.kinds()}


PARTS_OF_RULES = (
    cp.Rules, cp.rulebook.Conditions, cp.rulebook.Royalties, cp.rulebook.RowTables, cp.rulebook.Fantasyland,
    cp.rulebook.TableTerms, cp.rulebook.Fees, cp.rulebook.Natural, cp.rulebook.Rake, cp.rulebook.Jackpot,
    cp.rulebook.Freezeout,
)  # fmt: skip


def finished():
    """Return an open-face deal at its showdown."""
    deal = cp.Deal("turbo", 2, seed=1)
    while not deal.is_over:
        deal.time_out()
    return deal


def members(space, prefix="", **arguments):
    """Return calls of functions, classes and methods, by their names after a prefix."""
    return {prefix + name: (getattr(space, name), values) for name, values in arguments.items()}


def of_new(make, prefix, **arguments):
    """Return calls of methods, each of which has an object of its own, since it changes it."""

    def on_new(method):
        return lambda **options: getattr(make(), method)(**options)

    return {prefix + name: (on_new(name), values) for name, values in arguments.items()}


def cards_and_fields(folder):
    """Return calls of boards, sets of cards, decks and fields."""
    board, path, ledger = cp.Board.parse(HIGH), folder / "some file", folder / "ledger with a deal"
    picture = {"card_width": 40, "title": "A"}
    return {
        "Deck.draw": (lambda cards: cp.game.Deck(seed=1).draw(cards), {"cards": 1}),
        **members(cp, Board=dict(zip(("front", "middle", "back"), board.rows, strict=True)), CardSet={"cards": HAND}),
        **members(cp.Board, "Board.", of_cards={"cards": range(13)}, parse={"text": HIGH}),
        **members(board, "Board.", to_svg=picture), **members(cp.CardSet, "CardSet.", from_mask={"mask": 7}),
        **members(cp.CardSet(HAND), "CardSet.", isdisjoint={"other": HAND}),
        **members(cp.game, Deck={**SEEDS, "dead": "As"}),
        **members(cp.fields, Field={
            **RULES, "boards": [HIGH, LOW], "declare": True, "weights": [1, 2], "exploitability": 0.1, "error": 0.1,
            "made_by": "hand", "removal": None}),
        **members(
            cp.fields.Field, "Field.", load={"path": folder / "field"},
            equilibrium={"rules": "single-winner", "size": 8, "rounds": 1, "seed": 1, "opponents": 1, "cache": False,
                         "threads": 1, "progress": False},
            from_ledger={"path": ledger, **RULES, "players": ["Ann"]}),
        **members(
            FIELD, "Field.", save={"path": path},
            points={"boards": [HIGH], "declare": True, "opponents": 1, "has_button": False, "own_cards": True}),
    }  # fmt: skip


def results(folder):
    """Return calls of methods of results."""
    names, names_and_width, path = {"names": ["A", "B"]}, {"names": ["A", "B"], "width": 80}, {"path": folder / "some file"}
    limit, drawn, player, players = {"limit": 3}, {"limit": 3, "ax": None}, {"player": 0}, {"player": 0, "other": 1}
    bot, bots = {"bot": 0}, {"bot": 0, "other": 1}
    files = {"to_csv": path, "to_frame": {"library": "pandas"}, "to_parquet": path}
    calls = {
        **members(ANALYZED, "Analysis.", candidate={"rows": ANALYZED.best.board}, plot=drawn, table=limit, note_below=limit),
        **members(
            ANALYZED_MANY, "Analyses.", points={"index": 0}, loss={"index": 0}, table=limit, note_below=limit,
            worst_first={}),
        **members(ANALYZED.best.points, "Estimate.", interval={"level": 0.9}), **members(
            REVIEWED, "Review.", plot=drawn, to_html={**path, "limit": 3}),
        **members(SETTLED, "Settlement.", explain=names_and_width, explain_rich=names, summary=names_and_width),
        **members(SIMULATED, "Simulation.", against=players, difference=players, plot={"ax": None}, points=player,
                  standard_deviation=player, summary=player),
        **members(TOURNAMENT, "Tournament.", against=bots, difference=bots, faults=bot, is_better=bots, margin=bot,
                  plot={"ax": None}, points=bot, ranks=bot, seconds=bot, summary=bot, to_text={"width": 80}),
    }  # fmt: skip
    calls |= members(cp.studies, "studies.", DealFilter={"where": None, "worst": 2, "player": 0})
    calls |= members(cp.studies.DealFilter(worst=2), "studies.DealFilter.", select={"deals": DEALT})
    calls |= members(cp.studies.Deals, "studies.Deals.", join={"parts": [DEALT, DEALT]},
                     from_parquet={"path": folder / "some deals", "keep": None})  # fmt: skip
    calls |= members(DEALT, "studies.Deals.", board_texts=player, hand_texts=player, select={"index": [1]}, table=limit)
    for name, result in TABULAR.items():
        calls |= members(result, f"{name}.", **files)
    return calls


def rules_and_settling(folder):
    """Return calls of rules, settling, bots and simulations."""
    simulating = {
        "rules": "simple", "deals": 5, "seed": 1, "workers": 1, "executor": None, "checkpoint": None, "progress": False,
        "on_fault": "error", "time_limit": 9.0, "records": folder / "some records",
    }  # fmt: skip
    pagat, of_boards = cp.rules("pagat"), {"boards": BOARDS[0], **RULES}
    return {
        **members(cp.Rules, "Rules.", from_dict={"plain": {"base": "pagat"}}, from_json={"path": folder / "rules.json"},
                  from_toml={"path": folder / "rules.toml"}, from_text={"text": "base = 'pagat'", "name": "club.toml"}),
        **members(pagat, "Rules.", pays_like={"other": cp.rules("simple")}, to_dict={"base": "simple", "complete": False},
                  to_toml={"path": folder / "some file", "base": "simple", "explained": False}),
        **members(cp.rules("pineapple"), "Rules.", plays_like={"other": cp.rules("turbo")}),
        **members(cp.rulebook.Rake(percent=5), "Rake.", of_winnings={"won": 100}),
        **members(cp.rulebook.Freezeout(), "Freezeout.", level_at={"played": 5}, prizes_of={"players": 3}),
        **members(cp.rulebook.Fees(by_limit=((1, 2),)), "Fees.", fee={"limit": 1, "minute": 3}),
        **members(
            cp.settling, board_strengths={**of_boards, "out": out((2, 3), "uint16"), **MANY},
            fouls_many={**of_boards, "out": out(2, "bool"), **MANY}, is_foul_under={"board": HIGH, **RULES},
            read_seat={"board": HIGH, **RULES}, royalties_many={**of_boards, "out": out((2, 3), "int32"), **MANY},
            row_royalties={"row": "back", "strengths": [5], **RULES},
            total_royalties_many={**of_boards, "out": out(2, "int32"), **MANY}),
        **members(
            cp, bots=RULES, presets={}, rules={"name": "pagat"},
            analyze={
                "position": HAND, **RULES, "opponents": 1, "deals": 5, "seed": 1, "field": FIELD, "bot": None, "also": [],
                "dead": "Ac", "known": ["Ad"], "has_button": False, "all": False, "threads": 1, "among": None,
                "seconds": None, "rollouts": None, "worths": None, "tolerance": None},
            analyze_many={
                "hands": HANDS, **RULES, "boards": HANDS, "declare": False, "opponents": 1, "has_button": False,
                "field": FIELD, "samples": 4096, "tables": 100, "seed": 1, "threads": 1},
            settle={"boards": [HIGH, LOW, FOUR_MORE], "rules": "pool", **STAKES, "stacks": [9, 9], "unit": 1,
                    "owners": [0, 0, 1], "carried": (0, 0, 3)},
            settle_many={"boards": BOARDS, **RULES, **STAKES, "out": out((1, 2), "int32"), **MANY},
            simulate={**simulating, "players": ["random"] * 2, "duplicate": True, "deals_to": None},
            tournament={**simulating, "bots": ["random"] * 3, "players": 2, "until_settled": False}),
    }  # fmt: skip


def arranging():
    """Return calls that set hands."""
    hand, into = {"hand": HAND, **RULES}, {"hands": HANDS, **RULES, "out": out((2, 13)), **MANY}
    values = dict.fromkeys(("front", "middle", "back"), VALUES)
    against = {"opponents": 1, "has_button": False, "own_cards": True}
    land = {"rules": "pineapple", "stay_bonus": {14: 2.0}, "seat": 0, "button": 1}
    return {
        **members(
            cp, arrange={**hand, "field": cp.fields.Field.equilibrium("pagat"), **against, "dead": "Ac"},
            arrange_many={**into, "field": FIELD, **against}, best_royalties=hand, best_royalties_many=into,
            arrangements={**hand, "legal": True, "order": "royalties"}, count_arrangements={**hand, "legal": True},
            undominated=hand),
        **members(
            cp.arranging, best_values={**hand, **values}, best_values_many={**into, **values},
            best_response={"hand": HAND, "rules": "pool", "boards": [THEIRS], "seat": 0, **STAKES, "carried": (0, 0, 3)},
            count_arrangements_many={**into, "out": out(2, "int64")}, undominated_many={"hands": HANDS, **RULES, **MANY},
            best_fantasyland={"hand": HAND, **land, "boards": [THEIRS]},
            best_fantasyland_many={**into, **land, "boards": OTHERS}),
    }  # fmt: skip


def ranking_and_dealing():
    """Return calls of ranking, dealing and naturals."""
    rows, one, several = {"cards": HANDS[:, :5].copy(), "out": out(2, "uint16"), **MANY}, {"strength": 5}, {"strengths": [5]}
    return {
        **members(
            cp.ranking, best_five={"cards": HANDS, "threads": 1, **WHEEL}, categories={**several, **WHEEL},
            cpu_features={}, describe_lowball=one, lowball_strengths=rows,
            describe_lowball_many=several, describe_many={**several, **WHEEL}, lowball_categories=several,
            lowball_ranks_of=several, ranks_of={**several, **WHEEL}),
        **members(
            cp, category={**one, **WHEEL}, deal=DEALS, deal_many={"n": 2, **DEALS, "out": out((2, 2, 13))},
            describe={**one, **WHEEL}, format_card={"card": 5, "symbols": True}, lowball_strength=FIVE_CARDS,
            naturals={"hand": HAND, "patterns": ["dragon"]}, parse_card={"text": "As"}, parse_cards={"cards": "As"},
            strength={**FIVE_CARDS, "sixth": 20, "seventh": 24, **WHEEL}, strengths={**rows, **WHEEL}),
        **members(
            cp.settling, count_hands={"pattern": "dragon"},
            natural_board={"hand": HAND, "pattern": "three flushes", **WHEEL},
            naturals_many={"hands": HANDS, "patterns": ["dragon"], "out": out(2, "uint32"), **MANY}),
    }  # fmt: skip


PICTURE = {"card_width": 40, "title": "A", "names": ["A", "B"], "columns": 1}


def openface_deals(folder):
    """Return calls of open-face deals."""
    placing = {"rows": [(), (), range(13, 18)], "discard": None, "seat": 1}
    return {
        **members(cp, Deal={
            "rules": "pineapple", "players": 2, "seed": 1, "rng": None, "deck": None, "stacks": None, "button": 0,
            "fantasyland": (0, 14), "stays": (0, 0), "declare": None}),
        **members(cp.Deal("turbo", 2, seed=1), "Deal.", dealt={"seat": 0, "street": 0}, hides_board={"seat": 0},
                  position={"seat": 0}, to_svg=PICTURE),
        **members(cp.Deal("turbo", 2, stacks=[range(13), range(13, 26)]), "Deal.", place=placing),
        **members(finished(), "Deal.", settlement={"stacks": (5, 5), "unit": 1, "carried": (0, 0, 0)}),
        **members(finished(), "Deal.", declare={"declaration": True, "seat": 0}),
    }  # fmt: skip


def openface_positions():
    """Return calls of open-face positions and placements."""
    placing, partial_board = {"rows": "5d / 7h / -", "discard": "Jc"}, cp.game.PartialBoard("As")
    return {
        **members(cp.game, "game.", PartialBoard={"front": "As", "middle": (), "back": ["Kd", 5]}),
        **members(cp.game.PartialBoard, "game.PartialBoard.", parse={"text": "As / - / Kd"}),
        **members(partial_board, "game.PartialBoard.", to_svg={"card_width": 40, "title": "A"},
                  with_cards={"placement": cp.Placement("Ks")}),
        **members(cp.Placement, "Placement.", parse={"text": "As / - / Kd discards 2c", "points": 1.5},
                  surrender={"points": -3}),
        **members(
            cp, Placement={"front": "As", "middle": (), "back": "Kd", "discards": "2c", "declare": "dragon", "points": 1.5},
            Position={
                "rules": "pineapple", "seat": 0, "button": 1, "street": 0, "boards": ["- / - / -", "- / - / -"],
                "hand": "As Kd Qh 2c 3c", "discards": (), "fantasyland": (0, 14), "open_hands": ((), ""),
                "hides_opponents": False, "surrendered": ()}),
        **members(cp.Position, "Position.", parse={"text": str(LAST_STREET), "rules": LAST_STREET.rules}),
        **members(LAST_STREET, "Position.", after={"placement": LAST_STREET.placements()[0]}, place=placing,
                  placement=placing, to_svg=PICTURE),
    }  # fmt: skip


def openface_tools():
    """Return calls of exact tools of open-face games."""
    return {
        **members(cp, bot={"name": "expert", "field": FIELD, "seconds": None, "rollouts": 4, "book": True,
                            "threads": 1}),
        **members(cp.game, "game.", last_street={"position": LAST_STREET, "fantasyland_worth": {14: 2.0}},
                  outs={"position": LAST_STREET, "row": "back"}),
        **members(cp.studies, "studies.", worth={"rules": "pineapple", "players": 2}, measure_worth={
            "rules": "western", "players": 2, "standard_error": 50.0, "seed": 1, "progress": False}),
        **members(cp.game.outs(LAST_STREET, "back"), "game.Outs.", at_least={"kind": cp.ranking.Category.PAIR}),
    }  # fmt: skip


def games(folder):
    """Return calls of a person's games and their files."""
    playing, board = game()
    drilling, drilled = a_drill()
    position, session, back = {"position": playing.position}, {"path": folder / "session"}, {"row": "back"}
    empty, tray = (cp.app.play.Tray(**position) for _ in range(2))
    card = {"card": tray.left[0]}
    return {
        **members(
            cp.app.play, Drill={**RULES, "opponents": 1, "seed": 1}, hold_session=session, Tray=position,
            load_session={**session, "bots": {}}, save_session={"game": playing, "path": folder / "some file"},
            Game={**RULES, "opponents": ["random"], "name": "Ann", "seed": 1}),
        **members(drilling, "Drill.", analysis=ANALYSIS),
        **of_new(lambda: a_drill()[0], "Drill.", judge={"rows": drilled}, next_deal={"hand": HAND}),
        **members(playing, "Game.", analysis=ANALYSIS),
        **of_new(lambda: game()[0], "Game.", place={"rows": board, "discard": ""}),
        **members(cp.app.play.Game, "Game.", from_dict={"plain": playing.to_dict(), "bots": {}}),
        **members(cp.app.play.Drill, "Drill.", from_dict={"plain": drilling.to_dict()}),
        **members(empty, "Tray.", cards_in=back, has_room=back),
        **members(tray, "Tray.", fill={"rows": board}, placed_before=back, place={**card, **back}, take=card),
    }  # fmt: skip


def dealt_table():
    """Return a table that has dealt the cards of a deal."""
    dealt = cp.app.table.Table("turbo", stakes=False)
    dealt.sit("A"), dealt.sit("B")
    dealt.deal(cards=True, seed=1)
    return dealt


def tables(folder):
    """Return calls of tables of the card room."""
    name, ledger, hand = {"name": "A"}, {"path": folder / "ledger"}, dealt_table().playing.position().hand
    terms = {**RULES, "unit": 1, "ledger": None, "button": 0, "reserve_hands": False, "stakes": True, "clock": float}
    return {
        "Table": (lambda **arguments: cp.app.table.Table(**arguments), terms),
        **of_new(
            table, "Table.", buy={**name, "chips": 5}, change={**RULES, "unit": 5, "reserve_hands": True},
            charge={**name, "minute": 0}, leave=name, sit={"name": "C", "chips": 50, "seat": 2},
            deal={"hands": 1, "sitting_out": (), "cards": True, "seed": 1, "rng": None},
            enter={**name, "board": HIGH, "declare": True, "reserved": None},
            settle={"boards": {"A": HIGH, "B": LOW}, "declare": {"A": True}, "reserved": None, "button_stays": False}),
        **of_new(dealt_table, "Table.", place={"rows": [(), (), hand], "discard": None}),
        **members(table(), "Table.", player=name, plot={"ax": None}, trace=name,
                  to_html={"path": folder / "page.html", "title": "A"}),
        **members(cp.app.table, read_ledger=ledger),
        **members(cp.app.table.Table, "Table.", from_events={"events": table().events, "clock": float},
                  from_ledger={**ledger, "clock": float}),
    }  # fmt: skip


def converters():
    """Return calls for cards of other packages."""
    ways = {f"{way}_{package}": cards for package in ("treys", "phevaluator") for way, cards in (("to", "As"), ("from", []))}
    return members(cp.converters, **{name: {"cards": cards} for name, cards in ways.items()})


def c_interface():
    """Return calls that find functions for compiled code."""
    name = {"name": "strength"}
    return members(cp.c_interface, address=name, signature=name, ctypes_function=name, get_include={}, rules_number=RULES)


def policies():
    """Return calls of observations and of bots that play policies."""
    bits = cp.players.Observation("pineapple", 2)
    player = cp.players.PolicyBot(lambda observations, masks: masks.argmax(axis=1))
    position, bot = {"position": LAST_STREET}, {"position": LAST_STREET, "rng": RNG}
    positions, bots = {"positions": [LAST_STREET]}, {"positions": [LAST_STREET], "rng": RNG}
    return {
        **members(cp.game.Positions, "game.Positions.", of=positions, of_hands={
            "hands": [HAND], "rules": "pagat", "players": 3, "seat": 2, "button": 0}),
        **members(cp.bot("random"), "players.bot.", place=bot, place_many=bots),
        **members(
            cp.players, "players.", Observation={"rules": "turbo", "players": 2},
            PolicyBot={
                "policy": player.policy, "actions": "cards", "bits": bits, "name": "A", "dtype": "uint8",
                "takes_masks": True, "takes_rng": False, "declare": False, "fantasyland_bot": None}),
        **members(
            bits, "players.Observation.", action_mask={**position, "actions": [3]},
            actions={**position, "placement": "5d / 7h / -"}, placement={**position, "actions": [3, 1, 0]},
            hands={"observations": bits.write(LAST_STREET)[None]}, read={"observation": bits.write(LAST_STREET)},
            write={**position, "actions": [3], "dtype": "uint8", "out": out(487)},
            write_many={**positions, "actions": [[3]], "dtype": "uint8", "out": out((1, 487))}),
        **members(player, "players.PolicyBot.", place=bot, place_many=bots,
                  prepare={"rules": cp.rules("turbo"), "players": 2}),
    }  # fmt: skip


def openface_records(folder):
    """Return calls of records of open-face deals and their files."""
    dealt, turbo = cp.Deal("turbo", 2, seed=1), cp.rules("turbo")
    about = {"deal": dealt, "names": ["A", "B"], **ABOUT}
    return {
        **members(RECORD, "notation.Record.", boards={"street": 0}, deal=SEEDS),
        **members(cp.notation.Record, "notation.Record.", of_deal=about, of_boards={
            "boards": [HIGH, LOW], **RULES, "button": 0, "names": ["A", "B"], "declare": False, "fantasyland": (),
            "stays": (), "stacks": (), "tags": {"Event": "x"}}),
        **members(cp, review={
            "records": dealt, "seconds": None, "rollouts": 4, "seed": 1, "threads": 1, "players": [0], "progress": False,
            "deals": None}),
        **members(cp.studies, "studies.", statistics={"records": [dealt], "review": None}),
        **members(
            cp.notation, "notation.", format_board={"board": HIGH}, format_deal={**about, "full": True},
            parse_board={"text": "Jh4s3h-As5c4c3c2h-KdJd9d7d3d"},
            import_deals={"text": "x", "form": lambda _: [RECORD], "on_damage": None},
            parse_deal={"text": cp.notation.format_deal(dealt), "rules": turbo},
            read_deals={"path": folder / "deals", "rules": turbo, "on_damage": None},
            write_deals={"path": folder / "some file", "deals": [dealt], "append": False}),
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
        **tables(folder), **converters(), **c_interface(), **openface_records(folder), **parts_of_rules(),
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
    with suppress(cp.CpokerError):  # without PyArrow
        DEALT.to_parquet(folder / "some deals")


# Libraries that some functions need in addition to NumPy.
EXTRAS = {
    "Analysis.plot": "matplotlib", "Settlement.explain_rich": "rich", "Simulation.plot": "matplotlib",
    "Table.plot": "matplotlib", "Tournament.plot": "matplotlib", "Review.plot": "matplotlib",
    **{f"{name}.to_frame": "pandas" for name in TABULAR},
    **{f"{name}.to_parquet": "pyarrow" for name in TABULAR}, "Rules.to_toml": "tomli_w",
    "studies.Deals.from_parquet": "pyarrow",
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
