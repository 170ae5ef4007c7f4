"""The settings of a table: its place, its language, its pictures, the time to answer, and whom the bot calls."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Self

from typing_extensions import override

from rules.campaign.state.slice import Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, DiceKind, TableDice
from rules.campaign.state.wait import Days, Language
from rules.dice import Dice
from rules.errors import NotNow
from rules.frozen import Frozen
from rules.line import Line, Listed, line
from rules.notice import Notice, tell_all, tell_seat
from rules.seat import Player, Seat
from rules.secrets import Shown


class LanguageName(StrEnum):
    """The languages that have a catalogue, by their letters. A new one gets its line here."""

    EN = "English"
    FR = "French"


def called(language: str | None) -> Shown:
    """Return the name of a language, or its code if it has no name here."""
    return Shown(LanguageName.__members__.get(str(language).upper(), str(language)))


@dataclass(frozen=True, slots=True)
class Uncalled(Slice):
    """The players who do not want to be called when it is their move."""

    players: frozenset[Player] = frozenset()

    @override
    def without_player(self, player: Player) -> Self:
        return replace(self, players=self.players - {player})


class Settings(Frozen):
    """Some settings. Those that are None stay as they were; ``calls`` is the player's own."""

    language: Language | None = None
    pictures: bool | None = None
    answer: Days | None = None
    dice_kind: DiceKind | None = None
    calls: bool | None = None

    @property
    def given(self) -> dict[str, Any]:
        """The settings that are not None."""
        return {name: value for name in Settings.model_fields if (value := getattr(self, name)) is not None}


class SettingsChanged(Settings, CampaignEvent):
    """A player changed some settings. Only their ``seat`` reads whether they are called."""

    player: Player
    seat: Seat

    @override
    def apply(self, campaign: C) -> C:
        terms = self.given
        if (calls := terms.pop("calls", None)) is not None:
            others = campaign.of(Uncalled).players - {self.player}
            campaign = campaign.having(Uncalled(others if calls else others | {self.player}))
        if (dice := terms.pop("dice_kind", None)) is not None:
            campaign = campaign.having(TableDice(dice))
        return replace(campaign, terms=campaign.terms.replace(**terms))

    def tell(self) -> Iterator[Notice]:
        if self.language is not None:
            yield tell_all("This campaign is in {language} from now on.", language=called(self.language))
        if self.pictures is not None:
            with_pictures = tell_all("This campaign has pictures again.")
            yield with_pictures if self.pictures else tell_all("This campaign has no pictures from now on.")
        if self.answer is not None:
            yield tell_all("The time to answer is {answer} {answer:day|days} from now on.", answer=self.answer)
        if self.dice_kind is not None:
            sealed = tell_all("The bot's sealed dice fall from now on.")
            by_hand = tell_all("From now on you roll on your own table and enter the faces.")
            yield sealed if self.dice_kind == "sealed" else by_hand
        if self.calls is not None:
            again = tell_seat(self.seat, "{player} is called again when it is their move.", player=self.player)
            no_more = tell_seat(self.seat, "{player} is no longer called when it is their move.", player=self.player)
            yield again if self.calls else no_more


class ChangeSettings(Settings, CampaignCommand):
    """Change some settings: those of the table, or whether one is called oneself."""

    title = "Settings changed"

    @override
    def wanted(self) -> Line:
        return line("{wishes}", wishes=Listed(self._wishes()))

    def _wishes(self) -> Iterator[Line]:
        if self.language is not None:
            yield line("change the language to {language}", language=called(self.language))
        if self.pictures is not None:
            yield Line("switch the pictures on" if self.pictures else "switch the pictures off")
        if self.answer is not None:
            yield line("set the time to answer to {answer} {answer:day|days}", answer=self.answer)
        if self.dice_kind is not None:
            yield Line("take the bot's sealed dice" if self.dice_kind == "sealed" else "roll on your own table")

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[SettingsChanged]:
        now = {**dict(campaign.terms), "dice_kind": campaign.dice_kind}
        new = {name: value for name, value in self.given.items() if now.get(name) != value}
        changed = SettingsChanged(**new, player=user, seat=campaign.seats_of(user)[0])
        if changed.apply(campaign) == campaign:
            raise NotNow("That is so already.")
        yield changed

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return campaign.all_others(user) if self.given.keys() - {"calls"} else frozenset()


# ---- its place ----


def mention(channel: int) -> Shown:
    """Return a channel as a message links to it."""
    return Shown(f"<#{channel}>")


class Moved(CampaignEvent, named="house_moved"):
    """The campaign is played in another channel from now on. Where it is now is not for the rules to know."""

    moves_house = True
    player: Player
    channel: int

    def tell(self) -> Iterator[Notice]:
        there = mention(self.channel)
        yield tell_all("{player} moves the campaign to {channel}. It goes on there.", player=self.player, channel=there)


class Move(CampaignCommand, named="move_house"):
    """Move the campaign to another channel or thread of the server."""

    title = "Campaign moved"
    needs_all = True
    needs_game = False
    at_end = True
    channel: int

    @override
    def wanted(self) -> Line:
        return line("move the campaign to {channel}", channel=mention(self.channel))

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Moved]:
        yield Moved(player=user, channel=self.channel)
