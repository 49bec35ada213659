"""Test the next fight of a table: lasting wounds, rests and seats."""

from __future__ import annotations

from typing import Any

import pytest
from at_the_table import FIRST, Table
from fastapi.testclient import TestClient
from test_tables import each_ruleset, fighters_of, gather, join, set_table

from affray.core.fight import Fight, IllegalError
from affray.core.problems import InvalidDataError
from affray.core.questions import Ruling
from affray.core.recovery import NO_REST
from affray.core.table import Table as CoreTable
from affray.library import parse, rulesets, scenario_texts
from affray.web.rooms.playing import IDLE_TABLE
from affray.web.tables.next_fight import (
    count_of,
    merge_section,
    next_scenario,
    rested,
    starting_places,
)

SILENT = {"shinobi"}
"""Rulesets whose document has no rule about lasting effects."""


class LowTable(CoreTable):
    """Every die shows its lowest face."""

    def __init__(self) -> None:
        super().__init__(False)
        self.rolled = 0

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        self.rolled += count
        return [1] * count


def fresh(ruleset: str, table: CoreTable = IDLE_TABLE) -> Fight:
    name, text = FIRST[ruleset]
    return parse(text, name).setup.new_fight(table)


def ruled(fight: Fight, who: int, *changes: tuple[str, str]) -> Fight:
    name = fight.roster()[who].name
    for kind, value in changes:
        fight.apply_ruling(Ruling(kind, name, value, ""))
    return fight


# --- what lasts ---


@each_ruleset
def test_whoever_is_as_they_began_brings_nothing_along(ruleset: str) -> None:
    fight = fresh(ruleset)
    assert [fight.recovery().lasting(who) for who in range(len(fight.roster()))] == [[]] * len(
        fight.roster()
    )
    assert fight.recovery().rests()[0] == NO_REST


@each_ruleset
def test_harm_and_death_last_where_the_document_has_them(ruleset: str) -> None:
    hurt = ruled(fresh(ruleset), 0, ("health", "1")).recovery().lasting(0)
    dead = ruled(fresh(ruleset), 0, ("state", "dead")).recovery().lasting(0)
    if ruleset in SILENT:
        assert (hurt, dead) == ([], [])
    else:
        assert hurt[0] == ("health", "1")
        assert dead == [("state", "dead")]


@each_ruleset
def test_what_lasts_can_be_ruled_before_a_fight(ruleset: str) -> None:
    name, text = FIRST[ruleset]
    scenario = parse(text, name)
    fight = ruled(scenario.setup.new_fight(IDLE_TABLE), 0, ("health", "1"))
    more, came = next_scenario(scenario, fight, text, name, [0])
    begun = parse(more, name).setup.new_fight(IDLE_TABLE)
    who = fight.roster()[0].name
    if ruleset in SILENT:
        assert begun.roster()[0].health() == begun.roster()[0].max_health()
    else:
        assert who in came
        assert begun.fighter_named(who).health() == 1


def test_what_else_lasts_in_mithryn() -> None:
    fight: Any = fresh("mithryn")
    fight.combatants[0].poultices = 0
    fight.combatants[0].sheet.poultices = 2
    assert fight.recovery().lasting(0) == [("gear", "not poultice")] * 2
    fight.combatants[0].sheet.poultices = 0
    ruled(fight, 0, ("health", "1"), ("state", "down"))
    assert fight.recovery().lasting(0) == [("health", "1"), ("state", "down")]
    assert ruled(fresh("mithryn"), 0, ("state", "fled")).recovery().lasting(0) == [], (
        "they come back"
    )


def test_a_poultice_is_given_and_taken_by_ruling() -> None:
    fight: Any = ruled(fresh("mithryn"), 0, ("gear", "poultice"), ("gear", "poultice"))
    assert fight.combatants[0].poultices == fight.combatants[0].sheet.poultices + 2
    bare: Any = fresh("mithryn")
    bare.combatants[0].poultices = 1
    ruled(bare, 0, ("gear", "not poultice"))
    with pytest.raises(IllegalError, match="has no poultice"):
        ruled(bare, 0, ("gear", "not poultice"))


def test_what_else_lasts_in_renaissance() -> None:
    fight = ruled(fresh("renaissance"), 0, ("condition", "2 wounds"), ("condition", "lost eye"))
    assert fight.recovery().lasting(0) == [("condition", "2 wounds"), ("condition", "lost eye")]


def test_what_else_lasts_in_orrery() -> None:
    fight: Any = fresh("orrery")
    who = fight.combatants[0]
    who.potions, who.boons = who.sheet.potions + 1, who.sheet.boons + 2
    who.stamina = who.sheet.stamina - 1
    assert fight.recovery().lasting(0) == [
        ("stamina", str(int(who.stamina))),
        ("gear", "potion"),
        ("gear", "boon"),
        ("gear", "boon"),
    ]
    who.potions, who.sheet.potions, who.boons, who.stamina = 0, 1, who.sheet.boons, 99
    assert fight.recovery().lasting(0) == [("gear", "not potion")]


# --- rests ---


@pytest.mark.parametrize(
    ("kind", "health", "after", "dice"),
    [
        (NO_REST, 2, 2, 0),
        ("short rest", 2, 4, 1),
        ("short rest", 1, 1, 0),
        ("long rest", 1, 5, 3),
        ("long rest", 5, 6, 3),
    ],
)
def test_rests_in_mithryn(kind: str, health: int, after: int, dice: int) -> None:
    """Kael has Rank 1 and six hit points."""
    table = LowTable()
    fight: Any = ruled(fresh("mithryn", table), 0, ("health", str(health)))
    for other in fight.combatants[1:]:
        other.died = True
        other.hit_points = 0
    assert (fight.combatants[0].sheet.rank, fight.roster()[0].max_health()) == (1, 6)
    fight.recovery().rest(kind)
    assert fight.roster()[0].health() == after
    assert table.rolled == dice, "the dead do not heal"


@pytest.mark.parametrize(
    ("kind", "damage", "wounds", "after"),
    [
        (NO_REST, 9, 2, (9, 2)),
        ("a day", 9, 2, (8, 2)),
        ("a day", 0, 2, (0, 2)),
        ("a week", 9, 2, (2, 2)),
        ("a week", 3, 2, (0, 2)),
        ("a week", 0, 2, (0, 1)),
        ("a week", 0, 0, (0, 0)),
    ],
)
def test_rests_in_renaissance(kind: str, damage: int, wounds: int, after: tuple[int, int]) -> None:
    fight: Any = fresh("renaissance")
    who = fight.combatants[0]
    who.damage, who.wounds = damage, wounds
    fight.recovery().rest(kind)
    assert (who.damage, who.wounds) == after


@pytest.mark.parametrize(
    ("kind", "stamina", "hearts"), [(NO_REST, 0, 1), ("a minute", 3, 1), ("a rest", 3, 3)]
)
def test_rests_in_orrery(kind: str, stamina: int, hearts: int) -> None:
    fight: Any = fresh("orrery")
    who = fight.combatants[0]
    who.hearts, who.stamina, who.burning = 1, 0, True
    who.sheet.hearts = who.sheet.stamina = 3
    fight.recovery().rest(kind)
    assert (who.stamina, who.hearts) == (stamina, hearts)
    assert not who.burning, "the scene is over"


def test_a_rest_that_the_rules_do_not_know_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="no rest"):
        rested(fresh("shinobi"), "long rest", 1)
    first = ruled(fresh("mithryn"), 0, ("health", "2"))
    healed = [rested(first, "long rest", seed).roster()[0].health() for seed in (1, 1)]
    assert healed[0] == healed[1] > 2, "the same dice by the same seed"
    assert first.roster()[0].health() == 2, "on a copy"


# --- the scenario's file ---


def test_the_dead_stay_away_and_the_others_take_their_places() -> None:
    name, text = FIRST["mithryn"]
    scenario = parse(text, name)
    fight = ruled(scenario.setup.new_fight(IDLE_TABLE), 0, ("state", "dead"))
    other = scenario_texts()["heirlooms"]
    more, came = next_scenario(scenario, fight, other, "heirlooms", [0])
    new = parse(more, "heirlooms")
    ours = [one.name for one in new.setup.new_fight(IDLE_TABLE).roster() if one.side == 0]
    assert ours == came
    assert fight.roster()[0].name not in ours
    assert fight.roster()[1].name in ours
    theirs = parse(other, "heirlooms").setup.names[-1]
    assert theirs in new.setup.names, "the other side is the scenario's own"
    for who in range(1, 3):
        ruled(fight, who, ("state", "dead"))
    with pytest.raises(InvalidDataError, match="nobody of"):
        next_scenario(scenario, fight, other, "heirlooms", [0])


def test_the_next_fight_is_of_the_same_rules() -> None:
    name, text = FIRST["mithryn"]
    scenario = parse(text, name)
    fight = scenario.setup.new_fight(IDLE_TABLE)
    with pytest.raises(InvalidDataError, match="mithryn, too"):
        next_scenario(scenario, fight, FIRST["olde"][1], "x", [0])


@each_ruleset
def test_more_fighters_than_a_scenario_has_find_a_place(ruleset: str) -> None:
    name, text = FIRST[ruleset]
    scenario = parse(text, name)
    own = [one for one in scenario.setup.new_fight(IDLE_TABLE).roster() if one.side == 0]
    places = starting_places(scenario, 0, len(own) + 3)
    assert len(places) == len(own) + 3
    if scenario.setup.board()["kind"] == "grid":
        assert len({tuple(one) for one in places}) == len(places)


def test_entries_are_counted_and_tables_merged() -> None:
    assert count_of({"at": "lane"}) == 1
    assert count_of({"at": [3, 4]}) == 1
    assert count_of({"at": [[3, 4], [5, 6]]}) == 2
    assert count_of({"at": [3, 4], "count": 5}) == 5
    data: dict[str, Any] = {"weapons": {"club": 1}, "types": ["fire"]}
    merge_section(data, "weapons", {"sword": 2})
    merge_section(data, "types", ["fire", "cold"])
    merge_section(data, "runes", None)
    assert data == {"weapons": {"club": 1, "sword": 2}, "types": ["fire", "cold"]}


# --- at the table ---


def next_fight(table: Table, ruleset: str, **more: Any) -> Any:
    name, text = FIRST[ruleset]
    return table.post("/next", {"scenario": text, "name": name, **more})


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_the_same_people_go_on(client: TestClient, ruleset: str) -> None:
    table = gather(client, ruleset)
    own = fighters_of(table, 0)
    anna, olga = join(table, "Anna", own[0]), join(table, "Olga")
    names = [one["name"] for one in table.look()["scene"]["fighters"]]
    set_table(table, begin=True, name="Marta", clock_seconds=60)
    assert next_fight(table, ruleset).status_code == 422, "it is not over"
    assert anna.post("/next/seat", {}).status_code == 422
    set_table(table, sides=["simple", "simple"], fighters={str(own[0]): "simple"})
    table.play()
    story = table.story()
    assert story["over"]
    assert anna.get("/next").status_code == 403
    assert next_fight(anna, ruleset).status_code == 403
    rests = table.get("/next").json()["rests"]
    assert next_fight(table, ruleset, rest="a holiday").status_code == 422
    able = ("standing", "fled", "down" if ruleset in SILENT else "")
    living = [who for who in own if story["now"][who]["state"] in able]
    made = next_fight(table, ruleset, rest=rests[0])
    if not living:
        assert made.status_code == 422, "nobody could begin"
        return
    assert made.status_code == 201, made.text
    assert next_fight(table, ruleset).status_code == 422, "once"
    links = made.json()
    following = Table(client, links, links["gm"])
    look = following.look()
    assert look["story"]["table"]["gathering"]
    assert look["story"]["table"]["names"]["gm"] == "Marta"
    assert look["story"]["table"]["clock"]["seconds"] == 60
    assert [one["name"] for one in look["story"]["table"]["seats"]] == ["Anna", "Olga"]
    assert anna.story()["table"]["next"] == links["id"]
    again = [one["name"] for one in look["scene"]["fighters"]]
    for who in living:
        now = look["story"]["now"][again.index(names[who])]
        if ruleset in SILENT:
            assert now["health"] == now["max"]
        else:
            assert now["health"] == story["now"][who]["health"]
    place = anna.post("/next/seat", {})
    assert place.status_code == 201
    assert place.json()["role"] == "seat 1"
    there = Table(client, links, place.json()["secret"])
    seat = there.story()["table"]["seats"][0]
    if own[0] in living:
        assert [again[who] for who in seat["fighters"]] == [names[own[0]]]
    assert olga.post("/next/seat", {}).json()["role"] == "seat 2"
    assert client.get(f"/api/tables/{links['code']}").status_code == 200
    assert set_table(following, begin=True).status_code == 200


# --- a party that is kept ---


def finished(client: TestClient, ruleset: str = "olde") -> tuple[Table, Table]:
    """Return a fight that Anna's side has won; her fighter, the first, is dead."""
    table = gather(client, ruleset)
    anna = join(table, "Anna", fighters_of(table, 0)[0])
    set_table(table, begin=True)
    names = [one["name"] for one in table.look()["scene"]["fighters"]]
    for who in [fighters_of(table, 0)[0], *fighters_of(table, 1)]:
        ruling = {"kind": "state", "fighter": names[who], "value": "dead", "text": "a stone"}
        response = table.post("/answers", {"number": table.story()["number"], "ruling": ruling})
        assert response.status_code == 200, response.text
    assert anna.story()["over"]
    return table, anna


def test_a_party_is_kept_as_a_file_and_takes_part_in_another_scenario(client: TestClient) -> None:
    table, _ = finished(client)
    assert table.as_side(0).get("/party").status_code == 403
    kept = table.get("/party").json()
    story = table.story()
    names = [one["name"] for one in table.look()["scene"]["fighters"]]
    assert names[0] not in kept["fighters"], "the dead are not kept"
    made = client.post(
        "/api/parties",
        json={"party": kept["scenario"], "sides": kept["sides"], "scenario": FIRST["olde"][1]},
    )  # fmt: skip
    assert made.status_code == 200, made.text
    fight = parse(made.json()["toml"], "again").setup.new_fight(IDLE_TABLE)
    assert [one.name for one in fight.roster() if one.side == 0] == kept["fighters"]
    for name in kept["fighters"]:
        who = fight.fighter_named(name)
        assert who.health() == story["now"][names.index(name)]["health"]


def test_the_player_of_a_dead_fighter_chooses_a_new_one_before_the_next_fight(
    client: TestClient,
) -> None:
    table, anna = finished(client)
    links = next_fight(table, "olde").json()
    following = Table(client, links, links["gm"])
    assert following.story()["table"]["seats"][0]["fighters"] == []
    anna = Table(client, links, anna.post("/next/seat", {}).json()["secret"])
    assert anna.get("/reinforcements").status_code == 403, "it would tell of hidden ones"
    entry = next(iter(following.get("/reinforcements").json()["entries"]))
    chosen = anna.post("/fighter", {"entry": entry, "name": "Ruda"})
    assert chosen.status_code == 201, chosen.text
    look = following.look()
    names = [one["name"] for one in look["scene"]["fighters"]]
    assert look["scene"]["fighters"][names.index("Ruda")]["side"] == 0
    assert look["story"]["table"]["seats"][0]["fighters"] == [names.index("Ruda")]
    assert look["story"]["now"][names.index("Ruda")]["state"] == "standing"
    assert anna.post("/fighter", {"entry": entry}).status_code == 403, "one is enough"
    assert set_table(following, begin=True).status_code == 200
    assert anna.post("/fighter", {"entry": entry}).status_code == 403, "it has begun"


def test_a_table_that_gathers_goes_on_to_another_scenario(client: TestClient) -> None:
    table = gather(client, "mithryn")
    anna = join(table, "Anna", fighters_of(table, 0)[0])
    made = next_fight(table, "olde")
    assert made.status_code == 201, made.text
    assert anna.story()["table"]["next"] == made.json()["id"]
    assert anna.post("/next/seat", {}).json()["role"] == "seat 1"
    other = Table(client, made.json(), made.json()["gm"])
    assert other.story()["table"]["gathering"]
    assert [one["name"] for one in other.story()["table"]["seats"]] == ["Anna"]
