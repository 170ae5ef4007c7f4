"""A table of Gathering Storm: Germany (and the referee) is user 1, then Italy, Britain, France, Russia."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Self

import pytest

from rules.campaign.seats.seating import Join
from rules.command import Command, Offer
from rules.errors import RuleError
from rules.game import AnyGame
from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.effects import AnyEffect
from rules.games.gathering_storm.effects.base import Account, EffectContext
from rules.games.gathering_storm.ledger import base_of, floor_of, given_to, ledger, total
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import CardChoice, Held, InPlay, Progress, State
from rules.notice import Notice
from rules.seat import Seat, SideSeat
from tests.games import read_game
from tests.play import Play
from tests.rules.test_conformance import filled, seated

USERS: dict[Seat, int] = {power: user for user, power in enumerate(POWERS, start=1)}
REFEREE_USER = 1


def storm(**rulings: Any) -> GatheringStorm:
    """The game with the shipped data, some rulings changed."""
    game = read_game(GatheringStorm)
    for name, choice in rulings.items():
        game = game.with_ruling(name, choice) if game.data.rulings[name].answer != choice else game
    assert isinstance(game, GatheringStorm)
    return game


class Storm(Play):
    """A campaign with five players, drawn but with nothing on the table."""

    def __init__(self, _game: GatheringStorm | None = None, /, **rulings: Any) -> None:
        super().__init__(_game or storm(**rulings))
        for power in POWERS[1:]:
            self.do(USERS[power], Join(seat=power))
        self.set(has_drawn=True)

    @classmethod
    def of(cls, game: GatheringStorm) -> "Storm":
        """A campaign with data of its own."""
        return cls(game)

    @classmethod
    def printing(cls, card: str, *features: Mapping[str, Any], **rulings: Any) -> "Storm":
        """A campaign whose deck prints something else on a card."""
        game = storm(**rulings)
        cards = [each.model_dump(mode="json") for each in game.data.cards]
        (changed,) = (each for each in cards if each["id"] == card)
        changed["features"] = [*features]
        data = type(game.data).model_validate({**game.data.model_dump(mode="json"), "cards": cards})
        return cls.of(type(game)(data))

    @property
    def data(self) -> Any:
        return self.campaign.game.data

    @property
    def state(self) -> State:
        state: State = self.campaign.state
        return state

    def set(self, **changes: Any) -> Self:
        """Change the state by hand; like what follows it gives the campaign back: ``Storm().at("Research")``."""
        self.campaign = replace(self.campaign, state=self.state.replace(**changes))
        return self

    def world(self, **changes: Any) -> Self:
        """Change the world by hand."""
        return self.set(world=self.state.world.replace(**changes))

    def at(self, phase: str) -> Self:
        """Go to a phase."""
        return self.set(phase=self.data.phase_index(phase))

    def end_turn(self) -> tuple[Notice, ...]:
        """End the turn, whatever is left of it."""
        return self.at("Crises").do(REFEREE_USER, "next_turn")

    def deal(self, card: str, *more: str, shown: bool = False) -> Self:
        """Lay cards before the power of the first."""
        power = self.data.card(card).power
        cards = tuple(Held(card=each, is_shown=shown) for each in (card, *more))
        return self.set(held={**self.state.held, power: cards})

    def put(self, card: str, **choice: str) -> Self:
        """Put a card into play by hand: what lasts of it does not happen."""
        power = self.data.card(card).power
        return self.set(played=(*self.state.played, InPlay(card=card, power=power, choice=CardChoice(**choice))))

    def turn_up(self, card: str) -> tuple[Notice, ...]:
        """Draw the events of a turn, this general event among them and no national ones."""
        every = {each.id for each in self.data.cards}
        self.set(has_drawn=False, seen=frozenset(every - {card}))
        return self.do(REFEREE_USER, "draw")

    def play(self, card: str, **choice: Any) -> tuple[Notice, ...]:
        """Let its power play a card."""
        return self.do(USERS[self.data.card(card).power], "play", marker=card, **choice)

    def research(self, **steps: int) -> Self:
        """Set steps of earlier turns: ``axis_air_range=4``."""
        keys = {key.replace(" ", "_").lower(): key for key in self.data.by_key}
        known = dict(self.state.research)
        for name, before in steps.items():
            known[keys[name]] = self.data.progress(self.state, keys[name]).replace(before=before)
        return self.set(research=known)

    def results(self, *keys: str, **more: Any) -> Self:
        """Let projects have a result."""
        known = dict(self.state.research)
        for key in keys:
            known[key] = self.data.progress(self.state, key).replace(results=1, **more)
        return self.set(research=known)

    def progress(self, key: str) -> Progress:
        found: Progress = self.data.progress(self.state, key)
        return found

    def given(self, account: Account, power: SideSeat | None = None) -> int:
        """All that is given to an account."""
        return sum(
            each.change.amount
            for each in ledger(self.data, self.state).contributions
            if each.change.account is account and each.change.power == power
        )

    def support(self, power: SideSeat) -> int:
        return self.given(Account.SUPPORT, power)

    def total(self, power: SideSeat, account: Account) -> int | None:
        given = given_to(ledger(self.data, self.state).contributions, power, account)
        return total(base_of(self.data, self.state, power, account), given, floor_of(self.data, account))

    def diplomacy(self, target: str) -> dict[Seat | None, int]:
        """The modifiers in a country."""
        return {
            each.change.power: each.change.amount
            for each in ledger(self.data, self.state).contributions
            if each.change.target == target and each.change.account is Account.DIPLOMACY
        }

    @property
    def eai(self) -> int:
        return ledger(self.data, self.state).eai

    def refused(self, said: str, user: int, /, type: str, **fields: Any) -> None:
        """The action is refused in one sentence and changes nothing."""
        before = self.campaign
        with pytest.raises(RuleError, match=said) as caught:
            self.do(user, type, **fields)
        assert self.campaign is before
        assert len(str(caught.value).splitlines()) == 1

    def now(self, effect: AnyEffect, **world: Any) -> int:
        """What an effect that runs gives as the world is."""
        state = self.state.replace(world=self.state.world.replace(**world))
        (change,) = effect.changes(EffectContext(self.data, state, eai=ledger(self.data, state).eai))
        return change.amount


def ledger_of(play: Storm, seat: Seat | None) -> str:
    """The ledger as a seat reads it, or as everybody does."""
    notices = play.campaign.game.ledger(play.state)
    return "\n".join(f"{notice.section}: {notice}" for notice in notices if getattr(notice, "seat", seat) == seat)


WEIGHTS = {"draw": 8, "next_phase": 8, "next_turn": 8, "play": 6, "place_counter": 3, "printed_deck": 0}
"""How likely each command is beside the others, that random play gets on: entries could be made for ever."""


Varied = Callable[[Command, random.Random], Command]


def weighted_play(
    game: AnyGame, seed: int, steps: int, varied: Varied | None = None, **weights: int
) -> Iterator[tuple[Play, Offer]]:
    """Legal play at random: first a kind of command by its weight, then one of its offers. After each step the play and
    the offer that was taken are given.
    """
    chance, play = random.Random(seed), seated(game)
    play.all_agree = True
    for _ in range(steps):
        offers: dict[str, list[tuple[int, Offer]]] = {}
        for user in USERS.values():
            for offer in play.campaign.offers(user):
                if offer.command.type not in play.game.commands_by_type:
                    continue  # objecting, agreeing: what any campaign has
                offers.setdefault(offer.command.type, []).append((user, offer))
        (kind,) = chance.choices([*offers], [{**WEIGHTS, **weights}.get(type, 1) for type in offers])
        user, offer = chance.choice(offers[kind])
        command = filled(offer)
        play.do(user, varied(command, chance) if varied else command)
        yield play, offer
