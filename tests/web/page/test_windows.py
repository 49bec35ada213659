"""Windows are used by one test after the other, and nothing of one is left to the next."""

from __future__ import annotations

from typing import Any

import pytest

from conftest import page_opener
from servers import Service

KEEP = """() => {
    localStorage.setItem('affray.name', '"Anna"');
    sessionStorage.setItem('seen', '1');
    document.cookie = 'seen=1; max-age=600';
}"""
KEPT = "() => [localStorage.length, sessionStorage.length, document.cookie.length]"


def test_a_window_forgets_what_the_test_before_has_kept(service: Service, windows: Any) -> None:
    seen = []
    for _ in range(2):
        with page_opener(windows) as open_page:
            page = open_page(service.address, color_scheme="dark")
            seen.append((page.context, page.evaluate(KEPT)))
            page.evaluate(KEEP)
            page.reload()
            assert page.evaluate(KEPT) == [1, 1, len("seen=1")]
    assert seen[0] == seen[1], "it is the same window, and as new"


def test_pages_of_one_test_are_in_windows_of_their_own(service: Service, open_page: Any) -> None:
    first, second = open_page(service.address), open_page(service.address)
    first.evaluate(KEEP)
    assert second.evaluate(KEPT)[0] == 0


def test_a_window_that_a_test_has_closed_is_not_used_again(service: Service, windows: Any) -> None:
    for _ in range(2):
        with page_opener(windows) as open_page:
            open_page(service.address, color_scheme="dark").context.close()


@pytest.mark.parametrize("wrong", ["throw new Error('broken')", "fetch('http://127.0.0.1:9/')"])
def test_what_goes_wrong_on_a_page_is_complained_of(
    service: Service, windows: Any, wrong: str
) -> None:
    def look() -> None:
        with page_opener(windows) as open_page:
            page = open_page(service.address)
            page.evaluate(f"setTimeout(() => {{ {wrong} }})")
            page.wait_for_event("console" if "fetch" in wrong else "pageerror")

    with pytest.raises(AssertionError, match=r"broken|Content Security"):
        look()
