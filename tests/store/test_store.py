"""The store, on SQLite and on a real PostgreSQL: the same tests on both."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

sqlalchemy = pytest.importorskip("sqlalchemy")

from affray.store import (  # noqa: E402
    ANSWER,
    REFUSAL,
    TAKE_BACK,
    AlreadyAnsweredError,
    FightNotFoundError,
    JournalLine,
    Store,
    StoredFight,
    TakeBackWish,
    answer_lines,
    open_wishes,
    refusal_line,
    secret_digest,
    tape_from_journal,
)
from servers import postgres  # noqa: E402


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    with postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/fights.db"
    return str(request.getfixturevalue("postgres_address"))


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    found = Store(address)
    yield found
    found.close()


def begun(store: Store, *lines: str) -> str:
    fight = os.urandom(12).hex()
    kept = StoredFight(
        fight, "x", "title = 1", "mithryn", 1, "0", 2**64 - 1, ("person", "simple"), "gm"
    )
    store.create(kept, answer_lines(lines), {"gm": f"secret {fight}", "side 0": f"other {fight}"})
    return fight


def test_a_fight_is_kept_as_it_began(store: Store) -> None:
    fight = begun(store, "roll 1d6 = 3")
    kept = store.get_fight(fight)
    assert kept.seed == 2**64 - 1
    assert kept.players == ("person", "simple")
    assert store.get_journal(fight) == [JournalLine(ANSWER, "roll 1d6 = 3")]
    assert store.journal_length(fight) == 1
    with pytest.raises(FightNotFoundError):
        store.get_fight("nothing")


def test_a_journal_grows_at_its_end_only(store: Store) -> None:
    fight = begun(store)
    assert store.append(fight, 0, answer_lines(["a: b", "roll 1d6 = 1"])) == 2
    assert store.append(fight, 2, answer_lines(["c: d"])) == 3
    assert [line.text for line in store.get_journal(fight)] == ["a: b", "roll 1d6 = 1", "c: d"]


def test_of_two_answers_to_one_question_one_wins_and_nothing_of_the_other_stays(
    store: Store,
) -> None:
    fight = begun(store)
    store.append(fight, 0, answer_lines(["a: b"]))
    with pytest.raises(AlreadyAnsweredError):
        store.append(fight, 0, answer_lines(["a: c", "roll 1d6 = 1"]))
    assert [line.text for line in store.get_journal(fight)] == ["a: b"]


def test_of_many_at_once_exactly_one_wins(store: Store) -> None:
    fight = begun(store)
    won: list[int] = []
    told: list[int] = []
    ready = threading.Barrier(8)

    def answer(number: int) -> None:
        for question in range(5):
            ready.wait()
            try:
                store.append(fight, question, answer_lines([f"{number}: {question}"]))
                won.append(question)
            except AlreadyAnsweredError:
                told.append(question)
            ready.wait()

    threads = [threading.Thread(target=answer, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(won) == [0, 1, 2, 3, 4]
    assert len(told) == 35
    assert store.journal_length(fight) == 5


def test_a_secret_link_says_whose_it_is_and_is_stored_hashed(store: Store) -> None:
    fight, other = begun(store), begun(store)
    links = store.get_links(fight)
    assert links[secret_digest(f"secret {fight}")] == "gm"
    assert links[secret_digest(f"other {fight}")] == "side 0"
    assert secret_digest(f"secret {other}") not in links
    assert store.get_links("nothing") == {}
    with store.engine.connect() as connection:
        rows = connection.execute(sqlalchemy.text("select digest from links")).scalars().all()
    assert not any("secret" in row for row in rows)


def test_what_was_appended_survives_a_killed_process(address: str, store: Store) -> None:
    fight = begun(store)
    code = f"""
import os, signal
from affray.store import Store, answer_lines
store = Store({address!r})
for number in range(20):
    store.append({fight!r}, number, answer_lines([f"a: {{number}}"]))
    print(number, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == -9, done.stderr
    told = [int(line) for line in done.stdout.split()]
    assert told == list(range(20))
    assert [line.text for line in store.get_journal(fight)] == [f"a: {n}" for n in told]


def test_sqlite_writes_ahead_and_through(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db")
    with store.engine.connect() as connection:
        assert connection.execute(sqlalchemy.text("pragma journal_mode")).scalar() == "wal"
        assert connection.execute(sqlalchemy.text("pragma synchronous")).scalar() == 2
    store.close()


def test_taking_back_leaves_a_shorter_tape_and_a_longer_journal() -> None:
    journal = answer_lines(["a: 1", "roll 1d6 = 2", "a: 3"])
    journal += [JournalLine(TAKE_BACK, "1"), *answer_lines(["a: other"])]
    assert tape_from_journal(journal) == ["a: 1", "a: other"]


def test_a_wish_stands_until_it_is_granted_or_refused() -> None:
    wish = TakeBackWish("side 1", 4)
    assert open_wishes([]) == {}
    assert open_wishes([*answer_lines(["a: 1"]), wish.to_line()]) == {"side 1": wish}
    assert open_wishes([wish.to_line(), *answer_lines(["a: 1"])]) == {"side 1": wish}
    assert open_wishes([wish.to_line(), JournalLine(REFUSAL, "gm")]) == {}
    assert open_wishes([wish.to_line(), JournalLine(TAKE_BACK, "4")]) == {}


def test_each_side_has_a_wish_of_its_own_and_a_refusal_names_whose() -> None:
    one, other = TakeBackWish("side 0", 4), TakeBackWish("side 1", 2)
    journal = [one.to_line(), other.to_line()]
    assert list(open_wishes(journal)) == ["side 0", "side 1"]
    assert list(open_wishes([*journal, refusal_line("gm", "side 0")])) == ["side 1"]
    again = TakeBackWish("side 0", 1)
    assert list(open_wishes([*journal, again.to_line()]).values()) == [other, again]
