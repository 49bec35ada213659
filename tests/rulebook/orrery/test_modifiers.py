from typing import Any

import pytest

from affray.core.questions import Ruling
from rulebook.orrery.fields import can, choices, dice, edge, field, option_of
from support import Played

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
    """Return an archer at a, and an orc somewhere on the line."""
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


@pytest.mark.rule("modifier.type")
@pytest.mark.parametrize(
    ("weak", "strong", "told"),
    [
        (["fire"], ["wood"], "with neither adv nor dis"),
        (["wood"], ["fire"], "with neither adv nor dis"),
        ([], ["wood"], "with dis"),
        ([], ["fire"], "with dis"),
        (["wood"], [], "with adv"),
        (["fire"], ["fire"], "with neither adv nor dis"),
        (["iron"], ["silver"], ""),
    ],
)
def test_every_type_of_an_attack_counts(weak: list[str], strong: list[str], told: str) -> None:
    """A brand is of wood, and burns."""
    orc = {"hearts": 4, "weak": weak, "strong": strong}
    brand = {"use": "close", "die": 6, "types": ["wood", "fire"]}
    scenario = field({"Ann": {"weapons": ["brand"]}}, {"Orc": orc}, weapons={"brand": brand})
    assert edge(scenario, "attack Orc with brand").partition(" (")[0] == told


@pytest.mark.rule("modifier.size", "core.sizes")
@pytest.mark.parametrize(
    ("size", "told"),
    [
        ("item", "with dis (dis: item)"),
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
def test_another_spot_at_touch_has_its_cover() -> None:
    near = {"spots": [{"name": "a"}, {"name": "b", "cover": 60}], "links": [["a", "b", "Touch"]]}
    scenario = field({"Ann": ARCHER}, {"Orc": {"at": "b"}}, map={**near, "line": []})
    scenario["sides"][0]["fighters"][0]["at"] = "a"
    assert edge(scenario, BOW) == "with dis (dis: cover, dis: at Touch)"


@pytest.mark.rule("modifier.in-the-way")
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


@pytest.mark.rule("modifier.in-the-way")
def test_an_ally_smaller_than_the_target_covers_less_than_half_of_it() -> None:
    friends = {"Bo": {"at": "b", "size": "small"}}
    assert edge(shot("c", friends=friends), BOW) == ""


@pytest.mark.rule("modifier.in-the-way")
@pytest.mark.parametrize(
    ("height", "told"),
    [(1, "with dis (dis: Bo in the way)"), (2, "with adv (adv: above)")],
)
def test_one_shoots_over_allies_from_above_them(height: int, told: str) -> None:
    scenario = shot("c", friends={"Bo": {"at": "b"}}, spots={"a": {"height": height}})
    assert edge(scenario, BOW) == told


@pytest.mark.rule("modifier.in-the-way")
@pytest.mark.parametrize(("option", "told"), [(False, ""), (True, "with dis (dis: Uk in the way)")])
def test_an_enemy_in_the_way_covers_only_by_option(option: bool, told: str) -> None:
    def scenario(at: str) -> dict[str, Any]:
        foes = {"Orc": {"at": "c"}, "Uk": {"at": at}}
        return field({"Ann": ARCHER}, foes, "a-b-c-d", house={"enemy_cover": option})

    assert edge(scenario("b"), BOW) == told
    assert edge(scenario("d"), BOW) == ""


def gated(house: str = "stops", open_way: bool = False, **archer: Any) -> dict[str, Any]:
    """Return an archer and an orc with a gate between them."""
    gate = {"thing": True, "hearts": 3, "at": "b", "weapons": [], "bars": ["b", "c"]}
    foes: dict[str, Any] = {"Orc": {"at": "c"}}
    if not open_way:
        foes["Gate"] = gate
    return field({"Ann": {**ARCHER, **archer}}, foes, "a-b-c", house={"closed_gate": house})


@pytest.mark.rule("modifier.gate")
def test_a_closed_gate_stops_shots_and_runes() -> None:
    for key in (BOW, "rune Orc with fire"):
        assert can(gated(open_way=True, runes=["fire"]), key)
        assert not can(gated(runes=["fire"]), key)
        assert key in choices(gated(open_way=True, runes=["fire"]))
        assert key not in choices(gated(runes=["fire"]))
    assert can(gated(), "attack Gate with bow"), "the gate itself can be shot at"


@pytest.mark.rule("modifier.gate")
def test_by_option_a_closed_gate_is_cover() -> None:
    assert edge(gated("covers"), BOW) == "with dis (dis: Gate in the way)"
    assert edge(gated("covers", open_way=True), BOW) == ""
    assert edge(gated("covers"), "attack Gate with bow") == ""
    for key in (BOW, "rune Orc with fire"):
        assert can(gated("covers", runes=["fire"]), key)
        assert key in choices(gated("covers", runes=["fire"]))


@pytest.mark.rule("modifier.gate")
def test_a_broken_gate_stops_nothing() -> None:
    game = Played(gated())
    option = option_of(game, BOW)
    assert game.fight.hindrance(0, option) == "Gate is in the way"
    game.fight.rule(Ruling("health", "Gate", "0", "burnt down"))
    assert game.fight.hindrance(0, option) == ""


@pytest.mark.rule("modifier.gate")
def test_whoever_sees_over_the_gate_shoots_over_it() -> None:
    scenario = gated()
    scenario["map"]["sights"] = [["a", "c", "Nearby"]]
    assert can(scenario, BOW)


@pytest.mark.rule("modifier.defenseless", "status.hidden")
def test_friends_are_not_unaware_of_a_hidden_friend() -> None:
    scenario = field({"Ann": {"hidden": True}, "Bo": {}})
    assert edge(scenario, "friendly-attack Bo with long-blade") == ""
    assert edge(scenario, "attack Orc with long-blade") == "with adv (adv: unaware)"


@pytest.mark.rule("modifier.height")
def test_a_shooter_wholly_above_has_adv_and_below_dis() -> None:
    assert edge(shot(spots={"a": {"height": 2}}), BOW) == "with adv (adv: above)"
    assert edge(shot(spots={"b": {"height": 2}}), BOW) == "with dis (dis: below)"


@pytest.mark.rule("modifier.height")
def test_height_is_nothing_at_touch() -> None:
    def from_above(band: str) -> str:
        scenario = shot("b")
        scenario["map"] = {
            "spots": [{"name": "a", "height": 2}, {"name": "b"}],
            "links": [["a", "b", band]],
        }
        return edge(scenario, BOW)

    assert from_above("Close") == "with adv (adv: above)"
    assert from_above("Touch") == "with dis (dis: at Touch)"


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
    aware = "with dis (dis: at Touch)" if at == "a" else "with dis (dis: at Distant)"
    assert edge(shot(at), BOW) == aware
    unaware = "with adv (adv: unaware, no dis for range)"
    assert edge(shot(at, archer={"hidden": True}), BOW) == unaware
    defenseless = "with adv (adv: defenseless, no dis for range)"
    assert edge(shot(at, orc={"defenseless": True}), BOW) == defenseless


@pytest.mark.rule("modifier.visibility")
@pytest.mark.parametrize("why", ["dark", "obscured"])
def test_an_obscured_shooter_or_target_gives_dis(why: str) -> None:
    assert edge(shot(spots={"b": {why: True}}), BOW) == "with dis (dis: target Obscured)"
    assert edge(shot(spots={"a": {why: True}}), BOW) == "with dis (dis: Obscured)"


@pytest.mark.rule("modifier.visibility")
@pytest.mark.parametrize(
    ("who", "told"), [("Ann", " with dis (dis: blinded)"), ("Orc", "")], ids=["shooter", "target"]
)
def test_for_a_blinded_shooter_everybody_is_obscured(who: str, told: str) -> None:
    game = Played(shot(), dice(6, 6) * 4)
    game.fighter(who).blinded = True
    game.fight.make_attack(0, option_of(game, BOW))
    assert game.told("rolls")[0]["edge"] == told


@pytest.mark.rule("modifier.visibility")
def test_darkness_is_nothing_at_touch() -> None:
    assert edge(shot("a", spots={"a": {"dark": True}}), BOW) == "with dis (dis: at Touch)"


@pytest.mark.rule("rune.factors")
@pytest.mark.parametrize(
    ("at", "spots", "factor"),
    [
        ("b", {"b": {"dark": True}}, "dis: target Obscured"),
        ("b", {"b": {"cover": 90}}, "dis: cover"),
        ("b", {"a": {"height": 2}}, "adv: above"),
        ("d", {}, "dis: at Distant"),
        ("a", {}, "dis: at Touch"),
    ],
)
def test_the_ranged_factors_are_a_runes_only_by_option(
    at: str, spots: dict[str, Any], factor: str
) -> None:
    def told(option: bool) -> str:
        scenario = shot(at, {"runes": ["fire"]}, spots=spots, house={"rune_factors": option})
        return edge(scenario, "rune Orc with fire")

    assert told(False) == ""
    assert told(True) == f"with {factor[:3]} ({factor})"
