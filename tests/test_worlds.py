"""Another seat's secrets change nothing in the record of anybody else."""

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.seats.seating import Join
from rules.games.gathering_storm.dealing import Dealt
from rules.games.gathering_storm.powers import POWERS
from rules.seat import Seat
from tests.faults.rounds import many
from tests.games import all_games, marne
from tests.play import Play
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.gathering_storm.test_secrets import variants
from tests.worlds import STRANGER, open_forms, read_by, told_to, traces, two_worlds, unseen_worlds

GAMES = [game for game in all_games() if game != "bridges"]
SECRET = ("marne-1918", "night-watch")
"""The games in which a seat draws in secret, and nothing in the open with the same command."""


@pytest.mark.by_day(2)
@pytest.mark.parametrize("number", range(many(1, 4)))
@pytest.mark.parametrize("game", GAMES)
def test_another_secret_leaves_every_byte_as_it_is(game: str, number: int) -> None:
    worlds = two_worlds(all_games()[game], number)
    assert STRANGER in worlds.same_for
    for user in worlds.same_for:
        assert read_by(worlds.one, user) == read_by(worlds.two, user)


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", SECRET)
def test_the_worlds_differ_only_in_their_owners_secrets(game: str) -> None:
    worlds = [two_worlds(all_games()[game], number) for number in range(4)]
    owners = [(each, user) for each in worlds for user in (1, 2) if user not in each.same_for]
    assert owners
    for each, user in owners:
        assert told_to(each.one, user)
        assert read_by(each.one, user) != read_by(each.two, user)


def test_what_any_player_may_correct_shows_no_hand() -> None:
    """A form names what its side holds, in its combat as at any other time."""
    worlds = Play(marne()), Play(marne())
    for play, markers in zip(worlds, ("Heroic Assault", "Cantigny"), strict=True):
        play.do(2, Join(seat="Germans"))
        play.do(1, "begin_here", turn=9, phase="Allied combat, operational sequence 2", vp=31)
        play.do(1, "enter_hand", side="Allies", markers=markers)
    one, two = ([*open_forms(play.campaign)] for play in worlds)
    assert one == two != []


@pytest.mark.by_day(1)
@pytest.mark.parametrize("power", POWERS)
def test_another_storm_card_changes_nothing_for_others(power: Seat) -> None:
    """There a draw turns cards up as well, so the worlds are made by exchanging what was dealt unseen."""
    one = Storm()
    one.log.clear()
    one.campaign = one.campaign.as_founded()
    for user, seat in enumerate(POWERS[1:], start=2):
        one.do(user, Join(seat=seat))
    one.do(1, "draw")
    dealt = one.log[-1]
    others = [
        replace(dealt, events=tuple(other if each is event else each for each in dealt.events))
        for event in dealt.events if isinstance(event, Dealt) and event.power == power
        for other in variants(one, event)
    ]  # fmt: skip
    for entry in others:
        two = Storm()
        two.log, two.clock = [*one.log[:-1], entry], one.clock
        two.campaign = one.campaign.refold(two.log)
        for user in (STRANGER, *USERS.values()):
            assert (read_by(one, user) == read_by(two, user)) is (told_to(one, user) == told_to(two, user))


def test_a_journal_that_shows_every_secret_to_all_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = (two_worlds(all_games()["night-watch"], number) for number in range(4))
    for place in ("tests.worlds.may_read", "bot.journal.page.may_read"):
        monkeypatch.setattr(place, lambda now, _: dict.fromkeys(now.game.seats, 0))
    assert any(read_by(each.one, STRANGER) != read_by(each.two, STRANGER) for each in worlds)


UNSEEN = ("marne-1918", "gathering-storm", "night-watch")
"""The games in which a seat does something unseen."""


@pytest.mark.by_day(2)
@pytest.mark.parametrize("number", range(many(2, 12)))
@pytest.mark.parametrize("game", UNSEEN)
def test_a_private_deed_leaves_no_trace(game: str, number: int) -> None:
    """Neither that it was done, nor when, nor how often."""
    worlds = unseen_worlds(all_games()[game], number)
    for user in sorted(worlds.same_for):
        for one, two in zip(traces(worlds.one, user), traces(worlds.two, user), strict=True):
            assert one == two


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    "leak",
    [("rules.campaign.decider.campaign.is_unseen", lambda *_: False), ("bot.journal.page.seen", lambda log: log)],
)
def test_a_trace_of_a_private_deed_would_be_found(leak: tuple[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number, its line and who was seen by it; the count."""
    monkeypatch.setattr(*leak)
    worlds = (unseen_worlds(all_games()["night-watch"], number) for number in range(4))
    assert any(traces(each.one, STRANGER) != traces(each.two, STRANGER) for each in worlds)
