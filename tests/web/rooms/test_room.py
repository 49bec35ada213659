"""Test rooms: the cost of a step, and equal stories from steps and from the journal."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from at_the_table import FIRST

from affray.core.tape import choice_answer
from affray.library import parse, rulesets
from affray.store import JournalLine, StoredFight
from affray.web.rooms import playing
from affray.web.rooms import room as room_module
from affray.web.rooms.frames import to_json
from affray.web.rooms.frozen_rooms import open_room
from affray.web.rooms.open_rooms import RoomCache
from affray.web.rooms.playing import Budget, FightTooLongError, Play
from affray.web.rooms.room import FrozenFightError, Room, Step
from affray.web.rooms.room_news import RoomNews

each_ruleset = pytest.mark.parametrize("ruleset", list(rulesets()))
MOST = 50_000


def stored(ruleset: str = "mithryn", *players: str, **more: Any) -> StoredFight:
    name, text = FIRST[ruleset]
    scenario = parse(text, name)
    sides = players or tuple("person" for _ in scenario.sides)
    fields = {
        "id": "f0",
        "name": name,
        "scenario": text,
        "ruleset": ruleset,
        "revision": scenario.ruleset.revision,
        "version": "0",
        "seed": 11,
        "players": sides,
        "gm": "passive",
        **more,
    }
    return StoredFight(**fields)


class Played:
    """A room with its journal, changed in the same way as by the service."""

    def __init__(self, fight: StoredFight) -> None:
        self.room = Room.begin(fight, [])
        self.journal: list[JournalLine] = []
        self.log: list[tuple[int, str]] = [(0, self.room.log_text())]
        if self.room.can_advance():
            self.take(self.room.advance(MOST, Budget(10_000, 60)))

    def take(self, step: Step) -> None:
        self.journal += step.lines
        text = step.log_text()
        if text is not None:
            self.log.append((len(self.journal), text))
        self.room.apply(step)

    def choose(self, key: str | None = None) -> None:
        question = self.room.question
        assert question is not None
        asked = self.room.scenario.setup.asked_name(question)
        chosen = key or self.room.simple_choice()
        self.take(self.room.answer(choice_answer(asked, chosen), MOST, Budget(10_000, 60)))

    def story(self, role: str = "onlooker") -> dict[str, Any]:
        found: dict[str, Any] = self.room.news.story(0, role)
        return found


def test_the_same_story_is_told_step_by_step_and_from_the_journal() -> None:
    for ruleset in rulesets():
        played = Played(stored(ruleset))
        for number in range(40):
            if played.room.question is None:
                break
            played.choose()
            if number in (9, 22):
                decided = played.room.decision_numbers()
                to = decided[-4 if number == 9 else 1]
                played.take(played.room.take_back(to, MOST, Budget(10_000, 60)))
        again = Room.begin(played.room.stored, played.journal)
        assert (again.news.story(0, "gm")) == played.story("gm"), ruleset
        assert again.tape == played.room.tape


@each_ruleset
def test_lines_of_another_server_lead_to_the_same_room(ruleset: str) -> None:
    played = Played(stored(ruleset))
    follower = Room.begin(played.room.stored, played.journal)
    for number in range(14):
        if played.room.question is None:
            break
        before = len(played.journal)
        if number == 8:
            to = played.room.decision_numbers()[-3]
            played.take(played.room.take_back(to, MOST, Budget(10_000, 60)))
        else:
            played.choose()
        follower.follow(played.journal[before:])
        assert follower.news.story(before, "side 0") == played.room.news.story(before, "side 0")


def test_an_answer_plays_its_own_turn_whatever_the_length(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[int] = []

    def counted(start: Any, answers: Any, *more: Any, **named: Any) -> Play:
        replayed.append(len(answers))
        return playing.play(start, answers, *more, **named)

    monkeypatch.setattr(room_module, "play", counted)
    text = FIRST["mithryn"][1].replace("title =", "round_limit = 10000\ntitle =", 1)
    played = Played(stored(scenario=text))
    while len(played.room.tape) < 1500:
        question = played.room.question
        assert question is not None
        played.choose(question.default_option().key)
    assert max(replayed) <= 40
    assert len(played.room.checkpoints.kept) <= playing.MAX_CHECKPOINTS + 1
    # taking back far replays no more than between two checkpoints
    replayed.clear()
    to = next(at for at in played.room.decision_numbers() if at > 700)
    played.take(played.room.take_back(to, MOST, Budget(10_000, 60)))
    assert len(played.room.tape) == to
    assert max(replayed) <= 2 * playing.SPACING + 40


def test_checkpoints_are_thinned_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "MAX_CHECKPOINTS", 5)
    monkeypatch.setattr(playing, "SPACING", 4)
    played = Played(stored("mithryn", "simple", "simple"))
    lengths = [one.tape_length for one in played.room.checkpoints.kept]
    assert lengths == sorted(set(lengths))
    assert lengths[0] == 0
    assert len(lengths) <= 6
    whole = list(played.room.tape)
    to = played.room.decision_numbers()[3]
    step = played.room.take_back(to, MOST, Budget(10_000, 60))
    played.take(step)
    assert played.room.tape == whole  # the same dice and the same players


def test_playing_on_stops_between_turns_when_the_budget_is_spent_and_goes_on_the_same() -> None:
    at_once = Played(stored("mithryn", "simple", "random"))
    sliced = Room.begin(stored("mithryn", "simple", "random"), [])
    steps = 0
    while sliced.can_advance():
        sliced.apply(sliced.advance(MOST, Budget(5, 60)))
        steps += 1
    assert steps > 5
    assert sliced.tape == at_once.room.tape
    whole = at_once.room.news.story(0, "gm")
    assert sliced.news.story(0, "gm") == {**whole, "number": sliced.number}


def test_what_is_made_in_the_middle_of_a_change_is_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A thread that asks during a change must not get an old question with a new number."""
    played = Played(stored())
    room = played.room
    old = room.news.question("gm")
    install = room._install
    found: list[Any] = []
    threads = [
        Thread(target=lambda: found.append(room.news.question("gm")), daemon=True),
        Thread(target=lambda: found.append(room.news.event(0, "gm")), daemon=True),
        Thread(target=lambda: found.append(room.news.cached_event(0, "gm")), daemon=True),
    ]

    def ask_then_install(play: Play) -> None:
        for thread in threads:
            thread.start()
        threads[2].join(30)
        assert found == [None], "nobody is told anything before the change is made"
        install(play)

    monkeypatch.setattr(room, "_install", ask_then_install)
    played.choose()
    for thread in threads:
        thread.join(30)
    fresh = open_room(room.stored, played.journal)
    asked = fresh.news.question("gm")
    assert asked != old
    assert asked in found
    assert fresh.news.event(0, "gm") in found


@each_ruleset
def test_the_default_that_is_shown_is_the_default(ruleset: str) -> None:
    played = Played(stored(ruleset))
    kinds = set()
    for _ in range(60):
        question = played.room.question
        if question is None:
            break
        kinds.add(question.kind)
        shown = played.room.news.question("gm")
        default = shown["options"][shown["default"]]
        assert default["key"] == question.default_option().key
        played.choose(default["key"])
    assert "turn" in kinds or len(kinds) > 1


def test_a_fight_that_grows_too_long_is_not_played_on() -> None:
    room = Room.begin(stored("mithryn", "simple", "simple"), [])
    with pytest.raises(FightTooLongError, match="at most 20"):
        room.advance(20, Budget(10_000, 60))
    assert room.number == 0


def test_an_event_is_made_once_for_all_who_have_seen_as_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = Played(stored())
    before = played.room.number
    played.choose()
    made: list[tuple[int, str]] = []
    make = RoomNews.story

    def counted(self: RoomNews, seen: int, role: str) -> Any:
        made.append((seen, role))
        return make(self, seen, role)

    monkeypatch.setattr(RoomNews, "story", counted)
    assert played.room.news.cached_event(before, "onlooker") is None
    events = [played.room.news.event(before, "onlooker")[1] for _ in range(100)]
    assert played.room.news.cached_event(before, "onlooker") == (played.room.number, events[0])
    assert len(made) == 1
    assert all(event is events[0] for event in events)
    assert events[0].startswith(b"id: %d\nevent: story\ndata: {" % played.room.number)
    assert played.room.news.event(before, "gm")[1] is not events[0]  # the game master may answer
    assert len(made) == 2
    played.choose()
    assert played.room.news.event(before, "onlooker")[1] != events[0]


# --- fights that cannot be played on ---


def frozen(played: Played, journal: list[JournalLine] | None = None, **more: Any) -> Room:
    fight = stored(**more)
    return open_room(fight, journal or played.journal, lambda: played.log)


def test_a_fight_of_another_revision_is_shown_with_the_log_that_was_told_then() -> None:
    played = Played(stored("mithryn", "simple", "simple"))
    room = frozen(played, revision=99)
    assert room.frozen_reason is not None
    assert "revision 99" in room.frozen_reason
    shown = room.news.story(0, "gm")
    texts = [frame["text"] for frame in played.story()["frames"]]
    assert [frame["text"] for frame in shown["frames"]] == texts
    assert shown["question"] is None
    assert shown["frozen"] == room.frozen_reason
    assert room.tape == played.room.tape
    with pytest.raises(FrozenFightError):
        room.advance(MOST, Budget())
    # the same journal by the same revision is not frozen
    assert open_room(stored("mithryn", "simple", "simple"), played.journal).frozen_reason is None


def test_what_was_taken_back_is_not_in_the_log_of_a_frozen_fight() -> None:
    played = Played(stored())
    for _ in range(6):
        played.choose()
    to = played.room.decision_numbers()[2]
    played.take(played.room.take_back(to, MOST, Budget()))
    played.choose(played.room.question.options[-1].key)  # type: ignore[union-attr]
    shown = frozen(played, revision=99).news.story(0, "gm")
    assert [one["text"] for one in shown["frames"]] == [
        one["text"] for one in played.story()["frames"]
    ]


@pytest.mark.parametrize("line", ["Kael: dance", "nonsense", "roll 9d9 = 1 1 1 1 1 1 1 1 1"])
def test_a_damaged_line_is_named_and_the_fight_shown(line: str) -> None:
    played = Played(stored())
    for _ in range(6):
        played.choose()
    journal = list(played.journal)
    journal[4] = JournalLine("answer", line)
    room = frozen(played, journal)
    assert room.frozen_reason is not None
    assert "line 5" in room.frozen_reason
    assert len((room.news.story(0, "gm"))["frames"]) == len(played.story()["frames"])
    assert line in room.tape_text()


def test_a_scenario_that_can_no_longer_be_read_is_shown_without_its_board() -> None:
    played = Played(stored())
    played.choose()
    room = frozen(played, scenario="ruleset = 'gone'")
    assert room.frozen_reason is not None
    scene = room.news.scene()
    assert scene["board"]["places"] == []
    assert len((room.news.story(0, "gm"))["frames"]) == len(played.story()["frames"])


# --- the cache ---


def rooms(count: int) -> list[Room]:
    return [Room.begin(stored(id=f"f{number}"), []) for number in range(count)]


def test_rooms_that_are_not_used_the_longest_are_let_go_when_memory_is_short() -> None:
    four = rooms(4)
    cache = RoomCache(3 * four[0].byte_count, 1e9, lambda fight: False)
    for room in four[:3]:
        cache.add(room)
    cache.get("f0")
    cache.add(four[3])
    cache.shrink()
    assert [fight in cache for fight in ("f0", "f1", "f2", "f3")] == [True, False, True, True]


def test_rooms_in_use_are_not_let_go() -> None:
    three = rooms(3)
    cache = RoomCache(three[0].byte_count, 1e9, lambda fight: fight == "f0")
    for room in three:
        cache.add(room)
    cache.shrink()
    assert [fight in cache for fight in ("f0", "f1", "f2")] == [True, False, False]


def test_rooms_that_are_idle_are_let_go() -> None:
    cache = RoomCache(1 << 40, 0.0, lambda fight: False)
    lasting = RoomCache(1 << 40, 1e9, lambda fight: False)
    for room in rooms(2):
        cache.add(room)
        lasting.add(room)
    cache.shrink()
    lasting.shrink()
    assert len(cache) == 0
    assert len(lasting) == 2


def test_a_room_says_how_much_memory_it_takes() -> None:
    played = Played(stored())
    before = played.room.byte_count
    for _ in range(10):
        played.choose()
    grown = played.room.byte_count
    told = to_json([frame.data for frame in played.room.frames[1:]])
    assert grown > before + len(told) / 2
    played.take(played.room.take_back(played.room.decision_numbers()[0], MOST, Budget()))
    assert played.room.byte_count < grown
