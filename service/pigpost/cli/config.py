"""`pigpost config`: the configuration in force; secrets are never printed."""

import json
import re
from collections.abc import Iterator
from typing import Any

import click
from pydantic import BaseModel, SecretStr

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.config import Settings

_PASSWORD = re.compile(r'(?<=://)([^:@/"\s]*):[^@/"\s]+@')
"""User and password in a URL, as of a database."""


@click.group()
def config() -> None:
    """The configuration in force."""


@config.command()
@click.option("--defaults", is_flag=True, help="Every key with its default and what it is for.")
@json_option
@pass_context
def show(context: Context, *, defaults: bool, as_json: bool) -> None:
    """What is in force: file and environment together, as lines of a pigpost.toml."""
    settings = _defaults() if defaults else context.settings
    values = settings.model_dump(mode="json")
    emit(
        json.loads(_shown(values)),
        "\n".join(describe(settings, "", explained=defaults)),
        as_json=as_json,
    )


def _defaults() -> Settings:
    """What holds where neither file nor environment says anything."""
    return Settings.model_construct()


def describe(section: BaseModel, prefix: str, *, explained: bool) -> Iterator[str]:
    """One line of TOML a key, as `mail.smtp.port = 587`; a comment where there is no value."""
    for name, field in type(section).model_fields.items():
        if field.exclude:
            continue
        value: Any = getattr(section, name)
        key = f"{prefix}{name}"
        if isinstance(value, BaseModel):
            yield from describe(value, f"{key}.", explained=explained)
            continue
        note = f"  # {field.description}" if explained and field.description else ""
        yield f"{_line(key, value)}{note}"


def _line(key: str, value: object) -> str:
    if value is None:
        return f"# {key} is not set"
    if isinstance(value, SecretStr):
        return f"# {key} is {'set' if value.get_secret_value() else 'not set'}"
    return f"{key} = {_shown(value)}"


def _shown(value: object) -> str:
    """Strings, numbers, booleans and lists are written alike in JSON and in TOML."""
    return _PASSWORD.sub(r"\1:***@", json.dumps(value, ensure_ascii=False, default=str))
