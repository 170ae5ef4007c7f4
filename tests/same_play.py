"""The same dice and the same commands lead to the same campaign as before, down to the last number and word.

A scene is a campaign that chance plays from a fixed seed. Of each entry the chronicle keeps what was decided, what
everybody was told, and what changed; now and then also all that can be looked up, and what becomes of every command
whoever gives it. ``tests/golden/same_play`` holds two short digests of each entry. ``python -m tests.same_play SCENE``
prints the whole, to be compared with that of an earlier commit; without a scene it writes the digests anew.
"""

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from bot.base.catalog import Catalog, DataFile, Edition
from rules.campaign import audit
from rules.campaign.chronicle import report
from rules.campaign.chronicle.retelling import first_past, pasts, retold
from rules.campaign.questions.requests import Asked
from rules.campaign.state.state import CampaignState
from rules.campaign.state.timeline import Action
from rules.command import Command
from rules.dice import Source
from rules.errors import DiceWanted, RuleError, Unsure
from rules.frozen import Frozen
from rules.game import AnyGame, Game
from rules.games.declared import Declared
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.odds_report import tell_attack, tell_odds
from rules.kit.orders import Order, Orderable
from rules.line import Line
from rules.log import LogEntry
from rules.notice import Public
from rules.seat import REFEREE
from rules.secrets import Hidden, Shown
from tests.everything import Everything
from tests.games import EXAMPLES, G, all_games, declared, marne
from tests.games import fields as fields_of_despair
from tests.lives import facts
from tests.play import Play
from tests.rules.games.declared.random_files import random_file
from tests.rules.games.fields_of_despair.campaign import Campaign as FieldsCampaign
from tests.rules.games.fields_of_despair.test_properties import WEIGHTS, filled, thrown, unasked
from tests.rules.games.gathering_storm.test_long_game import PRINTED, STARTER, played_at_random
from tests.rules.games.marne_1918.test_whole_campaign import random_play
from tests.rules.test_conformance import played_on

GOLDEN = Path(__file__).parent / "golden" / "same_play"
LOOKED_UP_EVERY, ODDS_EVERY = 40, 8
"""After so many entries all that can be looked up is noted, or the odds."""
NOT_NOTED = ("library", "game", "founding", "ended", "began")
DECISIONS = ("done", "changed")
"""The sections that say what was decided and what changed; all others only say how it reads."""
NEXT = "\n== "
Section = tuple[str, str, str]
"""Where it happened, what it is about, and what it says."""


def chronicle(plays: Iterator[Play]) -> Iterator[Section]:
    known, users, before, play = 0, set[int](), dict[str, Any](), None
    for play in plays:
        for entry in play.log[known:]:
            users.add(entry.user)
            yield f"{entry.seq} {entry.command.type}", "done", written(entry)
        if len(play.log) == known:
            continue
        after = standing(play)
        place = f"{play.log[-1].seq} {play.log[-1].command.type}"
        yield place, "told", told(play, known)
        yield place, "changed", difference(before, after)
        if known // ODDS_EVERY != len(play.log) // ODDS_EVERY:
            yield from ((place, "odds", text) for text in odds_of(play))
        if known // LOOKED_UP_EVERY != len(play.log) // LOOKED_UP_EVERY:
            yield from ((place, name, text) for name, text in looked_up(play, users))
            yield place, "tried", "\n".join(tried(play, users))
        known, before = len(play.log), after
    assert play is not None, "a scene is played"
    yield from (("at the end", name, text) for name, text in looked_back(play, users))


def plain(value: Any) -> Any:
    """A value as JSON holds it, sets in order, secrets open."""
    if not isinstance(value, Frozen | Action | LogEntry):
        return _plain(value)
    known, made = _KNOWN.get(id(value), (None, None))
    if known is not value:
        made = _plain(value)
        _KNOWN[id(value)] = value, made
    return made


_KNOWN: dict[int, tuple[Any, Any]] = {}
"""What was made of values that never change: what stands after an entry mostly stood before it."""


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str | Enum):
        return str(value) if isinstance(value, Enum) else value
    if callable(value) and not isinstance(value, type):  # choices that a form works out
        return plain(value())
    if isinstance(value, Game):
        return {name: each.answer for name, each in value.data.rulings.by_name.items()}
    if isinstance(value, Hidden):
        return {"hidden": plain(value.value)}
    if isinstance(value, Line | Shown):
        return str(value)
    if isinstance(value, Frozen):
        return {"is": type(value).__name__} | {name: plain(each) for name, each in content(value)}
    if is_dataclass(value) and not isinstance(value, type):
        noted = {each.name: plain(getattr(value, each.name)) for each in fields(value) if each.name not in NOT_NOTED}
        return noted | plain(facts(value.ended)) if isinstance(value, CampaignState) else noted
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in sorted(value.items(), key=lambda item: str(item[0]))}
    if isinstance(value, set | frozenset):
        return sorted((plain(each) for each in value), key=text_of)
    if isinstance(value, datetime | date | timedelta | bytes):
        return str(value)
    return [plain(each) for each in value]


def content(value: Frozen) -> Iterator[tuple[str, Any]]:
    """The fields of a value, and nothing that it has worked out from them and remembers."""
    return ((name, getattr(value, name)) for name in type(value).model_fields)


def text_of(value: Any) -> str:
    """A value in one line."""
    return json.dumps(plain(value), ensure_ascii=False, sort_keys=True)


def written(entry: LogEntry) -> str:
    return text_of((entry.at, entry.user, entry.seat, entry.command, entry.events, entry.rolls, entry.undoes))


def standing(play: Play) -> dict[str, Any]:
    """The campaign and the state of its game, field by field."""
    campaign, state = play.campaign, play.campaign.state
    noted = {each.name: getattr(campaign, each.name) for each in fields(campaign) if each.name not in NOT_NOTED}
    del noted["state"]
    return (
        noted
        | facts(campaign.ended)
        | {"state.is": type(state).__name__}
        | {f"state.{name}": each for name, each in content(state)}
    )


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    names = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    texts = ((name, text_of(before.get(name)), text_of(after.get(name))) for name in names)
    return "\n".join(f"{name}: {now}" for name, stood, now in texts if stood != now)


def told(play: Play, known: int) -> str:
    """What everybody and each side reads of the newest entries."""
    notices = (notice for entry in play.log[known:] for notice in play.campaign.tell(entry))
    return "\n".join(read(notice) for notice in notices)


def read(notice: Any) -> str:
    """A notice with its readers, its kind, and its section."""
    reader = "all" if isinstance(notice, Public) else notice.seat
    return f"{reader} [{notice.kind} {notice.section or ''}] {notice}"


def looked_up(play: Play, users: set[int]) -> Iterator[tuple[str, str]]:
    """All that anybody can look up."""
    campaign, game, state = play.campaign, play.game, play.campaign.state
    seats = (None, *game.seats)
    yield "status", "\n".join(map(read, game.status(state)))
    yield "pool", "\n".join(map(read, game.pool(state)))
    yield "hands", "\n".join(read(line) for seat in game.seats for line in game.hand(state, seat))
    yield "ledgers", "\n".join(read(line) for seat in seats for line in game.ledger(state, seat))
    yield "facts", "\n".join(text_of(fact) for seat in seats for fact in game.facts(state, seat))
    yield "figures", text_of((*game.figures(state), game.phase(state), game.where(state), game.turns()))
    due = {seat: (each.key, each.whose.name, each.whole) for seat, each in game.due(state).items()}
    yield "ahead", text_of((*game.remaining_phases(state), due))
    yield "skipped", "\n".join(skipped(game, state))
    orderable = [game.orderable(state, seat) for seat in game.seats]
    yield "away", text_of([(seat, game.default(state, seat)) for seat in game.seats])
    yield "orders", text_of(([each and _orders(each) for each in orderable], game.ending(state)))
    yield "offers", "\n".join(f"{user}: {text_of(each)}" for user in sorted(users) for each in campaign.offers(user))
    yield "everybody's offers", "\n".join(map(text_of, campaign.open_offers()))


def odds_of(play: Play) -> Iterator[str]:
    """What ``/odds`` tells in Fields of Despair: of the next action phase, and of attacks with more and less."""
    game, state = play.game, play.campaign.state
    if isinstance(game, FieldsOfDespair):
        attacks = (f"{hex_} {sps}" for hex_ in ("A05", "D06") for sps in ("4+18", "3", "9+0"))
        for told in (tell_odds(game.data, state), *(tell_attack(game.data, state, each) for each in attacks)):
            try:
                yield "\n".join(map(read, told))
            except RuleError as refusal:
                yield str(refusal)


def _orders(orderable: Orderable) -> tuple[object, ...]:
    """What a seat can order, and when; what a form asks for besides, and for which moments of nothing."""
    rows = orderable.rows
    deeds = {do: deed.words for row in rows.values() for do, deed in row.deeds(Order(do="")).items()}
    first = next(iter(rows.values())).asks_for
    bare = frozenset(name for name, row in rows.items() if row.asks_for != first)
    return {name: row.words for name, row in rows.items()}, deeds, first, bare, orderable.otherwise


def skipped(game: AnyGame, state: Any) -> Iterator[str]:
    """What ending each phase, and the turn, would pass over, and who could act until then."""
    ends = [{"type": "next_phase", "to": str(name)} for name in game.remaining_phases(state)]
    for given in [{"type": "next_phase"}, {"type": "next_turn"}, *ends]:
        if given["type"] in game.commands_by_type:
            command = game.read_command(given)
            yield text_of((given, game.acting(state, command), [*map(str, game.lost(state, game.seats[0], command))]))


def tried(play: Play, users: set[int]) -> Iterator[str]:
    """What becomes of every command that is offered now or was given before, whoever gives it."""
    offered = [offer.command for user in sorted(users) for offer in play.campaign.offers(user)]
    given = {entry.command.type: entry.command for entry in play.log}
    for command in dict.fromkeys(map(Kept, [*offered, *given.values()])):
        for user in (*sorted(users), max(users) + 1000):
            yield f"{user} {text_of(command.command)}: {outcome(play, user, command.command)}"


class Kept:
    """A command that is tried once."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.text = f"{command.type} {text_of(command)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kept) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)


def outcome(play: Play, user: int, command: Command) -> str:
    """What would happen if a user gave a command now."""
    try:
        done = play.campaign.decide(user, command, None, Source(play.seed, 0), play.clock)
    except Unsure as unsure:
        return f"asked first: {unsure}"
    except DiceWanted as wanted:
        return f"dice: {wanted}"
    except RuleError as refusal:
        return f"{type(refusal).__name__}: {refusal}"
    asked = [sorted(event.needed) for event in done.events if isinstance(event, Asked)]
    return text_of((done.seat, [event.type for event in done.events], asked, done.undoes))


def looked_back(play: Play, users: set[int]) -> Iterator[tuple[str, str]]:
    """What the log tells of the whole campaign."""
    start = play.campaign.as_founded()
    yield "audit", text_of(audit(start, play.log, play.seed))
    for user in sorted(users):
        seats = dict.fromkeys(play.campaign.seats_of(user), 0)
        yield f"story for {user}", text_of([*retold(start, play.log, seats)])
    turns = [*retold(start, play.log, {})]
    open_ = dict.fromkeys((*play.game.seats, REFEREE), 0)
    yield "report", "\n".join(map(read, report.of_all(play.campaign, play.log, turns, open_, in_full=True)))
    for before, turn in zip([None, *turns], turns, strict=False):
        yield (f"report of {turn.passages[0].entry.seq}", "\n".join(map(read, report.of_turn(turn, before, open_))))
    if isinstance(play.game, Declared):
        yield "understood", "\n".join(map(read, play.game.data.understood()))
    yield "charts", text_of([*report.charts(turns)])
    yield "brief", "\n".join(map(read, (*report.standing(play.campaign), *report.in_brief(play.campaign))))
    for campaign, past in [*pasts(start, play.log, first_past(start))][::LOOKED_UP_EVERY]:
        yield f"pictures at {campaign.seq}", text_of(campaign.game.picture(campaign.state, past))


def digest(text: str) -> str:
    """Six digits that stand for a text."""
    return sha256(text.encode()).hexdigest()[:6]


def digested(sections: Iterator[Section]) -> str:
    """The digests of a campaign, a line for each entry: of what was decided, and of all that can be read."""
    lines: dict[str, dict[str, list[str]]] = {}
    for place, name, text in sections:
        lines.setdefault(place, {}).setdefault("decided" if name in DECISIONS else "read", []).append(f"{name} {text}")
    digests = {place: (f"{name} {digest(NEXT.join(each))}" for name, each in of.items()) for place, of in lines.items()}
    return "".join(f"{place}: {', '.join(each)}\n" for place, each in digests.items())


def digests(scene: str) -> str:
    """The digests of a scene, with an empty line between its campaigns."""
    return "\n".join(digested(chronicle(plays)) for plays in SCENES[scene]())


def otherwise(game: G) -> G:
    """A game in which every ruling is decided the other way."""
    for name, ruling in game.data.rulings.by_name.items():
        game = game.with_choice(name, ruling.ids[-1] if ruling.answer != ruling.ids[-1] else ruling.ids[0])
    return game


def fields_at_random(seed: int, game: FieldsOfDespair | None = None, steps: int = 200) -> Iterator[Play]:
    """A solitaire of Fields of Despair by what is offered; an odd seed plays with dice of the table."""
    chance, sealed, third = random.Random(seed), seed % 2 == 0, seed % 3
    seal = bytes([seed] * 32)
    campaign = FieldsCampaign(turn=7 + third, total=45 + 25 * third, sealed=sealed, seed=seal, game=game)
    for _ in range(steps):
        offers = campaign.play.campaign.offers(1)
        if not offers:
            return
        if chance.random() < 0.06:
            with suppress(RuleError):
                campaign.play.do(1, unasked(campaign.state, chance))
        else:
            (offer,) = chance.choices(offers, [WEIGHTS.get(each.command.type, 4) for each in offers])
            command = filled(offer.command, campaign.state, chance)
            rolls = "" if "target" in offer.inputs and not getattr(command, "target", "") else offer.dice
            with suppress(RuleError, DiceWanted):
                campaign.play.do(1, command, None if sealed else thrown(rolls, chance))
        yield campaign.play


def own_at_random(edition: Edition, seed: int) -> Iterator[Play]:
    """A game of a file by what is offered; every third time by all that a table can do."""
    if seed % 3 == 0:
        return Everything(edition.game, seed).steps(70)
    return (play for play, _ in islice(played_on(edition.game, seed, all_agree=seed % 2 == 0), 45))


def own_games() -> Iterator[Edition]:
    """The games of the documents' files, and of files by chance."""
    yield from map(declared, sorted(file.stem for file in EXAMPLES.glob("*.toml")))
    yield from (Catalog(()).declared(DataFile("random.toml", random_file(seed))) for seed in range(300, 305))


def everything(id_: str) -> list[Iterator[Play]]:
    """A game at which all is tried that a table can do."""
    return [Everything(all_games()[id_], seed).steps(180) for seed in (1, 2)]


SCENES: Mapping[str, Callable[[], list[Iterator[Play]]]] = {
    "marne": lambda: [islice(random_play(1), 200), islice(random_play(3, otherwise(marne())), 200)],
    "fields": lambda: [fields_at_random(2), fields_at_random(3), fields_at_random(4, otherwise(fields_of_despair()))],
    "storm": lambda: [
        played_at_random(3, STARTER, 100),
        played_at_random(3, PRINTED, 70),
        played_at_random(5, STARTER, 60, otherwise(all_games()["gathering-storm"])),
    ],
    "own": lambda: [own_at_random(edition, seed) for seed, edition in enumerate(own_games())],
    **{f"{id_}_table": partial(everything, id_) for id_ in all_games() if id_ not in ("bridges", "high-card")},
}
"""Each scene is some campaigns."""


def path(scene: str) -> Path:
    """Where the digests of a scene are."""
    return GOLDEN / f"{scene}.txt"


def main(scenes: list[str]) -> None:
    """Print the whole of some scenes; without any, write the digests of all."""
    for plays in (plays for scene in scenes for plays in SCENES[scene]()):
        for place, name, text in chronicle(plays):
            print(f"== {place}: {name}", text, sep="\n")
    for scene in () if scenes else SCENES:
        path(scene).write_text(digests(scene), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
