"""Diagrams of pages: who pays whom, and the messages of an engine."""

import json
import re

import pytest
from documentation.test_checks import build

PAYMENTS = """\
```{payments} house-rules
Ann: Ac Ad 9s / Th Td 4s 4c 2h / Kh Jh 8h 6h 3h
Bo: Kc Qd 7s / 9h 9c Js 6d 5d / Ts 9d 8c 7d 6s
Cy: Qs Qc 5h / 2s 2d 2c 5s 5c / 3s 3d 3c 7h 7c
```
"""

ENGINE = """\
```{file} engine.py
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in %s:
        print(json.dumps({"type": "pong", "id": message["id"]}))
```

```{messages} python engine.py
{"type": "ping", "id": 1}
{"type": "settled", "deals": []}
{"type": "ping", "id": 2}
{"type": "quit"}
```
"""


def shown(folder, page):
    """Return the HTML of a page, and the errors of its build."""
    process = build(folder, {"page.md": f"# A page\n\n{page}"})
    text = (folder / "site" / "page.html").read_text(encoding="utf-8")
    return text, [line for line in process.stderr.splitlines() if "ERROR" in line]


def test_arrows_point_from_payers_to_receivers(tmp_path):
    """Bo (below, left) pays Ann (above) 6 points and Cy (below, right) 7; Ann pays Cy 2: see docs/index.md."""
    text, errors = shown(tmp_path, PAYMENTS)
    assert errors == []
    assert "Bo pays Ann 6 points. Ann pays Cy 2 points. Bo pays Cy 7 points" in text
    assert re.findall(r"</tspan> ([+-]\d+)<", text) == ["+4", "-13", "+9"]
    lines = re.findall(r'<line x1="(\d+)" y1="(\d+)" x2="(\d+)" y2="(\d+)"', text)
    (ann, bo, cy) = [(int(x2) - int(x1), int(y2) - int(y1)) for x1, y1, x2, y2 in lines]
    assert ann[0] > 0 > ann[1]  # to the right and up, from Bo to Ann
    assert bo[0] > 0 < bo[1]  # to the right and down, from Ann to Cy
    assert cy[0] > 0 == cy[1]
    assert 'id="' not in re.search(r"(?s)<svg.*</svg>", text)[0]  # so that a page may have several


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("Cy:", "Ann:"), "payments: expected the boards of 3 players, got 2"),
        (("Ac Ad 9s", "Ac Ad 9x"), "9x"),
        (("house-rules", "house-rule"), "house-rule"),
    ],
)
def test_payments_that_cannot_be_settled_fail_the_build(tmp_path, change, problem):
    _, errors = shown(tmp_path, PAYMENTS.replace(*change))
    assert len(errors) == 1
    assert problem in errors[0]


def test_messages_are_shown_with_the_replies_of_the_engine(tmp_path):
    text, errors = shown(tmp_path, ENGINE % ("['ping']",))
    assert errors == []
    items = re.findall(r'<li class="of-(\w+)"><span>\w+:</span> <code>(.*?)</code>', text)
    messages = [(sender, json.loads(re.sub("</?b>", "", message))) for sender, message in items]
    assert [(sender, message["type"], message.get("id")) for sender, message in messages] == [
        ("host", "ping", 1), ("engine", "pong", 1), ("host", "settled", None), ("host", "ping", 2), ("engine", "pong", 2),
        ("host", "quit", None),
    ]  # fmt: skip


def test_a_missing_reply_fails_the_build(tmp_path):
    _, errors = shown(tmp_path, ENGINE % ("['hello']",))
    assert len(errors) == 1
    assert "expected 2 replies, got 0" in errors[0]


def test_lines_are_typed_at_the_prompts_of_a_command(tmp_path):
    page = """\
```{screenshot} cpoker table evening.jsonl
---
type: |
  sit Ann 100
size: 50x24
---
A player sits down.
```

```{screenshot} cpoker rank As Ks Qs Js 9s
:type: sit Ann 100
A command without a prompt.
```

```{check}
assert screens[0].splitlines()[-4:] == ["table> sit Ann 100", "Ann sits in seat 1.", "Chips: Ann 100.", "table>"]
assert max(map(len, screens[0].splitlines())) <= 50
```
"""
    _, errors = shown(tmp_path, page)
    assert len(errors) == 1
    assert "no prompt for 'sit Ann 100'" in errors[0]
