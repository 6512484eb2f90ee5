"""The extension modules; everything else about the build stands in pyproject.toml."""

import os
import sys
from copy import copy
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# CPOKER_FAST_DEBUG=1: bounds checks in Cython, assertions, AddressSanitizer and UBSan in C, symbols.
# CPOKER_FAST_DEBUG=thread: the same with ThreadSanitizer, for a CPython that was configured --with-thread-sanitizer.
DEBUG = os.environ.get("CPOKER_FAST_DEBUG", "")
SANITIZERS = {
    "1": ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=undefined,float-cast-overflow"],
    "thread": ["-fsanitize=thread"],
}
if DEBUG == "0":
    DEBUG = ""
elif DEBUG not in ("", *SANITIZERS):
    raise SystemExit(f"CPOKER_FAST_DEBUG={DEBUG}: expected one of {', '.join(SANITIZERS)}")
# CPOKER_FAST_COVERAGE=1: gcov's counters of the lines of C and Cython; see tools/measure_coverage.py.
COVERAGE = os.environ.get("CPOKER_FAST_COVERAGE") == "1"

if sys.platform == "win32":
    compile_args, link_args = ["/O2"], []
elif DEBUG:
    link_args = SANITIZERS[DEBUG]
    compile_args = ["-DCPOKER_FAST_DEBUG", "-O1", "-g1", "-fno-omit-frame-pointer", "-ffp-contract=off", *link_args]
elif COVERAGE:
    compile_args = ["-O1", "--coverage", "-fprofile-update=atomic", "-ffp-contract=off"]
    link_args = ["--coverage", "-pthread", "-lm"]
else:  # one way to round, so that every machine finds the same boards
    compile_args, link_args = ["-O3", "-g0", "-Wall", "-Wextra", "-ffp-contract=off"], ["-pthread", "-lm"]
    if sys.platform == "linux":
        # nobody looks for C functions in the modules, nor unwinds their stack: those of the debug build have tables for that
        compile_args += ["-fvisibility=hidden", "-fno-asynchronous-unwind-tables"]
        link_args.append("-Wl,-s")  # without the names of local functions: a tenth less

if sys.version_info >= (3, 15) and sys.platform != "win32":
    compile_args.append("-Wno-missing-field-initializers")  # of a slot of types that Cython 3.3 does not know; it is zero

C_SOURCES = {
    "_core": ["tables", "cpu", "threads"],  # what the other modules get from it
    "_cards": [],
    "_buffers": [],
    "_dealing": ["dealing"],
    "_ranking": ["ranking", "ranking_portable", "ranking_x86", "ranking_masks_x86", "ranking_neon"],
    "_settling": ["settling", "settling_many", "rules", "naturals", "tally"],
    "_fields": ["field", "field_bounds", "field_pay", "field_sets"],
    "_arranging": [
        "arranging",
        "hand",
        "hand_tables",
        "subset_max",
        "subset_max_x86",
        "subset_max_neon",
        "lanes",
        "lanes_fine",
        "lanes_x86",
        "lanes_neon",
        "response",
        "objective",
        "search",
        "sparse",
        "splits",
        "undominated",
    ],
    "_openface": [
        "careful",
        "careful_tables",
        "dealing",
        "environments",
        "last_street",
        "low_outs",
        "openface",
        "outs",
        "placing",
    ],
    "_networks": ["careful", "ending", "features", "network", "network_neon", "network_x86", "playouts", "thinking"],
}


class BuildExtensions(build_ext):
    """Builds each module in a folder of its own: two that have a source in common are compiled at the same time."""

    def build_extension(self, ext: Extension) -> None:
        """Build one module."""
        module = copy(self)
        module.build_temp = str(Path(self.build_temp, ext.name))
        super(BuildExtensions, module).build_extension(ext)


HEADERS = sorted(map(str, Path("src").glob("*.h")))

setup(
    cmdclass={"build_ext": BuildExtensions},
    options={"build_ext": {"parallel": True}},  # a compiler on each core
    ext_modules=cythonize(
        [
            Extension(
                f"cpoker_fast.{module}",
                [f"src/{module}.pyx", *(f"src/cpf_{name}.c" for name in sources)],
                include_dirs=["src"],
                depends=HEADERS,
                extra_compile_args=compile_args,
                extra_link_args=link_args,
            )
            for module, sources in C_SOURCES.items()
        ],
        build_dir=f"build/debug-{DEBUG}" if DEBUG else "build/cython",  # the checks are in the C of Cython, too
        include_path=[".", "src"],
        compiler_directives={
            "language_level": 3,
            "freethreading_compatible": True,
            "boundscheck": bool(DEBUG),
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
        },
    ),
)
