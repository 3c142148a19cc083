"""Write the type stubs of the compiled modules, which type checkers and editors read (layer 5).

`setup.py` calls it. A stub declares what Python can import from a module: signatures and docstrings as in its source,
which a wheel does not hold, and attributes as in its header.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PYTHON_TYPES = {"bint": "bool", "double": "float", "float": "float"}  # of C's; those missing are integers
DECLARATION = re.compile(r"( *)cdef (public |readonly )?([^(#]*?) ?\**(\w+)(?:\[\w+\])* *(?:[(#=]|$)")


def write_stubs(root: Path) -> None:
    """Write a stub beside each compiled module below *root*/lux that has names for Python, and remove all others."""
    for path in root.glob("lux/**/*.pyi"):
        path.unlink()
    for header in root.glob("lux/**/*.pxd"):
        if header.with_suffix(".py").exists() and (text := _Stub(root, header).text()):
            header.with_suffix(".pyi").write_text(text, encoding="utf-8")


class _Stub(ast.NodeTransformer):
    """The stub of one module; as a transformer, it turns the types of C in an annotation into Python's."""

    def __init__(self, root: Path, header: Path) -> None:
        self.source = header.with_suffix(".py")
        self.hidden: set[tuple[str, str]] = set()  # class, "" for none, and name of what the header keeps in C
        self.attributes: dict[str, list[ast.stmt]] = {}  # what Python sees of a class's attributes
        self.c_names: set[str] = set()
        self.imports: list[ast.stmt] = [ast.ImportFrom("typing", [ast.alias("Any"), ast.alias("Final")], 0)]
        owner = ""
        for line in header.read_text(encoding="utf-8").splitlines():
            if line[:1].strip():
                owner = re.split(r"\W+", line)[2] if line.startswith("cdef class ") else ""
            if declared := DECLARATION.match(line):
                self.read_declaration(owner, *declared.groups())
        self.tree = ast.parse(self.source.read_text(encoding="utf-8"))
        for node in self.tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.read_import(root, node)

    def read_declaration(self, owner: str, indent: str, visible: str | None, kind: str, name: str) -> None:
        """Note what a line of the header declares."""
        if visible:
            kind = kind if re.match(r"(str|list|dict)\b", kind) else PYTHON_TYPES.get(kind, "int")
            self.attributes.setdefault(owner, []).extend(ast.parse(f"{name}: {kind}").body)
        else:
            self.hidden.add((owner if indent else "", name))

    def read_import(self, root: Path, node: ast.Import | ast.ImportFrom) -> None:
        """Keep what is imported, but of what is imported in C only classes, which Python has, too."""
        module = getattr(node, "module", "")
        if module.startswith("cython.cimports."):
            node.module = module.removeprefix("cython.cimports.")
            source = root.joinpath(*node.module.split(".")).with_suffix(".py")
            classes = re.findall(r"^class (\w+)", source.read_text(encoding="utf-8"), re.M) if source.exists() else []
            header = source.with_suffix(".pxd").read_text(encoding="utf-8") if node.names[0].name == "*" else ""
            self.c_names |= set(re.findall(r"[A-Z]\w+|\w+_t\b", header))
            self.c_names |= {alias.asname or alias.name for alias in node.names if alias.name not in classes}
            node.names = [alias for alias in node.names if alias.name in classes]
        elif module.startswith("lux"):
            for alias in node.names:
                alias.asname = alias.asname or alias.name  # `X as X`: this module has it, too
        if node.names and not (isinstance(node, ast.Import) and is_cython(node)):
            self.imports.append(node)

    def text(self) -> str:
        """Return the stub, "" if Python finds nothing in the module."""
        body = [declared for node in self.tree.body for declared in self.declare(node, "")]
        stub = ast.fix_missing_locations(ast.Module([*self.tree.body[:1], *self.imports, *body], []))
        note = f"# Written by lux/runtime/stubs.py from {self.source.name}: a change here is lost.\n"
        return note + ast.unparse(stub) + "\n" if body else ""

    def declare(self, node: ast.stmt, owner: str) -> Iterator[ast.stmt]:
        """Yield what a stub says of a statement of the module, or of the class *owner*."""
        name = getattr(node, "name", None) or getattr(getattr(node, "targets", [node])[0], "id", "_")
        if isinstance(node, ast.AnnAssign):
            default = node.value if owner and isinstance(node.value, ast.Constant) else None
            yield ast.AnnAssign(node.target, node.annotation, default, 1)
        elif isinstance(node, ast.Assign) and name == "__all__":
            yield node
        elif isinstance(node, ast.Assign) and not name.startswith("_") and (owner, name) not in self.hidden:
            yield from self.declare_constant(name, node)
        elif isinstance(node, ast.ClassDef) and not name.startswith("_"):
            node.decorator_list = []
            members = [declared for member in node.body for declared in self.declare(member, name)]
            node.body = [*docstring(node), *self.attributes.get(name, ()), *members] or [ast.Expr(ast.Constant(...))]
            yield node
        elif isinstance(node, ast.FunctionDef) and not self.is_hidden(node, owner):
            yield self.declare_function(node)

    def is_hidden(self, node: ast.FunctionDef, owner: str) -> bool:
        """Return whether a function is none for Python: one of C, or private."""
        return (
            (owner, node.name) in self.hidden
            or (node.name.startswith("_") and not node.name.endswith("__"))
            or node.name == "__dealloc__"
            or (node.name == "__cinit__" and len(node.args.args) == 1)
        )

    def declare_function(self, node: ast.FunctionDef) -> ast.stmt:
        """Return a function without its body; `__cinit__`, where there is no `__init__`, takes its place."""
        node.name = node.name.replace("__cinit__", "__init__")
        node.args = self.visit(node.args)
        node.returns = self.visit(node.returns) if node.returns else ast.Constant(None)
        node.body = docstring(node) or [ast.Expr(ast.Constant(...))]
        return node

    def declare_constant(self, name: str, node: ast.Assign) -> Iterator[ast.stmt]:
        """Yield a constant or an alias of a type as it stands; of what C or a call computes, the type at most."""
        computed = any(isinstance(each, ast.Call | ast.Name | ast.BinOp) for each in ast.walk(node.value))
        if isinstance(node.value, ast.Subscript) or not computed:
            yield node
        elif not (isinstance(node.value, ast.Call) and is_cython(node.value)):
            kind = {"str": "str", "bool": "bool"}.get(ast.unparse(node.value).partition("(")[0], "Any")
            yield from ast.parse(f"{name}: Final[{kind}]").body

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Return an int in place of a type of C."""
        return ast.Name("int") if node.id in self.c_names else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Return Python's type in place of `cython.int` and the like."""
        return ast.Name(PYTHON_TYPES.get(node.attr, "int")) if is_cython(node) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Return Any in place of a memory view."""
        return ast.Name("Any") if is_cython(node) else self.generic_visit(node)


def is_cython(node: ast.AST) -> bool:
    """Return whether a node imports, calls or names something of the module `cython`."""
    return ast.unparse(node).removeprefix("import ").startswith("cython")


def docstring(node: ast.ClassDef | ast.FunctionDef) -> list[ast.stmt]:
    """Return the docstring of a class or function as a list, empty if it has none."""
    return node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
