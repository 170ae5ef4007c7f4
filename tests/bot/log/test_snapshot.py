"""Snapshots: what is read is what was written, in every game, wherever a log is cut; what cannot be read is stale."""

import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.engine.service import CampaignService
from bot.log import snapshot
from bot.log.snapshot import StaleSnapshot, read_snapshot, snapshot_digests, write_snapshot
from rules.campaign import Campaign
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.life.settings import Uncalled
from rules.campaign.questions.orders import Orders
from rules.campaign.questions.rulings import AdoptData, SetRuling
from rules.campaign.state.state import Absence, AtEnd, Away, Earlier, Request, StandIn
from rules.campaign.state.terms import Terms
from rules.campaign.state.timeline import Action, Point, Timeline
from rules.campaign.state.wait import Began, Wait
from rules.command import Command
from rules.dice import Roll
from rules.errors import NotThere
from rules.line import Listed, line
from rules.log import LogEntry
from rules.order import Order
from rules.seat import REFEREE, Player, Seat
from tests.bot.test_released_logs import LOGS, restored
from tests.faults.rounds import many
from tests.games import BEGIN, all_games, catalog, founded
from tests.high_card import BLUE, RED, HighCard, Take
from tests.play import Play
from tests.rules.campaign.features import ROWS
from tests.rules.test_conformance import random_play
from tests.samples import sample

GAMES = all_games()
ANNA, BERT = Player(1), Player(2)
ROLL = Roll(sides=6, faces=(1, 2), first=4)


def survives(campaign: Campaign) -> Campaign:
    """What a snapshot of a campaign gives back: the same in every field, down to the kind of every value."""
    text = write_snapshot(campaign)
    read = read_snapshot(campaign.refold(()), text)
    assert read == campaign
    # a seat equals a text and a tuple with names one without, but they are written otherwise
    assert write_snapshot(read) == text
    return read


def check(fresh: Campaign, log: Sequence[LogEntry]) -> None:
    """A snapshot at several places of a log offers the same, and what follows comes out the same."""
    whole, end = fresh.follow_all(log), len(log)
    for cut in sorted({0, 1, end // 3, end // 2, end - 2, end - 1, end} & {*range(end + 1)}):
        campaign = fresh.follow_all(log[:cut])
        read = survives(campaign)
        assert read.open_offers() == campaign.open_offers()
        for user in {player for players in whole.sat.values() for player in players}:
            assert read.offers(user) == campaign.offers(user)
        if all(entry.undoes is None or entry.undoes > cut for entry in log[cut:]):
            assert read.follow_all(log[cut:]) == whole


# ---- every game, wherever its log comes from ----


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seed", range(many(1, 3)))
@pytest.mark.parametrize("game", sorted(GAMES))
def test_random_play_survives(game: str, seed: int) -> None:
    *_, (play, _) = random_play(GAMES[game], seed, 150, all_agree=seed == 0)
    check(play.campaign.refold(()), play.log)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_the_log_of_a_released_version_survives(store: Any, file: Path) -> None:
    await restored(store, file)
    service = CampaignService(store, catalog())
    session = await service.session(1)
    check(session.campaign.refold(()), await service.entries(session))


async def checked(service: CampaignService) -> int:
    """How many campaigns a database has; each survives."""
    for id_ in count(1):
        try:
            session = await service.session(id_)
        except NotThere:
            return id_ - 1
        check(session.campaign.refold(()), await service.entries(session))
    raise AssertionError


# ---- every field and every kind of value ----


def other_values(campaign: Campaign) -> dict[str, Any]:
    """For each field another value than a founded campaign has; what a new one holds must be given here."""
    return {
        "data": "f" * 64,
        "state": campaign.state.replace(turn=7),
        "roster": {**campaign.roster, BLUE: (ANNA, BERT)},
        "sat": {**campaign.sat, BLUE: frozenset({ANNA, BERT})},
        "has_begun": True,
        "seen": {1: BEGIN, 2: BEGIN.replace(microsecond=7)},
        "at": BEGIN.replace(hour=5),
        "terms": Terms(language="fr", pictures=False, answer=7),
        "requests": (Request(1, ANNA, RED, sample(SetRuling, random.Random(1)), "T", frozenset({BLUE}), BEGIN, True),),
        "done": frozenset({RED}),
        "began": {Wait(RED, 3): Began(3, BEGIN, BEGIN), Wait(BLUE, due="bid"): Began(0, None)},
        "slices": (
            Uncalled(frozenset({BERT})),
            Away((Absence(BERT, BEGIN, BEGIN),), (StandIn(Player(3), BERT, frozenset({RED}), BEGIN, BEGIN),), BEGIN),
            Orders({RED: (Order(do="keep", when="at_once", lasts=True),)}, frozenset({RED})),
            *(each.SLICE for each in ROWS),
        ),
        "timeline": Timeline(
            (Action(3, 2, RED, ANNA, "Bid", sample(Take, random.Random(1)), BEGIN, is_free=True, rolls=(ROLL,)),),
            (Action(4, None, RED, ANNA, "Bid", sample(Take, random.Random(1)), BEGIN, is_free=True, by=BERT),),
            (4,),
            5,
            (Point(3, line("Turn {turn}", turn=8), "Here"), Point(4, line("{what}", what=Listed(("a",))))),
            2,
            {RED: 2},
        ),
        "seq": 3,
        "number": 2,
        "actions": 4,
        "next_die": 5,
        "ended": AtEnd(BEGIN, is_final=True),
    }


def test_no_field_is_left_out() -> None:
    campaign = founded(GAMES["night-watch"])
    other = other_values(campaign)
    # how a game is found again is tried below
    alone = {"founding", "library", "game"}
    assert {field.name for field in fields(campaign)} == other.keys() | alone
    for name, value in other.items():
        changed = replace(campaign, **{name: value})
        assert changed != campaign, name
        survives(changed)
    survives(replace(campaign, **other))


def test_a_field_that_is_new_is_written_too() -> None:
    @dataclass(frozen=True)
    class Weathered(Campaign):
        weather: str = "fair"

    campaign = founded(GAMES["high-card"])
    fair = Weathered(**{field.name: getattr(campaign, field.name) for field in fields(campaign) if field.init})
    rainy = replace(fair, weather="rain")
    assert read_snapshot(fair, write_snapshot(rainy)) == rainy


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_command_can_be_asked_for(game: str) -> None:
    campaign = founded(GAMES[game])
    commands: list[type[Command]] = [*GAMES[game].commands_by_type.values(), *CAMPAIGN_COMMANDS.values()]
    for kind in commands:
        for chance in map(random.Random, range(5)):
            request = Request(1, ANNA, Seat("Red"), sample(kind, chance), "Asked for", frozenset({REFEREE}))
            survives(replace(campaign, requests=(request,)))


def test_a_list_in_a_line_keeps_its_mark() -> None:
    label = line("{names}", names=Listed(["Poland", "France"], " · "))
    read = survives(replace(founded(GAMES["high-card"]), timeline=Timeline(points=(Point(1, label),))))
    assert str(read.timeline.points[0].label) == "Poland · France"


def test_a_kind_of_value_that_has_no_form_is_not_written() -> None:
    campaign = founded(GAMES["high-card"])
    with pytest.raises(TypeError, match="cannot hold a complex"):
        write_snapshot(replace(campaign, state=3j))


def test_the_text_is_the_same_whatever_the_order_of_a_set() -> None:
    seats = [Seat(f"Seat {number}") for number in range(50)]
    campaign = founded(GAMES["high-card"])
    texts = {write_snapshot(replace(campaign, done=frozenset(some))) for some in (seats, seats[::-1])}
    assert len(texts) == 1
    assert texts.pop().isascii()


# ---- the game and its data ----


class TestEditions:
    """High Card with two dice a number, then three; and a ruling of Night Watch."""

    OLD, NEW, NEWEST = "0" * 64, "1" * 64, "2" * 64

    def play(self) -> Play:
        old = GAMES["high-card"]
        newer = {self.NEW: HighCard(old.data.replace(number=3)), self.NEWEST: HighCard(old.data.replace(number=4))}
        founding = replace(founded(old).founding, data=self.OLD)
        play = Play(old, Campaign.founded(founding, old, newer))
        play.do(1, "take")
        play.do(1, AdoptData(data=self.NEW))
        return play

    def test_each_is_found_by_its_digest(self) -> None:
        play = self.play()
        check(play.campaign.refold(()), play.log)
        text = write_snapshot(play.campaign)
        assert snapshot_digests(text) == {self.OLD, self.NEW}
        read = read_snapshot(play.campaign.refold(()), text)
        assert read.game is play.campaign.library[self.NEW]
        assert read.of(Earlier).games == ((2, GAMES["high-card"]),)

    def test_one_that_the_library_lacks_makes_a_snapshot_stale(self) -> None:
        play = self.play()
        text = write_snapshot(play.campaign)
        old = play.campaign.library[self.OLD]
        with pytest.raises(StaleSnapshot, match=self.NEW):
            read_snapshot(Campaign.founded(play.campaign.founding, old), text)

    def test_data_of_no_document_is_not_written(self) -> None:
        play = self.play()
        stray = HighCard(play.campaign.game.data.replace(sides=20))
        with pytest.raises(ValueError, match="not in the library"):
            write_snapshot(replace(play.campaign, game=stray))

    @pytest.mark.parametrize("game", sorted(GAMES))
    def test_the_referees_choices_are_kept(self, game: str) -> None:
        campaign = founded(GAMES[game])
        for name, ruling in campaign.game.data.rulings.by_name.items():
            for choice in ruling.ids:
                campaign = replace(campaign, game=campaign.game.with_choice(name, choice))
                assert survives(campaign).game.data.rulings[name].chosen == choice


# ---- what is stale ----


def text_of(**changes: Any) -> tuple[Campaign, str]:
    campaign = founded(GAMES["high-card"])
    return campaign, write_snapshot(replace(campaign, **changes))


def test_a_text_that_was_changed_is_stale() -> None:
    fresh, text = text_of(seq=12345)
    for place in (0, 63, 64, 65, text.index("12345"), len(text) - 1):
        damaged = text[:place] + ("7" if text[place] != "7" else "8") + text[place + 1 :]
        with pytest.raises(StaleSnapshot, match="was changed"):
            read_snapshot(fresh, damaged)
        with pytest.raises(StaleSnapshot):
            snapshot_digests(damaged)
    for other in ("", "\n", "{}", text[:-1], text + " "):
        with pytest.raises(StaleSnapshot):
            read_snapshot(fresh, other)


def test_a_text_of_other_rules_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One byte of any file of the rules is enough."""
    fresh, text = text_of()
    code = snapshot._code.__wrapped__
    before = code()
    shutil.copytree(Path(rules.__file__).parent, tmp_path / "rules")
    monkeypatch.setattr(rules, "__file__", str(tmp_path / "rules" / "__init__.py"))
    assert code() == before
    with (tmp_path / "rules" / "games" / "marne_1918" / "hand.py").open("a") as file:
        file.write("\n")
    assert code() != before
    monkeypatch.setattr(snapshot, "_code", code)
    with pytest.raises(StaleSnapshot, match="another version"):
        read_snapshot(fresh, text)


def test_a_text_of_another_campaign_is_stale() -> None:
    fresh, text = text_of()
    other = replace(fresh, founding=replace(fresh.founding, name="Another war"))
    with pytest.raises(StaleSnapshot, match="another campaign"):
        read_snapshot(other, text)


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        ("rules.seat:Seat", "rules.seat:Chair"), ("rules.seat:Seat", "no.such.module:Seat"),
        ("rules.seat:Seat", "rules.seat:REFEREE"), ('"seq":0,', ""), ('"seq":0', '"seq":[99]'),
        ('"kinds":[', '"kinds":["builtins:complex",'),
    ],
)  # fmt: skip
def test_an_unreadable_snapshot_is_stale(was: str, is_now: str) -> None:
    """Even under the right seal."""
    fresh, text = text_of()
    body = text.partition("\n")[2]
    assert was in body
    with pytest.raises(StaleSnapshot, match="cannot be read"):
        read_snapshot(fresh, f"{snapshot._seal(body.replace(was, is_now))}\n{body.replace(was, is_now)}")


def test_a_campaign_that_cannot_be_played_has_none() -> None:
    with pytest.raises(ValueError, match="cannot be played"):
        write_snapshot(Campaign.founded(founded(GAMES["high-card"]).founding, UnknownGame("it has no such game.")))
