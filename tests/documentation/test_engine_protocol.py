"""The page of the engine protocol: its messages fit the schema and the rules, and its session is that of an engine."""

import json
import re

import fastjsonschema
import pytest
from command_line import cpoker
from documentation.pages import ROOT, blocks

import cpoker_fast as cp
from cpoker_fast.engines import messages

PAGE = (ROOT / "docs" / "reference" / "engine_protocol.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "docs" / "_static" / "engine_protocol.schema.json").read_text(encoding="utf-8"))
EXAMPLES = [json.loads(content) for kind, content in blocks(PAGE) if kind == "json"]
(SESSION,) = [content for kind, content in blocks(PAGE) if kind == "{messages} cpoker engine royalties"]


def validator(side):
    """Return the function that checks messages of one side."""
    return fastjsonschema.compile({**SCHEMA, "anyOf": [{"$ref": f"#/definitions/{side}"}]})


OF_HOST, OF_ENGINE = validator("of_host"), validator("of_engine")
DEFINED = {name: re.search(r'"const": "(\w+)"|$', json.dumps(kind))[1] for name, kind in SCHEMA["definitions"].items()}
REQUESTS, REPLIES = (
    [DEFINED[item["$ref"].split("/")[-1]] for item in SCHEMA["definitions"][side]["oneOf"]]
    for side in ("of_host", "of_engine")
)


def example(kind, number=0):
    return [message for message in EXAMPLES if message["type"] == kind][number]


def test_there_is_a_valid_example_of_every_message():
    requests = [message["type"] for message in EXAMPLES if message["type"] in REQUESTS and "name" not in message]
    assert [*dict.fromkeys(requests)] == REQUESTS
    assert {message["type"] for message in EXAMPLES} == {*REQUESTS, *REPLIES}
    for message in EXAMPLES:
        (OF_HOST if message["type"] in REQUESTS and "name" not in message else OF_ENGINE)(message)


@pytest.mark.parametrize(
    ("side", "kind", "changes"),
    [(OF_HOST, "hello", {"protocol": "1"}), (OF_HOST, "match", {"players": 5}), (OF_HOST, "match", {"time_limit": 0}),
     (OF_HOST, "place", {"positions": []}), (OF_HOST, "place", {"positions": [5]}), (OF_HOST, "place", {"shared": None}),
     (OF_HOST, "place", {"shared": "seat 1"}), (OF_HOST, "place", {"id": -1}), (OF_HOST, "place", {"seed": 1 << 53}),
     (OF_HOST, "settled", {"deals": [{"seat": 4, "boards": [None, None], "points": [0, 0]}]}),
     (OF_HOST, "quit", {"type": "end"}), (OF_ENGINE, "placements", {"placements": [None]}),
     (OF_ENGINE, "placements", {"placements": ["As Ks Qs"]}), (OF_ENGINE, "placements", {"placements": ["surrender now"]}),
     (OF_ENGINE, "placements", {"placements": ["- / - / 1s"]}), (OF_ENGINE, "pong", {"id": 1.5}),
     (OF_ENGINE, "error", {"message": None})],
)  # fmt: skip
def test_the_schema_refuses_other_messages(side, kind, changes):
    with pytest.raises(fastjsonschema.JsonSchemaException):
        side({**example(kind), **changes})


def test_the_examples_obey_the_rules():
    for number, rules in enumerate(("pagat", "pineapple")):
        request, reply = example("place", number), example("placements", number)
        for text, placement in zip(request["positions"], reply["placements"], strict=True):
            position = cp.Position.parse(request["shared"] + text, cp.rules(rules))
            assert str(position) == f"rules {rules}; {request['shared']}{text}"
            assert str(position.placement(placement)) == placement
            assert position.place(placement).can_be_legal
    rules = example("match")["rules"]
    assert cp.Rules.from_dict(rules).name == "ours"
    deal = example("settled")["deals"][0]
    boards = [text and cp.Board.parse(text) for text in deal["boards"]]
    assert sum(deal["points"]) == 0
    assert not any(board.is_foul for board in boards if board)
    text = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    (position,) = re.findall(r"(?m)^    (rules .*)$", text)
    assert str(cp.Position.parse(position)) == position


def test_the_messages_of_the_session_are_valid():
    """The build of the site records the replies."""
    for line in SESSION.splitlines():
        OF_HOST(json.loads(line)) if "think" not in line else None
    replies = [json.loads(line) for line in cpoker("engine", "royalties", stdin=SESSION).stdout.splitlines()]
    for reply in replies:
        OF_ENGINE(reply)
    kinds = [reply["type"] for reply in replies]
    assert kinds == ["hello", "ready", "placements", "error", "error", "error", "pong"]


def test_the_limits_are_those_of_the_host():
    limits = dict(re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \|$", PAGE))
    assert messages.longest_reply() == 64 << 10
    assert messages.longest_reply(1) == 65 << 10
    assert (limits["a reply"], messages.LONGEST_LINE) == ("64 KiB, and 1 KiB more for each position", 1 << 20)
    assert limits["a line of the host"] == "1 MiB"
    assert limits["positions or deals in a message"] == f"1 to {messages.MOST_POSITIONS:,}"
    assert "2<sup>53</sup> - 1" in PAGE
    assert messages.MOST_NUMBER == 2**53 - 1
