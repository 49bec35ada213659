"""The command `affray admin`: looks after the fights that a service has stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from affray.cli.options import DEFAULT_STORE, JsonOption, StoreOption
from affray.cli.output import print_json, print_table, say
from affray.core.problems import data_error, unknown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from affray.store import FightSummary, Store

DAY = 86_400.0


def command(
    action: Annotated[
        str, Argument(metavar="ACTION", help="What to do: list, export, prune or check.")
    ],
    fights: Annotated[
        list[str] | None,
        Argument(metavar="FIGHT…", help="Fights by their ids; all of them if none is named."),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    out: Annotated[
        Path | None,
        Option("--out", metavar="FOLDER", help="export: where tapes and logs are written."),
    ] = None,
    idle: Annotated[
        float | None,
        Option(
            "--idle",
            metavar="DAYS",
            min=0,
            help="list, prune: only fights without a new answer for DAYS days.",
        ),
    ] = None,
    most: Annotated[
        int | None,
        Option("--most", metavar="N", min=0, help="prune: keep the newest N, delete the rest."),
    ] = None,
    dry_run: Annotated[
        bool, Option("--dry-run", help="prune: say what would be deleted, and delete nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """List, export, prune or check the fights that a service has stored.

    The command reads the database directly, also while servers use it. `check` plays every tape by
    the rules of this version and exits with 1 if a tape does not play. Fights of other revisions of
    their rules are counted apart.

    Examples: affray admin list --idle 30
              affray admin export --out kept
              affray admin prune --idle 90 --dry-run
              affray admin check --store postgresql://affray@localhost/affray
    """
    given = {"--out": out, "--idle": idle, "--most": most, "--dry-run": dry_run or None}
    if action not in ACTIONS:
        raise data_error(unknown_name("action", action, ACTIONS), "ACTION")
    for option, value in given.items():
        if value is not None and option not in ACTIONS[action]:
            raise data_error(f"{action} takes no such option", option)
    if action == "list":
        return list_stored(find_fights(list_fights(store), fights, idle), as_json)
    with open_store(store) as opened:
        if action == "export":
            if out is None:
                raise data_error("name a folder to write to", "--out")
            return export(opened, find_fights(opened.list_fights(), fights), out, as_json)
        if action == "prune":
            return prune(opened, fights or [], idle, most, dry_run, as_json)
        return check(opened, find_fights(opened.list_fights(), fights), as_json)


ACTIONS: dict[str, set[str]] = {
    "list": {"--idle"},
    "export": {"--out"},
    "prune": {"--idle", "--most", "--dry-run"},
    "check": set(),
}
"""What can be done, and the options of each."""


@contextmanager
def open_store(address: str) -> Iterator[Store]:
    """Open a store that exists; raise InvalidDataError where there is none."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import SQLAlchemyError

    from affray.cli.serve import without_password
    from affray.store import Store
    from affray.store.engine import sqlite_path

    shown = without_password(address)
    path = sqlite_path(make_url(address))
    if path is not None and not path.exists():
        raise data_error(f"there is no file {path}; affray serve makes one", "--store")
    try:
        store = Store(address)
    except SQLAlchemyError as error:
        reason = str(error).splitlines()[0]
        raise data_error(f"{shown} cannot be opened: {reason}", "--store") from None
    try:
        yield store
    finally:
        store.close()


def list_fights(address: str) -> list[FightSummary]:
    """Return every fight of a store."""
    with open_store(address) as opened:
        return opened.list_fights()


def find_fights(
    stored: list[FightSummary], ids: list[str] | None, idle: float | None = None
) -> list[FightSummary]:
    """Return the named fights, or all of them; with `idle`, only those idle for that many days."""
    every = {fight.id: fight for fight in stored}
    for one in ids or []:
        if one not in every:
            raise data_error(f"there is no fight {one!r} in the store", "FIGHT")
    found = [every[one] for one in ids] if ids else list(every.values())
    return [one for one in found if idle is None or one.last_added < time() - idle * DAY]


def day_text(seconds: float) -> str:
    """Return a day of the calendar."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def count_text(found: Sequence[object]) -> str:
    """Return how many fights there are, in words."""
    return f"{len(found)} fight{'' if len(found) == 1 else 's'}"


def list_stored(found: list[FightSummary], as_json: bool) -> int:
    """Print fights, the newest last."""
    found = sorted(found, key=lambda fight: fight.last_added)
    if as_json:
        print_json([vars(fight) for fight in found])
        return 0
    print_table(
        ["fight", "name", "rules", "Affray", "last added", "lines"],
        [
            [
                fight.id,
                fight.name,
                f"{fight.ruleset} {fight.revision}",
                fight.version,
                day_text(fight.last_added),
                str(fight.journal_length),
            ]
            for fight in found
        ],
        right=[5],
        unbroken=[0, 2, 3, 4],
    )
    say(count_text(found))
    return 0


def export(store: Store, found: list[FightSummary], folder: Path, as_json: bool) -> int:
    """Write the tape of each fight, and its log where one is stored."""
    from affray.store import tape_from_journal
    from affray.web.rooms.frozen_rooms import frames_from_log

    folder.mkdir(parents=True, exist_ok=True)
    files: list[str] = []

    def write(name: str, text: str) -> None:
        (folder / name).write_text(text, "utf-8")
        files.append(name)

    for summary in found:
        fight, journal = store.get_fight(summary.id), store.get_journal(summary.id)
        write(f"{fight.id}.tape", tape_text(fight, tape_from_journal(journal)))
        told = frames_from_log(journal, store.get_log(fight.id))
        if told:
            lines = [str(frame.data["text"]) for frame in told]
            write(f"{fight.id}.log.txt", "\n".join([*lines, ""]))
    if as_json:
        print_json({"folder": str(folder), "files": files})
    else:
        say(f"{count_text(found)} in {folder}: tapes, and logs where they are stored")
    return 0


def tape_text(fight: Any, answers: Iterable[str]) -> str:
    """Return a stored fight as the file of its tape. Its seed stays secret."""
    from affray.core.tape import Tape

    head = Tape(fight.scenario, fight.ruleset, fight.revision, fight.version, []).text()
    return head + "".join(f"{line}\n" for line in answers)


def prune(
    store: Store,
    ids: list[str],
    idle: float | None,
    most: int | None,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Delete the named fights, the idle ones, and the oldest of too many."""
    if not ids and idle is None and most is None:
        raise data_error("say which: fights by their ids, --idle DAYS or --most N")
    known = {fight.id for fight in find_fights(store.list_fights(), ids)} if ids else set()
    since = None if idle is None else time() - idle * DAY
    found = sorted(known | set(store.find_prunable(since, most)))
    if not dry_run:
        for fight in found:
            store.delete(fight)
    if as_json:
        print_json({"deleted": not dry_run, "fights": found})
        return 0
    for fight in found:
        say(fight)
    say(f"{count_text(found)} {'to be deleted' if dry_run else 'deleted'}")
    return 0


def check(store: Store, found: list[FightSummary], as_json: bool) -> int:
    """Play the tape of each fight by the rules of this version; 1 where one does not play."""
    results = [check_fight(store, fight) for fight in found]
    broken = [one for one in results if one["result"] == "broken"]
    other = [one for one in results if one["result"] == "other revision"]
    if as_json:
        print_json(results)
        return 1 if broken else 0
    for one in [*other, *broken]:
        say(f"{one['fight']} ({one['name']}): {one['reason']}")
    plays = len(results) - len(broken) - len(other)
    say(f"{plays} played, {len(other)} of another revision, {len(broken)} broken")
    return 1 if broken else 0


def check_fight(store: Store, summary: FightSummary) -> dict[str, str]:
    """Return whether a fight's tape plays by the rules, and why not."""
    from affray.library import check_revision
    from affray.web.rooms.room import Room

    fight = store.get_fight(summary.id)
    tests: list[tuple[str, Callable[[], object]]] = [
        (
            "other revision",
            lambda: check_revision(fight.ruleset, fight.revision, fight.version),
        ),
        ("broken", lambda: Room.begin(fight, store.get_journal(fight.id))),
    ]
    for result, test in tests:
        try:
            test()
        except Exception as error:  # whatever a damaged journal leads to
            reason = str(error) or type(error).__name__
            return {"fight": fight.id, "name": fight.name, "result": result, "reason": reason}
    return {"fight": fight.id, "name": fight.name, "result": "plays", "reason": ""}
