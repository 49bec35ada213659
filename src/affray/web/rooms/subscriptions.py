"""The listeners of each fight. Call everything here in the event loop's own thread."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field


class TooManyStreamsError(Exception):
    """A stream that is refused: too many are open altogether, with one link, or at one address."""


@dataclass(eq=False)
class Subscription:
    """A listener of a fight, with the number of journal lines already sent."""

    fight: str
    role: str
    link: str
    address: str
    seen: int
    is_ended: bool = False
    is_heartbeat_due: bool = False
    presence: str = ""
    """The presence that was last sent."""
    _woken: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        """Wake the stream, so that it checks for news."""
        self._woken.set()

    def end(self) -> None:
        """End the stream."""
        self.is_ended = True
        self._woken.set()

    async def wait(self) -> None:
        """Wait until the stream is woken."""
        await self._woken.wait()
        self._woken.clear()


class Subscriptions:
    """The open streams by fight, with limits for all, for each link and for each address."""

    def __init__(self, limit: int, link_limit: int, address_limit: int) -> None:
        self.limit = limit
        self.link_limit = link_limit
        self.address_limit = address_limit
        self.is_closing = False
        self._by_fight: dict[str, set[Subscription]] = defaultdict(set)
        self._presence: dict[str, str] = {}
        self._elsewhere: dict[str, dict[str, frozenset[str]]] = {}
        """The roles at other servers, by fight and server."""
        self.on_presence: Callable[[str], None] = lambda fight: None
        """Called with a fight when its listeners at this server have changed."""
        self._by_link: dict[str, int] = defaultdict(int)
        self._by_address: dict[str, int] = defaultdict(int)
        self._count = 0

    def count(self) -> int:
        """Return the number of open streams."""
        return self._count

    def has_any(self, fight: str) -> bool:
        """Return whether a fight has listeners at this server."""
        return fight in self._by_fight

    def subscribe(self, subscription: Subscription) -> None:
        """Add a listener, or raise TooManyStreamsError."""
        if 0 < self.limit <= self._count:
            raise TooManyStreamsError("too many pages listen at once")
        if 0 < self.link_limit <= self._by_link.get(subscription.link, 0):
            raise TooManyStreamsError("too many pages listen with this link")
        if 0 < self.address_limit <= self._by_address.get(subscription.address, 0):
            raise TooManyStreamsError("too many pages listen from this address")
        self._count += 1
        is_first = subscription.fight not in self._by_fight
        self._by_fight[subscription.fight].add(subscription)
        self._by_link[subscription.link] += 1
        self._by_address[subscription.address] += 1
        self._look_around(subscription, is_first)

    def presence(self, fight: str) -> str:
        """Return the roles whose pages listen to a fight, at any server, as JSON.

        Onlookers without a seat are not counted.
        """
        return self._presence.get(fight, "[]")

    def roles_here(self, fight: str) -> frozenset[str]:
        """Return the roles whose pages listen to a fight at this server."""
        return frozenset(one.role for one in self._by_fight.get(fight, ())) - {"onlooker"}

    def fights(self) -> list[str]:
        """Return the fights that have listeners."""
        return list(self._by_fight)

    def _look_around(self, subscription: Subscription, is_first: bool = False) -> None:
        """Tell a fight's listeners and the other servers that a listener has come or gone."""
        if subscription.role != "onlooker" or is_first:
            fight = subscription.fight
            self._tell_presence(fight)
            self.on_presence(fight)

    def _tell_presence(self, fight: str) -> None:
        elsewhere = self._elsewhere.get(fight, {})
        roles = self.roles_here(fight).union(*elsewhere.values())
        found = json.dumps(sorted(roles))
        if found != self._presence.get(fight):
            self._presence[fight] = found
            self.notify(fight)

    def hear_presence(self, fight: str, server: str, roles: frozenset[str]) -> None:
        """Record the roles that listen to a fight at another server, if it has listeners here."""
        if fight not in self._by_fight:
            return
        elsewhere = self._elsewhere.setdefault(fight, {})
        if roles:
            elsewhere[server] = roles
        else:
            elsewhere.pop(server, None)
        self._tell_presence(fight)

    def forget_server(self, server: str) -> None:
        """Forget another server that is gone, with its listeners."""
        for fight, elsewhere in self._elsewhere.items():
            if elsewhere.pop(server, None) is not None:
                self._tell_presence(fight)

    def forget_elsewhere(self) -> None:
        """Forget the listeners at other servers, which will be asked for again."""
        self._elsewhere.clear()
        for fight in self._by_fight:
            self._tell_presence(fight)

    def unsubscribe(self, subscription: Subscription) -> None:
        """Remove a listener, if it is still there."""
        listeners = self._by_fight.get(subscription.fight, set())
        if subscription not in listeners:
            return
        listeners.remove(subscription)
        self._count -= 1
        lower(self._by_link, subscription.link)
        lower(self._by_address, subscription.address)
        if listeners:
            self._look_around(subscription)
            return
        del self._by_fight[subscription.fight]
        self._presence.pop(subscription.fight, None)
        self._elsewhere.pop(subscription.fight, None)
        self.on_presence(subscription.fight)

    def notify(self, fight: str) -> None:
        """Wake the listeners of a fight."""
        for subscription in self._by_fight.get(fight, ()):
            subscription.wake()

    def beat(self) -> None:
        """Have every stream send a heartbeat."""
        for listeners in self._by_fight.values():
            for subscription in listeners:
                subscription.is_heartbeat_due = True
                subscription.wake()

    def end_links(self, fight: str, links: set[str]) -> None:
        """End the streams of a fight whose links are not among these."""
        for subscription in self._by_fight.get(fight, ()):
            if subscription.link not in links:
                subscription.end()

    def close(self) -> None:
        """End every stream, for a clean stop."""
        self.is_closing = True
        for listeners in self._by_fight.values():
            for subscription in listeners:
                subscription.end()


def lower(counts: dict[str, int], key: str) -> None:
    """Lower a count by one, and remove a count of zero."""
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
