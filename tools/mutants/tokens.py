"""Code mutants: the engine with one token of its source changed."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from shengji_spec.model import load_spec

from tools.mutants.pool import Ask, Pool
from tools.mutants.seam import PACKAGE, replaced
from tools.mutants.source import MODULES, Mutation, functions, mutations
from tools.mutants.trial import BrokenEngine, Mutant, in_order

__all__ = ["CodeMutant", "code_mutants", "rules_named"]

#: chapters whose cases are put to a module's mutants first
FIRST = {
    "cards": ("cards", "shapes", "trick", "follow", "games"),
    "shapes": ("shapes", "lead", "follow", "trick", "score"),
    "deal": ("deal", "bury", "declare", "games"),
    "state": ("games", "deal"),
    "game": ("games", "deal", "bury", "trick", "declare", "counter"),
    "bids": ("declare", "counter"),
    "tables": ("levels", "declare", "counter"),
    "trick": ("trick", "score"),
}
#: modules of which something is kept between two questions, so that it has to be forgotten
KEPT = ("cards", "ladders", "tables")
#: annotations are not evaluated, as in the files themselves
LATE = importlib.import_module("__future__").annotations.compiler_flag
_RULE = re.compile(r"[a-z]+\.[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True)
class CodeMutant(Mutant):
    """The engine with a function, or a statement beside the functions, changed."""

    mutation: Mutation

    @contextmanager
    def planted(self, pool: Pool) -> Iterator[None]:
        """Run the changed code wherever the function is called."""
        module = importlib.import_module(f"{PACKAGE}.{self.mutation.module}")
        node = ast.parse(self.mutation.code).body[0]
        with (
            _function(module, self.mutation.name, node)
            if isinstance(node, ast.FunctionDef)
            else _statement(module, self.mutation.name, node)
        ):
            if self.mutation.module in KEPT:
                pool.forget(tables=self.mutation.module == "tables")
            yield

    def may(self, pool: Pool, ask: Ask) -> bool:
        """Tell whether an ask comes to the function."""
        if self.mutation.module in KEPT or not self.mutation.is_function:
            return True
        place = f"{self.mutation.module}:{self.mutation.name}"
        return place in pool.reach.get(ask, (place,))

    def asks(self, pool: Pool) -> Iterator[Ask]:
        """Yield the asks that come to the function, the module's chapters first, a question's own before."""
        module = self.mutation.module
        if module == "questions":
            question = self.mutation.name.removeprefix("ask_")
            yield from (a for a in pool.asks if pool.cases[a.case].question == question and a.base)
        chapters = FIRST.get(module, (MODULES[module],))
        yield from (ask for ask in in_order(pool, chapters) if self.may(pool, ask))

    @property
    def digest(self) -> str:
        """Return the digest of the function as it is."""
        return self.mutation.digest


# --- planting ------------------------------------------------------------------------------------


@contextmanager
def _function(module: ModuleType, name: str, node: ast.stmt) -> Iterator[None]:
    """Give a function other code and other defaults."""
    assert isinstance(node, ast.FunctionDef)
    function = _found(module, name)
    before = function.__code__, function.__defaults__, function.__kwdefaults__
    function.__code__ = _compiled(node, name)
    values = [_value(module, default) for default in node.args.defaults]
    function.__defaults__ = tuple(values) or None
    pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    named = {arg.arg: _value(module, default) for arg, default in pairs if default is not None}
    function.__kwdefaults__ = named or None
    try:
        yield
    finally:
        function.__code__, function.__defaults__, function.__kwdefaults__ = before


def _found(module: ModuleType, name: str) -> FunctionType:
    """Return the function under a name, without what its decorators have put around it."""
    found: Any = module
    for step in name.split("."):
        found = vars(found)[step]
    found = found.fget if isinstance(found, property) else found
    found = getattr(found, "__func__", found)
    found = getattr(found, "__wrapped__", found)
    assert isinstance(found, FunctionType), f"{name} is no function"
    return found


def _compiled(node: ast.FunctionDef, name: str) -> CodeType:
    """Return the code of a function; in a class as a method of it."""
    node.decorator_list = []
    *holder, own = name.split(".")
    body: list[ast.stmt] = [node]
    if holder:
        body = [ast.ClassDef(name=holder[0], bases=[], keywords=[], body=body, decorator_list=[])]
    tree = ast.fix_missing_locations(ast.Module(body=body, type_ignores=[]))
    flags = LATE
    code: CodeType = compile(tree, f"<mutant of {name}>", "exec", flags, dont_inherit=True)
    for inner in (holder[0], own) if holder else (own,):
        consts = [const for const in code.co_consts if isinstance(const, CodeType)]
        (code,) = (const for const in consts if const.co_name == inner)
    return code


def _value(module: ModuleType, node: ast.expr) -> Any:
    expression = ast.fix_missing_locations(ast.Expression(node))
    return eval(compile(expression, "<default>", "eval"), vars(module))  # noqa: S307  (our own)


@contextmanager
def _statement(module: ModuleType, name: str, node: ast.stmt) -> Iterator[None]:
    """Carry out a changed statement, and those after it that read what it assigns."""
    own = dict(vars(module))
    nodes = functions(module.__name__.rpartition(".")[2])
    changed: set[str] = set()
    for key, original in nodes.items():
        if isinstance(original, ast.FunctionDef):
            continue
        names = {n.id for n in ast.walk(original) if isinstance(n, ast.Name)}
        if key == name or names & changed:
            tree = ast.Module([node if key == name else original], [])
            flags = LATE
            code = compile(ast.fix_missing_locations(tree), "<mutant>", "exec", flags)
            try:
                exec(code, own)  # noqa: S102  (our own)
            except Exception as error:
                raise BrokenEngine(key) from error
            changed |= {k for k, v in own.items() if v is not vars(module).get(k)}
    with ExitStack() as stack:
        for key in changed - {"__builtins__"}:
            stack.enter_context(replaced(key, vars(module).get(key), own[key]))
        yield


# --- all of them ---------------------------------------------------------------------------------


def code_mutants(modules: tuple[str, ...] = tuple(MODULES)) -> list[CodeMutant]:
    """Return the mutants of some modules; ModuleNotFoundError where mutmut is missing."""
    return [
        CodeMutant(
            id=mutation.id,
            chapter=chapter_of(module, mutation.name),
            rules=rules_named(module, mutation.name),
            mutation=mutation,
        )
        for module in modules
        for mutation in mutations(module)
    ]


def chapter_of(module: str, name: str) -> str:
    """Return the chapter of a function: that of the module, but tables are of levels or of bids."""
    levels = ("LevelTable", "_band", "_steps", "Band")
    if module == "tables":
        return "levels" if name.startswith(levels) else "declare"
    return MODULES[module]


@cache
def rules_named(module: str, name: str) -> tuple[str, ...]:
    """Return the rules that a function's docstring names."""
    node = functions(module)[name]
    text = (ast.get_docstring(node) or "") if isinstance(node, ast.FunctionDef) else ""
    rules = load_spec().rules
    return tuple(dict.fromkeys(word for word in _RULE.findall(text) if word in rules))
