from cpoker_fast.analysis import (
    Analysis as Analysis,
    Candidate as Candidate,
)
from cpoker_fast.analyzing import (
    analyze as analyze,
)
from cpoker_fast.arranging import (
    BoardsOfHands as BoardsOfHands,
    ValuedBoard as ValuedBoard,
    ValuedBoards as ValuedBoards,
    arrangements as arrangements,
    best_royalties as best_royalties,
    best_royalties_many as best_royalties_many,
    best_values as best_values,
    best_values_many as best_values_many,
    count_arrangements as count_arrangements,
    count_arrangements_many as count_arrangements_many,
    undominated as undominated,
    undominated_many as undominated_many,
)
from cpoker_fast.boards import (
    Board as Board,
)
from cpoker_fast.cards import (
    CardSet as CardSet,
    format_card as format_card,
    parse_card as parse_card,
    parse_cards as parse_cards,
)
from cpoker_fast.dealing import (
    deal as deal,
    deal_many as deal_many,
)
from cpoker_fast.errors import (
    AnalysisError as AnalysisError,
    ArrayError as ArrayError,
    BoardError as BoardError,
    BotError as BotError,
    CardError as CardError,
    CpokerError as CpokerError,
    FieldError as FieldError,
    LedgerError as LedgerError,
    LedgerWarning as LedgerWarning,
    RulesError as RulesError,
    SeedError as SeedError,
    SimulationError as SimulationError,
    StrengthError as StrengthError,
    TableError as TableError,
)
from cpoker_fast.fantasyland import (
    FantasylandBoard as FantasylandBoard,
    openface_fantasyland as openface_fantasyland,
)
from cpoker_fast.fields import (
    Field as Field,
)
from cpoker_fast.game import (
    Drill as Drill,
    Game as Game,
    Tray as Tray,
    Verdict as Verdict,
)
from cpoker_fast.ledger import (
    read_ledger as read_ledger,
)
from cpoker_fast.openface import (
    Fantasyland as Fantasyland,
    OpenFace as OpenFace,
    Timeout as Timeout,
)
from cpoker_fast.patterns import (
    Pattern as Pattern,
    natural_board as natural_board,
    naturals as naturals,
    naturals_many as naturals_many,
)
from cpoker_fast.players import (
    BatchBot as BatchBot,
    Bot as Bot,
    Choice as Choice,
    Choices as Choices,
    bot as bot,
    bots as bots,
)
from cpoker_fast.ranking import (
    Category as Category,
    CpuFeatures as CpuFeatures,
    category as category,
    cpu_features as cpu_features,
    describe as describe,
    describe_lowball as describe_lowball,
    lowball_strength as lowball_strength,
    lowball_strengths as lowball_strengths,
    strength as strength,
    strengths as strengths,
)
from cpoker_fast.responding import (
    Response as Response,
    Setting as Setting,
    Settings as Settings,
    arrange as arrange,
    arrange_many as arrange_many,
    best_response as best_response,
)
from cpoker_fast.royalties import (
    PaidOn as PaidOn,
    RowTables as RowTables,
    Royalties as Royalties,
)
from cpoker_fast.rulebook import (
    LowballQualifier as LowballQualifier,
    Natural as Natural,
    NaturalMode as NaturalMode,
    NaturalTies as NaturalTies,
    OverallPoint as OverallPoint,
    Pairings as Pairings,
    PoolTies as PoolTies,
    RowTies as RowTies,
    Rules as Rules,
    Wheel as Wheel,
)
from cpoker_fast.settling import (
    DecidedBy as DecidedBy,
    Pairing as Pairing,
    PoolRow as PoolRow,
    Seat as Seat,
    Settlement as Settlement,
    read_seat as read_seat,
    settle as settle,
    settle_many as settle_many,
)
from cpoker_fast.simulating import (
    simulate as simulate,
)
from cpoker_fast.simulation import (
    Estimate as Estimate,
    Simulation as Simulation,
)
from cpoker_fast.stakes import (
    Payment as Payment,
)
from cpoker_fast.tables import (
    Deal as Deal,
    Entry as Entry,
    Player as Player,
    Table as Table,
)
from cpoker_fast.terms import (
    Fees as Fees,
    TableTerms as TableTerms,
)
from cpoker_fast.variants import (
    presets as presets,
    rules as rules,
)

__version__: str
__all__: list[str]

def __dir__() -> list[str]: ...
