"""What a log is without somebody: neither who nor what they wrote, and all that the game needs."""

import json
from typing import Any

from bot.engine.forget_player import Redaction
from bot.log.chain import first_hash, sealed_content
from bot.log.export import beginning_of, content_of
from bot.storage import EntryRow
from rules.seat import FORMER, Seat
from tests.bot.storage.rows import CAMPAIGN
from tests.games import SEED, founded, marne

ANNA, BERT = 574058995574898688, 574058995574898689
KEY = bytes(16)


def row(seq: int, user: int, command: Any, *events: Any) -> EntryRow:
    return EntryRow(
        1, seq, seq, 0, user, "Allies", json.dumps(command), json.dumps(events), "[]", None, "0.4"
    )  # fmt: skip


def without(user: int, *rows: EntryRow) -> list[EntryRow]:
    redaction = redacting(user, *rows)
    return [redaction.entry(each) for each in rows]


def redacting(user: int, *rows: EntryRow) -> Redaction:
    game = marne()
    campaign = founded(game, ANNA, Seat("Allies"))
    return Redaction.of(campaign, CAMPAIGN, rows, user, KEY)


ROLLED = {"type": "dice_rolled", "player": ANNA, "reason": "my aunt", "roll": {"sides": 6, "faces": [3]}, "v": 1}
ROLL = row(1, ANNA, {"type": "roll_dice", "reason": "my aunt", "v": 1}, ROLLED)


def test_they_are_former_player_1_wherever_their_id_stood() -> None:
    line = {"template": "{who}", "values": {"who": f"<@{ANNA}> and <@{ANNA}9>"}}
    named = row(2, BERT, {"type": "hand_over", "player": ANNA, "v": 1}, {"type": "x", "by": {str(ANNA): line}})
    (left,) = without(ANNA, named)
    assert json.loads(left.command)["player"] == FORMER + 1
    assert json.loads(left.events)[0]["by"] == {
        str(FORMER + 1): {"template": "{who}", "values": {"who": f"Former player 1 and <@{ANNA}9>"}}
    }
    assert left.user == BERT


def test_their_words_are_replaced_beyond_reading() -> None:
    (left,) = without(ANNA, ROLL)
    command, (event,) = json.loads(left.command), json.loads(left.events)
    assert command["reason"] == event["reason"] != "my aunt"
    assert command["reason"].startswith("forgotten-")
    assert event["roll"] == ROLLED["roll"]
    other = Redaction.of(founded(marne(), ANNA, Seat("Allies")), CAMPAIGN, [ROLL], ANNA, bytes([1]) * 16).entry(ROLL)
    assert json.loads(other.command)["reason"] != command["reason"], "without the key nobody can try words out"


def test_the_same_words_of_others_stay() -> None:
    asked = [row(seq, ANNA, {"type": "roll_dice", "reason": why, "v": 1}) for seq, why in ((1, "attack"), (2, "hold"))]
    others = row(3, BERT, {"type": "roll_dice", "reason": "attack", "v": 1})
    first, second, third = (json.loads(each.command)["reason"] for each in without(ANNA, *asked, others))
    assert (first, third) == ("attack", "attack"), "Bert wrote that, too"
    assert second.startswith("forgotten-")


def test_names_of_the_game_stay_whatever_they_wrote() -> None:
    """A player could spoil the log by writing a name of the game as a reason, and going."""
    evil = row(1, ANNA, {"type": "roll_dice", "reason": "Allies", "v": 1})
    ruling = row(
        2,
        BERT,
        {"type": "set_ruling", "name": "Allies", "choice": "Allies", "v": 1},
        {"type": "left", "seat": "Allies"},
    )
    assert without(ANNA, evil, ruling)[1] == ruling


def test_the_first_seal_of_an_entry_stays() -> None:
    (once,) = redacting(ANNA, ROLL).changed([ROLL], SEED)
    assert once.seal == sealed_content(SEED, 1, content_of(ROLL))
    second = once._replace(events=once.events.replace(str(FORMER + 1), str(BERT)))
    (twice,) = redacting(BERT, second).changed([second], SEED)
    assert twice.seal == once.seal
    assert [*redacting(BERT, ROLL).changed([ROLL], SEED)] == [], "what does not name them is not touched"


def test_a_forgotten_founders_campaign_loses_its_name() -> None:
    campaign = CAMPAIGN._replace(id=7, founder=ANNA, name="Anna's war")
    changed = redacting(ANNA).campaign(campaign)
    assert changed is not None
    assert (changed.founder, changed.name) == (FORMER + 1, "Campaign 7")
    assert changed.start == first_hash(beginning_of(campaign))
    assert redacting(BERT).campaign(campaign) is None
    unnamed = redacting(ANNA).campaign(campaign._replace(name="Marne 1918"))
    assert unnamed is not None
    assert unnamed.name == "Marne 1918", "nobody wrote that"


def test_each_is_counted_on() -> None:
    assert redacting(ANNA, row(1, FORMER + 1, {"type": "forget", "v": 1})).former == FORMER + 2


def test_no_other_number_is_taken_for_an_id() -> None:
    """An id stands alone: what is longer, a truth, or somebody else's, stays."""
    near = [int(f"9{ANNA}"), int(f"{ANNA}9"), f"9{ANNA}", f"{ANNA}9", f"<@9{ANNA}>", BERT, f"<@{BERT}>"]
    given = row(2, BERT, {"type": "x", "near": near}, {"type": "x", "near": near})
    assert without(ANNA, given) == [given]
    (left,) = without(ANNA, row(2, BERT, {"type": "x", "all": [ANNA, f"remind {ANNA} 1", [f"<@{ANNA}>!"], *near]}))
    expected = [FORMER + 1, f"remind {FORMER + 1} 1", ["Former player 1!"], *near]
    assert json.loads(left.command)["all"] == expected
    (left,) = without(1, row(2, BERT, {"type": "x", "sure": True, "number": 1.5, "player": 1, "none": None}))
    assert left.command == f'{{"type":"x","sure":true,"number":1.5,"player":{FORMER + 1},"none":null}}'


def test_an_actors_entry_is_erased_alone() -> None:
    own, others = row(1, ANNA, {"type": "x"}), row(2, BERT, {"type": "x"})
    first, second = without(ANNA, own, others)
    assert (first, second) == (own._replace(user=FORMER + 1, command='{"type":"x"}'), others)


def test_padded_words_are_erased_as_stored() -> None:
    """Also where somebody else's entry says it again."""
    asked = row(1, ANNA, {"type": "roll_dice", "reason": "  my aunt ", "v": 1})
    again = row(2, BERT, {"type": "x"}, {**ROLLED, "player": BERT})
    assert not any("aunt" in left.command + left.events for left in without(ANNA, asked, again))


def test_the_title_of_the_game_is_nobodys_word() -> None:
    said = row(1, ANNA, {"type": "roll_dice", "reason": "Marne 1918", "v": 1})
    assert "Marne 1918" in without(ANNA, said)[0].command
    founder = CAMPAIGN._replace(founder=ANNA, name="Marne 1918")
    campaign = founded(marne(), ANNA, Seat("Allies"))
    assert {*Redaction.of(campaign, founder, [said], ANNA, KEY).texts} == set()


def test_a_start_that_was_kept_before_stays() -> None:
    changed = redacting(ANNA).campaign(CAMPAIGN._replace(founder=ANNA, start="c" * 64))
    assert changed is not None
    assert changed.start == "c" * 64
