"""Commands that install the libraries of an extra, from the same source as the package."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from cpoker_fast.errors import CpokerError

__all__ = ["install_command", "needs_extra"]

_NAME = "cpoker_fast"


def needs_extra(feature: str, extra: str) -> CpokerError:
    """Return the error for a feature whose library is missing, with the command that installs the extra."""
    return CpokerError(f"{feature} needs one more library: run `{install_command(extra)}`")


def install_command(extra: str, package: Path = Path(__file__).parent.parent) -> str:
    """Return the command that installs the libraries of an extra; `package` is the folder of this package."""
    if (package.parent / "pyproject.toml").is_file():
        return _from_folder(package.parent, extra, is_editable=True)
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    origin = _origin(package)
    url = origin.get("url", "")
    if "dir_info" in origin and (folder := Path(url2pathname(urlsplit(url).path))).is_dir():
        return _from_folder(folder, extra, is_editable=bool(origin["dir_info"].get("editable")))
    if "archive_info" in origin:
        return f"pip install {shlex.quote(f'{_NAME}[{extra}] @ {url}')}"
    if "vcs_info" in origin:
        revision = f"{origin['vcs_info']['vcs']}+{url}@{origin['vcs_info']['commit_id']}"
        return f"pip install {shlex.quote(f'{_NAME}[{extra}] @ {revision}')}"
    return f"pip install {shlex.quote(f'{_NAME}[{extra}]')}"


def _from_folder(folder: Path, extra: str, *, is_editable: bool) -> str:
    place = "." if folder.resolve() == Path.cwd() else folder
    return f"pip install {'-e ' * is_editable}{shlex.quote(f'{place}[{extra}]')}"


def _origin(package: Path) -> dict[str, Any]:
    """Return the source that pip recorded (`direct_url.json`, PEP 610); empty for a package index or an unknown source."""
    import json
    from importlib.metadata import distributions

    in_folder = distributions(name=_NAME, path=[str(package.parent)])
    for installed in (*in_folder, *distributions(name=_NAME)):
        origin: dict[str, Any] = json.loads(installed.read_text("direct_url.json") or "{}")
        return origin
    return {}
