#!/usr/bin/env bash
# Runs the fast tests on every newer Python of this machine, each in an environment of its own
# (.venv-3.X) made by the lock file. Versions that we promise and that are missing are named loudly.
set -uo pipefail
cd "$(dirname "$0")/.."
unset PYTHONDONTWRITEBYTECODE

promised=" 3.12 3.13 "
failed=""

# A program on the PATH may be a shim for a version that is not there: only one that runs counts.
find_python() {
  local version=$1 candidate roots
  roots=$(pyenv root 2>/dev/null || true)
  for candidate in "python$version" ${roots:+"$roots/versions/$version".*/bin/python}; do
    if [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$version" ]; then
      command -v "$candidate"
      return
    fi
  done
  return 1
}

set_up() {
  local python=$1 venv=$2
  [ "$venv/ready" -nt requirements.lock ] && [ "$venv/ready" -nt pyproject.toml ] && return
  "$python" -m venv --clear "$venv" &&
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock &&
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . &&
    touch "$venv/ready"
}

for version in 3.{12..20}; do
  if ! python=$(find_python "$version"); then
    case "$promised" in *" $version "*)
      echo "!!! Python $version is not on this machine: NOTHING was tested on it (pyenv install $version)" >&2
    esac
    continue
  fi
  echo "=== Python $version: $python"
  if ! set_up "$python" ".venv-$version" ||
    ! ".venv-$version/bin/python" -m pytest -q -n auto -m "not servers and not slow"; then
    failed="$failed $version"
  fi
done

if [ -n "$failed" ]; then
  echo "!!! failed on Python$failed" >&2
  exit 1
fi
