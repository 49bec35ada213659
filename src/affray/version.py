"""Which version this is, and how it was built."""

VERSION = "0.2.0"


def is_compiled() -> bool:
    """Return whether the rules run as native code."""
    from affray.core import table

    return not str(table.__file__).endswith(".py")
