"""Boards and open-face positions as pictures: the directives ``{board}`` and ``{position}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

import cpoker_fast as cp

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Picture(SphinxDirective):
    """A picture from the text in the argument; the body is its caption."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def svg(self, text: str) -> str:
        """Return the picture of a text."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Return a figure with the picture inline, so that it follows the colours of the page."""
        try:
            picture = self.svg(" ".join(self.arguments[0].split()))
        except cp.CpokerError as error:
            raise self.error(str(error)) from error
        inline = nodes.raw("", f'<div class="picture">{picture}</div>', format="html")
        figure = nodes.figure("", inline, classes=["align-default"])
        if self.content:
            children, _ = self.parse_inline(" ".join(self.content))
            figure += nodes.caption("", "", *children)
        return [figure]


class BoardPicture(Picture):
    """A complete board, or one with empty places."""

    def svg(self, text: str) -> str:
        """Return the picture of a board."""
        try:
            return cp.Board.parse(text).to_svg()
        except cp.errors.BoardError:
            return cp.game.PartialBoard.parse(text).to_svg()


class PositionPicture(Picture):
    """An open-face position, as `Position.parse` reads it."""

    def svg(self, text: str) -> str:
        """Return the picture of a position."""
        return cp.Position.parse(text).to_svg()


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the directives."""
    app.add_directive("board", BoardPicture)
    app.add_directive("position", PositionPicture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
