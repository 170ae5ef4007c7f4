"""A feature of campaigns, as it is registered."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import ModuleType

from rules.campaign.state.state import CampaignState
from rules.command import Offer
from rules.seat import Seat


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature: the modules with its commands and events, and what it offers.

    ``offers`` are read by the whole table: those of a user, or of anybody (None), each with the seat that takes it.
    They are asked for only where ``has_offers``, and ``at_end`` too. ``on_screen`` is what one user alone finds on a
    private screen of the feature, and nowhere else.
    """

    chapters: tuple[ModuleType, ...]
    offers: Callable[[CampaignState, int | None], Iterable[tuple[Seat | None, Offer]]] | None = None
    has_offers: Callable[[CampaignState], object] = lambda _: True
    at_end: bool = False
    on_screen: Callable[[CampaignState, int], Iterable[Offer]] | None = None
