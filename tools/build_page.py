"""Build the folder of the page "Play and analyze", which any web server or a disk can show.

    python tools/build_wasm.py wheel numpy
    npm ci --prefix tools/web
    python tools/build_page.py build/wasm/wheels

WHEELS is a folder with the WebAssembly wheels of cpoker_fast and NumPy. The package itself must be built, too. The page
continues from an image of Python's memory, which is saved here after the imports; so it starts in about a second.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath
from typing import Any

import click
from build_wasm import run

from cpoker_fast._version import __version__
from cpoker_fast.app.web.files import page_files

WEB = Path(__file__).parent / "web"
PACKAGES = WEB / "node_modules"
SITE = "/lib/python3.13/site-packages"
STANDARD = "/lib/python313.zip"
MOST_BYTES = 15_000_000
"""Limit of all files, which one visit loads."""
DROPPED = re.compile(r"\.dist-info/|\.(pyi|pxd|h|txt)$")
"""Files of wheels that Python does not need."""


def stage(wheels: list[Path], folder: Path) -> None:
    """Write the files of Python, NumPy and the package as Pyodide has them, with compiled modules."""
    modules, site = folder / "lib" / "standard", folder / SITE[1:]
    with zipfile.ZipFile(PACKAGES / "pyodide" / "python_stdlib.zip") as archive:
        archive.extractall(modules)
    libraries = []
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            names = sorted(name for name in archive.namelist() if not DROPPED.search(name))
            archive.extractall(site, names)
            libraries += [f"{SITE}/{name}" for name in names if name.endswith(".so")]
    for documents in site.glob("numpy/_core/_add_newdocs*.py"):
        documents.write_bytes(b"")  # only texts of help()
    (folder / "libraries.json").write_text(json.dumps(libraries), "utf-8")
    (folder / "modules.json").write_text(run([sys.executable, WEB / "every_question.py"]), "utf-8")
    run(["node", WEB / "make_image.mjs", folder / "lib"])
    write_zip(folder / STANDARD[1:], modules)
    shutil.rmtree(modules)


def files_in(folder: Path) -> list[Path]:
    """Return all files below a folder, in the order of their names."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def write_zip(path: Path, modules: Path) -> None:
    """Write an archive of compiled modules."""
    with zipfile.ZipFile(path, "w") as archive:
        for module in files_in(modules):
            if module.suffix == ".pyc":
                archive.writestr(zipfile.ZipInfo(module.relative_to(modules).as_posix()), module.read_bytes())


def archive_of(folder: Path) -> bytes:
    """Return a tar archive of the files that Python still reads: not of modules, which the image has."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in files_in(folder):
            if path.suffix not in (".pyc", ".zip"):
                entry = tarfile.TarInfo(PurePosixPath("/", path.relative_to(folder)).as_posix())
                entry.size = path.stat().st_size
                archive.addfile(entry, io.BytesIO(path.read_bytes()))
    return target.getvalue()


def script_of(name: str, content: bytes) -> tuple[bytes, dict[str, Any]]:
    """Return a script that hands over compressed bytes, and what reads it: `cpoker_fast/app/web/page/parts.js`."""
    packed = gzip.compress(content, 9, mtime=0)
    for byte, letter in ((b"\\", b"\\"), (b"\n", b"n"), (b"\r", b"r"), (b'"', b'"')):
        packed = packed.replace(byte, b"\\" + letter)
    before, after = f'cpokerPart.{name}("'.encode(), b'");\n'
    script = before + packed + after
    place = {"bytes": len(script), "start": len(before), "end": len(script) - len(after)}
    return script, {"file": named(f"engine-{name}.js", script), **place}


def bundle(entry: Path, constants: dict[str, Any]) -> bytes:
    """Return a module with all that it imports as one script, in which constants are defined."""
    defined = [f"--define:{name}={json.dumps(value)}" for name, value in constants.items()]
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "bundle.js")
        run([
            PACKAGES / ".bin" / "esbuild", entry, "--bundle", "--minify", "--format=iife", "--charset=utf8",
            "--target=es2022", "--external:node:*", "--external:ws", "--log-level=error", "--legal-comments=none",
            f"--alias:pyodide={(PACKAGES / 'pyodide' / 'pyodide.mjs').resolve()}", f"--outfile={output}", *defined,
        ])  # fmt: skip
        return output.read_bytes()


def named(name: str, content: bytes) -> str:
    """Return the name of a file with a hash of its content, so that browsers never show an old one."""
    stem, _, suffix = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(content).hexdigest()[:10]}.{suffix}"


def engine_parts(wheels: list[Path], sources: Path, work: Path) -> dict[str, bytes]:
    """Return the parts of the engine by name."""
    folder, image = work / "stage", work / "image"
    stage(wheels, folder)
    click.echo(run(["node", WEB / "make_image.mjs", folder, image]), nl=False)
    code = (PACKAGES / "pyodide" / "pyodide.asm.js").read_bytes() + b"\n" + bundle(sources / "worker.js", {})
    return {
        "code": code,
        "runtime": (PACKAGES / "pyodide" / "pyodide.asm.wasm").read_bytes(),
        "python": archive_of(folder),
        "image": image.read_bytes(),
    }


def components(wheels: list[Path]) -> list[dict[str, str]]:
    """Return the names, versions, licences and addresses of what the page consists of."""
    versions = {path.name.split("-")[0]: path.name.split("-")[1] for path in wheels}
    version = json.loads((PACKAGES / "pyodide" / "package.json").read_text("utf-8"))["version"]
    lock = json.loads((PACKAGES / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    lit = json.loads((PACKAGES / "lit-html" / "package.json").read_text("utf-8"))["version"]
    urls = tomllib.loads((WEB.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    listed = [
        ("cpoker_fast", __version__, "MIT", urls["Source"]),
        ("Pyodide", version, "MPL-2.0", "https://github.com/pyodide/pyodide"),
        ("Python", lock["info"]["python"], "PSF-2.0", "https://www.python.org"),
        ("NumPy", versions["numpy"], "BSD-3-Clause", "https://numpy.org"),
        ("lit-html", lit, "BSD-3-Clause", "https://lit.dev"),
    ]
    return [dict(zip(("name", "version", "licence", "address"), component, strict=True)) for component in listed]


def licences(wheels: list[Path]) -> str:
    """Return the licences of what the page consists of, as text."""
    texts = {"cpoker_fast": (WEB.parents[1] / "LICENSE").read_text("utf-8")}
    texts["Pyodide"] = (
        "Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/. Source: https://github.com/pyodide/pyodide\n"
    )
    texts["Python"] = Path(os.__file__).with_name("LICENSE.txt").read_text("utf-8")
    with zipfile.ZipFile(next(path for path in wheels if path.name.startswith("numpy-"))) as archive:
        names = [name for name in archive.namelist() if re.search(r"\.dist-info/(licenses/)?LICEN[CS]E", name)]
        texts["NumPy"] = "\n".join(archive.read(name).decode() for name in names)
    texts["lit-html"] = (PACKAGES / "lit-html" / "LICENSE").read_text("utf-8")
    return "\n\n".join(f"==== {name} ====\n\n{text}" for name, text in texts.items())


def page(wheels: list[Path], work: Path) -> dict[str, bytes]:
    """Return the files of the folder by name."""
    sources = work / "page"
    sources.mkdir()
    contents = page_files("worker")
    for name, content in contents.items():
        (sources / name).write_bytes(content)
    files, parts = {}, {}
    for name, content in engine_parts(wheels, sources, work).items():
        script, parts[name] = script_of(name, content)
        files[parts[name]["file"]] = script
    html = contents["index.html"].decode()
    program = bundle(sources / "main.js", {"PARTS": parts, "COMPONENTS": components(wheels)})
    html = html.replace('<script type="module" src="main.js">', f'<script defer src="{named("page.js", program)}">')
    for name, content in {"page.js": program, **contents}.items():
        if name == "page.js" or name.endswith((".css", ".svg")):
            files[named(name, content)] = content
            html = html.replace(f'"{name}"', f'"{named(name, content)}"')
    files["index.html"] = html.encode()
    files["licences.txt"] = licences(wheels).encode()
    version = hashlib.sha256(b"".join(files.values())).hexdigest()[:10]
    saved = [
        "./",
        *sorted(name for name in files if not name.startswith(("engine-", "licences"))),
    ]  # parts.js saves the engine
    files["offline.js"] = bundle(sources / "offline.js", {"FILES": saved, "VERSION": version})
    return files


@click.command(help=__doc__)
@click.argument("wheels", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--out", default="build/page/play", type=click.Path(file_okay=False, path_type=Path), help="Folder to write.")
def build(wheels: Path, out: Path) -> None:
    """Build the folder, and list its files."""
    found = sorted(wheels.glob("*wasm32.whl"))
    if [path.name.partition("-")[0] for path in found] != ["cpoker_fast", "numpy"]:
        expected = "expected one wheel of cpoker_fast and one of NumPy, for WebAssembly"
        raise click.ClickException(f"{wheels}: {expected}, got {len(found)}: run tools/build_wasm.py wheel numpy")
    if not (PACKAGES / "pyodide").exists():
        raise click.ClickException("Pyodide is not installed: run npm ci --prefix tools/web")
    with tempfile.TemporaryDirectory() as work:
        files = page(found, Path(work).resolve())
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    for name, content in sorted(files.items()):
        (out / name).write_bytes(content)
        click.echo(f"{len(content):12,} {name}")
    size = sum(map(len, files.values()))
    click.echo(f"{size:12,} bytes in {out}")
    if size > MOST_BYTES:
        raise click.ClickException(f"expected at most {MOST_BYTES:,} bytes")


if __name__ == "__main__":
    build()
