"""Records of running games that somebody forged, each in one place, and how it is refused."""

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from bot.log.chain import ToWrite, _laid_out, canonical, chain_from, first_hash, next_hash, write_record
from bot.log.record_schema import TOLD
from rules.dice import heads, key
from tests.games import SEED

Content = dict[str, Any]
OTHER_SEED = bytes(32)


def forged(data: bytes, change: Callable[[list[Content]], None]) -> bytes:
    """The record of somebody who changed it and worked out every hash anew."""
    whole = json.loads(data)
    contents = [entry["content"] for entry in whole["entries"]]
    deeds = {id(entry["content"]) for entry in whole["entries"] if "hash" not in entry}
    change(contents)
    pairs = [ToWrite(content, id(content) in deeds) for content in contents]
    return write_record(whole["campaign"], whole["documents"], pairs, bytes.fromhex(whole["seed"]), is_open=True).data


def respelled(data: bytes, change: Callable[[Content], None], *, with_hashes: bool = True) -> bytes:
    """A record that somebody changed, laid out as the bot does, its start worked out anew, and its hashes."""
    whole = json.loads(data)
    change(whole)
    start = first_hash(whole["campaign"])
    begun, before = {"campaign": whole["campaign"], "start": start}, chain_from(start, whole["campaign"]["seal"])
    for entry in whole["entries"]:
        if "hash" in entry and with_hashes:
            told = {name: entry[name] for name in TOLD if name in entry}
            before = entry["hash"] = next_hash(before, entry["seal"], entry["deeds"], told)
    whole["hash"] = before if with_hashes else whole["hash"]
    ending = {name: whole[name] for name in ("deeds", "format", "hash", "seed") if name in whole}
    return _laid_out(begun, whole["documents"], [canonical(each) for each in whole["entries"]], ending)


def told_of_entry(whole: Content, place: int) -> Content:
    told: Content = whole["entries"][place]["told"]
    return told


def forge_face(whole: Content) -> None:
    told_of_entry(whole, 3)["dice"][0]["faces"][1] ^= 1


def forge_press(whole: Content) -> None:
    """Another number of the same moment."""
    told_of_entry(whole, 3)["dice"][0]["press"] += 900


def forge_key(whole: Content) -> None:
    told_of_entry(whole, 3)["keys"][1] = sha256(b"forged").hexdigest()


def forge_one_more_key(whole: Content) -> None:
    """A key that belongs to no die."""
    told = told_of_entry(whole, 3)
    told["keys"].append(told["keys"][0])


def forge_later_key(whole: Content) -> None:
    """A key of the same chain that is not the die's."""
    told_of_entry(whole, 3)["keys"][1] = key(SEED, 9).hex()


def forge_again(whole: Content) -> None:
    """The dice of an entry fall once more with the next."""
    whole["entries"][3]["told"] = whole["entries"][2]["told"]


def forge_order(whole: Content) -> None:
    one, other = whole["entries"][2], whole["entries"][3]
    one["told"], other["told"] = other["told"], one["told"]


def forge_index(whole: Content) -> None:
    told_of_entry(whole, 3)["dice"][0]["first"] += 1


def forge_index_before(whole: Content) -> None:
    """A die before the first: whoever goes back from it to a head never comes to one."""
    told_of_entry(whole, 3)["dice"][0]["first"] = -5


def forge_index_beyond(whole: Content) -> None:
    """A die so far from every head that nobody can go back to one."""
    told_of_entry(whole, 3)["dice"][0]["first"] = 10**15


def forge_sides(whole: Content) -> None:
    told_of_entry(whole, 3)["dice"][0]["sides"] = 19


def forge_chain(whole: Content) -> None:
    """All keys of another seed, with its heads."""
    whole["campaign"]["heads"] = [*heads(OTHER_SEED)]


FORGED = [
    (forge_face, "The dice of entry 4 do not match", "Die 3 (entry 4) is wrong"),
    (forge_press, "The dice of entry 4 do not match", "is wrong"),
    (forge_key, "The key of a die of entry 4 does not lead to the seal", "Die 3 (entry 4) is not sealed"),
    (forge_later_key, "The key of a die of entry 4 does not lead", "Die 3 (entry 4) is not sealed"),
    (forge_again, "The dice of entry 4 were asked for by the press of another entry", "is not sealed"),
    (forge_order, "The dice of entry 4 do not match", "is not sealed"),
    (forge_index, "The key of a die of entry 4 does not lead", "(entry 4) is not sealed"),
    (forge_index_beyond, "The dice of entry 4 do not match", "(entry 4) is not sealed"),
    (forge_sides, "The dice of entry 4 do not match", "(entry 4) is wrong"),
    (forge_chain, "changed or cut off before its first entry", "The heads of the keys are not those of the seal"),
]  # fmt: skip
"""How each is forged, and what is said of it: by the bot and the page, and by the program in the docs."""
