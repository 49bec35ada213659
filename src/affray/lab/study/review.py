"""Reviews the decisions of a fight: the chances before and after each, and what would have been
better.

The chances at a point come from many playouts from there by simple players.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

from affray.core.fight import Fight
from affray.core.playouts import FightHistory, PlayoutResults, Snapshot
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.core.tape import (
    Answer,
    OpenQuestionError,
    RecordingTable,
    TapeTable,
    choice_answer,
    parse_answer,
)
from affray.lab.odds.fighter_states import fighter_states
from affray.lab.odds.questions import ActionEndedError, option_odds
from affray.lab.simulation.batches import ScenarioJob
from affray.lab.statistics import Z95
from affray.library import Scenario
from affray.players.strong import Budget, SequentialHalvingSearch, shortlist

SEARCH_FACTOR = 4
"""How many times the playouts of a chance the search for a better option may take."""


@dataclass
class Harm:
    """What a side's actions did to the others' health, and what they do on average."""

    actual: float = 0.0
    expected: float = 0.0


@dataclass
class DecisionReview:
    """A decision reviewed: the chances before and after it, by side, a draw counting half."""

    before: list[float]
    after: list[float]
    best: str
    """The text of the option that would have been best: the chosen one or another."""
    cost: float
    """How much of a win the decision cost against the best; 0 where that may be chance."""
    harm: Harm | None
    """What the action did to the others, where the decision began one."""


@dataclass(frozen=True)
class DecisionPoint:
    """A decision as the tape has it, and where in the log it stands."""

    answers: int
    """How many answers had been given before."""
    events: int
    """How many events had been told before."""
    round: int
    side: int
    who: str
    kind: str
    prompt: str
    chosen: str


class DecisionRecordingTable(RecordingTable):
    """Plays a tape, and records its decisions beside its events."""

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(TapeTable(answers))
        self.decisions: list[DecisionPoint] = []

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Gives the tape's answer, and records a decision of a side."""
        answers, events = len(self.answers), len(self.events)
        answer = super().ask(fight, question)
        setup = fight.setup
        if isinstance(answer, Option) and question.side >= 0:
            self.decisions.append(
                DecisionPoint(
                    answers,
                    events,
                    int(fight.round),
                    int(question.side),
                    setup.asked_name(question),
                    question.kind,
                    setup.prompt(question),
                    answer.text,
                )
            )
        return answer


class OneActionTable(TapeTable):
    """Reads a tape until the action that begins with its n-th answer is over."""

    def __init__(self, answers: list[Answer], first: int) -> None:
        super().__init__(answers)
        self.first = first

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Gives the tape's answer; raises ActionEndedError where it is for the next action."""
        if question.kind == "turn" and self.answers_read > self.first:
            raise ActionEndedError
        return super().ask(fight, question)


@dataclass(frozen=True)
class ReviewJob(ScenarioJob):
    """The review of a fight's decisions."""

    tape: tuple[str, ...]
    playouts: int
    seed: int

    def review(self, first: int, count: int) -> list[DecisionReview]:
        """Reviews some of the decisions."""
        reviewer = cached_reviewer(self)
        return [reviewer.review(one) for one in reviewer.decisions[first : first + count]]


@lru_cache(maxsize=2)
def cached_reviewer(job: ReviewJob) -> DecisionReviewer:
    """The reviewer of a fight, made once in each worker."""
    answers = [parse_answer(line, number + 1) for number, line in enumerate(job.tape)]
    return DecisionReviewer(job.scenario(), answers, job.playouts, job.seed)


class DecisionReviewer:
    """Plays on from the points of a fight to review its decisions."""

    def __init__(self, scenario: Scenario, answers: list[Answer], playouts: int, seed: int) -> None:
        self.scenario = scenario
        self.history = FightHistory(scenario.setup, answers)
        self.players: list[Player] = [scenario.ruleset.simple_player()] * len(scenario.sides)
        self.playouts = playouts
        self.seed = seed
        table = DecisionRecordingTable(answers)
        self.fight = scenario.setup.new_fight(table)
        with suppress(OpenQuestionError):
            self.fight.play()
        self.events = table.events
        self.decisions = table.decisions

    def chances(self, answers: int) -> list[float]:
        """Every side's chance when so many answers had been given; a draw is half a win."""
        snapshot = self.history.snapshot(answers)
        return scores(snapshot.play_out(self.players, self.seed, self.playouts))

    def review(self, decision: DecisionPoint) -> DecisionReview:
        """Reviews a decision: its chances, and whether another option was better."""
        at = decision.answers
        snapshot = self.history.snapshot(at)
        question = self.open_question(at).question
        search = SequentialHalvingSearch(
            snapshot, decision.who, decision.side, self.players, self.seed
        )
        chosen = question.option(self.history.answers[at].choice)
        assert chosen is not None
        budget = Budget(self.playouts * SEARCH_FACTOR)
        best = search.run(shortlist(question.options, chosen), chosen, budget)
        # the winner of a search was lucky in it, so its lead is measured with other dice
        cost = 0.0
        if best is not chosen:
            cost = self.chance_after(snapshot, decision, best) - self.chance_after(
                snapshot, decision, chosen
            )
        is_sure = cost > Z95 * sqrt(0.5 / self.playouts)
        return DecisionReview(
            self.chances(at),
            self.chances(at + 1),
            best.text if is_sure else chosen.text,
            cost if is_sure else 0.0,
            self.harm(decision, chosen) if decision.kind == "turn" else None,
        )

    def chance_after(self, snapshot: Snapshot, decision: DecisionPoint, option: Option) -> float:
        """The chance of the side that decided, had it chosen this."""
        after = snapshot.with_answer(choice_answer(decision.who, option.key))
        results = after.play_out(self.players, self.seed + 1, self.playouts)
        return results.score(decision.side)

    def harm(self, decision: DecisionPoint, chosen: Option) -> Harm | None:
        """What an action did to the others' health, and what it does on average; None where it
        can go too many ways to weigh each."""
        at = decision.answers
        before = fighter_states(self.open_question(at).fight)
        snapshot = self.history.snapshot(at)
        try:
            odds = option_odds(snapshot, decision.who, chosen, before, self.players)
        except InvalidDataError:
            return None
        others = {int(one.index) for one in self.fight.roster() if one.side != decision.side}
        mean = odds.mean_harm(before)
        after = fighter_states(self.after_action(at))
        lost = sum(before[who].health - after[who].health for who in others)
        return Harm(float(lost), sum(mean.get(who, 0.0) for who in others))

    def open_question(self, answers: int) -> OpenQuestionError:
        """What is asked when so many answers have been given, and the fight there."""
        snapshot = self.history.snapshot(answers)
        try:
            snapshot.fight.copy(TapeTable(snapshot.answers)).step()
        except OpenQuestionError as question:
            return question
        raise AssertionError("a decision is asked for")

    def after_action(self, answers: int) -> Fight:
        """The fight at the end of the action that a decision began."""
        snapshot = self.history.snapshot(answers)
        read = answers - len(snapshot.answers)
        table = OneActionTable(self.history.answers[read:], answers - read)
        fight = snapshot.fight.copy(table)
        with suppress(ActionEndedError, OpenQuestionError):
            fight.step()
        return fight


def scores(results: PlayoutResults) -> list[float]:
    """Every side's share of the playouts, a draw counting half."""
    return [results.score(side) for side in range(len(results.wins))]
