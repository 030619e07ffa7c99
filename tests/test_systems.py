"""What only some systems have stays out of the way of the tests that need none of it."""

import ast
import re
from pathlib import Path

import pytest
from systems import SYSTEM, lacking

TESTS = Path(__file__).parent
FILES = {file.relative_to(TESTS).as_posix(): file for file in sorted(TESTS.rglob("*.py"))}
# modules of the standard library that are not on every system
UNIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}


@pytest.mark.parametrize("name", FILES)
def test_no_test_imports_at_its_top_what_only_unix_has(name: str) -> None:
    for node in ast.parse(FILES[name].read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Import):
            assert not {each.name for each in node.names} & UNIX_ONLY
        elif isinstance(node, ast.ImportFrom):
            assert node.module not in UNIX_ONLY


def test_every_feature_that_is_named_is_known() -> None:
    texts = [file.read_text(encoding="utf-8") for file in FILES.values()]
    marks = [mark for text in texts for mark in re.findall(r"pytest\.mark\.needs\((.*?)\)", text)]
    assert {name for mark in marks for name in re.findall(r'"([^"]+)"', mark)} == set(SYSTEM)


def test_what_is_not_to_be_had_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEM, "signals", True)
    monkeypatch.setitem(SYSTEM, "links", False)
    assert lacking([]) == lacking(["signals"]) == ""
    assert lacking(["signals", "links"]).startswith("needs links, not to be had on ")


def test_a_test_that_lacks_something_is_skipped(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    request.node.add_marker(pytest.mark.needs("links"))
    plugins = request.config.pluginmanager.get_plugins()
    (conftest,) = (each for each in plugins if getattr(each, "narrow", None))
    monkeypatch.setitem(SYSTEM, "links", True)
    conftest.pytest_runtest_setup(request.node)
    monkeypatch.setitem(SYSTEM, "links", False)
    with pytest.raises(pytest.skip.Exception, match="needs links"):
        conftest.pytest_runtest_setup(request.node)
