"""Lines: what they are in English, and in other words."""

from datetime import date

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from rules.dice import Roll
from rules.line import ENGLISH, Change, Day, English, Line, Listed, both, line, one_of, say, the, with_sign
from rules.notice import tell_all, tell_seat
from rules.seat import FORMER, Player, Seat
from rules.secrets import MASK, Hidden, Shown, quote

ALLIES = Seat("Allies")
FRENCH = {
    ("", "The {seat} hold {count} markers."): "Les {seat} ont {count} {count:marqueur|marqueurs}.",
    ("", "Allies"): "Alliés",
    ("", "Heroic Assault"): "Assaut héroïque",
    ("", "{count} × {name}"): "{name} ({count})",
    ("", "{most} and {last}"): "{most} et {last}",
    ("", "{power} plays."): "C’est le tour {power:de}.",
    ("de", "Poland"): "de la Pologne",
    ("", "Poland"): "Pologne",
    ("", "{roll} (rolled on the table)"): "{roll} (lancé sur la table)",
}


class French(English):
    """Some French, for the tests."""

    def find(self, text: str, form: str = "") -> str:
        return FRENCH.get((form, text)) or FRENCH.get(("", text), text)

    def choose(self, number: float, forms: tuple[str, ...]) -> str:
        return forms[0] if number < 2 else forms[-1]

    def write(self, number: float, spec: str) -> str:
        return format(number, spec).replace(".", ",")

    def day(self, day: date) -> str:
        return f"le {day.day}/{day.month}"


WORDS = French()


class Loud(English):
    """A language that has a word for everything."""

    def find(self, text: str, form: str = "") -> str:
        return text.replace("Former player", "FORMER PLAYER")


def test_a_line_is_its_english_text() -> None:
    held = line("The {seat} hold {count} markers.", seat=ALLIES, count=2)
    assert held == "The Allies hold 2 markers."
    assert held.said(ENGLISH) == held
    assert {str(held): 1}[held] == 1, "it can be looked for as the text that it is"


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 marqueur"), (1, "1 marqueur"), (2, "2 marqueurs"), (1000, "1000 marqueurs")]
)
def test_a_number_chooses_its_plural(count: int, said: str) -> None:
    assert line("The {seat} hold {count} markers.", seat=ALLIES, count=count).said(WORDS) == f"Les Alliés ont {said}."
    english = line("{number} {number:SP|SPs}", number=count)
    assert english == f"{count} {'SP' if count == 1 else 'SPs'}"


def test_a_name_takes_the_form_that_the_template_asks_for() -> None:
    assert line("{power} plays.", power=Shown("Poland")).said(WORDS) == "C’est le tour de la Pologne."
    assert line("{power} plays.", power=Shown("Greece")).said(WORDS) == "C’est le tour Greece.", "no form is no fault"


def test_names_are_translated_wherever_they_stand() -> None:
    names = Listed(["Poland", line("{count} × {name}", count=2, name="Heroic Assault")])
    assert line("There: {names}.", names=names) == "There: Poland, 2 × Heroic Assault."
    assert line("There: {names}.", names=names).said(WORDS) == "There: Pologne, Assaut héroïque (2)."
    assert say(both(["A05", "Poland"]), WORDS) == "A05 et Pologne"
    assert str(both(["A05"])) == str(one_of(["A05"])) == "A05"
    assert str(one_of(["A", "B", "C"])) == "A, B or C"


def test_a_list_keeps_its_mark_in_every_language_and_in_the_log() -> None:
    told = line("{names}", names=Listed(["Poland", "Allies"], " · "))
    kept = TypeAdapter(Line)
    for each in (told, kept.validate_json(kept.dump_json(told))):
        assert str(each) == "Poland · Allies"
        assert each.said(WORDS) == "Pologne · Alliés"


@pytest.mark.parametrize(
    ("causes", "said"),
    [([(4, "Allies")], "+4 (Alliés)"), ([(-2, "Allies")], "−2 (Alliés)"),
     ([(3, "Allies"), (-1, "Poland")], "+2 (Alliés +3, Pologne −1)")],
)  # fmt: skip
def test_a_change_says_by_how_much_and_why(causes: list[tuple[int, object]], said: str) -> None:
    assert say(Change(*causes), WORDS) == said
    assert (
        str(Change(*causes))
        == str(line("{change}", change=Change(*causes)))
        == said.replace("Alliés", "Allies").replace("Pologne", "Poland")
    )


def test_a_player_whom_one_may_not_know_any_more_is_a_former_one() -> None:
    assert str(line("{who} left.", who=Player(FORMER + 3))) == "Former player 3 left."
    assert say(Player(7), WORDS) == "<@7>"
    assert say(Player(FORMER + 3), Loud()) == "FORMER PLAYER 3"


def test_user_text_is_never_translated() -> None:
    said = line("{text}!", text=quote("Poland"))
    assert said.said(WORDS) == "Poland!"
    assert line("{text}!", text=Shown("Poland")).said(WORDS) == "Pologne!"


def test_a_user_cannot_write_a_template() -> None:
    told = line("{name} is gone.", name=quote("{seat} {0.__class__}"))
    assert told.said(WORDS) == "{seat} {0.\\_\\_class\\_\\_} is gone."
    assert Line("{seat} as it stands").said(WORDS) == "{seat} as it stands"


def test_hidden_values_stay_hidden_in_every_language() -> None:
    secret = tell_seat(ALLIES, "You hold {marker}.", marker=Hidden(Listed(["Heroic Assault"])))
    assert secret.line == f"You hold {MASK}."
    assert secret.line.said(WORDS) == f"You hold {MASK}."
    assert secret.line.said(WORDS, opened=True) == "You hold Assaut héroïque."
    assert say(Hidden("Poland"), WORDS) == MASK


@pytest.mark.parametrize(
    ("value", "masked", "opened"),
    [
        (line("{power:de}", power=Hidden("Poland")), MASK, "de la Pologne"),
        (Listed([Hidden("Poland"), Hidden("Allies")]), f"{MASK}, {MASK}", "Pologne, Alliés"),
        (Listed([line("{x}", x=Listed([Hidden("Poland")])), "Poland"]), f"{MASK}, Pologne", "Pologne, Pologne"),
        (Hidden(line("{count} × {name}", count=2, name=Hidden("Poland"))), MASK, "Pologne (2)"),
        (Change((1, Hidden("Poland")), (2, "Allies")), f"+3 ({MASK} +1, Alliés +2)", "+3 (Pologne +1, Alliés +2)"),
    ],
)
def test_a_hidden_value_in_a_nested_line_is_masked_too(value: object, masked: str, opened: str) -> None:
    told = line("Held: {value}.", value=value)
    assert told.said(WORDS) == f"Held: {masked}."
    assert told.said(WORDS, opened=True) == f"Held: {opened}."
    assert "Poland" in told.opened()
    assert (str(told) == told.opened()) == (masked == opened), "nobody else reads it in English either"


def test_days_and_numbers_are_written_as_the_language_does() -> None:
    day = Day(date(1918, 7, 15))
    assert str(day) == "15 July 1918"
    assert line("On {day}: {mean:.1f}", day=day, mean=2.5) == "On 15 July 1918: 2.5"
    assert line("On {day}: {mean:.1f}", day=day, mean=2.5).said(WORDS) == "On le 15/7: 2,5"


def test_a_section_keeps_what_it_is_made_from() -> None:
    section = tell_all("x").under(line("{count} × {name}", count=2, name="Poland")).section
    assert section == "2 × Poland"
    assert say(section, WORDS) == "Pologne (2)"


def test_a_logged_line_keeps_its_meaning_in_every_language() -> None:
    kept = TypeAdapter(Line)
    names = Listed(["Poland", line("{count} × {name}", count=2, name=Shown("Heroic Assault"))])
    told = line("{seat}, {by}: {names}, {count}.", seat=ALLIES, by=quote("Poland *"), names=names, count=3)
    read = kept.validate_json(kept.dump_json(told))
    assert (read, read.said(WORDS)) == (told, told.said(WORDS))
    assert read.said(WORDS) == "Alliés, Poland \\*: Pologne, Assaut héroïque (2), 3."
    assert kept.dump_json(read) == kept.dump_json(told)
    written = kept.validate_json(kept.dump_json(line("{by} wrote.", by=quote("Poland"))))
    assert written.said(WORDS) == "Poland wrote.", "in the log, too, it is what somebody wrote"


def test_a_number_in_the_log_still_chooses_its_plural() -> None:
    kept = TypeAdapter(Line)
    held = kept.validate_json(kept.dump_json(line("The {seat} hold {count} markers.", seat=ALLIES, count=2)))
    assert held.said(WORDS) == "Les Alliés ont 2 marqueurs."


def test_a_text_of_an_older_log_stands_for_itself() -> None:
    assert TypeAdapter(Line).validate_json('"The {x} plan is discarded."') == "The {x} plan is discarded."
    for wrong in ("3", "[]", '{"template": "x"}'):
        with pytest.raises(ValidationError):
            TypeAdapter(Line).validate_json(wrong)


def test_a_secret_has_no_place_in_such_a_line() -> None:
    with pytest.raises(PydanticSerializationError):
        TypeAdapter(Line).dump_json(line("{marker}", marker=Hidden("Pershing")))


@pytest.mark.parametrize(("number", "said"), [(2, "+2"), (0, "0"), (-2, "-2"), (0.0, "0.0"), (1.5, "+1.5")])
def test_by_nothing_nothing_changes_so_it_has_no_sign(number: float, said: str) -> None:
    spec = "{number:+d}" if isinstance(number, int) else "{number:+.1f}"
    assert str(Line(spec, {"number": number})) == with_sign(number, spec[8:-1]) == said


def test_a_roll_is_read_in_its_readers_words() -> None:
    roll = Roll(sides=6, faces=(3, 4))
    assert str(line("{roll}", roll=roll)) == "2d6 → 3 + 4 = **7** (rolled on the table)"
    assert line("{roll}", roll=roll).said(WORDS) == "2d6 → 3 + 4 = **7** (lancé sur la table)"


def test_only_a_plural_name_has_an_article() -> None:
    assert line("{seat:The} wait for {other:the}.", seat=ALLIES, other=Seat("Axis")) == "The Allies wait for the Axis."
    assert both(map(the, (ALLIES, Seat("Britain")))) == "the Allies and Britain"
