"""A refused form shows what was typed, and it is read back from there."""

from dataclasses import replace

from bot.base.deeds import Standing
from bot.base.language import reading
from bot.messages.forms import refused_form, reopened_form, typed_before
from rules.command import Choice, Offer
from rules.line import line
from rules.secrets import Shown
from tests.high_card import Bid
from tests.night_watch import Answer

OFFER = Offer(Bid(), "Bid", inputs=("points", "blind"))


def test_typed_values_are_read_back_from_the_refusal() -> None:
    for typed in ({"points": "70", "blind": "true", "dice": "4 3"}, {"points": "", "blind": "false", "dice": ""}):
        embed = refused_form(OFFER, typed, "“Points” must be at most 9.")
        assert typed_before(OFFER, embed.to_dict()) == typed


def test_the_refusal_names_fault_and_fields() -> None:
    embed = refused_form(OFFER, {"points": "70"}, "“Points” must be at most 9.")
    assert (embed.title, embed.description) == ("Nothing was done", "“Points” must be at most 9.")
    for standing in {*Standing} - {Standing.NOTHING}:
        assert refused_form(OFFER, {}, "It is lost.", standing).title is None, "something may have been done"
    assert [(field.name, field.value) for field in embed.fields] == [("Points", "70")]


def test_a_form_of_long_texts_keeps_within_discords_limits() -> None:
    embed = refused_form(OFFER, {"points": "9" * 4000}, "x" * 5000)
    assert len(embed) <= 6000


def test_the_refusal_is_read_back_in_another_language() -> None:
    typed = {"points": "70", "blind": "true", "dice": "4 3"}
    for before, now in (("en", "fr"), ("fr", "en")):
        with reading(before):
            embed = refused_form(OFFER, typed, "“Points” must be at most 9.")
        with reading(now):
            assert typed_before(OFFER, embed.to_dict()) == typed


def test_a_choice_is_shown_in_words() -> None:
    """Not by the id that the command has for it, in whichever language."""
    choices = {"answer": (Choice("when_attacked", line("{who} is attacked", who=Shown("Red"))), Choice("never", "Yes"))}
    offer = Offer(Answer(), "Answer", inputs=("answer",), choices=choices)
    for typed, shown in (("when_attacked", "Red is attacked"), ("never", "Yes"), ("", "–")):
        embed = refused_form(offer, {"answer": typed}, "That is your answer already.")
        assert [field.value for field in embed.fields] == [shown]
        with reading("fr"):
            assert typed_before(offer, embed.to_dict()) == {"answer": typed, "dice": ""}


def test_a_form_with_dice_asks_for_them_again() -> None:
    """Also where none were typed, so that the refusal shows none."""
    needing = replace(OFFER, dice="2d6")
    for offer, by_hand, has_dice in ((needing, True, True), (needing, False, False), (OFFER, True, False)):
        refusal = refused_form(offer, {"points": "70"}, "“Points” must be at most 9.").to_dict()
        form = reopened_form(1, offer, refusal, by_hand=by_hand, in_hand=False)
        assert (len(form.children) == 3) is has_dice
        for in_hand, kind in ((True, "own"), (False, "key")):
            form = reopened_form(1, offer, refusal, by_hand=by_hand, in_hand=in_hand)
            assert form.custom_id.startswith(f"adj:form:1:{kind}:")
    typed = refused_form(OFFER, {"points": "70", "dice": "4 3"}, "“Points” must be at most 9.").to_dict()
    assert len(reopened_form(1, OFFER, typed, by_hand=True, in_hand=False).children) == 3


def test_written_text_is_never_a_choice() -> None:
    offer = Offer(Answer(), "Answer", inputs=("answer",))
    for language in ("en", "fr"):
        with reading(language):
            for text in ("Yes", "Oui", "true", "No", ""):
                embed = refused_form(offer, {"answer": text}, "That is your answer already.")
                assert typed_before(offer, embed.to_dict()) == {"answer": text, "dice": ""}
