"""The board by number: what should lie there, what differs between two points, and the correction of one value."""

from collections.abc import Iterable, Iterator

from bot.base.language import say
from bot.chat.answering.responder import Responder
from bot.engine.sessions import Session, differences
from bot.messages.autocomplete import Choices, choices_of
from bot.messages.buttons import LookButton
from bot.messages.interaction import Buttons, Interaction, tell_privately
from rules.campaign import Campaign
from rules.errors import NotThere
from rules.facts import Fact
from rules.line import Line, line
from rules.notice import Notice, Public, Secret, tell_all
from rules.seat import Seat, sides
from rules.secrets import Shown

TABLE = "On the table"


class Boards:
    """Answers about the board, each for the asker alone."""

    def __init__(self, responder: Responder) -> None:
        self._service = responder.service
        self._responder = responder

    async def compare(self, interaction: Interaction, session: Session, one: int, other: int) -> None:
        """Show what differs between the entries of two numbers, as this user may know it."""
        session.check_playable()
        await interaction.response.defer(ephemeral=True, thinking=True)
        pasts = self._service.pasts
        before, after = await pasts.stood(session, one), await pasts.stood(session, other)
        title = line("Entry {one} and entry {other} compared", one=one, other=other)
        lines = _compared(before, after, session.campaign.seats_of(interaction.user.id))
        await tell_privately(interaction, title, lines)

    async def check(self, interaction: Interaction, session: Session) -> None:
        """List what should lie on the table, with a button to say that it does."""
        session.check_playable()
        campaign = session.campaign
        facts = [*campaign.game.facts(campaign.state)]
        if not facts:
            raise NotThere("The bot keeps nothing of this board now.")
        lines = [tell_all("Compare your board. If something differs, `/record more what:adjust` corrects it.")]
        lines += [Public(each.shown).under(TABLE) for each in facts]
        view = Buttons(LookButton("match", session.id, campaign.timeline.changed, "It matches"))
        await tell_privately(interaction, line("{where}: the board", where=_where(campaign)), lines, view=view)

    async def match(self, interaction: Interaction, id_: int, changed: int) -> None:
        """Note that the board matches."""
        session = await self._service.session(id_)
        await self._responder.execute_in(interaction, session, {"type": "check_board", "changed": changed})

    async def adjust(self, interaction: Interaction, session: Session, fact: str, value: str, reason: str) -> None:
        """Correct one value."""
        session.check_playable()
        campaign = session.campaign
        command = campaign.game.adjusting(_meant(campaign, fact), value, reason)
        await self._responder.execute_in(interaction, session, command.model_dump())


def settable(campaign: Campaign) -> Choices:
    """Return the values that can be corrected, as choices."""
    return choices_of(((each.key, each.shown) for each in _settable(campaign)), "")


def _settable(campaign: Campaign) -> Iterable[Fact]:
    return (each for each in campaign.game.facts(campaign.state) if each.is_settable)


def _meant(campaign: Campaign, typed: str) -> str:
    """Return the key of the value that was chosen or that alone fits the typed text. Raises ``NotThere``."""
    named = {each.key: (say(each.label).casefold(), each.label.casefold()) for each in _settable(campaign)}
    wanted = typed.strip().casefold()
    found = [key for key, names in named.items() if any(wanted in name for name in names)]
    exact = [key for key, names in named.items() if key == typed or wanted in names]
    for keys in (exact, found):
        if len(keys) == 1:
            return keys[0]
    raise NotThere("No value of that name can be corrected. Choose one from the list.")


def _where(campaign: Campaign) -> Line:
    return campaign.game.where(campaign.state)


def _compared(before: Campaign, after: Campaign, seats: Iterable[Seat]) -> Iterator[Notice]:
    """Yield where the game stands at both points, and what differs: for all, and for the seats of the asker."""
    for each in (before, after):
        yield tell_all("After entry {seq}: {where}", seq=each.number, where=Shown(_where(each)))
    found = differences(before, after)
    if not found:
        yield tell_all("What everybody sees on the table is the same.")
    yield from (Public(each.told).under(TABLE) for each in found)
    for seat in sides(seats):
        section = line("Known to {seat} alone", seat=seat)
        yield from (Secret(seat, each.told).under(section) for each in differences(before, after, seat))
