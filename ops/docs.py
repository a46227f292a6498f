"""Writes docs/config.md from `pigpost.config`: `python ops/docs.py`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from pigpost.config import Settings

FILE = Path(__file__).parent.parent / "docs" / "config.md"

BEGINNING = """\
# Configuration

Every key of `pigpost.toml`, its default and what it is for. This page is written by
`python ops/docs.py` from `service/pigpost/config.py`; a test keeps it current.

`pigpost config show` prints what is in force, `pigpost config show --defaults` all of this as lines of
a configuration. Any key can also be set by an environment variable, which goes before the file:
`mail.smtp.port` is `PIGPOST_MAIL__SMTP__PORT`. Files and folders are taken from the configuration's own
folder.
"""


def reference() -> str:
    """The page."""
    return "\n".join([BEGINNING, *_sections(Settings, "")]).rstrip() + "\n"


def _sections(model: type[BaseModel], prefix: str) -> Iterator[str]:
    """A table of the section's own keys, then the sections within it."""
    inner = {name: f for name, f in model.model_fields.items() if _section_of(f) is not None}
    own = {n: f for n, f in model.model_fields.items() if n not in inner and not f.exclude}
    if own:
        yield f"## [{prefix.rstrip('.')}]\n\n{(model.__doc__ or '').strip()}\n"
        yield "| key | default | what |\n| --- | --- | --- |"
        yield from (_row(name, field) for name, field in own.items())
        yield ""
    for name, field in inner.items():
        section = _section_of(field)
        assert section is not None  # that is what makes it an inner one
        yield from _sections(section, f"{prefix}{name}.")


def _section_of(field: FieldInfo) -> type[BaseModel] | None:
    kind = field.annotation
    return kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None


def _row(name: str, field: FieldInfo) -> str:
    words = field.description or ""
    if get_origin(field.annotation) is Literal:
        choices = [f"`{choice}`" for choice in get_args(field.annotation)]
        words = f"{' or '.join(choices)}: {words}"
    return f"| `{name}` | {_shown(field.default)} | {words} |"


def _shown(default: Any) -> str:  # noqa: ANN401 - whatever a key may hold
    match default:
        case None | "" | SecretStr():
            return "none"
        case bool():
            return f"`{str(default).lower()}`"
        case tuple():
            return f"`[{', '.join(map(str, default))}]`"
        case _:
            assert default is not PydanticUndefined  # every key has a default
            return f"`{default}`"


if __name__ == "__main__":
    FILE.write_text(reference(), "utf-8")
