"""What many fights tell, added up as they are fought: nothing is put into words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, check_player_answer

if TYPE_CHECKING:
    from affray.core.fight import Fight, Fighter

UNKNOWN: Final = "—"
"""Who is named where nobody did it: a fall, a fire, a ruling."""


PLACES: Final[i64] = 4096
"""Among how many places the rules of an event are looked for by where they lie in memory: so many
that seldom two share one, for then each has to be looked up by its text every time."""


class RuleUse:
    """In how many fights a rule was at work."""

    def __init__(self) -> None:
        self.fights: i64 = 0
        self.last_fight: i64 = 0


class EventUse:
    """How often the rules of an event were at work together."""

    def __init__(self, rules: tuple[str, ...], uses: list[RuleUse]) -> None:
        self.rules: Final = rules
        self.uses: Final = uses
        self.times: i64 = 0
        self.last_fight: i64 = 0

    def note_fight(self, number: i64) -> None:
        """Notes that they were at work in a fight, where that is not known yet."""
        self.last_fight = number
        for use in self.uses:
            if use.last_fight != number:
                use.last_fight = number
                use.fights += 1


class FighterSums:
    """What became of somebody in all fights together, and what they did."""

    def __init__(self) -> None:
        self.standing: i64 = 0
        self.health: i64 = 0
        self.dealt: i64 = 0
        self.taken: i64 = 0
        self.dropped: Final[dict[str, int]] = {}
        """How often they dropped whom."""


class EventCounts:
    """Sums over fights of one setup: who stood at the end and with what health, who dealt and took
    which harm, who dropped whom, and which rules were at work."""

    def __init__(self) -> None:
        self.fights: i64 = 0
        self.rounds: i64 = 0
        self.fighters: Final[dict[str, FighterSums]] = {}
        self.uses: Final[dict[str, RuleUse]] = {}
        self._by_index: list[FighterSums | None] = []
        self._by_rules: dict[tuple[str, ...], EventUse] = {}
        # Most events have the same tuple of rules every time, so what is counted of it is found by
        # where that lies in memory, much quicker than by its text.
        self._unused: Final = EventUse((), [])
        self._use_at: list[EventUse] = [self._unused] * int(PLACES)
        self._others: list[EventUse] = []
        """Of tuples that read as one in `_by_rules` and lie elsewhere."""

    def sums_named(self, name: str) -> FighterSums:
        """What is added up of somebody, by their name."""
        found = self.fighters.get(name)
        if found is None:
            found = FighterSums()
            self.fighters[name] = found
        return found

    def sums_of(self, fighter: Fighter | None) -> FighterSums:
        """What is added up of a fighter, or of nobody."""
        if fighter is None:
            return self.sums_named(UNKNOWN)
        index = fighter.index
        if index < len(self._by_index):
            found = self._by_index[index]
            if found is not None:
                return found
        while len(self._by_index) <= index:
            self._by_index.append(None)
        found = self.sums_named(fighter.name)
        self._by_index[index] = found
        return found

    def add_event(self, event: Event) -> None:
        """Adds an event that is told in words."""
        if event.kind == "hurt":
            harm = event.parts["harm"]
            assert isinstance(harm, int)
            self.sums_named(name_in(event, "by")).dealt += harm
            self.sums_named(name_in(event, "who")).taken += harm
        elif event.kind == "out":
            self.add_drop(self.sums_named(name_in(event, "by")), name_in(event, "who"))
        self.add_rules(event.rules)

    def add_harm(self, who: Fighter, by: Fighter | None, harm: i64) -> None:
        """Adds the harm that somebody did to somebody."""
        self.sums_of(by).dealt += harm
        self.sums_of(who).taken += harm

    def add_drop(self, by: FighterSums, who: str) -> None:
        """Adds somebody who stands no more."""
        by.dropped[who] = by.dropped.get(who, 0) + 1

    def add_rules(self, rules: tuple[str, ...]) -> None:
        """Adds the rules of an event."""
        address: i64 = id(rules)
        place = (address >> 4) & (PLACES - 1)
        use = self._use_at[place]
        if use.rules is not rules:
            use = self._use_not_at(place, rules)
        use.times += 1
        # fights are numbered from 1 here, as this one will be when it is added
        if use.last_fight != self.fights + 1:
            use.note_fight(self.fights + 1)

    def _use_not_at(self, place: i64, rules: tuple[str, ...]) -> EventUse:
        """What is counted of rules that are not found where they lie, and are there from now on,
        unless others would have to give way to a tuple that was made for one event."""
        found = self.use_of(rules)
        is_free = self._use_at[place] is self._unused
        if found.rules is not rules and is_free:
            found = EventUse(rules, found.uses)
            self._others.append(found)
        if found.rules is rules:
            self._use_at[place] = found
        return found

    def use_of(self, rules: tuple[str, ...]) -> EventUse:
        """What is counted of the rules of an event."""
        found = self._by_rules.get(rules)
        if found is None:
            for rule in rules:
                self.uses.setdefault(rule, RuleUse())
            found = EventUse(rules, [self.uses[rule] for rule in rules])
            self._by_rules[rules] = found
        return found

    def times_by_rule(self) -> dict[str, int]:
        """How often each rule was at work."""
        found = dict.fromkeys(self.uses, 0)
        for use in [*self._by_rules.values(), *self._others]:
            for rule in use.rules:
                found[rule] += int(use.times)
        return found

    def drops(self) -> dict[tuple[str, str], int]:
        """How often the first dropped the second."""
        return {
            (by, who): count
            for by, sums in self.fighters.items()
            for who, count in sums.dropped.items()
        }

    def add_fight(self, fight: Fight, events: list[Event]) -> None:
        """Adds a fight that is over, with those of its events that were not counted meanwhile."""
        for event in events:
            self.add_event(event)
        self.fights += 1
        self.rounds += fight.round
        for fighter in fight.roster():
            if fighter.state() == "standing":
                sums = self.sums_of(fighter)
                sums.standing += 1
                sums.health += fighter.health()


def name_in(event: Event, part: str) -> str:
    """The name in a part of an event, or a dash."""
    name = event.parts.get(part)
    return name if isinstance(name, str) and name else UNKNOWN


class CountingTable(LiveTable):
    """A live table that counts what it hears, and wants no words for it."""

    def __init__(self, dice: Dice, players: list[Player], counts: EventCounts) -> None:
        super().__init__(dice, players)
        self.has_listener = True
        self.wants_events = True
        self.wants_words = False
        self.counts: Final = counts
        if type(self) is CountingTable:
            self.direct_players = players

    def tell(self, event: Event) -> None:
        self.counts.add_event(event)

    def count_rules(self, rules: tuple[str, ...]) -> None:
        self.counts.add_rules(rules)

    def count_harm(self, who: Fighter, by: Fighter | None, harm: i64) -> None:
        self.counts.add_harm(who, by, harm)

    def count_drop(self, who: Fighter, by: Fighter | None) -> None:
        self.counts.add_drop(self.counts.sums_of(by), who.name)


class CheckingCountingTable(CountingTable):
    """A counting table that takes nothing but options of its questions."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        answer = super().ask(fight, question)
        check_player_answer(fight, question, answer)
        return answer
