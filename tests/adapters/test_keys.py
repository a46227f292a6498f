from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pigpost.adapters.keys import FileKeys, make_keys
from pigpost.errors import ConfigError, TooLate


def test_fresh_keys_are_their_owners_alone(tmp_path: Path) -> None:
    make_keys(tmp_path / "keys")
    files = sorted((tmp_path / "keys").iterdir())
    assert [file.name for file in files] == ["sign-1.key", "site-1.key"]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert files[0].read_text() != files[1].read_text()


def test_the_keys_are_known_by_their_ids(tmp_path: Path) -> None:
    make_keys(tmp_path)
    keys = FileKeys(tmp_path)
    assert keys.key_id == "site-1"
    assert keys.site_key("site-1") == bytes.fromhex((tmp_path / "site-1.key").read_text())
    assert keys.site_key("site-2") is None
    assert keys.site_key("../site-1") is None
    assert keys.site_key("sign-1") is None


def test_the_public_key_is_that_of_the_signing_key(tmp_path: Path) -> None:
    make_keys(tmp_path)
    seed = bytes.fromhex((tmp_path / "sign-1.key").read_text())
    public = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    assert FileKeys(tmp_path).public_key == public.hex()


def test_keys_are_never_overwritten(tmp_path: Path) -> None:
    make_keys(tmp_path)
    before = {file.name: file.read_text() for file in tmp_path.iterdir()}
    with pytest.raises(TooLate, match="nothing was changed"):
        make_keys(tmp_path)
    (tmp_path / "site-1.key").unlink()
    with pytest.raises(TooLate, match="sign-1"):
        make_keys(tmp_path)
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {
        "sign-1.key": before["sign-1.key"]
    }


def test_after_a_rotation_the_highest_number_is_in_use_and_the_old_key_is_known(
    tmp_path: Path,
) -> None:
    make_keys(tmp_path)
    for number in (2, 10):
        (tmp_path / f"site-{number}.key").write_text(f"{number:064}")
    (tmp_path / "site-old.key").write_text("no key")
    keys = FileKeys(tmp_path)
    assert keys.key_id == "site-10"
    assert keys.site_key("site-10") == bytes.fromhex(f"{10:064}")
    assert keys.site_key("site-1") is not None


@pytest.mark.parametrize("text", ["", "ab", "zz" * 32, "ab" * 33, "ä" * 64])
def test_a_file_that_holds_no_key_is_named(tmp_path: Path, text: str) -> None:
    make_keys(tmp_path)
    (tmp_path / "sign-1.key").write_text(text, "utf-8")
    with pytest.raises(ConfigError, match=r"sign-1\.key"):
        _ = FileKeys(tmp_path).public_key


def test_without_keys_the_mend_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="pigpost init"):
        _ = FileKeys(tmp_path / "nowhere").key_id
