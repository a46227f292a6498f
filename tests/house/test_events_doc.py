import importlib.util
from pathlib import Path
from types import ModuleType

from pigpost.events.codec import SHAPES

ROOT = Path(__file__).parent.parent.parent


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("events_doc", ROOT / "ops" / "events_doc.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_catalogue_of_events_is_current() -> None:
    written = (ROOT / "docs" / "events.md").read_text("utf-8")
    assert written == _generator().catalogue(), "run `python ops/events_doc.py`"


def test_the_catalogue_names_every_event_and_every_field() -> None:
    page = (ROOT / "docs" / "events.md").read_text("utf-8")
    for name, shape in SHAPES.items():
        assert f"## {name}, version {shape.cls.VERSION}\n" in page
        section = page.split(f"## {name},")[1].split("\n## ")[0]
        own = shape.names - {"at", "by", "round", "sealed", "personal"}
        inner = {field for part in shape.inner.values() for field in part.names}
        assert all(f"`{field}`" in section for field in own | inner)
