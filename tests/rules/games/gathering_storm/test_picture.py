"""The picture of a campaign of Gathering Storm: the ledger, and nothing that is secret."""

from typing import Any

import pytest

from bot.base.language import words_of
from rules.game import AnyGame, Past
from rules.games.gathering_storm.powers import FRANCE, ITALY, POWERS
from rules.games.gathering_storm.state import Held, InPlay, Power, Progress, State
from rules.notice import Public
from rules.picture import Bars, Mark, Picture
from tests.bot.messages.pictures.drawing import check
from tests.rules.games.gathering_storm.harness import Storm, storm, weighted_play
from tests.rules.games.gathering_storm.test_totals import rich


def picture(play: Storm) -> Picture:
    drawn = play.campaign.game.picture(play.state, Past())
    assert drawn is not None
    return drawn


async def test_it_shows_each_total_with_its_causes() -> None:
    play = Storm()
    card = next(
        card for power in POWERS for card in play.data.pile(power)
        if _given(play, card.id, power) and play.data.card(card.id).power == power
    )  # fmt: skip
    entered = dict.fromkeys(POWERS, Power(support=12, income=30, tiles=3, conversion=4, counters=5))
    play.set(powers=entered, played=(InPlay(card=card.id, power=card.power),))
    drawn = picture(play)
    assert Storm().game.picture(Storm().state, Past()) is None, "three sentences need no picture"
    assert card.title in drawn.words
    assert [str(part.title) for part in drawn.parts if isinstance(part, Bars)][:2] == ["Support", "Income"]
    await check(drawn)


async def test_an_event_that_draws_nothing_is_a_cause_like_others() -> None:
    play = Storm().put("strikes-in-france")
    (alone,) = _tiles(play)
    assert alone == ("France", 0, "0", "by Strikes shut the French works"), "whatever it would have drawn"
    play.set(powers=dict.fromkeys((FRANCE, ITALY), Power(tiles=3)))
    assert _tiles(play) == [("Italy", 3, "3", "None"), ("France", 0, "0", "from 3, Strikes shut the French works")]
    await check(picture(play))


def _tiles(play: Storm) -> list[tuple[Any, ...]]:
    """What the bars of the income tiles say."""
    bars = [part for part in picture(play).parts if isinstance(part, Bars) and str(part.title) == "Income tiles"]
    return [(str(bar.name), bar.amount, str(bar.value), str(bar.note)) for part in bars for bar in part.bars]


def _given(play: Storm, card: str, power: object) -> bool:
    play.set(played=(InPlay(card=card, power=power),))
    return card in {play.data.card(card).id} and play.data.title(card) in picture(play).words


@pytest.mark.parametrize("seed", range(3))
def test_what_is_hidden_changes_nothing(seed: int) -> None:
    """Other cards face down and other counters make the same picture. Other research does where everybody else reads
    the same ledger: an event in play can be worth what was researched.
    """
    changed = 0
    for play, _ in weighted_play(storm(), seed, 60):
        now: State = play.campaign.state
        game, data = play.campaign.game, play.campaign.game.data
        held = {power: tuple(_another(data, each) for each in cards) for power, cards in now.held.items()}
        counters = tuple(each.replace(value=each.value + 3) for each in now.counters)
        other = now.replace(held=held, counters=counters)
        assert game.picture(other, Past()) == game.picture(now, Past())
        changed += other != now
        other = now.replace(research={key: Progress(before=7, results=2) for key in data.by_key})
        if open_ledger(game, other) == open_ledger(game, now):
            assert game.picture(other, Past()) == game.picture(now, Past())
    assert changed


def open_ledger(game: AnyGame, state: State) -> list[str]:
    """What everybody reads of the ledger."""
    return [str(line) for line in game.ledger(state) if isinstance(line, Public)]


def _another(data: Any, held: Held) -> Held:
    """Another card of the same pile in the place of one that lies face down."""
    if held.is_shown:
        return held
    pile = data.pile(data.card(held.card).power)
    return held.replace(card=next(card.id for card in pile if card.id != held.card))


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_a_bar_is_as_long_as_its_total(off: int) -> None:
    play = Storm()
    card = next(card.id for card in play.data.pile(ITALY) if _given(play, card.id, ITALY))
    play.set(powers={ITALY: Power(support=12, income=30, tiles=3, conversion=4, counters=5)}, played=())
    before = _bars(play)
    play.set(played=(InPlay(card=card, power=ITALY),))
    changes = {title: after - before[title] for title, after in _bars(play).items() if after != before[title]}
    assert "Support" in changes
    play.set(powers={ITALY: Power(support=off - changes["Support"], income=30, tiles=3, conversion=4, counters=5)})
    assert _bars(play)["Support"] == off


def _bars(play: Storm) -> dict[str, int]:
    """How long the bar of Italy is in each account; its number says the same."""
    found: dict[str, int] = {}
    for part in picture(play).parts:
        if isinstance(part, Bars):
            assert all(int(str(bar.value)) == bar.amount for bar in part.bars)
            found |= {str(part.title): int(bar.amount) for bar in part.bars if str(bar.name) == "Italy"}
    return found


async def test_many_causes_and_long_titles_have_room() -> None:
    play = Storm()
    cards = [card for power in POWERS for card in play.data.pile(power) if card.power == power]
    play.set(
        powers={power: Power(support=10, income=100, tiles=3, conversion=4, counters=5) for power in POWERS},
        played=tuple(InPlay(card=card.id, power=card.power) for card in cards) * 4,
    )
    drawn = picture(play)
    assert "more; /ledger has all" in drawn.words
    assert str(next(part for part in drawn.parts if isinstance(part, Bars)).title) == "Support"
    await check(drawn)


def test_a_french_description_has_the_french_titles_of_the_cards() -> None:
    """Every title of the deck: none is so long that it would be cut, and stay English."""
    play, french = Storm(), words_of("fr")
    for card in play.data.cards:
        play.set(played=(), powers={ITALY: Power(support=1)}).put(card.id)
        drawn = play.campaign.game.picture(play.state, Past())
        said = drawn.words.said(french) if drawn else ""
        assert card.title not in said
        if drawn and card.title in str(drawn.words):
            assert french.find(card.title) in said


def _all_bars(drawn: Picture) -> list[tuple[Any, ...]]:
    """What the bars of a picture say, in order."""
    parts = (part for part in drawn.parts if isinstance(part, Bars))
    return [
        (str(part.title), str(bar.name), bar.amount, str(bar.value), str(bar.note or ""), bar.mark)
        for part in parts
        for bar in part.bars
    ]


def test_each_known_total_has_a_bar_with_its_causes() -> None:
    play = rich()
    assert _all_bars(picture(play)) == [
        ("Support", "Germany", 4, "4", "", Mark.SQUARE),
        ("Support", "Italy", 7, "+7", "by +1 Rio copies the corporate state, +3 Grain from the East, +3 Rome talks of "
         "empire", Mark.SQUARE),
        ("Support", "Britain", 1, "1", "from 0, +1 An envoy to Budapest", Mark.CIRCLE),
        ("Support", "France", 0, "0", "", Mark.CIRCLE),
        ("Income", "Germany", 0, "0", "", Mark.SQUARE),
        ("Income tiles", "France", 0, "0", "from 3, Strikes shut the French works", Mark.CIRCLE),
        ("Factory conversion cost", "Germany", 0, "0", "from 1, -2 Factory owners meet the ministers", Mark.SQUARE),
        ("Diplomatic counters", "Germany", 3, "3", "", Mark.SQUARE),
        ("Diplomatic counters", "Britain", 3, "3", "from 2, +1 The Foreign Office is busy", Mark.CIRCLE),
        ("Activity counters for research", "Russia", 1, "+1", "by +1 The academy is mobilized", Mark.TRIANGLE),
    ]  # fmt: skip
    play.put("model-for-brazil")
    assert "Rome talks of empire and 1 more; /ledger has all" in picture(play).words
