"""Build of the compiled modules; pyproject.toml has the rest."""

import os
import re
import sys
import sysconfig
import tomllib
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
    if "emscripten" in sysconfig.get_platform():  # which the Python of a cross build reports, unlike sys.platform
        # vectors, which browsers have since 2023; without a warning of Pyodide's CPython about code of Cython
        compile_args += ["-fvisibility=hidden", "-msimd128", "-Wno-unreachable-code"]
        link_args = []
    elif sys.platform == "linux":
        # nothing looks up C functions in the modules or unwinds their stack; debug builds have the tables for that
        compile_args += ["-fvisibility=hidden", "-fno-asynchronous-unwind-tables"]
        link_args.append("-Wl,-s")  # without the names of local functions: a tenth smaller

if sys.version_info >= (3, 15) and sys.platform != "win32":
    compile_args.append("-Wno-missing-field-initializers")  # for a slot of types that Cython 3.3 leaves at zero


# These modules check arguments or write text, and C does the rest. With -O3, they are larger and hardly faster.
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
    "_positions",
    "_racing",
    "_rules",
    "_texts",
)


def optimization(source: str) -> list[str]:
    """Return the options of a source that differ from `compile_args`."""
    module = Path(source).stem
    if DEBUG and "-O1" in compile_args and module.startswith("_"):
        return ["-O0"]  # compiles three times as fast, and C does the work
    return ["-O2"] if "-O3" in compile_args and module in SMALL else []


def translate(modules: list[str]) -> list[str]:
    """Write the C of Cython modules, and return its paths. C that stays the same has the time of its first writing.

    So it is not compiled again, though each installation by pip has its own Cython, with files newer than that C.
    """
    folder = Path("build", f"debug-{DEBUG}" if DEBUG else "cython")  # the C of debug builds contains the checks
    before = {path: (path.read_bytes(), path.stat().st_mtime) for path in folder.rglob("*.c")}
    shared = "cpoker_fast._shared"  # what all modules would contain, such as memoryviews; its file has the full name
    extensions = cythonize(
        [
            *(Extension(f"cpoker_fast.{Path(module).stem}", [module]) for module in modules),
            Extension(shared, [f"src/{shared}.c"]),
        ],
        shared_utility_qualified_name=shared,
        build_dir=str(folder),
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
    for path, (content, time) in before.items():
        if path.read_bytes() == content:
            os.utime(path, (time, time))
    return list(chain.from_iterable(extension.sources for extension in extensions))


class BuildExtensions(build_ext):
    """Command that builds the library of all compiled modules, with its sources in parallel."""

    def run(self) -> None:
        """Build the library; for an editable install not in a temporary folder, so that an unchanged one is found there."""
        if self.editable_mode:
            self.build_lib = f"build/editable-{DEBUG or ('coverage' if COVERAGE else 'release')}"
        super().run()

    def build_extensions(self) -> None:
        """Translate the modules to C, and compile it."""
        (library,) = self.extensions
        modules = [source for source in library.sources if source.endswith(".pyx")]
        library.sources[: len(modules)] = translate(modules)
        if hasattr(self.compiler, "initialize"):  # finds the compiler once; Visual Studio would find it in each thread
            self.compiler.initialize()
        compile_sources = self.compiler.compile

        def compile_side_by_side(sources: list[str], *, extra_postargs: list[str], **options: object) -> list[str]:
            def compile_one(source: str) -> list[str]:
                return compile_sources([source], extra_postargs=[*extra_postargs, *optimization(source)], **options)

            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return list(chain.from_iterable(pool.map(compile_one, sources)))

        self.compiler.compile = compile_side_by_side
        super().build_extensions()


def readme() -> str:
    """Return README.md with the addresses of its files on the web, for package indexes, which do not have these files."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    source = project["urls"]["Source"]
    text = re.sub(r"(!\[[^]]*]\()(?!https?:)", rf"\1{source}/raw/HEAD/", Path("README.md").read_text(encoding="utf-8"))
    return re.sub(r"((?<!!)\[[^]]*]\()(?!https?:|#)", rf"\1{source}/blob/HEAD/", text)


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_ext": BuildExtensions},
    ext_modules=[
        Extension(
            "cpoker_fast._core",  # all compiled modules in one library; cpoker_fast/_compiled.py finds the others in it
            [path.as_posix() for pattern in ("_*.pyx", "cpf_*.c") for path in sorted(Path("src").glob(pattern))],
            include_dirs=["src", "cpoker_fast/include"],
            depends=["setup.py", *sorted(map(str, [*Path("src").glob("*.h"), *Path("cpoker_fast/include").glob("*.h")]))],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
    ],
)
