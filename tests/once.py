"""What every test would do anew: done once, and kept for the next one or the next run."""

import gc
from hashlib import sha1
from pathlib import Path

from jinja2 import Environment
from jinja2.bccache import Bucket, FileSystemBytecodeCache


class Compiled(FileSystemBytecodeCache):
    """Templates in byte code, by their text and by what the environment makes of a text."""

    def get_bucket(
        self, environment: Environment, name: str, filename: str | None, source: str
    ) -> Bucket:
        likeness = sha1(f"{name}|{filename}|{_likeness(environment)}".encode())
        bucket = Bucket(environment, likeness.hexdigest(), self.get_source_checksum(source))
        self.load_bytecode(bucket)
        return bucket


def _likeness(environment: Environment) -> str:
    """All that bears on the code a template becomes."""
    escape = environment.autoescape
    parts = (
        getattr(escape, "__qualname__", escape),
        environment.trim_blocks,
        environment.lstrip_blocks,
        sorted(environment.extensions),
        sorted(environment.filters),
        sorted(environment.tests),
        environment.policies.get("ext.i18n.trimmed"),
    )
    return repr(parts)


def keep_compiled_templates(folder: Path) -> None:
    """From now on no template is compiled twice, in whatever environment."""
    kept, plain = Compiled(str(folder)), Environment.__init__

    def with_kept(self: Environment, *args: object, **options: object) -> None:
        plain(self, *args, **{"bytecode_cache": kept, **options})  # type: ignore[arg-type]

    Environment.__init__ = with_kept  # type: ignore[method-assign]


def leave_alone_what_is_here_to_stay() -> None:
    """Spares the garbage collector thousands of modules and tests, which it would never free."""
    gc.collect()
    gc.freeze()
