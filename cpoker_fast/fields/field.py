"""Fields: samples of the boards that opponents set."""

from __future__ import annotations

from typing import Self

from cpoker_fast.dealing import Seed
from cpoker_fast.display.progress import Progress
from cpoker_fast.fields.equilibrium import equilibrium
from cpoker_fast.fields.sample import BoardSample
from cpoker_fast.rulebook import Rules, as_rules

__all__ = ["Field"]


class Field(BoardSample):
    """A sample of boards from which each opponent's board is drawn, independently of the player's own cards.

    An opponent's board may therefore hold cards of the player's own hand; `analyze`, in contrast, deals the opponents from
    the remaining cards.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    boards : array of uint8, shape (n, 13), or sequence of Board or str
        1 to 65,536 boards; in an array, front (3), middle (5) and back (5), as for `settle_many`. Fouls are allowed, and so
        are surrenders (255, or None) where the rules have them.
    declare : bool, or array of bool, shape (n,)
        Whether boards that may declare a natural do.
    weights : sequence of int, optional
        How many times each board counts; the sum is at most 65,536.

    Attributes
    ----------
    rules : Rules
    boards : array of uint8, shape (n, 13)
        A board of weight w is repeated w times.
    declare : array of bool, shape (n,)
    exploitability, error : float or None
        What the best response wins from the field, in points per pairing, and the standard error of that estimate; None if
        it was not measured.
    made_by : str
        The call that made the field; empty for a field of given boards.

    Raises
    ------
    FieldError
        If there are too many boards or too few, or the weights are invalid.
    CardError, BoardError
        If a board cannot be read or is not of 13 different cards; `index` is the first such board.
    RulesError
        If the rules are unknown, or combine a single winner with home runs.
    ArrayError
        If an array has the wrong dtype or shape.
    """

    __slots__ = ()

    @classmethod
    def equilibrium(
        cls,
        rules: Rules | str,
        *,
        size: int = 4096,
        rounds: int = 20,
        seed: Seed = 0,
        opponents: int = 3,
        cache: bool = True,
        threads: int = 1,
        progress: bool | Progress = False,
    ) -> Self:
        """An approximate equilibrium, found by fictitious play: a field from which hardly anything can be won.

        In each round, freshly dealt hands are set as best responses to the current field and replace a part of it. The
        equilibria of the presets with the default arguments are shipped with the package.

        Parameters
        ----------
        rules : Rules or str
            Rules, or the name of a preset.
        size : int
            Number of boards, 4 to 65,536; a multiple of 4, since whole decks are dealt.
        rounds : int
            Rounds of fictitious play, 1 to 1,000.
        seed : int, sequence of int or numpy.random.SeedSequence
            The same seed gives the same field on every machine. A field is cached only if the seed is an int.
        opponents : int
            Number of opponents, 1 to 3: home runs, pools and single winners depend on it.
        cache : bool
            Use a shipped or cached field if there is one, and store a new one in the user's cache folder. Damaged files are
            replaced; those of other versions of the package are ignored.
        threads : int
            Number of threads; 0 for one per CPU of this process.
        progress : bool or function
            True: a progress bar, unless there is a field already; needs the extra ``cli``. Or a function,
            which is called with the number of rounds played and the number of all rounds.

        Raises
        ------
        FieldError, RulesError, SeedError, ArrayError
            If an argument is invalid.

        Examples
        --------
        >>> field = Field.equilibrium("pagat")
        >>> len(field), field.exploitability < 0.01
        (4096, True)
        """
        return equilibrium(
            cls,
            as_rules(rules),
            size=size,
            rounds=rounds,
            seed=seed,
            opponents=opponents,
            cache=cache,
            threads=threads,
            progress=progress,
        )
