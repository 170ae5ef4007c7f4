"""The form by which an administrator gives the seats of a campaign from elsewhere to people of this server."""

import re
from collections.abc import Mapping
from typing import Any, Self

import discord

from bot.base.language import say
from bot.engine.session import Session
from bot.messages.forms import typed_in
from bot.messages.interaction import NUMBER, Interaction, read_number
from bot.messages.unwatched import Form
from rules.campaign import Campaign
from rules.errors import NotThere
from rules.seat import Seat

SEATS_FORM = "adj:cast:"
MOST_FIELDS = 5
"""Discord shows no more fields in a form; a sixth seat is the referee's, for which there is `/admin what:seat`."""


class SeatFormButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"adj:who:(?P<id>{NUMBER})"):
    """Opens the form. Its id holds the campaign."""

    def __init__(self, id_: int) -> None:
        super().__init__(discord.ui.Button(label=say("Who plays what"), custom_id=f"adj:who:{id_}"))
        self.id_ = id_

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(int(match["id"]))

    async def callback(self, interaction: Interaction) -> None:
        """Open the form."""
        await interaction.client.guard(interaction, self._open(interaction))

    async def _open(self, interaction: Interaction) -> None:
        session = await interaction.client.service.session(self.id_)
        await interaction.response.send_modal(seat_form(session))


def seat_form(session: Session) -> discord.ui.Modal:
    """A field for each seat, with whoever holds it now."""
    campaign = session.campaign
    modal = Form(title=say("Who plays what"), custom_id=f"{SEATS_FORM}{session.id}")
    for number, seat in enumerate(_seats(campaign)):
        held = [
            discord.SelectDefaultValue(id=int(player), type=discord.SelectDefaultValueType.user)
            for player in campaign.roster[seat][:1]
        ]
        chosen: discord.ui.UserSelect[Any] = discord.ui.UserSelect(
            custom_id=str(number), required=False, min_values=0, default_values=held
        )
        text, about = say(seat)[:45], say("Leave it empty to leave it as it is.")
        modal.add_item(discord.ui.Label(text=text, description=about, component=chosen))
    return modal


def read_seats(campaign: Campaign, typed: Mapping[str, str]) -> dict[str, Any]:
    """The command that a filled form makes. Raises ``NotThere`` if it was left as it was."""
    given = ((seat, typed.get(str(number))) for number, seat in enumerate(_seats(campaign)))
    chosen = [(seat, read_number(user)) for seat, user in given if user]
    players = [(seat, user) for seat, user in chosen if (user,) != campaign.roster[seat][:1]]
    if not players:
        raise NotThere("Every seat is as it was.")
    return {"type": "admin_seats", "players": players}


async def submit_seats(interaction: Interaction, custom_id: str) -> None:
    """Give the seats as the form says."""
    data: Any = interaction.data
    session = await interaction.client.service.session(read_number(custom_id.removeprefix(SEATS_FORM)))
    fields = read_seats(session.campaign, typed_in(data))
    await interaction.client.responder.execute_in(interaction, session, fields)


def _seats(campaign: Campaign) -> tuple[Seat, ...]:
    return tuple(campaign.roster)[:MOST_FIELDS]
