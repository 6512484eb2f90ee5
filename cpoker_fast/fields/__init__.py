"""Opponents as samples of boards: what boards are paid on average against them, and which boards are paid most.

A `Field` may be given or found as the equilibrium of some rules by fictitious play; those of the presets are shipped.
`arrange` and `arrange_many` set hands as best responses to a field.
"""

from cpoker_fast.fields.best_boards import arrange, arrange_many, field_of
from cpoker_fast.fields.field import Field
from cpoker_fast.fields.responses import best_responses

__all__ = ["Field", "arrange", "arrange_many", "best_responses", "field_of"]
