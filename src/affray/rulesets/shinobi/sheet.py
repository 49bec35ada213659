"""A model's profile, as files give it and as the rules read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from mypy_extensions import i64
from pydantic import Field

from affray.core.file_fields import file_field
from affray.core.ruleset import Slug
from affray.rulesets.shinobi import keywords
from affray.rulesets.shinobi.elements import ELEMENTS

Element = Literal["fire", "water", "air", "earth", "spirit", "void"]


@dataclass(kw_only=True)
class Sheet:
    """A model before the fight."""

    name: str
    side: i64
    cell: i64
    facing: i64
    hidden: bool
    movement: i64 = file_field(
        Annotated[int, Field(ge=0, le=20)], "how much movement it has to spend on spaces"
    )
    attack: i64 = file_field(
        Annotated[int, Field(ge=0, le=10)], "how many dice it rolls when it attacks"
    )
    defence: i64 = file_field(
        Annotated[int, Field(ge=0, le=10)], "how many dice it rolls when it is attacked"
    )
    affinity: list[str] = file_field(
        list[Element], "its own elements; the side's if it has none", list
    )
    keywords: list[str] = file_field(
        list[Slug], "what sets it apart; the ruleset's page lists every keyword", list
    )
    range: i64 = file_field(
        Annotated[int, Field(ge=0, le=40)], "how many spaces it shoots; 0 if it has no bow", 0
    )
    reach: i64 = file_field(
        Annotated[int, Field(ge=1, le=5)], "how many spaces its close attacks go; 1 for most", 1
    )
    cost: i64 = file_field(
        Annotated[int, Field(ge=0, le=100)], "what it costs of a side's budget, in koban", 0
    )

    def __post_init__(self) -> None:
        self.affinity_bits: i64 = 0
        """A bit for each face of the die that shows one of its elements."""
        for element in self.affinity:
            self.affinity_bits |= 1 << ELEMENTS.index(element.capitalize())
        self.keyword_bits: i64 = 0
        """A bit for each keyword."""
        for name in self.keywords:
            self.keyword_bits |= keywords.BY_NAME[name]
