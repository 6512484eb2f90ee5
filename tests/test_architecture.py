"""Folders and modules of the package, and the imports between them (docs/background/architecture.md)."""

import ast
import graphlib
import importlib
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import cpoker_fast
import cpoker_fast._core
from cpoker_fast._compiled import MODULES as MODULES_OF_THE_LIBRARY

PACKAGE = Path(cpoker_fast.__file__).parent
SOURCES = Path(__file__).parent.parent / "src"
needs_sources = pytest.mark.skipif(not SOURCES.exists(), reason="the sources are not here")

# In the order in which data flows; a folder imports only from those before it. The ground, "", are the modules beside the
# folders. They import display and system, which import errors and cards.
GROUND = {"display", "system"}
FOLDERS = [
    "", "rulebook", "settling", "c_interface", "arranging", "fields", "game", "engines", "notation", "thinking", "players",
    "studies", "learning", "app", "app.console", "app.rules", "app.engine", "app.bench", "app.table", "app.play",
    "app.recorder", "app.web", "app.commands",
]  # fmt: skip


def python_modules():
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(python_modules())
COMPILED = {f"cpoker_fast.{path.stem}": path for path in SOURCES.glob("_*.pyx")}


def imported_by_python(path):
    """Yield all modules that a file imports: at its head, inside functions and for type checkers only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where a name comes from"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES or inner in COMPILED else node.module


def imported_by_cython(path):
    for file in (path, *path.parent.glob(f"{path.stem}.pxd"), *PACKAGE.glob(f"{path.stem}.pxd")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if cimport := re.match(r"\s*from (cpoker_fast[\w.]*) c?import", line):
                yield cimport[1]


@cache
def graph():
    edges = {name: set(imported_by_python(path)) for name, path in MODULES.items()}
    edges |= {name: set(imported_by_cython(path)) for name, path in COMPILED.items()}
    return {
        name: {module for module in imported if module.startswith("cpoker_fast") and module != name}
        for name, imported in edges.items()
    }


def folder_of(module):
    parts = module.split(".")[1:]
    return next((folder for n in (2, 1) if (folder := ".".join(parts[:n])) in FOLDERS), "")


def test_all_compiled_modules_are_in_one_library():
    """Each C file is linked once, so that modules call its functions directly, without pointers."""
    names = {*MODULES_OF_THE_LIBRARY, "cpoker_fast._core"}
    assert {importlib.import_module(name).__file__ for name in names} == {cpoker_fast._core.__file__}
    if SOURCES.exists():
        assert names == {*COMPILED, "cpoker_fast._shared"}  # which Cython writes


# Functions with their bodies, and tables with their values, that other C files can name.
DEFINED = re.compile(
    r"^(?!static|typedef|extern|CPF_)\w[\w *]*?\b(cpf_\w+)(?=\([^;{}]*\) *\{|(?:\[\w*\])? = )", re.MULTILINE
)


@needs_sources
def test_there_are_no_circles():
    """A C file needs another if it names a function or a table that is defined there."""
    assert len(list(graphlib.TopologicalSorter(graph()).static_order())) > 60  # CycleError shows the circle
    texts = {path.stem: re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL) for path in SOURCES.glob("cpf_*.c")}
    home = {name: file for file, text in texts.items() for name in DEFINED.findall(text)}
    needs = {
        file: {home[name] for name in re.findall(r"\bcpf_\w+", text) if home.get(name, file) != file}
        for file, text in texts.items()
    }
    assert {"cpf_settling", "cpf_naturals"} <= needs["cpf_settling_many"] | needs["cpf_settling"]
    assert len(list(graphlib.TopologicalSorter(needs).static_order())) > 40


def compared_texts(path):
    """Yield texts and names of classes that a file compares with something, also as members of a list."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for operand in [node.left, *node.comparators] if isinstance(node, ast.Compare) else []:
            for part in ast.walk(operand):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.value
                elif isinstance(part, ast.Attribute) and part.attr == "name" and ast.unparse(part.value)[0].isupper():
                    yield ast.unparse(part)


def test_bots_are_distinguished_by_their_attributes_and_not_by_their_names():
    """The registries and `cpf_players` have these attributes. A sort order is called "royalties", too."""
    names = {*cpoker_fast.players.bots()} - {"royalties"}
    assert {"expert", "swift"} <= names
    for path in MODULES.values():
        for text in compared_texts(path):
            assert text not in names, f"{path} compares with {text!r}"
            assert not text.endswith("Expert.name"), f"{path} compares with {text}"
    for path in [*SOURCES.glob("*.pyx"), *SOURCES.glob("*.c")]:
        names_of_bots = r"[=!]= *(CPF_RANDOM|CPF_CAREFUL|CPF_SWIFT|\"(random|careful|swift|expert)\")"
        comparison = re.search(names_of_bots, path.read_text())
        assert not comparison, f"{path} compares with {comparison[1]}"


def test_folders_import_only_from_folders_before_them():
    """Nothing imports the root, which is for users: it names everything."""
    for module, imported in graph().items():
        assert "cpoker_fast" not in imported, module
        place = FOLDERS.index(folder_of(module))
        later = {other for other in imported if FOLDERS.index(folder_of(other)) > place}
        assert module == "cpoker_fast.__main__" or not later, f"{module} imports {later}"


def test_every_folder_is_known_and_listed_in_the_documentation_in_this_order():
    folders = {".".join(path.parent.relative_to(PACKAGE).parts) for path in PACKAGE.rglob("__init__.py")}
    assert folders == {*FOLDERS, *GROUND}
    if not (page := PACKAGE.parent / "docs" / "background" / "architecture.md").exists():
        pytest.skip("the documentation is not here")
    table = page.read_text(encoding="utf-8").partition("| folder | job ")[2].partition("\n\n")[0]
    first_cells = re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE)
    listed = [folder.strip("/").replace("/", ".") for cell in first_cells for folder in re.findall(r"`([\w/]+)`", cell)]
    assert [folder for folder in listed if folder not in GROUND] == [folder for folder in FOLDERS if folder]
    assert {*listed} >= GROUND


def test_folders_import_only_from_the_floors_above_them_in_the_picture_of_the_documentation():
    if not (page := PACKAGE.parent / "docs" / "background" / "architecture.md").exists():
        pytest.skip("the documentation is not here")
    picture = re.search(r"```\{floors\} [^\n]*\n(.*?)\n```", page.read_text(encoding="utf-8"), re.DOTALL)[1]
    lines = [re.findall(r"([\w, ]+):", line) for line in picture.splitlines()]
    floors = {name.strip(): floor for floor, parts in enumerate(lines) for part in parts for name in part.split(",")}
    assert {*floors} - GROUND == {folder for folder in FOLDERS if folder and "." not in folder} | {"cards", "ranking"}
    floor_of = {module: floors.get(folder_of(module).partition(".")[0], 0) for module in graph()}
    for module, imported in graph().items():
        for other in imported & floor_of.keys() if module != "cpoker_fast.__main__" else ():
            is_inside = folder_of(other).partition(".")[0] == folder_of(module).partition(".")[0]
            assert is_inside or floor_of[other] < floor_of[module], f"{module} imports {other}"


@pytest.mark.parametrize("folder", [folder for folder in FOLDERS if folder and "learning" not in folder])
def test_exports_of_folders_hide_none_of_their_modules(folder):
    exported = getattr(importlib.import_module(f"cpoker_fast.{folder}"), "__all__", ())
    assert not set(exported) & {path.stem for path in (PACKAGE / folder.replace(".", "/")).glob("*.py")}


def test_the_root_is_small_and_the_letters_of_ranks_are_written_once():
    assert len(list(PACKAGE.glob("*.py"))) <= 16
    assert len(cpoker_fast.__all__) <= 50
    assert [path.name for path in MODULES.values() if '"23456789TJQKA"' in path.read_text(encoding="utf-8")] == ["cards.py"]


def test_all_errors_are_in_one_module():
    """The root has only their base."""
    classes = {
        value
        for module in map(importlib.import_module, {*MODULES_OF_THE_LIBRARY, "cpoker_fast"})
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__.startswith("cpoker_fast")
    }
    assert {value.__module__ for value in classes} == {"cpoker_fast.errors"}
    assert {name for name in cpoker_fast.__all__ if name.endswith("Error")} == {"CpokerError"}
    for path in MODULES.values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name.endswith(("Error", "Warning")):
                assert path.name == "errors.py", path


def test_payments_for_rows_are_defined_once():
    """Options that pay for won rows are in the table of pairing prices, and nowhere in the core."""
    numbers = re.compile(r"\b(match_points|scoop_bonus|scoop_times|overall_points)\b")
    core = [path for path in SOURCES.iterdir() if path.suffix in (".c", ".h", ".pyx", ".pxd")]
    assert len(core) > 80
    assert not [path.name for path in core if numbers.search(path.read_text(encoding="utf-8"))]
    assert numbers.search((PACKAGE / "rulebook" / "compiling.py").read_text(encoding="utf-8"))


@needs_sources
def test_memory_between_cython_and_c_has_types():
    """NumPy's state of generators is the only exception."""
    lines = (SOURCES / "cpf.pxd").read_text(encoding="utf-8").splitlines()
    assert [line.strip() for line in lines if "void *" in line] == [
        "void *state", "uint32_t (*next_uint32)(void *state) noexcept nogil",
    ]  # fmt: skip
    for path in SOURCES.glob("*.pyx"):
        text = re.sub(r"<PyCFunction> <void \*>", "", path.read_text(encoding="utf-8"))  # Python's table of functions
        assert "void *" not in text, path


def python_functions(text):
    """Yield the name of each function and its lines of code: without docstrings, comments and empty lines."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            is_docstring = isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str)
            docstring = range(first.lineno, first.end_lineno + 1) if is_docstring else ()
            numbers = range(node.lineno, node.end_lineno + 1)
            yield node.name, code_lines(lines[number - 1] for number in numbers if number not in docstring)


def cython_functions(text):
    lines = re.sub(r'^( +)"""(?:.|\n)*?"""\n', "", text, flags=re.MULTILINE).splitlines()
    for number, line in enumerate(lines):
        if head := re.match(r"( *)(?:cdef|cpdef|def) (?!class|extern|enum|struct)[^=]*?(\w+)\(", line):
            signature = next(i for i, rest in enumerate(lines[number:]) if rest.endswith((":", ")")) or " # " in rest)
            end = number + signature + 1
            while end < len(lines) and (not lines[end] or lines[end].startswith(head[1] + " ")):
                end += 1
            yield head[2], code_lines(lines[number:end])


def c_functions(text):
    """Yield the functions of a C file: from the line of a name with arguments to the brace in the first column."""
    without = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.DOTALL)
    for function in re.finditer(
        r"^(?!typedef|enum|struct|extern)\w[^;{}=]*?\b(\w+)\)?\([^;{}]*\) \{\n.*?^\}", without, re.MULTILINE | re.DOTALL
    ):
        yield function[1], code_lines(function[0].splitlines())


def code_lines(lines):
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in lines)


FUNCTIONS = {".py": python_functions, ".pyx": cython_functions, ".c": c_functions, ".h": c_functions}
ROOT = SOURCES.parent
WRITTEN = [
    path
    for folder in ("cpoker_fast", "src", "tools", "benchmarks", "examples", "tests")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in (".py", ".pyi", ".pyx", ".pxd", ".c", ".h")
]


@needs_sources
def test_no_function_has_more_than_60_lines_of_code():
    lines = {
        (path.relative_to(ROOT).as_posix(), name): count
        for path in WRITTEN
        if path.suffix in FUNCTIONS
        for name, count in FUNCTIONS[path.suffix](path.read_text(encoding="utf-8"))
    }
    assert len(lines) > 3000
    assert {suffix for suffix in FUNCTIONS if any(file.endswith(suffix) for file, _ in lines)} == set(FUNCTIONS)
    assert lines["src/cpf_settling.c", "cpf_settle"] > 20
    assert {where: count for where, count in lines.items() if count > 60} == {}


@needs_sources
def test_scripts_import_names_that_exist():
    """No type checker reads tests, and fuzzers and benchmarks do not run in every check."""
    imported = {
        (path.relative_to(ROOT).as_posix(), node.module, alias.name)
        for path in WRITTEN
        if path.suffix == ".py" and PACKAGE not in path.parents
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.split(".")[0] == "cpoker_fast"
        for alias in node.names
    }
    assert {path for path, *_ in imported} > {"tests/fuzzing/parsers.py", "benchmarks/openface.py"}
    assert {(path, f"{module}.{name}") for path, module, name in imported if not can_import(module, name)} == set()


def can_import(module, name):
    """Whether a module has a name, or is a package with a module of it; true without another package that it requires."""
    try:
        return hasattr(importlib.import_module(module), name) or find_spec(f"{module}.{name}") is not None
    except ModuleNotFoundError as error:
        return error.name.split(".")[0] != "cpoker_fast"
