"""The environment of the templates of mails, for one language.

What a template says in every mail is settled when it is compiled: its sentences are translated
then, and stand in the code as parts of text with values between them. Measured: that, a lighter
call and modules that are made once a letter take half of what a receipt costs.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import is_
from pathlib import Path
from types import BuiltinMethodType, CodeType, FunctionType, MethodType
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.environment import TemplateModule
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer

from pigpost.outbox.words import Catalogue

AT_HAND = "modules_at_hand"
"""The name in a letter's facts of a dict, in which modules made for it are kept."""

_VALUE = re.compile(r"%\((\w+)\)s")
_PLAIN = frozenset((partial, MethodType, BuiltinMethodType))


def templates_in(folder: Path, tongue: Catalogue, *, escaped: bool) -> Environment:
    """The templates of a folder, their sentences in that language."""
    environment = _Environment(
        loader=FileSystemLoader(folder),
        bytecode_cache=None,  # compiled code is in one language, and what it needs is noted on the way
        autoescape=escaped,  # plain text has nothing to escape
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.gettext = tongue.gettext
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(tongue, newstyle=True)  # type: ignore[attr-defined]
    return environment


class _Context(Context):
    """Calls what takes no context without asking it whether it does."""

    def call(self, obj: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        """As `Context.call`."""
        kind = type(obj)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind not in _PLAIN and not (
            kind is FunctionType and not hasattr(obj, "jinja_pass_arg")
        ):
            return super().call(obj, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return obj(*args, **kwargs)


class _Template(Template):
    """Is made a module once for a letter, as long as what it knows from outside is the same.

    What is imported includes and extends nothing: all that it can know is in its names.
    """

    def make_module(
        self,
        vars: dict[str, Any] | None = None,
        shared: bool = False,  # noqa: FBT001, FBT002 - jinja's own
        locals: Mapping[str, Any] | None = None,
    ) -> TemplateModule:
        """As `Template.make_module`."""
        outside = {**(vars or {}), **locals} if locals else vars or {}
        at_hand = outside.get(AT_HAND)
        if at_hand is None:
            return super().make_module(vars, shared, locals)
        needed = self.environment.needed_by(self.name)  # type: ignore[attr-defined]
        known = [outside.get(name, missing) for name in needed]
        made, before = at_hand.get(self, (None, ()))
        if made is None or not all(map(is_, known, before)):
            made = super().make_module(vars, shared, locals)
            at_hand[self] = made, known
        module: TemplateModule = made
        return module


class _Environment(Environment):
    """Compiles templates with their sentences translated, and notes what each needs from outside."""

    context_class = _Context
    template_class = _Template
    gettext: Callable[[str], str]

    def __init__(self, **options: Any) -> None:  # noqa: ANN401 - jinja's own
        self._outside: dict[str | None, tuple[set[str], list[str]]] = {}
        self._needed: dict[str | None, tuple[str, ...]] = {}
        super().__init__(**options)

    def needed_by(self, name: str | None) -> tuple[str, ...]:
        """What a template takes from outside, or what it imports does."""
        if name not in self._needed:
            needed, imported = self._outside[name]
            for each in imported:
                self.get_template(each)
                needed = needed.union(self.needed_by(each))
            self._needed[name] = tuple(sorted(needed))
        return self._needed[name]

    def compile(  # type: ignore[override]  # it is never asked for source code
        self,
        source: str | nodes.Template,
        name: str | None = None,
        filename: str | None = None,
        raw: Literal[False] = False,  # noqa: FBT002 - jinja's own
        defer_init: bool = False,  # noqa: FBT001, FBT002
    ) -> CodeType:
        """As `Environment.compile`."""
        tree = self.parse(source, name, filename) if isinstance(source, str) else source
        imported = [each.template.as_const() for each in tree.find_all(nodes.Import)]
        self._outside[name] = find_undeclared_variables(tree), imported
        translated = _Translation(self.gettext).visit(tree)
        return super().compile(translated, name, filename, raw, defer_init)


class _Translation(NodeTransformer):
    """Puts sentences in the reader's language in the place of those that are to be translated."""

    def __init__(self, gettext: Callable[[str], str]) -> None:
        self._gettext = gettext

    def visit_Output(self, node: nodes.Output) -> nodes.Output:  # noqa: N802 - jinja's own
        """What is printed: a sentence becomes its parts."""
        self.generic_visit(node)
        parts = ((each, self._parts(each)) for each in node.nodes)
        node.nodes = [one for each, found in parts for one in (found or [each])]
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Expr:  # noqa: N802 - jinja's own
        """What is passed on: a sentence without values becomes itself, another stays a call."""
        self.generic_visit(node)
        parts = self._parts(node)
        return parts[0] if parts is not None and len(parts) == 1 and not node.kwargs else node

    def _parts(self, node: nodes.Expr) -> list[nodes.Expr] | None:
        """Text and values in turn; None for what is no sentence, or hangs on a number."""
        match node:
            case nodes.Call(
                node=nodes.Name(name="gettext" | "_"), args=[nodes.Const(value=str(message))]
            ) if node.dyn_args is None and node.dyn_kwargs is None:
                values = {keyword.key: keyword.value for keyword in node.kwargs}
            case _:
                return None
        text, *others = _VALUE.split(self._gettext(message))
        texts, names = [text, *others[1::2]], others[::2]
        if not values.keys() >= set(names) or any("%" in t.replace("%%", "") for t in texts):
            return None
        return [*_joined(texts, [values[name] for name in names], node.lineno)]


def _joined(texts: list[str], values: list[nodes.Expr], line: int) -> Iterator[nodes.Expr]:
    for text, value in zip(texts, [*values, None], strict=True):
        if text or not values:
            yield nodes.TemplateData(text.replace("%%", "%"), lineno=line)
        if value is not None:
            yield value
