"""Build the wheels of this package and of NumPy for Pyodide, which runs Python in browsers, and try them under Node.

    python tools/build_wasm.py wheel check

The runtime is the npm package in tools/web. The headers of its C library come from Debian's package emscripten, which is
downloaded and unpacked, but not installed. Requires clang-19, lld-19, llvm, Node, npm, a CPython of Pyodide's
version with its headers, and the dependency group "wasm". All results are in one folder, where a later call finds them.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import click

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "tools" / "web"
RUNTIME = WEB / "node_modules" / "pyodide"
SIGNATURE = WEB / "signature.py"
COMPILER = ROOT / "tools" / "wasm_compiler"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
NODE = ("node", "--stack-size=7000", str(WEB / "in_pyodide.mjs"))  # rules files overflow the default stack
SYSROOT = "usr/share/emscripten/cache/sysroot"
SYSCONFIG = "_sysconfigdata__emscripten_wasm32-emscripten"
NUMPY = "numpy==2.2.5 --hash=sha256:a9c0d994680cd991b1cb772e8b297340085466a6fe964bc9d4e80f5e2f43c291"
NUMPY_OPTIONS = {
    "setup-args": ["-Dblas=none", "-Dlapack=none", "-Dallow-noblas=true", "-Ddisable-optimization=true"],
    "install-args": ["--tags=runtime,python-runtime"],
}
# Parts of NumPy that neither its core nor this package imports.
UNUSED = re.compile(
    r"numpy/(f2py|fft|polynomial|typing|_pyinstaller|_core/(include|lib))/.*"
    r"|numpy/random/(lib|_examples)/.*|numpy/linalg/lapack_lite.*|.*/tests/.*|.*\.(pyi|pxd|pyx|h|a)|.*\.dist-info/RECORD"
)
CROSS_FILE = """\
[binaries]
c = {compiler}
cpp = {compiler_of_cpp}
ar = '{archiver}'
strip = 'true'
python = '{python}'
[properties]
needs_exe_wrapper = true
skip_sanity_check = true
longdouble_format = 'IEEE_QUAD_LE'
[built-in options]
c_args = ['-Wno-everything']
cpp_args = ['-Wno-everything']
[host_machine]
system = 'emscripten'
cpu_family = 'wasm32'
cpu = 'wasm'
endian = 'little'
"""


def run(command: Sequence[str | Path], **options: Any) -> str:
    """Run a program, and return its output; an error if it is not installed, or fails."""
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout
    except FileNotFoundError:
        raise click.ClickException(f"there is no {command[0]}") from None
    except subprocess.CalledProcessError as error:
        raise click.ClickException(f"{error.stdout}{command[0]} failed with exit status {error.returncode}") from None


def one_of(folder: Path, pattern: str, command: str) -> Path:
    """Return the only file that matches a pattern; an error that names the command that makes it."""
    paths = list(folder.glob(pattern))
    if len(paths) != 1:
        raise click.ClickException(f"{folder}: expected one {pattern}, got {len(paths)}; run the command `{command}`")
    return paths[0]


def find_program(*names: str) -> str:
    """Return the first program that is installed."""
    path = next((name for name in names if shutil.which(name)), None)
    if path is None:
        raise click.ClickException(f"there is no {' and no '.join(names)}")
    return path


class Toolchain:
    """Compiler, headers and configuration of the runtime, in a folder that keeps all of them."""

    def __init__(self, folder: Path, python: str | None, sysroot: Path | None) -> None:
        self.folder = folder.resolve()
        self.wheels = self.folder / "wheels"
        self.venv = self.folder / "venv"
        self.python = self.venv / "bin" / "python"
        self._python = python
        self._sysroot = sysroot

    @cached_property
    def runtime(self) -> dict[str, str]:
        """Properties of the runtime, which is installed first if it is missing."""
        pinned = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]["node_modules/pyodide"]["version"]
        manifest = RUNTIME / "package.json"
        if not manifest.exists() or json.loads(manifest.read_text("utf-8"))["version"] != pinned:
            run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=WEB)
        info: dict[str, str] = json.loads((RUNTIME / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
        return info

    @property
    def version(self) -> str:
        """Version of the runtime's CPython: 3.13."""
        return ".".join(self.runtime["python"].split(".")[:2])

    @property
    def platform(self) -> str:
        """Platform tag of wheels for the runtime (PEP 783)."""
        return f"pyemscripten_{self.runtime['abi_version']}_wasm32"

    def find_python(self) -> str:
        """Return the path of a CPython of the runtime's version."""
        name = self._python or f"python{self.version}"
        # pyenv's python3.13 starts its version 3.13 only if a variable names it.
        answer = run(
            [name, "-c", "import sys; print('%d.%d' % sys.version_info[:2], sys.executable)"],
            env=os.environ | {"PYENV_VERSION": self.version},
        )
        version, _, path = answer.strip().partition(" ")
        if version != self.version:
            raise click.ClickException(f"--python {name}: expected CPython {self.version}, got {version}")
        return path

    @property
    def configuration(self) -> Path:
        """The module with the configuration of the runtime's CPython, in the environment."""
        return self.venv / "lib" / f"python{self.version}" / "site-packages" / f"{SYSCONFIG}.py"

    def prepare(self) -> None:
        """Write the headers, the configuration, and the names of the functions that the runtime exports."""
        for name in ("clang-19", "wasm-ld-19"):
            find_program(name)
        self.wheels.mkdir(parents=True, exist_ok=True)
        if not (self.folder / "sysroot").exists():
            self.copy_headers_of_c()
        if not self.configuration.exists():
            self.make_venv()
        self.write_headers_of_python()
        script = "console.log(WebAssembly.Module.exports(await WebAssembly.compile(fs.readFileSync(process.argv[1]))).map"
        script += "(({ name }) => name).join('\\n'))"
        command = ["node", "--input-type=module", "-e", f"import fs from 'node:fs'; {script}", RUNTIME / "pyodide.asm.wasm"]
        (self.folder / "exports.txt").write_text(run(command), encoding="utf-8")

    def copy_headers_of_c(self) -> None:
        """Copy the headers of Emscripten's C library, of the package of the system's distribution if none were given."""
        with TemporaryDirectory(dir=self.folder) as scratch:
            sysroot = self._sysroot
            if sysroot is None:
                run(["apt-get", "download", "emscripten"], cwd=scratch)
                run(["dpkg-deb", "--extract", one_of(Path(scratch), "*.deb", "wheel"), scratch])
                sysroot = Path(scratch, SYSROOT)
            copy = Path(scratch, "copy")
            shutil.copytree(sysroot / "include", copy / "include")
            types = copy / "include" / "bits" / "alltypes.h"
            text = types.read_text(encoding="utf-8")
            # The distribution's Emscripten is older than that of the runtime, whose time_t has 64 bits.
            changed = re.sub(r"typedef (long|_Int64|long long) time_t;", "typedef long long time_t;", text)
            if "typedef long long time_t;" not in changed:
                raise click.ClickException(f"{types}: expected a typedef of time_t")
            types.write_text(changed, encoding="utf-8")
            copy.rename(self.folder / "sysroot")

    def make_venv(self) -> None:
        """Make an environment of CPython with the build tools, and at last the configuration of the runtime."""
        shutil.rmtree(self.venv, ignore_errors=True)
        run([self.find_python(), "-m", "venv", "--without-pip", self.venv])
        run([*PIP, "--python", self.venv, "install", "pip", "--group", f"{ROOT}/pyproject.toml:wasm"])
        with ZipFile(RUNTIME / "python_stdlib.zip") as archive:
            archive.extract(self.configuration.name, self.configuration.parent)

    def write_headers_of_python(self) -> None:
        """Copy the headers of CPython, with the configuration of the runtime in pyconfig.h."""
        local = run([self.python, "-c", "import sysconfig; print(sysconfig.get_path('include'))"]).strip()
        copy = self.folder / "python"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(local, copy)
        variables = runpy.run_path(str(self.configuration))["build_time_vars"]
        names = re.findall(
            r"^(?:#\s*define|/\* #undef) (\w+)", (copy / "pyconfig.h").read_text(encoding="utf-8"), re.MULTILINE
        )
        defined = [f"#define {name} {variables[name]}\n" for name in names if variables.get(name) not in (None, 0, "")]
        # The configuration has no names that begin with an underscore. CPython always defines this one.
        (copy / "pyconfig.h").write_text("".join(["#pragma once\n#define _GNU_SOURCE 1\n", *defined]), encoding="utf-8")

    def compiler(self, *options: str) -> list[str]:
        """Return the command of the compiler."""
        return [str(self.python), "-IS", str(COMPILER), *options]

    def environment(self) -> dict[str, str]:
        """Return the environment in which CPython builds for the runtime."""
        return os.environ | {
            "CC": " ".join(self.compiler()),
            "LDSHARED": " ".join(self.compiler("-shared")),
            "CPOKER_FAST_WASM": str(self.folder),
            "PATH": f"{self.venv / 'bin'}:{os.environ['PATH']}",
            "_PYTHON_SYSCONFIGDATA_NAME": SYSCONFIG,
            "_PYTHON_HOST_PLATFORM": self.platform,
        }

    def build(self, output: Path, *arguments: str, without: Sequence[str] = ()) -> None:
        """Build a wheel with pip, without some variables of the environment."""
        environment = {name: value for name, value in self.environment().items() if name not in without}
        command = [self.python, *PIP[1:], "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", output]
        run([*command, *arguments], env=environment)


pass_toolchain = click.make_pass_decorator(Toolchain)


@click.group(help=__doc__, chain=True)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT / "build" / "wasm",
    help="Folder of all results, build/wasm by default.",
)
@click.option("--python", metavar="PROGRAM", help="CPython of Pyodide's version, such as python3.13, the default.")
@click.option(
    "--sysroot",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with the headers of Emscripten's C library in include/; by default, they are downloaded once.",
)
@click.pass_context
def main(context: click.Context, folder: Path, python: str | None, sysroot: Path | None) -> None:
    context.obj = Toolchain(folder, python, sysroot)


@main.command()
@pass_toolchain
def wheel(toolchain: Toolchain) -> None:
    """Build the wheel of this package."""
    toolchain.prepare()
    for old in toolchain.wheels.glob("cpoker_fast-*"):
        old.unlink()
    toolchain.build(toolchain.wheels, str(ROOT))
    report(one_of(toolchain.wheels, "cpoker_fast-*", "wheel"))


def report(path: Path) -> None:
    """Print the size of a wheel."""
    click.echo(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


@main.command()
@pass_toolchain
def numpy(toolchain: Toolchain) -> None:
    """Build the wheel of NumPy, with the parts that this package uses, unless there is one."""
    toolchain.prepare()
    if not list(toolchain.wheels.glob("numpy-*")):
        with TemporaryDirectory(dir=toolchain.folder) as name:
            build_numpy(toolchain, Path(name))
    report(one_of(toolchain.wheels, "numpy-*", "numpy"))


def build_numpy(toolchain: Toolchain, scratch: Path) -> None:
    """Build NumPy from its sdist, and drop its unused parts."""
    from wheel.wheelfile import WheelFile  # the dependency group "wasm"

    cross_file, requirements = scratch / "pyodide.ini", scratch / "numpy.txt"
    values: Mapping[str, object] = {
        "compiler": toolchain.compiler(),
        "compiler_of_cpp": toolchain.compiler("--cpp"),
        "archiver": find_program("llvm-ar-19", "llvm-ar"),
        "python": toolchain.python,
    }
    cross_file.write_text(CROSS_FILE.format_map(values), encoding="utf-8")
    # pip builds twice, first for the metadata; in the same folder, the second time finds all objects.
    settings = NUMPY_OPTIONS | {"build-dir": [str(scratch / "build")]}
    settings["setup-args"] = [f"--cross-file={cross_file}", *settings["setup-args"]]
    options = [f'--config-settings="{key}={value}"' for key, values in settings.items() for value in values]
    requirements.write_text(" ".join([NUMPY, *options]), encoding="utf-8")
    # A wheel of this version in pip's cache may have been built with other options.
    toolchain.build(scratch, "--no-cache-dir", "--no-binary=numpy", "-r", str(requirements), without=("CC", "LDSHARED"))
    whole = one_of(scratch, "numpy-*.whl", "numpy")
    smaller = scratch / "smaller" / whole.name
    smaller.parent.mkdir()
    with WheelFile(whole) as source, WheelFile(smaller, "w") as target:
        for entry in source.infolist():
            if not UNUSED.fullmatch(entry.filename):
                target.writestr(entry, source.read(entry))
    smaller.rename(toolchain.wheels / whole.name)


@main.command()
@pass_toolchain
def check(toolchain: Toolchain) -> None:
    """Compare results in Pyodide with those here, without NumPy."""
    path = one_of(toolchain.wheels, "cpoker_fast-*", "wheel")
    here = run([sys.executable, SIGNATURE])
    in_pyodide = run([*NODE, "--wheel", path, "--mount", WEB, SIGNATURE])
    if here != in_pyodide:
        raise click.ClickException(f"results differ: {here.strip()} here, {in_pyodide.strip()} in Pyodide")
    click.echo(f"Pyodide has the same results: {here.strip()}")


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@pass_toolchain
def test(toolchain: Toolchain, arguments: tuple[str, ...]) -> None:
    """Run tests in Pyodide, with NumPy; ARGUMENTS are those of pytest."""
    path = one_of(toolchain.wheels, "cpoker_fast-*", "wheel")
    one_of(toolchain.wheels, "numpy-*", "numpy")
    site = toolchain.folder / "site"
    shutil.rmtree(site, ignore_errors=True)
    command = [*PIP, "install", "--target", site, "--no-compile", "--only-binary=:all:"]
    target = ["--implementation=cp", f"--python-version={toolchain.version}", f"--platform={toolchain.platform}"]
    run([*command, *target, f"--find-links={toolchain.wheels}", f"{path}[cli]", "--group", f"{ROOT}/pyproject.toml:core"])
    folders = [ROOT] if site.is_relative_to(ROOT) else [ROOT, site]
    mounted = [option for folder in folders for option in ("--mount", folder)]
    pytest = ["-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "faulthandler_timeout=0", *arguments]
    status = subprocess.run([*NODE, *mounted, "--site", site, *pytest], cwd=ROOT, check=False).returncode
    if status:
        raise click.exceptions.Exit(status)


if __name__ == "__main__":
    main()
