"""Bundle the page's files into one script and one stylesheet: three requests instead of a hundred.

No other tool is needed, because the modules import each other by name and never in a circle.
"""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from posixpath import dirname, join, normpath

ENTRY = "main.js"
"""The page's main module."""

STYLESHEET = re.compile(r' *<link rel="stylesheet" href="/static/([^"]+)">\n')
IMPORT = re.compile(r'^import \{ ([^}]*) \} from "([^"]+)";\n', re.MULTILINE)
COMMENT = re.compile(r"^ *(?:/\*\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)\n", re.MULTILINE)
TYPE = re.compile(r"/\*\* @type \{(?:[^*]|\*(?!/))*\*/ ?")
"""Patterns of whole-line comments and of types, which are left out for browsers."""
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


@dataclass(frozen=True)
class BundledFile:
    """A file as it is sent. Its name changes with its content, so browsers may cache it forever."""

    name: str
    media_type: str
    content: bytes
    compressed: bytes


@lru_cache(maxsize=1)
def bundled_files() -> tuple[BundledFile, BundledFile]:
    """Return the page's script and its stylesheet."""
    return (
        bundled_file("page", "js", "text/javascript", bundle_script(ENTRY)),
        bundled_file("page", "css", "text/css", bundle_style()),
    )


def bundled_file(name: str, ending: str, media_type: str, text: str) -> BundledFile:
    """Return a text as a file whose name has a digest of its content."""
    content = text.encode("utf-8")
    digest = sha256(content).hexdigest()[:16]
    return BundledFile(
        f"{name}-{digest}.{ending}", media_type, content, gzip.compress(content, mtime=0)
    )


def asset(name: str) -> str:
    """Return the text of one of the page's files."""
    return files("affray.web").joinpath("static", name).read_text("utf-8")


def bundle_style() -> str:
    """Return the page's stylesheets joined in their order."""
    return "\n".join(asset(name) for name in STYLESHEET.findall(asset("index.html")))


def bundle_script(entry: str) -> str:
    """Return a module of the page and all its imports as one script."""
    modules = "\n".join(inline_module(name) for name in modules_from(entry))
    return f'"use strict";(() => {{\nconst modules = {{}};\n{modules}\n}})();\n'


def modules_from(entry: str) -> list[str]:
    """Return a module of the page and all its imports, each after its own imports."""
    found: dict[str, None] = {}

    def add(module: str) -> None:
        for _, name in IMPORT.findall(asset(f"js/{module}")):
            imported = module_at(module, name)
            if imported not in found:
                add(imported)
        found[module] = None

    add(entry)
    return list(found)


def module_at(importer: str, name: str) -> str:
    """Return the module that another one imports by a name such as ../plan/grid.js."""
    return normpath(join(dirname(importer), name))


def inline_module(name: str) -> str:
    """Return a module as a part of one script, with a scope for its names.

    The modules that it imports come before it.
    """

    def imported(found: re.Match[str]) -> str:
        return f'const {{ {found[1]} }} = modules["{module_at(name, found[2])}"];\n'

    text = TYPE.sub("", COMMENT.sub("", asset(f"js/{name}")))
    body = EXPORT.sub("", IMPORT.sub(imported, text))
    exported = ", ".join(EXPORT.findall(text))
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'
