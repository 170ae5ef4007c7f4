"""Cards and markers of a group's own, from a file that somebody gives in Discord to a game that is running."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

import pytest
from pydantic import model_validator

from bot.base.catalog import DataFile, read_catalog
from bot.engine.request import Caller
from bot.engine.sessions import Session
from bot.log.chain import read_record
from bot.log.export import export_campaign
from bot.storage import SqliteStore
from localdiscord import Upload, User
from rules.campaign.questions.rulings import AdoptData
from rules.errors import NotThere, NotYours
from rules.games.marne_1918 import Marne1918
from rules.games.marne_1918.data import MarneData
from rules.seat import SideSeat
from tests.bot.bots import ANNA, BERT, Bot
from tests.bot.desk import Desk
from tests.bot.harness import EPHEMERAL, Harness, Message, choose, labels, text
from tests.bot.test_upgrade import other_default
from tests.games import BEGIN, catalog
from tests.rules.games.fields_of_despair.own_map import written
from tests.rules.games.marne_1918.german_events import OWN as GERMAN_MARKERS

CARD = """
[[cards]]
id = "our-{number}"
title = "Our event {number}"
pile = "Italy"
source = "Our group"
features = [{{ kind = "support", power = "Italy", amount = 2 }}]
"""
GERMANS = SideSeat("Germans")


def cards(number: int) -> str:
    return "".join(CARD.format(number=each) for each in range(1, number + 1))


def upload(told: str | bytes, name: str = "ours.toml") -> Upload:
    return Upload(name, told if isinstance(told, bytes) else told.encode())


async def give(here: Harness, person: User, told: str | bytes, where: Message | None = None, **more: Any) -> str:
    """Somebody gives a file; what they read."""
    answers = {"file": upload(told), **more}
    where = where or here.marne
    await choose(person, where, "campaign manage own-data", answers)
    return text(here.newest(person, where))


async def storm(here: Harness) -> None:
    """Gathering Storm in #marne: Anna is Germany and the referee, Bert is Italy."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Italy"})


async def known(here: Harness) -> set[str]:
    """The cards with which the campaign is played."""
    data: Any = (await here.campaign()).campaign.game.data
    return {card.id for card in data.cards}


async def test_added_cards_survive_a_restart(here: Harness) -> None:
    await storm(here)
    await here.anna.slash(here.marne, "draw event")
    told = await give(here, here.anna, cards(20), add_to_this_campaign=True)
    assert "Added to the cards: 20" in told, "who is asked reads what it is"
    assert "our-1" not in await known(here)
    await here.restart()
    await here.bert.press(here.newest(here.carla), "Italy: Agree")
    assert len({each for each in await known(here) if each.startswith("our-")}) == 20
    await here.restart()
    assert "our-20" in await known(here)
    assert (await here.campaign()).campaign.game.data.own["cards"][0]["title"] == "Our event 1"


async def test_without_a_tick_the_file_is_only_looked_at(here: Harness) -> None:
    await storm(here)
    told = await give(here, here.anna, cards(2))
    assert "The file can be read." in told
    assert here.newest(here.anna)["flags"] & EPHEMERAL
    assert "our-1" not in await known(here)


async def test_each_fault_is_named_with_its_line_and_changes_nothing(here: Harness) -> None:
    await storm(here)
    wrong = cards(1) + cards(2).replace("amount = 2", "amount = 0").replace("our-1", "our-9")
    told = (await give(here, here.anna, wrong, add_to_this_campaign=True)).replace("\\", "")
    assert "Nothing was added" in told
    assert "line 14: `cards.our-9.features" in told
    for nonsense, said in (
        ("[[cards]\n", "line 1"),
        (b"\xff\xfe", "no text file"),
        ("", "empty"),
        ('[rulings.x]\nquestion = "?"\n', "`rulings` cannot be given here"),
        ("[cards]\nid = 1\n", "cards"),
        ("cards = 3\n", "cards"),
        ("cards = " + 5000 * "[", "nested too deeply"),
    ):
        assert said in (await give(here, here.anna, nonsense, add_to_this_campaign=True)).replace("\\", ""), nonsense
    assert (await here.campaign()).campaign.data in here.bot.client.service.catalog.editions["gathering-storm"].digest


async def test_a_corrected_card_takes_the_place_of_the_one_before(here: Harness) -> None:
    await storm(here)
    await give(here, here.anna, cards(1), add_to_this_campaign=True)
    await here.bert.press(here.newest(here.carla), "Italy: Agree")
    await give(here, here.anna, cards(1).replace("Our event 1", "A better name"), add_to_this_campaign=True)
    await here.bert.press(here.newest(here.carla), "Italy: Agree")
    data: Any = (await here.campaign()).campaign.game.data
    assert [card.title for card in data.cards if card.id == "our-1"] == ["A better name"]
    assert len(data.own["cards"]) == 1
    assert "This campaign has all of that already." in await give(
        here, here.anna, cards(1).replace("Our event 1", "A better name"), add_to_this_campaign=True
    )


async def test_another_player_neither_sees_the_entry_nor_can_use_it(here: Harness) -> None:
    await storm(here)
    await here.bert.slash(here.marne, "campaign manage", {})
    menu = here.newest(here.bert)
    assert "Our own cards…" not in str(menu["components"])


async def test_managers_may_keep_cards_for_later_campaigns(here: Harness) -> None:
    await storm(here)
    verdun = here.server.channel("verdun")
    await here.bert.slash(verdun, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    assert "Only those who can manage the server" in await give(
        here, here.bert, cards(1), verdun, for_later_campaigns=True
    )
    assert "later campaigns of this game" in await give(here, here.anna, cards(1), for_later_campaigns=True)
    gathering = here.server.channel("gathering-storm")
    await here.bert.slash(gathering, "campaign new", {"game": "gathering-storm", "seat": "Italy"})
    session = await here.bot.client.service.session_in(int(gathering["id"]))
    assert "our-1" in {card.id for card in session.campaign.game.data.cards}
    assert await here.bot.client.service.data.newer(session) is None, "this bot has no newer data"
    await choose(here.anna, here.marne, "campaign manage own-data", {"for_later_campaigns": True})
    assert "with this bot's data alone" in text(here.newest(here.anna))
    assert (await here.bot.client.service.servers.of(int(here.server.guild_id))).own == {}
    exported = session.campaign.founding.data
    assert '"own"' in (await here.bot.client.service._store.document(exported) or "")


async def test_german_markers_come_into_a_game_of_marne_that_has_begun(here: Harness) -> None:
    await here.found()
    campaign = (await here.campaign()).campaign
    assert GERMANS not in campaign.state.pools
    await give(here, here.anna, GERMAN_MARKERS, add_to_this_campaign=True)
    await here.bert.press(here.newest(here.carla), "Germans: Agree")
    campaign = (await here.campaign()).campaign
    data = campaign.game.data
    assert isinstance(data, MarneData)
    assert campaign.state.pools[GERMANS].markers.keys() == {
        marker.id for each in data.marker_types if each.side == GERMANS for marker in each.markers
    }
    assert "Germans: Draw" in " ".join(labels(here.newest(here.carla)))


RUMOUR = """
[[marker_types]]
name = "German rumour"
french = "Rumeur"
side = "Germans"
symbols = "£#"
total = 1
enters = { 1 = 1 }
moment = "Play it at any time."
summary = "In our own words."
"""
CHITS = '\n[chits]\nhexes = ["A05", "B05"]\n'
ROADS = [
    (
        "marne-1918",
        "Allies",
        "Germans",
        RUMOUR,
        'symbols = "£#"',
        'symbols = "?"',
        "line 6: `marker_types.German rumour.symbols.0`: it must be one of",
    ),
    ("fields-of-despair", "Allies", "", CHITS, '"A05"', '"Z99"', "line 3: `chits.hexes.Z99`: Z99 is not a hex"),
]


@pytest.mark.parametrize("by_form", [False, True])
@pytest.mark.parametrize(("game", "seat", "other", "right", "old", "new", "said"), ROADS, ids=["marne", "fields"])
async def test_the_whole_road_of_own_data(
    here: Harness, game: str, seat: str, other: str, right: str, old: str, new: str, said: str, by_form: bool
) -> None:
    """A fault with its line, consent, no restart, and into later campaigns."""

    async def give_(told: str, **more: Any) -> str:
        return await (write if by_form else give)(here, here.anna, told, **more)

    def has(campaign: Any) -> bool:
        data = campaign.game.data
        names = {each.name for each in data.marker_types} if game == "marne-1918" else {*data.chits.hexes}
        return bool(names & {"German rumour", "B05"})

    await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": seat})
    if other:
        await here.bert.slash(here.marne, "campaign join", {"seat": other})
    assert said in await give_(right.replace(old, new), add_to_this_campaign=True)
    assert not has((await here.campaign()).campaign)
    assert "The file can be read" in await give_(right)
    told = await give_(right, add_to_this_campaign=True)
    assert "Added to " in told
    if other:
        assert not has((await here.campaign()).campaign)
        await here.bert.press(here.newest(here.bert), f"{other}: Agree")
    assert has((await here.campaign()).campaign)
    somme = here.server.channel("somme")
    assert "later campaigns of this game" in await give_(
        right.replace("B05", "B06").replace("own", "new"), for_later_campaigns=True
    )
    await here.anna.slash(somme, "campaign new", {"game": game, "seat": seat})
    later: Any = (await here.campaign(somme)).campaign.game.data
    assert "B06" in later.chits.hexes if not other else later.named["German rumour"].summary == "In our new words."


async def test_only_missing_parts_of_a_printed_table_are_added(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    before: Any = (await here.campaign()).campaign.game.data
    columns = len(before.recon.columns)
    row = ", ".join(map(str, range(1, columns + 1)))
    await give(here, here.anna, f"[recon]\nlimits = {{ 1 = [{row}], 2 = [{row}] }}\n", add_to_this_campaign=True)
    after: Any = (await here.campaign()).campaign.game.data
    assert after.recon.limits is not None
    assert after.recon.rows == before.recon.rows
    told = await give(here, here.anna, "[recon]\nrows = []\n", add_to_this_campaign=True)
    assert "`recon.rows` cannot be given here" in told.replace("\\", "")


async def added_to(bot: Bot, session: Session) -> AdoptData:
    """The command by which Anna adds the German markers."""
    caller = Caller(1, BEGIN, session.guild, session.channel, ANNA)
    edition = await bot.service.data.read(session, DataFile("ours.toml", GERMAN_MARKERS))
    return await bot.service.data.added(caller, session, edition)


async def test_a_file_only_looked_at_is_not_kept(here: Harness) -> None:
    """The opponent and the stranger: what they could fill the database with."""
    await storm(here)
    store = here.bot.client.service._store
    before = await store.documents()
    await give(here, here.anna, cards(2))
    session = await here.campaign()
    edition = await here.bot.client.service.data.read(session, DataFile("ours.toml", cards(3)))
    for person in (here.bert, here.carla):
        caller = Caller(1, here.server.clock.now(), session.guild, session.channel, int(person.id))
        with pytest.raises(NotYours, match="Only the referee"):
            await here.bot.client.service.data.added(caller, session, edition)
    assert await store.documents() == before


async def test_newer_data_of_the_bot_keeps_what_the_group_has_added(store: SqliteStore, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    session = await old.found("marne-1918", "Allies")
    added = await added_to(old, session)
    await old.do(ANNA, added.type, data=added.data)
    assert await old.service.data.newer(session) is None
    new = Bot(store, other_default(tmp_path))
    newer = await new.service.data.newer(await new.session())
    assert newer is not None
    await new.do(ANNA, newer.type, data=newer.data)
    data: Any = (await new.session()).campaign.game.data
    assert data.rulings["cantigny_entry"].answer == "turn_2"
    assert "German rumour" in {each.name for each in data.marker_types}
    assert (await new.verified()).wrong == ()


async def test_unreadable_newer_data_cannot_be_agreed(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Bot(store, catalog())
    session = await old.found("marne-1918", "Allies")
    await old.do(BERT, "join", seat="Germans")
    added = await added_to(old, session)
    assert "wants to " in await old.do(ANNA, added.type, data=added.data)

    class Stricter(MarneData):
        @model_validator(mode="after")
        def _has_nothing_added(self) -> Self:
            if self.own:
                raise ValueError("of a group's own nothing is read any more")
            return self

    with monkeypatch.context() as newer:
        newer.setattr(Marne1918, "data_type", Stricter)
        new = Bot(store, read_catalog())
        assert "draw 3 markers" in await new.do(ANNA, "draw")
        with pytest.raises(NotThere, match="does not have that data"):
            await new.do(BERT, "agree", to=2)
        assert (await new.session()).campaign.game.data.own == {}
    again = Bot(store, read_catalog())
    await again.do(BERT, "agree", to=2)
    assert (await again.session()).campaign.game.data.own != {}
    assert (await again.verified()).wrong == ()


@pytest.mark.parametrize("is_first", [True, False])
async def test_pending_data_is_agreed_after_a_restart(store: SqliteStore, is_first: bool) -> None:
    old = Bot(store, catalog())
    session = await old.found("marne-1918", "Allies")
    await old.do(BERT, "join", seat="Germans")
    added = await added_to(old, session)
    for is_data in (is_first, not is_first):
        await (
            old.do(ANNA, added.type, data=added.data) if is_data else old.do(ANNA, "change_settings", pictures=False)
        )
    new = Bot(store, catalog())
    await new.do(BERT, "agree", to=2 if is_first else 3)
    assert (await new.session()).campaign.game.data.own != {}


async def test_a_record_has_the_data_of_the_group_in_it(store: SqliteStore) -> None:
    bot = Bot(store, catalog())
    session = await bot.found("marne-1918", "Allies")
    added = await added_to(bot, session)
    await bot.do(ANNA, added.type, data=added.data)
    exported = await export_campaign(store, session.id)
    assert exported is not None
    assert "German rumour" in read_record(exported.data).documents[added.data]


async def write(here: Harness, person: User, card: str, **more: Any) -> str:
    """Somebody writes one card into the form; what they read."""
    await choose(person, here.marne, "campaign manage own-data", {"or_one_card_or_marker": card, **more})
    return text(here.newest(person))


async def test_a_card_with_a_fault_opens_again_as_it_was_written(here: Harness) -> None:
    await storm(here)
    wrong = CARD.format(number=3).replace("amount = 2", "amount = 99")
    told = await write(here, here.anna, wrong, add_to_this_campaign=True)
    assert "Your card: line 7: `cards.our-3.features.0.support.amount`: it must be at most 20" in told.replace("\\", "")
    assert "amount = 99" in told, "what was written is not lost"
    await here.anna.press(here.newest(here.anna), labels(here.newest(here.anna))[0])
    assert "amount = 99" in str(here.anna.modal)
    assert "our-3" not in await known(here)


async def test_a_file_and_a_card_at_once_are_refused(here: Harness) -> None:
    await storm(here)
    one = "Give one of these: a file, one card, or what was entered in play."
    assert one in await give(here, here.anna, cards(1), or_one_card_or_marker=CARD.format(number=2))
    assert one in await give(here, here.anna, cards(1), or_what_was_entered_in_play=True)
    assert one in await write(here, here.anna, CARD.format(number=2), or_what_was_entered_in_play=True)


async def test_a_file_that_is_too_large_is_refused_before_it_is_read(here: Harness) -> None:
    await storm(here)
    told = await give(here, here.anna, "#" * 500_001)
    assert "0.5" in told
    assert "Added" not in told


async def test_a_typed_printed_card_is_kept_for_the_server(here: Harness) -> None:
    """Beside what the campaign was given before."""
    await storm(here)
    await give(here, here.anna, cards(1), add_to_this_campaign=True)
    await here.bert.press(here.newest(here.bert), "Italy: Agree")
    await here.anna.slash(here.marne, "act", {"offer": "Use our printed deck"})
    await here.anna.submit({"general": "1", "national": "1", "one_deck": "false"})
    await here.bert.press(here.newest(here.bert), "Italy: Agree")
    await here.anna.slash(here.marne, "draw event")
    assert "Nothing has been entered and turned up" in await entered(here, here.anna, for_later_campaigns=True)
    await here.bert.slash(here.marne, "act", {"offer": "Enter card 1"})
    await here.bert.submit({"text": "Ours alone / Italian support level: +1"})
    assert "Nothing has been entered and turned up" in await entered(here, here.anna, for_later_campaigns=True), (
        "it is secret yet"
    )
    await here.bert.slash(here.marne, "event play", {"marker": "Italy#1"})
    assert "Only those who can manage the server" in await entered(here, here.bert, for_later_campaigns=True)
    assert "later campaigns of this game" in await entered(here, here.anna, for_later_campaigns=True)
    verdun = here.server.channel("verdun")
    await here.anna.slash(verdun, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    later: Any = (await here.campaign(verdun)).campaign.game.data
    assert [(each.id, each.title) for each in later.printed_cards] == [("Italy#1", "Ours alone")]
    assert "our-1" in {each.id for each in later.cards}


@pytest.mark.parametrize("for_good", [False, True])
async def test_unseen_cards_can_be_kept_after_the_end(here: Harness, for_good: bool) -> None:
    await storm(here)
    await here.anna.slash(here.marne, "act", {"offer": "Use our printed deck"})
    await here.anna.submit({"general": "1", "national": "1", "one_deck": "false"})
    await here.bert.press(here.newest(here.bert), "Italy: Agree")
    await here.anna.slash(here.marne, "draw event")
    await here.bert.slash(here.marne, "act", {"offer": "Enter card 1"})
    await here.bert.submit({"text": "Ours alone / Italian support level: +1"})
    await choose(here.anna, here.marne, "campaign manage end", {"for_good": for_good})
    await here.bert.press(here.newest(here.bert), "Italy: Agree")
    told = await entered(here, here.anna, for_later_campaigns=True)
    if not for_good:
        assert "Nothing has been entered and turned up" in told, "it can be reopened"
        return
    assert "later campaigns of this game" in told
    verdun = here.server.channel("verdun")
    await here.anna.slash(verdun, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    later: Any = (await here.campaign(verdun)).campaign.game.data
    assert [(each.id, each.title) for each in later.printed_cards] == [("Italy#1", "Ours alone")]


async def entered(here: Harness, person: User, **more: Any) -> str:
    """Somebody asks to keep what was entered in play; what they read."""
    await choose(person, here.marne, "campaign manage own-data", {"or_what_was_entered_in_play": True, **more})
    return text(here.newest(person))


async def fields_with_a_map(here: Harness) -> None:
    """Fields of Despair in #marne with Anna's map; the front is proposed as she sets it up."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await give(here, here.anna, written(), add_to_this_campaign=True)
    await here.anna.press(here.newest(here.anna), "Set up the Central Powers…")
    await here.anna.submit({"CP total SPs": "96", "CP economic points": "3"})


async def test_a_groups_map_survives_a_restart(here: Harness) -> None:
    await fields_with_a_map(here)
    front = "A06, B06, C06, D06, E06, F06, G06, H06, I06"
    assert f"CP blocks face down (9): {front}." in text(here.newest(here.carla))
    await here.restart()
    await choose(here.anna, here.marne, "enter front")
    assert f"Allied frontline hexes: {front}" in text(here.newest(here.anna))
    await choose(here.anna, here.marne, "campaign manage own-data")
    told = text(here.newest(here.anna)).replace("\\", "")
    assert "Added to the hexes of your map: 60" in told
    assert "Added to the goal of your map: 1" in told
    session = await here.campaign()
    exported = await export_campaign(here.bot.client.service._store, session.id)
    assert exported is not None
    kept = read_record(exported.data).documents[session.campaign.data]
    assert '"A06"' in kept, "its next campaign has the map, too"


async def test_a_wrong_map_is_told_privately_with_its_line(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    before = (await here.campaign()).campaign.data
    told = await give(here, here.anna, written(without=["D06"]), add_to_this_campaign=True)
    assert "Nothing was added" in told
    assert "line 19: `map.hexes.C06`: D06 is not on the map. Give it a line of its own" in told.replace("\\", "")
    assert here.newest(here.anna)["flags"] & EPHEMERAL
    assert (await here.campaign()).campaign.data == before
    assert (await here.campaign()).campaign.game.data.own == {}


async def test_a_map_that_is_mended_takes_the_place_of_the_one_before(here: Harness) -> None:
    await fields_with_a_map(here)
    lines = written().splitlines()
    alone = [each for each in lines if not each.startswith("J")]
    mended = "\n".join(re.sub(r" ?J\d\d", "", each) for each in alone)
    await give(here, here.anna, mended, add_to_this_campaign=True)
    data: Any = (await here.campaign()).campaign.game.data
    assert (len(data.map.hexes), data.map.goal) == (54, "B04")


async def test_a_server_keeps_data_per_game(desk: Desk) -> None:
    caller = replace(desk.call(), is_admin=True)
    data, servers = desk.service.data, desk.service.servers
    marne, fields = (catalog().editions[each] for each in ("marne-1918", "fields-of-despair"))
    for edition in (marne, fields):
        await data.remember(caller, edition)
    assert (await servers.of(caller.guild)).own == {each.game.id: each.digest for each in (marne, fields)}
    await data.forget(caller, "marne-1918")
    assert (await servers.of(caller.guild)).own == {"fields-of-despair": fields.digest}
