"""A fast Chinese poker engine: ranking, setting and scoring 13-card hands.

>>> import cpoker_fast as cp
>>> cp.describe(cp.strength("Ts Th Tc 4d 4s"))
'full house, tens over fours'
>>> board = cp.best_royalties("As Ks Qs Js 9s 8d 8h 5c 5h 3d 3h 2c 7h", "pagat")
>>> str(board.back), board.is_foul
('As Ks Qs Js 9s', False)
"""

import importlib
import importlib.util

__version__ = "0.1.0"

# Where each public name lives. Its module is imported when the name is first asked for, so that importing the package
# takes hardly any time; __init__.pyi tells the same to type checkers.
_HOMES = {
    "analysis": "Analysis Candidate",
    "analyzing": "analyze",
    "arranging": "BoardsOfHands ValuedBoard ValuedBoards arrangements best_royalties best_royalties_many best_values "
    "best_values_many count_arrangements count_arrangements_many undominated undominated_many",
    "boards": "Board",
    "cards": "CardSet format_card parse_card parse_cards",
    "dealing": "deal deal_many",
    "errors": "AnalysisError ArrayError BoardError BotError CardError CpokerError FieldError LedgerError LedgerWarning "
    "RulesError SeedError SimulationError StrengthError TableError",
    "fantasyland": "FantasylandBoard openface_fantasyland",
    "fields": "Field",
    "game": "Drill Game Tray Verdict",
    "ledger": "read_ledger",
    "openface": "Fantasyland OpenFace Timeout",
    "patterns": "Pattern natural_board naturals naturals_many",
    "players": "BatchBot Bot Choice Choices bot bots",
    "ranking": "Category CpuFeatures category cpu_features describe describe_lowball lowball_strength lowball_strengths "
    "strength strengths",
    "responding": "Response Setting Settings arrange arrange_many best_response",
    "royalties": "PaidOn Royalties RowTables",
    "rulebook": "LowballQualifier Natural NaturalMode NaturalTies OverallPoint Pairings PoolTies RowTies Rules Wheel",
    "settling": "DecidedBy Pairing PoolRow Seat Settlement read_seat settle settle_many",
    "simulating": "simulate",
    "simulation": "Estimate Simulation",
    "stakes": "Payment",
    "tables": "Deal Entry Player Table",
    "terms": "Fees TableTerms",
    "variants": "presets rules",
}
_MODULE_OF = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = list(_MODULE_OF)

if importlib.util.find_spec("cpoker_fast._ranking") is None:
    raise ImportError(
        "cpoker_fast is not built here: run `pip install -e .` in its source tree, or import it from somewhere else"
    )


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'cpoker_fast' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"cpoker_fast.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
