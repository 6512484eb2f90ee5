from cpoker_fast.arranging import (
    arrangements as arrangements,
)
from cpoker_fast.arranging import (
    best_royalties as best_royalties,
)
from cpoker_fast.arranging import (
    count_arrangements as count_arrangements,
)
from cpoker_fast.boards import (
    Board as Board,
)
from cpoker_fast.cards import (
    CardSet as CardSet,
)
from cpoker_fast.cards import (
    format_card as format_card,
)
from cpoker_fast.cards import (
    parse_card as parse_card,
)
from cpoker_fast.cards import (
    parse_cards as parse_cards,
)
from cpoker_fast.errors import (
    ArrayError as ArrayError,
)
from cpoker_fast.errors import (
    BoardError as BoardError,
)
from cpoker_fast.errors import (
    CardError as CardError,
)
from cpoker_fast.errors import (
    CpokerError as CpokerError,
)
from cpoker_fast.errors import (
    RulesError as RulesError,
)
from cpoker_fast.errors import (
    StrengthError as StrengthError,
)
from cpoker_fast.patterns import (
    Pattern as Pattern,
)
from cpoker_fast.ranking import (
    Category as Category,
)
from cpoker_fast.ranking import (
    CpuFeatures as CpuFeatures,
)
from cpoker_fast.ranking import (
    category as category,
)
from cpoker_fast.ranking import (
    cpu_features as cpu_features,
)
from cpoker_fast.ranking import (
    describe as describe,
)
from cpoker_fast.ranking import (
    describe_lowball as describe_lowball,
)
from cpoker_fast.ranking import (
    lowball_strength as lowball_strength,
)
from cpoker_fast.ranking import (
    lowball_strengths as lowball_strengths,
)
from cpoker_fast.ranking import (
    strength as strength,
)
from cpoker_fast.ranking import (
    strengths as strengths,
)
from cpoker_fast.rulebook import (
    Natural as Natural,
)
from cpoker_fast.rulebook import (
    NaturalMode as NaturalMode,
)
from cpoker_fast.rulebook import (
    NaturalTies as NaturalTies,
)
from cpoker_fast.rulebook import (
    OverallPoint as OverallPoint,
)
from cpoker_fast.rulebook import (
    PaidOn as PaidOn,
)
from cpoker_fast.rulebook import (
    Pairings as Pairings,
)
from cpoker_fast.rulebook import (
    RowTies as RowTies,
)
from cpoker_fast.rulebook import (
    Royalties as Royalties,
)
from cpoker_fast.rulebook import (
    Rules as Rules,
)
from cpoker_fast.rulebook import (
    Wheel as Wheel,
)
from cpoker_fast.settling import (
    DecidedBy as DecidedBy,
)
from cpoker_fast.settling import (
    Pairing as Pairing,
)
from cpoker_fast.settling import (
    Seat as Seat,
)
from cpoker_fast.settling import (
    Settlement as Settlement,
)
from cpoker_fast.settling import (
    read_seat as read_seat,
)
from cpoker_fast.settling import (
    settle as settle,
)
from cpoker_fast.settling import (
    settle_many as settle_many,
)
from cpoker_fast.variants import (
    presets as presets,
)
from cpoker_fast.variants import (
    rules as rules,
)

__version__: str
__all__: list[str]

def __dir__() -> list[str]: ...
