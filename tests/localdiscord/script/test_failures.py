"""Scripts that fail: each with one sentence about its line."""

from pathlib import Path

import pytest

from tests.localdiscord.script.runs import played
from tests.patience import MOMENT, PATIENCE

FAILURES = [
    ("/count", 1, "no user yet"),
    ("@anna\n/count", 2, "no channel yet"),
    ("@anna #general\n/fly", 2, "There is no command /fly."),
    ("@anna #general\n/count pace:fast", 2, "The command has no option “pace”."),
    ("@anna #general\n/remind text:x quickly", 2, "“quickly” is not an option"),
    ("@anna #general\n/remind", 2, "The option “text” is required."),
    ("@anna #general\n\n# note\n/do", 4, "The application did not respond"),
    ("@anna #general\n/blunder", 2, "Discord rejects POST /interactions/"),
    ('@anna #general\n/count\nexpect "count 9"', 3, "expected “count 9”, but anna reads: count 1"),
    ('@anna #general\n/count\nexpect-not "count 1"', 3, "did not expect “count 1”"),
    ('@anna #general\nexpect "x"', 2, "expected “x”, but anna reads: nothing"),
    ('@anna #general\nclick "Keep"', 2, "anna sees no button “Keep”"),
    ('@anna #general\n/draw card card:x\nclick "Reporting"', 3, "anna sees no button “Reporting”"),
    ('@anna #general\n/draw card card:x\n@bert\nclick "Report"', 4, "bert sees no button “Report”"),
    ('@anna #general\n/draw card card:x\nselect "Card" "Horse"', 3, "the select has no option “Horse”"),
    ('@anna #general\nselect "Card"', 2, "write: select"),
    ("@anna #general\ncontext", 2, "write: context"),
    ('@anna #general\ncontext "Why?"', 2, "there is no message"),
    ('@anna #general\n/count\ncontext "Why not?"', 3, "The Apps menu has no “Why not?”."),
    ('@anna #general\n/count\ncontext "Why?" "count 9"', 3, "anna sees no message that holds “count 9”"),
    ("@anna #general\nfill points:1", 2, "No form is open."),
    ('@anna #general\n/draw card card:x\nclick "Report"\nfill hat:1', 4, "The form has no field “hat”."),
    ('@anna #general\n/draw card card:x\nclick "Report"\nfill', 4, "“Points” is required."),
    ("@anna #general\nwait long", 2, "write for example: wait 90s"),
    ("@anna #general\ndance", 2, "no line begins with “dance”"),
    ('@anna #general\nexpect "x', 2, "a quotation mark is not closed"),
    ("@anna general", 1, "“general” is neither"),
    ("@anna #general\nrestart now", 2, "“restart” takes 0 words, not 1"),
]


@pytest.mark.parametrize(("text", "number", "sentence"), FAILURES)
async def test_a_line_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, number: int, sentence: str
) -> None:
    patience = 20 * MOMENT if "/do" in text else PATIENCE
    assert await played(tmp_path, text, expect_timeout=MOMENT, ack_timeout=patience) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{tmp_path / 'game.script'}:{number}: {sentence}")
    assert err.count("\n") == 1
