"""Boards with known results, for several test modules."""

import dataclasses

import cpoker_fast as cp

# Trips, quads and full houses: a pairing with royalties under most rules.
A = "6s 6h 6d / 4s 4h 4d 9c 9h / Ks Kh Kd 8s 8c"
B = "Qs Qh 7d / Js Jh Jd 2s 2h / 5s 5h 5d 5c As"

# The first scoops the second.
HIGH = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s"
LOW = "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"

# Share no card with these two or with each other. HIGH scoops both.
FOUR_MORE = "Jc Td 3d / 5h 5c 6h 8c 9d / Qs Qh 6s 8d 4s"
REST = "Qd 9c 7s / 2h 2s 3c 7d Kc / Kh Ks Js Jh Ac"

PAGAT_WITH_SURRENDER = dataclasses.replace(cp.rules("pagat"), surrender=1)

FOUL = "Ac Ad 2h / Ks Kh 3d 4h 6s / Qs 9d 8c 7c 6d"
DRAGON = "2s 3h 4d / 5c 6s 7h 8d 9c / Ts Jh Qd Kc As"
SIX_PAIRS = "2h 2d 5h / 3s 3d 5s 6c 6d / 9s 9h Kh Kd Jc"


def rows_of(boards):
    """Return boards as reference.py expects them: lists of cards; "foul" for a dead hand, None for a surrender."""
    return [None if board is None else "foul" if board is cp.FOUL else tuple(map(list, board.rows)) for board in boards]
