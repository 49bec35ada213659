from typing import Any

import pytest

from rulebook.orrery.fields import edge, field

BOW = "attack Orc with bow"
ARCHER: dict[str, Any] = {"weapons": ["bow"]}


def shot(
    at: str = "b",
    archer: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    spots: dict[str, dict[str, Any]] | None = None,
    house: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """An archer at a, and an orc somewhere on the line."""
    heroes = {"Ann": {**ARCHER, **(archer or {})}, **more.pop("friends", {})}
    foes = {"Orc": {"at": at, **(orc or {})}}
    return field(heroes, foes, "a-b-c-d", spots, house, **more)


def test_a_plain_shot_has_neither() -> None:
    assert edge(shot("b"), BOW) == ""
    assert edge(shot("c"), BOW) == ""


@pytest.mark.rule("modifier.defenseless")
def test_a_defenseless_target_gives_adv() -> None:
    scenario = field(foes={"Orc": {"defenseless": True}})
    assert edge(scenario, "attack Orc with long-blade") == "with adv (adv: defenseless)"


@pytest.mark.rule("modifier.defenseless")
def test_a_target_unaware_of_a_hidden_attacker_gives_adv() -> None:
    scenario = field({"Ann": {"hidden": True}})
    assert edge(scenario, "attack Orc with long-blade") == "with adv (adv: unaware)"


@pytest.mark.rule("modifier.type")
@pytest.mark.parametrize(
    ("rune", "told"),
    [
        ("water", "with adv (adv: weak to water)"),
        ("cold", "with adv (adv: weak to cold)"),
        ("fire", "with dis (dis: strong against fire)"),
        ("air", ""),
    ],
)
def test_an_attacks_type_meets_weakness_or_strength(rune: str, told: str) -> None:
    elemental = {"hearts": 8, "weak": ["water", "cold"], "strong": ["fire"]}
    scenario = field({"Ann": {"runes": [rune]}}, {"Orc": elemental})
    assert edge(scenario, f"rune Orc with {rune}") == told


@pytest.mark.rule("modifier.type")
def test_weapons_have_types_too() -> None:
    scenario = field({"Ann": {"weapons": ["torch"]}}, {"Orc": {"hearts": 4, "weak": ["fire"]}})
    assert edge(scenario, "attack Orc with torch") == "with adv (adv: weak to fire)"


@pytest.mark.rule("modifier.size")
@pytest.mark.parametrize(
    ("size", "told"),
    [
        ("tiny", "with dis (dis: tiny)"),
        ("small", "with dis (dis: small)"),
        ("medium", ""),
        ("colossal", ""),
    ],
)
def test_a_small_or_tiny_target_gives_a_shot_dis(size: str, told: str) -> None:
    assert edge(shot(orc={"size": size}), BOW) == told


@pytest.mark.rule("modifier.size")
def test_size_is_nothing_to_a_blade() -> None:
    assert edge(field(foes={"Orc": {"size": "tiny"}}), "attack Orc with long-blade") == ""


@pytest.mark.rule("modifier.cover")
@pytest.mark.parametrize(("cover", "told"), [(49, ""), (50, "with dis (dis: cover)")])
def test_cover_over_at_least_half_gives_dis(cover: int, told: str) -> None:
    assert edge(shot(spots={"b": {"cover": cover}}), BOW) == told


@pytest.mark.rule("modifier.cover")
def test_there_is_no_cover_from_somebody_on_the_same_spot() -> None:
    assert edge(shot("a", spots={"a": {"cover": 100}}), BOW) == "with dis (dis: at Touch)"


@pytest.mark.rule("modifier.cover")
@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("a", ""),
        ("b", "with dis (dis: Bo in the way)"),
        ("c", "with dis (dis: Bo in the way)"),
        ("d", ""),
    ],
)
def test_an_ally_in_the_way_gives_dis(at: str, told: str) -> None:
    assert edge(shot("c", friends={"Bo": {"at": at}}), BOW) == told


@pytest.mark.rule("modifier.cover")
def test_an_ally_smaller_than_the_target_covers_less_than_half_of_it() -> None:
    friends = {"Bo": {"at": "b", "size": "small"}}
    assert edge(shot("c", friends=friends), BOW) == ""


@pytest.mark.rule("modifier.cover")
def test_one_shoots_over_allies_from_above_them() -> None:
    told = edge(shot("c", friends={"Bo": {"at": "b"}}, spots={"a": {"height": 3}}), BOW)
    assert told == "with adv (adv: above)"


@pytest.mark.rule("modifier.height")
def test_a_shooter_wholly_above_has_adv_and_below_dis() -> None:
    assert edge(shot(spots={"a": {"height": 2}}), BOW) == "with adv (adv: above)"
    assert edge(shot(spots={"b": {"height": 2}}), BOW) == "with dis (dis: below)"


@pytest.mark.rule("modifier.height")
def test_height_is_nothing_at_touch() -> None:
    scenario = shot("b", spots={"a": {"height": 9}})
    scenario["map"] = {
        "spots": [{"name": "a", "height": 9}, {"name": "b"}],
        "links": [["a", "b", "Touch"]],
    }
    assert edge(scenario, BOW) == "with dis (dis: at Touch)"


@pytest.mark.rule("modifier.wholly-above")
@pytest.mark.parametrize(
    ("metres", "height", "told"),
    [(2, 1, ""), (2, 2, "with adv (adv: above)"), (3, 2, ""), (1, 1, "with adv (adv: above)")],
)
def test_the_house_says_how_much_is_wholly_above(metres: int, height: int, told: str) -> None:
    scenario = shot(spots={"a": {"height": height}}, house={"wholly_above": metres})
    assert edge(scenario, BOW) == told


@pytest.mark.rule("modifier.range")
@pytest.mark.parametrize(
    ("at", "told"),
    [
        ("a", "with dis (dis: at Touch)"),
        ("b", ""),
        ("c", ""),
        ("d", "with dis (dis: at Distant)"),
    ],
)
def test_a_shot_beyond_nearby_or_at_touch_has_dis(at: str, told: str) -> None:
    assert edge(shot(at), BOW) == told


@pytest.mark.rule("modifier.range-unaware")
@pytest.mark.parametrize("at", ["a", "d"])
def test_range_is_nothing_against_the_unaware_and_the_defenseless(at: str) -> None:
    assert edge(shot(at, archer={"hidden": True}), BOW) == "with adv (adv: unaware)"
    assert edge(shot(at, orc={"defenseless": True}), BOW) == "with adv (adv: defenseless)"


@pytest.mark.rule("modifier.visibility")
@pytest.mark.parametrize("why", ["dark", "obscured"])
def test_an_obscured_shooter_or_target_gives_dis(why: str) -> None:
    assert edge(shot(spots={"b": {why: True}}), BOW) == "with dis (dis: target Obscured)"
    assert edge(shot(spots={"a": {why: True}}), BOW) == "with dis (dis: Obscured)"


@pytest.mark.rule("modifier.visibility")
def test_darkness_is_nothing_at_touch() -> None:
    assert edge(shot("a", spots={"a": {"dark": True}}), BOW) == "with dis (dis: at Touch)"


@pytest.mark.rule("modifier.visibility")
def test_darkness_is_nothing_to_a_rune() -> None:
    scenario = shot(archer={"runes": ["fire"]}, spots={"b": {"dark": True, "cover": 90}})
    assert edge(scenario, "rune Orc with fire") == ""
