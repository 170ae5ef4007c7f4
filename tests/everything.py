"""People who do what is offered, and all else that a table can do: they wait, ask, take back and correct."""

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from rules.command import Command
from rules.errors import DiceWanted, RuleError
from rules.game import AnyGame
from rules.kit.position import typed
from tests.play import ADMIN, Play
from tests.rules.test_conformance import filled, seated

STRANGER = 9
OFFERED, LATE, ENDS = 0.6, 0.12, 0.3
"""How often somebody takes what is offered, time passes, or an end is thought of, and then for good."""


class Everything:
    """A table at which chance does everything."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.chance = random.Random(seed)
        self.play = seated(game)
        self.play.all_agree = seed % 2 == 0
        self.play.is_sure = seed % 3 > 0
        self.tables: list[tuple[tuple[str, Any], ...]] = []

    def steps(self, number: int) -> Iterator[Play]:
        """The play after each of some attempts."""
        users = [*range(1, len(self.play.game.seats) + 1)]
        for _ in range(number):
            if self.chance.random() < LATE:
                self.play.wait(hours=self.chance.choice((1, 30, 80)))
            user = self.chance.choice([*users, *users, *users, STRANGER, ADMIN])
            with suppress(RuleError, DiceWanted):
                self.play.do(user, self.wish(user))
            self.note()
            yield self.play

    def note(self) -> None:
        """Remember how the board stands, to tell it later."""
        told = self.play.game.position(self.play.campaign.state)
        self.tables.append(tuple((str(label), typed(value)) for label, value in told if value is not None))

    def wish(self, user: int) -> Command:
        """What a user wants to do. Raises ``RuleError`` for what there is not."""
        campaign = self.play.campaign
        offers = [*campaign.offers(user), *campaign.on_screens(user)]
        if offers and self.chance.random() < OFFERED:
            kinds = sorted({each.command.type for each in offers})
            kind = self.chance.choice(kinds)
            return filled(self.chance.choice([each for each in offers if each.command.type == kind]))
        return campaign.read_command(self.chance.choice([*self.besides(user)]))

    def besides(self, user: int) -> Iterator[Mapping[str, Any]]:
        """One wish of each kind that a table has besides what is offered."""
        play, game, one = self.play, self.play.game, self.chance.choice
        seat, number, other = one(game.seats), play.campaign.number, one([user, 1, 2, STRANGER])
        asked = one([each.number for each in play.campaign.to_answer] or [number])
        until = (play.clock + timedelta(days=one((1, 2, 9)))).isoformat()
        last, said = max(number, 1), one(("Rain is snow", "The older player moves first"))
        for kind in ("resume", "come_back", "undo", "redo", "turn_down", "reopen", "roll_dice"):
            yield {"type": kind}
        for kind in ("pause", "be_away"):
            yield {"type": kind, "until": until}
        for kind in ("join", "leave", "go_on_without", "admin_seat"):
            yield {"type": kind, "seat": seat}
        for kind in ("wait", "agree", "decline", "thats_wrong"):
            yield {"type": kind, "to": asked}
        yield {"type": "undo", "entry": self.chance.randint(1, last)}
        yield {"type": "rewind", "to": self.chance.randint(0, last), "last": number}
        yield {"type": "thats_wrong", "to": self.chance.randint(1, last)}
        yield {"type": "name_stand_in", "player": other, "until": until}
        yield {"type": "hand_over", "seat": seat, "player": other}
        yield {"type": "invite", "players": [other, STRANGER]}
        yield {"type": "agree_house_rule", "sentence": f"{said}.", "drop": self.chance.randint(0, 2)}
        yield {"type": "change_settings", one(("answer", "calls", "pictures")): one((1, 0))}
        yield {"type": "change_settings", "dice_kind": one(("sealed", "physical"))}
        yield {"type": "check_board", "changed": play.campaign.actions}
        if self.chance.random() < ENDS:
            yield {"type": "end", "for_good": self.chance.random() < ENDS}
        for name, ruling in game.data.rulings.by_name.items():
            yield {"type": "set_ruling", "name": name, "choice": one(ruling.ids)}
        if "take_position" in game.commands_by_type and self.tables:
            table = one(self.tables)
            told = self.chance.sample(table, min(len(table), self.chance.randint(1, 4)))
            yield {"type": "take_position", "table": told, "reason": one(("", "Counted again"))}
            yield {"type": "correct_result", "table": told, "mended": {"of": last, "title": "A result"}, "by": "{}"}
