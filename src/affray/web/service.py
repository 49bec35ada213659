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
from affray.players import player_factories
from affray.store import (
    BACK,
    REFUSE,
    Kept,
    Line,
    NotThere,
    Request,
    Store,
    Taken,
    answered,
    request_of,
)
from affray.version import VERSION
from affray.web.hub import Hub
from affray.web.settings import Settings
from affray.web.shapes import AnswerGiven, BranchGiven, Links, NewFight, NewTape
from affray.web.sitting import AT_ONCE, PERSON, Position, Sitting
from affray.web.story import may_answer, tape_lines
from affray.web.work import leave_signals_to_the_parent, think

log = logging.getLogger("affray.web")

MOST_FIGHTERS = 120
"""Fighters in one fight of the page."""


class Forbidden(Exception):
    """A link was used for what it may not do."""


def read_text(text: str, name: str, limit: int) -> Scenario:
    """A scenario from text that anybody may have sent."""
    if len(text) > limit:
        raise data_error(f"a scenario has at most {limit:,} characters here", "", name)
    try:
        scenario = parse(text, name)
    except InvalidDataError:
        raise
    except (ValueError, RecursionError, OverflowError) as error:
        raise data_error(f"this cannot be read: {str(error)[:200]}", "", name) from None
    if len(scenario.setup.names) > MOST_FIGHTERS:
        raise data_error(f"at most {MOST_FIGHTERS} fighters fit on the page's table", "sides", name)
    return scenario


class Service:
    """The fights of a store, played by their rules."""

    def __init__(self, store: Store, hub: Hub, settings: Settings) -> None:
        self.store = store
        self.hub = hub
        self.settings = settings
        self._thinkers: ProcessPoolExecutor | None = None
        self._thinking: set[tuple[str, int]] = set()
        self._lock = threading.Lock()

    def close(self) -> None:
        """Stops whoever is thinking."""
        if self._thinkers is not None:
            self._thinkers.shutdown(wait=False, cancel_futures=True)

    # --- opening ---

    def role(self, fight: str, secret: str) -> str:
        """Whose link this is, or NotThere: a wrong link and no fight look the same."""
        found = self.store.role(fight, secret)
        if found is None:
            raise NotThere(fight)
        return found

    def sitting(self, fight: str, purpose: str = "play") -> Sitting:
        """A kept fight with its journal."""
        return Sitting(self.store.fight(fight), self.store.journal(fight), purpose)

    # --- beginning ---

    def begin(self, given: NewFight) -> Links:
        """Begins a fight and plays it to its first question for a person."""
        scenario = read_text(given.scenario, given.name, self.settings.scenario_limit)
        players = seats(scenario, given.players)
        seed = given.seed if given.seed is not None else secrets.randbits(64)
        kept = new_kept(given.scenario, given.name, scenario, seed, players, given.gm)
        return self._keep(kept, [])

    def take_in(self, given: NewTape) -> Links:
        """A fight from a tape, for all sides to be played on by people."""
        try:
            tape = parse_tape(given.tape)
        except TapeError as error:
            raise data_error(str(error), "", given.name) from None
        read_text(tape.scenario, given.name, self.settings.scenario_limit)
        scenario = scenario_of_tape(tape, given.name)
        players = tuple(PERSON for _ in scenario.sides)
        seed = secrets.randbits(64)
        kept = new_kept(tape.scenario, given.name, scenario, seed, players, PERSON)
        return self._keep(kept, [answer.text() for answer in tape.answers])

    def branch(self, fight: str, given: BranchGiven) -> Links:
        """Another fight that begins as this one did, with dice of its own from there on."""
        sitting = self.sitting(fight)
        if given.at > len(sitting.tape):
            raise data_error(f"the fight has {len(sitting.tape)} answers", "at")
        kept = sitting.kept
        players = seats(sitting.scenario, given.players or list(kept.players))
        new = new_kept(
            kept.scenario,
            kept.name,
            sitting.scenario,
            secrets.randbits(64),
            players,
            given.gm or kept.gm,
            (kept.id, given.at),
        )
        return self._keep(new, sitting.tape[: given.at])

    def _keep(self, kept: Kept, tape: list[str]) -> Links:
        """Plays a new fight on to its first question, and keeps it."""
        start = Sitting(kept, answered(tape))
        try:
            position = start.played_on([], self.settings.answer_limit)
        except TapeError as error:
            raise data_error(str(error), "", kept.name) from None
        given = {"gm": secrets.token_urlsafe(24), "onlooker": secrets.token_urlsafe(24)}
        for side in range(len(kept.players)):
            given[f"side {side}"] = secrets.token_urlsafe(24)
        self.store.create(kept, tape_lines(0, position), given)
        self._think_if_needed(kept.id, start, position, len(position.answers))
        sides = [given[f"side {side}"] for side in range(len(kept.players))]
        return Links(id=kept.id, gm=given["gm"], onlooker=given["onlooker"], sides=sides)

    # --- playing ---

    def answer(self, fight: str, role: str, given: AnswerGiven) -> tuple[int, Position]:
        """Takes an answer or a ruling, plays on, and keeps all of it at once."""
        sitting = self._current(fight, given.number)
        position = sitting.now()
        if position.question is None:
            raise data_error("the fight is over; take back or branch to go another way")
        answer = self._ruling(role, given) if given.ruling else None
        if answer is None:
            answer = self._choice(sitting, position, role, given)
        after = sitting.played_on([answer], self.settings.answer_limit)
        lines = tape_lines(len(sitting.tape), after)
        number = self._append(fight, sitting.number, lines)
        self._think_if_needed(fight, sitting, after, number)
        return number, after

    def _ruling(self, role: str, given: AnswerGiven) -> Answer:
        """A ruling that can be read again as it was given."""
        ruling = given.ruling
        assert ruling is not None
        if role != "gm":
            raise Forbidden("only the game master's link can rule")
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

    def _choice(
        self, sitting: Sitting, position: Position, role: str, given: AnswerGiven
    ) -> Answer:
        """The option that was chosen, if it is one and the link may choose it."""
        question = position.question
        assert question is not None
        setup = sitting.scenario.setup
        if sitting.player_of(question) != PERSON:
            raise Forbidden(
                f"{setup.asked_name(question)} is played by {sitting.player_of(question)}"
            )
        if not may_answer(role, int(question.side)):
            raise Forbidden(f"this is for {setup.asked_name(question)} to answer")
        option = question.option(given.option) if given.option is not None else None
        if option is None:
            keys = ", ".join(f"'{one.key}'" for one in question.options[:12])
            raise data_error(f"{setup.prompt(question)} The answers are {keys}", "option")
        return choice_answer(setup.asked_name(question), option.key)

    # --- taking back ---

    def take_back(self, fight: str, role: str, number: int, to: int) -> int:
        """Takes back, or asks to: the game master decides, or the other side grants it."""
        sitting = self._current(fight, number)
        decided = decisions_of(sitting.tape)
        if to not in decided:
            listed = ", ".join(str(one) for one in decided[-8:])
            raise data_error(f"one takes back a decision; the last are at {listed or 'none'}", "to")
        if role == "onlooker":
            raise Forbidden("onlookers cannot take back")
        wish = request_of(sitting.journal)
        granted = wish is not None and wish.role != role and wish.to == to
        if role == "gm" or granted:
            return self._cut(sitting, to)
        return self._append(fight, sitting.number, [Request(role, to).line()])

    def _cut(self, sitting: Sitting, to: int) -> int:
        """Shortens the tape, and plays on where it now ends with somebody who is no person."""
        back = Line(BACK, str(to))
        shorter = Sitting(sitting.kept, [*sitting.journal, back])
        after = shorter.played_on([], self.settings.answer_limit)
        lines = [back, *tape_lines(to, after)]
        number = self._append(sitting.kept.id, sitting.number, lines)
        self._think_if_needed(sitting.kept.id, sitting, after, number)
        return number

    def refuse(self, fight: str, role: str, number: int) -> int:
        """Refuses what somebody else asked for, or withdraws one's own wish."""
        sitting = self._current(fight, number)
        if role == "onlooker":
            raise Forbidden("onlookers have no say in this")
        if request_of(sitting.journal) is None:
            raise data_error("nobody asks to take back")
        return self._append(fight, sitting.number, [Line(REFUSE, role)])

    # --- what happens by itself ---

    def go_on(self, fight: str) -> None:
        """Has a player think who was about to when the service last stopped."""
        sitting = self.sitting(fight)
        position = sitting.now()
        if len(position.answers) > len(sitting.tape) or (
            position.question is not None and sitting.player_of(position.question) in AT_ONCE
        ):
            after = sitting.played_on([], self.settings.answer_limit)
            try:
                lines = tape_lines(len(sitting.tape), after)
                number = self._append(fight, sitting.number, lines)
            except Taken:
                return
            self._think_if_needed(fight, sitting, after, number)
            return
        self._think_if_needed(fight, sitting, position, sitting.number)

    def _think_if_needed(
        self, fight: str, sitting: Sitting, position: Position, number: int
    ) -> None:
        question = position.question
        if question is None or sitting.player_of(question) in {PERSON, *AT_ONCE}:
            return
        with self._lock:
            if (fight, number) in self._thinking:
                return
            self._thinking.add((fight, number))
        journal = self.store.journal(fight)
        job = self._set_to_think(sitting.kept, journal)
        job.add_done_callback(lambda done: self._thought(fight, number, len(journal), done))

    def _set_to_think(self, kept: Kept, journal: list[Line]) -> Future[list[str]]:
        """Hands a decision to another process; those that broke down are replaced."""
        with self._lock:
            for _ in range(2):
                if self._thinkers is None:
                    self._thinkers = ProcessPoolExecutor(
                        self.settings.workers, get_context("spawn"), leave_signals_to_the_parent
                    )
                try:
                    return self._thinkers.submit(think, kept, journal, self.settings.answer_limit)
                except BrokenExecutor:
                    self._thinkers = None
        raise BrokenExecutor("no process can be started to think in")

    def _thought(self, fight: str, number: int, after: int, done: Future[list[str]]) -> None:
        """Keeps what a player came to, unless somebody took back meanwhile."""
        with self._lock:
            self._thinking.discard((fight, number))
        if done.cancelled():
            return
        try:
            self._append(fight, after, answered(done.result()))
        except Taken:
            pass
        except Exception:
            log.exception("a player could not decide", extra={"fields": {"fight": fight}})
            return
        self.go_on(fight)

    # --- the journal ---

    def _current(self, fight: str, number: int) -> Sitting:
        """The fight, if this is still the question that is open."""
        sitting = self.sitting(fight)
        if sitting.number != number:
            raise Taken(fight)
        return sitting

    def _append(self, fight: str, after: int, lines: list[Line]) -> int:
        if after + len(lines) > self.settings.answer_limit:
            raise data_error("this fight has grown too long to be kept; branch from it")
        number = self.store.append(fight, after, lines)
        self.hub.changed(fight)
        return number


def decisions_of(tape: list[str]) -> list[int]:
    """Where on a tape somebody decided something."""
    return [number for number, text in enumerate(tape) if not text.startswith("roll ")]


def seats(scenario: Scenario, given: list[str] | None) -> tuple[str, ...]:
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
    if name not in player_factories():
        raise data_error(unknown_name("player", name, player_factories()), key)


def new_kept(
    text: str,
    name: str,
    scenario: Scenario,
    seed: int,
    players: tuple[str, ...],
    gm: str,
    parent: tuple[str, int] | None = None,
) -> Kept:
    """The beginning of a fight that is new."""
    return Kept(
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
