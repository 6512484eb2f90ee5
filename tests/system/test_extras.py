"""Commands that install the libraries of an extra, for each origin of the package."""

import json
import shlex

import pytest

from cpoker_fast.system.extras import install_command


@pytest.fixture
def package(tmp_path):
    """Return the folder of a package that pip has installed."""
    folder = tmp_path / "site-packages" / "cpoker_fast"
    folder.mkdir(parents=True)
    return folder


def install(package, origin):
    """Write pip's record of the origin, the file direct_url.json, which an index does not have (PEP 610)."""
    note = package.parent / "cpoker_fast-0.1.0.dist-info"
    note.mkdir()
    (note / "METADATA").write_text("Metadata-Version: 2.1\nName: cpoker_fast\nVersion: 0.1.0\n")
    if origin:
        (note / "direct_url.json").write_text(json.dumps(origin))


def test_from_an_index(package):
    install(package, None)
    assert install_command("play", package) == "pip install 'cpoker_fast[play]'"


@pytest.mark.parametrize(("is_editable", "option"), [(True, "-e "), (False, "")])
def test_from_a_folder(package, tmp_path, monkeypatch, is_editable, option):
    tree = tmp_path / "a source tree"
    tree.mkdir()
    install(package, {"url": tree.as_uri(), "dir_info": {"editable": True} if is_editable else {}})
    assert install_command("play", package) == f"pip install {option}{shlex.quote(f'{tree}[play]')}"
    monkeypatch.chdir(tree)
    assert install_command("play", package) == f"pip install {option}'.[play]'"
    monkeypatch.chdir(tmp_path)
    tree.rmdir()  # as after a build in a temporary folder
    assert install_command("play", package) == "pip install 'cpoker_fast[play]'"


def test_in_the_source_tree(tmp_path, monkeypatch):
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "cpoker_fast").mkdir()
    assert install_command("cli", tmp_path / "cpoker_fast") == f"pip install -e {shlex.quote(f'{tmp_path}[cli]')}"
    monkeypatch.chdir(tmp_path)
    assert install_command("cli", tmp_path / "cpoker_fast") == "pip install -e '.[cli]'"


@pytest.mark.parametrize(
    ("origin", "place"),
    [
        ({"url": "file:///tmp/a.whl", "archive_info": {}}, "file:///tmp/a.whl"),
        ({"url": "https://a.b/c", "vcs_info": {"vcs": "git", "commit_id": "f00"}}, "git+https://a.b/c@f00"),
    ],
    ids=["a file", "a repository"],
)
def test_from_elsewhere(package, origin, place):
    install(package, origin)
    assert install_command("rl", package) == f"pip install 'cpoker_fast[rl] @ {place}'"
