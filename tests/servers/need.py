"""Servers that tests start: found on this machine, installed where that is allowed, else a skip.

A skip says loudly which command mends it; with CI=true it is a failure.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

_INSTALL_SECONDS = 100
_OFF_PATH = ("usr/sbin", "usr/lib/postgresql/*/bin", "usr/lib/dovecot", "usr/libexec/dovecot")


def need(binary: str, package: str) -> str:
    """The path of a program of a Debian package; skips the test (fails it with CI=true) without."""
    path = _find(binary) or (_install(package) and _find(binary))
    if path:
        return path
    reason = f"{binary} is missing: run `sudo apt-get install -y {package}`"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _find(binary: str) -> str | None:
    off_path = [str(folder) for glob in _OFF_PATH for folder in sorted(Path("/").glob(glob))]
    return shutil.which(binary) or shutil.which(binary, path=os.pathsep.join(off_path))


@cache
def _install(package: str) -> bool:
    """Whether apt installed it; tried once a run, and only as root, who can."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    install = ["apt-get", "install", "-y", "-o", "DPkg::Lock::Timeout=60", package]
    with (Path(tempfile.gettempdir()) / "pigpost-tests-apt.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes; apt wants to be alone
        return _quietly(install) or (_quietly(["apt-get", "update"]) and _quietly(install))


def _quietly(command: list[str]) -> bool:
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_INSTALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
