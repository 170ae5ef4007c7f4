"""Rulings and newer data: what the referee decides for the whole campaign."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from rules.campaign import Campaign
from rules.campaign.chronicle.retelling import reasons
from rules.campaign.decider.audit import audit
from rules.campaign.questions.requests import Agree
from rules.campaign.questions.rulings import AdoptData, ChooseDifficulty, DataAdopted, SetRuling
from rules.campaign.seats.seating import Join
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Line
from rules.seat import REFEREE, Player
from tests.games import SEED, all_games, founded
from tests.high_card import HighCard
from tests.night_watch import NightWatch
from tests.play import Play, public
from tests.rules.campaign.helpers import refused, reserved
from tests.rules.games.fields_of_despair.campaign import begun, landed
from tests.rules.games.fields_of_despair.test_combat import attacked


def marne() -> Play:
    return Play(all_games()["marne-1918"])


def test_the_referee_changes_a_ruling_from_then_on() -> None:
    play = marne()
    assert "does a side draw in the Events phase? **4**" in public(play.do(1, SetRuling(name="draws_a_turn", choice=4)))
    assert "draw 4 markers" in public(play.do(1, "draw"))


def test_impossible_rulings_are_refused() -> None:
    play = marne()
    play.do(2, Join(seat=play.game.seats[1]))
    refused(play, NotYours, "Only the referee", 2, SetRuling(name="draws_a_turn", choice=4))
    refused(play, NotThere, "no such ruling", 1, SetRuling(name="weather", choice=4))
    refused(play, NotThere, "one of the choices: 3, 4", 1, SetRuling(name="draws_a_turn", choice=5))
    refused(play, NotNow, "already applies", 1, SetRuling(name="draws_a_turn", choice=3))


def test_a_ruling_request_shows_the_present_ruling() -> None:
    play = reserved(marne())
    play.do(2, Join(seat=play.game.seats[1]))
    assert "**4** (so far: 3)\n" in public(play.do(1, SetRuling(name="draws_a_turn", choice=4)))


def test_an_entry_is_told_by_the_ruling_of_its_time() -> None:
    play = marne()
    play.do(1, "draw")
    play.do(1, SetRuling(name="draws_a_turn", choice=4))
    play.do(1, SetRuling(name="draws_a_turn", choice=3))
    answers = [play.campaign.game_of(seq).data.rulings["draws_a_turn"].answer for seq in range(1, 5)]
    assert answers == [3, 4, 3, 3], "from the entry on that made it"


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
        kept = play.campaign.refold(play.log)
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
    OWN: ClassVar[Mapping[str, Any]] = {"title": "Higher Card"}

    def play(self, own_before: Mapping[str, Any] | None = None, own_after: Mapping[str, Any] | None = None) -> Play:
        shipped = all_games()["high-card"].data
        old = HighCard(shipped.replace(own=own_before or {}))
        campaign = founded(old)
        newer = HighCard(shipped.replace(number=3, own=own_after or {}))
        founding = replace(campaign.founding, data=self.OLD)
        return Play(old, Campaign.founded(founding, old, {self.NEW: newer}))

    def test_it_holds_from_then_on_and_says_what_differs(self) -> None:
        play = self.play()
        play.do(1, "take")
        assert "Changed: the number of dice" in public(play.do(1, AdoptData(data=self.NEW)))
        play.do(1, Undo())
        play.do(1, "take")
        assert [len(roll.faces) for entry in play.log for roll in entry.rolls] == [2, 3]
        assert play.campaign.refold(play.log) == play.campaign
        assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()

    @pytest.mark.parametrize(
        ("before", "after", "is_own"), [({}, {}, False), ({}, OWN, True), (OWN, OWN, False), (OWN, {}, True)]
    )
    def test_own_rulings_are_named_so(self, before: Mapping[str, Any], after: Mapping[str, Any], is_own: bool) -> None:
        play = self.play(before, after)
        play.do(1, AdoptData(data=self.NEW))
        assert play.log[-1].title == ("Your own data added" if is_own else "Newer data adopted")

    def test_bad_data_is_not_adopted(self) -> None:
        play = self.play()
        play.do(2, Join(seat=play.game.seats[1]))
        refused(play, NotYours, "Only the referee", 2, AdoptData(data=self.NEW))
        refused(play, NotNow, "already uses", 1, AdoptData(data=self.OLD))
        refused(play, NotThere, "does not have that data", 1, AdoptData(data="2" * 64))

    def test_adopting_shows_differences_and_can_be_reverted(self) -> None:
        play = self.play()
        play.do(2, Join(seat=play.game.seats[1]))
        play.all_agree = False
        assert "Changed: the number of dice" in public(play.do(1, AdoptData(data=self.NEW)))
        play.do(2, Agree(to=play.campaign.seq))
        assert play.campaign.game.data.number == 3
        play.all_agree = True
        play.do(1, AdoptData(data=self.OLD))
        assert play.campaign.game.data.number == 2

    def test_the_referees_rulings_survive_adoption(self) -> None:
        old = all_games()["night-watch"]
        newer = NightWatch(old.data.replace(sides=8))
        founding = replace(founded(old).founding, data=self.OLD)
        play = Play(old, Campaign.founded(founding, old, {self.NEW: newer}))
        asked = old.data.rulings["lanterns"]
        other = next(each for each in asked.ids if each != asked.answer)
        play.do(1, SetRuling(name="lanterns", choice=other))
        play.do(1, AdoptData(data=self.NEW))
        data = play.campaign.game.data
        assert (data.sides, data.rulings["lanterns"].answer) == (8, other)

    def test_new_data_is_checked_against_the_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What cannot be offered or shown to anybody is refused before it is adopted."""

        def lacking(seat: Any) -> Any:
            def offers(game: HighCard, _: Any, of: Any) -> Any:
                if game.data.number == 3 and of == seat:
                    raise LookupError("a card")
                return iter(())

            return offers

        for seat in (*self.play().game.seats, REFEREE):
            play = self.play()
            monkeypatch.setattr(HighCard, "offers", lacking(seat))
            refused(play, NotNow, "uses something that the newer data lacks", 1, AdoptData(data=self.NEW))

    def test_many_differences_are_counted(self) -> None:
        adopted = DataAdopted(player=Player(1), data=self.NEW, changes=(Line("One"), Line("Two")), more=7)
        assert [str(line) for line in adopted.tell()][1:4] == ["One", "Two", "Further changes: 7"]


def test_early_rulings_are_settled_first() -> None:
    """By the referee, until the first action: then a side may have played by the answer."""
    storm = all_games()["gathering-storm"]
    (ruling,) = storm.data.rulings.to_settle_first
    play = Play(storm)
    play.do(2, Join(seat=storm.seats[1]))

    def offered(user: int) -> list[str]:
        return [each.label for each in play.campaign.offers(user) if isinstance(each.command, SetRuling)]

    assert (ruling.name, offered(1), offered(2)) == ("held_back", ["Instead: until the last phase begins"], [])
    settled = play.copy()
    settled.do(1, next(each.command for each in play.campaign.offers(1) if isinstance(each.command, SetRuling)))
    assert not [each for each in settled.campaign.offers(1) if isinstance(each.command, SetRuling)]
    play.do(1, "draw")
    assert offered(1) == []


class TestDifficulty:
    """How hard a game is, by rulings alone."""

    def watch(self) -> Play:
        play = Play(all_games()["night-watch"])
        play.do(2, Join(seat=play.game.seats[1]))
        return play

    def test_the_referee_chooses_one_and_goes_back(self) -> None:
        play = Play(all_games()["fields-of-despair"])
        assert play.campaign.game.data.difficulty == "as_printed"
        told = public(play.do(1, ChooseDifficulty(difficulty="hard")))
        assert "chooses the difficulty: **hard**" in told
        assert "Which counters are placed if none sum to the value of step 2? **the smallest sum above**" in told
        assert play.campaign.game.data.difficulty == "hard"
        refused(play, NotNow, "already applies", 1, ChooseDifficulty(difficulty="hard"))
        play.do(1, SetRuling(name="reinforcement_sps", choice=3))
        assert play.campaign.game.data.difficulty is None
        play.do(1, ChooseDifficulty(difficulty="as_printed"))
        assert "chooses the difficulty: **as printed**" in public(play.campaign.tell(play.log[-1]))
        rulings = play.campaign.game.data.rulings
        assert all(each.answer == each.default for each in rulings.by_name.values())
        assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()
        kept = play.campaign.refold(play.log)
        assert kept.tell(play.log[0]) == play.campaign.tell(play.log[0])

    def test_the_other_sides_are_asked(self) -> None:
        play = self.watch()
        play.all_agree = False
        told = public(play.do(1, ChooseDifficulty(difficulty="dark")))
        assert "wants to choose a difficulty.\n**dark**" in told
        assert ChooseDifficulty(difficulty="dark") not in [each.command for each in play.campaign.offers(1)]
        assert "must agree" in told
        assert play.campaign.game.data.difficulty == "bright"
        (request,) = play.campaign.requests
        play.do(2, Agree(to=request.number))
        assert play.campaign.game.data.difficulty == "dark"

    def test_difficulty_is_refused_to_outsiders_and_nonsense(self) -> None:
        play = self.watch()
        refused(play, NotYours, "Only the referee", 2, ChooseDifficulty(difficulty="dark"))
        refused(play, NotThere, "no such difficulty", 1, ChooseDifficulty(difficulty="pitch dark"))

    def test_it_is_offered_until_the_first_action(self) -> None:
        play = Play(all_games()["fields-of-despair"])

        def offered() -> list[str]:
            return [each.label for each in play.campaign.offers(1) if isinstance(each.command, ChooseDifficulty)]

        assert offered() == ["Choose the difficulty"]
        (menu,) = (each for each in play.campaign.offers(1) if isinstance(each.command, ChooseDifficulty))
        assert [each.value for each in menu.of("difficulty")] == ["kind", "hard"], "as printed it is already"
        chosen = play.copy()
        chosen.do(1, ChooseDifficulty(difficulty="kind"))
        assert not [each for each in chosen.campaign.offers(1) if isinstance(each.command, ChooseDifficulty)]
        play.do(1, {"type": "set_up", "total": 96, "hexes": "A05", "air": "", "artillery": ""})
        assert offered() == []

    def test_a_difficulty_answers_only_what_is_asked(self) -> None:
        data = all_games()["fields-of-despair"].data
        wrong = {"odd": {"title": "odd", "answers": {"chits": "never"}}}
        with pytest.raises(ValueError, match="never is no answer to chits"):
            type(data).model_validate(
                {**{name: getattr(data, name) for name in type(data).model_fields}, "difficulties": wrong}
            )
