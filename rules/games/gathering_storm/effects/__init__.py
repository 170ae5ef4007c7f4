"""The kinds of event, 12 general, 26 national and a part in words: a union of effects, told apart by their ``kind``."""

from typing import Annotated, get_args

from pydantic import Field

from rules.games.gathering_storm.effects.base import Effect, InWords
from rules.games.gathering_storm.effects.diplomacy import DiplomacyEffect
from rules.games.gathering_storm.effects.economy import EconomyEffect
from rules.games.gathering_storm.effects.research import ResearchEffect
from rules.games.gathering_storm.effects.support import SupportEffect

AnyEffect = EconomyEffect | SupportEffect | ResearchEffect | DiplomacyEffect | InWords
Feature = Annotated[AnyEffect, Field(discriminator="kind")]

GENERAL = (
    "general income", "general support", "compound support", "general ancillary support", "EAI", "ancillary EAI",
    "research doubling", "atomic research", "general diplomacy", "compound diplomacy", "civil war event",
    "minor country dispute",
)  # fmt: skip
KINDS = tuple(kind for class_ in get_args(AnyEffect) for kind in get_args(class_.model_fields["kind"].annotation))
ON_BOTH = ("ancillary EAI", "in words")
"""A national support event can change the EAI as well, and any event can have a part in words."""
NATIONAL = tuple(kind for kind in KINDS if kind not in (*GENERAL, *ON_BOTH))

__all__ = ["GENERAL", "KINDS", "NATIONAL", "ON_BOTH", "AnyEffect", "Effect", "Feature"]
