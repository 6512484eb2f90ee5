"""Matches: engines are taken from a pool, started again after faults, and reported results."""

import json
import threading
from dataclasses import replace

import numpy as np
import pytest
from made_engines import greeting, is_alive, made_engine, reply_of

import cpoker_fast as cp
from cpoker_fast.engines.matches import EngineMatch, EnginePool
from cpoker_fast.errors import EngineError
from cpoker_fast.game import Positions

PAGAT = cp.rules("pagat")
HANDS = cp.deal_many(2, 4, seed=1).reshape(-1, 13)
RNG = np.random.default_rng

# An engine that reports each message, and its number of messages since it started.
REPORTING = """
import pathlib
log = pathlib.Path(__file__).with_suffix('.log')
def noted(function):
    def reply(message):
        with log.open('a') as stream:
            stream.write(json.dumps({key: message.get(key) for key in ('type', 'seed', 'shared', 'time_limit')}) + '\\n')
        return function(message)
    return reply
for name in ('hello', 'match', 'place', 'settled', 'quit'):
    globals()[name] = noted(globals()[name])
"""
REQUESTING = greeting(settlements=True)


def dealt(hands=HANDS, players=2, **place):
    """Return positions of whole hands."""
    return Positions.of_hands(hands, PAGAT, players, **place)


def are_placed(reply, hands):
    """Whether a reply has placements of whole hands, as the made engine chooses them."""
    texts = [[cp.format_card(card) for card in hand] for hand in np.sort(hands, axis=1)[:, ::-1].tolist()]
    rows = [[" ".join(hand[begin:end]) for begin, end in ((10, 13), (5, 10), (0, 5))] for hand in texts]
    return (reply.placements, reply.problems) == ([" / ".join(some) for some in rows], {})


def logged(folder, key="type"):
    return [json.loads(line)[key] for path in folder.glob("*.log") for line in path.read_text().splitlines()]


def test_threads_have_engines_of_their_own(tmp_path):
    pool = EnginePool(made_engine(tmp_path))
    first, second = pool.take(), pool.take()
    assert first is not second
    pool.put_back(first)
    assert pool.take() is first
    pool.put_back(first)
    first.kill()
    third = pool.take()
    assert third is not first
    pool.put_back(second)
    pool.close()
    assert not second.is_running
    with pytest.raises(EngineError, match="was ended by signal|ended with exit code"):  # in use by "another thread"
        third.ping()
    assert not is_alive(third._child.id)


def test_a_match_is_sent_when_something_changes(tmp_path):
    pool = EnginePool(made_engine(tmp_path, REPORTING))
    for rules, players, limit in ((PAGAT, 2, None), (PAGAT, 2, None), (PAGAT, 3, None), (PAGAT, 3, 1.5)):
        match = EngineMatch(pool, rules, players, limit, is_new=True)
        match.begin()
        match.end()
    renamed = replace(PAGAT, name="ours")
    assert renamed == PAGAT
    EngineMatch(pool, renamed, 3, 1.5).begin()
    pool.close()
    assert logged(tmp_path) == ["hello", "match", "match", "match", "match"]  # in use at the end, and therefore killed
    assert logged(tmp_path, "time_limit") == [None, None, None, 1.5, 1.5]


def test_each_match_begins_anew_for_engines_that_request_settlements(tmp_path):
    pool = EnginePool(made_engine(tmp_path, REQUESTING + REPORTING))
    for _ in range(2):
        match = EngineMatch(pool, PAGAT, 2, is_new=True)
        match.place(dealt(), RNG(1))
        match.settled(lambda: [{"seat": 0}])
        match.end()
    pool.close()
    assert logged(tmp_path) == ["hello", *["match", "place", "settled"] * 2, "quit"]
    seeds = [seed for seed in logged(tmp_path, "seed") if seed is not None]
    assert seeds == [int(RNG(1).integers(2**53 - 1, endpoint=True))] * 2


def test_nothing_is_reported_unless_requested(tmp_path):
    pool = EnginePool(made_engine(tmp_path, REPORTING))
    match = EngineMatch(pool, PAGAT, 2)
    match.begin()
    match.settled(lambda: pytest.fail("the results are not needed"))
    pool.close()
    assert logged(tmp_path) == ["hello", "match"]  # it was in use, and therefore killed


def test_many_positions_are_sent_in_several_messages(tmp_path):
    hands = np.repeat(HANDS, 200, 0)
    hands[1100] = cp.deal_many(1, 2, seed=9)[0, 0]
    pool, rng = EnginePool(made_engine(tmp_path, REPORTING)), RNG(5)
    match = EngineMatch(pool, PAGAT, 4)
    reply = match.place(dealt(hands, 4, seat=3), rng)
    assert are_placed(reply, hands)
    assert [shared.partition("; street")[0] for shared in logged(tmp_path, "shared")[2:]] == ["seat 4; button 2"] * 2
    other = RNG(5)
    assert logged(tmp_path, "seed")[2:] == [int(other.integers(2**53 - 1, endpoint=True)) for _ in range(2)]
    assert (match.place(dealt(hands, 4)[:0], rng), rng.integers(100)) == (([], {}, {}), other.integers(100))
    pool.close()


def test_a_fault_concerns_the_positions_of_its_message(tmp_path):
    """The engine ends at its second message, and starts again for the third."""
    second = "good = place\nleft = [0, 1]\ndef place(message):\n    return good(message) if left.pop() else sys.exit(4)\n"
    pool, hands = EnginePool(made_engine(tmp_path, second)), np.repeat(HANDS, 300, 0)
    reply = EngineMatch(pool, PAGAT, 4).place(dealt(hands, 4), RNG(1))
    assert (sorted(reply.problems), reply.problems[1024]) == ([*range(1024, 2048)], "ended with exit code 4")
    assert reply.placements[1024:2048] == [""] * 1024
    assert are_placed(reply._replace(placements=reply.placements[2048:], problems={}), hands[2048:])
    pool.close()


def test_an_engine_with_three_faults_in_a_row_is_not_started_again(tmp_path):
    pool = EnginePool(made_engine(tmp_path, REPORTING + "def place(message):\n    sys.exit(4)\n"))
    match = EngineMatch(pool, PAGAT, 2)
    problems = [match.place(dealt(HANDS[:1]), RNG(1)).problems[0] for _ in range(5)]
    not_again = "is not started again after 3 faults of its process; the last: ended with exit code 4"
    assert (problems, logged(tmp_path).count("hello")) == (["ended with exit code 4"] * 3 + [not_again] * 2, 3)
    other_match = EngineMatch(pool, PAGAT, 2)
    assert other_match.place(dealt(HANDS[:1]), RNG(1)).problems[0] == "ended with exit code 4"


def test_good_answers_between_faults(tmp_path):
    by_seat = "good = place\ndef place(message):\n"
    by_seat += "    return good(message) if 'seat 1' in message['positions'][0] else sys.exit(4)\n"
    pool = EnginePool(made_engine(tmp_path, by_seat))
    match = EngineMatch(pool, PAGAT, 2)
    for _ in range(3):
        for seat in (1, 1, 0):
            problems = match.place(dealt(HANDS[:1], seat=seat), RNG(1)).problems
            assert problems == ({0: "ended with exit code 4"} if seat else {})
    pool.close()


def test_errors_of_messages_do_not_start_the_engine_again(tmp_path):
    pool = EnginePool(made_engine(tmp_path, REPORTING + reply_of("place", "{'type': 'error', 'message': 'no'}")))
    match = EngineMatch(pool, PAGAT, 2)
    for _ in range(5):
        assert match.place(dealt(HANDS[:2]), RNG(1)).problems == {0: "reported an error: no", 1: "reported an error: no"}
    assert logged(tmp_path).count("hello") == 1
    pool.close()


def test_a_pool_of_many_threads(tmp_path):
    pool, problems = EnginePool(made_engine(tmp_path)), []

    def play(seed):
        for number in range(30):
            match = EngineMatch(pool, PAGAT, 2)
            reply = match.place(dealt(seat=number % 2), RNG(seed))
            problems.extend([] if are_placed(reply, HANDS) else [reply])
            match.end()

    threads = [threading.Thread(target=play, args=[seed]) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert len(pool._free) <= 4
    pool.close()
