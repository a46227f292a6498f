"""`pigpost config`: the configuration in force; secrets are never printed."""

from typing import Any

import click
from pydantic import BaseModel

from pigpost.cli.context import Context, emit, json_option, pass_context
from pigpost.config import Settings


@click.group()
def config() -> None:
    """The configuration in force."""


@config.command()
@click.option("--defaults", is_flag=True, help="Every key with its default and what it is for.")
@json_option
@pass_context
def show(context: Context, *, defaults: bool, as_json: bool) -> None:
    """What is in force: file and environment together."""
    settings = Settings() if defaults else context.settings
    emit(
        settings.model_dump(mode="json"),
        "\n".join(describe(settings, "", explained=defaults)),
        as_json=as_json,
    )


def describe(section: BaseModel, prefix: str, *, explained: bool) -> list[str]:
    """One line a key, as `mail.smtp.port = 587`."""
    lines: list[str] = []
    for name, field in type(section).model_fields.items():
        if field.exclude:
            continue
        value: Any = getattr(section, name)
        key = f"{prefix}{name}"
        if isinstance(value, BaseModel):
            lines += describe(value, f"{key}.", explained=explained)
            continue
        note = f"  # {field.description}" if explained and field.description else ""
        lines.append(f"{key} = {value}{note}")
    return lines
