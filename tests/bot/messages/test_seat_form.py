"""An administrator gives the seats of a campaign that came from elsewhere."""

import pytest
from bot.messages.seat_form import read_seats, seat_form

from bot.log.export import export_from
from localdiscord import Upload
from localdiscord.users.labels import labelled_fields
from rules.seat import Seat
from tests.bot.harness import Harness, Message, choose, labels, text

pytestmark = pytest.mark.usefixtures("fair_dice")


@pytest.fixture
async def verdun(here: Harness) -> Message:
    """Anna, who owns the server, has brought a campaign of Bert (Allies) and Carla (Germans) into a second channel."""
    await here.bert.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    exported = await export_from(here.database, (await here.campaign()).id)
    assert exported is not None
    file, channel = Upload("campaign.json", exported.data), here.server.channel("verdun")
    await choose(here.anna, channel, "campaign manage import", {"file": file, "sure": True})
    await here.settle()
    return channel


async def test_a_form_gives_a_seat_to_somebody_else(here: Harness, verdun: Message) -> None:
    answer = here.private(here.anna, verdun)[-1]
    assert labels(answer) == ["Who plays what"]
    dora = here.server.user("dora").id
    await here.restart()
    await here.anna.press(answer, "Who plays what")
    assert here.anna.modal is not None
    asked = [label for label, _ in labelled_fields(here.anna.modal.body["components"])]
    assert asked == ["Allies", "Germans", "Referee"]
    await here.anna.submit({"Germans": dora})
    told = text(here.newest(here.bert, verdun))
    assert "acts as an administrator of this server" in told
    assert f"<@{dora}> takes the Germans seat" in told
    roster = (await here.campaign(verdun)).campaign.roster
    assert [roster[Seat(seat)] for seat in ("Allies", "Germans")] == [(int(here.bert.id),), (int(dora),)]


async def test_a_form_that_was_left_as_it_was_changes_nothing(here: Harness, verdun: Message) -> None:
    before = (await here.campaign(verdun)).campaign.seq
    await here.anna.press(here.private(here.anna, verdun)[-1], "Who plays what")
    await here.anna.submit({"Germans": here.carla.id})
    assert "Every seat is as it was." in text(here.newest(here.anna, verdun))
    assert (await here.campaign(verdun)).campaign.seq == before


async def test_a_seat_that_two_share_stays_theirs_unless_the_form_names_somebody_else(here: Harness) -> None:
    """It shows the first of them, and leaving it as it is sends nobody away."""
    await here.found()
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    session = await here.campaign()
    dora = here.server.user("dora").id
    bert, carla = here.bert.id, here.carla.id
    assert session.campaign.roster[Seat("Germans")] == (int(bert), int(carla))
    shown = [part["component"] for part in seat_form(session).to_dict()["components"]]
    assert [[each["id"] for each in part["default_values"]] for part in shown[:2]] == [[int(here.anna.id)], [int(bert)]]
    given = read_seats(session.campaign, {"0": dora, "1": bert, "2": here.anna.id})
    assert given == {"type": "admin_seats", "players": [("Allies", int(dora))]}
    given = read_seats(session.campaign, {"0": "", "1": dora})
    assert given == {"type": "admin_seats", "players": [("Germans", int(dora))]}
    given = read_seats(session.campaign, {"1": carla})
    assert given == {"type": "admin_seats", "players": [("Germans", int(carla))]}, "to the second of them alone"


async def test_an_administrator_does_not_come_to_a_hand_by_it(here: Harness, verdun: Message) -> None:
    """The opponent: she would see what the Germans hold."""
    await here.anna.press(here.private(here.anna, verdun)[-1], "Who plays what")
    await here.anna.submit({"Germans": here.anna.id})
    assert "You cannot give yourself a seat as an administrator." in text(here.newest(here.anna, verdun))
    assert (await here.campaign(verdun)).campaign.roster[Seat("Germans")] == (int(here.carla.id),)
