"""Fields: the boards that opponents set, as a sample."""

from __future__ import annotations

from typing import Self

from cpoker_fast.dealing import Seed
from cpoker_fast.fields.equilibrium import equilibrium
from cpoker_fast.fields.sample import BoardSample
from cpoker_fast.rulebook import Rules, as_rules

__all__ = ["Field"]


class Field(BoardSample):
    """A sample of boards from which each opponent's board is drawn, independently of the player's own cards.

    So an opponent's board may hold cards of the hand that it is compared with; `analyze` deals the opponents from the cards
    that are left.

    Parameters
    ----------
    rules : Rules or str
        Or the name of a preset.
    boards : array of uint8, shape (n, 13), or sequence of Board or str
        Front (3), middle (5) and back (5), as `settle_many` takes them; 1 to 65,536. Fouls are allowed, and surrenders (255,
        or None) where the rules have them.
    declare : bool, or array of bool, shape (n,)
        Whether boards whose hands make a natural declare it.
    weights : sequence of int, optional
        How many times each board counts; their sum is 65,536 at most.

    Attributes
    ----------
    rules : Rules
    boards : array of uint8, shape (n, 13)
        A board of weight w is repeated w times.
    declare : array of bool, shape (n,)
    exploitability, error : float or None
        What the best response wins against the field, in points per pairing, and the standard error of that estimate; None
        if it was not measured.
    made_by : str
        The call that made it; empty for boards that were given.

    Raises
    ------
    FieldError
        If there are too many boards or too few, or weights do not fit.
    CardError, BoardError
        If a board cannot be read or is not of 13 different cards; `index` tells which.
    RulesError
        If there are no such rules, or they combine a single winner with home runs.
    ArrayError
        If an array has another dtype or shape.
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
    ) -> Self:
        """A field that is nearly an equilibrium: against it, hardly anything can be won. It is found by fictitious play.

        In each round, freshly dealt hands are set as best responses to the field so far and replace a part of it. The fields
        of the presets, at the default arguments, come with the package.

        Parameters
        ----------
        rules : Rules or str
            Or the name of a preset.
        size : int
            How many boards, a multiple of 4, since whole decks are dealt: 4 to 65,536.
        rounds : int
            Of fictitious play: 1 to 1,000.
        seed : int, sequence of int or numpy.random.SeedSequence
            The same seed gives the same field on every machine. Only fields of an int are cached.
        opponents : int
            1 to 3: home runs, pools and single winners depend on how many there are.
        cache : bool
            Look in the user's cache folder first, and keep a new field there. Damaged files, and those of another version of
            the package, are replaced.
        threads : int
            How many threads to use; 0 for as many as this process has CPUs.

        Raises
        ------
        FieldError, RulesError, SeedError, ArrayError
            If an argument does not fit.

        Examples
        --------
        >>> field = Field.equilibrium("pagat")
        >>> len(field), field.exploitability < 0.01
        (4096, True)
        """
        return equilibrium(
            cls, as_rules(rules), size=size, rounds=rounds, seed=seed, opponents=opponents, cache=cache, threads=threads
        )
