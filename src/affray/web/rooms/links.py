"""Secret links: whose each is, and how the game master renews and revokes them."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict

from affray.core.problems import data_error, unknown_name
from affray.store import FightNotFoundError, Store
from affray.web.rooms.answers import ForbiddenError
from affray.web.rooms.subscriptions import Subscriptions

MAX_CACHED_LINKS = 5_000
"""Of so many fights the links are remembered."""


def new_secret() -> str:
    """Return the secret of a new link."""
    return secrets.token_urlsafe(24)


class FightLinks:
    """The links of all fights, by the digests of their secrets."""

    def __init__(self, store: Store, subscriptions: Subscriptions) -> None:
        self.store = store
        self.subscriptions = subscriptions
        self._cached: OrderedDict[str, dict[str, str]] = OrderedDict()

    async def role(self, fight: str, digest: str) -> str:
        """Return whose link this is.

        Raises FightNotFoundError for a wrong link and for no fight alike.
        """
        links = self._cached.get(fight)
        if links is None:
            links = await asyncio.to_thread(self.store.get_links, fight)
            if links:
                self.remember(fight, links)
        role = links.get(digest)
        if role is None:
            raise FightNotFoundError(fight)
        return role

    def remember(self, fight: str, links: dict[str, str]) -> None:
        """Keep a fight's links at hand."""
        self._cached[fight] = links
        if len(self._cached) > MAX_CACHED_LINKS:
            self._cached.popitem(last=False)

    def forget(self, fight: str) -> None:
        """Have a fight's links read anew when they are next needed."""
        self._cached.pop(fight, None)

    async def renew(self, fight: str, by: str, role: str) -> str:
        """End a role's link and return the secret of a new one."""
        await self._check(fight, by, role)
        secret = new_secret()
        await self._replace(fight, role, secret)
        return secret

    async def revoke(self, fight: str, by: str, role: str) -> None:
        """End a role's link."""
        await self._check(fight, by, role)
        if role == "gm":
            raise data_error("the game master's own link can only be renewed", "role")
        await self._replace(fight, role, None)

    async def roles(self, fight: str, by: str) -> list[str]:
        """Return the roles that have a link."""
        if by != "gm":
            raise ForbiddenError("only the game master sees which links there are")
        links = await asyncio.to_thread(self.store.get_links, fight)
        return sorted(set(links.values()))

    async def end_revoked(self, fight: str) -> None:
        """End the streams of links that no longer exist."""
        links = await asyncio.to_thread(self.store.get_links, fight)
        self.subscriptions.end_links(fight, set(links))

    async def _check(self, fight: str, by: str, role: str) -> None:
        if by != "gm":
            raise ForbiddenError("only the game master changes links")
        stored = await asyncio.to_thread(self.store.get_fight, fight)
        roles = ["gm", "onlooker", *(f"side {side}" for side in range(len(stored.players)))]
        links = await asyncio.to_thread(self.store.get_links, fight)
        roles += sorted({one for one in links.values() if one.startswith("seat ")})
        if role not in roles:
            raise data_error(unknown_name("role", role, roles), "role")

    async def _replace(self, fight: str, role: str, secret: str | None) -> None:
        await asyncio.to_thread(self.store.replace_link, fight, role, secret)
        self.forget(fight)
        await self.end_revoked(fight)
