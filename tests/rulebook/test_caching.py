"""What is kept of what was worked out, and for how long."""

import dataclasses
import gc
import threading
import time
import weakref

import cpoker_fast as cp
from cpoker_fast import rulebook
from cpoker_fast.rulebook import cached_for_process, cached_with


class Value:
    """What can be seen to go."""


def test_a_value_is_made_once_by_one_thread_for_all():
    rules, made, found = cp.Rules(foul=7), [], []

    def make():
        time.sleep(0.05)
        made.append(1)
        return Value()

    threads = [threading.Thread(target=lambda: found.append(cached_with(rules, "x", None, make))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert len(set(map(id, found))) == 1


def test_what_takes_long_keeps_nobody_waiting_and_is_the_same_for_all():
    rules, together, found = cp.Rules(foul=7), threading.Barrier(4), []

    def make():
        together.wait(timeout=60)  # all of them are here at the same time
        return Value()

    def look():
        found.append(cached_with(rules, "x", None, make, takes_long=True))

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, found))) == 1


def test_it_goes_with_its_owner():
    rules = dataclasses.replace(cp.rules("pagat"), foul=7)
    gone = weakref.ref(cached_with(rules, "x", None, Value))
    assert cached_with(rules, "x", None, Value) is gone()
    del rules
    gc.collect()
    assert gone() is None


def test_the_oldest_of_many_goes():
    rules = cp.Rules(foul=7)
    values = [cached_with(rules, "x", key, Value) for key in range(17)]
    assert cached_with(rules, "x", 16, Value) is values[16]
    assert cached_with(rules, "x", 1, Value) is values[1]
    assert cached_with(rules, "x", 0, Value) is not values[0]
    assert cached_with(rules, "y", 1, Value) not in values


def test_equal_rules_share_what_is_kept_for_all():
    one, other = (dataclasses.replace(cp.rules("pagat"), foul=7) for _ in range(2))
    assert cached_for_process("x", one, Value) is cached_for_process("x", other, Value)
    values = [cached_for_process("x", cp.Rules(foul=foul), Value) for foul in range(9)]
    assert cached_for_process("x", cp.Rules(foul=8), Value) is values[8]
    assert cached_for_process("x", one, Value) not in values


def test_questions_and_kept_values_change_nothing_that_is_compared_or_sent():
    rules = cp.Rules(foul=7)
    before = hash(rules), repr(rules), rules.to_dict()
    rulebook.compiled(rules)
    cached_with(rules, "x", None, Value)
    assert (hash(rules), repr(rules), rules.to_dict()) == before
    assert rules == cp.Rules(foul=7)


def test_opponents_are_kept_by_the_kernels_in_use(kernels):
    field, hand = cp.Field("pagat", [cp.Board.parse("Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s")]), cp.CardSet(range(13))
    assert len({cp.arrange(hand, "pagat", field=field) for _ in kernels()}) == 1
    assert len(field._cached["opposition"]) == len(cp.cpu_features().supported)
