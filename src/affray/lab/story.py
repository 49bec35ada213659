"""Telling a fight afterwards: who was winning when, what turned it, what was a mistake, and how
lucky each side was.

The chances at a point come from many endings played from there by simple players. What changes
them between decisions is luck; what changes them at a decision is the decision.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from time import perf_counter
from typing import Any

from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.playouts import FightHistory, PlayoutResults, Snapshot
from affray.core.problems import InvalidDataError, data_error
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
from affray.lab.simulate import in_order, ready
from affray.lab.situation import ActionOver, option_odds, picture
from affray.lab.statistics import Z95
from affray.lab.workers import crew_for
from affray.library import Scenario
from affray.players.strong import Budget, Race, shortlist

ENDINGS = 400
"""How many endings each chance is taken from."""

TELLING = ("hurt", "out", "ruling", "end")
"""The kinds of events that say what dice came to."""


@dataclass
class Harm:
    """What a side's actions did to the others' health, and what they should have done."""

    actual: float = 0.0
    expected: float = 0.0


@dataclass
class Judged:
    """A decision looked at again: the chances before and after it, by side, draws half each."""

    before: list[float]
    after: list[float]
    best: str
    """What would have been best: the text of an option, the same as was chosen or another."""
    cost: float
    """How much of a win the decision cost against the best; 0 where that may be chance."""
    harm: Harm | None
    """What the action did to the others, where it was one."""


@dataclass
class Beat:
    """A decision of the fight, and what followed until the next."""

    number: int
    round: int
    side: str
    who: str
    asked: str
    chose: str
    told: list[str]
    """What happened next, in sentences."""
    judged: Judged
    then: list[float] = field(default_factory=list)
    """The chances when the next decision came up, or the end."""

    def luck(self, side: int) -> float:
        """What the dice after this decision did to a side's chances."""
        return self.then[side] - self.judged.after[side]

    def data(self, sides: list[str]) -> dict[str, Any]:
        """The beat, as JSON has it."""
        return {
            "number": self.number,
            "round": self.round,
            "side": self.side,
            "who": self.who,
            "asked": self.asked,
            "chose": self.chose,
            "best": self.judged.best,
            "cost": self.judged.cost,
            "before": dict(zip(sides, self.judged.before, strict=True)),
            "after": dict(zip(sides, self.judged.after, strict=True)),
            "then": dict(zip(sides, self.then, strict=True)),
            "told": self.told,
        }


@dataclass
class Story:
    """A fight told afterwards."""

    scenario: Scenario
    winner: str | None
    over: bool
    beats: list[Beat]
    opening: list[float]
    """The dice before the first decision count as luck from here."""
    endings: int
    seconds: float = 0.0
    stopped: bool = False

    def error(self) -> float:
        """Half the width of a chance's 95 % interval, at its widest."""
        return Z95 * sqrt(0.25 / self.endings)

    def luck(self) -> dict[str, float]:
        """What all dice together did to each side's chances, in wins."""
        found = {}
        for side, name in enumerate(self.scenario.sides):
            first = self.beats[0].judged.before[side] - self.opening[side] if self.beats else 0.0
            found[name] = first + sum(beat.luck(side) for beat in self.beats)
        return found

    def decisions(self) -> dict[str, float]:
        """What each side's decisions cost it, in wins."""
        found = dict.fromkeys(self.scenario.sides, 0.0)
        for beat in self.beats:
            found[beat.side] += beat.judged.cost
        return found

    def harm(self) -> dict[str, Harm]:
        """What each side's actions did to the others, against what was to be expected."""
        found = {name: Harm() for name in self.scenario.sides}
        for beat in self.beats:
            if beat.judged.harm is not None:
                found[beat.side].actual += beat.judged.harm.actual
                found[beat.side].expected += beat.judged.harm.expected
        return found

    def turning_points(self, most: int = 5) -> list[tuple[Beat, float]]:
        """The beats whose dice moved the first side's chances most, surely more than by the
        chance of our endings."""
        moved = [(beat, beat.luck(0)) for beat in self.beats]
        sure = [one for one in moved if abs(one[1]) > self.error()]
        return sorted(sure, key=lambda one: -abs(one[1]))[:most]

    def mistakes(self, most: int = 5) -> list[Beat]:
        """The decisions that cost most."""
        costly = [beat for beat in self.beats if beat.judged.cost > 0]
        return sorted(costly, key=lambda beat: -beat.judged.cost)[:most]

    def data(self) -> dict[str, Any]:
        """The story, as `affray story --json` gives it."""
        sides = list(self.scenario.sides)
        return {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "ruleset": self.scenario.ruleset.name,
            "winner": self.winner,
            "over": self.over,
            "exact": False,
            "endings": self.endings,
            "error": self.error(),
            "seconds": self.seconds,
            "stopped": self.stopped,
            "opening": dict(zip(sides, self.opening, strict=True)),
            "beats": [beat.data(sides) for beat in self.beats],
            "turning_points": [
                {"number": beat.number, "change": change} for beat, change in self.turning_points()
            ],
            "mistakes": [
                {"number": beat.number, "cost": beat.judged.cost} for beat in self.mistakes()
            ],
            "luck": self.luck(),
            "decisions": self.decisions(),
            "harm": {
                side: {"actual": harm.actual, "expected": harm.expected}
                for side, harm in self.harm().items()
            },
        }

    def _repr_html_(self) -> str:
        from affray.lab.plots import html_of, story_chart

        return html_of(story_chart(self.data()))


@dataclass(frozen=True)
class Asking:
    """A decision as the tape has it, and where in the log it stands."""

    at: int
    events: int
    round: int
    side: int
    who: str
    kind: str
    prompt: str
    chose: str


class Listening(RecordingTable):
    """Hears a fight from its tape, and notes where each decision stands."""

    def __init__(self, answers: list[Answer]) -> None:
        super().__init__(TapeTable(answers))
        self.asked: list[Asking] = []

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Notes a decision."""
        at, events = len(self.answers), len(self.events)
        answer = super().ask(fight, question)
        setup = fight.setup
        if isinstance(answer, Option) and question.side >= 0:
            self.asked.append(
                Asking(
                    at,
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


@dataclass(frozen=True)
class StoryJob:
    """The judging of a fight's decisions, as it goes to those who do it."""

    text: str
    name: str
    tape: tuple[str, ...]
    endings: int
    seed: int

    def judge(self, first: int, count: int) -> list[Judged]:
        """Looks again at some of the decisions."""
        judge = judge_of(self)
        return [judge.judge(asking) for asking in judge.asked[first : first + count]]


@lru_cache(maxsize=2)
def judge_of(job: StoryJob) -> Judge:
    """The fight made ready to be judged, once in each worker."""
    answers = [parse_answer(line, number + 1) for number, line in enumerate(job.tape)]
    return Judge(ready(job.text, job.name), answers, job.endings, job.seed)


class Judge:
    """A fight and its moments, with somebody to play on from each."""

    def __init__(self, scenario: Scenario, answers: list[Answer], endings: int, seed: int) -> None:
        self.scenario = scenario
        self.course = FightHistory(scenario.setup, answers)
        self.players: list[Player] = [scenario.ruleset.simple_player()] * len(scenario.sides)
        self.endings = endings
        self.seed = seed
        self.table = Listening(answers)
        self.fight = scenario.setup.new_fight(self.table)
        with suppress(OpenQuestionError):
            self.fight.play()
        self.asked = self.table.asked

    def chances(self, answers: int) -> list[float]:
        """Every side's chance when so many answers had been given; a draw is half a win."""
        return scores(self.course.snapshot(answers).play_out(self.players, self.seed, self.endings))

    def judge(self, asking: Asking) -> Judged:
        """Looks at a decision again: was there a better one?"""
        answers = self.course.answers
        moment = self.course.snapshot(asking.at)
        question = question_at(self.course, asking.at)
        race = Race(moment, asking.who, asking.side, self.players, self.seed)
        chosen = question.option(answers[asking.at].choice)
        assert chosen is not None
        best = race.run(shortlist(question.options, chosen), chosen, Budget(self.endings * 4))
        # the winner of a race was lucky in it, so its lead is measured with other dice
        cost = 0.0
        if best is not chosen:
            better, played = (self.chance_after(moment, asking, one) for one in (best, chosen))
            cost = better - played
        surely = cost > Z95 * sqrt(0.5 / self.endings)
        return Judged(
            self.chances(asking.at),
            self.chances(asking.at + 1),
            best.text if surely else chosen.text,
            cost if surely else 0.0,
            self.harm(asking, chosen) if asking.kind == "turn" else None,
        )

    def chance_after(self, moment: Snapshot, asking: Asking, option: Option) -> float:
        """The chance of whoever decided, had they chosen this."""
        after = moment.with_answer(choice_answer(asking.who, option.key))
        return after.play_out(self.players, self.seed + 1, self.endings).score(asking.side)

    def harm(self, asking: Asking, chosen: Option) -> Harm | None:
        """What an action did to the others' health, and what it does on average."""
        before = picture(self.fight_at(asking.at))
        moment = self.course.snapshot(asking.at)
        try:
            odds = option_odds(moment, asking.who, chosen, before, self.players)
        except InvalidDataError:
            return None  # too many ways to weigh each
        roster = self.fight.roster()
        others = {int(one.index) for one in roster if one.side != asking.side}
        mean = odds.mean_harm(before)
        after = picture(self.action_over(asking.at))
        lost = sum(before[who].health - after[who].health for who in others)
        return Harm(float(lost), sum(mean.get(who, 0.0) for who in others))

    def fight_at(self, answers: int) -> Fight:
        """The fight as it stood when a decision came up."""
        return stopped_at(self.course, answers).fight

    def action_over(self, at: int) -> Fight:
        """The fight at the end of the action that a decision began."""
        moment = self.course.snapshot(at)
        read = at - len(moment.answers)
        table = UntilActionOver(self.course.answers[read:], at - read)
        fight = moment.fight.copy(table)
        with suppress(ActionOver, OpenQuestionError):
            fight.step()
        return fight


class UntilActionOver(TapeTable):
    """Reads a tape until the action that begins with its n-th answer is over."""

    def __init__(self, answers: list[Answer], begins: int) -> None:
        super().__init__(answers)
        self.begins = begins

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """The tape's answer, unless it is for the next action."""
        if question.kind == "turn" and self.answers_read > self.begins:
            raise ActionOver
        return super().ask(fight, question)


def stopped_at(course: FightHistory, answers: int) -> OpenQuestionError:
    """What is asked when so many answers have been given, and the fight there."""
    moment = course.snapshot(answers)
    try:
        moment.fight.copy(TapeTable(moment.answers)).step()
    except OpenQuestionError as ends:
        return ends
    raise AssertionError("a decision is asked for")


def question_at(course: FightHistory, answers: int) -> Question:
    """The question that this answer of a tape was given to."""
    return stopped_at(course, answers).question


def scores(endings: PlayoutResults) -> list[float]:
    """Every side's share of the endings, a draw counting half."""
    return [endings.score(side) for side in range(len(endings.wins))]


def tell(
    scenario: Scenario,
    answers: list[Answer],
    endings: int = ENDINGS,
    seed: int = 0,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Story:
    """Tells a fight afterwards, from its tape. Ctrl-C gives the part that is done."""
    if not 10 <= endings <= 1_000_000:
        raise data_error(f"expected 10 to 1,000,000 endings, not {endings:,}", "-n")
    started = perf_counter()
    tape = tuple(answer.text() for answer in answers)
    job = StoryJob(scenario.toml(), scenario.name, tape, endings, seed)
    judge = judge_of(job)
    asked = judge.asked
    winner = int(judge.fight.winner()) if judge.fight.is_over() else -1
    found = Story(
        scenario,
        scenario.sides[winner] if winner >= 0 else None,
        judge.fight.is_over(),
        [],
        judge.chances(0),
        endings,
    )
    judged: list[Judged] = []
    try:
        with crew_for(workers, cluster, max(1, len(asked) // 4)) as crew:
            pieces = ((first, 1) for first in range(len(asked)))
            for some in in_order(crew, job.judge, pieces):
                judged.extend(some)
                if progress:
                    progress(len(judged), len(asked))
    except KeyboardInterrupt:
        found.stopped = True
        if not judged:
            raise
    last = judge.chances(len(answers))
    for number, one in enumerate(judged):
        follows = judged[number + 1].before if number + 1 < len(judged) else last
        found.beats.append(beat_of(judge, number, one, follows))
    found.seconds = perf_counter() - started
    return found


def beat_of(judge: Judge, number: int, judged: Judged, then: list[float]) -> Beat:
    """A decision with what followed it."""
    asking = judge.asked[number]
    events = judge.table.events
    upto = judge.asked[number + 1].events if number + 1 < len(judge.asked) else len(events)
    return Beat(
        number + 1,
        asking.round,
        judge.scenario.sides[asking.side],
        asking.who,
        asking.prompt,
        asking.chose,
        [text_of(judge, event) for event in events[asking.events : upto] if event.kind in TELLING],
        judged,
        then,
    )


def text_of(judge: Judge, event: Event) -> str:
    """An event as a sentence."""
    return event.text(judge.scenario.setup.phrases)
