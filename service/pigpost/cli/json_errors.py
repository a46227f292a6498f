"""Errors as a document for a program that asked for JSON, as one line for everybody else."""

import sys
from typing import NoReturn

import click

from pigpost.cli.context import emit

_OPTION = "--json"
_NO_MORE_OPTIONS = "--"


class JsonErrors(click.Command):
    """With `--json` mistakes of usage are an error document too; without, they are as everywhere."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: object,
    ) -> click.Context:
        """As click makes it, which takes the words out of `args`: they are looked at before."""
        options = args[: args.index(_NO_MORE_OPTIONS)] if _NO_MORE_OPTIONS in args else args
        as_json = _OPTION in options
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as mistake:
            if not as_json:
                raise
            _tell(mistake.format_message(), code="usage", rule=None)
            sys.exit(mistake.exit_code)


def refuse(message: str, *, code: str, rule: str | None, as_json: bool, exit_code: int) -> NoReturn:
    """Says why there is no answer, and leaves."""
    if as_json:
        _tell(message, code=code, rule=rule)
    else:
        command = click.get_current_context().info_name
        cited = f" (rule {rule})" if rule else ""
        click.echo(f"pigpost {command}: {message}{cited}", err=True)
    sys.exit(exit_code)


def _tell(message: str, *, code: str, rule: str | None) -> None:
    emit({"error": {"code": code, "message": message, "rule": rule}}, "", as_json=True)
