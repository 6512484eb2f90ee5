"""Links of the documentation from objects to their sources, and descriptions of pages for search engines."""

import inspect
import re
import sys
import tomllib
from pydoc import locate

import pytest
from documentation.pages import ROOT
from documentation.test_pages import DOCS, PAGES

import cpoker_fast

for library in ("sphinx", "click", "rich"):
    pytest.importorskip(library)
if not (DOCS / "_extensions").exists() or not (ROOT / "src").exists():
    pytest.skip("the sources are not here", allow_module_level=True)

sys.path.insert(0, str(DOCS / "_extensions"))
import api  # noqa: E402
import descriptions  # noqa: E402
import project_links  # noqa: E402
import see_also  # noqa: E402
from docutils import nodes  # noqa: E402
from docutils.core import publish_doctree  # noqa: E402
from docutils.parsers.rst import roles  # noqa: E402

URLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]


def source_lines(full):
    """Return the path to which an object is linked, and the text of its lines."""
    module, _, name = full.rpartition(".")
    address = project_links.source_address("py", {"module": module, "fullname": name})
    path, first, last = re.fullmatch(rf"{URLS['Source']}/blob/\w+/(\S+?)#L(\d+)(?:-L(\d+))?", address).groups()
    lines = (ROOT / path).read_text("utf-8").splitlines()
    return path, "\n".join(lines[int(first) - 1 : int(last or first)])


def is_defined(value):
    return isinstance(value, type) or inspect.isroutine(value)


@pytest.mark.parametrize("full", [name for name in api.documented_names() if is_defined(locate(name))])
def test_functions_and_classes_are_linked_to_the_lines_that_define_them(full):
    name = full.rpartition(".")[2]
    path, text = source_lines(full)
    assert path.startswith(("cpoker_fast/", "src/_"))
    assert re.search(rf"\b(def|class|cpdef)\b.* ?\b{getattr(locate(full), '__name__', name)}\b", text)


def test_members_and_compiled_functions_are_linked_and_constants_are_not():
    assert source_lines("cpoker_fast.Rules.to_toml")[1].lstrip().startswith("def to_toml")
    assert source_lines("cpoker_fast.strength")[0] == "src/_ranking.pyx"
    assert "def strength(" in source_lines("cpoker_fast.strength")[1]
    assert project_links.source_address("py", {"module": "cpoker_fast", "fullname": "FOUL"}) is None
    assert project_links.source_address("c", {"names": "cpf_rank"}) is None


def test_files_of_the_repository_are_linked_and_must_exist(capsys):
    roles.register_local_role("source", project_links.Source())
    (link,) = publish_doctree(":source:`examples/house.toml`").findall(nodes.reference)
    assert link["refuri"] == f"{URLS['Source']}/blob/{project_links.COMMIT}/examples/house.toml"
    assert link.astext() == "examples/house.toml"
    publish_doctree(":source:`examples/hose.toml`")
    assert "the repository has no examples/hose.toml" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name in PAGES if re.fullmatch(r"reference/(?!index)\w+\.md", name)])
def test_pages_of_the_reference_name_pages_that_explain_it(name):
    explaining = see_also.pages_of(PAGES[name])
    assert explaining
    assert all(f"{page}.md" in PAGES or page.startswith("rules/presets/") for page in explaining)


SENTENCE = "This sentence is about the length of a sentence, and fills most of a line."


@pytest.mark.parametrize(
    ("text", "description"),
    [
        (f"Short.\n\n{SENTENCE}\n\nMore.", f"Short. {SENTENCE}"),
        (f"{SENTENCE} {SENTENCE} {SENTENCE}", f"{SENTENCE} {SENTENCE}"),
        (f".. note:: Aside.\n\n{SENTENCE}", SENTENCE),
        ("Title\n=====\n\n" + "word " * 50, "word " * 30 + "word..."),
        ("Title\n=====\n", ""),
    ],
)
def test_descriptions_are_the_first_sentences(text, description):
    assert descriptions.description_of(publish_doctree(text)) == description


def test_the_citation_and_the_page_of_the_project_have_the_addresses_and_the_version():
    citation = dict(re.findall(r'(?m)^([\w-]+): "?([^"\n]+)"?$', (ROOT / "CITATION.cff").read_text("utf-8")))
    assert citation["version"] == cpoker_fast.__version__
    assert citation["license"] == "MIT"
    assert citation["repository-code"] == URLS["Source"]
    assert citation["repository-artifact"] == URLS["Homepage"]
    assert citation["url"] == URLS["Documentation"]
    for name in ("Source", "Issues", "Homepage"):
        assert f"({URLS[name]})" in PAGES["project/index.md"]
