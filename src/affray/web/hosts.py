"""Names by which the service may be reached, and addresses that count as one client."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Ends of names that no public name server gives out."""

IPV6_PREFIX = 64
"""One household or machine has a whole network of this size."""


class KnownHosts:
    """The names that a request's Host header may have.

    A page of a stranger can point its own name at this machine (DNS rebinding) and would then read
    whatever the service answers. Addresses, names without a dot and names of local networks cannot
    be pointed here that way. Any other name has to be configured; `*` allows all.
    """

    def __init__(self, names: Iterable[str], public_address: str = "") -> None:
        public_host = urlsplit(public_address).hostname
        self.names = {name.lower().rstrip(".") for name in names}
        if public_host:
            self.names.add(public_host)

    def allows(self, host: str) -> bool:
        """Return whether a Host header names this service."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        if "." not in name or name.endswith(LOCAL_SUFFIXES) or is_address(name):
            return True
        return name in self.names or "*" in self.names


def is_address(name: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def client_network(address: str) -> str:
    """Return the address that limits count; of IPv6 it is the client's whole network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, IPV6_PREFIX), strict=False))
