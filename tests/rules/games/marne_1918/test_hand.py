"""Drawing, keeping, playing and filing markers; the worked example of turn 1, and secrets."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.hand import Drawn, Expired, FlightToResolve, Kept, Returned
from rules.games.marne_1918.log_events.playing import HandSeen
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.state import Doctrine, Lapsed, MarneEvent
from rules.games.marne_1918.status import pool_status, status
from rules.notice import Public
from rules.pool import Pool, Symbol, Zone
from rules.seat import REFEREE
from rules.secrets import Hidden
from tests.faults.rounds import many
from tests.games import by_hand, founded, marne
from tests.play import Play, public, secret
from tests.rules.games.marne_1918.campaign import campaign_with, refused, state

ANNA, BERT = 1, 2
SEEDS = [bytes([n]) * 32 for n in range(200)]


def seed_that_draws(*wanted: str) -> bytes:
    """A seed whose first draw takes these markers, in any order."""
    for seed in SEEDS:
        play = Play(marne(), seed=seed)
        play.do(ANNA, "draw")
        drawn = play.log[0].events[0]
        assert isinstance(drawn, Drawn)
        if sorted(drawn.markers.value) == sorted(wanted):
            return seed
    raise AssertionError("no seed draws that")


def play_of(*wanted: str) -> Play:
    """Turn 1 with these markers drawn."""
    play = Play(by_hand(), seed=seed_that_draws(*wanted))
    play.do(BERT, {"type": "join", "seat": GERMANS})
    play.do(ANNA, "draw")
    return play


def pool(play: Play) -> Pool:
    found: Pool = play.campaign.state.pools[ALLIES]
    return found


def names(play: Play, zone: Zone) -> Counter[str]:
    return Counter(marker.kind for marker in pool(play).at(zone))


class TestTurnOne:
    """Worked example W10: All quiet, Cantigny and Heroic Assault are drawn on turn 1."""

    def play(self) -> Play:
        return play_of("all-quiet-on-the-western-front-1", "cantigny-1", "heroic-assault-1")

    def test_all_quiet_returns_face_up_at_once_and_cannot_be_removed(self) -> None:
        play = self.play()
        assert names(play, Zone.HAND) == Counter(["Cantigny", "Heroic Assault"])
        told = public(play.campaign.tell(play.log[-1]))
        assert "The Allies draw 3 markers." in told
        assert "Returned to the pool at once ($): **All quiet on the Western Front**." in told
        for do in ("remove", "return", "play", "keep"):
            refused(play, NotThere, "You have no “", ANNA, do, marker="All quiet on the Western Front")

    def test_cantigny_occurs_once_and_is_out_of_the_game(self) -> None:
        play = self.play()
        play.do(ANNA, "return", marker="Heroic Assault")
        assert "American morale rises by 1" in public(play.do(ANNA, "next_phase", to="Supply"))
        assert names(play, Zone.REMOVED) == Counter(["Cantigny"])
        for do in ("play", "return", "remove"):
            refused(play, NotThere, "You have no “", ANNA, do, marker="Cantigny")

    def test_cantigny_that_does_not_occur_returns_to_the_pool_unseen(self) -> None:
        play = self.play()
        play.do(ANNA, {"type": "set_ruling", "name": "must_occur", "choice": "when_played"})
        refused(play, NotNow, "Only £", ANNA, "keep", marker="Cantigny")
        refused(play, NotNow, "by itself", ANNA, "return", marker="Cantigny")
        play.do(ANNA, "keep", marker="Heroic Assault")
        told = play.do(BERT, "next_turn")
        assert "An @ marker of the Allies expires and returns to the pool, face down." in public(told)
        assert "Cantigny" not in public(told)
        assert "Cantigny" in secret(told, ALLIES)
        assert pool(play).zones["cantigny-1"] is Zone.POOL
        later = "**Cantigny** returned to the pool at the end of turn 1."
        assert later in list(map(str, play.game.hand(play.campaign.state, ALLIES)))
        play.do(ANNA, "draw")
        for marker in sorted(pool(play).undecided):
            play.do(ANNA, "return", marker=marker)
        play.do(BERT, "next_turn")
        assert later not in list(map(str, play.game.hand(play.campaign.state, ALLIES)))

    def test_a_side_reads_all_expired_markers_of_the_latest_turn(self) -> None:
        older = {ALLIES: Lapsed(turn=4, markers=("spies-1",)), GERMANS: Lapsed(turn=5, markers=("mangin-1",))}
        hand, game = ("cantigny-1", "the-government-flees-1"), by_hand().with_ruling("must_occur", "when_played")
        play = campaign_with(*hand, phase=Phase.ALLIED_COMBAT, sequence=1, lapsed=older, game=game)
        play.do(BERT, "next_turn")
        assert state(play).lapsed == older | {ALLIES: Lapsed(turn=5, markers=hand)}
        read = [str(each) for each in play.game.hand(state(play), ALLIES)]
        assert read[0] == "**Cantigny, The Government flees** returned to the pool at the end of turn 5."

    def test_heroic_assault_is_kept_and_after_use_its_owner_chooses(self) -> None:
        for do, zone in (("return", Zone.POOL), ("remove", Zone.REMOVED)):
            play = self.play()
            refused(play, NotNow, "only after it has been played", ANNA, "remove", marker="Heroic Assault")
            kept = play.do(ANNA, "keep", marker="Heroic Assault")
            assert public(kept) == "The Allies are ready.\nThe Events phase is complete."
            assert play.log[-1].number, "all read of it"
            assert "You keep **Heroic Assault**" in secret(kept, ALLIES)
            play.do(BERT, "next_phase", to="Allied combat")
            play.do(ANNA, "play", marker="Heroic Assault", choice="hits")
            play.do(BERT, "pass")
            assert names(play, Zone.IN_PLAY) == Counter(["Heroic Assault"])
            play.do(ANNA, do, marker="Heroic Assault")
            assert pool(play).zones["heroic-assault-1"] is zone


class TestTheTurn:
    def test_the_referee_holds_no_markers_but_ends_the_turn(self) -> None:
        play = Play(marne(), founded(marne(), ANNA, REFEREE))
        for user, seat in ((BERT, GERMANS), (3, ALLIES)):
            play.do(user, {"type": "join", "seat": seat})
        refused(play, NotYours, "referee holds no event markers", ANNA, "draw")
        play.do(3, "draw")
        for marker in sorted(pool(play).undecided):
            play.do(3, "return", marker=marker)
        play.do(ANNA, "next_turn")
        assert play.campaign.state.turn == 2

    def test_a_small_pool_gives_what_it_has(self) -> None:
        play = Play(marne())
        few = pool(play).replace(
            zones={id_: Zone.POOL if id_ == "cantigny-1" else Zone.NOT_ENTERED for id_ in pool(play).markers}
        )
        play.campaign = replace(play.campaign, state=play.campaign.state.replace(pools={ALLIES: few}))
        assert "The pool ran out: normally 3 markers are drawn." in public(play.do(ANNA, "draw"))


@pytest.mark.parametrize(
    ("marker", "after", "next_turn"),
    [
        ("clemenceau-1", Zone.TRACK, Zone.TRACK), ("command-shakeup-1", Zone.IN_PLAY, Zone.TRACK),
        ("gouraud-1", Zone.IN_PLAY, Zone.REMOVED), ("pershing-1", Zone.IN_PLAY, Zone.IN_PLAY),
        ("cantigny-1", Zone.REMOVED, Zone.REMOVED),
    ],
)  # fmt: skip
def test_where_a_played_marker_goes_and_stays(marker: str, after: Zone, next_turn: Zone) -> None:
    play = campaign_with(marker, phase=Phase.SUPPLY, doctrine=Doctrine.PETAIN)
    play.do(ANNA, "play", marker=marker, hq="IV Army")
    assert pool(play).zones[marker] is after
    if play.campaign.state.waiting:
        play.do(BERT, "place_shakeup", hq="VI Army")
    play.do(ANNA, "next_turn")
    assert pool(play).zones[marker] is next_turn
    assert play.campaign.state.on_hq == {}


class TestRulingsOnEntry:
    """A change of a ruling on entry shows nothing of the hand."""

    @pytest.mark.parametrize(
        ("ruling", "choice", "markers"),
        [
            ("cantigny_entry", "turn_2", ["cantigny-1"]),
            ("heroic_defense_entry", "one_and_two", ["heroic-defense-1", "heroic-defense-2"]),
            ("offensives_entry", "ourcq_and_aisne", ["offensive-marne", "offensive-champagne"]),
        ],
    )
    def test_the_pool_reads_the_same_with_every_hand(self, ruling: str, choice: str, markers: list[str]) -> None:
        turn = 10 if ruling == "offensives_entry" else 1
        data = marne().data
        entered = [id_ for id_ in data.markers if data.enters(id_) <= turn]
        later = {id_: Zone.NOT_ENTERED for id_ in data.markers if id_ not in entered}
        read = set()
        for other in entered:
            for hand in {(other, id_) for id_ in entered if id_ != other} if turn == 1 else {(other,)}:
                play = campaign_with(*hand, turn=turn, zones=later | dict.fromkeys(hand, Zone.HAND))
                play.do(ANNA, {"type": "set_ruling", "name": ruling, "choice": choice})
                read.add((len(hand), *map(str, pool_status(play.game.data, play.campaign.state))))
                assert all(pool(play).zones[id_] in (Zone.POOL, Zone.HAND) for id_ in markers)
        assert len(read) == 1


def test_a_side_draws_only_in_events_and_sorts_only_its_draw() -> None:
    play = campaign_with("cantigny-1", drawn=frozenset())
    refused(play, NotNow, "You have decided about each marker", ANNA, "sort", keep=("cantigny-1",))
    play.do(ANNA, "draw")
    refused(play, NotThere, "Choose among the £ markers", ANNA, "sort", keep=("cantigny-1",))
    some = min(pool(play).undecided)
    refused(play, NotThere, "Choose among the £ markers", ANNA, "sort", keep=(some, "cantigny-1"))
    later = campaign_with(drawn=frozenset(), phase=Phase.SUPPLY)
    refused(later, NotNow, "Events are drawn in the Events phase; it is now", ANNA, "draw")


def test_the_bot_asks_about_the_flight_at_once_after_any_draw() -> None:
    places = set()
    for seed in SEEDS:
        play = campaign_with(seed=seed, drawn=frozenset())
        play.do(ANNA, "draw")
        drawn = next(each.markers.value for each in play.log[-1].events if isinstance(each, Drawn))
        if "the-government-flees-1" in drawn:
            places.add(drawn.index("the-government-flees-1"))
            assert isinstance(state(play).question, FlightToResolve)
    assert places == {0, 1, 2}


def drew(*hand: str, undecided: tuple[str, ...] = (), game: Any = None, **facts: Any) -> Play:
    """The Events phase; the Allies have drawn, and have not decided about some of what they hold."""
    play = campaign_with(*hand, game=game, **facts)
    now = state(play).in_pool(ALLIES, lambda pool: pool.replace(undecided=frozenset(undecided)))
    play.campaign = replace(play.campaign, state=now)
    return play


class TestSorting:
    FRESH = ("heroic-assault-1", "spies-1", "mangin-1")

    def sorting(self, *kept: str, game: Any = None, tracks: Any = ()) -> tuple[Play, list[Any]]:
        play = drew(*self.FRESH, *kept, undecided=self.FRESH, game=game, tracks=tracks)
        return play, [each for each in play.campaign.offers(ANNA) if each.command.type == "sort"]

    @pytest.mark.parametrize(
        ("kept", "ruled", "tracks", "room"),
        [
            ((), None, (), 3),
            (("air-unit-1",), None, (), 3),
            (("air-unit-1", "cantigny-1"), None, (), 3),
            (("air-unit-1", "cantigny-1"), "yes", (), 2),
            (("air-unit-1", "air-unit-2"), None, ("clemenceau-1",), 4),
            (("air-unit-1", "air-unit-2", "air-unit-3"), None, (), 3),
        ],
    )
    def test_as_many_of_drawn_and_held_stay_as_there_is_room_for(
        self, kept: tuple[str, ...], ruled: str | None, tracks: Any, room: int
    ) -> None:
        game = by_hand() if ruled is None else by_hand().with_ruling("must_occur_in_hand", ruled)
        play, offers = self.sorting(*kept, game=game, tracks=tracks)
        (menu,) = offers
        held = tuple(each for each in kept if each != "cantigny-1")
        assert (str(menu.label), menu.most, menu.command.keep) == (f"These stay (up to {room})", room, held)
        assert {each.value for each in menu.of("keep")} == {*self.FRESH, *held}
        every = (*self.FRESH, *held)
        if room < len(every):
            refused(play, NotNow, "Your hand is full", ANNA, "sort", keep=every[: room + 1])
        play.do(ANNA, "sort", keep=(*every[:room], *every[:room]))
        assert {each.id for each in pool(play).at(Zone.HAND)} == {*every[:room], *kept} - {*every[room:]}
        assert not pool(play).undecided

    def test_what_was_drawn_goes_back_and_what_was_held_stays(self) -> None:
        play, _ = self.sorting("air-unit-1")
        play.do(ANNA, next(each.command for each in play.campaign.offers(ANNA) if each.label == "Return what I drew"))
        assert [each.id for each in pool(play).at(Zone.HAND)] == ["air-unit-1"]
        assert "return" not in {each.command.type for each in self.sorting()[0].campaign.offers(ANNA) if each.subject}

    def test_what_is_returned_is_counted_and_named_to_its_side_alone(self) -> None:
        play, _ = self.sorting()
        told = play.do(ANNA, "sort", keep=("spies-1",))
        assert "The Allies return 2 markers to the pool, face down." in public(told)
        assert "You return **Heroic Assault, Mangin** to the pool." in secret(told, ALLIES)
        assert secret(told, GERMANS) == ""


def test_what_a_side_does_unseen_is_marked() -> None:
    assert {name for name, each in marne().commands_by_type.items() if each.is_private} == {"keep", "show_hand"}
    assert {name for name, each in marne().commands_by_type.items() if each.needs_consent} == {
        "begin_here",
        "take_position",
    }


class TestSecrets:
    """Rename what is hidden, and the channel reads the same."""

    def variants(self, event: MarneEvent) -> list[MarneEvent]:
        """The event with other markers where the channel must not know which."""
        others = [id_ for id_, (type_, _) in marne().data.markers.items() if Symbol.GOES_BACK not in type_.symbols]
        match event:
            case Kept() | Expired():
                return [event.replace(marker=Hidden(id_)) for id_ in others]
            case Returned(markers=markers):
                count = len(markers.value)
                return [event.replace(markers=Hidden((*others[n:], *others)[:count])) for n in range(len(others))]
            case Drawn(markers=markers, back=back):
                hidden = [id_ for id_ in markers.value if id_ not in back]
                return [
                    event.replace(markers=Hidden((*back, *others[n : n + len(hidden)])))
                    for n in range(len(others) - len(hidden) + 1)
                ]
            case HandSeen():
                return [event.replace(markers=Hidden((id_,))) for id_ in others]
        return []

    def test_hidden_markers_do_not_change_the_text_of_an_event(self) -> None:
        data, tried = marne().data, Counter[str]()
        for seed in many((1, 2), tuple(range(8))):
            for event in self.events(seed):
                for other in self.variants(event):
                    tried[event.type] += 1
                    assert self.told(data, other) == self.told(data, event)
        seen = HandSeen(seat=ALLIES, other=GERMANS, markers=Hidden(()))
        assert len({tuple(self.told(data, other)) for other in (seen, *self.variants(seen))}) == 1
        assert set(tried) == {"drawn", "kept", "returned", "expired"}

    def test_status_and_pool_do_not_tell_hand_from_pool(self) -> None:
        play = play_of("heroic-assault-1", "heroic-defense-1", "heroic-defense-2")
        swapped = {"heroic-assault-1": Zone.POOL, "immediate-counterattack-1": Zone.HAND}
        other = play.campaign.state.replace(
            pools={
                ALLIES: pool(play).replace(
                    zones={**pool(play).zones, **swapped},
                    undecided={"immediate-counterattack-1", "heroic-defense-1", "heroic-defense-2"},
                )
            }
        )
        offered = [
            {offer.key for offer in campaign.open_offers()}
            for campaign in (play.campaign, replace(play.campaign, state=other))
        ]
        assert offered[0] == offered[1]
        data = marne().data
        for view in (status, pool_status):
            assert list(map(str, view(data, play.campaign.state))) == list(map(str, view(data, other)))
        game = marne()
        for seat in (None, GERMANS):
            assert [*game.facts(play.campaign.state, seat)] == [*game.facts(other, seat)]
        assert [*game.facts(play.campaign.state, ALLIES)] != [*game.facts(other, ALLIES)]

    def told(self, data: Any, event: MarneEvent) -> list[str]:
        return [str(notice) for notice in event.tell(data) if isinstance(notice, Public)]

    def events(self, seed: int) -> list[MarneEvent]:
        from tests.rules.test_conformance import random_play

        *_, (play, _) = random_play(marne().with_ruling("must_occur", "when_played"), seed, all_agree=True)
        return [event for entry in play.log for event in entry.events if isinstance(event, MarneEvent)]
