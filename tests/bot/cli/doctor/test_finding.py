"""One line for each finding."""

from bot.cli.doctor.finding import fault, ok, warning


def test_a_line_begins_with_how_bad_it_is() -> None:
    lines = [str(kind("disk", "12 MiB free")) for kind in (ok, warning, fault)]
    assert lines == ["ok       disk: 12 MiB free", "warning  disk: 12 MiB free", "fault    disk: 12 MiB free"]
