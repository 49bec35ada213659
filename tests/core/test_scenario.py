"""How a scenario's data become sheets, whatever the ruleset."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from affray.core.data import Data
from affray.core.file_fields import fields_of, file_field
from affray.core.ruleset import ScenarioData, Slug
from affray.core.scenario import SheetBuilder


@dataclass(kw_only=True)
class Club:
    index: int
    name: str
    weight: int = file_field(int, "how heavy it is")


@fields_of(Club)
class ClubData(Data):
    """A club."""


class Content(Data):
    clubs: dict[Slug, ClubData] = Field(default_factory=dict)
    colours: list[str] = Field(default_factory=list)


class Scenario(ScenarioData, Content):
    pass


def builder() -> SheetBuilder[Scenario, Content]:
    content = {"clubs": {"oak": {"weight": 3}, "ash": {"weight": 2}}, "colours": ["brown"]}
    own = {"clubs": {"ash": {"weight": 9}, "yew": {"weight": 1}}, "colours": ["red"]}
    scenario = Scenario.model_validate({"ruleset": "clubs", "title": "A brawl", **own})
    return SheetBuilder(scenario, Content.model_validate(content))


def test_a_scenario_adds_to_the_content_and_changes_it() -> None:
    found = builder().content
    weights = {name: vars(club)["weight"] for name, club in found.clubs.items()}
    assert weights == {"oak": 3, "ash": 9, "yew": 1}
    assert found.colours == ["brown", "red"]


def test_what_is_used_is_numbered_by_when_it_is_first_used() -> None:
    here, used = builder(), dict[str, Club]()
    for name in ("yew", "oak", "yew"):
        club = here.numbered("weapons", "club", name, here.content.clubs, used, Club)
        assert club is used[name]
    assert [(club.index, name, club.weight) for name, club in used.items()] == [
        (0, "yew", 1),
        (1, "oak", 3),
    ]
    assert here.problems == []


def test_what_is_unknown_is_a_problem_and_not_numbered() -> None:
    here, used = builder(), dict[str, Club]()
    assert here.numbered("weapons.0", "club", "oack", here.content.clubs, used, Club) is None
    [problem] = here.problems
    assert (problem.key, used) == ("weapons.0", {})
    assert "oak" in problem.text
