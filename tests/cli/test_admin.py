"""The command `affray admin`: stored fights are listed, taken out, deleted and played again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy

import affray
import released
from affray.store import Store, StoredFight, answer_lines
from affray.version import VERSION
from cli.conftest import Run

DAY = 86_400


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    found = f"sqlite:///{tmp_path}/fights.db"
    monkeypatch.setenv("AFFRAY_STORE", found)
    return found


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """Yield a store with a fight that ended today, one that has rested for 100 days, and one of an
    earlier version."""
    found = Store(address)
    for fight, days in (("aa", 0), ("bb", 100)):
        keep(found, fight, days)
    keep(found, "cc", 10, revision=1, version="0.1.0")
    yield found
    found.close()


def keep(store: Store, fight: str, days: float, revision: int = 2, version: str = VERSION) -> None:
    record = affray.load("first-blood").fight(seed=7)
    tape = record.tape()
    stored = StoredFight(
        fight, "first-blood", tape.scenario, "mithryn", revision, version, 7, ("simple",) * 2, "gm"
    )
    log = json.dumps([[1, 1, "round", "Round 1"], [2, 1, "end", "It is over"]])
    lines = answer_lines(answer.text() for answer in tape.answers)
    store.create(stored, lines, {"gm": f"secret {fight}"}, log)
    then = time.time() - days * DAY
    with store.engine.begin() as connection:
        for table, key in (("fights", "id"), ("answers", "fight")):
            change = sqlalchemy.text(f"update {table} set made = :then where {key} = :fight")
            connection.execute(change, {"then": then, "fight": fight})


def change(store: Store, statement: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(sqlalchemy.text(statement))


def ids(store: Store) -> list[str]:
    return sorted(fight.id for fight in store.list_fights())


def test_fights_are_listed_those_with_the_newest_answers_last(run: Run, store: Store) -> None:
    found = run.json("admin", "list")
    assert [one["id"] for one in found] == ["bb", "cc", "aa"]
    assert found[0]["journal_length"] == len(store.get_journal("bb")) > 10
    assert found[1]["version"] == "0.1.0"
    assert [one["id"] for one in run.json("admin", "list", "--idle", "50")] == ["bb"]
    out = run("admin", "list", "aa").out
    assert "first-blood" in out
    assert "mithryn 2" in out
    assert out.endswith("1 fight\n")
    assert "3 fights" in run("admin", "list").out


def test_a_listed_fight_is_one_line_of_a_usual_terminal(run: Run, store: Store) -> None:
    long_id = "8ce371e685ceb1fb2d7fb505"
    for table, column in [("links", "fight"), ("answers", "fight"), ("log_entries", "fight")]:
        change(store, f"delete from {table} where {column} = 'aa'")
    change(store, f"update fights set id = '{long_id}', ruleset = 'renaissance' where id = 'aa'")
    _, line, count = run("admin", "list", long_id).out.splitlines()
    assert line.split()[:4] == [long_id, "first-blood", "renaissance", "2"]
    assert (len(line) <= 80, count) == (True, "1 fight")


def test_a_fight_without_answers_is_listed(run: Run, store: Store) -> None:
    change(store, "delete from answers where fight = 'aa'")
    assert run.json("admin", "list", "aa")[0]["journal_length"] == 0


def test_fights_are_exported_as_tapes_that_replay_and_logs(
    run: Run, store: Store, tmp_path: Path
) -> None:
    out = tmp_path / "kept"
    found = run.json("admin", "export", "aa", "--out", str(out))
    assert found["files"] == ["aa.tape", "aa.log.txt"]
    tape = (out / "aa.tape").read_text()
    assert affray.replay(tape).over
    assert "\nseed " not in tape
    assert (out / "aa.log.txt").read_text() == "Round 1\nIt is over\n"
    change(store, "delete from log_entries")
    assert "3 fights" in run("admin", "export", "--out", str(tmp_path / "all")).out
    assert len(list((tmp_path / "all").iterdir())) == 3


def test_what_was_taken_back_is_not_exported(run: Run, store: Store, tmp_path: Path) -> None:
    change(store, "update answers set kind = 'back', text = '1' where fight = 'aa' and number = 9")
    change(store, "delete from answers where fight = 'aa' and number > 9")
    run("admin", "export", "aa", "--out", str(tmp_path / "kept"))
    tape = (tmp_path / "kept" / "aa.tape").read_text()
    assert len(tape.partition("answers\n")[2].splitlines()) == 1


def test_fights_are_pruned_by_age_by_number_and_by_name(run: Run, store: Store) -> None:
    assert run.json("admin", "prune", "--idle", "50", "--dry-run") == {
        "deleted": False,
        "fights": ["bb"],
    }
    assert ids(store) == ["aa", "bb", "cc"]
    assert run.json("admin", "prune", "--idle", "50") == {"deleted": True, "fights": ["bb"]}
    assert ids(store) == ["aa", "cc"]
    assert store.get_journal("bb") == []
    assert run("admin", "prune", "--most", "2").out == "0 fights deleted\n"
    assert run("admin", "prune", "--most", "1", "--dry-run").out == "cc\n1 fight to be deleted\n"
    assert run("admin", "prune", "cc").out == "cc\n1 fight deleted\n"
    assert ids(store) == ["aa"]


def test_every_tape_is_played_by_the_rules(run: Run, store: Store) -> None:
    code, out, _ = run("admin", "check")
    assert code == 0
    assert "cc (first-blood): this was fought by revision 1 of mithryn" in " ".join(out.split())
    assert out.endswith("2 played, 1 of another revision, 0 broken\n")
    change(store, "update answers set text = 'Ansa: dance' where fight = 'bb' and number = 3")
    code, out, _ = run("admin", "check")
    assert code == 1
    assert "bb (first-blood): " in out
    assert out.endswith("1 played, 1 of another revision, 1 broken\n")
    assert run("admin", "check", "aa").code == 0
    for fight, result, expected in (("aa", "plays", 0), ("bb", "broken", 1)):
        code, out, _ = run("admin", "check", fight, "--json")
        assert code == expected
        assert [one["result"] for one in json.loads(out)] == [result]


def test_a_database_of_a_released_version_can_be_looked_after(
    run: Run, address: str, tmp_path: Path
) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "fights.db") as database:
        for statement in released.statements("0.1.0"):
            database.execute(statement)
    database.close()
    links = released.links("0.1.0")
    assert len(run.json("admin", "list")) == len(links)
    run("admin", "export", "--out", str(tmp_path / "kept"))
    assert len(list((tmp_path / "kept").glob("*.tape"))) == len(links)
    assert run("admin", "check").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lst"], "ACTION: there is no action 'lst' (did you mean 'list'?)"),
        (["list", "zz"], "FIGHT: there is no fight 'zz' in the store"),
        (["prune", "zz"], "FIGHT: there is no fight 'zz' in the store"),
        (["prune"], "say which: fights by their ids, --idle DAYS or --most N"),
        (["export"], "--out: name a folder to write to"),
        (["check", "--idle", "3"], "--idle: check takes no such option"),
        (["list", "--dry-run"], "--dry-run: list takes no such option"),
        (["list", "--idle", "-1"], "--idle"),
        (["list", "--store", "sqlite:///no/such.db"], "--store: there is no file no/such.db"),
        (["list", "--store", "nonsense"], "--store: 'nonsense' is no address"),
        (["list", "--store", "postgresql://a@127.0.0.1:1/a"], "--store: "),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    run: Run, store: Store, words: list[str], said: str
) -> None:
    err = run.error("admin", *words)
    assert said in err
    assert err.count("\n") == 1
    assert ids(store) == ["aa", "bb", "cc"]


def test_no_file_is_made_by_looking(run: Run, address: str, tmp_path: Path) -> None:
    run.error("admin", "list")
    assert list(tmp_path.iterdir()) == []
