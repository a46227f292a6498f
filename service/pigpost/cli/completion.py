"""`pigpost completion`: a script that completes commands in a shell."""

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script; as: eval "$(pigpost completion bash)"."""
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"no completion for {shell}")
    root = ctx.find_root().command
    click.echo(kind(root, {}, "pigpost", "_PIGPOST_COMPLETE").source())
