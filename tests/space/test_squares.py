from heapq import heappop, heappush
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from affray.space import squares as space
from affray.space.squares import EMPTY, FACINGS, UNREACHABLE, Positions, Squares, Ways

NOBODY_STANDS = [-1] * 25
UNGUARDED = [0] * 25


def board(closed: tuple[int, ...] = (), blind: tuple[int, ...] = ()) -> Squares:
    return Squares(5, 5, closed, blind)


def flat(squares: Squares) -> Ways:
    return Ways(squares, [1] * squares.size)


def positions(standing: list[int], guarded: list[int]) -> Positions:
    """Who stands where, and how many enemies of the first of two sides guard each space; the other
    side's, which are no business of the first one, guard every space there is."""
    found = Positions(Squares(1, len(standing)), 2)
    found.models[:] = standing
    found.guards[:] = [guarded, [1] * len(guarded)]
    return found


def taken_in(standing: list[int]) -> list[int]:
    return [cell for cell, model in enumerate(standing) if model != EMPTY]


def reach(ways: Ways, start: int, most: int, taken: list[int]) -> list[int]:
    standing = [7 if cell in taken else EMPTY for cell in range(ways.board.size)]
    return space.reach(ways, start, most, positions(standing, [0] * len(standing)))


def flight(squares: Squares, start: int, most: int, taken: tuple[int, ...]) -> list[int]:
    standing = [7 if cell in taken else EMPTY for cell in range(squares.size)]
    return space.flight(squares, start, most, positions(standing, [0] * len(standing)))


def path(
    ways: Ways, start: int, goal: int, most: int, standing: list[int], guarded: list[int]
) -> list[int]:
    return space.path(ways, start, goal, most, positions(standing, guarded), 0)


def test_a_space_has_eight_neighbours_listed_clockwise_from_north() -> None:
    squares = board()
    assert squares.around[12] == [7, 8, 13, 18, 17, 16, 11, 6]
    assert squares.around[0] == [EMPTY, EMPTY, 1, 6, 5, EMPTY, EMPTY, EMPTY]
    assert squares.zones[0] == [1, 6, 5]
    assert board(closed=(6,)).zones[0] == [1, 5]


def test_three_spaces_are_behind_and_five_in_front() -> None:
    squares = board(closed=(6,))
    assert squares.behind[12][FACINGS.index("n")] == [18, 17, 16]
    assert squares.behind[12][FACINGS.index("se")] == [11, 7], "6 is closed"
    assert squares.ahead[12][FACINGS.index("e")] == [13, 18, 17, 7, 8]
    for facing in range(8):
        behind, ahead = squares.behind[12][facing], squares.ahead[12][facing]
        assert sorted(behind + ahead) == [7, 8, 11, 13, 16, 17, 18]
        assert set(behind) == {
            cell for cell in ahead + behind if squares.is_behind(12, facing, cell)
        }
    assert not squares.is_behind(12, FACINGS.index("n"), 22), "two spaces away"


def test_the_facing_towards_a_space_is_the_nearest_of_eight() -> None:
    squares = Squares(11, 11)
    here = squares.cell(5, 5)
    found = {
        FACINGS[squares.towards(here, squares.cell(x, y))] for x, y in ((5, 0), (6, 0), (4, 1))
    }
    assert found == {"n"}
    assert FACINGS[squares.towards(here, squares.cell(8, 8))] == "se"
    assert FACINGS[squares.towards(here, squares.cell(0, 4))] == "w"


def test_the_cheapest_way_goes_round_dear_and_closed_spaces() -> None:
    squares = board(closed=(6, 7, 8))
    costs = [1] * 25
    costs[12] = 3
    ways = Ways(squares, costs)
    assert ways.to(22)[2] == flat(board()).to(22)[2] + 1
    assert 12 not in path(ways, 2, 22, 9, NOBODY_STANDS, UNGUARDED)
    assert Ways(board(closed=(1, 5, 6)), [1] * 25).to(24)[0] == UNREACHABLE


def test_what_is_reached_is_what_the_cheapest_ways_say_on_an_empty_board() -> None:
    squares = board(closed=(7, 8))
    ways = Ways(squares, [1 + (cell % 3 == 0) for cell in range(25)])
    reached = reach(ways, 12, 3, [])
    assert reached == [cell for cell in range(25) if cell != 12 and ways.to(cell)[12] <= 3]


def test_rings_are_the_spaces_by_their_cost_to_a_goal_the_straightest_first() -> None:
    ways = flat(board())
    rings = ways.rings(12)
    assert rings[0] == [12]
    assert sorted(rings[1][:4]) == [7, 11, 13, 17], "then the diagonal ones"
    assert len(rings[1]) == 8
    assert len(rings) == 3
    shut = flat(board(closed=(1, 5, 6)))
    assert all(24 not in ring for ring in shut.rings(0)), "there is no way"


def test_an_open_way_goes_round_zones_at_the_least_cost_or_not_at_all() -> None:
    ways, guarded = flat(board()), [0] * 25
    guarded[12] = guarded[7] = 1

    def open_way(goal: int, most: int) -> list[int]:
        return space.open_way(ways, 10, goal, most, positions(NOBODY_STANDS, guarded), 0)

    assert open_way(13, 3) == [16, 17, 13]
    assert open_way(13, 2) == []
    assert not any(guarded[cell] for cell in open_way(14, 9))
    assert open_way(12, 2) == [11, 12], "it may end in a zone"
    guarded[16:18] = [1, 1]
    guarded[2] = guarded[22] = 1
    assert open_way(14, 99) == []


def test_nobody_passes_through_a_model() -> None:
    ways = Ways(Squares(5, 1), [1] * 5)
    standing = [-1, -1, 7, -1, -1]
    assert reach(ways, 0, 9, taken_in(standing)) == [1]
    assert path(ways, 0, 4, 9, standing, [0] * 5) == []


def test_where_one_gets_to_is_worked_out_for_whoever_stands_there() -> None:
    ways = Ways(Squares(6, 1), [1] * 6)
    for standing, reached in [
        ([0, -1, -1, -1, -1, -1], [1, 2, 3]),
        ([0, -1, -1, 7, -1, -1], [1, 2]),
        ([0, 7, -1, -1, -1, -1], []),
        ([0, -1, 7, 8, -1, -1], [1]),
        ([0, -1, -1, -1, -1, 7], [1, 2, 3]),
        ([0, -1, -1, 7, -1, -1], [1, 2]),
    ]:
        assert reach(ways, 0, 3, taken_in(standing)) == reached
    assert reach(ways, 0, 4, [0, 4]) == [1, 2, 3]
    assert reach(ways, 1, 3, [1, 3]) == [0, 2]


def test_a_path_leaves_as_few_guarded_spaces_as_it_can_afford() -> None:
    ways = flat(board())
    guarded = [0] * 25
    guarded[12] = 1
    assert path(ways, 10, 14, 4, NOBODY_STANDS, guarded) != [11, 12, 13, 14]
    corridor = Ways(Squares(5, 1), [1] * 5)
    assert path(corridor, 0, 4, 4, [-1] * 5, [0, 0, 1, 0, 0]) == [1, 2, 3, 4]
    wall = [0] * 25
    for cell in (2, 7, 12, 17):
        wall[cell] = 1
    far_round = path(ways, 0, 4, 8, NOBODY_STANDS, wall)
    assert 22 in far_round
    assert path(ways, 0, 4, 4, NOBODY_STANDS, wall) == [1, 2, 3, 4]


def plain_path(
    ways: Ways, start: int, goal: int, most: int, standing: list[int], guarded: list[int]
) -> list[int]:
    """Return the best path, by a heap of all there are."""
    known: dict[int, list[tuple[int, int]]] = {start: [(0, 0)]}
    heap: list[tuple[int, int, int, int, list[int]]] = [(0, 0, start, 0, [])]
    found = 1
    while heap:
        risks, cost, here, _, way = heappop(heap)
        if here == goal:
            return way
        if any(r <= risks and c < cost for r, c in known[here]):
            continue
        risks += guarded[here] > 0
        for there in ways.board.neighbours[here]:
            total = cost + ways.costs[there]
            beaten = any(r <= risks and c <= total for r, c in known.get(there, []))
            if total <= most and standing[there] < 0 and not beaten:
                known.setdefault(there, []).append((risks, total))
                heappush(heap, (risks, total, there, found, [*way, there]))
                found += 1
    return []


def figures(ways: Ways, guarded: list[int], way: list[int]) -> tuple[int, int, int]:
    """Return the goal of a way, the guarded spaces it leaves behind the first, and what it costs."""
    risks = sum(guarded[cell] > 0 for cell in way[:-1])
    return (way[-1] if way else -1, risks, sum(ways.costs[cell] for cell in way))


def test_paths_past_crowds_and_zones_are_those_of_a_plain_search() -> None:
    found = 0
    for seed in range(150):
        chances = Random(seed)
        costs = [chances.choice([1, 1, 1, 1, 2]) for _ in range(36)]
        ways = Ways(Squares(6, 6, [cell for cell in range(1, 36) if chances.random() < 0.1]), costs)
        standing = [-1 if cell == 0 or chances.random() < 0.85 else 7 for cell in range(36)]
        guarded = [int(chances.random() < 0.3) for _ in range(36)]
        most = chances.randint(4, 9)
        here = positions(standing, guarded)
        for goal in (35, 17, 30, 22, 8):
            if not ways.board.solid[goal]:
                way = space.path(ways, 0, goal, most, here, 0)
                plain = plain_path(ways, 0, goal, most, standing, guarded)
                assert figures(ways, guarded, way) == figures(ways, guarded, plain)
                found += len(way) > 3
    assert found > 100


def test_the_way_straight_there_is_taken_where_it_is_free_and_unguarded() -> None:
    row = Ways(Squares(6, 1), [1] * 6)
    alone = [-1] * 6
    straight = [1, 2, 3, 4, 5]
    for guarded, found in [
        ([0, 0, 0, 0, 0, 0], straight),
        ([1, 0, 0, 0, 0, 1], straight),
        ([0, 0, 1, 0, 0, 0], []),
    ]:
        assert space.straight_way(row, 0, 5, positions(alone, guarded), 0) == found
    assert space.straight_way(row, 0, 5, positions([-1, -1, -1, 7, -1, -1], [0] * 6), 0) == []
    dear = Ways(row.board, [1, 1, 2, 1, 1, 1])
    assert space.straight_way(dear, 0, 5, positions(alone, [0] * 6), 0) == []
    closed = flat(board(closed=(6,)))
    assert space.straight_way(closed, 0, 12, positions(NOBODY_STANDS, UNGUARDED), 0) == []
    assert space.straight_way(flat(board()), 0, 14, positions(NOBODY_STANDS, UNGUARDED), 0) == [
        6,
        12,
        13,
        14,
    ]


def test_a_detour_may_cost_all_there_is() -> None:
    ways = Ways(Squares(3, 2), [1, 1, 1, 1, 2, 1])
    assert reach(ways, 0, 3, [0, 1]) == [2, 3, 4, 5]
    assert reach(ways, 0, 2, [0, 1]) == [3, 4]


def test_a_detour_does_not_lead_through_somebody() -> None:
    ways = Ways(Squares(6, 2, closed=(10, 11)), [1] * 6 + [2] * 6)
    assert reach(ways, 0, 9, [3, 8, 9]) == [1, 2, 6, 7]
    assert reach(ways, 0, 9, [1, 4]) == [2, 3, 6, 7, 8, 9], "nobody gets past 4"


def within_cost(ways: Ways, start: int, most: int, taken: list[int]) -> list[int]:
    """Where one can get to, by trying every step again and again."""
    best = {start: 0}
    edge = [start]
    while edge:
        here = edge.pop()
        for there in ways.board.neighbours[here]:
            cost = best[here] + ways.costs[there]
            if there not in taken and cost <= min(most, best.get(there, UNREACHABLE) - 1):
                best[there] = cost
                edge.append(there)
    return sorted(best.keys() - {start})


def test_detours_are_found_behind_crowds_and_walls() -> None:
    for seed in range(40):
        chances = Random(seed)
        closed = [cell for cell in range(1, 36) if chances.random() < 0.25]
        taken = [cell for cell in range(1, 36) if chances.random() < 0.2 and cell not in closed]
        costs = [chances.choice([1, 1, 1, 2, 3]) for _ in range(36)]
        ways = Ways(Squares(6, 6, closed), costs)
        most = chances.randint(3, 12)
        assert reach(ways, 0, most, taken) == within_cost(ways, 0, most, taken)


def test_a_zone_is_counted_for_every_other_side() -> None:
    squares = Squares(4, 3, closed=(5,))
    for here in range(12):
        around = [int(cell in squares.zones[here] and cell != 5) for cell in range(12)]
        found, zone = Positions(squares, 3), squares.within(here, 1)
        found.add_zone(zone, 1, 1)
        assert [found.guards[side] for side in range(3)] == [around, [0] * 12, around]
        found.add_zone(zone, 0, 1)
        assert found.guards[2] == [2 * cell for cell in around]
        found.add_zone(zone, 1, -1)
        assert [found.guards[side] for side in range(3)] == [[0] * 12, around, around]
    row = Positions(Squares(3, 1), 6)
    row.add_zone([0, 2], 5, 1)
    assert [row.guards[side] for side in (0, 4, 5)] == [[1, 0, 1], [1, 0, 1], [0, 0, 0]]


def test_a_wide_zone_leaves_out_closed_spaces() -> None:
    squares = Squares(6, 1, closed=(2,))
    found = Positions(squares, 2)
    found.add_zone(squares.within(3, 2), 0, 1)
    assert found.guards[1] == [0, 1, 0, 0, 1, 1]
    found.add_zone(squares.within(4, 2), 0, 1)
    assert found.guards[1] == [0, 1, 0, 1, 1, 2]
    found.add_zone(squares.within(3, 2), 0, -1)
    assert found.guards[1] == [0, 0, 0, 1, 0, 1]
    assert found.guards[0] == [0] * 6


def test_who_flies_gets_past_models_and_closed_spaces_but_not_onto_them() -> None:
    squares = board(closed=(7,))
    everywhere = [cell for cell in range(25) if cell not in (6, 7, 11, 12)]
    assert flight(squares, 12, 2, (12, 6, 11)) == everywhere
    assert flight(squares, 0, 1, (0, 24)) == [1, 5, 6]
    assert flight(squares, 18, 1, (0, 24)) == [12, 13, 14, 17, 19, 22, 23]


def test_a_line_is_blocked_by_what_it_passes_not_by_where_it_ends() -> None:
    squares = board(blind=(12,))
    assert not squares.sees(10, 14)
    assert squares.sees(10, 12)
    assert squares.sees(12, 14)
    assert squares.sees(0, 4)
    assert squares.sees(10, 14) == squares.sees(14, 10)
    assert board(closed=(12,)).sees(10, 14), "one looks across water"


def test_spaces_within_a_distance_leave_out_closed_ones() -> None:
    squares = board(closed=(6,))
    assert squares.within(0, 1) == [1, 5]
    assert len(squares.within(12, 2)) == 23
    assert squares.name(13) == "3,2"
    assert squares.name(EMPTY) == "off the board"


FOUR_BY_FOUR = st.lists(st.booleans(), min_size=16, max_size=16)


def every_way(
    ways: Ways, start: int, most: int, taken: list[bool], guarded: list[bool]
) -> dict[int, tuple[int, int]]:
    """Return the fewest guarded spaces left on a way to each space and then the lowest cost, by trying
    everything."""
    best: dict[tuple[int, int], int] = {(start, 0): 0}
    edge = [(start, 0)]
    while edge:
        here, risks = edge.pop()
        there_risks = risks + guarded[here]
        for there in ways.board.neighbours[here]:
            cost = best[here, risks] + ways.costs[there]
            if taken[there] or cost > most or there_risks > 8:
                continue
            if cost < best.get((there, there_risks), UNREACHABLE):
                best[there, there_risks] = cost
                edge.append((there, there_risks))
    found: dict[int, tuple[int, int]] = {}
    for (cell, risks), cost in best.items():
        found[cell] = min(found.get(cell, (UNREACHABLE, UNREACHABLE)), (risks, cost))
    del found[start]
    return found


@settings(max_examples=150)
@given(
    FOUR_BY_FOUR,
    FOUR_BY_FOUR,
    FOUR_BY_FOUR,
    st.lists(st.integers(1, 3), min_size=16, max_size=16),
    st.integers(0, 15),
    st.integers(0, 9),
)
def test_paths_are_the_best_there_are(
    closed: list[bool],
    taken: list[bool],
    guarded: list[bool],
    costs: list[int],
    start: int,
    most: int,
) -> None:
    closed = [wall and guard for wall, guard in zip(closed, guarded, strict=True)]
    taken = [model and not wall for model, wall in zip(taken, closed, strict=True)]
    closed[start] = False
    ways = Ways(Squares(4, 4, [cell for cell in range(16) if closed[cell]]), costs)
    standing = [0 if somebody else -1 for somebody in taken]
    zones = [int(guard) for guard in guarded]
    expected = every_way(ways, start, most, taken, guarded)
    assert reach(ways, start, most, taken_in(standing)) == sorted(expected)
    here = positions(standing, zones)
    for goal in range(16):
        if goal == start or closed[goal]:
            continue
        way = space.path(ways, start, goal, most, here, 0)
        if goal not in expected:
            assert way == []
        else:
            assert way[-1] == goal
            for before, there in pairwise([start, *way]):
                assert there in ways.board.neighbours[before]
                assert not taken[there]
            risks = sum(guarded[cell] for cell in [start, *way[:-1]])
            assert (risks, sum(costs[cell] for cell in way)) == expected[goal]
