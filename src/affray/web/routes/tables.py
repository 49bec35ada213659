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
    """Return a table that can be joined, by its code."""
    return await tables.seats.look(code, address)


@router.post("/tables/{code}/seats", status_code=201)
async def join(
    code: Code, given: JoinRequest, tables: TablesDependency, address: AddressDependency
) -> SeatResponse:
    """Take a seat: a name, and free fighters, or none to look on."""
    return await tables.seats.join(code, given, address)


@router.post("/tables/{code}/claims", status_code=201)
async def claim_seat(
    code: Code, given: ClaimRequest, tables: TablesDependency, address: AddressDependency
) -> ClaimResponse:
    """Ask the game master to have a seat back on another device."""
    return await tables.seats.claim_seat(code, given.name, address)


@router.post("/claims/{fight}")
async def take_claimed(
    fight: Annotated[str, Path(max_length=40)],
    given: TakeClaimedRequest,
    tables: TablesDependency,
) -> SeatResponse | None:
    """Take a seat that was claimed; null while the game master has not decided."""
    return await tables.seats.take_claimed(fight, given.claim)


@router.post("/fights/{fight}/claims/{number}", dependencies=secured)
async def answer_claim(
    number: SeatPath, given: ClaimAnswerRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Give a seat back to whoever asked for it, or refuse. For the game master."""
    await tables.seats.answer_claim(access.fight, access.role, number, given.grant)
    return {}


@router.get("/fights/{fight}/invitation", dependencies=secured)
async def invitation(
    request: Request, access: AccessDependency, tables: TablesDependency
) -> InvitationResponse:
    """Return the code, the address and the QR code for friends. For the game master."""
    origin = f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    return await tables.seats.invitation(access.fight, access.role, origin)


@router.post("/fights/{fight}/seats", status_code=201, dependencies=secured)
async def add_seat(
    given: SeatRequest, access: AccessDependency, tables: TablesDependency
) -> SeatResponse:
    """Give somebody a seat. For the game master."""
    return await tables.seats.add_seat(access.fight, access.role, given)


@router.put("/fights/{fight}/seats/{number}", dependencies=secured)
async def change_seat(
    number: SeatPath, given: SeatRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Change a seat: the game master's at any time, one's own until the fight begins."""
    await tables.seats.change_seat(access.fight, access.role, number, given)
    return {"number": number}


@router.delete("/fights/{fight}/seats/{number}", status_code=204, dependencies=secured)
async def remove_seat(
    number: SeatPath, access: AccessDependency, tables: TablesDependency
) -> Response:
    """End a seat and its link. For the game master."""
    await tables.seats.remove_seat(access.fight, access.role, number)
    return Response(status_code=204)


@router.post("/fights/{fight}/table", dependencies=secured)
async def set_table(
    given: TableRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Set who plays, who may join, clocks and secrecy; begin the fight. For the game master."""
    await tables.settings.set_table(access.fight, access.role, given)
    return {}


@router.post("/fights/{fight}/hidden", dependencies=secured)
async def hide(given: HideRequest, access: AccessDependency, tables: TablesDependency) -> Json:
    """Say everything that is hidden from the players. For the game master."""
    await tables.settings.hide(access.fight, access.role, given)
    return {}


@router.post("/fights/{fight}/reinforcements", dependencies=secured)
async def reinforce(
    given: ReinforcementRequest, access: AccessDependency, tables: TablesDependency
) -> Json:
    """Have a fighter of the reserve or of the content arrive at a place. For the game master."""
    return {"name": await tables.arrivals.reinforce(access.fight, access.role, given)}


@router.get("/fights/{fight}/reinforcements", dependencies=secured)
async def newcomers(access: AccessDependency, tables: TablesDependency) -> Json:
    """Return who can be brought in from the content. For the game master."""
    return await tables.arrivals.newcomers(access.fight, access.role)


@router.get("/fights/{fight}/next", dependencies=secured)
async def rests(access: AccessDependency, tables: TablesDependency) -> Json:
    """Return the rests between this fight and the next, by the rules. For the game master."""
    return await tables.next_fights.rests(access.fight, access.role)


@router.post("/fights/{fight}/next", status_code=201, dependencies=secured)
async def next_fight(
    given: NextFightRequest,
    access: AccessDependency,
    tables: TablesDependency,
) -> LinksResponse:
    """Begin another fight with the same people, as this one left them. For the game master."""
    return await tables.next_fights.next_fight(access.fight, access.role, given, access.address)


@router.post("/fights/{fight}/next/seat", status_code=201, dependencies=secured)
async def come_along(access: AccessDependency, tables: TablesDependency) -> SeatResponse:
    """Take one's own place at the next fight, with a link of its own."""
    return await tables.next_fights.come_along(access.fight, access.role)


@router.post("/fights/{fight}/chat", status_code=201, dependencies=secured)
async def say(given: ChatRequest, access: AccessDependency, tables: TablesDependency) -> Json:
    """Say something, or what you would like to try; or answer that, as game master."""
    await tables.talk.say(access.fight, access.role, given)
    return {}


@router.get("/fights/{fight}/rulings/{who}", dependencies=secured)
async def ruling_choices(
    who: FighterNumber,
    access: AccessDependency,
    tables: TablesDependency,
) -> Json:
    """Return what can be ruled about a fighter, with known values. For the game master."""
    return await tables.settings.ruling_choices(access.fight, access.role, who)
