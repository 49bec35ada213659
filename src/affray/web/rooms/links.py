"""Secret links: find the role of a link; add, replace and revoke links."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict

from affray.store import FightNotFoundError, Store
from affray.web.rooms.subscriptions import Subscriptions

MAX_CACHED_LINKS = 5_000
"""The largest number of fights whose links are cached."""


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
        """Return the role of a link.

        Raise FightNotFoundError both for an unknown link and for an unknown fight.
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
        """Cache a fight's links."""
        self._cached[fight] = links
        if len(self._cached) > MAX_CACHED_LINKS:
            self._cached.popitem(last=False)

    def forget(self, fight: str) -> None:
        """Remove a fight's links from the cache."""
        self._cached.pop(fight, None)

    async def end_revoked(self, fight: str) -> None:
        """End the streams of links that no longer exist."""
        links = await asyncio.to_thread(self.store.get_links, fight)
        self.subscriptions.end_links(fight, set(links))

    async def add(self, fight: str, role: str) -> str:
        """Add a link for a role; return its secret."""
        secret = new_secret()
        await asyncio.to_thread(self.store.add_link, fight, role, secret)
        self.forget(fight)
        return secret

    async def replace(self, fight: str, role: str, secret: str | None) -> None:
        """Revoke the links of a role, and add a new one unless the secret is None."""
        await asyncio.to_thread(self.store.replace_link, fight, role, secret)
        self.forget(fight)
        await self.end_revoked(fight)
