"""How Sphinx makes a site of these pages: ``make docs`` writes it into build/docs.

The pages stay as GitHub shows them. docs/README.md is the only list of pages, and the site's table of contents is made
from it. The home page is the README of the project.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pygments.lexers.data import JsonLexer
from pygments.lexers.special import TextLexer
from pygments.token import Generic

from host import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[1]
INDEX = "docs/README.md"
CAPTIONS = {
    "everyone": "For everyone",
    "players": "For players",
    "builders": "For builders",
    "programmers": "For programmers",
    "contributors": "For contributors",
    "": "Decisions",
}
"""The parts of the table of contents, by the second column of the index. The table of decisions has no such column."""

_ROW = re.compile(r"^\| \[[^\]]+\]\((?P<path>[^)#]+)\) \| (?P<cell>[^|]+) \|(?P<more>.*)$", re.MULTILINE)


class Page(NamedTuple):
    """A page that the index lists, and for whom it is. The name is what Sphinx calls it."""

    name: str
    audience: str


def pages(index: str) -> list[Page]:
    """Return the pages in the order of the index."""
    found = []
    for row in _ROW.finditer(index):
        path = Path("docs", row["path"])
        name = path.name if ".." in path.parts else path.as_posix()
        found.append(Page(name.removesuffix(".md"), row["cell"].strip() if row["more"] else ""))
    return found


def contents(listed: Sequence[Page]) -> str:
    """Return the table of contents: one part for each kind of reader, which the site shows beside every page."""
    parts = ["```{toctree}\n:hidden:\n\n/docs/README\n```"]
    for audience, caption in CAPTIONS.items():
        names = [f"/{page.name}" for page in listed if page.audience == audience]
        parts.append("\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```"]))
    return "\n\n".join(["", *parts, ""])


class Transcript(JsonLexer):
    """JSON, also where a line begins with > (what a program says) or < (what it is told)."""

    def get_tokens_unprocessed(self, text: str, **kwargs: Any) -> Iterator[tuple[int, Any, str]]:
        """Yield the tokens of the JSON, and the signs."""
        json = re.sub(r"^[<>]", " ", text, flags=re.MULTILINE)
        for at, kind, part in super().get_tokens_unprocessed(json, **kwargs):
            meant = text[at : at + len(part)]
            if meant == part:
                yield at, kind, part
            else:
                yield from ((at + n, Generic.Prompt if sign in "<>" else kind, sign) for n, sign in enumerate(meant))


# ---- the settings of Sphinx -----------------------------------------------------------------------------------------

project = "Deadfall"
author = "the Deadfall contributors"
project_copyright = author
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = [".*", "build", "dist", "node_modules", "typings", "tests"]

myst_heading_anchors = 4
default_role = "literal"  # docstrings put names into single backticks, too

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_preserve_defaults = True
autodoc_typehints_format = "short"
add_module_names = False

html_theme = "alabaster"
html_title = f"Deadfall {release}"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "description": "A table that watches board games",
    "page_width": "1180px",
    "sidebar_width": "280px",
    "show_powered_by": False,
}


def add_contents(app: Sphinx, name: str, source: list[str]) -> None:
    """Append the table of contents to the home page."""
    if name == root_doc:
        source[0] += contents(pages((ROOT / INDEX).read_text(encoding="utf-8")))


def skip_fields(app: Sphinx, what: str, name: str, obj: object, skip: bool, options: object) -> bool | None:
    """Leave out the fields of named tuples: the signature has them, and they have no text of their own."""
    return True if type(obj).__name__ == "_tuplegetter" else None


def copy_home_page(app: Sphinx, error: Exception | None) -> None:
    """Give the home page the name that browsers and servers look for."""
    if error is None and app.builder.format == "html":
        shutil.copyfile(Path(app.outdir) / "README.html", Path(app.outdir) / "index.html")


def setup(app: Sphinx) -> None:
    """Connect the functions above, and say how to colour code."""
    app.add_lexer("json", Transcript)
    app.add_lexer("hex", TextLexer)
    app.connect("source-read", add_contents)
    app.connect("autodoc-skip-member", skip_fields)
    app.connect("build-finished", copy_home_page)
