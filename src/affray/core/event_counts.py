"""What many fights tell, added up as they are fought: nothing is put into words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, check_answer

if TYPE_CHECKING:
    from affray.core.fight import Fight

UNKNOWN: Final = "—"
"""Who is named where nobody did it: a fall, a fire, a ruling."""


class RuleUse:
    """How often a rule was at work, and in how many fights."""

    def __init__(self) -> None:
        self.times: i64 = 0
        self.fights: i64 = 0
        self.last_fight: i64 = 0


class FighterSums:
    """What became of somebody in all fights together, and what they did."""

    def __init__(self) -> None:
        self.standing: i64 = 0
        self.health: i64 = 0
        self.dealt: i64 = 0
        self.taken: i64 = 0


class EventCounts:
    """Sums over fights: who stood at the end and with what health, who dealt and took which harm,
    who dropped whom, and which rules were at work."""

    def __init__(self) -> None:
        self.fights: i64 = 0
        self.rounds: i64 = 0
        self.fighters: Final[dict[str, FighterSums]] = {}
        self.drops: Final[dict[tuple[str, str], int]] = {}
        self.uses: Final[dict[str, RuleUse]] = {}

    def sums_of(self, name: str) -> FighterSums:
        """What is added up of somebody."""
        found = self.fighters.get(name)
        if found is None:
            found = FighterSums()
            self.fighters[name] = found
        return found

    def add_event(self, event: Event) -> None:
        """Adds an event that is told in words."""
        if event.kind == "hurt":
            harm = event.parts["harm"]
            assert isinstance(harm, int)
            self.add_harm(name_in(event, "who"), name_in(event, "by"), harm)
        elif event.kind == "out":
            self.add_drop(name_in(event, "who"), name_in(event, "by"))
        self.add_rules(event.rules)

    def add_harm(self, who: str, by: str, harm: i64) -> None:
        """Adds the harm that somebody did to somebody."""
        self.sums_of(by).dealt += harm
        self.sums_of(who).taken += harm

    def add_drop(self, who: str, by: str) -> None:
        """Adds somebody who stands no more."""
        pair = (by, who)
        self.drops[pair] = self.drops.get(pair, 0) + 1

    def add_rules(self, rules: tuple[str, ...]) -> None:
        """Adds the rules of an event."""
        # fights are numbered from 1 here, as this one will be when it is added
        number = self.fights + 1
        for rule in rules:
            use = self.uses.get(rule)
            if use is None:
                use = RuleUse()
                self.uses[rule] = use
            use.times += 1
            if use.last_fight != number:
                use.last_fight = number
                use.fights += 1

    def add_fight(self, fight: Fight, events: list[Event]) -> None:
        """Adds a fight that is over, with those of its events that were not counted meanwhile."""
        for event in events:
            self.add_event(event)
        self.fights += 1
        self.rounds += fight.round
        for fighter in fight.roster():
            if fighter.state() == "standing":
                sums = self.sums_of(fighter.name)
                sums.standing += 1
                sums.health += fighter.health()


def name_in(event: Event, part: str) -> str:
    """The name in a part of an event, or a dash."""
    name = event.parts.get(part)
    return name if isinstance(name, str) and name else UNKNOWN


class CountingTable(LiveTable):
    """A live table that counts what it hears, and wants no words for it. One that checks takes
    nothing but options of its questions."""

    def __init__(
        self, dice: Dice, players: list[Player], counts: EventCounts, checks: bool
    ) -> None:
        super().__init__(dice, players)
        self.wants_events = True
        self.wants_words = False
        self.counts: Final = counts
        self.checks: Final = checks

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        answer = super().ask(fight, question)
        if self.checks:
            check_answer(fight, question, answer)
        return answer

    def tell(self, event: Event) -> None:
        self.counts.add_event(event)

    def count_rules(self, rules: tuple[str, ...]) -> None:
        self.counts.add_rules(rules)

    def count_harm(self, who: str, by: str, harm: i64) -> None:
        self.counts.add_harm(who, by or UNKNOWN, harm)

    def count_drop(self, who: str, by: str) -> None:
        self.counts.add_drop(who, by or UNKNOWN)
