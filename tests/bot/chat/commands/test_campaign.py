"""``/campaign``: founding, undo, rulings, the log, newer data, the end."""

from datetime import timedelta
from pathlib import Path

from bot.base.catalog import SHIPPED, Catalog, read_catalog
from localdiscord import User
from rules.dice import seal
from tests.bot.harness import Harness, choose, labels, offered, text
from tests.bot.marne import decide_all, drawn
from tests.games import SEED


async def test_the_founding_offers_first_moves(here: Harness) -> None:
    options = {"game": "marne-1918", "seat": "Allies", "name": "The *long* war"}
    await here.anna.slash(here.marne, "campaign new", options)
    founding = here.newest(here.carla)
    assert text(founding).endswith("Marne 1918")
    assert seal(SEED) not in text(founding)
    assert "The \\*long\\* war" in text(founding)
    assert labels(founding) == ["Draw 3 events", "Choose a scenario", "As it stands on our table…", "Play the Germans"]
    await choose(here.carla, here.marne, "record more seal")
    sealed = text(here.newest(here.carla))
    assert f"`{seal(SEED)}`" in sealed
    await here.anna.press(founding, "Draw 3 events")


class TestFounding:
    async def test_the_seats_of_the_chosen_game_are_offered(self, here: Harness) -> None:
        async def seats(**options: str) -> list[str]:
            asked = await here.anna.autocomplete(here.marne, "campaign new", focused="seat", options=options)
            return [choice["value"] for choice in asked]

        assert await seats(game="marne-1918") == ["Allies", "Germans", "Referee"]
        assert await seats(game="fields-of-despair") == ["Allies", "Referee"]


class TestSeats:
    async def test_those_that_a_player_can_take_or_give_up_are_offered(self, here: Harness) -> None:
        await here.found()

        async def free(person: User) -> list[str]:
            asked = await person.autocomplete(here.marne, "campaign join", focused="seat")
            return [choice["value"] for choice in asked]

        assert await free(here.anna) == ["Germans"]
        assert await offered(here.anna, here.marne, "campaign manage leave", "seat") == ["Allies", "Referee"]
        assert await free(here.carla) == ["Allies", "Germans"], "there is a referee"
        assert await offered(here.carla, here.marne, "campaign manage leave", "seat") == []

    async def test_the_status_reflects_a_passed_deadline(self, here: Harness) -> None:
        await drawn(here)
        await decide_all(here)
        await here.anna.slash(here.marne, "turn next")
        here.server.clock.advance(timedelta(days=4))
        await here.anna.slash(here.marne, "campaign status")
        status = here.private(here.anna)[-1]
        late = f"<@{here.anna.id}> wants to end the turn, and <@{here.bert.id}> (Germans) did not answer in time."
        assert late in text(status)
        assert "Answer by" not in text(status)
        assert "Go on without the Germans" in labels(status)


class TestNewerData:
    def changed(self, folder: Path) -> Catalog:
        """Marne 1918 whose markers are drawn by fours, unless the referee rules otherwise."""
        text_ = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
        own = folder / "own"
        own.mkdir()
        (own / "marne_1918.toml").write_text(text_.replace("default = 3\n", "default = 4\n", 1), encoding="utf-8")
        return read_catalog(own)

    async def test_of_many_changes_the_number_is_told(self, here: Harness, tmp_path: Path) -> None:
        """The reader who must agree, not a list of seventy names."""
        await here.found()
        shipped = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
        events = shipped.count('moment = "Play it')
        newer = shipped.replace('moment = "Play it', 'moment = "Play this').replace('source = "', 'source = "The ', 1)
        newer = newer.replace('name = "Spies"', 'name = "Agents"')
        (tmp_path / "marne_1918.toml").write_text(newer, encoding="utf-8")
        await here.restart(read_catalog(tmp_path))
        await choose(here.bert, here.marne, "campaign manage update", {"sure": False})
        compared = text(here.private(here.bert)[-1])
        assert f"Changed in the markers: {events - 1}" in compared
        assert "Added to the markers: “Agents”" in compared
        assert "Changed: the source" in compared
        assert len(compared.split()) < 40

    async def test_it_is_compared_and_adopted(self, here: Harness, tmp_path: Path) -> None:
        await here.found()
        await here.restart(self.changed(tmp_path))
        await choose(here.bert, here.marne, "campaign manage update", {"sure": False})
        compared = text(here.private(here.bert)[-1])
        assert "You can adopt it." in compared
        assert "Changed in the rulings: “How" in compared
        await choose(here.bert, here.marne, "campaign manage update", {"sure": True})
        assert text(here.private(here.bert)[-1]) == "Only the referee can adopt newer data."
        await choose(here.anna, here.marne, "campaign manage update", {"sure": True})
        assert "wants to add or change the data" in text(here.newest(here.carla))
        await here.bert.press(here.newest(here.bert), "Germans: Agree")
        assert "adopts newer data" in text(here.newest(here.carla))
        await here.anna.slash(here.marne, "draw event")
        assert "The Allies draw 4 markers." in "\n".join(map(text, here.carla.messages(here.marne)))

    async def test_without_any_it_says_so(self, here: Harness) -> None:
        await here.found()
        await choose(here.anna, here.marne, "campaign manage update")
        assert "already uses this bot's data" in text(here.private(here.anna)[-1])


async def test_every_ruling_can_be_chosen_by_its_question(here: Harness) -> None:
    await here.found()
    asked = await offered(here.anna, here.marne, "campaign manage rulings", "ruling")
    rulings = (await here.campaign()).campaign.game.data.rulings.by_name
    assert asked == [str(ruling.question)[:100] for ruling in rulings.values()]


async def test_the_picture_is_shown_to_the_asker_alone(here: Harness) -> None:
    await here.found()
    for options in ({}, {"theme": "light"}):
        await choose(here.carla, here.marne, "campaign manage picture", options)
    dark, light = (message["attachments"][0] for message in here.private(here.carla)[-2:])
    assert dark["description"] == light["description"]
    assert (dark["size"], light["size"]) > (0, 0)
    assert dark["size"] != light["size"]


def day_in(here: Harness, days: int) -> str:
    """A day that is to come, as somebody types it."""
    return (here.server.clock.now() + timedelta(days=days)).date().isoformat()


async def presses(here: Harness, player: User, label: str) -> None:
    """Press a button below the newest result, whatever side it names."""
    shown = next(each for each in reversed(player.messages(here.marne)) if any(label in own for own in labels(each)))
    await player.press(shown, next(each for each in labels(shown) if label in each))


async def test_a_pause_is_agreed_to_and_shown(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage pause", {"until": day_in(here, 10)})
    await presses(here, here.bert, "Agree")
    assert "the time to answer stands still" in text(here.newest(here.anna))
    await here.anna.slash(here.marne, "campaign status")
    assert "The campaign pauses until" in text(here.private(here.anna)[-1])
    await choose(here.anna, here.marne, "campaign manage resume")
    assert "wants to end the pause" in text(here.newest(here.bert))
    await presses(here, here.bert, "Agree")
    assert "is over" in text(here.newest(here.anna))


async def test_a_pause_has_days_that_are_to_come(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    for until, said in (
        (day_in(here, -1), "has begun already"),
        (day_in(here, 800), "two years"),
        ("soon", "2026-03-05"),
    ):
        await choose(here.anna, here.marne, "campaign manage pause", {"until": until})
        assert said in text(here.private(here.anna)[-1])
    await choose(here.anna, here.marne, "campaign manage pause")
    assert "Until is missing." in text(here.private(here.anna)[-1])
    assert day_in(here, 14) in await offered(here.anna, here.marne, "campaign manage pause", "until")
