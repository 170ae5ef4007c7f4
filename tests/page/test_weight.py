"""What travels before somebody can read: all of the page's files, compressed."""

from localdiscord import LocalDiscord
from tests.page.conftest import Sit

MOST_BYTES = 150_000
# the first navigation and every file of the page: bytes with their headers, and unpacked
FILES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ name, entryType }) => entryType === "navigation" || name.includes("/static/"))
    .map(({ name, transferSize, decodedBodySize }) => [name, transferSize, decodedBodySize])"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


async def test_the_first_load_is_small_and_the_second_smaller(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    files = await anna.page.evaluate(FILES)
    sent, unpacked = sum(each[1] for each in files), sum(each[2] for each in files)
    print(f"{len(files)} files, {sent} bytes sent, {unpacked} unpacked")
    print(f"first paint after {await anna.page.evaluate(PAINT):.0f} ms")
    assert {name.rsplit("/", 1)[-1] for name, *_ in files} >= {"page.js", "page.css", "timeline.js"}
    assert sent < unpacked
    assert sent <= MOST_BYTES
    await anna.page.reload()
    await anna.composer.wait_for()
    assert sum(each[1] for each in await anna.page.evaluate(FILES)) <= MOST_BYTES / 5
    assert post_table.rejected == []
