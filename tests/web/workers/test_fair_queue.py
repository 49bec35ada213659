"""The queue is fair between addresses and, for each, between fights."""

from __future__ import annotations

import pytest

from affray.web.workers.pool import FairQueue, QueueFullError


def drained(queue: FairQueue[str]) -> list[str]:
    found = []
    while (item := queue.get()) is not None:
        found.append(item)
    return found


def test_each_address_has_its_turn_whoever_put_in_more() -> None:
    queue: FairQueue[str] = FairQueue(100, 100)
    for number in range(5):
        queue.put(f"a{number}", "greedy")
    queue.put("b0", "modest")
    assert drained(queue)[:3] == ["a0", "b0", "a1"]


def test_each_fight_of_an_address_has_its_turn() -> None:
    queue: FairQueue[str] = FairQueue(100, 100)
    for number in range(3):
        queue.put(f"one {number}", "a", "one")
    queue.put("two 0", "a", "two")
    queue.put("other", "b", "one")
    assert drained(queue) == ["one 0", "other", "two 0", "one 1", "one 2"]


def test_only_so_much_waits_for_one_address_and_for_all() -> None:
    queue: FairQueue[str] = FairQueue(4, 3)
    for number in range(3):
        queue.put(str(number), "a")
    with pytest.raises(QueueFullError):
        queue.put("x", "a")
    queue.put("y", "b")
    with pytest.raises(QueueFullError):
        queue.put("z", "c")
    queue.get()
    queue.put("z", "c")
    assert len(queue) == 4
