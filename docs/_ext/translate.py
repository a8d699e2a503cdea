"""Python to JavaScript, for the modules that draw the pictures: a live picture is drawn by the code that drew it first.

The subset is that of `collide2d.drawing` and of the tables of pictures: functions, generators, named tuples, data
classes, comprehensions, f-strings. Anything else is an error when the site is built. The runtime, docs/live/python.js,
defines what differs between the languages, such as truth, equality of tuples and formats of numbers.

In a module of pictures every shape that is made from numbers, and every pair of numbers, gets a key: its line and its
column. A page replaces it by what the user has made of it, and runs the function again.
"""

from __future__ import annotations

import ast
import json
import string
from collections.abc import Iterable

KINDS = {"Point", "Circle", "Segment", "Capsule", "Rect", "RoundRect", "Polygon", "Body", "Chain"}
ARRAYS = {"Points", "Circles", "Segments", "Capsules", "Rects", "RoundRects"}
METHODS = {
    "add", "append", "copy", "count", "discard", "endswith", "extend", "format", "get", "index", "items", "join",
    "keys", "lower", "pop", "removeprefix", "replace", "rstrip", "setdefault", "split", "startswith", "tolist",
    "update", "values",
}  # fmt: skip
TYPING = {"__future__", "typing", "collections.abc", "dataclasses", "collide2d.typing"}
RESERVED = {"do", "if", "in", "of", "M"}  # words of JavaScript that are as short as short names, and the module
LETTERS = string.ascii_letters
_numbers: dict[str, int] = {}  # of local names, in the order in which they are met
OPERATORS = {
    ast.Sub: "-", ast.Div: "/", ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
CALLED = {
    ast.Add: "$.add", ast.Mult: "$.mul", ast.Mod: "$.mod", ast.FloorDiv: "$.floordiv", ast.BitOr: "$.union",
          ast.BitAnd: "$.meet"}  # fmt: skip
COMPARED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "===", ast.IsNot: "!=="}


class UnsupportedError(ValueError):
    """What the subset does not have."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"line {getattr(node, 'lineno', '?')}: {type(node).__name__} is not translated")


def key_of(node: ast.expr) -> str:
    """The key of what a user may change."""
    return f"{node.lineno}:{node.col_offset}"


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a number as it is written."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def is_pair(node: ast.expr) -> bool:
    """Whether an expression is a pair of numbers: a point or a motion."""
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and all(map(is_number, node.elts))


def is_made(node: ast.expr) -> bool:
    """Whether an expression calls a constructor of a shape or of a body."""
    if not isinstance(node, ast.Call):
        return False
    made = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    return isinstance(made, ast.Name) and made.id in KINDS


def is_slide(node: ast.Call) -> bool:
    """Whether an expression is a slide by a motion of two numbers."""
    named = isinstance(node.func, ast.Attribute) and node.func.attr in ("slide", "try_slide")
    return named and len(node.args) == 3 and all(map(is_number, node.args[1:]))


class Changeable(ast.NodeTransformer):
    """Marks what a user may change: `Circle(0, 0, 1)` becomes `__changed__('12:4', lambda: Circle(0, 0, 1))`."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "uniform":
            return node  # pairs that are no points: limits of random numbers, and how many
        made = is_made(node)
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ARRAYS:
            return self._changed(node, "__rows__")
        if is_slide(node):
            dx, dy = node.args[-2:]
            pair = ast.copy_location(ast.Tuple([dx, dy], ast.Load()), dx)
            node.args[-2:] = [ast.Starred(self._changed(pair), ast.Load())]
        return self._changed(node) if made else node

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        if is_pair(node):
            return self._changed(node)
        self.generic_visit(node)
        return node

    @staticmethod
    def _changed(node: ast.expr, by: str = "__changed__") -> ast.expr:
        nothing = ast.arguments([], [], None, [], [], None, [])
        call = ast.Call(ast.Name(by, ast.Load()), [ast.Constant(key_of(node)), ast.Lambda(nothing, node)], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))


def _names(s: ast.stmt) -> set[str]:
    """The names of a statement of a module: what it defines, or the module that it imports."""
    if isinstance(s, (ast.FunctionDef, ast.ClassDef)):
        return {s.name}
    if isinstance(s, (ast.Assign, ast.AnnAssign)):
        targets = s.targets if isinstance(s, ast.Assign) else [s.target]
        return {t.id for t in targets if isinstance(t, ast.Name)}
    if isinstance(s, ast.ImportFrom):
        return {s.module or ""}
    return {a.name for a in s.names} if isinstance(s, ast.Import) else set()


def _bound(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that statements bind in their own scope."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        else:
            found |= _bound(ast.iter_child_nodes(node))
    return found


def _yields(nodes: Iterable[ast.AST]) -> bool:
    inner = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp)
    return any(
        isinstance(node, (ast.Yield, ast.YieldFrom))
        or (not isinstance(node, inner) and _yields(ast.iter_child_nodes(node)))
        for node in nodes
    )


def short(name: str) -> str:
    """What a local name is called in JavaScript: one name is called the same everywhere, by one or two letters."""
    number = _numbers.setdefault(name, len(_numbers))
    letters = ""
    while number >= 0:
        letters = LETTERS[number % len(LETTERS)] + letters
        number = number // len(LETTERS) - 1
    return letters + "_" if letters in RESERVED else letters


class Translator:
    """The translation of one module."""

    def __init__(self, *, traced: bool = False) -> None:
        self.traced = traced  # whether the runtime is told of each step, and of the values of expressions
        self.source = ""
        self.scopes: list[set[str]] = []
        self.top: set[str] = set()
        self.left_out: set[str] = set()

    def module(
        self, source: str, *, changeable: bool = False, leave_out: Iterable[str] = (), only: Iterable[str] = ()
    ) -> str:
        """The body of a function of `M`, an object for the names of the module, and of `$`, the runtime.

        changeable: mark what a user may change. leave_out: functions, classes, methods, variables and imported modules
        that no page needs. only: the classes that are translated, with what the package exports; all, if it is empty.
        """
        tree = ast.parse(source)
        self.source = source
        self.left_out = {*leave_out, "main", "T", "Vec", "__all__"}
        kept = set(only)
        body = [
            s for s in tree.body if not self.left_out & _names(s) and not (isinstance(s, ast.If) and not self.traced)
        ]
        if kept:
            body = [s for s in body if getattr(s, "module", getattr(s, "name", "")) in {"collide2d", *kept}]
        if changeable:
            body = [Changeable().visit(s) for s in body]
        self.top = _bound(body)
        return "".join(self.statement(s) for s in body)

    # ---- names ----

    def name(self, name: str) -> str:
        if any(name in scope for scope in self.scopes):
            return short(name)
        return f"M.{name}" if name in self.top else f"$.{name}"

    # ---- statements ----

    def block(self, body: Iterable[ast.stmt]) -> str:
        return "{" + "".join(self.statement(s) for s in body) + "}"

    def statement(self, s: ast.stmt) -> str:
        method = getattr(self, f"stmt_{type(s).__name__.lower()}", None)
        if method is None:
            raise UnsupportedError(s)
        return self.step() + str(method(s))

    def step(self) -> str:
        return "$.keep();" if self.traced else ""

    def stmt_expr(self, s: ast.Expr) -> str:
        if isinstance(s.value, ast.Constant):
            return ""
        if self.traced and not self.scopes:
            text = ast.get_source_segment(self.source, s)
            return f"$.answer({json.dumps(text)},{self.expr(s.value)});"
        if isinstance(s.value, ast.YieldFrom):
            return f"yield* {self.expr(s.value.value)};"
        if isinstance(s.value, ast.Yield):
            return f"yield {self.expr(s.value.value or ast.Constant(None))};"
        return self.expr(s.value) + ";"

    def stmt_import(self, s: ast.Import) -> str:
        return "".join(f"M.{a.asname or a.name}=$.module({json.dumps(a.name)});" for a in s.names)

    def stmt_importfrom(self, s: ast.ImportFrom) -> str:
        if s.module in TYPING:
            return "M.Mapping=$.Mapping;" if any(a.name == "Mapping" for a in s.names) else ""
        names = (a.name if a.asname is None else f"{a.name}:{a.asname}" for a in s.names)
        return f'$.from(M,{json.dumps(s.module)},"{" ".join(names)}");'

    def stmt_assign(self, s: ast.Assign) -> str:
        value = self.expr(s.value)
        for target in reversed(s.targets):
            value = self.assign(target, value)
        return value + ";"

    def stmt_annassign(self, s: ast.AnnAssign) -> str:
        is_alias = isinstance(s.annotation, ast.Name) and s.annotation.id == "TypeAlias"
        return "" if s.value is None or is_alias else self.assign(s.target, self.expr(s.value)) + ";"

    def stmt_augassign(self, s: ast.AugAssign) -> str:
        before, by = self.expr(s.target), self.expr(s.value)
        made = f"$.iadd({before},{by})" if isinstance(s.op, ast.Add) else self.binary(s.op, before, by)
        return self.assign(s.target, made) + ";"

    def target(self, target: ast.expr) -> str:
        if isinstance(target, ast.Name):
            return self.name(target.id)
        if isinstance(target, ast.Attribute):
            return f"{self.expr(target.value)}.{target.attr}"
        if isinstance(target, (ast.Tuple, ast.List)):
            return "[" + ",".join(map(self.target, target.elts)) + "]"
        if isinstance(target, ast.Starred):
            return "..." + self.target(target.value)
        raise UnsupportedError(target)

    def assign(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Tuple) and any(isinstance(t, ast.Subscript) for t in target.elts):
            each = "".join(f"{self.assign(t, f'$v[{i}]')};" for i, t in enumerate(target.elts))
            return f"(($v)=>{{{each}}})({value})"
        if isinstance(target, ast.Subscript):
            return f"$.put({self.expr(target.value)},{self.expr(target.slice)},{value})"
        return f"{self.target(target)}={value}"

    def stmt_return(self, s: ast.Return) -> str:
        return f"return {self.expr(s.value)};" if s.value else "return null;"

    def stmt_if(self, s: ast.If) -> str:
        other = "else" + self.block(s.orelse) if s.orelse else ""
        return f"if({self.truth(s.test)}){self.block(s.body)}{other}"

    def stmt_while(self, s: ast.While) -> str:
        return f"while({self.truth(s.test)}){self.block(s.body)}"

    def stmt_for(self, s: ast.For) -> str:
        return f"for({self.target(s.target)} of $.iter({self.expr(s.iter)})){self.block(s.body)}"

    def stmt_break(self, s: ast.Break) -> str:
        return "break;"

    def stmt_continue(self, s: ast.Continue) -> str:
        return "continue;"

    def stmt_pass(self, s: ast.Pass) -> str:
        return ""

    def stmt_assert(self, s: ast.Assert) -> str:
        return f'if(!{self.truth(s.test)})throw $.Error("AssertionError");' if self.traced else ""

    def stmt_try(self, s: ast.Try) -> str:
        """Without what is done for errors: a page has valid shapes."""
        return f"try{self.block(s.body)}finally{self.block(s.finalbody)}" if s.finalbody else self.block(s.body)

    def stmt_global(self, s: ast.Global) -> str:
        return ""

    def stmt_delete(self, s: ast.Delete) -> str:
        subscripts = [t for t in s.targets if isinstance(t, ast.Subscript)]
        return "".join(f"$.remove({self.expr(t.value)},{self.expr(t.slice)});" for t in subscripts)

    def stmt_raise(self, s: ast.Raise) -> str:
        return f"throw {self.expr(s.exc or ast.Constant(None))};"

    def stmt_functiondef(self, s: ast.FunctionDef) -> str:
        made = self.function(s)
        for decorator in reversed(s.decorator_list):
            text = ast.unparse(decorator)
            if text not in ("functools.cache", "staticmethod", "property"):
                made = f"{self.expr(decorator)}({made})"
        return f"{self.name(s.name)}={made};"

    def function(self, s: ast.FunctionDef | ast.Lambda) -> str:
        a = s.args
        positional, only = [*a.posonlyargs, *a.args], a.kwonlyargs
        names = [arg.arg for arg in (*positional, *only)]
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(a.defaults))
        defaults += [*a.defaults, *a.kw_defaults]
        outside = "".join(f"const $d{i}={self.expr(d)};" for i, d in enumerate(defaults) if d is not None)
        own = {*names, *([a.vararg.arg] if a.vararg else [])}
        body = s.body if isinstance(s, ast.FunctionDef) else [ast.Return(s.body)]
        bound = _bound(body) - own - {name for b in ast.walk(s) if isinstance(b, ast.Global) for name in b.names}
        self.scopes.append(own | bound)
        given = [
            self.name(n) + (f"=$d{i}" if d is not None else "")
            for i, (n, d) in enumerate(zip(names, defaults, strict=True))
        ]
        rest = [f"...{self.name(a.vararg.arg)}"] if a.vararg else []
        declared = f"let {','.join(map(self.name, sorted(bound)))};" if bound else ""
        star = "*" if isinstance(s, ast.FunctionDef) and _yields(body) else ""
        inside = declared + "".join(self.statement(b) for b in body)
        self.scopes.pop()
        made = f"$.fn(function{star}({','.join([*given, *rest])}){{{inside}}},{json.dumps(names)})"
        return f"(()=>{{{outside}return {made}}})()" if outside else made

    def stmt_classdef(self, s: ast.ClassDef) -> str:
        bases = {ast.unparse(b) for b in s.bases}
        if bases & {"TypedDict", "Protocol"} or any(b.startswith("TypedDict") for b in bases):
            return ""
        fields = [b for b in s.body if isinstance(b, ast.AnnAssign) and isinstance(b.target, ast.Name)]
        shown = []
        for f in fields:
            assert isinstance(f.target, ast.Name)
            value = f.value
            is_made = False
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
                value = next((k.value for k in value.keywords if k.arg == "default_factory"), None)
                is_made = True
            default = "undefined" if value is None else "()=>[]" if is_made else f"()=>{self.expr(value)}"
            shown.append(f"[{json.dumps(f.target.id)},{default}]")
        methods = [b for b in s.body if isinstance(b, ast.FunctionDef) and f"{s.name}.{b.name}" not in self.left_out]
        methods = [m for m in methods if not any(ast.unparse(d).endswith(".setter") for d in m.decorator_list)]
        made = ",".join(f"{m.name}:{self.function(m)}" for m in methods)
        properties = [m.name for m in methods if any(ast.unparse(d) == "property" for d in m.decorator_list)]
        statics = [m.name for m in methods if any(ast.unparse(d) == "staticmethod" for d in m.decorator_list)]
        return (
            f"{self.name(s.name)}=$.class({json.dumps(s.name)},[{','.join(shown)}],{{{made}}},"
            f"{json.dumps(properties)},{json.dumps(statics)});"
        )

    # ---- expressions ----

    def expr(self, e: ast.expr) -> str:
        method = getattr(self, f"expr_{type(e).__name__.lower()}", None)
        if method is None:
            raise UnsupportedError(e)
        return str(method(e))

    def truth(self, e: ast.expr) -> str:
        """A condition, as JavaScript understands it."""
        if isinstance(e, ast.Compare):
            return self.expr(e)
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
            return f"!{self.truth(e.operand)}"
        if isinstance(e, ast.BoolOp):
            sign = "&&" if isinstance(e.op, ast.And) else "||"
            return "(" + sign.join(map(self.truth, e.values)) + ")"
        return f"$.truth({self.expr(e)})"

    def expr_constant(self, e: ast.Constant) -> str:
        if e.value is None:
            return "null"
        return json.dumps(e.value)

    def expr_name(self, e: ast.Name) -> str:
        return self.name(e.id)

    def expr_attribute(self, e: ast.Attribute) -> str:
        return f"{self.expr(e.value)}.{e.attr}"

    def elements(self, elements: Iterable[ast.expr]) -> str:
        return ",".join(
            f"...$.iter({self.expr(x.value)})" if isinstance(x, ast.Starred) else self.argument(x) for x in elements
        )

    def argument(self, x: ast.expr) -> str:
        """A method as an argument keeps its object."""
        if isinstance(x, ast.Attribute) and isinstance(x.value, ast.Constant):
            return f"((x)=>$.eq({self.expr(x.value)},x))" if x.attr == "__eq__" else self.expr(x)
        if isinstance(x, ast.Attribute):
            return f"$.bound({self.expr(x.value)},{json.dumps(x.attr)})"
        return self.expr(x)

    def expr_tuple(self, e: ast.Tuple) -> str:
        return f"[{self.elements(e.elts)}]"

    def expr_list(self, e: ast.List) -> str:
        return f"$.list([{self.elements(e.elts)}])" if self.traced else f"[{self.elements(e.elts)}]"

    def expr_set(self, e: ast.Set) -> str:
        return f"$.set([{self.elements(e.elts)}])"

    def expr_dict(self, e: ast.Dict) -> str:
        parts = [
            f"...$.dict({self.expr(v)})" if k is None else f"[{self.expr(k)},{self.expr(v)}]"
            for k, v in zip(e.keys, e.values, strict=True)
        ]
        return f"$.dict([{','.join(parts)}])"

    def expr_unaryop(self, e: ast.UnaryOp) -> str:
        if isinstance(e.op, ast.Not):
            return f"!{self.truth(e.operand)}"
        return {ast.USub: "-", ast.UAdd: "+"}[type(e.op)] + f"({self.expr(e.operand)})"

    def binary(self, op: ast.operator, a: str, b: str) -> str:
        if type(op) in CALLED:
            return f"{CALLED[type(op)]}({a},{b})"
        return f"({a}{OPERATORS[type(op)]}{b})"

    def expr_binop(self, e: ast.BinOp) -> str:
        return self.binary(e.op, self.expr(e.left), self.expr(e.right))

    def expr_boolop(self, e: ast.BoolOp) -> str:
        called = "$.and" if isinstance(e.op, ast.And) else "$.or"
        made = self.expr(e.values[-1])
        for value in reversed(e.values[:-1]):
            made = f"{called}({self.expr(value)},()=>{made})"
        return made

    def expr_compare(self, e: ast.Compare) -> str:
        parts, left = [], e.left
        for op, right in zip(e.ops, e.comparators, strict=True):
            a, b = self.expr(left), self.expr(right)
            if type(op) in COMPARED:
                parts.append(f"({a}{COMPARED[type(op)]}{b})")
            else:
                called = "$.eq" if isinstance(op, (ast.Eq, ast.NotEq)) else "$.has"
                sign = "!" if isinstance(op, (ast.NotEq, ast.NotIn)) else ""
                parts.append(f"{sign}{called}({a},{b})")
            left = right
        return parts[0] if len(parts) == 1 else "(" + "&&".join(parts) + ")"

    def expr_ifexp(self, e: ast.IfExp) -> str:
        return f"({self.truth(e.test)}?{self.argument(e.body)}:{self.argument(e.orelse)})"

    def expr_lambda(self, e: ast.Lambda) -> str:
        return self.function(e)

    def expr_namedexpr(self, e: ast.NamedExpr) -> str:
        return f"({self.name(e.target.id)}={self.expr(e.value)})"

    def expr_call(self, e: ast.Call) -> str:
        if isinstance(e.func, ast.Name) and e.func.id in ("__changed__", "__rows__"):
            key, made = e.args
            assert isinstance(made, ast.Lambda)
            return f"$.{e.func.id.strip('_')}({self.expr(key)},()=>{self.expr(made.body)})"
        args = self.elements(e.args)
        f = e.func
        if isinstance(f, ast.Subscript) and ast.unparse(f.value) in ("dict", "list", "set"):
            f = f.value  # dict[str, int]()
        if e.keywords:
            named = ",".join(
                f"...$.plain({self.expr(k.value)})" if k.arg is None else f"{k.arg}:{self.argument(k.value)}"
                for k in e.keywords
            )
            owner = "null"
            called = self.expr(f)
            if isinstance(f, ast.Attribute):
                owner, called = self.expr(f.value), json.dumps(f.attr)
            return f"$.call({owner},{called},[{args}],{{{named}}})"
        if isinstance(f, ast.Attribute) and f.attr in METHODS:
            return f"$.m({self.expr(f.value)},{json.dumps(f.attr)}{',' + args if args else ''})"
        return f"{self.expr(f)}({args})"

    def expr_subscript(self, e: ast.Subscript) -> str:
        if isinstance(e.slice, ast.Slice):
            ends = (self.expr(x) if x else "null" for x in (e.slice.lower, e.slice.upper, e.slice.step))
            return f"$.at({self.expr(e.value)},$.slice({','.join(ends)}))"
        return f"$.at({self.expr(e.value)},{self.expr(e.slice)})"

    def expr_joinedstr(self, e: ast.JoinedStr) -> str:
        return "(" + "+".join(['""', *map(self.expr, e.values)]) + ")"

    def expr_formattedvalue(self, e: ast.FormattedValue) -> str:
        spec = "," + self.expr(e.format_spec) if e.format_spec else ""
        return f"$.{'repr' if e.conversion == ord('r') else 'format'}({self.expr(e.value)}{spec})"

    def comprehension(self, e: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, made: str) -> str:
        bound: set[str] = set()
        text, ends = "", ""
        for g in e.generators:
            source = self.expr(g.iter)  # in the scope outside of its own names
            names = _bound([g.target])
            bound |= names
            self.scopes.append(names)
            conditions = "".join(f"if({self.truth(c)})" for c in g.ifs)
            text += f"for(const {self.target(g.target)} of $.iter({source})){conditions}{{"
            ends += "}"
        if isinstance(e, ast.DictComp):
            text += f"yield [{self.expr(e.key)},{self.expr(e.value)}];"
        else:
            text += f"{self.step()}yield {self.expr(e.elt)};"
        for _ in e.generators:
            self.scopes.pop()
        return f"{made}(function*(){{{text}{ends}}}())"

    def expr_listcomp(self, e: ast.ListComp) -> str:
        return self.comprehension(e, "$.list")

    def expr_setcomp(self, e: ast.SetComp) -> str:
        return self.comprehension(e, "$.set")

    def expr_dictcomp(self, e: ast.DictComp) -> str:
        return self.comprehension(e, "$.dict")

    def expr_generatorexp(self, e: ast.GeneratorExp) -> str:
        return self.comprehension(e, "$.list")
