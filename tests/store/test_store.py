"""Test the store on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

sqlalchemy = pytest.importorskip("sqlalchemy")

from affray.core.problems import InvalidDataError  # noqa: E402
from affray.store import (  # noqa: E402
    ANSWER,
    REFUSAL,
    TAKE_BACK,
    AlreadyAnsweredError,
    Append,
    FightNotFoundError,
    FightSummary,
    JournalLine,
    JournalWriter,
    Notification,
    NotificationListener,
    Store,
    StoredFight,
    StoreUnavailableError,
    TakeBackWish,
    answer_lines,
    open_wishes,
    refusal_line,
    secret_digest,
    tape_from_journal,
)
from affray.store.notifications import parse_notification  # noqa: E402
from servers import PATIENCE, wait_for  # noqa: E402


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


def test_the_fights_that_were_begun_last_are_listed_first(store: Store) -> None:
    made = [begun(store) for _ in range(3)]
    assert [stored.id for stored in store.recent_fights(2)] == [made[2], made[1]]
    assert {stored.id for stored in store.recent_fights(100)} >= set(made)


def test_fights_are_listed_in_short(store: Store) -> None:
    empty, full = begun(store), begun(store, "roll 1d6 = 3", "roll 1d6 = 4")
    with store.engine.begin() as connection:
        for table, key in (
            ("fights set made = 5", "id"),
            ("answers set made = 6 + number", "fight"),
        ):
            change = sqlalchemy.text(f"update {table} where {key} in (:empty, :full)")
            connection.execute(change, {"empty": empty, "full": full})
    found = {one.id: one for one in store.list_fights()}
    assert [one for one in found if one in (empty, full)] == sorted([empty, full])
    assert found[empty] == FightSummary(empty, "x", "mithryn", 1, "0", 5, 5, 0)
    assert found[full] == FightSummary(full, "x", "mithryn", 1, "0", 5, 8, 2)
    store.delete(empty)
    store.delete(full)


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


# --- many journals at once ---


def test_many_journals_are_added_to_at_once_and_each_conflict_is_its_own(store: Store) -> None:
    one, other, third = begun(store), begun(store), begun(store)
    store.append(other, 0, answer_lines(["a: first"]))
    found = store.append_all(
        [
            Append(one, 0, answer_lines(["a: 1", "a: 2"]), log="[1]"),
            Append(other, 0, answer_lines(["a: late"]), log="[2]"),
            Append(third, 0, answer_lines(["a: 3"])),
        ]
    )
    assert [problem is None for problem in found] == [True, False, True]
    assert [line.text for line in store.get_journal(one)] == ["a: 1", "a: 2"]
    assert [line.text for line in store.get_journal(other)] == ["a: first"]
    assert [line.text for line in store.get_journal(third)] == ["a: 3"]
    assert store.get_log(one) == [(2, "[1]")]
    assert store.get_log(other) == []
    assert [line.text for line in store.get_journal(one, 1)] == ["a: 2"]


def test_a_writer_gathers_what_waits_and_tells_each_how_it_went(store: Store) -> None:
    fights = [begun(store) for _ in range(12)]
    batches: list[int] = []
    append_all = store.append_all

    def counted(appends: Sequence[Append], lease: float = 0.0) -> list[AlreadyAnsweredError | None]:
        batches.append(len(appends))
        return append_all(appends, lease)

    store.append_all = counted  # type: ignore[method-assign]
    writer = JournalWriter(store)
    futures = [writer.append(Append(fight, 0, answer_lines(["a: b"]))) for fight in fights]
    late = writer.append(Append(fights[0], 0, answer_lines(["a: c"])))
    assert [future.result(20) for future in futures] == [1] * 12
    with pytest.raises(AlreadyAnsweredError):
        late.result(20)
    writer.close()
    assert sum(batches) == 13
    assert len(batches) < 13


def test_a_database_that_fails_is_said_to_have_failed(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db")
    fight = begun(store)
    with store.engine.begin() as connection:
        connection.execute(sqlalchemy.text("drop table log_entries"))
    with pytest.raises(StoreUnavailableError):
        store.append_all([Append(fight, 0, answer_lines(["a: b"]), log="[]")])
    assert store.journal_length(fight) == 0
    store.close()


# --- servers ---


def test_a_file_is_for_one_server_and_says_so(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/x.db"
    first = Store(address, for_server=True)
    with pytest.raises(InvalidDataError, match="PostgreSQL"):
        Store(address, for_server=True)
    Store(address).close()  # looking into it is no server
    first.close()
    Store(address, for_server=True).close()


def test_a_database_file_is_private(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        (tmp_path / "old.db").touch(0o644)
        for name in ("new.db", "old.db"):
            store = Store(f"sqlite:///{tmp_path}/{name}", for_server=True)
            begun(store, "a: b")
            modes = {
                path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.glob(f"{name}*")
            }
            assert len(modes) >= 3
            assert set(modes.values()) == {0o600}, modes
            store.close()
    finally:
        os.umask(before)


def test_unfinished_fights_are_taken_over_when_their_server_is_gone(address: str) -> None:
    dead, living = Store(address), Store(address)
    fight, resting = begun(dead), begun(dead)
    dead.append_all([Append(fight, 0, answer_lines(["a: b"]), unfinished=True)], 0.0)
    dead.append_all([Append(resting, 0, answer_lines(["a: b"]), unfinished=True)], 0.0)
    dead.append_all([Append(resting, 1, answer_lines(["a: c"]), unfinished=False)], 0.0)
    assert living.claim_unfinished(60.0) == [fight]
    assert living.claim_unfinished(60.0) == []
    if living.is_shared:  # on a file there is no other server
        assert dead.claim_unfinished(60.0) == []
        living.release_leases()
        assert dead.claim_unfinished(60.0) == [fight]
    living.mark_finished(fight)
    assert living.claim_unfinished(60.0) == []
    dead.close()
    living.close()


def test_a_job_is_seen_and_stopped_from_another_server(address: str) -> None:
    mine, theirs = Store(address), Store(address)
    job = f"secret {os.urandom(4).hex()}"
    assert mine.save_job(job, {"state": "working", "progress": 0.5}) is False
    seen = theirs.get_job(job)
    assert seen is not None
    assert seen.data == {"state": "working", "progress": 0.5}
    assert theirs.get_job("other") is None
    theirs.request_job_stop(job)
    assert mine.save_job(job, {"state": "working", "progress": 0.6}) is True
    mine.prune_jobs(seen.updated + 100)
    assert theirs.get_job(job) is None
    mine.close()
    theirs.close()


def test_other_servers_are_told_at_once(postgres_address: str) -> None:
    mine, theirs = Store(postgres_address), Store(postgres_address)
    fight = begun(mine)
    found: list[Notification] = []
    told = threading.Event()

    def hear(notification: Notification) -> None:
        found.append(notification)
        told.set()

    listener = NotificationListener(theirs, hear, lambda: None)
    own: list[Notification] = []
    mine_too = NotificationListener(mine, own.append, lambda: None)
    assert listener.is_listening.wait(PATIENCE)
    assert mine_too.is_listening.wait(PATIENCE)
    mine.append(fight, 0, answer_lines(["a: b", "a: c"]))
    assert told.wait(PATIENCE)
    mine.replace_link(fight, "side 0", None)
    wait_for(lambda: len(found) == 2)
    assert found == [
        Notification("journal", fight, 2, mine.server),
        Notification("links", fight, server=mine.server),
    ]
    assert own == []  # nobody tells itself
    listener.close()
    mine_too.close()
    mine.close()
    theirs.close()


@pytest.mark.parametrize("payload", ["", "x", "x y", "another journal f 3"])
def test_a_notification_that_is_not_understood_tells_nothing(payload: str) -> None:
    assert parse_notification(payload, "another") is None


def test_a_database_that_was_started_anew_is_noticed_by_nobody(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(postgres_address)
    fight = begun(store)
    store.append(fight, 0, answer_lines(["a: b"]))
    end_others = sqlalchemy.text(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() "
        "and datname = current_database() and query not like 'listen%'"
    )
    other = Store(postgres_address)
    with other.engine.begin() as connection:
        connection.execute(end_others)
    with pytest.raises(StoreUnavailableError):  # used a moment ago, so it is not tried
        store.append(fight, 1, answer_lines(["a: c"]))
    assert store.append(fight, 1, answer_lines(["a: c"])) == 2
    with other.engine.begin() as connection:
        connection.execute(end_others)
    monkeypatch.setattr("affray.store.engine.TRUSTED_SECONDS", 0.0)
    assert store.append(fight, 2, answer_lines(["a: d"])) == 3
    assert store.journal_length(fight) == 3
    store.close()
    other.close()


def test_one_fight_twice_in_a_batch_goes_one_after_the_other(store: Store) -> None:
    fight, other = begun(store), begun(store)
    found = store.append_all(
        [
            Append(fight, 0, answer_lines(["a: 1"])),
            Append(other, 0, []),
            Append(fight, 1, answer_lines(["a: 2"]), unfinished=True),
            Append(fight, 1, answer_lines(["a: late"])),
            Append("no such fight", 0, answer_lines(["a: 3"])),
        ]
    )
    assert [problem is None for problem in found] == [True, True, True, False, False]
    assert [line.text for line in store.get_journal(fight)] == ["a: 1", "a: 2"]
    assert store.claim_unfinished(-1.0).count(fight) == 1


# --- links, branches and age ---


def test_a_link_is_renewed_and_revoked(store: Store) -> None:
    fight = begun(store)
    store.replace_link(fight, "side 0", "new")
    links = store.get_links(fight)
    assert links[secret_digest("new")] == "side 0"
    assert secret_digest(f"other {fight}") not in links
    assert links[secret_digest(f"secret {fight}")] == "gm"
    store.replace_link(fight, "side 0", None)
    assert set(store.get_links(fight).values()) == {"gm"}


def test_fights_that_nobody_goes_on_with_expire(store: Store) -> None:
    old, played, young = begun(store, "a: b"), begun(store, "a: b"), begun(store)
    with store.engine.begin() as connection:
        for fight in (old, played):
            connection.execute(
                sqlalchemy.text("update fights set made = 1 where id = :id"), {"id": fight}
            )
            connection.execute(
                sqlalchemy.text("update answers set made = 1 where fight = :id"), {"id": fight}
            )
    store.append(played, 1, answer_lines(["a: c"]))
    assert store.prune(1000.0, None) == [old]
    with pytest.raises(FightNotFoundError):
        store.get_fight(old)
    assert store.get_journal(old) == []
    assert store.get_links(old) == {}
    assert store.get_fight(played).id == played
    assert store.get_fight(young).id == young


def test_of_too_many_fights_the_oldest_go(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/x.db")
    fights = [begun(store) for _ in range(5)]
    assert set(store.prune(None, 3)) == set(fights[:2])
    assert store.prune(None, 3) == []
    assert store.prune(None, None) == []
    store.close()


def test_health_is_a_write(store: Store) -> None:
    store.try_write()
    store.try_write()
    with store.engine.connect() as connection:
        rows = connection.execute(
            sqlalchemy.text("select count(*) from heartbeats where server = :server"),
            {"server": store.server},
        ).scalar()
    assert rows == 1
