"""Tables under open-face rules: Fantasylands, the button, declarations, and who is dealt in."""

import json
from dataclasses import replace

from known_boards import LOW
from one_street import on_one_street
from tables import FOUR, table_of

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.app.table import Table

ENTERS = "Ks Kd 2d / As Ah 7h 7c 4h / Ts Th Tc 5d 5s"  # kings in front: 14 cards under pineapple, 15 under progressive
STAYS = "2s 2d 2c / 9s 9h 9d 7c 4h / Ts Th Tc 5d 5s"
OUT = {"A": cp.FOUL, "B": cp.FOUL, "C": cp.FOUL}


def fantasylands_of(rules, *deals, **options):
    """Return the Fantasylands after each deal, in which A has these boards."""
    table = table_of(500, 500, rules=rules)
    lands = []
    for board in deals:
        table.settle({"A": board, "B": cp.FOUL}, **options)
        lands.append(table.fantasyland)
    return lands


def test_a_board_earns_a_fantasyland_which_is_played_in_the_next_deal(path):
    table = table_of(500, 500, 500, rules="pineapple", ledger=path)
    assert table.fantasyland == {}
    for boards, expected in (
        (OUT | {"A": ENTERS}, {"A": (14,)}),
        (OUT | {"A": STAYS}, {"A": (14,)}),
        (OUT | {"A": ENTERS}, {}),  # kings in front do not keep a player there
        (OUT | {"A": STAYS}, {"A": (14,)}),
    ):
        table.settle(boards)
        assert table.fantasyland == Table.from_ledger(path).fantasyland == expected
    table.undo()
    assert (table.fantasyland, Table.from_ledger(path).check()) == ({}, 4)


def test_the_number_of_cards_stays_and_hands_follows_the_rules():
    assert fantasylands_of("progressive", ENTERS, STAYS) == [{"A": (15,)}, {"A": (14,)}]
    assert fantasylands_of("pagat", ENTERS) == [{}]
    assert fantasylands_of("pineapple", ENTERS, cp.FOUL) == [{"A": (14,)}, {}]
    pineapple = cp.rules("pineapple")
    limited = replace(pineapple, fantasyland=replace(pineapple.fantasyland, most_stays=2))
    kept = {"A": (14,)}
    assert fantasylands_of(limited, ENTERS, STAYS, STAYS, STAYS, STAYS) == [kept, kept, kept, {}, kept]
    table = table_of(500, 500, rules="face-up")
    table.deal(2)
    table.settle({"A": [cp.FOUL, ENTERS], "B": [FOUR[1], cp.FOUL]}, declare={"B": False})
    assert table.fantasyland == {"A": (0, 13)}
    table.deal(2)
    table.settle({"A": ["Qs Qh 2h / 3s 3h 3d 6c 8d / Js Jh Jd Jc 4d", STAYS], "B": [cp.FOUL, cp.FOUL]})
    assert table.fantasyland == {"A": (13, 13)}  # the queens would not have kept the second hand there
    table.settle({"A": cp.FOUL, "B": cp.FOUL})
    assert table.fantasyland == {}


def test_the_button_stays_if_a_board_earns_a_fantasyland():
    for rules, buttons in (("pineapple", [0, 0, 1]), ("face-up", [1, 0, 1])):  # in face-up, it always moves
        table = table_of(500, 500, rules=rules)
        seats = []
        for board in (ENTERS, STAYS, LOW):
            table.settle({"A": board, "B": cp.FOUL})
            seats.append(table.button)
        assert seats == buttons
    table = table_of(500, 500, rules="pineapple")
    table.settle({"A": ENTERS, "B": cp.FOUL}, button_stays=False)
    assert table.button == 1
    table.settle({"A": LOW, "B": cp.FOUL}, button_stays=True)
    assert table.button == 1


def test_a_player_who_is_not_dealt_in_plays_the_fantasyland_later():
    table = table_of(500, 500, 500, rules="pineapple")
    table.settle(OUT | {"A": ENTERS})
    table.deal(sitting_out=["A"])
    table.settle({"B": ENTERS, "C": cp.FOUL})
    assert table.fantasyland == {"A": (14,), "B": (14,)}
    table.settle(OUT | {"A": STAYS})
    assert table.fantasyland == {"A": (14,)}
    table.leave("A")
    assert table.fantasyland == {}


def test_other_rules_keep_fantasylands_only_if_they_have_some(path):
    table = table_of(500, 500, rules="pineapple", ledger=path)
    table.settle({"A": ENTERS, "B": cp.FOUL})
    table.change("progressive")
    assert table.fantasyland == {"A": (14,)}
    table.change("face-up")  # whose Fantasylands have 13 cards
    assert table.fantasyland == Table.from_ledger(path).fantasyland == {"A": (13,)}
    table.undo()
    without_rows = cp.rulebook.Fantasyland()
    table.change(replace(cp.rules("pagat"), name="ours", fantasyland=without_rows))
    assert table.fantasyland == {}
    table.undo()
    table.change("pagat")
    assert table.fantasyland == Table.from_ledger(path).fantasyland == {}
    table.undo()
    assert table.fantasyland == Table.from_ledger(path).fantasyland == {"A": (14,)}


def test_as_many_players_are_dealt_in_as_the_cards_allow(refuses):
    table = table_of(500, 500, 500, 500, rules="pineapple")
    assert (table.deal().players, table.current.waiting) == (("B", "C", "A"), ("D",))
    table.cancel()
    table.change("turbo")
    assert table.deal().waiting == ()
    rules = replace(cp.rules("pineapple"), table=cp.rulebook.TableTerms(two_hands=True))
    message = "hands: expected 1, or 2 for two players if the rules allow it, got 2"
    refuses(errors.TableError, message, table_of(500, 500, rules=rules).deal, 2)


def test_a_natural_is_declared_only_if_it_pays_more():
    """Three straights pay 3 points; the rows and royalties of the same board pay more."""
    straights, other = "2s 3h 4d / 4s 5s 6s 7s 8s / 5h 6h 7h 8h 9h", "Jc Td 3d / 4c 4h 6c 8c 9d / Ks Kc 6d 8d 7c"
    for rules in ("face-up", on_one_street("face-up")):
        for enters in (False, True):
            table = table_of(500, 500, rules=rules)
            if enters:
                table.enter("A", straights)
                table.enter("B", other)
            settled = table.settle(None if enters else {"A": straights, "B": other})
            assert table.events[-1]["declare"] == ["if better"] * 2
            assert settled.seats[1].natural is None
            declared = table.settle({"A": straights, "B": other}, declare={"A": True})
            assert declared.seats[0].natural == cp.rulebook.Pattern.THREE_STRAIGHTS


def test_notebooks_and_fields_know_fantasylands(path):
    table = table_of(500, 500, rules="pineapple", ledger=path)
    table.settle({"A": ENTERS, "B": cp.FOUL})
    assert "button, Fantasyland with 14 cards" in table._repr_html_()
    assert cp.fields.Field.from_ledger(path).rules == cp.rules("pineapple")
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[-1])["fantasyland"] == {"A": [[14, 0]]}
