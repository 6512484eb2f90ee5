"""Fields: samples of opponents' boards."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Self

import numpy as np

from cpoker_fast.dealing import Seed
from cpoker_fast.display.progress import Progress
from cpoker_fast.display.quoting import quote
from cpoker_fast.fields.equilibrium import equilibrium
from cpoker_fast.fields.ledgers import boards_in_ledgers
from cpoker_fast.fields.sample import BoardSample
from cpoker_fast.rulebook import Rules
from cpoker_fast.rulebook.presets import as_rules

__all__ = ["Field"]


class Field(BoardSample):
    """A sample of boards from which each opponent's board is drawn.

    The boards of opponents are drawn independently, and may contain cards of the player's hand. Equilibria therefore have
    tables of card removal, except under rules with a single winner. These tables estimate how the player's cards change the
    expected points. The argument ``own_cards`` of `points` and `arrange` decides whether the tables are used (see
    :doc:`/background/fields`). `analyze`, in contrast, deals the opponents' hands from the remaining cards.

    Fields simplify some rules. If the player lacks the horse card, its factor is an average. Limits, suits that break ties
    and the order of turns are ignored (see :doc:`/rules/room_rules`).

    `from_ledger` returns a field of the boards of past deals. `equilibrium` returns the field of players who can hardly be
    exploited.

    Parameters
    ----------
    rules : Rules or str
        Rules, or the name of a preset.
    boards : array of uint8, shape (n, 13), or sequence of Board or str
        1 to 65,536 boards. Each row of an array is front (3), middle (5) and back (5), as for `settle_many`. Fouls are
        allowed. Surrenders are allowed if the rules have them. A surrender is 13 times 255 in an array, and None in a
        sequence.
    declare : bool, or array of bool, shape (n,)
        Whether boards declare the naturals that they may declare.
    weights : sequence of int, optional
        Number of copies of each board. The sum is at most 65,536. By default, there is one copy of each.

    Attributes
    ----------
    rules : Rules
    boards : array of uint8, shape (n, 13)
        The boards; a board with weight w is repeated w times.
    declare : array of bool, shape (n,)
    exploitability, error : float or None
        Points per pairing that the best response wins from the field, and the standard error of this estimate. Both are None
        if they were not measured.
    made_by : str
        Call that made the field; empty for a field of your own boards.
    removal : array of float16, shape (3, 27, 32), or None
        Coefficients of card removal, in points per pairing. There is one for each row, each of 27 features of a hand, and
        each of 32 strengths of the row. The array is None for a field of your own boards, and for rules with a single
        winner.

    Raises
    ------
    FieldError
        If there are too many boards or too few, or the weights are invalid.
    CardError, BoardError
        If a board cannot be read or does not have 13 different cards. The attribute `index` of the error is the index of the
        first such board.
    RulesError
        If the rules are unknown, have both a single winner and home runs, or do not allow a surrender in `boards`.
    ArrayError
        If an array has the wrong dtype or shape.

    Examples
    --------
    >>> board = "As Kh 6h / Qs Jd Td 9c 8c / 7s 7h 7d 5h 5c"
    >>> field = Field("pagat", [board, "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 8d 8s"])
    >>> field.points([board], opponents=1).tolist()  # a tie with the first board, a point from the second
    [0.5]
    """

    __slots__ = ()

    @classmethod
    def from_ledger(
        cls,
        path: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        rules: Rules | str | None = None,
        *,
        players: Sequence[str] | None = None,
    ) -> Self:
        """Return the field of the boards that players set at tables, read from their ledgers.

        A few hundred boards are a small sample, so points against them have a large error. Surrenders are included. Dead
        hands are skipped, since they have no cards.

        Parameters
        ----------
        path : path or sequence of paths
            Ledger of a `app.table.Table`, or several ledgers. The files are only read, so the tables may still be in use.
        rules : Rules or str, optional
            Rules of the field, or the name of a preset. By default, the field has the rules of the deals, which must all pay
            the same.
        players : sequence of str, optional
            Names of the players whose boards count, such as your opponents. By default, the boards of all players count.

        Raises
        ------
        FieldError
            If the ledgers have no boards of these players, more than 65,536, or different rules.
        LedgerError
            If a file is not a ledger; the message names the file and the line.
        FileError
            If a file cannot be read.
        RulesError
            If the rules are unknown, or do not allow a surrender in the ledgers.

        Examples
        --------
        >>> import tempfile
        >>> path = tempfile.mktemp()
        >>> table = Table("pagat", ledger=path)
        >>> seats = table.sit("Ann", 100), table.sit("Bob", 100)
        >>> a, b = "Ah Kd 2c / 9s 9h 4c 4d 3s / Ts Th Tc 5d 5s", "Qc Jd 2d / 8s 8h 6c 6d 3h / Ad As 7h 7c 4h"
        >>> _ = table.settle({"Ann": a, "Bob": b})
        >>> Field.from_ledger(path), len(Field.from_ledger([path, path], players=["Bob"]))
        (<Field of 2 boards, rules 'pagat'>, 2)
        """
        read = boards_in_ledgers(path, None if rules is None else as_rules(rules), players)
        made_by = f"Field.from_ledger({quote(path)}, players={quote(players)})"
        return cls(read.rules, read.boards, declare=np.array(read.declare), made_by=made_by)

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
        """Return an approximate equilibrium: a field that can hardly be exploited.

        Fictitious play finds the equilibrium. In each round, fresh hands are set as best responses to the current field, and
        their boards replace a part of the field. The package has the equilibria of the presets for the default arguments.

        Parameters
        ----------
        rules : Rules or str
            Rules, or the name of a preset.
        size : int
            Number of boards, from 4 to 65,536. It must be a multiple of 4, since each deck is dealt as four hands.
        rounds : int
            Number of rounds of fictitious play, 1 to 1,000.
        seed : int, sequence of int or numpy.random.SeedSequence
            Seed of the random hands. The same seed gives the same field on every machine. A field is cached only if its seed
            is an int.
        opponents : int
            Number of opponents, 1 to 3. It affects home runs, pools and single winners.
        cache : bool
            Whether to use a field in the package or in the user's cache folder, if there is one, and to store a new field in
            that folder. A damaged file is replaced. Files of other versions of the package are ignored.
        threads : int
            Number of threads, or 0 for one thread for each CPU of this process.
        progress : bool or function
            Whether to show a progress bar, or a function. The function is called with the number of finished rounds and the
            number of all rounds. After the rounds of fictitious play, there are 16 rounds of card removal, unless the rules
            have a single winner.

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
