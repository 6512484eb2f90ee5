"""Cached values and their lifetime."""

import dataclasses
import gc
import threading
import time
import weakref

import cpoker_fast as cp
from cpoker_fast.rulebook.caching import cached_for_process, cached_with
from cpoker_fast.rulebook.compiling import compiled


class Value:
    """Value that can be referred to weakly."""


def values_of_four_threads(make, **options):
    rules, values = cp.Rules(foul=7), []
    threads = [
        threading.Thread(target=lambda: values.append(cached_with(rules, "x", None, make, **options))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return values


def test_a_value_is_computed_once_for_all_threads():
    calls = []
    values = values_of_four_threads(lambda: (time.sleep(0.05), calls.append(1), Value())[-1])
    assert (len(calls), len(values), len(set(map(id, values)))) == (1, 4, 1)


def test_slow_computations_do_not_block_and_have_one_result():
    together = threading.Barrier(4)  # all threads are here at the same time
    values = values_of_four_threads(lambda: (together.wait(timeout=60), Value())[-1], takes_long=True)
    assert (len(values), len(set(map(id, values)))) == (4, 1)


def test_a_value_is_released_with_its_owner():
    rules = dataclasses.replace(cp.rules("pagat"), foul=7)
    gone = weakref.ref(cached_with(rules, "x", None, Value))
    assert cached_with(rules, "x", None, Value) is gone()
    del rules
    gc.collect()
    assert gone() is None


def test_the_oldest_of_many_values_is_dropped():
    rules = cp.Rules(foul=7)
    values = [cached_with(rules, "x", key, Value) for key in range(17)]
    assert cached_with(rules, "x", 16, Value) is values[16]
    assert cached_with(rules, "x", 1, Value) is values[1]
    assert cached_with(rules, "x", 0, Value) is not values[0]
    assert cached_with(rules, "y", 1, Value) not in values


def test_equal_rules_share_cached_values():
    rules, other = (dataclasses.replace(cp.rules("pagat"), foul=7) for _ in range(2))
    assert cached_for_process("x", rules, Value) is cached_for_process("x", other, Value)
    values = [cached_for_process("x", cp.Rules(foul=foul), Value) for foul in range(9)]
    assert cached_for_process("x", cp.Rules(foul=8), Value) is values[8]
    assert cached_for_process("x", rules, Value) not in values


def test_cached_values_are_not_compared_or_pickled():
    rules = cp.Rules(foul=7)
    before = hash(rules), repr(rules), rules.to_dict()
    compiled(rules)
    cached_with(rules, "x", None, Value)
    assert ((hash(rules), repr(rules), rules.to_dict()), rules) == (before, cp.Rules(foul=7))


def test_opponents_are_cached_for_each_kernel(kernels):
    field, hand = cp.fields.Field("pagat", ["Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"]), cp.CardSet(range(13))
    assert len({cp.arrange(hand, "pagat", field=field) for _ in kernels()}) == 1
    assert len(field._cached["opposition"]) == len(cp.ranking.cpu_features().supported)
