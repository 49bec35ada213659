"""Reviews of a fight's decisions.

A review says whether another option was better and by how much. For an action, it also compares the
harm it did with the harm it does on average.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.problems import InvalidDataError
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.tape import Answer, OpenQuestionError, TapeTable, choice_answer
from affray.lab.odds.fighter_states import FighterState, fighter_states
from affray.lab.odds.questions import (
    ActionEndedError,
    ActionPlayoutTable,
    option_odds,
    play_action,
)
from affray.lab.statistics import Z95
from affray.lab.study.paired_playouts import SEEDS_PER_STUDY, PairCounts, play_snapshots
from affray.lab.study.points import DecisionPoint, StudiedFight
from affray.lab.study.win_curve import NONE, Estimate, PairScores
from affray.players.strong import MIN_TRIALS, Budget, SequentialHalvingSearch, shortlist

MOST_HARM_PATHS = 1500
"""If an action can go in more ways than this, its harm is sampled."""

HARM_SAMPLES = 400

SEARCH_SHARE = 0.25
"""The number of trials in the search for a better option, per playout of a probability."""

SHORT_CHECK, LONG_CHECK = 0.25, 2.0
"""The maximum playouts in the check of a better option, per playout of a probability: in a first
check, and in a longer check if the option seems to matter."""


@dataclass(frozen=True)
class Harm:
    """The harm that actions did to the opponents' health, and the harm they do on average."""

    actual: float = 0.0
    expected: Estimate = NONE

    def __add__(self, other: Harm) -> Harm:
        return Harm(self.actual + other.actual, self.expected + other.expected)


class OptionName(NamedTuple):
    """The key and the text of an option."""

    key: str
    text: str


@dataclass(frozen=True)
class DecisionReview:
    """The review of one decision."""

    rival: OptionName | None
    """The option that seemed better than the chosen one, if any."""
    checked: PairCounts
    """The results of paired playouts after the chosen option and the rival."""
    lead: Estimate
    """The advantage of the rival over the chosen option, in wins."""
    harm: Harm | None
    """The harm to the opponents, if the decision began an action."""

    @property
    def best(self) -> str:
        """Return the text of the option that would have been better.

        Empty if the difference may be chance.
        """
        return self.rival.text if self.rival and self.lead.value > self.lead.error else ""

    @property
    def cost(self) -> Estimate:
        """Return the cost of the decision against the best option.

        Zero if the difference may be chance.
        """
        return self.lead if self.lead.value > self.lead.error else NONE

    def is_open(self, target: float) -> bool:
        """Return whether the rival may be better but its lead is not known precisely enough."""
        lead = self.lead
        may_be_better = self.rival is not None and lead.value + lead.error >= target / 2
        return may_be_better and lead.error > max(target / 2, lead.value / 3)


class OneActionTable(TapeTable):
    """A table that reads a tape until the end of the action that begins with a given answer."""

    def __init__(self, answers: list[Answer], first: int) -> None:
        super().__init__(answers)
        self.first = first

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the tape's answer; raise ActionEndedError at the next action."""
        if question.kind == "turn" and self.answers_read > self.first:
            raise ActionEndedError
        return super().ask(fight, question)


class DecisionReviewer:
    """A reviewer of the decisions of one fight."""

    def __init__(self, studied: StudiedFight, playouts: int, seed: int) -> None:
        self.studied = studied
        self.playouts = playouts
        self.seed = seed

    @property
    def target(self) -> float:
        """Return the error that this number of playouts leaves for a probability of 50 %."""
        return target_error(self.playouts)

    def review(self, number: int, is_decided: bool) -> DecisionReview:
        """Review a decision.

        If the fight is already decided, no better option is searched for.
        """
        decision = self.studied.decisions[number]
        if decision.side == GM:
            return DecisionReview(None, PairCounts(), NONE, None)
        question = self.studied.open_question(decision.answers).question
        chosen = question.option(self.studied.history.answers[decision.answers].choice)
        assert chosen is not None
        rival, checked, lead = None, PairCounts(), NONE
        if not is_decided:
            rival = self.find_rival(number, question, chosen)
        if rival is not None:
            checked, lead = self.check_lead(number, rival, PairCounts(), SHORT_CHECK)
        harm = self.harm(number, chosen) if decision.kind == "turn" else None
        return DecisionReview(rival, checked, lead, harm)

    def review_again(self, number: int, review: DecisionReview) -> DecisionReview:
        """Return the review again with more playouts of the two options."""
        assert review.rival is not None
        checked, lead = self.check_lead(number, review.rival, review.checked, LONG_CHECK)
        return replace(review, checked=checked, lead=lead)

    def search_seed(self, number: int) -> int:
        """Return the seed of the search at a decision; the next two seeds belong to the check."""
        return self.seed * SEEDS_PER_STUDY - 4 * number - 4

    def find_rival(self, number: int, question: Question, chosen: Option) -> OptionName | None:
        """Return the option that seems better than the chosen one, if any."""
        decision = self.studied.decisions[number]
        snapshot = self.studied.history.snapshot(decision.answers)
        search = SequentialHalvingSearch(
            snapshot, decision.who, decision.side, self.studied.players, self.search_seed(number)
        )
        options = shortlist(question.options, chosen)
        trials = max(int(SEARCH_SHARE * self.playouts), 2 * MIN_TRIALS * len(options))
        best = search.run(options, chosen, Budget(trials))
        return None if best is chosen else OptionName(best.key, best.text)

    def check_lead(
        self, number: int, rival: OptionName, checked: PairCounts, most: float
    ) -> tuple[PairCounts, Estimate]:
        """Compare an option with the one on the tape; return the playouts and its lead.

        The playouts are added to `checked`. The check ends early if the option proves not to be
        better. The winner of a search was lucky, so the check uses other dice than the search.
        """
        decision = self.studied.decisions[number]
        snapshot = self.studied.history.snapshot(decision.answers)
        after_chosen = snapshot.with_answer(self.studied.history.answers[decision.answers])
        after_rival = snapshot.with_answer(choice_answer(decision.who, rival.key))
        seed, counts = self.search_seed(number) + 2, PairCounts(checked)
        while True:
            played = sum(counts.values())
            counts += play_snapshots(
                after_chosen,
                after_rival,
                self.studied.players,
                seed,
                played,
                played or max(20, self.playouts // 8),
            )
            played = sum(counts.values())
            lead = PairScores.of(counts, decision.side).difference()
            is_enough = 2 * played >= self.playouts and lead.error <= max(
                self.target / 2, lead.value / 3
            )
            if (
                is_enough
                or lead.value + lead.error < self.target / 2
                or played >= most * self.playouts
            ):
                return counts, lead

    def harm(self, number: int, chosen: Option) -> Harm:
        """Return the harm that an action did to the opponents, and the expected harm."""
        decision = self.studied.decisions[number]
        fight = self.studied.open_question(decision.answers).fight
        before = fighter_states(fight)
        others = [int(one.index) for one in fight.roster() if one.side != decision.side]
        after = fighter_states(self.after_action(decision.answers))
        actual = float(sum(before[who].health - after[who].health for who in others))
        return Harm(actual, self.expected_harm(decision, chosen, before, others))

    def expected_harm(
        self,
        decision: DecisionPoint,
        chosen: Option,
        before: list[FighterState],
        others: list[int],
    ) -> Estimate:
        """Return the mean harm of an action to the opponents.

        The value is exact if all outcomes of the action can be counted, otherwise it is sampled.
        """
        snapshot = self.studied.history.snapshot(decision.answers)
        players = self.studied.players
        try:
            odds = option_odds(
                snapshot, decision.who, chosen, before, players, most_paths=MOST_HARM_PATHS
            )
            mean = odds.mean_harm(before)
            return Estimate(sum(mean.get(who, 0.0) for who in others), 0.0)
        except InvalidDataError:
            pass
        answers = [*snapshot.answers, choice_answer(decision.who, chosen.key)]
        sampled = []
        for sample in range(HARM_SAMPLES):
            live = ActionPlayoutTable(Dice(self.seed, sample), players)
            after = fighter_states(play_action(snapshot.fight, TapeTable(answers, live)))
            sampled.append(sum(before[who].health - after[who].health for who in others))
        return Estimate(fmean(sampled), Z95 * sqrt(variance(sampled) / HARM_SAMPLES))

    def after_action(self, answers: int) -> Fight:
        """Return the fight at the end of the action that a decision began."""
        history = self.studied.history
        snapshot = history.snapshot(answers)
        read = answers - len(snapshot.answers)
        table = OneActionTable(history.answers[read:], answers - read)
        fight = snapshot.fight.copy(table)
        with suppress(ActionEndedError, OpenQuestionError):
            fight.step()
        return fight


def target_error(playouts: int) -> float:
    """Return the error that `playouts` leave for a probability of 50 % (half the 95 % interval)."""
    return Z95 * sqrt(0.25 / playouts)
