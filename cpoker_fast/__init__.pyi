# Written by tools/write_stubs.py from the table in __init__.py.
from cpoker_fast import (
    app as app,
    arranging as arranging,
    converters as converters,
    engines as engines,
    errors as errors,
    fields as fields,
    game as game,
    notation as notation,
    players as players,
    ranking as ranking,
    rulebook as rulebook,
    settling as settling,
    studies as studies,
)
from cpoker_fast.arranging import (
    arrangements as arrangements,
    best_royalties as best_royalties,
    best_royalties_many as best_royalties_many,
    count_arrangements as count_arrangements,
    undominated as undominated,
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
    deal as deal,
    deal_many as deal_many,
)
from cpoker_fast.errors import (
    CpokerError as CpokerError,
)
from cpoker_fast.fields import (
    arrange as arrange,
    arrange_many as arrange_many,
)
from cpoker_fast.game import (
    Deal as Deal,
    Placement as Placement,
    Position as Position,
)
from cpoker_fast.players import (
    bot as bot,
    bots as bots,
)
from cpoker_fast.ranking import (
    category as category,
    describe as describe,
    lowball_strength as lowball_strength,
    strength as strength,
    strengths as strengths,
)
from cpoker_fast.rulebook import (
    Rules as Rules,
)
from cpoker_fast.rulebook.presets import (
    presets as presets,
    rules as rules,
)
from cpoker_fast.settling import (
    settle as settle,
    settle_many as settle_many,
)
from cpoker_fast.settling.naturals import (
    naturals as naturals,
)
from cpoker_fast.studies import (
    analyze as analyze,
    analyze_many as analyze_many,
    review as review,
    simulate as simulate,
    tournament as tournament,
)

__version__: str
__all__: list[str]

def __dir__() -> list[str]: ...
