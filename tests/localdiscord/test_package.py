"""How the package is built: no import circle, nothing of the bot, everything documented."""

import ast
import graphlib
from pathlib import Path

import pytest

import localdiscord
from tests.sources import tree_of

ROOT = Path(localdiscord.__file__).parents[1]
PACKAGE = ROOT / "localdiscord"
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
    # what checks the page's JavaScript is no part of the package
    if "node_modules" not in path.parts
}


def module(name: str) -> ast.Module:
    return tree_of(MODULES[name].read_text(encoding="utf-8"))


def imports_of(name: str) -> set[str]:
    """The modules that a file imports anywhere: at its top, in a function, for type checkers only."""
    found: set[str] = set()
    for node in ast.walk(module(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} has a relative import"
            inner = {f"{node.module}.{alias.name}" for alias in node.names} & MODULES.keys()
            found |= inner or {str(node.module)}
    return found


def circle_in(graph: dict[str, set[str]]) -> list[str]:
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def test_there_is_no_import_circle() -> None:
    assert circle_in({name: imports_of(name) & MODULES.keys() for name in MODULES}) == []


def test_a_circle_would_be_found() -> None:
    graph = {name: imports_of(name) & MODULES.keys() for name in MODULES}
    graph["localdiscord.gateway.session"].add("localdiscord.gateway.connection")
    assert len(circle_in(graph)) == 3


@pytest.mark.parametrize("name", MODULES)
def test_it_imports_neither_the_bot_nor_the_rules(name: str) -> None:
    assert not {each.split(".")[0] for each in imports_of(name)} & {"bot", "rules", "tests"}


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_has_a_docstring(name: str) -> None:
    tree = module(name)
    assert ast.get_docstring(tree)
    scopes: list[ast.Module | ast.ClassDef] = [tree]
    scopes += [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    for scope in scopes:
        for node in scope.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name[0] != "_":
                # the setter of a property is documented by its getter
                is_setter = any(isinstance(each, ast.Attribute) for each in node.decorator_list)
                assert ast.get_docstring(node) or is_setter, node.name


def test_every_exported_name_is_there() -> None:
    assert sorted(localdiscord.__all__) == localdiscord.__all__
    for name in localdiscord.__all__:
        assert getattr(localdiscord, name) is not None
