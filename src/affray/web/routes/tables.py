"""Tables: joining by a code, seats, talking, and what the game master sets and hides."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response

from affray.web.messages import (
    ChatRequest,
    ClaimAnswerRequest,
    ClaimRequest,
    ClaimResponse,
    HideRequest,
    InvitationResponse,
    JoinableTableResponse,
    JoinRequest,
    LinksResponse,
    NextFightRequest,
    ReinforcementRequest,
    SeatRequest,
    SeatResponse,
    TableRequest,
    TakeClaimedRequest,
)
from affray.web.routes.access import (
    REFUSALS,
    AccessDependency,
    AddressDependency,
    FighterNumber,
    TablesDependency,
    bearer,
)

Json = dict[str, Any]
Code = Annotated[str, Path(max_length=20)]
SeatPath = Annotated[int, Path(ge=1, le=10_000)]

router = APIRouter(prefix="/api", tags=["tables"], responses=REFUSALS)
secured = [Depends(bearer)]


@router.get("/tables/{code}")
async def look(
    code: Code, tables: TablesDependency, address: AddressDependency
) -> JoinableTableResponse:
    """A table that can be joined, by its code."""
    return await tables.look(code, address)


@router.post("/tables/{code}/seats", status_code=201)
async def join(
    code: Code, given: JoinRequest, tables: TablesDependency, address: AddressDependency
) -> SeatResponse:
    """Takes a seat: a name, and free fighters, or none to look on."""
    return await tables.join(code, given, address)


@router.post("/tables/{code}/claims", status_code=201)
async def claim_seat(
    code: Code, given: ClaimRequest, tables: TablesDependency, address: AddressDependency
) -> ClaimResponse:
    """Ask the game master to have a seat back on another device."""
    return await tables.claims.ask(code, given.name, address)


@router.post("/claims/{fight}")
async def take_claimed(
    fight: Annotated[str, Path(max_length=40)],
    given: TakeClaimedRequest,
    tables: TablesDependency,
) -> SeatResponse | None:
    """Take a seat that was claimed; null while the game master has not decided."""
    return await tables.claims.take(fight, given.claim)


@router.post("/fights/{fight}/claims/{number}", dependencies=secured)
async def answer_claim(
    number: SeatPath, given: ClaimAnswerRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Give a seat back to whoever asked for it, or refuse. For the game master."""
    await tables.claims.answer(access.fight, access.role, number, given.grant)
    return {}


@router.get("/fights/{fight}/invitation", dependencies=secured)
async def invitation(
    request: Request, access: AccessDependency, tables: TablesDependency
) -> InvitationResponse:
    """The code, the address and the QR code for friends. For the game master."""
    origin = f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    return await tables.invitation(access.fight, access.role, origin)


@router.post("/fights/{fight}/seats", status_code=201, dependencies=secured)
async def add_seat(
    given: SeatRequest, access: AccessDependency, tables: TablesDependency
) -> SeatResponse:
    """Gives somebody a seat. For the game master."""
    return await tables.add_seat(access.fight, access.role, given)


@router.put("/fights/{fight}/seats/{number}", dependencies=secured)
async def change_seat(
    number: SeatPath, given: SeatRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Changes a seat: the game master's at any time, one's own until the fight begins."""
    await tables.change_seat(access.fight, access.role, number, given)
    return {"number": number}


@router.delete("/fights/{fight}/seats/{number}", status_code=204, dependencies=secured)
async def remove_seat(
    number: SeatPath, access: AccessDependency, tables: TablesDependency
) -> Response:
    """Ends a seat and its link. For the game master."""
    await tables.remove_seat(access.fight, access.role, number)
    return Response(status_code=204)


@router.post("/fights/{fight}/table", dependencies=secured)
async def set_table(
    given: TableRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Sets who plays, whether somebody may join, clocks and secrecy; begins the fight. For the game
    master."""
    await tables.set_table(access.fight, access.role, given)
    return {}


@router.post("/fights/{fight}/hidden", dependencies=secured)
async def hide(given: HideRequest, access: AccessDependency, tables: TablesDependency) -> Json:
    """Says everything that is hidden from the players. For the game master."""
    await tables.hide(access.fight, access.role, given)
    return {}


@router.post("/fights/{fight}/reinforcements", dependencies=secured)
async def reinforce(
    given: ReinforcementRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Has a fighter of the reserve or of the content arrive at a place. For the game master."""
    return {"name": await tables.reinforce(access.fight, access.role, given)}


@router.get("/fights/{fight}/reinforcements", dependencies=secured)
async def newcomers(access: AccessDependency, tables: TablesDependency) -> Json:
    """Who can be brought in from the content. For the game master."""
    return await tables.newcomers(access.fight, access.role)


@router.get("/fights/{fight}/next", dependencies=secured)
async def rests(access: AccessDependency, tables: TablesDependency) -> Json:
    """What may lie between this fight and the next, by the rules. For the game master."""
    return await tables.rests(access.fight, access.role)


@router.post("/fights/{fight}/next", status_code=201, dependencies=secured)
async def next_fight(
    given: NextFightRequest,
    access: AccessDependency,
    tables: TablesDependency,
) -> LinksResponse:
    """Begins another fight with the same people, as this one left them. For the game master."""
    return await tables.next_fight(access.fight, access.role, given, access.address)


@router.post("/fights/{fight}/next/seat", status_code=201, dependencies=secured)
async def come_along(access: AccessDependency, tables: TablesDependency) -> SeatResponse:
    """One's own place at the next fight: a link of its own."""
    return await tables.come_along(access.fight, access.role)


@router.post("/fights/{fight}/chat", status_code=201, dependencies=secured)
async def say(given: ChatRequest, access: AccessDependency, tables: TablesDependency) -> Json:
    """Says something, or what one would like to try; or answers that, as game master."""
    await tables.say(access.fight, access.role, given)
    return {}


@router.get("/fights/{fight}/rulings/{who}", dependencies=secured)
async def ruling_choices(
    who: FighterNumber,
    access: AccessDependency,
    tables: TablesDependency,
) -> Json:
    """What can be ruled about a fighter, each kind with the values it knows. For the game
    master."""
    return await tables.ruling_choices(access.fight, access.role, who)
