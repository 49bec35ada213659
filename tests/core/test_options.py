"""Options that a scenario makes once."""

from affray.core.options import fighter_options, item_options, place_options


def test_one_for_each_fighter() -> None:
    ann, bo = fighter_options(["Ann", "Bo"], "greet", "Greet {}", 3, "manners.first")
    assert (ann.kind, ann.key, ann.text, ann.target) == ("greet", "greet Ann", "Greet Ann", 0)
    assert (bo.key, bo.verb, bo.target, bo.rules) == ("greet Bo", 3, 1, ("manners.first",))


def test_one_for_each_place_perhaps_for_somebody_else() -> None:
    [yard] = place_options(["yard"], "send", "Send Bo to the {}", 4, "", "send Bo to {}", 1)
    assert (yard.kind, yard.key, yard.text) == ("send", "send Bo to yard", "Send Bo to the yard")
    assert (yard.place, yard.target, yard.rules) == (0, 1, ())


def test_one_for_each_thing() -> None:
    _, cup = item_options(["plate", "cup"], "take", "Take the {}", 5)
    assert (cup.key, cup.text, cup.item, cup.verb) == ("take cup", "Take the cup", 1, 5)
