"""An open question, for a player about to choose.

It has the odds of each option, within some seconds of computing. It also lists the kinds of
outcomes, each with an example that shows its dice and its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import thread_time
from typing import NamedTuple

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight, Setup
from affray.core.odds import Odds, OddsCache
from affray.core.playouts import FightHistory, snapshot_at_end
from affray.core.problems import data_error
from affray.core.questions import Option, Question
from affray.core.table import Player, Table
from affray.core.tape import Answer, RecordingTable, TapeTable, choice_answer
from affray.lab.odds.attacks import AttackOdds, AttackOutcome, attack_outcome, summarize
from affray.lab.odds.fighter_states import (
    STATE_VERBS,
    Changes,
    FighterState,
    changed_conditions,
    fighter_states,
    state_changes,
)
from affray.lab.odds.questions import (
    SEED,
    ActionOddsTable,
    ActionPlayoutTable,
    OptionOdds,
    OutOfTimeError,
    QuestionOdds,
    likeliest_first,
    option_odds_within,
    play_action,
    sample_odds,
)
from affray.lab.odds.replies import BEST_REPLIES, DEFAULT_REPLIES
from affray.lab.statistics import grouped

MOST_KINDS = 8
"""The maximum number of kinds of outcomes listed; the rest are summed up."""

RAREST_EXAMPLE = 5e-4
"""A kind of outcome less likely than this gets no example."""

MOST_EXAMPLES = 3000
"""The maximum number of playouts of an option to find an example of each kind."""

QUESTION_SECONDS, FEWEST_SECONDS = 30.0, 0.2
"""The processor time for all options of a question, and the minimum for one of them."""


class OptionOutcome(NamedTuple):
    """One outcome of an option: the attack's outcome, if any, and the changed fighters."""

    attack: AttackOutcome | None
    changes: Changes


@dataclass
class OptionForecast:
    """The odds of an option: its results and, for an attack, the attack's own outcomes."""

    odds: OptionOdds
    attack: AttackOdds | None
    outcomes: dict[OptionOutcome, float]


class EventWithRolls(NamedTuple):
    """An event of an example, with the dice rolled for it."""

    event: Event
    rolls: list[str]


@dataclass
class OutcomeKind:
    """A kind of outcome: its probability, and the events of an example, if one was found."""

    text: str
    p: float
    example: list[EventWithRolls]


class ExampleTable(RecordingTable):
    """A table that records each event with the dice rolled for it, after the end of the tape."""

    def __init__(self, reader: TapeTable) -> None:
        super().__init__(reader, True)
        self.reader = reader
        self.events_with_rolls: list[EventWithRolls] = []
        self._answers_told = len(reader.answers)

    def tell(self, event: Event) -> None:
        """Record an event with its dice, if it is new."""
        if self.reader.answers_left():
            return
        new = self.answers[self._answers_told :]
        self._answers_told = len(self.answers)
        rolls = [answer.text().removeprefix("roll ") for answer in new if answer.is_roll()]
        self.events_with_rolls.append(EventWithRolls(event, rolls))


class OpenQuestion:
    """An open question with the fight at that point.

    The other fighters decide as their players do.
    """

    def __init__(
        self,
        fight: Fight,
        question: Question,
        answers: Sequence[Answer],
        players: list[Player],
        cache: OddsCache | None = None,
        best_replies: bool = False,
    ) -> None:
        self.fight = fight
        self.question = question
        self.players = players
        self.cache = cache or OddsCache()
        self.asked_name = fight.setup.asked_name(question)
        self.before = fighter_states(fight)
        self.snapshot = snapshot_at_end(fight.setup, answers)
        self.best_replies = best_replies
        """Whether the other fighters give the reply that is best for them instead."""

    @cached_property
    def attack_keys(self) -> set[str]:
        """Return the keys of the options that are attacks."""
        if self.question.who < 0:
            return set()
        return {attack.key for attack in self.fight.attacks(self.question.who)}

    def forecast(self, option: Option, seconds: float) -> OptionForecast:
        """Return an option's odds: exact if there is time, otherwise sampled.

        An attack that answers another attack is judged by the end of the other's action.
        """
        if option.key not in self.attack_keys:
            odds = self.action_odds(option, seconds)
            outcomes = {OptionOutcome(None, changes): p for changes, p in odds.outcomes}
            return OptionForecast(odds, None, outcomes)
        found = self.attack_forecast(option, seconds)
        if self.question.kind != "turn":
            found.odds = self.action_odds(option, seconds)
        return found

    def action_odds(self, option: Option, seconds: float) -> OptionOdds:
        """Return the results of an option at the end of the action."""
        given = self.snapshot, self.asked_name, option, self.before, self.players, self.cache
        return option_odds_within(*given, seconds, self.best_replies)

    def attack_forecast(self, option: Option, seconds: float) -> OptionForecast:
        """Return the outcomes of an attack by itself."""
        started = thread_time()
        free_sides = set(range(len(self.fight.setup.sides))) if self.best_replies else set()
        table = ActionOddsTable([], free_sides, self.players, self.cache, started + seconds)
        try:
            odds = self.explore_attack(table, option)
            exact = True
        except OutOfTimeError:
            odds = sample_odds(
                lambda table: self.make_attack(option, table), self.players, seconds / 2
            )
            exact = False
        outcomes: dict[OptionOutcome, float] = odds.probabilities  # type: ignore[assignment]
        attacks: dict[Hashable, float] = grouped(outcomes, lambda outcome: outcome.attack)
        attack = summarize(
            self.fight,
            int(self.question.who),
            option,
            Odds(attacks, odds.error, odds.paths),
            thread_time() - started,
        )
        changed = likeliest_first(grouped(outcomes, lambda outcome: outcome.changes))
        option_odds = OptionOdds(option, changed, odds.error, exact, odds.paths > 1)
        return OptionForecast(option_odds, attack, outcomes)

    def explore_attack(self, table: ActionOddsTable, option: Option) -> Odds:
        """Return the odds of an attack's outcomes; raise OutOfTimeError at the table's deadline."""
        if not self.best_replies:
            return table.explore(lambda table: self.make_attack(option, table))
        return table.resolve(
            lambda table: self.make_attack(option, table),
            self.fight,
            lambda outcome: outcome.changes,
        )

    def make_attack(self, option: Option, table: Table) -> OptionOutcome:
        """Make the attack in a copy of the fight at this table."""
        copied = self.fight.copy(table)
        outcome = attack_outcome(copied, int(self.question.who), option)
        return OptionOutcome(outcome, state_changes(copied, self.before))

    # --- kinds of outcomes ---

    def outcome_kinds(
        self, option: Option, forecast: OptionForecast, seconds: float
    ) -> list[OutcomeKind]:
        """Return all kinds of outcomes with their probabilities, the likeliest first.

        Each kind has an example if one is found in time.
        """
        classifier = OutcomeClassifier(forecast.outcomes, self.before, self.fight.setup.names)
        shares = grouped(forecast.outcomes, classifier.kind_of)
        ordered = sorted(shares.items(), key=lambda item: -item[1])
        wanted = {kind for kind, p in ordered[:MOST_KINDS] if p >= RAREST_EXAMPLE}
        examples = self.find_examples(
            option, forecast.attack is not None, classifier, wanted, seconds
        )
        found = [OutcomeKind(kind, p, examples.get(kind, [])) for kind, p in ordered[:MOST_KINDS]]
        if len(ordered) > MOST_KINDS:
            rest = ordered[MOST_KINDS:]
            found.append(OutcomeKind(f"{len(rest)} rarer kinds", sum(p for _, p in rest), []))
        return found

    def find_examples(
        self,
        option: Option,
        is_attack: bool,
        classifier: OutcomeClassifier,
        wanted: set[str],
        seconds: float,
    ) -> dict[str, list[EventWithRolls]]:
        """Play an option out until each wanted kind has an example, or the time is over."""
        answers: list[Answer] = []
        if not is_attack:
            answers = [*self.snapshot.answers, choice_answer(self.asked_name, option.key)]
        deadline = thread_time() + seconds
        found: dict[str, list[EventWithRolls]] = {}
        for number in range(MOST_EXAMPLES):
            if wanted <= found.keys() or thread_time() > deadline:
                break
            live = ActionPlayoutTable(Dice(SEED, number), self.players)
            table = ExampleTable(TapeTable(answers, live))
            if is_attack:
                outcome = self.make_attack(option, table)
            else:
                ended = play_action(self.snapshot.fight, table)
                outcome = OptionOutcome(None, state_changes(ended, self.before))
            found.setdefault(classifier.kind_of(outcome), table.events_with_rolls)
        return found


def question_odds(
    setup: Setup,
    answers: list[Answer],
    players: list[Player],
    replies: str = DEFAULT_REPLIES,
    progress: Callable[[int, int], None] | None = None,
    seconds: float = QUESTION_SECONDS,
) -> QuestionOdds:
    """Return the odds of every option at the end of a tape.

    The other fighters decide as their players do or, if `replies` is "best", in the way that is
    best for them by the end of the action. All options together take about `seconds` of processor
    time; an option that would take longer is sampled. `progress` is called with the number of
    options done and of all options. Raises InvalidDataError if no question is open.
    """
    started = thread_time()
    history = FightHistory(setup, answers)
    if history.open_question is None:
        raise data_error("the fight on this tape is over: nothing is being asked")
    asked = history.open_question
    cache = OddsCache()
    outlook = OpenQuestion(
        asked.fight, asked.question, answers, players, cache, replies == BEST_REPLIES
    )
    listed = asked.question.options
    found = QuestionOdds(setup, asked.question, outlook.before, [], replies, 0.0)
    for number, option in enumerate(listed):
        left = started + seconds - thread_time()
        share = max(FEWEST_SECONDS, left / (len(listed) - number))
        forecast = outlook.forecast(option, share)
        found.options.append(forecast.odds)
        if forecast.attack is not None:
            found.attacks[option.key] = forecast.attack
        if progress is not None:
            progress(number + 1, len(listed))
    found.seconds = thread_time() - started
    return found


class OutcomeClassifier:
    """A classifier of outcomes by their effects, regardless of amounts."""

    def __init__(
        self,
        outcomes: dict[OptionOutcome, float],
        before: list[FighterState],
        names: Sequence[str],
    ) -> None:
        self.before = before
        self.names = names
        every = [set(self.change_phrases(outcome.changes)) for outcome in outcomes]
        self.common_phrases = set.intersection(*every) if len(every) > 1 else set()
        """The changes that occur in every outcome and so distinguish no kinds."""
        self.can_harm = any(one.attack is not None and one.attack.damage for one in outcomes)

    def kind_of(self, outcome: OptionOutcome) -> str:
        """Return the kind of an outcome in words."""
        parts = []
        attack = outcome.attack
        if attack is not None:
            effects = f" ({', '.join(attack.effects)})" if attack.effects else ""
            parts.append(("hit" if attack.hit else "miss") + effects)
        by_fighter: dict[int, list[str]] = {}
        for who, phrase in self.change_phrases(outcome.changes):
            if (who, phrase) not in self.common_phrases:
                by_fighter.setdefault(who, []).append(phrase)
        parts += [f"{self.names[who]} {', '.join(said)}" for who, said in by_fighter.items()]
        if self.can_harm and attack is not None and attack.hit and len(parts) == 1:
            parts.append("no harm done")
        return "; ".join(parts) or "nothing changes"

    def change_phrases(self, changes: Changes) -> list[tuple[int, str]]:
        """Return the changes of each fighter in words, without amounts."""
        found = []
        for after in changes:
            who, before = after.who, self.before[after.who]
            if before.state != after.state:
                found.append((who, STATE_VERBS.get(after.state, after.state)))
            elif after.health < before.health:
                found.append((who, "is hurt"))
            if after.health > before.health:
                found.append((who, "is healed"))
            if after.state == "standing":
                for condition in changed_conditions(before, after):
                    if not any(letter.isdigit() for letter in condition):
                        found.append((who, condition))
                if before.place != after.place:
                    found.append((who, "moves"))
        return found
