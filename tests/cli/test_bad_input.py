"""Bad input is normal input: one clear line saying where and what to do, exit 2, no traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import affray
from affray.cli import main
from affray.library import template_of
from cli.conftest import Run
from cli.mistakes import MISSPELT, WRONG_COMMANDS, WRONG_FIGURES

GOOD = """\
ruleset = "mithryn"
title = "test"
[house]
check = "2d12"
[map]
zones = ["yard", "gate"]
paths = [["yard", "gate"]]
exits = ["gate"]
[weapons.stick]
damage = "1d10"
rushed = "1d10"
[fighters.ann]
strength = 10
weapons = ["stick"]
armour = "leather"
[[sides]]
name = "one"
pcs = true
fighters = [{ is = "ann", at = "yard" }]
[[sides]]
name = "two"
fighters = [{ is = "bandit", at = "gate", count = 2 }]
"""

# what is changed in the good scenario, into what, and what is said about it
SCENARIOS = [
    (
        'ruleset = "mithryn"',
        'ruleset = "mithrin"',
        "ruleset: there is no ruleset 'mithrin' (did you mean 'mithryn'?)",
    ),
    ('ruleset = "mithryn"\n', "", "ruleset: is missing"),
    ('ruleset = "mithryn"', "ruleset = 3", "ruleset: is missing"),
    ('title = "test"\n', "", "title: is missing"),
    ('title = "test"', 'tilte = "test"', "tilte: there is no key 'tilte' (did you mean 'title'?)"),
    ('title = "test"', "title = 7", "title: expected a text, not 7"),
    ('title = "test"', 'title = "test', "this is not TOML"),
    ('check = "2d12"', 'check = "3d6"', 'house.check: expected one of "2d12", "d20", not "3d6"'),
    (
        'check = "2d12"',
        "chekc = 1",
        "house.chekc: there is no house rule 'chekc' (did you mean 'check'?)",
    ),
    (
        'check = "2d12"',
        "foe_actions = 7",
        'house.foe_actions: expected one of "by sheet", 1, 2, not 7',
    ),
    (
        'check = "2d12"',
        "ranged_in_same_zone = 1",
        "house.ranged_in_same_zone: expected one of false, true, not 1",
    ),
    ('zones = ["yard", "gate"]', "zones = []", "map.zones: expected"),
    (
        'zones = ["yard", "gate"]',
        'zones = ["yard", "gate", "yard"]',
        "map.zones.2: 'yard' is listed twice",
    ),
    ('zones = ["yard", "gate"]', 'zones = "yard"', "map.zones: expected a list"),
    (
        '[["yard", "gate"]]',
        '[["yard", "gaet"]]',
        "map.paths.0.1: there is no zone 'gaet' (did you mean 'gate'?)",
    ),
    ('[["yard", "gate"]]', '[["yard", "yard"]]', "map.paths.0: 'yard' cannot be its own neighbour"),
    ('[["yard", "gate"]]', '[["yard"]]', "map.paths.0"),
    ('exits = ["gate"]', 'exits = ["door"]', "map.exits.0: there is no zone 'door'"),
    ("[map]", "[mapp]", "mapp: there is no key 'mapp' (did you mean 'map'?)"),
    (
        'damage = "1d10"',
        'damage = "1d6"',
        "weapons.stick.damage: weapon dice are d10, d12 or d20, not '1d6'",
    ),
    (
        'damage = "1d10"',
        'damage = "many"',
        "weapons.stick.damage: 'many' will not do: write dice like 2d12",
    ),
    ('damage = "1d10"', 'damage = "1d10"\ntags = ["twohanded"]', "weapons.stick.tags.0: expected"),
    ('rushed = "1d10"\n', "", "weapons.stick: a weapon without rushed dice needs the tag 'reload'"),
    ("[weapons.stick]", "[weapons.Stick]", "weapons.Stick"),
    (
        "strength = 10",
        "strength = 0",
        "fighters.ann.strength: expected at least 1, not 0",
    ),
    (
        "strength = 10",
        "strength = 99",
        "fighters.ann.strength: expected at most 20, not 99",
    ),
    (
        "strength = 10",
        'strength = "ten"',
        "fighters.ann.strength: expected a whole number, not 'ten'",
    ),
    (
        "strength = 10",
        "strenght = 10",
        "fighters.ann.strenght: there is no key 'strenght' (did you mean 'strength'?)",
    ),
    (
        'weapons = ["stick"]',
        'weapons = ["stik"]',
        "fighters.ann.weapons.0: there is no weapon 'stik' (did you mean 'stick'?)",
    ),
    (
        'armour = "leather"',
        'armour = "lether"',
        "fighters.ann.armour: there is no armour 'lether' (did you mean 'leather'?)",
    ),
    (
        'armour = "leather"',
        'shield = "sheild"',
        "fighters.ann.shield: there is no shield 'sheild' (did you mean 'shield'?)",
    ),
    ('armour = "leather"', 'kit = "knight"', "fighters.ann.kit: there is no kit 'knight'"),
    (
        'is = "ann"',
        'is = "anne"',
        "sides.one.fighters.anne.is: there is no fighter 'anne' (did you mean 'ann'?)",
    ),
    (
        'at = "yard"',
        'at = "yrad"',
        "sides.one.fighters.ann.at: there is no zone 'yrad' (did you mean 'yard'?)",
    ),
    ('is = "ann", ', "", "sides.one.fighters.0.is: is missing"),
    (
        "count = 2",
        "count = 0",
        "sides.two.fighters.bandit.count: expected at least 1, not 0",
    ),
    (
        "count = 2",
        "count = 100000",
        "sides.two.fighters.bandit.count: expected at most 200, not 100000",
    ),
    ('name = "two"', 'name = "one"', "sides.1.name: 'one' is already taken"),
    ('name = "two"', 'name = "GM"', "sides.GM.name: 'GM' means the game master; use another name"),
    ('name = "two"', 'name = "gm"', "sides.gm.name: 'gm' means the game master"),
    ('name = "two"', 'name = "All"', "sides.All.name: 'All' means all sides; use another name"),
    ('name = "two"', 'name = "a:b"', "sides.1.name: 'a:b' will not do: a name has none of : = | #"),
    ('is = "bandit"', 'is = "ann"', "sides.two.fighters.ann.hp: a foe needs hit points"),
    ("pcs = true", 'pcs = "perhaps"', "sides.one.pcs: expected true or false"),
    (
        '[[sides]]\nname = "two"\nfighters = [{ is = "bandit", at = "gate", count = 2 }]\n',
        "",
        "sides: expected",
    ),
    (
        'is = "ann", at = "yard"',
        'is = "ann", at = "yard", name = "Bo" }, { is = "ann", at = "yard", name = "Bo"',
        "sides.one.fighters.1.name: somebody else is called 'Bo'",
    ),
    (
        'title = "test"',
        'title = "test"\nround_limit = 0',
        "round_limit: expected at least 1, not 0",
    ),
]


@pytest.mark.parametrize(
    ("there", "instead", "said"), SCENARIOS, ids=[f"{n}" for n in range(len(SCENARIOS))]
)
def test_a_wrong_scenario_is_refused_in_one_line(
    run: Run, tmp_path: Path, there: str, instead: str, said: str
) -> None:
    assert there in GOOD
    file = tmp_path / "wrong.toml"
    file.write_text(GOOD.replace(there, instead, 1))
    err = run.error("check", str(file))
    assert re.search(rf"^{re.escape(str(file))}: (line \d+: )?{re.escape(said)}", err)
    assert err.count("\n") == 1


def test_the_good_one_is_good(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_text(GOOD)
    assert main(["check", str(file)]) == 0


def test_a_wrong_scenario_fails_as_json_too(run: Run, tmp_path: Path) -> None:
    good, wrong = tmp_path / "good.toml", tmp_path / "wrong.toml"
    good.write_text(GOOD)
    wrong.write_text(GOOD.replace('at = "yard"', 'at = "x"'))
    assert run("check", str(good), "--json")[:2] == (0, "[]\n")
    code, out, _ = run("check", str(good), str(wrong), "--json")
    assert code == 2
    assert [one["file"] for one in json.loads(out)] == [str(wrong)]


def test_every_mistake_of_a_file_is_said_at_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(GOOD.replace('at = "yard"', 'at = "x"').replace('at = "gate"', 'at = "y"'))
    assert run.error("check", str(file)).count("\n") == 2


ARGUMENTS = [
    (["fight", "causway"], "there is no scenario 'causway' (did you mean 'causeway'?)"),
    (["fight", "nowhere.toml"], "nowhere.toml: there is no such file"),
    (["fight", "/"], "/: this is a folder; name a file"),
    (["fight"], "name a scenario"),
    (
        ["fight", "causeway", "--sed", "3"],
        "No such option: --sed (Possible options: --house, --seed)",
    ),
    (["fight", "causeway", "--seed", "three"], "--seed"),
    (["fight", "causeway", "--player", "party"], "--player: expected SIDE=NAME, not 'party'"),
    (
        ["fight", "causeway", "--player", "partie=simple"],
        "--player: there is no side 'partie' (did you mean 'party'?)",
    ),
    (
        ["fight", "causeway", "--player", "party=simpel"],
        "there is no player 'simpel' (did you mean 'simple'?)",
    ),
    (["fight", "causeway", "--house", "check"], "--house: expected NAME=VALUE"),
    (
        ["fight", "causeway", "--house", "cheque=d20"],
        "--house: there is no house rule 'cheque' (did you mean 'check'?)",
    ),
    (["fight", "causeway", "--house", "check=d6"], '--house check: expected one of "2d12", "d20"'),
    (["fight", "causeway", "--tape", "/nowhere/at/all.tape"], "there is no such folder"),
    (["fight", "--resume", "nowhere.tape"], "nowhere.tape: there is no such file"),
    (["fight", "causeway", "--resume", "x.tape"], "--resume: a tape brings its own scenario"),
    (["replay", "nowhere.tape"], "nowhere.tape: there is no such file"),
    (["rules", "mithrin"], "there is no ruleset 'mithrin' (did you mean 'mithryn'?)"),
    (
        ["rules", "mithryn", "--find", "zeppelin"],
        "--find: no rule of mithryn has the words 'zeppelin'",
    ),
    (["schema", "chess"], "there is no ruleset 'chess'"),
    (["new", "x.txt"], "x.txt: a scenario's file name ends in .toml"),
    (["new", "/nowhere/x.toml"], "/nowhere/x.toml: cannot be written"),
    (
        ["odds", "causeway", "--attacker", "Kale"],
        "--attacker: there is no fighter 'Kale' (did you mean 'Kael'?)",
    ),
    (["odds", "causeway", "--target", "Archer"], "--target: there is no fighter 'Archer'"),
    (
        ["odds", "causeway", "--attacker", "Kael", "--target", "Kael"],
        "--target: Kael cannot attack themselves",
    ),
    (
        ["odds", "causeway", "--attacker", "Kael", "--target", "Sira"],
        "--target: Kael has no attack on Sira",
    ),
    (["odds", "causeway", "--with", "lute"], "--with: there is no weapon of Kael 'lute'"),
    (
        ["odds", "causeway", "--as", "charge"],
        "--as: there is no kind of attack or manoeuvre 'charge'",
    ),
    (["odds", "causeway", "--attacker", "Kael"], "Kael cannot do that from the start"),
    (["simulate", "causeway", "-n", "0"], "-n: expected 1 to"),
    (["simulate", "causeway", "-n", "-5"], "-n: expected 1 to"),
    (["simulate", "causeway", "-n", "many"], "-n"),
    (["simulate", "causeway", "--within", "2"], "--within: expected a half-width"),
    (["simulate", "causeway", "--workers", "0"], "--workers: expected 1 to 1024"),
    (["frobnicate"], "No such command 'frobnicate'"),
    (["duel", "nowhere"], "there is no scenario"),
    (["duel", "first-blood", "--within", "0.5"], "--within: expected a half-width"),
    (["duel", "first-blood", "--within", "-1"], "--within: expected a half-width"),
    (["duel", "first-blood", "--seconds", "0"], "--seconds: expected seconds above 0"),
    (["duel", "first-blood", "--memory", "0"], "--memory: expected 1 to 10,000,000"),
    (["duel", "first-blood", "--workers", "0"], "--workers: expected 1 to 1024 workers"),
    (["duel", "first-blood", "--states", "0"], "--states"),
    (["duel", "first-blood", "--best", "nobody"], "--best"),
    (["duel", "first-blood", "--player", "blade=strong"], "simulate it instead"),
    (["compare", "causeway"], "name something to compare"),
    (["compare", "causeway", "--house", "chek=d20"], "did you mean 'check'"),
    (["compare", "causeway", "--change", "hause.check=d20"], "did you mean 'house'"),
    (["compare", "causeway", "--change", "nothing"], "KEY=VALUE"),
    (["compare", "causeway", "--with", "first-blood"], "the same sides"),
    (["sweep", "no-such-file.toml"], "no such file"),
    (
        ["tune", "causeway", "--key", "round_limit", "--from", "1", "--to", "3", "--share", "140%"],
        "'140%'",
    ),
    (
        ["tune", "causeway", "--key", "round_limit", "--from", "1", "--to", "3", "--share", "half"],
        "'half'",
    ),
    (["tune", "causeway", "--key", "no.such", "--from", "1", "--to", "3"], "there is no key 'no'"),
    (["story", "no-such.tape"], "no such file"),
    (["odds"], "name a scenario, or a tape"),
    (["odds", "causeway", "--tape", "x"], "brings its own"),
    (["report", "causeway", "--out", "x.pdf"], ".html, .svg, .png"),
    (["simulate", "causeway", "--cluster", "tcp://127.0.0.1:1"], "no Dask scheduler answers"),
    (["simulate", "causeway", "--cluster", "here"], "expected an address"),
    (["simulate", "causeway", "--player", "party=strong:lots"], "strong:2000"),
]


@pytest.mark.parametrize(
    ("arguments", "said"), ARGUMENTS, ids=[" ".join(one[0]) for one in ARGUMENTS]
)
def test_wrong_arguments_are_refused(run: Run, arguments: list[str], said: str) -> None:
    err = run.error(*arguments)
    assert said in err
    assert err.count("\n") == 1


TAPES = [
    ("affray tape 1", "hello", "line 1: this is not an affray tape"),
    (
        "affray tape 1",
        "affray tape 9",
        "line 1: 'affray tape 9' is not a format this version reads",
    ),
    ("ruleset mithryn 2", "ruleset mithryn", "line 3: the tape's ruleset line should be like"),
    ("ruleset mithryn 2", "ruleset mithryn 99", "this was fought by revision 99 of mithryn"),
    ("ruleset mithryn 2", "ruleset olde 2", "the tape is for 'olde', its scenario for 'mithryn'"),
    ("dice sfc32-1", "dice d6", "the tape's dice are 'd6'"),
    ("dice sfc32-1\n", "", "the tape's header has no 'dice' line"),
    ("dice sfc32-1", "nonsense", "line 4: 'nonsense' is no line of a tape's header"),
    ("scenario\n", "scenario\nbroken\n", "expected the scenario"),
    ("answers\n", "", "expected the scenario ('  | …') or 'answers'"),
    ("title =", "tilte =", "tilte: there is no key 'tilte' (did you mean 'title'?)"),
    ("Ansa: ", "Anza: ", "the rules asked Ansa"),
    ("roll 2d12 = ", "roll 2d12 = 99 ", "2 dice were rolled but 3 are listed"),
    ("roll 2d12 = ", "rool 2d12 = ", "is no answer"),
]


@pytest.mark.parametrize(("there", "instead", "said"), TAPES, ids=[one[2] for one in TAPES])
def test_a_wrong_tape_is_refused_in_one_line(
    run: Run,
    tmp_path: Path,
    there: str,
    instead: str,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "wrong.tape"
    assert main(["fight", "first-blood", "--seed", "3", "--tape", str(file), "--json"]) == 0
    capsys.readouterr()
    text = file.read_text()
    assert there in text
    file.write_text(text.replace(there, instead, 1))
    err = run.error("replay", str(file))
    assert str(file) in err
    assert said in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_text_is_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "picture.toml"
    file.write_bytes(b"\x89PNG\xff\xfe")
    assert "not a text file" in run.error("check", str(file))
    huge = tmp_path / "huge.toml"
    huge.write_text("#" * 1_100_000)
    assert "too large" in run.error("check", str(huge))


@pytest.mark.parametrize(
    ("arguments", "said"), WRONG_COMMANDS, ids=[" ".join(one[0]) for one in WRONG_COMMANDS]
)
def test_a_wrong_command_is_refused_in_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    err = run.error(*arguments)
    assert said in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("ruleset", "key", "instead", "said"),
    WRONG_FIGURES,
    ids=[f"{ruleset}-{key}" for ruleset, key, _, _ in WRONG_FIGURES],
)
def test_a_wrong_figure_is_refused_where_it_stands(
    run: Run, tmp_path: Path, ruleset: str, key: str, instead: Any, said: str
) -> None:
    data = tomllib.loads(template_of(ruleset))
    *parents, last = [int(part) if part.isdigit() else part for part in key.split(".")]
    table: Any = data
    for parent in parents:
        table = table[parent]
    if instead is MISSPELT:
        table[f"{last}x"] = table.pop(last)
    else:
        table[last] = instead
    file = tmp_path / "wrong.toml"
    file.write_text(tomli_w.dumps(data))
    err = run.error("check", str(file))
    assert re.search(rf"^{re.escape(str(file))}: (line \d+: )?{re.escape(said)}", err)
    assert err.count("\n") == 1


def test_there_are_at_least_200_kinds() -> None:
    tables = (SCENARIOS, ARGUMENTS, TAPES, WRONG_COMMANDS, WRONG_FIGURES)
    assert sum(len(table) for table in tables) >= 200


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("x = 1\nx = 2", "this is not TOML"),
        ('ruleset = "mithryn"\ntitle = "\\u0000"', "title"),
        ("", "ruleset: is missing"),
    ],
    ids=["deep", "twice", "control", "empty"],
)
def test_an_odd_file_is_refused(run: Run, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(text)
    assert said in run.error("check", str(file)).split("\n")[0]


def affray_in_a_shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return the result of a shell line in which `affray` is this one."""
    package = str(Path(affray.__file__).parents[1])
    paths = os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        ["bash", "-c", f'affray() {{ "{sys.executable}" -m affray "$@"; }}\n{line}'],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_said_in_one_line(tmp_path: Path) -> None:
    ran = affray_in_a_shell("affray rules mithryn > /dev/full", tmp_path)
    assert ran.returncode == 2
    assert ran.stderr == "affray: No space left on device\n"


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    line = "affray rules mithryn | head -1; exit ${PIPESTATUS[0]}"
    ran = affray_in_a_shell(line, tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
