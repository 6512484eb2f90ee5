"""Studies of deals: simulations, tournaments, analyses, reviews and statistics, with 95 % intervals.

Results depend on the seed, but not on the number of threads or processes. Simulations and tournaments add only whole
numbers, whose sum is the same in any order.
"""

from cpoker_fast._core import share_globals
from cpoker_fast.estimates import Estimate
from cpoker_fast.studies.analysis import analyze
from cpoker_fast.studies.analysis_result import Analysis, Candidate, Chances
from cpoker_fast.studies.deals import DealFilter, Deals
from cpoker_fast.studies.many_hands import analyze_many
from cpoker_fast.studies.many_hands_result import Analyses
from cpoker_fast.studies.measured_worth import Worth, measure_worth, worth
from cpoker_fast.studies.player_statistics import PlayerStatistics, Statistics, statistics
from cpoker_fast.studies.review_result import Review
from cpoker_fast.studies.reviewed_moves import ReviewedMove, ReviewedPlayer
from cpoker_fast.studies.reviews import review
from cpoker_fast.studies.simulation import simulate
from cpoker_fast.studies.simulation_result import Simulation
from cpoker_fast.studies.tournament_result import Tournament
from cpoker_fast.studies.tournaments import tournament

__all__ = [
    "Analyses", "Analysis", "Candidate", "Chances", "DealFilter", "Deals", "Estimate", "PlayerStatistics", "Review",
    "ReviewedMove", "ReviewedPlayer", "Simulation", "Statistics", "Tournament", "Worth", "analyze", "analyze_many",
    "measure_worth", "review", "simulate", "statistics", "tournament", "worth",
]  # fmt: skip


def __dir__() -> list[str]:
    return sorted(__all__)


share_globals(globals())
