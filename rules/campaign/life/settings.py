"""The settings of a table: its language, its pictures, and the time to answer."""

from collections.abc import Iterator
from enum import StrEnum
from typing import ClassVar

from typing_extensions import override

from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.terms import Days, Language
from rules.dice import Dice
from rules.errors import NotNow
from rules.line import Line, Listed, line
from rules.notice import Notice, tell_all
from rules.seat import Player
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
    """Return a language by its name; by its letters where it is none of Discord's."""
    return Shown(LanguageName.__members__.get(language.upper(), language))


class SettingsChanged(CampaignEvent):
    """Some settings of the table were changed. Those that are None stay as they were."""

    language: Language | None = None
    pictures: bool | None = None
    answer: Days | None = None

    @override
    def apply(self, campaign: C) -> C:
        return campaign.with_terms(**self.model_dump(exclude={"type"}, exclude_none=True))

    @override
    def tell(self) -> Iterator[Notice]:
        if self.language is not None:
            yield tell_all("This campaign is in {language} from now on.", language=called(self.language))
        if self.pictures is not None and self.pictures:
            yield tell_all("This campaign has pictures again.")
        if self.pictures is not None and not self.pictures:
            yield tell_all("This campaign has no pictures from now on.")
        if self.answer is not None:
            yield tell_all("The time to answer is {answer} {answer:day|days} from now on.", answer=self.answer)


class ChangeSettings(CampaignCommand):
    """Change some settings of the table: the language of the channel, its pictures, the days to answer."""

    title: ClassVar[str] = "Settings changed"
    needs_all: ClassVar[bool] = True
    language: Language | None = None
    pictures: bool | None = None
    answer: Days | None = None

    @override
    def wanted(self) -> Line:
        wishes = list[Line]()
        if self.language is not None:
            wishes.append(line("change the language to {language}", language=called(self.language)))
        if self.pictures is not None:
            wishes.append(Line("switch the pictures on") if self.pictures else Line("switch the pictures off"))
        if self.answer is not None:
            wishes.append(line("set the time to answer to {answer} {answer:day|days}", answer=self.answer))
        return line("{wishes}", wishes=Listed(wishes))

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[SettingsChanged]:
        campaign.check_seated(user)
        wanted = self.model_dump(exclude={"type"}, exclude_none=True)
        if campaign.with_terms(**wanted) == campaign:
            raise NotNow("That is so already.")
        yield SettingsChanged(**wanted)
