"""Engines that tests write: small programs that play by the engine protocol, and break it in the way that a test needs."""

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

# A good engine, whose functions a test replaces. A function returns the reply, or None for no reply.
_GOOD = '''
import json, os, sys, time

def write(data):
    sys.stdout.buffer.write(data if isinstance(data, bytes) else data.encode())
    sys.stdout.buffer.flush()

def say(reply):
    write(json.dumps(reply) + "\\n")

def complain(text):
    sys.stderr.write(text)
    sys.stderr.flush()

def placement(position):
    """Fill the back, then the middle, then the front, in the order of the hand, which begins with the highest card; discard
    the rest."""
    parts = [part.strip().partition(" ")[::2] for part in position.split(";")]
    values = dict(parts)
    hand = values["hand"].split()
    own = [text for key, text in parts if key == "board"][int(values["seat"]) - 1]
    rows = [[] if row.strip() == "-" else row.split() for row in own.split("/")]
    to_place = 13 if len(hand) >= 13 else 2 if len(hand) == 3 else len(hand)
    placed, rest = [[], [], []], hand[:to_place]
    for row, size in ((2, 5), (1, 5), (0, 3)):
        room = size - len(rows[row])
        placed[row], rest = rest[:room], rest[room:]
    discards = " discards " + " ".join(hand[to_place:]) if hand[to_place:] else ""
    return " / ".join(" ".join(row) or "-" for row in placed) + discards

def hello(message):
    return {"type": "hello", "protocol": 1, "name": "Made"}

def match(message):
    return {"type": "ready"}

def place(message):
    placements = [placement(message["shared"] + text) for text in message["positions"]]
    return {"type": "placements", "id": message["id"], "placements": placements}

def settled(message):
    return None

def ping(message):
    return {"type": "pong", "id": message["id"]}

def quit(message):
    sys.exit(0)

def unknown(message):
    return {"type": "error", "id": message.get("id"), "message": "unknown type"}

'''
_RUN = """
for line in sys.stdin.buffer:
    message = json.loads(line)
    reply = globals().get(message["type"], unknown)(message)
    if reply is not None:
        say(reply)
"""


def made_engine(folder, changes=""):
    """Write an engine with changed functions, and return its command. It starts in about 30 ms."""
    path = Path(folder, f"engine_{len(os.listdir(folder))}.py")  # noqa: PTH208
    path.write_text(_GOOD + changes + _RUN, encoding="utf-8")
    return shlex.join([sys.executable, "-I", "-S", str(path)])


def reply_of(kind, value):
    """Return the change of an engine that replies to messages of a kind with the value of an expression."""
    return f"def {kind}(message):\n    return {value}\n"


def greeting(**changes):
    """Return the change of an engine whose greeting has other values."""
    return f"good_hello = hello\ndef hello(message):\n    return dict(good_hello(message), **{changes!r})\n"


def is_alive(number):
    """Whether a process runs; zombies do not."""
    status = Path(f"/proc/{number}/stat")
    if not status.parent.parent.joinpath("self").exists():
        return subprocess.run(["ps", "-p", str(number)], capture_output=True, check=False).returncode == 0
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def ends(number, seconds=10):
    """Return whether a process ends in time."""
    deadline = time.monotonic() + seconds
    while is_alive(number):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def until(condition, seconds=10):
    """Wait for a condition; AssertionError if it does not become true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
