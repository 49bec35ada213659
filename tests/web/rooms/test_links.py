"""Test secret links: renew and revoke them, and the limits of each role."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from at_the_table import Table, begin
from fastapi.testclient import TestClient

from affray.web.app import create_app
from affray.web.rooms.subscriptions import Subscription, Subscriptions, TooManyStreamsError
from affray.web.settings import Settings


def renewed(table: Table, role: str) -> Any:
    return table.post("/links", {"role": role})


def test_the_game_master_renews_a_link(client: TestClient) -> None:
    table = begin(client)
    old = table.as_side(0)
    answer = renewed(table, "side 0")
    assert answer.status_code == 201
    new = Table(client, table.links, answer.json()["secret"])
    assert old.get().status_code == 404
    assert new.look()["role"] == "side 0"
    assert table.as_side(1).look()["role"] == "side 1"


def test_the_game_master_revokes_a_link_and_it_can_be_made_anew(client: TestClient) -> None:
    table = begin(client)
    gone = client.delete(f"{table.address}/links/onlooker", headers=table.headers)
    assert gone.status_code == 204
    assert table.as_onlooker().get("/question").status_code == 404
    assert "onlooker" not in table.get("/links").json()["roles"]
    secret = renewed(table, "onlooker").json()["secret"]
    assert Table(client, table.links, secret).look()["role"] == "onlooker"
    assert table.get("/links").json()["roles"] == ["gm", "onlooker", "side 0", "side 1"]


def test_the_game_masters_own_link_can_only_be_renewed(client: TestClient) -> None:
    table = begin(client)
    assert client.delete(f"{table.address}/links/gm", headers=table.headers).status_code == 422
    assert table.look()["role"] == "gm"
    secret = renewed(table, "gm").json()["secret"]
    assert table.get().status_code == 404
    assert Table(client, table.links, secret).look()["role"] == "gm"


@pytest.mark.parametrize("role", ["side 2", "nobody", "side", ""])
def test_a_role_that_there_is_not_is_refused(client: TestClient, role: str) -> None:
    assert renewed(begin(client), role).status_code == 422


def test_nobody_else_changes_links(client: TestClient) -> None:
    table = begin(client)
    for other in (table.as_side(0), table.as_onlooker()):
        assert renewed(other, "side 0").status_code == 403
        assert other.get("/links").status_code == 403
        assert client.delete(f"{other.address}/links/gm", headers=other.headers).status_code == 403


def test_a_revoked_link_ends_its_streams_and_no_others() -> None:
    streams = Subscriptions(0, 0, 0)
    mine = Subscription("f", "side 0", "mine", "a", 0)
    theirs = Subscription("f", "side 1", "theirs", "a", 0)
    streams.subscribe(mine)
    streams.subscribe(theirs)
    streams.end_links("f", {"theirs"})
    assert (mine.is_ended, theirs.is_ended) == (True, False)


def test_streams_are_limited_for_all_for_each_link_and_for_each_address() -> None:
    streams = Subscriptions(4, 2, 3)

    def listen(link: str, address: str) -> Subscription:
        found = Subscription("f", "onlooker", link, address, 0)
        streams.subscribe(found)
        return found

    first = listen("one", "a")
    listen("one", "a")
    with pytest.raises(TooManyStreamsError, match="link"):
        listen("one", "b")
    listen("two", "a")
    with pytest.raises(TooManyStreamsError, match="address"):
        listen("three", "a")
    listen("three", "b")
    with pytest.raises(TooManyStreamsError, match="at once"):
        listen("four", "c")
    streams.unsubscribe(first)
    listen("one", "c")
    assert streams.count() == 4


# --- branches, seeds ---


def test_onlookers_branch_only_so_often_and_players_go_on(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, onlooker_branches=2))) as client:
        table = begin(client)
        codes = [table.as_onlooker().post("/branch", {"at": 0}).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        assert table.as_side(0).post("/branch", {"at": 0}).status_code == 201
        assert table.post("/branch", {"at": 0}).status_code == 201


def test_an_address_begins_only_so_many_fights(settings: Settings) -> None:
    limited = replace(settings, rate=1000, burst=1000, new_fights_per_minute=0.001)
    with TestClient(create_app(limited)) as client:
        table = begin(client)
        codes = {table.post("/branch", {"at": 0}).status_code for _ in range(70)}
        assert codes == {201, 429}
        refused = table.post("/branch", {"at": 0})
        assert "new fights" in refused.json()["detail"]
        assert int(refused.headers["retry-after"]) > 1
        assert table.look()["role"] == "gm"


def test_a_chosen_seed_is_seen_by_everybody_and_a_secret_one_by_nobody(client: TestClient) -> None:
    chosen = begin(client, seed=2**63 + 1)
    for table in (chosen, chosen.as_side(1), chosen.as_onlooker()):
        assert table.look()["scene"]["chosen_seed"] == str(2**63 + 1)
    secret = begin(client)
    assert secret.look()["scene"]["chosen_seed"] is None
    links = chosen.post("/branch", {"at": 0}).json()
    assert Table(client, links, links["gm"]).look()["scene"]["chosen_seed"] is None
