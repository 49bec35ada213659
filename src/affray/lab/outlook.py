"""What the options of an open question hold, for somebody who is about to choose: the odds of
each in a given time, and the ways it can go, each told once with its dice and its rules.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import NamedTuple

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight
from affray.core.odds import CUT_OFF, Odds, OddsCache
from affray.core.playouts import snapshot_at_end
from affray.core.questions import Option, Question
from affray.core.table import Player, Table
from affray.core.tape import Answer, RecordingTable, TapeTable, choice_answer
from affray.lab.odds import AttackOdds, Outcome, struck, summed_up
from affray.lab.situation import (
    SEED,
    After,
    AfterTape,
    Changes,
    OptionOdds,
    OutOfTime,
    ToTheEndOfTheAction,
    changed_conditions,
    changes_of,
    likeliest_first,
    option_odds_within,
    picture,
    play_action,
    played_out,
)

MOST_WAYS = 8
"""So many kinds of outcome are told; the rest are summed up."""

WORTH_TELLING = 5e-4
"""A kind of outcome less likely than this is not waited for."""

MOST_TELLINGS = 3000
"""How often an option is tried to find one telling of each kind."""


class Result(NamedTuple):
    """One way an option went: the blow it was, if it was one, and whom it changed."""

    blow: Outcome | None
    changes: Changes


@dataclass
class Seen:
    """An option's odds: what it leads to and, of an attack, what the attack comes to."""

    odds: OptionOdds
    attack: AttackOdds | None
    results: dict[Result, float]


class Told(NamedTuple):
    """An event of a telling, with the dice that were rolled for it."""

    event: Event
    rolls: list[str]


@dataclass
class Way:
    """A kind of outcome: how likely it is, and one way it came about, if one was met."""

    kind: str
    p: float
    telling: list[Told]


class Telling(RecordingTable):
    """Hears what happens once the tape is at its end."""

    def __init__(self, reader: TapeTable) -> None:
        super().__init__(reader, True)
        self.reader = reader
        self.told: list[Told] = []
        self._from = len(reader.answers)

    def tell(self, event: Event) -> None:
        """Keeps the event with its dice, if it is new."""
        if self.reader.answers_left():
            return
        new = self.answers[self._from :]
        self._from = len(self.answers)
        rolls = [answer.text().removeprefix("roll ") for answer in new if answer.is_roll()]
        self.told.append(Told(event, rolls))


class Outlook:
    """An open question, from where the fight stands. Others decide as their players do."""

    def __init__(
        self,
        fight: Fight,
        question: Question,
        answers: Sequence[Answer],
        players: list[Player],
        cache: OddsCache | None = None,
    ) -> None:
        self.fight = fight
        self.question = question
        self.players = players
        self.cache = cache or OddsCache()
        self.asked = fight.setup.asked_name(question)
        self.before = picture(fight)
        self.moment = snapshot_at_end(fight.setup, answers)

    @cached_property
    def attacks(self) -> set[str]:
        """The keys of the options that are attacks."""
        if self.question.who < 0:
            return set()
        return {attack.key for attack in self.fight.attacks(self.question.who)}

    def of(self, option: Option, seconds: float) -> Seen:
        """An option's odds, exact if that can be done in time, else played out.

        An attack that answers another's is judged by how the other's action ends.
        """
        if option.key not in self.attacks:
            odds = self.of_action(option, seconds)
            results = {Result(None, changes): p for changes, p in odds.outcomes}
            return Seen(odds, None, results)
        seen = self.of_attack(option, seconds)
        if self.question.kind != "turn":
            seen.odds = self.of_action(option, seconds)
        return seen

    def of_action(self, option: Option, seconds: float) -> OptionOdds:
        """What an option leads to by the end of the action."""
        return option_odds_within(
            self.moment, self.asked, option, self.before, self.players, self.cache, seconds
        )

    def of_attack(self, option: Option, seconds: float) -> Seen:
        """What an attack comes to."""
        started = perf_counter()
        table = AfterTape([], set(), self.players, self.cache, CUT_OFF, started + seconds)
        try:
            odds = table.explore(lambda table: self.strike(option, table))
            exact = True
        except OutOfTime:
            odds = played_out(lambda table: self.strike(option, table), self.players, seconds / 2)
            exact = False
        results: dict[Result, float] = {}
        blows: dict[Hashable, float] = {}
        changed: dict[Changes, float] = {}
        for result, p in odds.probabilities.items():
            assert isinstance(result, Result)
            assert result.blow is not None
            results[result] = p
            blows[result.blow] = blows.get(result.blow, 0.0) + p
            changed[result.changes] = changed.get(result.changes, 0.0) + p
        attack = summed_up(
            self.fight,
            int(self.question.who),
            option,
            Odds(blows, odds.error, odds.paths),
            perf_counter() - started,
        )
        led_to = OptionOdds(option, likeliest_first(changed), odds.error, exact, odds.paths > 1)
        return Seen(led_to, attack, results)

    def strike(self, option: Option, table: Table) -> Result:
        """The attack, made at a table."""
        there = self.fight.copy(table)
        outcome = struck(there, int(self.question.who), option)
        return Result(outcome, changes_of(there, self.before))

    # --- the ways it can go ---

    def ways(self, option: Option, seen: Seen, seconds: float) -> list[Way]:
        """Every kind of outcome with its chance, the likeliest first, each told once."""
        kinds = Kinds(seen.results, self.before, self.fight.setup.names)
        shares: dict[str, float] = {}
        for result, p in seen.results.items():
            kind = kinds.of(result)
            shares[kind] = shares.get(kind, 0.0) + p
        ordered = sorted(shares.items(), key=lambda item: -item[1])
        wanted = {kind for kind, p in ordered[:MOST_WAYS] if p >= WORTH_TELLING}
        told = self.tellings(option, seen.attack is not None, kinds, wanted, seconds)
        found = [Way(kind, p, told.get(kind, [])) for kind, p in ordered[:MOST_WAYS]]
        if len(ordered) > MOST_WAYS:
            rest = ordered[MOST_WAYS:]
            found.append(Way(f"{len(rest)} rarer kinds", sum(p for _, p in rest), []))
        return found

    def tellings(
        self, option: Option, attack: bool, kinds: Kinds, wanted: set[str], seconds: float
    ) -> dict[str, list[Told]]:
        """One telling of each kind, from tries that are the same each time."""
        answers = [] if attack else [*self.moment.answers, choice_answer(self.asked, option.key)]
        until = perf_counter() + seconds
        found: dict[str, list[Told]] = {}
        for number in range(MOST_TELLINGS):
            if wanted <= found.keys() or perf_counter() > until:
                break
            live = ToTheEndOfTheAction(Dice(SEED, number), self.players)
            table = Telling(TapeTable(answers, live))
            if attack:
                result = self.strike(option, table)
            else:
                ended = play_action(self.moment.fight, table)
                result = Result(None, changes_of(ended, self.before))
            found.setdefault(kinds.of(result), table.told)
        return found


class Kinds:
    """Sorts the ways an option can go by what they do, not by how much."""

    def __init__(
        self, results: dict[Result, float], before: list[After], names: Sequence[str]
    ) -> None:
        self.before = before
        self.names = names
        every = [set(self.phrases(result.changes)) for result in results]
        self.always = set.intersection(*every) if len(every) > 1 else set()
        """What happens in any case, and so tells no kind from another."""

    def of(self, result: Result) -> str:
        """The kind in words."""
        parts = []
        blow = result.blow
        if blow is not None:
            effects = f" ({', '.join(blow.effects)})" if blow.effects else ""
            parts.append(("hit" if blow.hit else "miss") + effects)
        by_fighter: dict[int, list[str]] = {}
        for who, phrase in self.phrases(result.changes):
            if (who, phrase) not in self.always:
                by_fighter.setdefault(who, []).append(phrase)
        parts += [f"{self.names[who]} {', '.join(said)}" for who, said in by_fighter.items()]
        if blow is not None and blow.hit and len(parts) == 1:
            parts.append("no harm done")
        return "; ".join(parts) or "nothing changes"

    def phrases(self, changes: Changes) -> list[tuple[int, str]]:
        """What became of each of those who are not as before; how much is left out."""
        found = []
        for after in changes:
            who, before = after.who, self.before[after.who]
            if before.state != after.state:
                found.append((who, BECOMES.get(after.state, after.state)))
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


BECOMES = {"down": "drops", "dead": "dies", "fled": "gets away", "standing": "stands again"}
