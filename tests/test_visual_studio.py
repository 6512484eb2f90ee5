"""Visual Studio, which compiles the C core for Windows, can read it: clang reads the core as if it was that compiler.

Without its options, Visual Studio knows C99, without arrays of variable length, and none of the extensions of gcc and clang.
The headers of Windows are replaced by those in `tests/kernels/visual_studio`, which declare what the core uses.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CLANG = ["clang", "-fms-compatibility-version=19.40", "-std=c99", "-isystem", "tests/kernels/visual_studio"]
STRICT = ["-pedantic-errors", "-Wall", "-Wextra", "-Wvla", "-Werror", "-Wno-language-extension-token", "-fsyntax-only"]
X86, ARM = "--target=x86_64-pc-windows-msvc", "--target=aarch64-pc-windows-msvc"
EXTENSIONS = "avx2 avx512f avx512bw avx512dq avx512vl avx512vbmi avx512vbmi2 avx512vnni avx512vpopcntdq bmi popcnt"
AVX = [X86, *(f"-m{extension}" for extension in EXTENSIONS.split())]
FILES = {path.as_posix() for path in (path.relative_to(ROOT) for path in ROOT.glob("src/cpf_*.c"))}
KERNELS = {path for path in FILES if path.endswith("_x86.c")}
INPUTS = {"x86-64": [X86, *sorted(FILES - KERNELS)], "AVX": [*AVX, *sorted(KERNELS)], "ARM": [ARM, *sorted(FILES)]}
GNU = re.compile(
    r"\b(?:asm|typeof|__(?:asm|atomic|attribute|int128|sync|typeof|builtin_(?:assume|clz|ctz|expect|popcount))\w*)\b"
)

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux" or not shutil.which("clang"), reason="there is no clang for other systems"),
    pytest.mark.skipif(not FILES, reason="the sources are not here"),
]


def clang(*options):
    command = [*CLANG, "-Isrc", "-Icpoker_fast/include", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("inputs", INPUTS.values(), ids=INPUTS)
def test_the_core_has_no_warnings(inputs):
    process = clang(*STRICT, *inputs)
    assert (process.returncode, process.stderr) == (0, "")


@pytest.mark.parametrize("inputs", INPUTS.values(), ids=INPUTS)
def test_the_core_uses_no_extensions_of_gcc(inputs):
    is_ours, extensions = False, []
    for line in clang("-E", *inputs).stdout.splitlines():
        if marker := re.match(r'# \d+ "(.*)"', line):
            is_ours, place = marker[1].startswith(("src", "cpoker_fast")), marker[0]
        elif is_ours and GNU.search(line):
            extensions.append(f"{place}: {line.strip()}")
    assert not extensions


@pytest.mark.parametrize("code", [
    '_Static_assert(1, "");', "void f(int n) { char a[n]; }", "int f(void) { return __builtin_ctz(8); }", "int a = 0b1;",
    "__attribute__((noinline)) void f(void) {}", "int a[] = {};", "struct s {};", "int f(void) { return ({ 1; }); }",
    "int a[4] = {[0 ... 3] = 1};", "unsigned __int128 a;", "_Atomic int a;", "int f(int a) { return a ?: 1; }",
])  # fmt: skip
def test_what_is_refused(tmp_path, code):
    source = tmp_path / "source.c"
    source.write_text(code + "\n", encoding="utf-8")
    assert GNU.search(code) or clang(*STRICT, X86, str(source)).returncode
