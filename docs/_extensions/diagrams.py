"""Diagrams: the directives `payments`, `messages` and `floors`.

The body of ``{payments} house-rules`` has a line ``NAME: BOARD`` for each of three players. The diagram shows their boards,
and who pays whom under these rules.

The body of ``{messages} cpoker engine royalties`` has the messages of a host, one a line. The command, an engine, gets them
while the site is built, and the diagram shows them with its replies.

Each line of ``{floors}`` is a floor, with parts ``NAME: WORDS`` between bars. Data flows from the floors above to those
below. The argument describes a wall beside them.
"""

from __future__ import annotations

import json
import math
import re
from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from shown_commands import CommandDirective
from sphinx.util.docutils import SphinxDirective

import cpoker_fast as cp
from cpoker_fast.display.pictures import CARD_WIDTH, PicturedBoard, board_svg
from cpoker_fast.display.wording import counted

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def _html(text: str) -> list[nodes.Node]:
    return [nodes.raw("", text, format="html")]


def _named(text: str) -> tuple[str, str]:
    """Return a name and the text behind its colon."""
    name, _, rest = text.partition(":")
    return name.strip(), rest.strip()


# ---- payments ----

_SIZE = 500, 440
_BOARDS = (148, 22), (0, 272), (296, 272)  # left upper corners: one above, two below
_ARROWS = {  # by pairing: the ends at the second and at the first player, and the place of the label
    (0, 1): ((92, 246), (142, 122), (104, 180), "end"),
    (0, 2): ((408, 246), (358, 122), (396, 180), "start"),
    (1, 2): ((292, 356), (208, 356), (250, 344), "middle"),
}


class Payments(SphinxDirective):
    """Three boards, and arrows from payers to receivers; the argument is the preset."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a picture inline, so that it follows the colours of the page."""
        boards = dict(map(_named, self.content))
        if len(boards) != len(_BOARDS):
            raise self.error(f"payments: expected the boards of {len(_BOARDS)} players, got {len(boards)}")
        try:
            settled = cp.settle(boards, self.arguments[0])
        except cp.CpokerError as error:
            raise self.error(str(error)) from error
        return _html(f'<div class="picture">{_payments_svg(settled)}</div>')


def _payments_svg(settled: cp.settling.Settlement) -> str:
    """Return a picture of the boards of three players, with an arrow for each payment."""
    elements, words = [], []
    for seat, name, points, (x, y) in zip(settled.seats, settled.names, settled.points, _BOARDS, strict=True):
        svg = board_svg(PicturedBoard(str(seat.board).split(" / ")), card_width=CARD_WIDTH, title=None)
        heading = f'<tspan font-weight="700">{escape(name)}</tspan> {points:+d}'
        elements.append(f'<text x="{x + 102}" y="{y - 6}" font-size="17" text-anchor="middle">{heading}</text>')
        elements.append(svg.replace('style="max-width:100%;height:auto"', f'x="{x}" y="{y}"', 1))
        words.append(f"{name}: {seat.board}, {points:+d}")
    for pair in settled.pairs:
        second, first, (x, y), anchor = _ARROWS[pair.first, pair.second]
        payer, receiver = (pair.second, pair.first) if pair.points > 0 else (pair.first, pair.second)
        elements.append(_arrow(second, first) if pair.points > 0 else _arrow(first, second))
        label = counted(abs(pair.points), "point")
        elements.append(f'<text x="{x}" y="{y}" font-size="16" font-weight="600" text-anchor="{anchor}">{label}</text>')
        words.append(f"{settled.names[payer]} pays {settled.names[receiver]} {label}")
    width, height = _SIZE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{escape(". ".join(words))}" fill="currentColor">{"".join(elements)}</svg>'
    )


def _arrow(begin: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = begin, end
    angle = math.degrees(math.atan2(y2 - y1, x2 - x1))
    return (
        f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="currentColor" stroke-width="2.5"/>'
        f'<path d="M4 0-10-7-10 7z" transform="translate({x2} {y2}) rotate({angle:.1f})"/>'
    )


# ---- messages ----

_WITHOUT_REPLY = ("settled", "quit")
_TYPE = re.compile(r'"type": "\w+"')


class Messages(CommandDirective):
    """Messages between a host and an engine; the argument is the command of the engine."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec = None

    def run(self) -> list[nodes.Node]:
        """Return a list whose items have arrows to the right, from the host, and to the left, from the engine."""
        sent = [json.loads(line) for line in self.content]
        replies = self.output_of(self.arguments[0], "".join(f"{line}\n" for line in self.content))
        answered = [message["type"] not in _WITHOUT_REPLY for message in sent]
        if len(replies) != sum(answered):
            raise self.error(f"{self.arguments[0]}: expected {sum(answered)} replies, got {len(replies)}")
        items, left = [], iter(replies)
        for message, is_answered in zip(sent, answered, strict=True):
            items.append(_message("host", message))
            items += [_message("engine", json.loads(next(left)))] if is_answered else []
        heads = "<div><span>host</span><span>engine</span></div>"
        return _html(f'<div class="messages">{heads}<ol>{"".join(items)}</ol></div>')


def _message(sender: str, message: dict[str, Any]) -> str:
    text = escape(json.dumps(message, ensure_ascii=False), quote=False)
    text = _TYPE.sub(r"<b>\g<0></b>", text, count=1)
    return f'<li class="of-{sender}"><span>{sender}:</span> <code>{text}</code></li>'


# ---- floors ----


class Floors(SphinxDirective):
    """Floors of parts, one above the other."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return a list of floors beside the wall."""
        floors = ["".join(map(_part, line.split("|"))) for line in self.content]
        items = "".join(f"<li>{floor}</li>" for floor in floors)
        return _html(f'<div class="floors"><ol>{items}</ol>{_part(self.arguments[0])}</div>')


def _part(text: str) -> str:
    name, words = _named(text)
    return f"<div><b>{escape(name)}</b> <span>{escape(words)}</span></div>"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.add_directive("payments", Payments)
    app.add_directive("messages", Messages)
    app.add_directive("floors", Floors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
