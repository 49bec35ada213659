"""Who asks, and by which link; what every route needs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, HTTPException, Path, Request
from fastapi.security import HTTPBearer

from affray.store import secret_digest
from affray.web.hosts import client_network
from affray.web.messages import RefusalResponse
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.table_service import TableService
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
"""A fighter by its number, as part of an address."""

bearer = HTTPBearer(auto_error=False, description="the secret part of a link")
"""Says in the OpenAPI document how a link's secret is sent."""


class FightAccess:
    """Somebody at a fight: which one, whose link they have, and where they are."""

    def __init__(
        self, service: FightService, fight: str, role: str, link: str, address: str
    ) -> None:
        self.service = service
        self.fight = fight
        self.role = role
        self.link = link
        self.address = address


async def get_service(request: Request) -> FightService:
    """Return the service of this application."""
    found: FightService = request.app.state.service
    return found


async def get_tables(request: Request) -> TableService:
    """Return the tables of this application."""
    found: TableService = request.app.state.tables
    return found


async def get_jobs(request: Request) -> JobRunner:
    """Return the jobs of this application."""
    found: JobRunner = request.app.state.jobs
    return found


async def get_address(request: Request) -> str:
    """Return where a request comes from, as limits count it."""
    return client_network(request.client.host) if request.client is not None else ""


async def check_link(
    request: Request, fight: Annotated[str, Path(pattern=r"^[0-9a-f]{1,32}$")]
) -> FightAccess:
    """Return who asks, by their secret link; raise FightNotFoundError for a wrong one."""
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
"""Documents, for the addresses of play, what `Depends(bearer)` documents for others: a dependency
that only documents costs a tenth of such a request."""

ServiceDependency = Annotated[FightService, Depends(get_service)]
TablesDependency = Annotated[TableService, Depends(get_tables)]
JobsDependency = Annotated[JobRunner, Depends(get_jobs)]
AddressDependency = Annotated[str, Depends(get_address)]
AccessDependency = Annotated[FightAccess, Depends(check_link)]
