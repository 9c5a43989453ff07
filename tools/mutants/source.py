"""
Mutations of the engine's source, by the operators of mutmut.

Law of this file: mutmut says what is mutated into what, here is only said where: in the functions of the
chapters and in the tables beside them. What no answer can show is left alone: texts of error messages and
the names that they say, the facts beside the rule of a refusal, assertions (`strict` of zip too),
annotations. mutmut is imported only when it is needed.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import importlib
import pickle
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

import shengji

from tools.mutants.pool import cache_dir

__all__ = ["MODULES", "Mutation", "functions", "module_path", "mutations", "tool"]

#: the modules that decide rules, with the chapter that each belongs to; `questions` puts them on the wire
MODULES: Mapping[str, str] = {
    "cards": "cards",
    "shapes": "shapes",
    "deal": "deal",
    "state": "deal",
    "game": "deal",
    "bids": "declare",
    "declare": "declare",
    "counter": "counter",
    "bury": "bury",
    "lead": "lead",
    "ladders": "follow",
    "follow": "follow",
    "trick": "trick",
    "score": "score",
    "tables": "levels",
    "levels": "levels",
    "settle": "settle",
    "questions": "questions",
}
FORM = 1
#: decorators under which a function can still be replaced
OPEN = frozenset({"property", "classmethod", "staticmethod", "cache"})
#: names of statements that hold no rule
IDLE = frozenset({"msg", "facts", "__all__", "T", "__slots__", "Act", "Cards", "Parts", "Result"})
#: functions that no question comes to: they are for players and views
UNASKED = frozenset(
    {
        "game:Illegal.__init__",
        "state:State.trump",
        "game:apply",
        "game:check",
        "declare:cards_turned",
    }
)


class Mutation(NamedTuple):
    """One change of a function, or of a statement beside the functions."""

    #: `module:function-` and 8 hex digits of the changed function
    id: str
    module: str
    #: the function, with its class; or the first name that a statement assigns to
    name: str
    #: digest of the function as it is, comments and docstring apart
    digest: str
    line: int
    #: the lines that differ
    change: str
    #: the whole function or statement, changed
    code: str

    @property
    def is_function(self) -> bool:
        """Tell whether it changes a function."""
        return self.code.startswith("def ")


def tool() -> str:
    """Return the name and version of the tool whose operators are used."""
    try:
        return f"mutmut {version('mutmut')}"
    except PackageNotFoundError:
        return "mutmut is not installed"


def module_path(module: str) -> Path:
    """Return the file of a module of the engine."""
    return Path(shengji.__file__).parent / f"{module}.py"


# --- the source as it is -------------------------------------------------------------------------


def _bare(node: ast.stmt) -> ast.stmt:
    """Remove the docstring of a function."""
    if isinstance(node, ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
        node.body = node.body[1:] or [ast.Pass()]
    return node


def _digest(node: ast.stmt) -> str:
    return hashlib.sha256(ast.dump(_bare(node)).encode()).hexdigest()[:8]


def functions(module: str) -> dict[str, ast.stmt]:
    """Return the functions and the assigning statements of a module, by name."""
    result: dict[str, ast.stmt] = {}
    for node in ast.parse(module_path(module).read_text("utf-8")).body:
        held = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for part in held:
            if isinstance(part, ast.FunctionDef):
                result[prefix + part.name] = part
            elif not prefix and isinstance(part, (ast.Assign, ast.AnnAssign)):
                result[_first_name(part)] = part
    return result


def _first_name(node: ast.Assign | ast.AnnAssign) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    first = target.elts[0] if isinstance(target, ast.Tuple) else target
    return ast.unparse(first)


# --- mutations -----------------------------------------------------------------------------------


def mutations(module: str) -> list[Mutation]:
    """Return all mutations of a module, kept in the cache; ModuleNotFoundError where mutmut is missing."""
    content = module_path(module).read_bytes() + Path(__file__).read_bytes()
    digest = hashlib.sha256(content + tool().encode()).hexdigest()[:16]
    kept = cache_dir() / f"mutations-{FORM}-{module}-{digest}.pickle"
    if kept.is_file():
        found: list[Mutation] = pickle.loads(kept.read_bytes())  # noqa: S301  (our own)
        return found
    found = list(_mutations(module))
    for old in cache_dir().glob(f"mutations-*-{module}-*.pickle"):
        old.unlink(missing_ok=True)
    kept.write_bytes(pickle.dumps(found))
    return found


def _mutations(module: str) -> Iterator[Mutation]:
    """Yield each mutation that changes the syntax tree, each once."""
    libcst: Any = importlib.import_module("libcst")
    metadata: Any = importlib.import_module("libcst.metadata")
    wrapper = metadata.MetadataWrapper(libcst.parse_module(module_path(module).read_text("utf-8")))
    visitor = _visitor_class()()
    wrapper.visit(visitor)
    holders = _holders(libcst, wrapper.module)
    originals = functions(module)
    places = wrapper.resolve(metadata.PositionProvider)
    seen: set[str] = set()
    for mutation in visitor.mutations:
        found = holders.get(id(mutation.original_node))
        if found is None or found[0] not in originals or _only_told(libcst, mutation):
            continue
        if f"{module}:{found[0]}" in UNASKED:
            continue
        name, holder = found
        changed = holder.deep_replace(mutation.original_node, mutation.mutated_node)
        row = _row(module, name, originals[name], libcst.Module([changed]).code)
        if row is not None and row.id not in seen:
            seen.add(row.id)
            yield row._replace(line=places[mutation.original_node].start.line)


def _row(module: str, name: str, original: ast.stmt, code: str) -> Mutation | None:
    """Return a mutation; None where the code cannot be read or says what it said before."""
    try:
        changed = _bare(ast.parse(code).body[0])
    except SyntaxError:
        return None
    before, after = _digest(original), _digest(changed)
    if before == after:
        return None
    new, old = ast.unparse(changed), ast.unparse(_bare(original))
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    change = "\n".join(f"{x[0]} {x[1:].strip()}" for x in list(lines)[2:] if x[0] in "+-")
    return Mutation(f"{module}:{name}-{after}", module, name, before, 0, change, new)


def _holders(libcst: Any, tree: Any) -> dict[int, tuple[str, Any]]:
    """Return for every node the name and node of the function or statement that holds it."""
    result: dict[int, tuple[str, Any]] = {}
    for node in tree.body:
        in_class = isinstance(node, libcst.ClassDef)
        for part in node.body.body if in_class else [node]:
            name = _name(libcst, part)
            if name is None or (in_class and not isinstance(part, libcst.FunctionDef)):
                continue
            qualified = f"{node.name.value}.{name}" if in_class else name
            stack = [part]
            while stack:
                current = stack.pop()
                result[id(current)] = (qualified, part)
                stack.extend(current.children)
    return result


def _name(libcst: Any, node: Any) -> str | None:
    """Return the name of a function, or the first that a statement assigns to."""
    if isinstance(node, libcst.FunctionDef):
        return str(node.name.value)
    if not isinstance(node, libcst.SimpleStatementLine):
        return None
    parsed = ast.parse(libcst.Module([node]).code).body[0]
    return _first_name(parsed) if isinstance(parsed, (ast.Assign, ast.AnnAssign)) else None


def _only_told(libcst: Any, mutation: Any) -> bool:
    """Tell whether only arguments of a call change that no answer shows."""
    before, after = mutation.original_node, mutation.mutated_node
    if not (isinstance(before, libcst.Call) and isinstance(after, libcst.Call) and _told(before)):
        return False
    printer = libcst.Module([])
    old, new = (
        [printer.code_for_node(arg.value) for arg in call.args if arg not in _told(call)]
        for call in (before, after)
    )
    return bool(old == new)


def _told(call: Any) -> list[Any]:
    """Return the arguments of a call that no answer shows."""
    name = getattr(call.func, "value", "")
    if name == "zip":
        return [arg for arg in call.args if getattr(arg.keyword, "value", "") == "strict"]
    return list(call.args[1:]) if name in ("Refusal", "list_of") else []


@cache
def _visitor_class() -> Any:
    """Return mutmut's visitor, taught what to leave alone."""
    libcst: Any = importlib.import_module("libcst")
    theirs: Any = importlib.import_module("mutmut.mutation.file_mutation")
    ignored: Any = importlib.import_module("mutmut.mutation.pragma_handling").IgnoredCode

    class Visitor(theirs.MutationVisitor):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(theirs.mutation_operators, ignored(set(), set(), set()))
            self._facts: set[int] = set()

        def _skip_node_and_children(self, node: Any) -> bool:
            if isinstance(node, (libcst.Raise, libcst.Assert, libcst.Import, libcst.ImportFrom)):
                return True
            if isinstance(node, libcst.Assign):
                names = {getattr(target.target, "value", None) for target in node.targets}
                if names & IDLE:
                    return True
            if isinstance(node, libcst.FunctionDef) and node.decorators:
                return not all(getattr(d.decorator, "value", "") in OPEN for d in node.decorators)
            if isinstance(node, libcst.Call):
                self._facts.update(map(id, _told(node)))
            return id(node) in self._facts or bool(super()._skip_node_and_children(node))

    return Visitor
