"""Formulas as MathML, which docutils translates from LaTeX, and which browsers show without a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.util import logging

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

_LOGGER = logging.getLogger(__name__)


def _write_formula(translator: HTML5Translator, node: nodes.Element) -> None:
    """Write a formula; warn of one that docutils cannot translate, which fails the build."""
    try:
        formula = tex2mathml(node.astext(), as_block=isinstance(node, nodes.math_block))
    except MathError as error:
        _LOGGER.warning("a formula is no MathML: %s: %s", error, node.astext(), location=node)
    else:
        translator.body.append(formula)
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (_write_formula, None), (_write_formula, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
