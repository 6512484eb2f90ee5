"""Compile and link for Pyodide with Clang and LLD, with the command line of a common C compiler.

Builds call it as their C compiler, C++ compiler and linker; tools/build_wasm.py sets it up. The environment variable
CPOKER_FAST_WASM names a folder with the headers of Emscripten's C library in sysroot/include, those of Pyodide's CPython in
python, and the names of the functions that Pyodide exports in exports.txt.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

VERSION = "19"
"""Version of Clang and LLD."""
EMSCRIPTEN = (4, 0, 9)
"""Version of Emscripten that built Pyodide; the headers, which are only declarations, may be older."""
# Options of threads, of Emscripten's own, of GNU's linker, and of libraries, which are all in Pyodide.
_DROPPED = re.compile(r"--cpp|-pthread|-fwasm-exceptions|-shared|-s[A-Z].*|-Wl,.*|-[Ll].*")
_SIDE_MODULE = [
    "-shared", "--experimental-pic", "--import-memory", "--unresolved-symbols=import-dynamic", "--no-shlib-sigcheck",
    "--strip-all", "--gc-sections", "--export-if-defined=__wasm_apply_data_relocs",
    "--export-if-defined=__wasm_call_ctors", "-O2",
]  # fmt: skip


def _compile_command(folder: Path, arguments: list[str], *, is_cpp: bool) -> list[str]:
    include = folder / "sysroot" / "include"
    command = [f"clang++-{VERSION}" if is_cpp else f"clang-{VERSION}", "--target=wasm32-unknown-emscripten", "-fPIC"]
    command += [f"--sysroot={folder / 'sysroot'}", f"-I{folder / 'python'}"]
    command += [f"-D__EMSCRIPTEN_{part}__={n}" for part, n in zip(("major", "minor", "tiny"), EMSCRIPTEN, strict=True)]
    if is_cpp:
        command += ["-nostdinc++", "-isystem", str(include / "c++" / "v1"), "-isystem", str(include / "compat")]
        command += ["-D_LIBCPP_ABI_VERSION=2", "-fignore-exceptions"]
    return [*command, *arguments]


def _link_command(folder: Path, arguments: list[str], output: str, *, is_shared: bool) -> list[str]:
    inputs = [name for name in arguments if name.endswith((".o", ".a"))]
    if is_shared:
        mode = _SIDE_MODULE
    else:  # a program by which a build finds out whether a function exists
        exports = folder / "exports.txt"
        mode = ["--no-entry", "--export-if-defined=main", f"--allow-undefined-file={exports}", "--import-memory"]
    return [f"wasm-ld-{VERSION}", *mode, *inputs, "-o", output]


def main(arguments: list[str]) -> int:
    """Run Clang, and LLD unless the options say not to link; return the exit status."""
    folder, is_cpp, is_shared = Path(os.environ["CPOKER_FAST_WASM"]), "--cpp" in arguments, "-shared" in arguments
    if "-Wl,--version" in arguments:
        return subprocess.run([f"wasm-ld-{VERSION}", "--version"], check=False).returncode
    is_linking = not {"-c", "-E", "-S", "-M", "--version", "-v"} & set(arguments)
    kept = [name for name in arguments if not _DROPPED.fullmatch(name)]
    if not is_linking:
        return subprocess.run(_compile_command(folder, kept, is_cpp=is_cpp), check=False).returncode
    output = "a.out"
    if "-o" in kept:
        position = kept.index("-o")
        output = kept[position + 1]
        del kept[position : position + 2]
    with tempfile.TemporaryDirectory() as scratch:
        sources = [name for name in kept if name.endswith((".c", ".cc", ".cpp", ".cxx"))]
        options = [name for name in kept if name not in sources and not name.endswith((".o", ".a"))]
        for number, source in enumerate(sources):
            compiled = f"{scratch}/{number}.o"
            command = _compile_command(folder, [*options, "-c", source, "-o", compiled], is_cpp=is_cpp)
            if status := subprocess.run(command, check=False).returncode:
                return status
            kept.append(compiled)
        return subprocess.run(_link_command(folder, kept, output, is_shared=is_shared), check=False).returncode


sys.exit(main(sys.argv[1:]))
