"""All mutants of C sources in one text: each changed place asks at run time whether it is the chosen one.

A mutant is one small change: another comparison, `&&` for `||`, `+` for `-`, a sign or a `!` less, a constant that is
one more (or twice as large), a condition that is turned round, a statement that is left out. The text is compiled once,
and C2D_MUTANT(K) is true in a run of mutant K only. C2D_MUTANT_IF(K, DIFFERS) is the same, and says whether the mutant
would compute another value, where that costs little and has no side effects: without one, a run goes on as it does
without the mutant. Needs libclang (PyPI), which reads C as the compiler does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from clang.cindex import Cursor, CursorKind, Index, StorageClass, TranslationUnit, TypeKind

# Each operator with those that replace it: the nearest wrong one first.
Others = dict[str, tuple[str, ...]]
COMPARISONS: Others = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
}  # fmt: skip
ARITHMETIC: Others = {"+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",)}
BITS: Others = {"&": ("|",), "|": ("&",), "<<": (">>",), ">>": ("<<",), "^": ("&",)}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|="}
OPERATORS = (CursorKind.BINARY_OPERATOR, CursorKind.UNARY_OPERATOR)
WITHOUT_MUTANTS = ("*", "%", "++", "--", "=", "~")  # the operators of conditions; others have mutants of their own
STATEMENTS = (*OPERATORS, CursorKind.CALL_EXPR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)


class Mutant(NamedTuple):
    number: int
    file: str  # relative to the sources
    line: int
    function: str
    change: str


class Source:
    """One file, and its mutants from a first number on."""

    def __init__(self, path: str, name: str, first: int) -> None:
        self.bytes = Path(path).read_bytes()
        self.path, self.name, self.first = path, name, first
        self.mutants: list[Mutant] = []
        self.function = ""

    def __getitem__(self, part: slice) -> str:
        return self.bytes[part].decode()

    def add(self, node: Cursor, change: str, differs: str = "") -> str:
        """The condition under which a new mutant is the chosen one. differs: whether that matters, in C."""
        number = self.first + len(self.mutants)
        self.mutants.append(Mutant(number, self.name, node.extent.start.line, self.function, change))
        return f"C2D_MUTANT_IF({number}, {differs})" if differs else f"C2D_MUTANT({number})"

    # ---- the text ----

    def text_of(self, node: Cursor, start: int, end: int) -> str:
        """The text from start to end, with the mutants of the children of a node that are within."""
        parts, at = [], start
        for child in node.get_children():
            low, high = child.extent.start.offset, child.extent.end.offset
            if low < at or high > end or low >= high or not self._is_here(child) or _is_constant(node, child):
                continue
            parts += [self[at:low], self.changed(child, node)]
            at = high
        return "".join([*parts, self[at:end]])

    def _is_here(self, node: Cursor) -> bool:
        file = node.extent.start.file
        return file is not None and file.name == self.path

    def changed(self, node: Cursor, parent: Cursor) -> str:
        """The text of a node with its mutants."""
        start, end = node.extent.start.offset, node.extent.end.offset
        match node.kind:
            case CursorKind.BINARY_OPERATOR:
                text = self._binary(node, start, end)
            case CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
                text = self._assignment(node, start, end)
            case CursorKind.UNARY_OPERATOR:
                text = self._unary(node, start, end)
            case CursorKind.INTEGER_LITERAL | CursorKind.FLOATING_LITERAL:
                text = self._literal(node, start, end)
            case _:
                text = self.text_of(node, start, end)
        if _is_left_out(node) and _is_statement(node, parent):
            return f"({self.add(node, f'left out: {_short(self[start:end])}')} ? (void)0 : (void)({text}))"
        if self._is_condition(node, parent) and not self._has_operator(_core_of(node)):
            return f"({self.add(node, f'not {_short(self[start:end])}')} != !!({text}))"
        return text

    def _is_condition(self, node: Cursor, parent: Cursor) -> bool:
        children = list(parent.get_children())
        match parent.kind:
            case CursorKind.IF_STMT | CursorKind.WHILE_STMT | CursorKind.CONDITIONAL_OPERATOR:
                return bool(node == children[0])
            case CursorKind.FOR_STMT:  # its parts may be missing
                before = self[parent.extent.start.offset : node.extent.start.offset]
                return before.count(";") == 1 and bool(node != children[-1])
        return False

    def _has_operator(self, node: Cursor) -> bool:
        """Whether a condition is an operator that has mutants, or is in a macro."""
        if node.kind not in OPERATORS:
            return False
        start, end = node.extent.start.offset, node.extent.end.offset
        sides = [(side.extent.start.offset, side.extent.end.offset) for side in node.get_children()]
        operator = self[start : sides[0][0]] + self[sides[0][1] : sides[-1][0]] + self[sides[-1][1] : end]
        return operator.strip() not in WITHOUT_MUTANTS

    def _binary(self, node: Cursor, start: int, end: int) -> str:
        left, right = list(node.get_children())
        middle, after = left.extent.end.offset, right.extent.start.offset
        operator = self[middle:after].strip() if middle <= after else ""
        inexact = any(_is_pointer(side) for side in (left, right))
        others = COMPARISONS.get(operator, ()) or (
            () if inexact else ARITHMETIC.get(operator) or BITS.get(operator, ())
        )
        logical = operator in ("&&", "||")
        if not (others or logical):
            return self.text_of(node, start, end)
        one, two = self.changed(left, node), self.changed(right, node)
        if logical:
            asked = self.add(node, f"{'||' if operator == '&&' else '&&'} for {operator}")
            name = f"c2d_l{self.first + len(self.mutants)}"
            want = "!=" if operator == "&&" else "=="
            return f"(({{ _Bool {name} = ({one}); {name} {want} {asked} ? !!({two}) : {name}; }}))"
        number = self.first + len(self.mutants) + len(others)
        one_name, two_name = f"c2d_l{number}", f"c2d_r{number}"
        plain = f"{one_name} {operator} {two_name}"
        chosen = ""
        for other in others:
            changed = f"{one_name} {other} {two_name}"
            differs = ""
            if operator in ("<", "<=", ">", ">=") and node.type.kind == TypeKind.INT:  # not a vector
                differs = f"({plain}) != ({changed})"
            elif operator in ARITHMETIC and _is_floating(node):
                differs = f"C2D_OTHER_BITS({plain}, {changed})"
            chosen += f"{self.add(node, f'{other} for {operator}', differs)} ? {changed} : "
        return f"(({{ __auto_type {one_name} = ({one}); __auto_type {two_name} = ({two}); {chosen}{plain}; }}))"

    def _assignment(self, node: Cursor, start: int, end: int) -> str:
        left, right = list(node.get_children())
        target = self[start : left.extent.end.offset]
        operator = self[left.extent.end.offset : right.extent.start.offset].strip()
        if operator not in ASSIGNMENTS or _is_pointer(left):
            return self.text_of(node, start, end)
        value, other = self.changed(right, node), ASSIGNMENTS[operator]
        asked = self.add(node, f"{other} for {operator}")
        name = f"c2d_r{self.first + len(self.mutants)}"
        return (
            f"(({{ __auto_type {name} = ({value}); "
            f"if ({asked}) {target} {other} {name}; else {target} {operator} {name}; {target}; }}))"
        )

    def _unary(self, node: Cursor, start: int, end: int) -> str:
        (operand,) = node.get_children()
        operator = self[start : operand.extent.start.offset].strip()
        if operator not in ("-", "!") or not self._is_here(operand):
            return self.text_of(node, start, end)
        text, asked = self.changed(operand, node), self.add(node, f"no {operator}")
        name = f"c2d_o{self.first + len(self.mutants)}"
        plain = name if operator == "-" else f"!!{name}"
        return f"(({{ __auto_type {name} = ({text}); {asked} ? {plain} : {operator}{name}; }}))"

    def _literal(self, node: Cursor, start: int, end: int) -> str:
        text = self[start:end]
        if not text or not (text[0].isdigit() or text[0] == "."):
            return text  # in a macro
        whole = node.kind == CursorKind.INTEGER_LITERAL
        other = (
            f"{text} + 1" if whole or not any(digit in text.split("p")[0] for digit in "123456789") else f"2 * {text}"
        )
        return f"({self.add(node, f'{other} for {text}')} ? {other} : {text})"


def _core_of(node: Cursor) -> Cursor:
    """A node without parentheses and implicit conversions."""
    while node.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR):
        children = list(node.get_children())
        if len(children) != 1:
            break
        node = children[0]
    return node


def _is_pointer(node: Cursor) -> bool:
    kind = node.type.get_canonical().kind
    return bool(kind in (TypeKind.POINTER, TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY))


def _is_floating(node: Cursor) -> bool:
    """Not for vectors of the processor."""
    return bool(node.type.get_canonical().kind in (TypeKind.DOUBLE, TypeKind.FLOAT))


def _is_constant(node: Cursor, child: Cursor) -> bool:
    """Whether C requires a constant there."""
    match node.kind:
        case CursorKind.VAR_DECL:
            is_size = node.type.kind == TypeKind.CONSTANTARRAY and child.kind != CursorKind.INIT_LIST_EXPR
            return bool(node.storage_class == StorageClass.STATIC or is_size)
        case CursorKind.CASE_STMT:
            return bool(child == next(node.get_children()))
        case CursorKind.INIT_LIST_EXPR:
            return bool(_core_of(child).kind == CursorKind.INTEGER_LITERAL)
    return bool(node.kind in (CursorKind.ENUM_DECL, CursorKind.CXX_UNARY_EXPR, CursorKind.STRUCT_DECL))


def _is_left_out(node: Cursor) -> bool:
    """Whether a node is a statement that a mutant leaves out, such as a call whose value is cast to void."""
    if node.kind == CursorKind.CSTYLE_CAST_EXPR:
        node = _core_of(list(node.get_children())[-1])
        return bool(node.kind == CursorKind.CALL_EXPR)
    return node.kind in STATEMENTS


def _is_statement(node: Cursor, parent: Cursor) -> bool:
    """Whether a node is a statement in a block, or the body of a condition or loop that has no block."""
    children = list(parent.get_children())
    match parent.kind:
        case CursorKind.COMPOUND_STMT:
            return True
        case CursorKind.IF_STMT | CursorKind.WHILE_STMT:
            return bool(node in children[1:])
        case CursorKind.FOR_STMT:
            return bool(node == children[-1])
    return False


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


# ---- files -----------------------------------------------------------------------------------------------------------


def _functions(unit: TranslationUnit, path: str) -> Iterator[Cursor]:
    for node in unit.cursor.get_children():
        file = node.extent.start.file
        if node.kind == CursorKind.FUNCTION_DECL and node.is_definition() and file is not None and file.name == path:
            yield node


def mutated(
    root: Path, sources: Sequence[Path], arguments: Sequence[str], wanted: Sequence[str]
) -> tuple[dict[Path, str], list[Mutant]]:
    """The texts of the files below root that have functions, by path, and all their mutants. wanted: the files that get
    mutants, as parts of names; none means all."""
    texts: dict[Path, str] = {}
    mutants: list[Mutant] = []
    index = Index.create()
    for source in sources:
        unit = index.parse(str(source), args=list(arguments))
        errors = [d.spelling for d in unit.diagnostics if d.severity >= 3]
        if errors:
            raise SystemExit(f"mutate: {source}: {errors[0]}")
        included: list[Any] = [include.include.name for include in unit.get_includes()]
        for name in dict.fromkeys([str(source), *included]):
            path = Path(name).resolve()  # an included name has the folders that lead to it
            if path in texts or not path.is_relative_to(root):
                continue
            relative = path.relative_to(root).as_posix()
            if wanted and not any(part in relative for part in wanted):
                continue
            file = Source(name, relative, len(mutants))
            parts, at = [], 0
            for function in _functions(unit, name):
                body = list(function.get_children())[-1]
                file.function = function.spelling
                start, end = body.extent.start.offset, body.extent.end.offset
                parts += [file[at:start], file.text_of(body, start, end)]
                at = end
            texts[path] = "".join([*parts, file[at : len(file.bytes)]])
            mutants += file.mutants
    return texts, mutants
