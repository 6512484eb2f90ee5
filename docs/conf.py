"""Configuration of the documentation: `python -P -m sphinx -n -W -d build/doctrees docs build/site`."""

import hashlib
import os
import sys
from functools import partial
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from numpydoc import docscrape_sphinx
from numpydoc.xref import DEFAULT_LINKS
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

import api
from project_links import URLS, source_address as linkcode_resolve  # noqa: F401, which is a setting

import cpoker_fast

project = "cpoker_fast"
author = "The cpoker_fast founders"
copyright = "2026, the cpoker_fast founders"  # noqa: A001
version = release = cpoker_fast.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_click",
    "sphinx_copybutton",
    "sphinx_design",
    "all_commands",
    "api",
    "descriptions",
    "diagrams",
    "formulas",
    "generated_pages",
    "navigation",
    "pictures",
    "project_links",
    "search_sections",
    "see_also",
    "shown_commands",
]
exclude_patterns = ["_extensions", "_templates"]
templates_path = ["_templates"]
nitpicky = True
nitpick_ignore = [("py:class", "cpoker_fast.boards.Foul")]  # the type of FOUL, in the alias Answer
default_role = "py:obj"
smartquotes = False  # "--json" and quoted values stay as they are

# ---- the reference ----
autosummary_generate = True
autosummary_imported_members = False
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = True  # links of types: only those of classes of the package, not of `int` or `sequence`
numpydoc_xref_ignore = "all"
numpydoc_xref_aliases = {**{name: name for name in DEFAULT_LINKS}, **api.class_names()}
python_maximum_signature_line_length = 100

# numpydoc makes an environment for each docstring. With this cache, it does not compile its template each time.
templates = Path(__file__).parent.parent / "build" / "templates"
templates.mkdir(parents=True, exist_ok=True)
docscrape_sphinx.SandboxedEnvironment = partial(
    docscrape_sphinx.SandboxedEnvironment, bytecode_cache=FileSystemBytecodeCache(str(templates))
)

# ---- pages ----
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 4
nb_execution_mode = "cache"
package = Path(cpoker_fast.__file__).parent
benchmarks = Path(__file__).parent.parent / "benchmarks"
sources = [*sorted(package.rglob("*.*")), *sorted(benchmarks.rglob("*.[jp]*"))]
parts = [path.read_bytes() for path in sources if path.is_file() and path.suffix != ".pyc"]
state = hashlib.sha256(b"".join(parts)).hexdigest()[:16]  # so that pages run again after a change of what they show
nb_execution_cache_path = str(Path(__file__).parent.parent / "build" / "executed_pages" / state)
nb_execution_raise_on_error = True
nb_execution_timeout = 600  # seconds of a cell, on a busy machine
nb_merge_streams = True
nb_render_markdown_format = "myst"  # with tables

# Charts are SVG. A kernel reads this setting from a folder of the build, in place of the user's folder.
kernel_settings = Path(__file__).parent.parent / "build" / "ipython"
profile = kernel_settings / "profile_default"
profile.mkdir(parents=True, exist_ok=True)
(profile / "ipython_kernel_config.py").write_text("c.InlineBackend.figure_formats = {'svg'}\n", "utf-8")
os.environ["IPYTHONDIR"] = str(kernel_settings)

copybutton_prompt_text = r">>> |\.\.\. |\$ |> "
copybutton_prompt_is_regexp = True

# ---- the look ----
html_theme = "furo"
html_title = "cpoker_fast"
html_static_path = ["_static"]
html_baseurl = URLS["Changelog"].rpartition("/")[0] + "/"  # of the canonical address of each page
html_favicon = "_static/favicon.svg"
html_css_files = ["site.css"]
built = Path(__file__).parent.parent / "build" / "page"  # tools/build_page.py writes its folder `play`, which runs examples
html_extra_path = [str(built)] if built.exists() else []
html_js_files = ["site.js", *(["examples.js"] if built.exists() else [])]
if built.exists():
    tags.add("has_play")  # noqa: F821, which Sphinx defines
html_math_renderer = "mathml"  # of the extension `formulas`
html_show_copyright = False
html_copy_source = False


def setup(app: Sphinx) -> None:
    """Register the language of blocks with open-face deals, which has no colours."""
    app.add_lexer("ofc", TextLexer)
