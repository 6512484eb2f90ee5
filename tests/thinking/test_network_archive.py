"""The archive of the value networks in the package."""

import dataclasses
from functools import partial

import numpy as np
import pytest
from random_networks import placed_before, random_whole, same

import cpoker_fast as cp
from cpoker_fast import Position, _networks, analyze
from cpoker_fast.errors import NetworkError
from cpoker_fast.game.plan import plan_of
from cpoker_fast.players import bot
from cpoker_fast.thinking import networks
from cpoker_fast.thinking.network_archive import NETWORKS, networks_name, read_networks, write_networks


@pytest.fixture
def archive(tmp_path):
    """Return the path of an archive with networks of two rule sets."""
    path = tmp_path / "networks.npz"
    write_networks({name: random_whole(name, seed) for seed, name in enumerate(("turbo", "deuce-to-seven"))}, path)
    return path


UNREADABLE = "the networks of turbo cannot be read"


def test_round_trip(archive):
    for seed, name in enumerate(("turbo", "deuce-to-seven")):
        networks_read = read_networks(cp.rules(name), archive)
        assert same(networks_read, random_whole(name, seed))
        assert not same(networks_read, random_whole(name, seed + 1))
        _networks.Networks(*networks_read)
    ours = dataclasses.replace(cp.rules("turbo"), name="ours")
    assert same(read_networks(ours, archive), random_whole("turbo", 0))
    assert read_networks(cp.rules("pineapple"), archive) is read_networks(cp.rules("russian"), archive) is None


def test_damaged_archives(archive, tmp_path):
    content = archive.read_bytes()
    for missing in (tmp_path / "missing.npz", tmp_path):
        with pytest.raises(NetworkError, match=UNREADABLE):
            read_networks(cp.rules("turbo"), missing)
    for damaged in (b"", b"PK", b"what is this", content[: len(content) // 2], content[:-1], content[40:]):
        archive.write_bytes(damaged)
        with pytest.raises(NetworkError, match=rf"networks\.npz: {UNREADABLE}: .*Install"):
            read_networks(cp.rules("turbo"), archive)
    archive.write_bytes(content)
    assert read_networks(cp.rules("turbo"), archive) is not None


@pytest.mark.parametrize(
    "changes", [{"turbo_foul": np.array(1 << 40)}, {"turbo_third_bias": np.full(2, (1 << 64) - 1, np.uint64)}]
)
def test_damaged_networks_raise_when_they_are_needed(archive, monkeypatch, changes):
    """Bots do not fall back to heuristics."""
    rewritten(archive, **changes)
    monkeypatch.setattr(networks, "read_networks", partial(read_networks, path=archive))
    rules = cp.Rules.from_dict(cp.rules("turbo").to_dict())  # new rules without cached networks
    position = Position(rules, seat=0, button=1, street=0, boards=["- / - / -"] * 2, hand="Ah Kc Qs 8h 7c")
    for ask in (lambda: analyze(position, rollouts=24), lambda: bot("swift").place(position, np.random.default_rng(1))):
        with pytest.raises(NetworkError, match=UNREADABLE):
            ask()


def rewritten(archive, **changes):
    with np.load(archive, allow_pickle=False) as arrays:
        now = {**arrays} | {key.replace("_", " "): value for key, value in changes.items()}
    np.savez(archive, **{key: value for key, value in now.items() if value is not None})


def test_networks_of_rules_that_have_changed_since(archive):
    with np.load(archive, allow_pickle=False) as arrays:
        description = str(arrays["turbo about"])
    assert '"streets": [[5, 5], [4, 4], [4, 4]]' in description
    rewritten(archive, turbo_about=np.array(description.replace("[4, 4]", "[5, 4]")))
    assert read_networks(cp.rules("turbo"), archive) is None
    assert read_networks(cp.rules("deuce-to-seven"), archive) is not None
    rewritten(archive, turbo_about=np.array(description))
    assert read_networks(cp.rules("turbo"), archive) is not None
    before = archive.read_bytes()
    for changes in (
        {"turbo_payoffs": None}, {"turbo_placed": np.array([5.5, 9.0])}, {"turbo_foul": np.array(0.5)},
        {"turbo_foul": np.array(Trap(), dtype=object)},
    ):  # fmt: skip
        rewritten(archive, **changes)
        with pytest.raises(NetworkError, match=UNREADABLE):
            read_networks(cp.rules("turbo"), archive)
        archive.write_bytes(before)
    assert not Trap.sprung


class Trap:
    """Object that shows that it was unpickled."""

    sprung = False

    def __reduce__(self):
        return spring, ()


def spring():
    Trap.sprung = True


@pytest.mark.parametrize("name", NETWORKS)
def test_shipped_networks(name):
    rules = dataclasses.replace(cp.rules(name))  # without cached networks
    shipped = read_networks(rules)
    assert [placed for placed, *_ in shipped.heads] == placed_before(name)[1:-1]
    assert networks.has_networks(rules)
    assert plan_of(rules).networks is None  # `has_networks` attaches nothing
    networks.attach_networks(rules)
    attached = plan_of(rules).networks
    networks.attach_networks(rules)
    assert plan_of(rules).networks is attached is not None
    assert networks_name(rules) == networks_name(dataclasses.replace(rules, name="ours")) == name
    assert shipped.foul < 0
    assert shipped.payoffs.max(axis=1).min() > 0


def test_names_of_networks():
    for name in ("russian", "american", "western", "closed", "face-up"):
        alike = [other for other in NETWORKS if cp.rules(name).plays_like(cp.rules(other))]
        assert networks_name(cp.rules(name)) == (alike[0] if alike else None)
    for rules in (cp.rules("russian"), cp.rules("closed"), dataclasses.replace(cp.rules("turbo"), row_points=2)):
        assert networks_name(rules) is None
