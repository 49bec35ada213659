"""Routes for the links of a fight: the game master lists, renews and revokes them."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import Response

from affray.core.problems import data_error, unknown_name
from affray.web.messages import LinkRequest, LinkResponse, LinkRolesResponse
from affray.web.rooms.links import new_secret
from affray.web.rooms.room import ForbiddenError
from affray.web.routes.access import REFUSALS, AccessDependency, FightAccess, secured

router = APIRouter(prefix="/api/fights", tags=["fights"], responses=REFUSALS)


@router.get("/{fight}/links", dependencies=secured)
async def link_roles(access: AccessDependency) -> LinkRolesResponse:
    """Return the roles that have a link. For the game master."""
    if access.role != "gm":
        raise ForbiddenError("only the game master sees which links there are")
    return LinkRolesResponse(roles=await roles_with_links(access))


@router.post("/{fight}/links", status_code=201, dependencies=secured)
async def renew_link(given: LinkRequest, access: AccessDependency) -> LinkResponse:
    """Replace a role's link by a new one. For the game master."""
    await check_role(access, given.role)
    secret = new_secret()
    await access.service.links.replace(access.fight, given.role, secret)
    return LinkResponse(role=given.role, secret=secret)


@router.delete("/{fight}/links/{role}", status_code=204, dependencies=secured)
async def revoke_link(
    role: Annotated[str, Path(max_length=20)], access: AccessDependency
) -> Response:
    """Revoke a role's link. For the game master."""
    await check_role(access, role)
    if role == "gm":
        raise data_error("the game master's own link can only be renewed", "role")
    await access.service.links.replace(access.fight, role, None)
    return Response(status_code=204)


async def check_role(access: FightAccess, role: str) -> None:
    """Check that the request is the game master's, and that a role can have a link."""
    access.check_master("changes links")
    service = access.service
    stored = await asyncio.to_thread(service.store.get_fight, access.fight)
    roles = ["gm", "onlooker", *(f"side {side}" for side in range(len(stored.players)))]
    roles += [one for one in await roles_with_links(access) if one.startswith("seat ")]
    if role not in roles:
        raise data_error(unknown_name("role", role, roles), "role")


async def roles_with_links(access: FightAccess) -> list[str]:
    """Return the roles that have a link, each once."""
    service = access.service
    links = await asyncio.to_thread(service.store.get_links, access.fight)
    return sorted(set(links.values()))
