"""What the compiled modules of a process share: the ranking tables, the choice of kernels, and one pool of threads."""

import os

from cpf cimport (
    CPF_CPU_LEVELS, CPF_WHEEL_LOWEST, CPF_WHEEL_SECOND, cpf_cpu_best, cpf_cpu_names, cpf_cpu_supports, cpf_ranking,
    cpf_ranking_build, cpf_shared_threads, cpf_threads,
)

from cpoker_fast._arrays import available_threads
from cpoker_fast.errors import CpokerError, quote


cdef cpf_ranking tables
cdef int count_that_failed = cpf_ranking_build(&tables)
if count_that_failed:
    raise SystemError(f"the ranking tables are wrong (cpf_tables.c, line {count_that_failed})")


cdef const cpf_ranking *ranking_tables() noexcept nogil:
    return &tables


cdef cpf_threads threads_for(object threads) except *:
    cdef cpf_threads found
    found.pool, found.count = &cpf_shared_threads, available_threads(threads)
    return found


cdef int scale_of_wheel(object wheel) except -1:
    if isinstance(wheel, str):
        if wheel == "lowest":
            return CPF_WHEEL_LOWEST
        if wheel == "second":
            return CPF_WHEEL_SECOND
    raise CpokerError(f"bad wheel {quote(wheel)}: expected 'lowest' or 'second'")


# ---- the instruction set ----

cdef int level_in_use = cpf_cpu_best()


cdef int cpu_level() noexcept nogil:
    return level_in_use


cdef dict supported_levels():
    """By name, weakest first."""
    return {cpf_cpu_names[level].decode(): level for level in range(CPF_CPU_LEVELS) if cpf_cpu_supports(level)}


def cpu_levels():
    """The kernels in use, and all that this machine can run, weakest first."""
    return cpf_cpu_names[level_in_use].decode(), tuple(supported_levels())


def use_cpu_level(name):
    """Uses other kernels from now on; for tests. CpokerError if this machine cannot run them."""
    global level_in_use
    levels = supported_levels()
    if name not in levels:
        raise CpokerError(f"bad CPU level {quote(name)}: this machine can run {', '.join(levels)}")
    level_in_use = levels[name]


cdef object wanted = os.environ.get("CPOKER_FAST_CPU")
if wanted:
    try:
        use_cpu_level(wanted)
    except CpokerError as error:
        raise ImportError(f"environment variable CPOKER_FAST_CPU: {error}") from None
