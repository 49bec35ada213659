"""A queue that is fair between addresses and, for each address, between fights."""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class QueueFullError(Exception):
    """So much waits already, for everybody or for one address, that no more is taken."""


class FairQueue(Generic[Item]):
    """Gives each address its turn, and within an address each fight, whoever has put in more."""

    def __init__(self, max_items: int, max_per_address: int) -> None:
        self.max_items = max_items
        self.max_per_address = max_per_address
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Item]]] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def count_of(self, address: str) -> int:
        """Return how much waits for an address."""
        return sum(len(items) for items in self._waiting.get(address, {}).values())

    def put(self, item: Item, address: str, fight: str = "") -> None:
        """Add an item, or raise QueueFullError."""
        if self._count >= self.max_items or self.count_of(address) >= self.max_per_address:
            raise QueueFullError
        by_fight = self._waiting.setdefault(address, OrderedDict())
        by_fight.setdefault(fight, deque()).append(item)
        self._count += 1

    def get(self) -> Item | None:
        """Return the next item in turn; None if nothing waits."""
        if not self._waiting:
            return None
        address, by_fight = self._waiting.popitem(last=False)
        fight, items = by_fight.popitem(last=False)
        item = items.popleft()
        if items:
            by_fight[fight] = items
        if by_fight:
            self._waiting[address] = by_fight
        self._count -= 1
        return item

    def remove(self, item: Item) -> bool:
        """Remove an item before its turn; return False if it does not wait."""
        for address, by_fight in self._waiting.items():
            for fight, items in by_fight.items():
                if item in items:
                    items.remove(item)
                    if not items:
                        del by_fight[fight]
                    if not by_fight:
                        del self._waiting[address]
                    self._count -= 1
                    return True
        return False
