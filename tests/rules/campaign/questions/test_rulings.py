"""Rulings and newer data: what the referee decides for the whole campaign."""

from dataclasses import replace

from bot.log.snapshot import read_snapshot, write_snapshot
from rules.campaign import Campaign
from rules.campaign.chronicle.retelling import reasons
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
from tests.rules.games.fields_of_despair.campaign import begun, landed
from tests.rules.games.fields_of_despair.test_combat import attacked


def marne() -> Play:
    return Play(all_games()["marne-1918"])


def test_the_referee_changes_a_ruling_from_then_on() -> None:
    play = marne()
    assert "does a side draw in the Events phase? **4**" in public(play.do(1, SetRuling(name="draws_a_turn", choice=4)))
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


def why(play: Play, seq: int) -> list[str]:
    """The reasons of an entry."""
    entry = play.log[seq - 1]
    return [*map(str, reasons(play.campaign, entry, play.campaign.tell(entry)))]


class TestWhatWasDecidedBefore:
    """A result is told by the rulings that were in force, whatever they are now."""

    def test_a_result_cites_the_ruling_that_decided_it(self) -> None:
        play = marne()
        play.do(1, "draw")
        before = why(play, 1)
        assert any("**3** (`draws_a_turn`)" in each for each in before)
        play.do(1, SetRuling(name="draws_a_turn", choice=4))
        play.do(1, Undo())
        play.do(1, "draw")
        after = why(play, 4)
        assert any("**4** (`draws_a_turn`)" in each for each in after)
        play.do(1, SetRuling(name="draws_a_turn", choice=3))
        assert (why(play, 1), why(play, 4)) == (before, after)
        assert play.campaign.refold(play.log) == play.campaign
        kept = read_snapshot(play.campaign.as_founded(), write_snapshot(play.campaign))
        assert kept.tell(play.log[0]) == play.campaign.tell(play.log[0])
        assert [*reasons(kept, play.log[3], kept.tell(play.log[3]))] == [
            *reasons(play.campaign, play.log[3], play.campaign.tell(play.log[3]))
        ]

    def test_the_letters_of_a_breakout_stay_as_they_were_told(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", 5, 3, losses=3, breakout=True)
        before = campaign.play.campaign.tell(campaign.play.log[-1])
        assert "CC: a cautious breakout" in public(before)
        for name in ("breakout_natures", "breakout_directions"):
            campaign.do("set_ruling", name=name, choice="just_the_letters")
        assert campaign.play.campaign.tell(campaign.play.log[-3]) == before

    def test_a_table_is_explained_by_the_ruling_of_then(self) -> None:
        campaign = attacked("A05 0+20")
        campaign.do("answer_attack", 3, 3, 3)
        seq = len(campaign.play.log)
        before = why(campaign.play, seq)
        assert any("**+2** (`allied_sps_20`)" in each for each in before)
        campaign.do("set_ruling", name="allied_sps_20", choice="plus_1")
        assert why(campaign.play, seq) == before


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


def test_what_changes_the_play_from_the_first_turn_is_settled_first() -> None:
    """By the referee, until the first action: then a side may have played by the answer."""
    storm = all_games()["gathering-storm"]
    (ruling,) = storm.data.rulings.to_settle_first
    play = Play(storm)
    play.do(2, Join(seat=storm.seats[1]))

    def offered(user: int) -> list[str]:
        return [each.label for each in play.campaign.offers(user) if isinstance(each.command, SetRuling)]

    assert (ruling.name, offered(1), offered(2)) == ("held_back", ["Rule: until the last phase begins"], [])
    settled = play.copy()
    settled.do(1, next(each.command for each in play.campaign.offers(1) if isinstance(each.command, SetRuling)))
    assert not [each for each in settled.campaign.offers(1) if isinstance(each.command, SetRuling)]
    play.do(1, "draw")
    assert offered(1) == []
