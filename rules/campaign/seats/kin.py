"""Relatives: an original and its forks hide the same things, so what is read in one is known of the others.

The bot writes into each campaign what its relatives have come to know. A seat of a fork that comes to somebody else
than the players of the original is dealt other secrets, so it costs the original nothing.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.state.book import Reading
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Original
from rules.command import Event
from rules.dice import Dice
from rules.log import run
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat, SideSeat
from rules.secrets import quote


class SecretsRenewed(CampaignEvent):
    """All that a seat of a fork hides is something else from now on; what it hid before is the original's alone."""

    type: Literal["secrets_renewed"] = "secrets_renewed"
    seat: Seat

    @override
    def apply(self, campaign: C) -> C:
        book = campaign.book.dealt_anew(self.seat, campaign.seq, is_all=True)
        return replace(campaign, book=book, closed={**campaign.closed, self.seat: campaign.seq - 1})

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("The secrets of {seat} are new here. Those of the original stay hidden.", seat=self.seat)


class ReadElsewhere(CampaignEvent):
    """Players came to read in a relative what a seat hides here."""

    type: Literal["read_elsewhere"] = "read_elsewhere"
    readings: tuple[Reading, ...]

    @property
    @override
    def heading(self) -> str:
        return "Read elsewhere"

    @override
    def apply(self, campaign: C) -> C:
        book = campaign.book
        return replace(campaign, book=replace(book, readings=(*book.readings, *self.readings)))

    @override
    def tell(self) -> Iterator[Notice]:
        for each in self.readings:
            yield tell_all(
                "{player} reads {seat} in **{where}**, and so its secrets here.",
                player=each.player,
                seat=each.seat,
                where=quote(each.where),
            )


class OriginalNoted(CampaignEvent):
    """A fork knows who plays its original now, and whether the secrets there are open."""

    type: Literal["original_noted"] = "original_noted"
    original: Original

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, original=self.original)

    @override
    def tell(self) -> Iterator[Notice]:
        if self.original.is_open:
            yield tell_all("The secrets of the original are open now.")
        else:
            yield tell_all("Other players hold the seats of the original now.")


class NoteKin(CampaignCommand):
    """Note what relatives have come to know: the bot writes it before anybody comes to a seat."""

    title: ClassVar[str] = "Relatives noted"
    by_bot: ClassVar[bool] = True
    at_end: ClassVar[bool] = True
    type: Literal["note_kin"] = "note_kin"
    readings: tuple[Reading, ...] = ()
    original: Original | None = None

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        if self.readings:
            yield ReadElsewhere(readings=self.readings)
        if self.original is not None:
            yield OriginalNoted(original=self.original)

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """It is done for no seat."""
        return None


def news_for(campaign: CampaignState, relative: CampaignState, since: int) -> tuple[Reading, ...]:
    """What a campaign does not know yet of what was read in a relative. Both were one until the entry ``since``."""
    found: dict[tuple[Player, Seat], Reading] = {}
    for each in relative.book.living():
        is_same = all(
            each.seat not in one.closed and one.book.renewed.get(each.seat, -1) <= since for one in (campaign, relative)
        )
        if is_same and campaign.game.hides(each.seat) and each.player not in campaign.book.readers(each.seat):
            where, seq = relative.founding.name, campaign.seq + 1
            found[each.player, each.seat] = Reading(each.player, each.seat, 0, seq, each.until, where)
    return tuple(found.values())


def renewed_for(
    campaign: CampaignState, user: Player, seat: Seat, givers: frozenset[Player], dice: Dice
) -> Iterator[Event]:
    """Other secrets for a seat of a fork that comes to somebody who has not read it, unless players of the original
    give it to them.
    """
    if not isinstance(seat, SideSeat):
        return
    if not campaign.lives_in_original(seat) or user in campaign.readers(seat) or campaign.may_give(givers, seat):
        return
    yield SecretsRenewed(seat=seat)
    yield from run(campaign.game, campaign.state, campaign.game.renewed(campaign.state, seat, dice))[0]
