"""Bands between spots: derived, symmetric, and never contradicting each other."""

from hypothesis import given
from hypothesis import strategies as st

from affray.space.bands import APART, BANDS, CLOSE, DISTANT, NEARBY, TOUCH, Bands, Spot


def line(*bands: int) -> Bands:
    spots = [Spot(letter) for letter in "abcdefgh"[: len(bands) + 1]]
    return Bands(spots, [(n, n + 1, int(band)) for n, band in enumerate(bands)])


def test_a_spot_is_at_touch_with_itself() -> None:
    assert line(CLOSE).band(0, 0) == TOUCH


def test_bands_add_up_along_a_line_and_end_at_distant() -> None:
    places = line(CLOSE, CLOSE, CLOSE, CLOSE)
    assert [places.band(0, n) for n in range(5)] == [TOUCH, CLOSE, NEARBY, DISTANT, DISTANT]


def test_a_touch_link_joins_two_spots_at_touch() -> None:
    places = line(TOUCH, CLOSE)
    assert places.band(0, 1) == TOUCH
    assert places.band(0, 2) == CLOSE
    assert places.moves[0][2] == 2


def test_a_long_link_has_a_spot_for_each_band_on_the_way() -> None:
    places = line(DISTANT)
    assert places.names() == ["a", "b", "a to b 1", "a to b 2"]
    assert places.band(0, 1) == DISTANT
    assert places.moves[0][1] == 3
    assert places.band(2, 1) == NEARBY


def test_a_sight_has_a_band_but_no_way() -> None:
    places = Bands([Spot("a"), Spot("b")], [], [(0, 1, int(NEARBY))])
    assert places.band(0, 1) == NEARBY
    assert places.neighbours == [[], []]


def test_what_nothing_joins_is_apart() -> None:
    assert Bands([Spot("a"), Spot("b")], []).band(0, 1) == APART


def test_a_shorter_way_contradicts_a_longer_link() -> None:
    spots = [Spot("a"), Spot("b"), Spot("c")]
    places = Bands(spots, [(0, 1, int(CLOSE)), (1, 2, int(TOUCH)), (0, 2, int(DISTANT))])
    assert places.contradictions() == [(0, 2, int(DISTANT))]


def test_a_spot_between_two_others_is_on_the_line() -> None:
    places = line(CLOSE, CLOSE)
    assert places.between(0, 1, 2)
    assert places.between(0, 2, 2), "the end of the line counts, its beginning does not"
    assert not places.between(0, 0, 2)
    assert not places.between(1, 0, 2)


def test_height_cover_darkness_and_obscurity_belong_to_spots() -> None:
    tower = Spot("tower", height=6, cover=50)
    field = Spot("field", dark=True)
    places = Bands([tower, field], [(0, 1, int(NEARBY))])
    assert places.above(0, 1) == 6
    assert tower.covers_half()
    assert not Spot("fence", cover=49).covers_half()
    assert field.hard_to_see()
    assert Spot("smoke", obscured=True).hard_to_see()
    assert not places.spots[2].covers_half(), "between two spots is open ground"
    assert places.spots[2].height == 0


def test_the_board_can_be_drawn() -> None:
    spots = [Spot("a", 3, 50, True, False, (0.0, 0.0)), Spot("b", drawn_at=(2.0, 1.0))]
    board = Bands(spots, [(0, 1, int(NEARBY))]).data()
    assert board["kind"] == "spots"
    places = board["places"]
    assert isinstance(places, list)
    assert places[0] == {
        "name": "a", "x": 0.0, "y": 0.0, "height": 3, "cover": 50, "dark": True, "obscured": False
    }  # fmt: skip
    assert places[2]["x"] == 1.0
    assert places[2]["y"] == 0.5
    assert board["links"] == [[0, 2, "Close"], [2, 1, "Close"]]


links = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 3)), max_size=10)


@given(links, links)
def test_bands_are_consistent_whatever_the_map(
    ways: list[tuple[int, int, int]], sights: list[tuple[int, int, int]]
) -> None:
    spots = [Spot(letter) for letter in "abcdef"]
    places = Bands(
        spots, [link for link in ways if link[0] != link[1]], [s for s in sights if s[0] != s[1]]
    )
    count = range(len(places.spots))
    for here in count:
        assert places.band(here, here) == TOUCH
        for there in count:
            assert places.band(here, there) == places.band(there, here)
            for near in places.neighbours[here]:
                one, other = places.band(here, there), places.band(near, there)
                assert abs(one - other) <= 1, f"{BANDS[one]} and {BANDS[other]} in one move"


def test_a_line_passes_a_link_where_there_is_none_as_short_without_it() -> None:
    gate = line(CLOSE, CLOSE, CLOSE).lines_through(1, 2)
    assert gate[1][2]
    assert gate[0][3]
    assert gate[3][0], "in both directions"
    assert not gate[0][1]
    spots = [Spot(letter) for letter in "abc"]
    links = [(0, 1, int(CLOSE)), (1, 2, int(CLOSE))]
    over = Bands(spots, links, [(0, 2, int(NEARBY))]).lines_through(1, 2)
    assert not over[0][2], "a sight as short goes over it"
    assert over[1][2]
