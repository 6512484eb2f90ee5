"""House rules of all kinds, as options of `Rules`."""

import dataclasses

import cpoker_fast as cp
from cpoker_fast import rulebook

OWN_NATURALS = (
    rulebook.Natural(name="two suits", points=2, suits=[[13 - n, n] for n in range(1, 7)]),
    rulebook.Natural(name="ace-low small", points=2, ranks="A-8", others=[0, 1]),
    rulebook.Natural(name="two trips and three pairs", points=7, counts=[[3, 3, 2, 2, 2, 1]], compared_by="ranks"),
    rulebook.Natural(name="three trips and two pairs", points=8, counts=[[3, 3, 3, 2, 2]]),
    rulebook.Natural(name="flushes without the ace of spades", points=9, rows="flushes", excluded="As"),
    rulebook.Natural(name="black, but for red aces", points=10, red=[0], left_out="Ah Ad"),
)
NATURALS = (
    *OWN_NATURALS,
    *(rulebook.Natural(name=p, points=3 + i) for i, p in enumerate(cp.rulebook.Pattern)),
)

# Options whose payments depend on more than strengths and royalties of rows; fields ignore them, or take an average.
OPTIONS_BY_CARDS = [
    {"horse_card": "Ah", "scoop_times": 2, "home_run_times": 3, "surrender": 2, "naturals": NATURALS, "aces": (1, 2, 6, 8)},
    {"horse_card": "Ts", "horse_times": 3, "most_points": 9, "foul": 3, "royalties": rulebook.Royalties(back={"pair": 2})},
    {"most_points": 5, "most_home_run_points": 12, "scoop_bonus": 3, "home_run_bonus": 3, "naturals": NATURALS},
    {"row_ties": "suits", "scoop_bonus": 3, "home_run_bonus": 3},
    {"row_ties": "suits", "suit_order": "clubs, diamonds, hearts, spades", "wheel": "second", "lowball_middle": True},
    {"row_ties": "suits", "dead_rows": "out of order", "equal_rows": "foul", "pairings": "single winner"},
    {"naturals": NATURALS, "natural_ties": "first to act", "natural_mode": "automatic scoop"},
    {"naturals": tuple(dataclasses.replace(n, level=1) for n in NATURALS), "natural_ties": "first to act"},
    {"pairings": "banker", "horse_card": "As", "most_points": 7, "most_home_run_points": None, "naturals": NATURALS},
]  # fmt: skip
OPTIONS = [
    {"wheel": "second"},
    {"lowball_middle": True, "royalties": rulebook.Royalties(middle={"high card 7": 4}, back={"full house": 1})},
    {"match_points": 1, "scoop_bonus": 5, "home_run_bonus": 3, "home_run_players": 2},
    {"scoop_times": 2, "home_run_times": 3, "royalties": rulebook.Royalties(front={"pair": 1}, back={"straight": 2})},
    {"overall_points": 1, "foul": 4},
    {"overall_points": 1, "overall": "rows and extras", "scoop_bonus": 1,
     "royalties": rulebook.Royalties(front={"pair A": 9, "pair": 1}, middle={"two pair": 3}, on="always")},
    {"foul": 6, "foul_pays_royalties": True, "home_run_times": 2,
     "royalties": rulebook.Royalties(front={"pair": 2}, middle={"pair": 1}, back={"pair": 1, "flush": 5})},
    {"row_ties": "button"},
    {"pairings": "banker", "row_ties": "house", "scoop_bonus": 3},
    {"naturals": NATURALS, "natural_mode": "difference", "surrender": 2},
    {"naturals": NATURALS, "natural_ties": "compare"},
    {"naturals": NATURALS, "natural_mode": "automatic scoop", "scoop_times": 2, "home_run_times": 4},
    {"naturals": NATURALS, "natural_mode": "automatic scoop", "foul": 2, "foul_pays_naturals": True, "scoop_times": 2,
     "home_run_times": 3, "home_run_bonus": 1, "foul_keeps_natural": False},
    {"naturals": NATURALS, "natural_mode": "automatic scoop", "foul_pays_naturals": True, "scoop_bonus": 3},
    {"row_points": 2, "naturals": tuple(dataclasses.replace(n, level=1) for n in NATURALS)},
    {"pairings": "single winner", "match_points": 2, "foul": 3, "surrender": 1},
    {"pairings": "single winner", "scoop_bonus": 3, "home_run_bonus": 3, "naturals": NATURALS, "aces": (1, 2, 6, 8)},
    {"pairings": "pool", "scoop_bonus": 3},
    {"pairings": "pool", "row_points": 5, "pool_ties": "carry over", "aces": (1, 2, 6, 8), "dealer_compensation": 1},
    {"pairings": "pool", "lowball_middle": True, "wheel": "second"},
    {"aces": (1, 2, 6, 8), "dealer_compensation": 1, "naturals": NATURALS, "scoop_times": 2, "surrender": 2},
    {"pairings": "banker", "aces": (1, 2, 6, 8), "dealer_compensation": 1},
    {"deuce_of_spades": True, "foul_pays_royalties": True,
     "royalties": rulebook.Royalties(front={"pair": 2}, middle={"pair": 1}, back={"pair": 1, "flush": 5}, on="always")},
    {"deuce_of_spades": True,
     "royalties": rulebook.Royalties(front={"high card": 2}, middle={"pair": 1}, back={"two pair": 1})},
    {"foul": 9, "foul_pays_royalties": True, "foul_pays_naturals": True, "naturals": NATURALS, "home_run_bonus": 3,
     "royalties": rulebook.Royalties(front={"pair": 2}, middle={"pair": 1}, back={"pair": 1, "flush": 5}, on="always")},
    {"equal_rows": "foul", "row_ties": "button", "foul": 3, "foul_pays_naturals": True, "foul_keeps_natural": False,
     "naturals": NATURALS, "royalties": rulebook.Royalties(front={"pair": 2}, middle={"pair": 1}, back={"pair": 1})},
    {"naturals": NATURALS, "naturals_by_rows": True, "natural_ties": "compare", "home_run_bonus": 2},
    {"naturals": NATURALS, "naturals_by_rows": True, "foul_keeps_natural": False, "natural_mode": "difference",
     "surrender": 2, "aces": (1, 2, 6, 8)},
    {"dead_rows": "out of order", "equal_rows": "foul", "row_ties": "button", "scoop_bonus": 3, "home_run_bonus": 2,
     "home_run_players": 2, "naturals": NATURALS, "foul_keeps_natural": False,
     "royalties": rulebook.Royalties(front={"pair": 2}, middle={"pair": 1}, back={"pair": 1, "flush": 5}, on="always")},
    {"dead_rows": "out of order", "pairings": "single winner", "match_points": 2, "deuce_of_spades": True,
     "royalties": rulebook.Royalties(front={"high card": 2}, middle={"pair": 1}, back={"two pair": 1})},
    {"dead_rows": "out of order", "pairings": "banker", "row_ties": "house", "lowball_middle": True,
     "lowball_qualifier": "9", "overall_points": 1, "deuce_of_spades": True, "dealer_compensation": 1,
     "royalties": rulebook.Royalties(front={"pair": 2}, middle={"high card 7": 4}, back={"pair": 1}, on="always")},
    {"overall_points": 2, "overall": "rows and extras", "scoop_times": 3, "deuce_of_spades": True, "home_run_bonus": 1,
     "royalties": rulebook.Royalties(front={"pair": 2}, middle={"pair": 1}, back={"pair": 1, "flush": 5})},
    {"naturals": NATURALS, "foul_pays_naturals": True, "overall_points": 1, "scoop_times": 2, "home_run_times": 3,
     "royalties": rulebook.Royalties(front={"pair": 2}, middle={"pair": 1}, back={"pair": 1, "flush": 5})},
    *OPTIONS_BY_CARDS,
    {"lowball_middle": True, "lowball_qualifier": "T", "royalties": rulebook.Royalties(
        middle={"high card 9": 1, "high card 8": 2, "high card 7": 4, "7-5-4-3-2": 8, "9-8-7-6-4": 3}, on="always")},
]  # fmt: skip
