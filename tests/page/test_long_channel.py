"""A channel of 1,500 messages: only what is near the reader is in the document, and nothing jumps."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.async_api import Page, expect

from localdiscord import Channel, LocalDiscord
from tests.page.conftest import Sit
from tests.page.person import Person

MESSAGES = 1500
A_PAGE = 50
MOST_ROWS = 3 * A_PAGE
MOST_NODES = 4000
ADDED = """() => {
    window.added = 0;
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => { window.added += addedNodes.length; }))
        .observe(document.querySelector(".timeline-list"), { childList: true });
}"""
SCROLL = """async ([steps, by]) => {
    const log = document.querySelector(".timeline");
    let [longest, last, most] = [0, performance.now(), 0];
    for (let step = 0; step < steps; step += 1) {
        log.scrollTop += by;
        await new Promise(requestAnimationFrame);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
        most = Math.max(most, document.querySelectorAll(".message").length);
    }
    return [longest, most];
}"""
# the distance of a message from the top of the window
TOP = """(words) => [...document.querySelectorAll(".message")]
    .find((one) => one.textContent.includes(words)).getBoundingClientRect().top"""
FIRST_IN_SIGHT = """() => { const { top } = document.querySelector(".timeline").getBoundingClientRect();
    return [...document.querySelectorAll(".message")].find((one) => one.getBoundingClientRect().top >= top)
        .textContent.match(/line \\d+\\b/)[0] + " of"; }"""


@pytest.fixture
def channel(post_table: LocalDiscord) -> Channel:
    """A channel in which 1,500 messages were written."""
    channel = post_table.channel("long")
    writers = [post_table.user("anna"), post_table.user("bert")]
    for number in range(MESSAGES):
        writers[number // 5 % 2].send(channel, f"**line {number} of** the long war")
    return channel


def asked_pages(page: Page) -> list[dict[str, str]]:
    """What the page asks of the history from now on."""
    asked: list[dict[str, str]] = []

    def note(url: str) -> None:
        if "/local/messages" in url:
            query = {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}
            asked.append({key: value for key, value in query.items() if key not in ("user", "channel")})

    page.on("request", lambda request: note(request.url))
    return asked


async def rows(person: Person) -> int:
    return await person.page.locator(".message").count()


async def scroll(person: Person, steps: int, by: int) -> int:
    """Scrolls by this many pixels in each frame; the most rows that were there."""
    longest, most = await person.page.evaluate(SCROLL, [steps, by])
    print(f"longest of {steps} frames: {longest:.0f} ms")
    return int(most)


async def settle(person: Person) -> None:
    await person.page.wait_for_load_state("networkidle")


async def test_it_opens_at_its_end_with_one_page(channel: Channel, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await settle(anna)
    asked = asked_pages(anna.page)
    before = await anna.page.evaluate("performance.now()")
    await anna.go_to("long")
    await expect(anna.newest).to_contain_text(f"line {MESSAGES - 1}")
    print(f"opened in {await anna.page.evaluate('performance.now()') - before:.0f} ms")
    assert asked == [{"limit": "50"}]
    assert await rows(anna) == A_PAGE
    assert await anna.page.locator("*").count() < MOST_NODES
    await expect(anna.newest).to_be_in_viewport()
    assert channel["name"] == "long"


@pytest.mark.usefixtures("channel")
async def test_scrolling_asks_for_pages_and_draws_each_row_once(sit: Sit) -> None:
    anna = await sit("anna", "long")
    await expect(anna.newest).to_contain_text(f"line {MESSAGES - 1}")
    await settle(anna)  # the page asks once more when it is connected
    asked = asked_pages(anna.page)
    await anna.page.evaluate(ADDED)
    assert await scroll(anna, 100, -240) <= MOST_ROWS
    await settle(anna)
    assert len(asked) >= 5
    assert all(page.keys() == {"before", "limit"} and page["limit"] == "50" for page in asked)
    # a row that was there is not drawn again: what comes is a page, its days and no more
    assert await anna.page.evaluate("window.added") <= len(asked) * (A_PAGE + 5)
    back = len(asked)
    assert await scroll(anna, 200, 240) <= MOST_ROWS
    await settle(anna)
    assert {key for page in asked[back:] for key in page} == {"after", "limit"}
    await expect(anna.newest).to_contain_text(f"line {MESSAGES - 1}")
    await expect(anna.page.locator(".to-newest")).to_be_hidden()
    assert await anna.page.locator("*").count() < MOST_NODES


@pytest.mark.usefixtures("channel")
async def test_read_messages_stay_in_place(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "long")
    await expect(anna.newest).to_contain_text(f"line {MESSAGES - 1}")
    log, newest = anna.page.locator(".timeline"), anna.page.locator(".to-newest")
    await settle(anna)  # the page asks once more when it is connected
    asked = asked_pages(anna.page)
    # a page comes above, and a message below
    await log.evaluate("one => { one.scrollTop -= 300 }")
    line = await anna.page.evaluate(FIRST_IN_SIGHT)
    top = await anna.page.evaluate(TOP, line)
    await expect(anna.page.locator(".message")).to_have_count(2 * A_PAGE)
    await settle(anna)
    post_table.user("bert").send(post_table.channel("long"), "just now")
    await expect(newest).to_have_text("New messages ↓")
    assert abs(await anna.page.evaluate(TOP, line) - top) < 1.5
    assert [page.keys() for page in asked] == [{"before", "limit"}]
    await newest.click()
    await expect(anna.message("just now")).to_be_in_viewport()
    await expect(newest).to_be_hidden()


@pytest.mark.usefixtures("channel")
async def test_the_present_is_a_press_away_from_the_past(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "long")
    old = anna.user.messages(post_table.channel("long"))[700]
    address = f"{post_table.url}/channels/{post_table.guild_id}/{old['channel_id']}/{old['id']}"
    await anna.say(address)
    await settle(anna)  # the page asks once more when it is connected
    asked = asked_pages(anna.page)
    await anna.newest.get_by_role("button", name="› message").click()
    found = anna.page.locator(".message.found")
    await expect(found).to_contain_text("line 700 of")
    await expect(found).to_be_in_viewport()
    await expect(found).to_be_focused()
    assert asked[0] == {"around": old["id"], "limit": "50"}
    assert await rows(anna) <= MOST_ROWS
    # what comes meanwhile does not push the past away
    post_table.user("bert").send(post_table.channel("long"), "meanwhile")
    await expect(anna.page.locator(".to-newest")).to_have_text("New messages ↓")
    await expect(anna.message("meanwhile")).to_have_count(0)
    await expect(anna.message("line 700 of")).to_be_in_viewport()
    # who writes, writes in the present
    await anna.say("I am here")
    await expect(anna.message("I am here")).to_be_in_viewport()
    await expect(anna.message("meanwhile")).to_be_visible()


@pytest.mark.usefixtures("channel")
async def test_a_lost_connection_keeps_the_place(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "long")
    await scroll(anna, 30, -240)
    await settle(anna)
    line = await anna.page.evaluate(FIRST_IN_SIGHT)
    top = await anna.page.evaluate(TOP, line)
    await settle(anna)  # the page asks once more when it is connected
    asked = asked_pages(anna.page)
    await post_table._page.stop()  # closes the connections of all pages
    await expect(anna.page.locator(".message")).to_have_count(A_PAGE)
    assert [page.keys() for page in asked] == [{"around", "limit"}]
    assert abs(await anna.page.evaluate(TOP, line) - top) < 1.5


@pytest.mark.usefixtures("channel")
async def test_a_message_that_is_gone_is_a_sentence(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "long")
    lost = post_table.hub.state.messages.find(anna.user.messages(post_table.channel("long"))[700]["id"])
    assert lost is not None
    await anna.say(f"{post_table.url}/channels/{post_table.guild_id}/{lost.channel_id}/{lost.id}")
    post_table.hub.state.messages.delete(lost)
    await anna.newest.get_by_role("button", name="› message").click()
    await expect(anna.page.get_by_role("alert")).to_contain_text(["This message is not there any more."])
    await expect(anna.newest).to_be_in_viewport()


async def test_the_start_of_a_channel_says_so(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    for number in range(60):
        post_table.user("bert").send(post_table.channel("marne"), f"line {number} of")
    await anna.page.reload()
    await expect(anna.page.get_by_text("Older messages…")).to_be_attached()
    await settle(anna)  # the page asks once more when it is connected
    await anna.page.locator(".timeline").evaluate("one => { one.scrollTop = 0 }")
    await expect(anna.page.get_by_text("Welcome to #marne")).to_be_attached()
    await expect(anna.page.locator(".message")).to_have_count(60)
    await expect(anna.page.get_by_text("Older messages…")).to_have_count(0)


async def test_a_press_far_above_is_named(post_table: LocalDiscord, sit: Sit) -> None:
    bert, marne = post_table.user("bert"), post_table.channel("marne")
    bert.send(marne, "the first line")
    await post_table.user("anna").slash(marne, "call", {"who": bert.id})
    for number in range(80):
        bert.send(marne, f"line {number} of")
    await bert.press(bert.messages(marne)[1], "Move")
    anna = await sit("anna", "marne")
    await settle(anna)  # the page asks once more when it is connected
    answer = anna.message("answer to do-move")
    await expect(answer).to_contain_text("bert pressed a button of @bert, it is your move.")
    await expect(anna.page.locator(".prose", has_text="it is your move")).to_have_count(0)
    await answer.get_by_title("Go to the message").click()
    await expect(anna.page.locator(".message.found")).to_contain_text("it is your move")


async def test_many_new_messages_do_not_push_away_what_is_read(post_table: LocalDiscord, sit: Sit) -> None:
    bert, marne = post_table.user("bert"), post_table.channel("marne")
    for number in range(MOST_ROWS):
        bert.send(marne, f"line {number} of")
    anna = await sit("anna", "marne")
    await settle(anna)  # the page asks once more when it is connected
    for count in range(2 * A_PAGE, MOST_ROWS + 1, A_PAGE):
        await anna.page.locator(".timeline").evaluate("one => { one.scrollTop = 0 }")
        await expect(anna.page.locator(".message")).to_have_count(count)
    await anna.page.locator(".timeline").evaluate("one => { one.scrollTop = 0 }")
    top = await anna.page.evaluate(TOP, "line 0 of")
    for number in range(30):
        bert.send(marne, f"news {number} of")
    await expect(anna.page.locator(".to-newest")).to_have_text("New messages ↓")
    assert await rows(anna) == MOST_ROWS
    assert abs(await anna.page.evaluate(TOP, "line 0 of") - top) < 1.5
    await anna.page.locator(".to-newest").click()
    await expect(anna.message("news 29 of")).to_be_in_viewport()
    await expect(anna.message("line 0 of")).to_have_count(0)
