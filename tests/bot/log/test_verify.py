"""A record is checked without a database, by the bot's own code and by the program in the docs."""

import contextlib
import json
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.base.catalog import Catalog
from bot.base.clock import milliseconds, snowflake_time
from bot.log.chain import BadRecord, ToWrite, read_record, write_record
from bot.log.codec import write_entry
from bot.log.export import content_of
from bot.log.verify import Presses, check_dice, find_noted, verify_file
from rules.campaign import DiceKind
from rules.campaign.life.rolling import RollDice
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Undo
from rules.command import Command
from rules.dice import Roll, heads, seal
from rules.errors import RuleError
from tests.bot.desk import ANNA, BERT, FIRST, Desk
from tests.forged import FORGED, forge_chain, forge_index_before, forge_one_more_key, forged, respelled, told_of_entry
from tests.games import SEED, all_games, catalog, founded
from tests.high_card import Taken
from tests.play import Play
from tests.records import closed_record, open_record, played
from tests.rules.test_conformance import filled

PAGE = Path(__file__).parents[3] / "docs" / "verify-dice.md"
Content = dict[str, Any]


def programs() -> dict[str, str]:
    """The programs on the page, as they stand there, by the name of their file."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"`python (\w+\.py) campaign\.json`\.\n\n```python\n(.*?)```", page, re.DOTALL)
    assert [name for name, _ in found] == ["dice.py", "check.py"]
    return dict(found)


def program_says(folder: Path, data: bytes, name: str = "check.py") -> tuple[int, str]:
    """What a program on the page says of a file, run by a Python that knows nothing else."""
    file, program = folder / "campaign.json", folder / name
    file.write_bytes(data)
    program.write_text(programs()[name], encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", program, file], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(("name", "most"), [("dice.py", 30), ("check.py", 57)])
def test_a_program_on_the_page_is_short(name: str, most: int) -> None:
    assert len([line for line in programs()[name].splitlines() if line.strip()]) <= most


async def test_an_honest_record_comes_out(desk: Desk, tmp_path: Path) -> None:
    session = await played(desk)
    data = await open_record(desk)
    said = verify_file(data, catalog())
    dice, entries = session.campaign.next_die, session.campaign.seq
    assert said == [
        f"The chain is whole up to entry {entries}. Whether more followed, no file can show.",
        f"Hash of the log: {read_record(data).hash}",
        f"Seal of the dice: {seal(SEED)}",
        f"The seed matches its seal, and every sealed die comes out. Sealed dice: {dice}.",
        "Every entry of these rules was decided again, and comes out as the log has it.",
    ]
    code, told = program_says(tmp_path, data)
    assert code == 0, told
    assert f"Entries: {entries}. Dice: {dice}. Hash: {read_record(data).hash}" in told


async def test_a_table_may_change_its_dice_and_back(desk: Desk, tmp_path: Path) -> None:
    session = await desk.found()
    for kind, dice in (("physical", (4, 3)), ("sealed", None)):
        await desk.act(ANNA, {"type": "change_settings", "dice_kind": kind})
        await desk.service.execute(desk.call(), session, {"type": "roll_dice", "number": 2, "reason": "rain"}, dice)
    data = await open_record(desk)
    assert verify_file(data, catalog())[-1].startswith("Every entry of these rules was decided again, and comes out")
    assert program_says(tmp_path, data)[0] == 0
    with pytest.raises(BadRecord, match="but the dice of this campaign are sealed"):
        check_dice(read_record(forged(data, no_other_dice)))


async def test_it_uses_public_numbers(desk: Desk) -> None:
    await desk.found("night-watch", "North")
    for done in ("note", "wave", "note"):
        await desk.act(ANNA, {"type": done})
    await desk.service.forgetting.forget(ANNA)
    data = await open_record(desk)
    record = read_record(data)
    assert (len(record.entries), record.start is None) == (4, False)
    assert verify_file(data, catalog())[:2] == [
        "The chain is whole up to entry 2. Whether more followed, no file can show.",
        f"Hash of the log: {record.hash}",
    ]


def no_other_dice(contents: list[Content]) -> None:
    contents[0]["events"][0]["dice_kind"] = None


def no_die_to_say(contents: list[Content]) -> None:
    del contents[2:]


def other_face(contents: list[Content]) -> None:
    contents[3]["dice"][0]["faces"][1] ^= 1


def same_dice_again(contents: list[Content]) -> None:
    contents[3]["dice"] = contents[2]["dice"]
    contents[3]["events"] = contents[2]["events"]


def twice_in_an_entry(contents: list[Content]) -> None:
    contents[3]["dice"] *= 2


def left_out(contents: list[Content]) -> None:
    del contents[2]


def marked_as_by_hand(contents: list[Content]) -> None:
    contents[3]["dice"][0]["first"] = None


def of_other_rules(contents: list[Content]) -> None:
    for content in contents:
        content["rules"] = "0.0.1"


async def test_dice_that_a_redo_shows_again_are_no_other_dice(desk: Desk, tmp_path: Path) -> None:
    """They fell once, so they count once; and a redo shows none that never fell."""
    await desk.found("high-card", "Red")
    for command in ({"type": "take"}, {"type": "roll_dice", "number": 2, "sides": 6}, {"type": "undo"}):
        await desk.act(ANNA, command)
    await desk.act(ANNA, {"type": "redo"})
    await desk.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 20})
    data = await open_record(desk)
    assert verify_file(data, catalog())[3].endswith("Sealed dice: 5.")
    code, told = program_says(tmp_path, data)
    assert (code, "Dice: 5." in told) == (0, True), told

    def never_fell(contents: list[Content]) -> None:
        contents[3]["dice"][0]["faces"] = [6, 6]

    wrong = forged(data, never_fell)
    with pytest.raises(BadRecord, match=r"^The dice of entry 4 do not match\.$"):
        verify_file(wrong, catalog())
    assert program_says(tmp_path, wrong) == (1, "The dice of entry 4 do not match.\n")


NOT_OUT = r"The dice of entry {0} do not match\."


@pytest.mark.parametrize(
    ("change", "entry", "said"),
    [
        (other_face, 4, NOT_OUT),
        (same_dice_again, 4, r"The dice of entry {0} were asked for by the press of another entry\."),
        (twice_in_an_entry, 4, NOT_OUT),
        (left_out, 3, r"Dice are missing before those of entry {0}: 2\."),
        (marked_as_by_hand, 4, r"Entry {0} has dice of a table, but the dice of this campaign are sealed\."),
    ],
    ids=["face", "twice", "twice in an entry", "left out", "marked as rolled on a table"],
)
async def test_a_die_that_was_changed_is_named_by_both(
    desk: Desk, tmp_path: Path, change: Callable[[list[Content]], None], entry: int, said: str
) -> None:
    """Also of entries that other rules decided, which nobody decides again."""
    await played(desk)
    data = forged(forged(await open_record(desk), change), of_other_rules)
    with pytest.raises(BadRecord, match=f"^{said.format(entry)}$"):
        verify_file(data, catalog())
    assert program_says(tmp_path, data) == (1, f"The dice of entry {entry} do not match.\n")


async def test_an_entry_whose_content_was_changed_is_named_by_both(desk: Desk, tmp_path: Path) -> None:
    await played(desk)
    data = (await open_record(desk)).replace(b'"points":3', b'"points":4')
    with pytest.raises(BadRecord, match=r"^Entry 7 of the record was changed\.$"):
        verify_file(data, catalog())
    assert program_says(tmp_path, data) == (1, "Entry 7 was changed.\n")


async def test_another_seed_is_refused_by_both(desk: Desk, tmp_path: Path) -> None:
    await played(desk)
    data = (await open_record(desk)).replace(f'"seed":"{SEED.hex()}"'.encode(), b'"seed":"' + b"0" * 64 + b'"')
    with pytest.raises(BadRecord, match="does not match the seal"):
        verify_file(data, catalog())
    assert program_says(tmp_path, data) == (1, "Wrong seed.\n")


async def test_a_decision_that_the_rules_would_not_take_is_named(desk: Desk) -> None:
    """The dice are right and the chain is whole: only deciding again shows it."""
    await played(desk)

    def other_number(contents: list[Content]) -> None:
        contents[5]["events"][0]["number"] += 1

    with pytest.raises(BadRecord, match=r"^Entry 6 does not come out when it is decided again\.$"):
        verify_file(forged(await open_record(desk), other_number), catalog())


async def test_a_single_die_that_was_left_out_is_missed(desk: Desk) -> None:
    await desk.found("high-card", "Red")
    for _ in range(2):
        await desk.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 20})

    def first_left_out(contents: list[Content]) -> None:
        del contents[0]

    with pytest.raises(BadRecord, match=r"^Dice are missing before those of entry 1: 1\.$"):
        verify_file(forged(await open_record(desk), first_left_out), catalog())


async def test_without_a_die_nothing_is_claimed_of_dice(desk: Desk) -> None:
    await played(desk)
    said = verify_file(forged(await open_record(desk), no_die_to_say), catalog())
    assert "The seed matches its seal. No sealed die was rolled." in said


async def test_of_a_running_game_every_open_die_is_checked(desk: Desk, tmp_path: Path) -> None:
    session = await played(desk)
    data = await closed_record(desk, session)
    said = verify_file(data, catalog())
    assert said[2:] == [
        f"Seal of the dice: {seal(SEED)}",
        "Every open die comes from its key and its press, and the keys from the seal. Open dice: 6.",
        "The entries stay closed until the game is over. Then they and secret draws can be checked too.",
    ]
    assert program_says(tmp_path, data) == (1, "No seed: the game goes on.\n")
    opened = await open_record(desk)
    assert said[:3] == verify_file(opened, catalog())[:3]
    for each in (data, opened):
        code, told = program_says(tmp_path, each, "dice.py")
        last = f"Every open die comes out. Dice: 6. Seal: {seal(SEED)}. Hash: {read_record(each).hash}"
        assert (code, told.splitlines()[-1]) == (0, last)
        assert [line for line in told.splitlines() if "entry 3" in line] == [
            f"entry 3, press {roll.press}: die {index} of 20 sides shows {face}"
            for roll in (await desk.service.entries(session))[2].rolls
            for index, face in zip(roll.indexes, roll.faces, strict=True)
        ]


async def test_a_secret_die_that_is_told_is_refused(desk: Desk) -> None:
    def secret(whole: Content) -> None:
        told_of_entry(whole, 3)["dice"][0]["is_secret"] = True

    wrong = respelled(await closed_record(desk, await played(desk)), secret)
    with pytest.raises(BadRecord, match="The dice of entry 4 do not match"):
        verify_file(wrong, catalog())


BY_BOTH = [
    *FORGED,
    (forge_one_more_key, "The dice of entry 4 do not match", ""),
    (forge_index_before, "Entry 4 of the record was changed", "(entry 4) is not sealed"),
]


@pytest.mark.parametrize(("forge", "said", "by_program"), BY_BOTH, ids=[each[0].__name__ for each in BY_BOTH])
async def test_both_programs_name_forged_dice(
    desk: Desk, tmp_path: Path, forge: Callable[[Content], None], said: str, by_program: str
) -> None:
    session = await played(desk)
    data = await closed_record(desk, session)
    wrong = respelled(data, forge)
    with pytest.raises(BadRecord, match=re.escape(said)):
        verify_file(wrong, catalog())
    code, told = program_says(tmp_path, wrong, "dice.py")
    assert (code, by_program in told) == (1, True), told


@pytest.mark.parametrize("forge", [each[0] for each in FORGED], ids=[each[0].__name__ for each in FORGED])
async def test_dice_claims_are_hashed(desk: Desk, tmp_path: Path, forge: Callable[[Content], None]) -> None:
    """Not even to dice that come out: whoever noted a hash finds them."""
    session = await played(desk)
    data = await closed_record(desk, session)
    wrong = respelled(data, forge, with_hashes=False)
    said = "before its first entry" if forge is forge_chain else r"Entry \d of the record was changed"
    with pytest.raises(BadRecord, match=said):
        verify_file(wrong, catalog())
    code, told = program_says(tmp_path, wrong, "dice.py")
    assert (code, "was changed" in told or "not those of the seal" in told) == (1, True), told
    noted = read_record(data).hash
    assert forge is forge_chain or find_noted(data, noted)
    with pytest.raises(BadRecord, match=r"never had the hash|before its first entry"):
        find_noted(respelled(data, forge), noted)


def marked_as_forgotten(whole: Content) -> None:
    whole["entries"][2]["forgotten"] = True
    del whole["entries"][2]["salt"]


def untold(whole: Content) -> None:
    del whole["entries"][2]["told"]


@pytest.mark.parametrize(
    ("claim", "said"),
    [(marked_as_forgotten, "Entry 3 of the record was changed"), (untold, "The dice of entry 3 do not match")],
)
async def test_programs_check_claims_in_open_records(desk: Desk, tmp_path: Path, claim: Any, said: str) -> None:
    await played(desk)
    wrong = respelled(await open_record(desk), claim)
    with pytest.raises(BadRecord, match=said):
        verify_file(wrong, catalog())
    assert program_says(tmp_path, wrong) == (1, "Entry 3 was changed.\n")


async def test_more_dice_than_one_chain_has_keys_come_out(desk: Desk, tmp_path: Path) -> None:
    session = await played(desk)
    for _ in range(52):
        await desk.act(ANNA, {"type": "roll_dice", "number": 20, "sides": 6, "reason": "hail"})
    data = await closed_record(desk, session)
    assert "Open dice: 1046." in verify_file(data, catalog())[3]
    code, told = program_says(tmp_path, data, "dice.py")
    assert code == 0, told
    assert "Dice: 1046." in told


async def test_a_press_of_another_time_is_named(desk: Desk) -> None:
    session = await played(desk)

    def of_an_hour_before(whole: Content) -> None:
        told_of_entry(whole, 3)["at"] += 3_600_000

    with pytest.raises(BadRecord, match="The press that asked for the dice of entry 4 is not of that time"):
        verify_file(respelled(await closed_record(desk, session), of_an_hour_before), catalog())


def test_no_press_lies_before_those_of_earlier_entries() -> None:
    """Or whoever has the seed could look for one by which the die falls as they like. A clock may go a minute wrong."""
    for late in (60_000, 60_001):
        presses, at = Presses(), milliseconds(snowflake_time(FIRST))
        for seq, time in enumerate((at, at - 1000), start=1):
            presses.check(seq, time, [Roll(faces=(3,), sides=6, press=FIRST - (at - time << 22))])
        before = [Roll(faces=(3,), sides=6, press=FIRST - (late << 22))]
        if late == 60_000:
            presses.check(3, at - late, before)
        else:
            with pytest.raises(BadRecord, match="The press that asked for the dice of entry 3 is not of that time"):
                presses.check(3, at - late, before)


def test_no_press_serves_two_entries() -> None:
    presses = Presses()
    at = milliseconds(snowflake_time(FIRST))
    one, two = (Roll(faces=(3,), sides=6, press=FIRST + number) for number in range(2))
    presses.check(1, at, [one])
    presses.check(2, at, [two, two])
    with pytest.raises(BadRecord, match="The dice of entry 1 were asked for by the press of another entry"):
        Presses().check(1, at, [one, two])
    with pytest.raises(BadRecord, match="The dice of entry 3 were asked for by the press of another entry"):
        presses.check(3, at, [one])


async def test_a_secret_die_is_of_the_time_of_its_press_too(desk: Desk) -> None:
    """Whoever has the seed cannot look for a press by which the die falls as they like."""
    await played(desk)

    def of_an_hour_before(contents: list[Content]) -> None:
        secret = [roll for content in contents for roll in content["dice"] if roll.get("is_secret")]
        assert secret
        secret[0]["press"] -= 3_600_000 << 22

    with pytest.raises(BadRecord, match="The press that asked for the dice of entry 6 is not of that time"):
        verify_file(forged(await open_record(desk), of_an_hour_before), catalog())


async def test_without_the_game_the_dice_are_checked(desk: Desk) -> None:
    await played(desk)
    said = verify_file(await open_record(desk), Catalog([]))
    assert "every sealed die comes out" in said[3]
    assert said[4].startswith("The decisions were not checked. This bot cannot play the campaign: it has no game")


async def test_unknown_terms_still_check_dice(desk: Desk) -> None:
    await played(desk)
    whole = json.loads(await open_record(desk))
    whole["campaign"]["terms"]["language"] = "Klingon"
    said = verify_file(forged(json.dumps(whole).encode(), lambda _: None), catalog())
    assert "every sealed die comes out" in said[3]
    assert said[4].startswith("The decisions were not checked. This bot cannot play the campaign:")


async def test_of_entries_of_earlier_rules_the_dice_are_checked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(desk)
    data = await open_record(desk)
    monkeypatch.setattr(rules, "VERSION", "0.10")
    assert verify_file(data, catalog())[4:] == [
        "Entries that other rules decided: 9. Of them only the dice were checked."
    ]
    monkeypatch.setattr(rules, "VERSION", "0.2")
    assert "this bot has rules 0.2: update it first" in verify_file(data, catalog())[4]


@pytest.mark.parametrize("undoes", [700, 8, 2, None])
async def test_an_entry_that_claims_to_undo_another_is_refused(desk: Desk, undoes: int | None) -> None:
    await played(desk)

    def other_undo(contents: list[Content]) -> None:
        contents[7]["undoes"] = undoes

    with pytest.raises(BadRecord, match=r"does not hold together|Entry 8 does not come out"):
        verify_file(forged(await open_record(desk), other_undo), catalog())


async def test_a_log_that_the_game_cannot_follow_is_no_bug(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(desk)
    monkeypatch.setattr(Taken, "apply", lambda *_: [][0])
    with pytest.raises(BadRecord, match=r"does not hold together|Entry 6 does not come out"):
        verify_file(await open_record(desk), catalog())


async def test_an_entry_that_cannot_be_read_is_said(desk: Desk) -> None:
    await played(desk)

    def rain(contents: list[Content]) -> None:
        contents[8]["events"] = [{"type": "rained"}]

    assert "cannot read the record" in verify_file(forged(await open_record(desk), rain), catalog())[4]


def at_random(name: str, number: int, dice: DiceKind) -> Play:
    """A game in which much is undone and brought back; every die is rolled by the rules."""
    chance, game = random.Random(number), all_games()[name]
    play = Play(game, founded(game, dice=dice))
    for _ in range(40):
        offers = [each for each in play.campaign.offers(1) if each.command.type in game.commands_by_type]
        asks: list[Command] = [Undo(), Redo(number=chance.randint(1, 3)), RollDice(number=2, sides=20)]
        command = chance.choice([*map(filled, offers), *asks])
        faces = (1, 2) if dice == "physical" and isinstance(command, RollDice) else None
        with contextlib.suppress(RuleError):
            play.do(1, command, faces)
    return play


@pytest.mark.by_day(1)
@pytest.mark.parametrize("dice", ["sealed", "physical"])
@pytest.mark.parametrize("name", ["marne-1918", "gathering-storm", "night-watch", "high-card"])
def test_an_honest_record_with_undos_passes(name: str, dice: DiceKind) -> None:
    again = 0
    for number in range(16):
        play = at_random(name, number, dice)
        founding = play.campaign.founding
        begun = {
            "at": 0, "data": "", "dice": dice, "founder": 1, "game": name, "name": "x", "rules": "x",
            "heads": [*heads(SEED)], "seal": seal(SEED), "seat": founding.seat, "terms": {},
        }  # fmt: skip
        contents = (ToWrite(content_of(write_entry(0, entry)), entry.is_unseen) for entry in play.log)
        record = read_record(write_record(begun, {}, contents, SEED, is_open=True).data)
        assert check_dice(record) == play.campaign.next_die
        again += sum(isinstance(entry.command, Redo) and bool(entry.rolls) for entry in play.log)
    assert again or dice == "physical" or name in ("gathering-storm", "night-watch"), "some redo showed dice again"


async def test_a_noted_hash_is_found_in_the_opened_record(desk: Desk) -> None:
    """Private deeds stand in the opened one alone, and both have the same chain."""
    session = await desk.found("night-watch", "North", bert="South")
    noted = []
    for _ in range(2):
        await desk.act(BERT, {"type": "note"})
        await desk.act(ANNA, {"type": "roll_dice"})
        noted.append(read_record((await desk.service.record(session, desk.service.now())).data).hash)
    opened = await open_record(desk)
    said = "The log had the hash that you noted after entry {number}, as everybody counted them."
    assert [find_noted(opened, each) for each in noted] == [said.format(number=2), said.format(number=3)]
    assert find_noted(opened, f" {noted[0].upper()} ") == said.format(number=2), "as somebody writes it down"
    first = "The log had the hash that you noted before its first entry."
    assert find_noted(opened, read_record(opened).first) == first
    assert read_record(opened).hash == noted[-1]
    with pytest.raises(BadRecord, match="never had"):
        find_noted(opened, "0" * 64)


async def with_deeds(desk: Desk) -> bytes:
    """The opened record of a campaign: a private deed, a roll, two private deeds, a roll, a private deed."""
    await desk.found("night-watch", "North", bert="South")
    for user, command in ((BERT, "note"), (ANNA, "roll_dice"), (BERT, "note"), (BERT, "note"), (ANNA, "roll_dice")):
        await desk.act(user, {"type": command})
    await desk.act(BERT, {"type": "note"})
    return await open_record(desk)


async def test_earlier_private_actions_are_ignored(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    data = await with_deeds(desk)
    decided = "Every entry of these rules was decided again, and comes out as the log has it."
    assert verify_file(data, catalog())[4:] == [decided]
    monkeypatch.setattr(rules, "VERSION", "0.10")
    others = "Entries that other rules decided: 3. Of them only the dice were checked."
    assert verify_file(data, catalog())[4:] == [others]


async def test_a_private_deed_has_no_hash_and_comes_out(desk: Desk, tmp_path: Path) -> None:
    data = await with_deeds(desk)
    assert ["hash" in each for each in json.loads(data)["entries"]] == [True, False, True, False, False, True, False]
    said = verify_file(data, catalog())
    assert said[0].startswith("The chain is whole up to entry 3.")
    assert said[-1] == "Every entry of these rules was decided again, and comes out as the log has it."
    assert program_says(tmp_path, data)[0] == 0


@pytest.mark.parametrize(("place", "named"), [(2, "3"), (5, "6"), (7, "")])
async def test_private_actions_cannot_be_removed(desk: Desk, tmp_path: Path, place: int, named: str) -> None:
    """Whoever made the record anew with another deed has another chain: the noted hash is not in it."""
    data = await with_deeds(desk)

    def gone(contents: list[Content]) -> None:
        del contents[place - 1]

    def moved(contents: list[Content]) -> None:
        contents[place - 1]["at"] += 1

    last, noted = read_record(data).links[-1].hash, place < 7
    for change in (gone, moved):
        assert (read_record(forged(data, change)).links[-1].hash != last) is noted
    lines = data.decode().splitlines(keepends=True)
    lines[place + 1] = lines[place + 1].removesuffix(",\n") + ("\n" if place == 7 else ",\n")
    without = "".join((*lines[: place + 2], *lines[place + 3 :])).encode()
    with pytest.raises(BadRecord, match=f"before entry {named}|Entry {place}|cut off"):
        read_record(without)
    assert program_says(tmp_path, without)[0] == 1
