"""The texts of this app, found in the sources, and whether each language has them all.

A text is found where it is handed to a translator
(``_("…")``, ``{% translate %}``) or to an engine's refusal (``ScoringError(field, "…")``), also
where the call names a table or a constant of some module. What cannot be read off the source comes
from ``scoring.msgids``, and ``unreadable`` lists it, so that a test can hold the two together.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from string import Formatter

import polib
from django.utils.translation.template import templatize

from config.catalog import PARTIAL, PLURAL_FORMS, source
from scoring.msgids import msgids_in_context, table_msgids

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("scoring", "sessions", "templates", "config")


_FIGURES = re.compile(r"[\d.-]+")
"""An edition, a year: the same in every language."""


@dataclass(frozen=True, slots=True, order=True)
class Message:
    """A text to be translated; ``plural`` where a count chooses between two."""

    text: str
    plural: str = ""
    context: str = ""


@dataclass
class Found:
    """Every message with the files that have it, and the calls whose text cannot be read off."""

    places: dict[Message, set[str]] = field(default_factory=dict)
    unreadable: set[tuple[str, str]] = field(default_factory=set)
    """(file, the argument as it is written)."""

    def add(self, message: Message, place: str) -> None:
        if message.text and not _FIGURES.fullmatch(message.text):
            self.places.setdefault(message, set()).add(place)


def collect(root: Path = ROOT) -> Found:
    """Every text of the app. A text that has a plural somewhere has it everywhere."""
    found = Found()
    for text in table_msgids():
        found.add(Message(text), "scoring/msgids.py")
    for context, text in msgids_in_context():
        found.add(Message(text, context=context), "scoring/msgids.py")
    for path in sorted(path for name in FOLDERS for path in (root / name).rglob("*")):
        place = path.relative_to(root).as_posix()
        if path.suffix == ".py":
            read_python(path.read_text(), place, found)
        elif path.suffix == ".html" or (path.suffix == ".txt" and place.startswith("templates/")):
            for message in read_template(path.read_text()):
                found.add(message, place)
    for plural in [message for message in found.places if message.plural]:
        single = Message(plural.text, context=plural.context)
        found.places[plural] |= found.places.pop(single, set())
    return found


# -- Python -------------------------------------------------------------------------------------

_TEXTS: Mapping[str, tuple[int, ...]] = {
    "_": (0,),
    "gettext": (0,),
    "gettext_lazy": (0,),
    "gettext_noop": (0,),
    "ngettext": (0, 1),
    "ngettext_lazy": (0, 1),
    "ScoringError": (1,),
    "InTheWay": (1,),
    "FuItem": (0,),
    "msgid": (0,),
}
"""Who takes a text, and as which argument."""


class Module:
    """A source file, able to say which texts an expression of it can be."""

    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)

    @cached_property
    def values(self) -> Mapping[str, list[ast.expr]]:
        """What each plain name may stand for, anywhere in the file: what is assigned to it, or the
        column of a table that a loop gives it."""
        found: dict[str, list[ast.expr]] = {}
        for node in ast.walk(self.tree):
            match node:
                case ast.Assign(targets=[target], value=value):
                    pairs = [(target, value)]
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    pairs = [(target, value)]
                case ast.NamedExpr(target=target, value=value):
                    pairs = [(target, value)]
                case (
                    ast.For(target=target, iter=table)
                    | ast.comprehension(target=target, iter=table)
                ):
                    pairs = list(_columns(target, self._table(table)))
                case _:
                    continue
            for target, value in pairs:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(value)
        return found

    @cached_property
    def tables(self) -> Mapping[str, ast.expr]:
        """The tables that stand at the top of the file."""
        return {
            target.id: node.value
            for node in self.tree.body
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }

    def _table(self, node: ast.expr) -> ast.expr:
        """The table a loop runs over, where it stands in this file; a mapping as its pairs."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            mapping = self._table(node.func.value)
            if node.func.attr == "items" and isinstance(mapping, ast.Dict):
                pairs = zip(mapping.keys, mapping.values, strict=True)
                return ast.List([ast.Tuple([key, value]) for key, value in pairs if key])
        return self.tables.get(node.id, node) if isinstance(node, ast.Name) else node

    @cached_property
    def returns(self) -> Mapping[str, list[ast.expr]]:
        """What each function gives back."""
        return {
            node.name: [
                inner.value
                for inner in ast.walk(node)
                if isinstance(inner, ast.Return) and inner.value is not None
            ]
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef)
        }

    @cached_property
    def imports(self) -> Mapping[str, Path]:
        """Names from modules of this app, and where those are."""
        return {
            alias.name: path
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
            if (path := ROOT / f"{node.module.replace('.', '/')}.py").exists()
        }

    def texts(self, node: ast.expr, seen: frozenset[str] = frozenset()) -> Iterator[str | None]:
        """Every text ``node`` can be, of a table all it holds; ``None`` for what cannot be read.
        ``seen`` are names that are being read already."""
        for part in _parts(node):
            match part:
                case ast.Constant(value=str(text)):
                    yield text
                case ast.Constant(value=None):
                    pass  # no text: nothing is said
                case ast.Name(id=name) | ast.Call(func=ast.Name(id=name)) if name in seen:
                    pass
                case ast.Name(id=name) if name in self.values:
                    for value in self.values[name]:
                        yield from self.texts(value, seen | {name})
                case ast.Name(id=name) if name in self.imports:
                    yield from Module(self.imports[name].read_text()).texts(part)
                case ast.Call(func=ast.Name(id=name)) if name in _TEXTS:
                    pass  # a text of its own, found by itself
                case ast.Call(func=ast.Name(id=name)) if name in self.returns:
                    for value in self.returns[name]:
                        yield from self.texts(value, seen | {name})
                case _:
                    yield None


def _columns(target: ast.expr, table: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each name of a loop with all it becomes: of rows, the column it stands for."""
    if not isinstance(target, ast.Tuple) or not isinstance(table, ast.Tuple | ast.List):
        yield target, table
        return
    rows = [row.elts for row in table.elts if isinstance(row, ast.Tuple | ast.List)]
    for at, name in enumerate(target.elts):
        yield name, ast.List([row[at] for row in rows if at < len(row)])


def _parts(node: ast.expr) -> Iterable[ast.expr]:
    """One step into an expression: the branches of a choice, the values of a table."""
    match node:
        case ast.IfExp():
            found = [node.body, node.orelse]
        case ast.BoolOp():
            found = node.values
        case ast.Dict():
            found = node.values
        case ast.Tuple() | ast.List():
            found = node.elts
        case ast.Subscript():
            found = [node.value]
        case ast.Call(func=ast.Attribute(value=table, attr="get")):
            found = [table, *node.args[1:]]
        case _:
            return [node]
    return [part for inner in found for part in _parts(inner)]


def read_python(source: str, place: str, found: Found) -> None:
    """Add the texts of a source file, and what of them cannot be read off it."""
    module = Module(source)
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        at = _TEXTS.get(node.func.id, ())
        if not at or len(node.args) <= max(at):
            continue
        texts = [list(module.texts(node.args[index])) for index in at]
        if None in texts[0]:
            found.unreadable.add((place, ast.unparse(node.args[at[0]])))
        if len(texts) == 2:
            found.add(Message(texts[0][0] or "", plural=texts[1][0] or ""), place)
        else:
            for text in texts[0]:
                found.add(Message(text or ""), place)


# -- templates ----------------------------------------------------------------------------------

_CALL = re.compile(r"(?<![\w.])(_|gettext|ngettext|pgettext|npgettext)\(")
_LITERAL = re.compile(r"""\s*u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\s*[,)]""", re.DOTALL)
_ARITY = {"_": 1, "gettext": 1, "ngettext": 2, "pgettext": 2, "npgettext": 3}


def read_template(html: str) -> Iterator[Message]:
    """The texts of a template, which Django turns into calls for us."""
    code = templatize(html)
    for call in _CALL.finditer(code):
        name, at = call.group(1), call.end()
        texts: list[str] = []
        while len(texts) < _ARITY[name] and (literal := _LITERAL.match(code, at)):
            texts.append(ast.literal_eval(literal.group(1)))
            at = literal.end()
        if len(texts) < _ARITY[name]:
            continue  # {% translate variable %}: its texts are found where they are written
        context = texts.pop(0) if name.startswith(("p", "np")) else ""
        yield Message(texts[0], plural=texts[1] if len(texts) > 1 else "", context=context)


# -- the languages ------------------------------------------------------------------------------


def renew(language: str, found: Found) -> polib.POFile:
    """The catalog with exactly the messages found, translations kept; new ones are empty. A partial
    one gets no new ones."""
    path = source(language)
    old = polib.pofile(str(path)) if path.exists() else polib.POFile()
    known = {_key(entry): entry for entry in old}
    new = polib.POFile(wrapwidth=99)
    new.metadata = {
        "Project-Id-Version": "Jantaku",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURAL_FORMS[language],
    }
    order = sorted(found.places, key=lambda message: (min(found.places[message]), message))
    for message in order:
        if language in PARTIAL and message not in known:
            continue
        entry = _entry(message, known.get(message))
        entry.occurrences = [(place, "") for place in sorted(found.places[message])]
        new.append(entry)
    return new


def _key(entry: polib.POEntry) -> Message:
    return Message(entry.msgid, entry.msgid_plural or "", entry.msgctxt or "")


def _entry(message: Message, old: polib.POEntry | None) -> polib.POEntry:
    entry = polib.POEntry(
        msgid=message.text,
        msgid_plural=message.plural,
        msgctxt=message.context or None,
        msgstr=old.msgstr if old else "",
        msgstr_plural=(old.msgstr_plural if old else {0: ""}) if message.plural else {},
    )
    entry.tcomment = old.tcomment if old else ""
    if fields(message.text):
        entry.flags = ["python-format" if "%(" in message.text else "python-brace-format"]
    return entry


# -- what is wrong with them --------------------------------------------------------------------

_TAG = re.compile(r"</?[a-z]+\b[^>]*>")
_PERCENT = re.compile(r"%\((\w+)\)[sd]")


def fields(text: str) -> set[str]:
    """The names a text wants filled in."""
    named = {match.group(1) for match in _PERCENT.finditer(text)}
    try:
        return named | {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return named


def problems(language: str, found: Found) -> Iterator[str]:
    """What a catalog lacks or has wrong, a line each."""
    entries = {_key(entry): entry for entry in polib.pofile(str(source(language)))}
    plurals = set(range(int(PLURAL_FORMS[language].split(";")[0][-1])))
    for message in sorted(found.places.keys() - entries.keys()):
        if language not in PARTIAL:
            yield f"missing: {message.text!r}"
    for message, entry in entries.items():
        if message not in found.places:
            yield f"no longer used: {message.text!r}"
        if entry.fuzzy:
            yield f"fuzzy: {message.text!r}"
        if message.plural and set(entry.msgstr_plural) != plurals:
            yield f"other plural forms: {message.text!r}"
        for text in entry.msgstr_plural.values() if message.plural else [entry.msgstr]:
            yield from _wrong(message, text, said_otherwise=set(entry.tcomment.split()))


def _wrong(message: Message, text: str, said_otherwise: set[str]) -> Iterator[str]:
    """``said_otherwise``: fields the translator left out on purpose, by a comment that is their
    names (a count that the Chinese numeral beside it says already)."""
    meant = message.plural or message.text
    if not text.strip():
        yield f"not translated: {message.text!r}"
    elif fields(text) != fields(meant) - said_otherwise:
        yield f"other fields: {message.text!r} → {text!r}"
    elif sorted(_TAG.findall(text)) != sorted(_TAG.findall(meant)):
        yield f"other markup: {message.text!r} → {text!r}"
