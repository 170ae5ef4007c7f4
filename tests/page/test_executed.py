"""Every module of the page is executed by the tests in the browser."""

import pytest

from tests.page.conftest import EXECUTED

LEAST = 0.8


async def test_every_module_is_executed(request: pytest.FixtureRequest) -> None:
    files = {item.path.stem for item in request.session.items}
    if len(files) < 5:
        pytest.skip("only some of the tests ran")
    assert {name: share for name, share in EXECUTED.shares().items() if share < LEAST} == {}
