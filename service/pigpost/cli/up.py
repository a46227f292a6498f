"""`pigpost up` and `pigpost web`: run the service."""

import click

from pigpost.cli.context import Context, pass_context
from pigpost.cli.running import Running, running, serving, url_of, web_socket
from pigpost.cli.stopping import wait_for_the_end


@click.command()
@pass_context
def up(context: Context) -> None:
    """Run everything in one process: mail, worker, ticks and the audit view. Ctrl-C stops it."""
    context.start_logging()
    with running(context.settings) as service:
        context.say(_where(service))
        wait_for_the_end()


@click.command()
@pass_context
def web(context: Context) -> None:
    """Run the audit view alone, beside workers of their own."""
    context.start_logging()
    with web_socket(context.settings) as listening, serving(context.services, listening):
        context.say(f"audit view on {url_of(listening)}")
        wait_for_the_end()


def _where(service: Running) -> str:
    lines = [f"audit view    {service.web_url}"]
    if service.office is not None:
        settings = service.services.settings
        imap, smtp = service.office.imap_port, service.office.smtp_port
        lines += [
            f"post office   IMAP 127.0.0.1:{imap}, SMTP 127.0.0.1:{smtp}",
            f"local mail    every player's and the GM's address at {settings.domain}",
            f"              password in {settings.embedded_password_file}",
        ]
    if service.lmtp is not None:
        lines.append(f"mail comes in at LMTP {service.lmtp}")
    return "\n".join([*lines, "Ctrl-C stops it."])
