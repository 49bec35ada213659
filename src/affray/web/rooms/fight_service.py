"""What can be done with kept fights: begin, answer, rule, take back, branch."""

from __future__ import annotations

import logging
import secrets
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context

from affray.api import scenario_of_tape
from affray.core.problems import InvalidDataError, data_error, unknown_name
from affray.core.questions import Ruling
from affray.core.tape import (
    Answer,
    TapeError,
    choice_answer,
    parse_answer,
    parse_tape,
    ruling_answer,
)
from affray.library import Scenario, parse
from affray.players import makers
from affray.store import (
    REFUSAL,
    TAKE_BACK,
    AlreadyAnsweredError,
    FightNotFoundError,
    JournalLine,
    Store,
    StoredFight,
    TakeBackWish,
    answer_lines,
    open_wish,
)
from affray.version import VERSION
from affray.web.messages import (
    AnswerRequest,
    BranchRequest,
    LinksResponse,
    NewFightRequest,
    NewTapeRequest,
)
from affray.web.rooms.room import INSTANT_PLAYERS, PERSON, Position, Room
from affray.web.rooms.story import may_answer, new_lines
from affray.web.rooms.subscriptions import Subscriptions
from affray.web.settings import Settings
from affray.web.workers.tasks import ignore_interrupts_and_die_with_parent, think

log = logging.getLogger("affray.web")

MAX_FIGHTERS = 120
"""Fighters in one fight of the page."""


class ForbiddenError(Exception):
    """A link was used for what it may not do."""


def read_scenario_text(text: str, name: str, limit: int) -> Scenario:
    """A scenario from text that anybody may have sent."""
    if len(text) > limit:
        raise data_error(f"a scenario has at most {limit:,} characters here", "", name)
    try:
        scenario = parse(text, name)
    except InvalidDataError:
        raise
    except (ValueError, RecursionError, OverflowError) as error:
        raise data_error(f"this cannot be read: {str(error)[:200]}", "", name) from None
    if len(scenario.setup.names) > MAX_FIGHTERS:
        raise data_error(f"at most {MAX_FIGHTERS} fighters fit on the page's table", "sides", name)
    return scenario


class FightService:
    """The fights of a store, played by their rules."""

    def __init__(self, store: Store, subscriptions: Subscriptions, settings: Settings) -> None:
        self.store = store
        self.subscriptions = subscriptions
        self.settings = settings
        self._thinkers: ProcessPoolExecutor | None = None
        self._thinking: set[tuple[str, int]] = set()
        self._lock = threading.Lock()

    def close(self) -> None:
        """Stops whoever is thinking."""
        if self._thinkers is not None:
            self._thinkers.shutdown(wait=False, cancel_futures=True)

    # --- opening ---

    def role_of_link(self, fight: str, secret: str) -> str:
        """Whose link this is, or FightNotFoundError: a wrong link and no fight look the same."""
        found = self.store.role_of_link(fight, secret)
        if found is None:
            raise FightNotFoundError(fight)
        return found

    def open_room(self, fight: str, purpose: str = "play") -> Room:
        """A kept fight with its journal."""
        return Room(self.store.get_fight(fight), self.store.get_journal(fight), purpose)

    # --- beginning ---

    def begin_fight(self, given: NewFightRequest) -> LinksResponse:
        """Begins a fight and plays it to its first question for a person."""
        scenario = read_scenario_text(given.scenario, given.name, self.settings.scenario_limit)
        players = check_players_of_sides(scenario, given.players)
        seed = given.seed if given.seed is not None else secrets.randbits(64)
        stored = new_stored_fight(given.scenario, given.name, scenario, seed, players, given.gm)
        return self._store_and_start(stored, [])

    def import_tape(self, given: NewTapeRequest) -> LinksResponse:
        """A fight from a tape, for all sides to be played on by people."""
        try:
            tape = parse_tape(given.tape)
        except TapeError as error:
            raise data_error(str(error), "", given.name) from None
        read_scenario_text(tape.scenario, given.name, self.settings.scenario_limit)
        scenario = scenario_of_tape(tape, given.name)
        players = tuple(PERSON for _ in scenario.sides)
        seed = secrets.randbits(64)
        stored = new_stored_fight(tape.scenario, given.name, scenario, seed, players, PERSON)
        return self._store_and_start(stored, [answer.text() for answer in tape.answers])

    def branch(self, fight: str, given: BranchRequest) -> LinksResponse:
        """Another fight that begins as this one did, with dice of its own from there on."""
        room = self.open_room(fight)
        if given.at > len(room.tape):
            raise data_error(f"the fight has {len(room.tape)} answers", "at")
        stored = room.stored
        players = check_players_of_sides(room.scenario, given.players or list(stored.players))
        new = new_stored_fight(
            stored.scenario,
            stored.name,
            room.scenario,
            secrets.randbits(64),
            players,
            given.gm or stored.gm,
            (stored.id, given.at),
        )
        return self._store_and_start(new, room.tape[: given.at])

    def _store_and_start(self, stored: StoredFight, tape: list[str]) -> LinksResponse:
        """Plays a new fight on to its first question, and keeps it."""
        start = Room(stored, answer_lines(tape))
        try:
            position = start.play_on([], self.settings.answer_limit)
        except TapeError as error:
            raise data_error(str(error), "", stored.name) from None
        given = {"gm": secrets.token_urlsafe(24), "onlooker": secrets.token_urlsafe(24)}
        for side in range(len(stored.players)):
            given[f"side {side}"] = secrets.token_urlsafe(24)
        self.store.create(stored, new_lines(0, position), given)
        self._think_if_needed(stored.id, start, position, len(position.answers))
        sides = [given[f"side {side}"] for side in range(len(stored.players))]
        return LinksResponse(id=stored.id, gm=given["gm"], onlooker=given["onlooker"], sides=sides)

    # --- playing ---

    def answer(self, fight: str, role: str, given: AnswerRequest) -> tuple[int, Position]:
        """Takes an answer or a ruling, plays on, and keeps all of it at once."""
        room = self._current(fight, given.number)
        position = room.position()
        if position.question is None:
            raise data_error("the fight is over; take back or branch to go another way")
        answer = self._ruling(role, given) if given.ruling else None
        if answer is None:
            answer = self._choice(room, position, role, given)
        after = room.play_on([answer], self.settings.answer_limit)
        lines = new_lines(len(room.tape), after)
        number = self._append(fight, room.number, lines)
        self._think_if_needed(fight, room, after, number)
        return number, after

    def _ruling(self, role: str, given: AnswerRequest) -> Answer:
        """A ruling that can be read again as it was given."""
        ruling = given.ruling
        assert ruling is not None
        if role != "gm":
            raise ForbiddenError("only the game master's link can rule")
        if given.option is not None:
            raise data_error("give an option or a ruling, not both", "option")
        answer = ruling_answer(Ruling(ruling.kind, ruling.fighter, ruling.value, ruling.text))
        try:
            again = parse_answer(answer.text(), 0)
        except TapeError:
            again = answer
        if again.ruling is None or again.text() != answer.text() or " | " in ruling.value:
            raise data_error("a ruling's parts hold neither '=' nor '|'", "ruling")
        return again

    def _choice(self, room: Room, position: Position, role: str, given: AnswerRequest) -> Answer:
        """The option that was chosen, if it is one and the link may choose it."""
        question = position.question
        assert question is not None
        setup = room.scenario.setup
        if room.player_of(question) != PERSON:
            raise ForbiddenError(
                f"{setup.asked_name(question)} is played by {room.player_of(question)}"
            )
        if not may_answer(role, int(question.side)):
            raise ForbiddenError(f"this is for {setup.asked_name(question)} to answer")
        option = question.option(given.option) if given.option is not None else None
        if option is None:
            keys = ", ".join(f"'{one.key}'" for one in question.options[:12])
            raise data_error(f"{setup.prompt(question)} The answers are {keys}", "option")
        return choice_answer(setup.asked_name(question), option.key)

    # --- taking back ---

    def take_back(self, fight: str, role: str, number: int, to: int) -> int:
        """Takes back, or asks to: the game master decides, or the other side grants it."""
        room = self._current(fight, number)
        decided = decision_numbers(room.tape)
        if to not in decided:
            listed = ", ".join(str(one) for one in decided[-8:])
            raise data_error(f"one takes back a decision; the last are at {listed or 'none'}", "to")
        if role == "onlooker":
            raise ForbiddenError("onlookers cannot take back")
        wish = open_wish(room.journal)
        granted = wish is not None and wish.role != role and wish.to == to
        if role == "gm" or granted:
            return self._shorten(room, to)
        return self._append(fight, room.number, [TakeBackWish(role, to).to_line()])

    def _shorten(self, room: Room, to: int) -> int:
        """Shortens the tape, and plays on where it now ends with somebody who is no person."""
        back = JournalLine(TAKE_BACK, str(to))
        shorter = Room(room.stored, [*room.journal, back])
        after = shorter.play_on([], self.settings.answer_limit)
        lines = [back, *new_lines(to, after)]
        number = self._append(room.stored.id, room.number, lines)
        self._think_if_needed(room.stored.id, room, after, number)
        return number

    def refuse(self, fight: str, role: str, number: int) -> int:
        """Refuses what somebody else asked for, or withdraws one's own wish."""
        room = self._current(fight, number)
        if role == "onlooker":
            raise ForbiddenError("onlookers have no say in this")
        if open_wish(room.journal) is None:
            raise data_error("nobody asks to take back")
        return self._append(fight, room.number, [JournalLine(REFUSAL, role)])

    # --- what happens by itself ---

    def resume(self, fight: str) -> None:
        """Has a player think who was about to when the service last stopped."""
        room = self.open_room(fight)
        position = room.position()
        if len(position.answers) > len(room.tape) or (
            position.question is not None and room.player_of(position.question) in INSTANT_PLAYERS
        ):
            after = room.play_on([], self.settings.answer_limit)
            try:
                lines = new_lines(len(room.tape), after)
                number = self._append(fight, room.number, lines)
            except AlreadyAnsweredError:
                return
            self._think_if_needed(fight, room, after, number)
            return
        self._think_if_needed(fight, room, position, room.number)

    def _think_if_needed(self, fight: str, room: Room, position: Position, number: int) -> None:
        question = position.question
        if question is None or room.player_of(question) in {PERSON, *INSTANT_PLAYERS}:
            return
        with self._lock:
            if (fight, number) in self._thinking:
                return
            self._thinking.add((fight, number))
        journal = self.store.get_journal(fight)
        job = self._submit_decision(room.stored, journal)
        job.add_done_callback(lambda done: self._on_decided(fight, number, len(journal), done))

    def _submit_decision(
        self, stored: StoredFight, journal: list[JournalLine]
    ) -> Future[list[str]]:
        """Hands a decision to another process; those that broke down are replaced."""
        with self._lock:
            for _ in range(2):
                if self._thinkers is None:
                    self._thinkers = ProcessPoolExecutor(
                        self.settings.workers,
                        get_context("spawn"),
                        ignore_interrupts_and_die_with_parent,
                    )
                try:
                    return self._thinkers.submit(think, stored, journal, self.settings.answer_limit)
                except BrokenExecutor:
                    self._thinkers = None
        raise BrokenExecutor("no process can be started to think in")

    def _on_decided(self, fight: str, number: int, after: int, done: Future[list[str]]) -> None:
        """Keeps what a player came to, unless somebody took back meanwhile."""
        with self._lock:
            self._thinking.discard((fight, number))
        if done.cancelled():
            return
        try:
            self._append(fight, after, answer_lines(done.result()))
        except AlreadyAnsweredError:
            pass
        except Exception:
            log.exception("a player could not decide", extra={"fields": {"fight": fight}})
            return
        self.resume(fight)

    # --- the journal ---

    def _current(self, fight: str, number: int) -> Room:
        """The fight, if this is still the question that is open."""
        room = self.open_room(fight)
        if room.number != number:
            raise AlreadyAnsweredError(fight)
        return room

    def _append(self, fight: str, after: int, lines: list[JournalLine]) -> int:
        if after + len(lines) > self.settings.answer_limit:
            raise data_error("this fight has grown too long to be kept; branch from it")
        number = self.store.append(fight, after, lines)
        self.subscriptions.notify(fight)
        return number


def decision_numbers(tape: list[str]) -> list[int]:
    """Where on a tape somebody decided something."""
    return [number for number, text in enumerate(tape) if not text.startswith("roll ")]


def check_players_of_sides(scenario: Scenario, given: list[str] | None) -> tuple[str, ...]:
    """Who plays each side, checked."""
    if given is None:
        return tuple(PERSON for _ in scenario.sides)
    if len(given) != len(scenario.sides):
        raise data_error(f"the scenario has {len(scenario.sides)} sides", "players")
    for number, name in enumerate(given):
        if name != PERSON:
            check_player(name, f"players.{number}")
    return tuple(given)


def check_player(name: str, key: str) -> None:
    """A player by its plain name: how much one may think is for the service to say."""
    if name not in makers():
        raise data_error(unknown_name("player", name, makers()), key)


def new_stored_fight(
    text: str,
    name: str,
    scenario: Scenario,
    seed: int,
    players: tuple[str, ...],
    gm: str,
    parent: tuple[str, int] | None = None,
) -> StoredFight:
    """The beginning of a fight that is new."""
    return StoredFight(
        secrets.token_hex(12),
        name,
        text,
        scenario.ruleset.name,
        scenario.ruleset.revision,
        VERSION,
        seed,
        players,
        gm,
        *(parent or (None, None)),
    )
