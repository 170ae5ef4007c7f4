"""Language: what the channel reads, the campaign says in a language of its own."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.terms import Language
from rules.dice import Dice
from rules.errors import NotNow
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown


class LanguageName(StrEnum):
    """The languages that Discord speaks, by their letters."""

    BG = "Bulgarian"
    CS = "Czech"
    DA = "Danish"
    DE = "German"
    EL = "Greek"
    EN = "English"
    ES = "Spanish"
    FI = "Finnish"
    FR = "French"
    HI = "Hindi"
    HR = "Croatian"
    HU = "Hungarian"
    ID = "Indonesian"
    IT = "Italian"
    JA = "Japanese"
    KO = "Korean"
    LT = "Lithuanian"
    NL = "Dutch"
    NO = "Norwegian"
    PL = "Polish"
    PT = "Portuguese"
    RO = "Romanian"
    RU = "Russian"
    SV = "Swedish"
    TH = "Thai"
    TR = "Turkish"
    UK = "Ukrainian"
    VI = "Vietnamese"
    ZH = "Chinese"


def called(language: str) -> Shown:
    """A language by its name; by its letters where it is none of Discord's."""
    return Shown(LanguageName.__members__.get(language.upper(), language))


class LanguageRequested(Asked):
    """A player asks for another language."""

    type: Literal["language_requested"] = "language_requested"
    language: Language

    @property
    @override
    def heading(self) -> str:
        return "Language requested"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} asks for another language: {language}.", player=self.player, language=called(self.language)
        )
        yield from self.tell_needed()


class LanguageSet(CampaignEvent):
    """From now on the campaign speaks this language."""

    type: Literal["language_set"] = "language_set"
    language: Language

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, language=self.language)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("This campaign is in {language} from now on.", language=called(self.language))


class SetLanguage(CampaignCommand):
    """Choose the language of what the channel reads."""

    title: ClassVar[str] = "Language set"
    wish: ClassVar[str] = "change the language of the campaign"
    type: Literal["set_language"] = "set_language"
    language: Language

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[LanguageSet]:
        campaign.check_seated(user)
        if self.language == campaign.language:
            raise NotNow("That is so already.")
        yield LanguageSet(language=self.language)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return campaign.all_others(user)

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> LanguageRequested:
        return asking(LanguageRequested, campaign, user, needed, goes_on=True, language=self.language)
