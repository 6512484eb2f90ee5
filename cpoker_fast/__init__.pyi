# Written by tools/write_stubs.py from the table in __init__.py.
from cpoker_fast import (
    arranging as arranging,
    cardroom as cardroom,
    converters as converters,
    engines as engines,
    errors as errors,
    fields as fields,
    game as game,
    notation as notation,
    players as players,
    rulebook as rulebook,
    settling as settling,
    studies as studies,
)
from cpoker_fast.arranging import (
    arrangements as arrangements,
    best_response as best_response,
    best_royalties as best_royalties,
    best_royalties_many as best_royalties_many,
    best_values as best_values,
    best_values_many as best_values_many,
    count_arrangements as count_arrangements,
    count_arrangements_many as count_arrangements_many,
    openface_fantasyland as openface_fantasyland,
    openface_fantasyland_many as openface_fantasyland_many,
    undominated as undominated,
    undominated_many as undominated_many,
)
from cpoker_fast.boards import (
    FOUL as FOUL,
    Board as Board,
)
from cpoker_fast.cards import (
    CardSet as CardSet,
    format_card as format_card,
    parse_card as parse_card,
    parse_cards as parse_cards,
)
from cpoker_fast.dealing import (
    Deck as Deck,
    deal as deal,
    deal_many as deal_many,
)
from cpoker_fast.decisions import (
    Decision as Decision,
    Decisions as Decisions,
)
from cpoker_fast.errors import (
    BoardError as BoardError,
    CardError as CardError,
    CpokerError as CpokerError,
    RulesError as RulesError,
)
from cpoker_fast.fields import (
    Field as Field,
    arrange as arrange,
    arrange_many as arrange_many,
)
from cpoker_fast.game import (
    Deal as Deal,
    Placement as Placement,
    Position as Position,
)
from cpoker_fast.patterns import (
    Pattern as Pattern,
)
from cpoker_fast.players import (
    BatchBot as BatchBot,
    Bot as Bot,
    bot as bot,
    bots as bots,
)
from cpoker_fast.ranking import (
    Category as Category,
    categories as categories,
    category as category,
    cpu_features as cpu_features,
    describe as describe,
    describe_lowball as describe_lowball,
    describe_lowball_many as describe_lowball_many,
    describe_many as describe_many,
    lowball_strength as lowball_strength,
    lowball_strengths as lowball_strengths,
    strength as strength,
    strengths as strengths,
)
from cpoker_fast.rulebook import (
    Royalties as Royalties,
    Rules as Rules,
)
from cpoker_fast.rulebook.presets import (
    presets as presets,
    rules as rules,
)
from cpoker_fast.settling import (
    board_strengths as board_strengths,
    is_foul_under as is_foul_under,
    read_seat as read_seat,
    royalties_many as royalties_many,
    settle as settle,
    settle_many as settle_many,
)
from cpoker_fast.settling.naturals import (
    natural_board as natural_board,
    naturals as naturals,
    naturals_many as naturals_many,
)
from cpoker_fast.studies import (
    analyze as analyze,
    review as review,
    simulate as simulate,
    tournament as tournament,
)

__version__: str
__all__: list[str]

def __dir__() -> list[str]: ...
