"""Access to fights: the role of a request by its secret link, and dependencies of all routes."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, HTTPException, Path, Request
from fastapi.security import HTTPBearer

from affray.store import secret_digest
from affray.web.limits import client_network
from affray.web.messages import RefusalResponse
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.room import Room, check_master
from affray.web.workers.jobs import JobRunner

REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": RefusalResponse},
    401: {"model": RefusalResponse},
    403: {"model": RefusalResponse},
    404: {"model": RefusalResponse},
    409: {"model": RefusalResponse, "description": "Somebody else was first"},
    413: {"model": RefusalResponse},
    422: {"model": RefusalResponse},
    429: {"model": RefusalResponse},
}

FighterNumber = Annotated[int, Path(ge=0, le=1000)]
"""A fighter's number, as part of a path."""

bearer = HTTPBearer(auto_error=False, description="the secret part of a link")
"""Documents in OpenAPI how a link's secret is sent."""

secured = [Depends(bearer)]
"""Documents that a route needs a link; `check_link` looks up the link's role."""


class FightAccess:
    """A request's access to a fight: the fight, the link with its role, and the address."""

    def __init__(
        self, service: FightService, fight: str, role: str, link: str, address: str
    ) -> None:
        self.service = service
        self.fight = fight
        self.role = role
        self.link = link
        self.address = address

    def check_master(self, what: str) -> None:
        """Raise ForbiddenError if this is not the game master's link."""
        check_master(self.role, what)

    async def open(self) -> Room:
        """Return the room of the fight."""
        return await self.service.rooms.open(self.fight, self.address)

    async def open_to_play(self) -> Room:
        """Return the room of the fight; raise FrozenFightError if it cannot be played on."""
        room = await self.open()
        room.check_not_frozen()
        return room


async def get_service(request: Request) -> FightService:
    """Return the service of this application."""
    found: FightService = request.app.state.service
    return found


async def get_jobs(request: Request) -> JobRunner:
    """Return the jobs of this application."""
    found: JobRunner = request.app.state.jobs
    return found


async def get_address(request: Request) -> str:
    """Return the address of a request for which limits are counted."""
    return client_network(request.client.host) if request.client is not None else ""


async def check_link(
    request: Request, fight: Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$")]
) -> FightAccess:
    """Return a request's access by its secret link; raise FightNotFoundError for a wrong one."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret:
        raise HTTPException(
            401, "send the secret part of your link", {"www-authenticate": "Bearer"}
        )
    digest = secret_digest(secret.strip())
    service: FightService = request.app.state.service
    role = await service.links.role(fight, digest)
    return FightAccess(service, fight, role, digest, await get_address(request))


SECURED_BY_ACCESS: dict[str, Any] = {"security": [{"HTTPBearer": []}]}
"""Documents for the routes of play that they need a link, in place of `Depends(bearer)`.

That dependency would only document, and would cost a tenth of the time of such a request."""

ServiceDependency = Annotated[FightService, Depends(get_service)]
JobsDependency = Annotated[JobRunner, Depends(get_jobs)]
AddressDependency = Annotated[str, Depends(get_address)]
AccessDependency = Annotated[FightAccess, Depends(check_link)]
