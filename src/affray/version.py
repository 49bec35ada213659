"""Which version this is, and how it was built."""

from importlib.metadata import PackageNotFoundError, version

from affray.core import table

try:
    VERSION = version("affray")
except PackageNotFoundError:
    VERSION = "0.1.0"


def compiled() -> bool:
    """Whether the rules run as native code."""
    return not str(table.__file__).endswith(".py")
