"""The shared state of compiled modules: ranking tables, the choice of kernels, and one pool of threads."""

cimport cython
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

import builtins
import os
from gc import get_referents
from time import perf_counter
from types import FunctionType, ModuleType

from cpf cimport (
    CPF_CPU_LEVELS, CPF_WHEEL_LOWEST, CPF_WHEEL_SECOND, cpf_cpu_level, cpf_cpu_names, cpf_cpu_supports, cpf_ranking,
    cpf_ranking_build, cpf_use_cpu_level,
)

import cpoker_fast
from cpoker_fast._arguments import available_threads
from cpoker_fast.display.quoting import quote
from cpoker_fast.errors import CpokerError


# ---- objects shared by threads ----

cdef extern from *:
    """
    #ifdef Py_GIL_DISABLED
    #define IS_FREE_THREADED 1
    static void make_immortal(PyObject *object) { /* CPython treats objects with a count above UINT32_MAX so */
        if (!_Py_IsOwnedByCurrentThread(object)) return; /* the thread that owns it may be changing the count now */
        Py_SET_REFCNT(object, (Py_ssize_t)UINT32_MAX + 1);
        /* without this, the garbage collector would count references again once this thread has ended */
        _Py_atomic_store_ssize_relaxed(&object->ob_ref_shared, _Py_REF_MERGED);
    }
    #else
    #define IS_FREE_THREADED 0
    #define make_immortal(object)
    #endif
    """
    const bint IS_FREE_THREADED
    void make_immortal(object)


cdef bint may_be_shared(object value):
    """Whether a value may be made immortal: all but classes and functions of other packages. Named tuples are ours."""
    return not isinstance(value, (type, FunctionType)) or str(value.__module__).startswith(("cpoker_fast", "namedtuple_"))


cdef frozenset IMPORT_KEYS = frozenset(("__loader__", "__spec__"))


cdef list referents_of(object value):
    """Return the objects that a value refers to, without import specs, which may lead to foreign import hooks."""
    if isinstance(value, type):
        return list(vars(value).values())
    if isinstance(value, dict):
        items = dict.copy(value).items()
        return [part for key, item in items if not (type(key) is str and key in IMPORT_KEYS) for part in (key, item)]
    return get_referents(value)


cdef set shared = {id(vars(builtins))}  # ids of objects


def share_globals(dict namespace):
    """Make the contents of a module immortal in free-threaded Python: functions, classes, members of enums, tables.

    Objects of this package that these refer to become immortal, too. Threads do not count references to immortal objects,
    and two threads that write to the same count run slower than one. Python itself avoids only some of these counts.
    """
    if not IS_FREE_THREADED:
        return
    shared.discard(id(namespace))  # an earlier call may have visited it before it was complete
    waiting = [namespace]
    while waiting:
        value = waiting.pop()
        if id(value) not in shared and not isinstance(value, ModuleType) and may_be_shared(value):
            shared.add(id(value))
            make_immortal(value)
            waiting += referents_of(value)


# ---- ranking tables and threads ----

cdef cpf_ranking tables
cdef int failing_line = cpf_ranking_build(&tables)
if failing_line:
    raise SystemError(f"the ranking tables are wrong (cpf_tables.c, line {failing_line})")


cdef const cpf_ranking *ranking_tables() noexcept nogil:
    return &tables


cdef int threads_for(object threads) except -1:
    return 1 if type(threads) is int and threads == 1 else available_threads(threads)


@cython.final
@cython.auto_pickle(False)
cdef class Steps:
    """Steps of a loop, a few hundredths of a second each, so that Ctrl-C works quickly and the checks for it cost little."""

    cdef bint next(self) except -1:
        """Begin the next step; return whether there is one."""
        cdef double now
        cdef int64_t step = self.end - self.begin
        PyErr_CheckSignals()
        if step == 0:
            self.end = min(self.first, self.n)
            self.started = perf_counter() if self.end < self.n else 0.0
            return self.end > 0
        if self.end == self.n:
            return False
        now = perf_counter()
        if now - self.started < 0.02:
            step *= 2
        elif now - self.started > 0.08:
            step = max(step // 2, self.threads)
        self.begin, self.started = self.end, now
        self.end = min(self.begin + step, self.n)
        return True


cdef Steps steps_through(int64_t n, int threads, int64_t items_per_thread):
    cdef Steps steps = Steps.__new__(Steps)
    steps.n, steps.threads, steps.first = n, threads, items_per_thread * threads
    return steps


cdef int scale_of_wheel(object wheel) except -1:
    if isinstance(wheel, str):
        if wheel == "lowest":
            return CPF_WHEEL_LOWEST
        if wheel == "second":
            return CPF_WHEEL_SECOND
    raise CpokerError(f"bad wheel {quote(wheel)}: expected 'lowest' or 'second'")


# ---- the instruction set ----

cdef tuple NAMES = tuple([cpf_cpu_names[level].decode() for level in range(CPF_CPU_LEVELS)])


cdef dict supported_levels():
    """Return the levels that this machine supports, by name, weakest first."""
    return {name: level for level, name in enumerate(NAMES) if cpf_cpu_supports(level)}


def cpu_levels():
    """Return the kernels in use, and all kernels that this machine can run, weakest first."""
    return kernels_in_use(), tuple(supported_levels())


def kernels_in_use():
    """Return the name of the kernels in use."""
    return NAMES[cpf_cpu_level()]


def use_cpu_level(name):
    """Use other kernels from now on, for tests; raise CpokerError if this machine cannot run them."""
    levels = supported_levels()
    if name not in levels:
        raise CpokerError(f"bad CPU level {quote(name)}: this machine can run {', '.join(levels)}")
    cpf_use_cpu_level(levels[name])


cpf_cpu_level()  # detects the instruction sets of the machine
cdef object level = os.environ.get("CPOKER_FAST_CPU")
if level:
    try:
        use_cpu_level(level)
    except CpokerError as error:
        raise ImportError(f"environment variable CPOKER_FAST_CPU: {error}") from None


share_globals(vars(cpoker_fast))  # the package has a __getattr__: each use of a name reads this dict
share_globals(globals())
