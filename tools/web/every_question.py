"""Questions of all kinds that the page asks, with valid arguments, but for those that deal cards which no seed chooses.

As a program, it asks them here, and prints the names of the modules that the answers have imported.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

from cpoker_fast.app.play import Drill, Game
from cpoker_fast.app.web.answering import answer
from cpoker_fast.rulebook.presets import presets

Question = dict[str, Any]

HAND = ["As", "Kh", "Qs", "Jd", "Td", "9c", "8c", "7s", "7h", "7d", "6h", "5h", "5c"]
ROWS = [["As", "Kh", "6h"], ["Qs", "Jd", "Td", "9c", "8c"], ["7s", "7h", "7d", "5h", "5c"]]
TEXT = "rules pineapple; seat 1; button 2; street 2; board - / Jc 9s / Qd Qc 5d; board Jd / 9c 6c / Kh 3h; hand Td 7h 5c"
PLACED = [["Td"], ["7h"], []]
CLUB = {"file": "club.toml", "text": "base = 'pagat'\nscoop_bonus = 3\n"}


def ask(what: str, **arguments: Any) -> tuple[Question, dict[str, Any]]:
    """Return a question, and its answer here."""
    question: Question = {"what": what, **arguments}
    return question, json.loads(answer(json.dumps(question)))


def questions() -> Iterator[Question]:
    """Yield questions of each kind. An answer here becomes a part of the next question."""
    yield {"what": "cards", "text": "As, 10♥ jc"}
    yield {"what": "cards", "text": "1x"}
    yield from ({"what": "rules", "rules": rules} for rules in (*presets(), CLUB))
    for rules, hand in (("pagat", HAND), ("pineapple", [*HAND, "2s"])):
        asked = {"rules": rules, "hand": hand, "opponents": 1, "has_button": False, "deals": 200}
        question, best = ask("best_boards", **asked)
        yield question
        yield {"what": "laid_board", **asked, "rows": ROWS, "best": best["candidates"][0]["placement"]}
    yield {"what": "board_picture", "rules": "pagat", "rows": ROWS}
    question, read = ask("boards_in_text", text="Ann: 6s6h6d 4s4h4d9c9h KsKhKd8s8c\nBob: QsQh7d JsJhJd2s2h 5s5h5d5cAs")
    yield question
    players = [{**player, "plays_rows": False, "fantasyland": 0} for player in read["players"]]
    yield {"what": "settled_table", "rules": "pagat", "players": players, "button": 0, "chips": 2}
    for rules, opponents in (("pagat", ["balanced", "expert"]), ("pineapple", ["careful", "swift"])):
        game = json.dumps(Game(rules, opponents, name="Ann", seed=1).to_dict())
        yield {"what": "continue_game", "game": game}
        question, hint = ask("suggest_placement", game=game)
        yield question
        yield {"what": "compare_placements", "game": game, "rows": hint["rows"], "deals": 100}
        yield {"what": "lay_rows", "game": game, "rows": hint["rows"], "declare": "if better"}
        question, turn = ask("place_cards", game=game, rows=hint["rows"], declare="if better", seconds=1)
        yield question
        question, records = ask("game_records", game=turn["game"])
        yield question
        yield from ({"what": "review_deal", "record": record["text"], "player": "Ann", "samples": 600}
                    for record in records["records"])  # fmt: skip
    drill = json.dumps(Drill("pagat", 2, seed=1).to_dict())
    question, practice = ask("practice_hand", drill=drill)
    yield question
    rows = [practice["hand"][:3], practice["hand"][3:8], practice["hand"][8:]]
    yield {"what": "practice_rows", "rules": "pagat", "rows": rows}
    yield {"what": "practice_verdict", "drill": drill, "hand": None, "end": "set", "rows": rows, "seconds": 1}
    yield {"what": "practice_check", "rules": "pagat", "opponents": 2, "hand": practice["hand"], "rows": rows, "deals": 100}
    question, setup = ask("position_from_text", rules="pineapple", text=TEXT)
    yield question
    setup["rules"] = "pineapple"
    yield {"what": "set_up_position", **setup}
    yield {"what": "advised_placements", **setup, "deals": 100}
    yield {"what": "chances_of_rows", **setup, "rows": PLACED}


if __name__ == "__main__":
    for question in questions():
        answer(json.dumps(question))
    print(json.dumps(sorted(name for name in sys.modules if not name.startswith(("cpoker_fast", "__main__")))))
