"""Rulings and newer data: what the referee decides for the whole campaign."""

from dataclasses import replace

from rules.campaign import Campaign
from rules.campaign.decider.audit import audit
from rules.campaign.questions.rulings import AdoptData, DataAdopted, SetRuling, differences
from rules.campaign.seats.seating import Join
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import Player
from tests.games import SEED, all_games, founded
from tests.high_card import HighCard
from tests.play import Play, public
from tests.rules.campaign.helpers import refused


def marne() -> Play:
    return Play(all_games()["marne-1918"])


def test_the_referee_changes_a_ruling_from_then_on() -> None:
    play = marne()
    assert "rules on `draws_a_turn`: 4" in public(play.do(1, SetRuling(name="draws_a_turn", choice=4)))
    assert "draw 4 markers" in public(play.do(1, "draw"))


def test_what_cannot_be_ruled() -> None:
    play = marne()
    play.do(2, Join(seat=play.game.seats[1]))
    refused(play, NotYours, "Only the referee", 2, SetRuling(name="draws_a_turn", choice=4))
    refused(play, NotThere, "no such ruling", 1, SetRuling(name="weather", choice=4))
    refused(play, NotThere, "one of the choices: 3, 4", 1, SetRuling(name="draws_a_turn", choice=5))
    refused(play, NotNow, "already applies", 1, SetRuling(name="draws_a_turn", choice=3))


def test_the_log_comes_out_the_same_after_a_change_of_ruling() -> None:
    play = marne()
    play.do(1, "draw")
    play.do(1, SetRuling(name="draws_a_turn", choice=4))
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()
    assert play.campaign.refold(play.log) == play.campaign


class TestNewerData:
    """High Card with two dice a number, and a newer edition with three."""

    OLD, NEW = "0" * 64, "1" * 64

    def play(self) -> Play:
        old = all_games()["high-card"]
        campaign = founded(old)
        newer = HighCard(old.data.replace(number=3))
        founding = replace(campaign.founding, data=self.OLD)
        return Play(old, Campaign.founded(founding, old, {self.NEW: newer}))

    def test_it_holds_from_then_on_and_says_what_differs(self) -> None:
        play = self.play()
        play.do(1, "take")
        assert "Changed: number" in public(play.do(1, AdoptData(data=self.NEW)))
        play.do(1, Undo())
        play.do(1, "take")
        assert [len(roll.faces) for entry in play.log for roll in entry.rolls] == [2, 3]
        assert play.campaign.refold(play.log) == play.campaign
        assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()

    def test_what_cannot_be_adopted(self) -> None:
        play = self.play()
        play.do(2, Join(seat=play.game.seats[1]))
        refused(play, NotYours, "Only the referee", 2, AdoptData(data=self.NEW))
        refused(play, NotNow, "already uses", 1, AdoptData(data=self.OLD))
        refused(play, NotThere, "does not have that data", 1, AdoptData(data="2" * 64))

    def test_many_differences_are_counted(self) -> None:
        adopted = DataAdopted(player=Player(1), data=self.NEW, changes=("a.b", "c"), more=7)
        assert [str(line) for line in adopted.tell()][1:4] == ["Changed: a.b", "Changed: c", "Further changes: 7"]


def test_differences_are_named_by_path_and_by_the_name_of_a_part() -> None:
    old = all_games()["marne-1918"].data
    ruled = old.with_ruling("draws_a_turn", 4)
    assert [*differences(old, old)] == []
    assert [*differences(old, ruled)] == ["rulings.draws_a_turn"]
    renamed = old.replace(marker_types=(old.marker_types[0].replace(summary="Other words"), *old.marker_types[1:]))
    assert [*differences(old, renamed)] == [f"marker_types.{old.marker_types[0].name}"]
