"""Configuration of the documentation: `python -m sphinx -n -W docs build/site`."""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

import cpoker_fast

project = "cpoker_fast"
author = "The cpoker_fast founders"
copyright = "2026, the cpoker_fast founders"  # noqa: A001
version = release = cpoker_fast.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.mathjax",
    "sphinx-mathjax-offline",
    "numpydoc",
    "sphinx_click",
    "sphinx_copybutton",
    "sphinx_design",
    "api_names",
    "board_pictures",
    "generated_pages",
    "screenshots",
    "terminal",
]
exclude_patterns = ["_extensions", "_templates", "requirements.txt"]
templates_path = ["_templates"]
nitpicky = True
default_role = "py:obj"

# ---- the reference ----
autosummary_generate = True
autosummary_imported_members = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

# ---- pages ----
myst_enable_extensions = ["amsmath", "attrs_inline", "colon_fence", "deflist", "dollarmath", "substitution"]
myst_heading_anchors = 4
nb_execution_mode = "cache"
nb_execution_cache_path = str(Path(__file__).parent.parent / "build" / "executed_pages")
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

copybutton_prompt_text = r">>> |\.\.\. |\$ |> "
copybutton_prompt_is_regexp = True

# ---- the look ----
html_theme = "furo"
html_title = "cpoker_fast"
html_static_path = ["_static"]
html_favicon = "_static/favicon.svg"
html_css_files = ["site.css"]
html_show_copyright = False
html_copy_source = False


def setup(app: Sphinx) -> None:
    """Register the notation of open-face deals as a language of blocks, without colours."""
    app.add_lexer("ofc", TextLexer)
