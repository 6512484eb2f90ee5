"""Markdown pages: their blocks, and running their examples."""

import doctest
import re

OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
_BLOCK = re.compile(r"(?ms)^( *)(`{3,}|:{3,})([^\n`]*)\n(.*?)^\1\2 *$")


def blocks(text):
    """Return the kind and the content of each fenced block, such as ``('python', '>>> ...')``."""
    return [(kind.strip(), content) for _, _, kind, content in _BLOCK.findall(text)]


def run_examples(path):
    """Run the examples in the Python blocks of a page as one session; return how many ran."""
    text = path.read_text(encoding="utf-8")
    lines = [""] * (text.count("\n") + 1)  # what is outside the blocks is blank, so that failures name lines of the page
    for match in _BLOCK.finditer(text):
        if match[3].strip() == "python":
            first = text.count("\n", 0, match.start(4))
            content = match[4].splitlines()
            lines[first : first + len(content)] = content
    test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, path.name, str(path), 0)
    result = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
    assert result.failed == 0
    return result.attempted
