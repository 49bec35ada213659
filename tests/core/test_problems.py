"""The nearest name to a wrong one."""

from __future__ import annotations

import pytest

from affray.core.problems import nearest
from affray.library import content_data

NEAREST = [
    ("full-plat", "full-plate"),
    ("plate", "full-plate"),
    ("Full-Plate", "full-plate"),
    ("xyzzy", None),
]


@pytest.mark.parametrize(("given", "meant"), NEAREST)
def test_the_nearest_name_is_a_misspelling_or_has_the_word(given: str, meant: str | None) -> None:
    assert nearest(given, content_data("olde")["armour"]) == meant


def test_a_misspelling_goes_before_a_word() -> None:
    assert nearest("clubb", ["club", "war-clubb"]) == "club"
