"""Models of file data: what they read, and the sentence for everything they do not."""

from __future__ import annotations

import pickle
from typing import Annotated, Any, ClassVar, Literal, Self

import pytest
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, model_validator

from affray.core.data import Data, keys_at, read_data
from affray.core.problems import InvalidDataError
from affray.core.ruleset import Slug


def check_even(value: int) -> int:
    if value % 2:
        raise ValueError(f"{value} is odd")
    return value


class Strap(Data):
    """What it hangs by."""

    length: int = Field(ge=1, le=9, description="how long it is")


class Club(Data):
    """A club."""

    default_weight: ClassVar[int] = 3
    is_: Annotated[str, Field(min_length=1, max_length=5, pattern="^[a-z]+$")] = Field(alias="is")
    weight: int = Field(default=default_weight, ge=0, le=20)
    balance: float = Field(default=0.5, gt=0)
    magic: bool = False
    use: Literal["swing", "throw"] = "swing"
    die: Annotated[Literal[4, 6], BeforeValidator(lambda value: 6 if value == "d6" else value)] = 4
    pairs: Annotated[int, AfterValidator(check_even)] = 0
    strap: Strap | None = Field(default=None, description="how it is carried")
    straps: list[Strap] = Field(default_factory=list, max_length=2)
    at: tuple[int, int] = (0, 0)
    uses: dict[Literal["near", "far"], int] = Field(default_factory=dict, min_length=1)
    shafts: dict[Slug, int] = Field(default_factory=dict)
    spells: bool | list[str] = False
    size: Annotated[int, Field(ge=1)] | Literal["any"] | None = None
    notes: dict[str, Any] = Field(default_factory=dict)
    colours: list[str] = Field(default=["brown"], min_length=1)

    @model_validator(mode="after")
    def check(self) -> Self:
        if self.magic and self.weight > 10:
            raise ValueError("a magic club is light")
        return self


class Crowd(Data):
    at: list[tuple[int, int]]
    sizes: list[int]


def club(**given: Any) -> Club:
    return read_data(Club, {"is": "oak", **given})


def problems(**given: Any) -> list[str]:
    with pytest.raises(InvalidDataError) as raised:
        club(**given)
    return [str(problem) for problem in raised.value.problems]


READ: list[tuple[str, Any, Any]] = [
    ("weight", 20, 20),
    ("weight", 4.0, 4),
    ("balance", 1, 1.0),
    ("magic", True, True),
    ("use", "throw", "throw"),
    ("die", "d6", 6),
    ("pairs", 4, 4),
    ("at", [1, 2], (1, 2)),
    ("uses", {"near": 1}, {"near": 1}),
    ("spells", True, True),
    ("spells", ["fly"], ["fly"]),
    ("size", 3, 3),
    ("size", 3.0, 3),
    ("size", "any", "any"),
    ("notes", {"a": [1, {"b": "c"}]}, {"a": [1, {"b": "c"}]}),
]


@pytest.mark.parametrize(("key", "given", "read"), READ)
def test_a_value_is_read(key: str, given: Any, read: Any) -> None:
    found = getattr(club(**{key: given}), key)
    assert found == read
    assert type(found) is type(read)


WRONG: list[tuple[str, Any, str]] = [
    ("weight", 21, "weight: expected at most 20, not 21"),
    ("weight", -1, "weight: expected at least 0, not -1"),
    ("weight", 1.5, "weight: expected a whole number, not 1.5"),
    ("weight", "heavy", "weight: expected a whole number, not 'heavy'"),
    ("weight", "5", "weight: expected a number, not '5'"),
    ("weight", True, "weight: expected a number, not true"),
    ("balance", 0, "balance: expected more than 0, not 0"),
    ("balance", "1.5", "balance: expected a number, not '1.5'"),
    ("weight", 10**400, "weight: expected at most 20, not 1" + 56 * "0" + "…"),
    ("at", [10**400, 0], "at.0: expected a number up to 1,000,000,000, not 1" + 56 * "0" + "…"),
    ("balance", 1e12, "balance: expected a number up to 1,000,000,000, not 1e+12"),
    ("magic", 1, "magic: expected true or false, not 1"),
    ("magic", "yes", "magic: expected true or false, not 'yes'"),
    ("use", "bite", "use: expected 'swing' or 'throw', not 'bite'"),
    ("die", "6", "die: expected 4 or 6, not '6'"),
    ("die", True, "die: expected 4 or 6, not true"),
    ("pairs", 3, "pairs: 3 is odd"),
    ("strap", 5, "strap: expected a table, not 5"),
    ("strap", {"length": 10}, "strap.length: expected at most 9, not 10"),
    ("straps", {}, "straps: expected a list, not {}"),
    ("straps", [{"length": 1}] * 3, "straps: expected at most 2 of them, not 3"),
    ("straps", [{"length": 1}, {}], "straps.1.length: is missing"),
    ("at", [1], "at: expected 2 entries, not 1"),
    ("at", [1, 2, 3], "at: expected at most 2 of them, not 3"),
    ("at", [1, "x"], "at.1: expected a whole number, not 'x'"),
    ("at", "home", "at: expected a list, not 'home'"),
    ("uses", {}, "uses: expected at least 1 of them, not 0"),
    ("uses", {"nar": 1}, "uses.nar: there is no key 'nar' (did you mean 'near'?)"),
    ("uses", {"far": "x"}, "uses.far: expected a whole number, not 'x'"),
    ("spells", 3, "spells: expected true or false or a list, not 3"),
    ("spells", [3], "spells.0: expected a text, not 3"),
    ("size", 1.5, "size: expected a number or 'any', not 1.5"),
    ("size", 0, "size: expected at least 1, not 0"),
    ("size", [], "size: expected a number or 'any', not []"),
    ("notes", {"a": [10**12]}, "notes.a.0: expected a number up to 1,000,000,000, not 1e+12"),
    ("colours", [], "colours: expected at least 1 of them, not 0"),
    ("is", "", "is: expected some text, not ''"),
    ("is", "willow", "is: expected 5 letters at most, not 'willow'"),
    ("is", "oak\n", "is: 'oak\\n' will not do: it has to match ^[a-z]+$"),
    ("balance", float("nan"), "balance: expected more than 0, not nan"),
    ("notes", {"a": float("nan")}, "notes.a: expected a number up to 1,000,000,000, not nan"),
    ("shafts", {"Ash": 1}, "shafts.Ash: 'Ash' will not do: use small letters, digits and hyphens"),
    ("wieght", 3, "wieght: there is no key 'wieght' (did you mean 'weight'?)"),
]


@pytest.mark.parametrize(("key", "given", "said"), WRONG)
def test_what_is_wrong_is_said_in_one_sentence(key: str, given: Any, said: str) -> None:
    assert problems(**{key: given}) == [said]


def test_everything_that_is_wrong_is_said_at_once() -> None:
    assert problems(weight=21, magic=1, straps=[{}, 3], what=0) == [
        "weight: expected at most 20, not 21",
        "magic: expected true or false, not 1",
        "straps.0.length: is missing",
        "straps.1: expected a table, not 3",
        "what: there is no key 'what' (did you mean 'at'?)",
    ]


def test_a_missing_key_that_is_misspelt_is_said_once() -> None:
    with pytest.raises(InvalidDataError) as raised:
        read_data(Strap, {"lenght": 3})
    assert raised.value.lines() == ["lenght: there is no key 'lenght' (did you mean 'length'?)"]
    with pytest.raises(InvalidDataError) as raised:
        read_data(Strap, {"colour": 3}, "a file")
    said = [
        "a file: length: is missing",
        "a file: colour: there is no key 'colour'; there are: length",
    ]
    assert raised.value.lines() == said


def test_what_does_not_fit_together_is_said_once_all_else_is_right() -> None:
    assert club(magic=True, weight=10).weight == 10
    assert problems(magic=True, weight=11) == ["a magic club is light"]
    assert problems(magic=True, weight=21) == ["weight: expected at most 20, not 21"]


def test_of_very_much_that_is_wrong_the_first_is_told() -> None:
    wrong = {f"key-{number}": 0 for number in range(5000)}
    with pytest.raises(InvalidDataError) as raised:
        read_data(Club, {"is": "oak", **wrong}, "a file", 2)
    lines = raised.value.lines()
    assert len(lines) == 3
    assert lines[-1] == "a file: there are 5,000 problems; these are the first"


def test_data_are_given_back_as_they_were_written() -> None:
    given = {"is": "oak", "strap": {"length": 2}, "at": [1, 2], "size": None}
    read = read_data(Club, given)
    assert read.model_fields_set == {"is_", "strap", "at", "size"}
    assert read.model_dump(mode="json", exclude_unset=True) == given
    without = read.model_dump(mode="json", exclude_unset=True, exclude_none=True)
    assert without == {"is": "oak", "strap": {"length": 2}, "at": [1, 2]}
    assert read.model_dump()["colours"] == ["brown"]
    assert next(iter(read.model_dump())) == "is"


def test_nothing_changes_data() -> None:
    read = club()
    with pytest.raises(ValidationError, match="frozen"):
        read.weight = 4
    read.colours.append("red")
    assert club().colours == ["brown"]
    lighter = read.model_copy(update={"weight": 1})
    assert (read.weight, lighter.weight) == (3, 1)
    assert "weight" in lighter.model_fields_set
    assert lighter != read
    assert pickle.loads(pickle.dumps(lighter)) == lighter


def test_a_schema_says_what_a_file_may_say() -> None:
    schema = Club.model_json_schema()
    assert schema["required"] == ["is"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["is"] == {
        "maxLength": 5,
        "minLength": 1,
        "pattern": "^[a-z]+$",
        "title": "Is",
        "type": "string",
    }
    assert schema["properties"]["strap"] == {
        "anyOf": [{"$ref": "#/$defs/Strap"}, {"type": "null"}],
        "default": None,
        "description": "how it is carried",
    }
    assert schema["properties"]["uses"]["propertyNames"] == {"enum": ["near", "far"]}
    assert keys_at(Club, ("straps", 0)) == ["length"]
    assert keys_at(Club, ("weight",)) == []


def test_of_very_many_wrong_values_the_first_are_told() -> None:
    # were every fault compared with every other, this would run into the time limit
    wrong = ["x"] * 50_000
    with pytest.raises(InvalidDataError) as raised:
        read_data(Crowd, {"at": wrong, "sizes": [10**12] * 50_000})
    assert len(raised.value.problems) == 51
    assert raised.value.problems[0].key == "at.0"
