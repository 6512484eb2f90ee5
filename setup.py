"""Build of the compiled modules; pyproject.toml has the rest."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
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
# CPOKER_FAST_COVERAGE=1: gcov's counters for lines of C and Cython; see tools/measure_coverage.py.
COVERAGE = os.environ.get("CPOKER_FAST_COVERAGE") == "1"

if sys.platform == "win32":
    compile_args, link_args = ["/O2"], []
elif DEBUG:
    link_args = SANITIZERS[DEBUG]
    compile_args = ["-DCPOKER_FAST_DEBUG", "-O1", "-g1", "-fno-omit-frame-pointer", "-ffp-contract=off", *link_args]
elif COVERAGE:
    compile_args = ["-O1", "--coverage", "-fprofile-update=atomic", "-ffp-contract=off"]
    link_args = ["--coverage", "-pthread", "-lm"]
else:  # without fused multiply-add, so that all machines round alike and return the same boards
    compile_args, link_args = ["-O3", "-g0", "-Wall", "-Wextra", "-ffp-contract=off"], ["-pthread", "-lm"]
    if sys.platform == "linux":
        # nothing looks up C functions in the modules or unwinds their stack; debug builds have the tables for that
        compile_args += ["-fvisibility=hidden", "-fno-asynchronous-unwind-tables"]
        link_args.append("-Wl,-s")  # without the names of local functions: a tenth smaller

if sys.version_info >= (3, 15) and sys.platform != "win32":
    compile_args.append("-Wno-missing-field-initializers")  # for a slot of types that Cython 3.3 leaves at zero


# These modules only check arguments, and C does the work. With -O3, they are a third larger and no faster.
SMALL = (
    "_arranging",
    "_arranging_many",
    "_buffers",
    "_core",
    "_dealing",
    "_environments",
    "_fields",
    "_networks",
    "_objectives",
    "_openface",
    "_rules",
    "_texts",
)


class BuildExtensions(build_ext):
    """Command that compiles the sources of a module in parallel."""

    def build_extensions(self) -> None:
        """Build all modules."""
        if hasattr(self.compiler, "initialize"):  # finds the compiler once; Visual Studio would find it in each thread
            self.compiler.initialize()
        compile_sources = self.compiler.compile

        def compile_side_by_side(sources: list[str], *, extra_postargs: list[str], **options: object) -> list[str]:
            def compile_one(source: str) -> list[str]:
                smaller = ["-O2"] if "-O3" in extra_postargs and Path(source).stem in SMALL else []
                return compile_sources([source], extra_postargs=[*extra_postargs, *smaller], **options)

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return list(chain.from_iterable(pool.map(compile_one, sources)))

        self.compiler.compile = compile_side_by_side
        super().build_extensions()


modules = cythonize(
    [Extension(f"cpoker_fast.{path.stem}", [path.as_posix()]) for path in sorted(Path("src").glob("_*.pyx"))],
    build_dir=f"build/debug-{DEBUG}" if DEBUG else "build/cython",  # the generated C differs: it contains the checks
    include_path=[".", "src"],
    compiler_directives={
        "language_level": 3,
        "freethreading_compatible": True,
        "boundscheck": bool(DEBUG),
        "wraparound": False,
        "initializedcheck": False,
        "cdivision": True,
    },
)
setup(
    cmdclass={"build_ext": BuildExtensions},
    ext_modules=[
        Extension(
            "cpoker_fast._core",  # all compiled modules in one library; cpoker_fast/_compiled.py finds the others in it
            [*(source for module in modules for source in module.sources), *sorted(map(str, Path("src").glob("cpf_*.c")))],
            include_dirs=["src"],
            depends=sorted(map(str, Path("src").glob("*.h"))),
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
    ],
)
