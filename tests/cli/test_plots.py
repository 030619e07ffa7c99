"""Pictures: drawn, of the right size, labelled, not blank; and written whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_runner import ask

from riskodds import battle

pytest.importorskip("matplotlib")

QUESTIONS = {
    "battle": ["12", "9"],
    "stops": ["12", "5", "--stop-at", "8"],
    "certain": ["30", "1", "--blitz"],
    "one-sided": ["2", "60"],
    "large": ["20000", "17000", "--json"],
    "huge": ["1000000000", "850000000", "--json"],
    "exact": ["6", "4", "--exact"],
    "grid": ["table", "--win", "0.8"],
    "grid-losses": ["table", "--show", "losses", "--csv"],
    "grid-needed": ["table", "--show", "needed", "--markdown"],
    "grid-one-cell": ["table", "--attackers", "5", "--defenders", "3"],
    "grid-large": ["table", "--attackers", "2-60", "--defenders", "1-60"],
    "path": ["path", "20", "3", "2@capital", "3-6"],
    "path-of-one": ["path", "2", "1"],
    "sweep": ["path", "20", "3", "2", "5", "--sweep"],
}
# what must be written in the picture
LABELS = {
    "battle": ["12 armies against 9, classic rules", "taken 72.3 %", "failed 27.7 %",
               "chance in %", "so many or better, in %", "attackers left", "defenders left"],
    "stops": ["12 armies against 5, classic rules, stop at 8", "stopped short 49.3 %"],
    "certain": ["taken 100 %"],
    "one-sided": ["taken &lt; 0.1 %", "failed &gt; 99.9 %"],
    "large": ["20,000 armies against 17,000, classic rules", "taken &gt; 99.9 %"],
    "grid": ["chance to take it, in %, classic rules", "framed: fewest attackers for 80 % or more",
             "defenders", "attackers (all armies)", "&gt;99", "&lt;1", "92"],
    "grid-losses": ["expected losses of the attacker, classic rules"],
    "grid-needed": ["fewest attackers for a chance, classic rules", "80 %", "24"],
    "path": ["20 armies through 3 territories, classic rules", "2@capital", "3-6", "100 %",
             "reached", "taken", "95.4 %", "territory (its defenders)"],
    "sweep": ["through 3, 2, 5, classic rules", "95 %", "3: 5", "armies at the start (all)"],
}  # fmt: skip


def draw(name: str, file: Path) -> None:
    plain, drawn = ask(*QUESTIONS[name]), ask(*QUESTIONS[name], "--plot", str(file))
    assert drawn == plain
    assert drawn.status == 0


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_png_is_large_enough_and_not_blank(name: str, tmp_path: Path) -> None:
    from matplotlib.image import imread

    draw(name, tmp_path / "a.png")
    pixels = imread(tmp_path / "a.png")
    height, width, _ = pixels.shape
    assert 850 <= width <= 3600
    assert 400 <= height <= 6000
    dark = pixels[:, :, :3].sum(axis=2) < 2.9
    # every quarter of the picture has something in it, and none is full of it
    for quarter in (dark[: height // 2], dark[height // 2 :], dark[:, : width // 2],
                    dark[:, width // 2 :]):  # fmt: skip
        assert 0.002 < quarter.mean() < 0.98


@pytest.mark.parametrize("name", LABELS)
def test_an_svg_says_what_it_shows(name: str, tmp_path: Path) -> None:
    draw(name, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    for label in LABELS[name]:
        assert f">{label}</text>" in text, label
    root = ElementTree.fromstring(text)
    assert (root.get("width") or "").endswith("pt")


def test_the_bars_are_as_high_as_the_chances_are(tmp_path: Path) -> None:
    """Read the heights back from the file: the paths of the bars, in proportion."""
    draw("battle", tmp_path / "a.svg")
    root = ElementTree.parse(tmp_path / "a.svg").getroot()
    heights = []
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        if "#4c9f70" in path.get("style", "") and "fill: #4c9f70" in path.get("style", ""):
            words = path.get("d", "").replace("M", " ").replace("L", " ").replace("z", " ").split()
            rows = [float(y) for y in words[1::2]]
            heights.append(max(rows) - min(rows))
    won = [p for (_, d), p in battle(12, 9).outcomes.items() if d == 0][::-1]
    assert len(heights) == len(won) == 11
    for height, chance in zip(heights, won, strict=True):
        assert height / max(heights) == pytest.approx(chance / max(won), abs=1e-3)


@pytest.mark.parametrize("armies", [(12, 9), (2, 60), (60, 2), (20000, 17000), (3, 1)])
def test_every_chance_is_within_the_axes(armies: tuple[int, int]) -> None:
    from riskodds.cli.plots import draw_battle, figure

    odds = battle(*armies)
    with figure() as drawn:
        draw_battle(odds, drawn)
    most = 100 * max(odds.outcomes.values())
    tops = [axes for axes in drawn.axes if axes.get_title()]
    assert len(tops) == 2
    for axes in tops:
        low, high = axes.get_ylim()
        assert low == 0
        assert high == pytest.approx(1.06 * most)


def test_a_pdf_and_capitals_in_the_name(tmp_path: Path) -> None:
    draw("battle", tmp_path / "A.PDF")
    assert (tmp_path / "A.PDF").read_bytes().startswith(b"%PDF-")


def test_the_same_answer_gives_the_same_file(tmp_path: Path) -> None:
    for end in ("svg", "png", "pdf"):
        for name in ("a", "b"):
            draw("battle", tmp_path / f"{name}.{end}")
        first, second = ((tmp_path / f"{name}.{end}").read_bytes() for name in "ab")
        assert first == second


@pytest.mark.parametrize("file", ["a.gif", "a", "png", ""])
def test_another_kind_of_file_is_one_clear_line(file: str) -> None:
    shown = file or "''"
    assert ask("12", "9", "--plot", file) == (
        2,
        "",
        f"riskodds: --plot must name a .png, .svg or .pdf file, not {shown}\n",
    )


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    file = str(tmp_path / "no" / "a.png")
    message = f"riskodds: cannot write {file}: No such file or directory\n"
    assert ask("12", "9", "--plot", file) == (1, "", message)


@pytest.mark.needs("links", "/dev/full")
def test_a_full_device_is_one_clear_line(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.symlink_to("/dev/full")
    message = f"riskodds: cannot write {file}: No space left on device\n"
    assert ask("12", "9", "--plot", str(file)) == (1, "", message)
    assert str(file.readlink()) == "/dev/full"


@pytest.mark.needs("file limits")
@pytest.mark.parametrize("there", [True, False])
def test_a_full_disk_leaves_no_half_file(there: bool, tmp_path: Path) -> None:
    import resource  # not on every system

    file = tmp_path / "a.png"
    if there:
        file.write_bytes(b"what was there")

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    done = subprocess.run(
        [sys.executable, "-m", "riskodds", "12", "9", "--plot", str(file)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=little_room,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"riskodds: cannot write {file}: File too large\n"
    assert list(tmp_path.iterdir()) == ([file] if there else [])
    if there:
        assert file.read_bytes() == b"what was there"


@pytest.mark.needs("links")
def test_a_link_is_followed_and_a_file_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to("real.svg")
    draw("battle", tmp_path / "link.svg")
    assert (tmp_path / "link.svg").is_symlink()
    assert "</svg>" in (tmp_path / "real.svg").read_text(encoding="utf-8")
    assert len(list(tmp_path.iterdir())) == 2


def test_without_matplotlib_one_line_says_how_to_get_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None; from riskodds.cli.main import run;"
        f"sys.exit(run(['12', '9', '--plot', {str(tmp_path / 'a.png')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "riskodds: a picture needs matplotlib, which is not installed: "
        "pip install 'riskodds[plot]'\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_only_one_module_imports_matplotlib() -> None:
    package = Path(sys.modules["riskodds"].__file__ or "").parent
    importers = {
        path.name
        for path in package.rglob("*.py")
        if any(
            line.split()[:1] in (["import"], ["from"]) and "matplotlib" in line
            for line in path.read_text(encoding="utf-8").splitlines()
        )
    }
    assert importers == {"plots.py"}


def test_the_backend_of_a_notebook_is_not_asked_for(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "riskodds", "12", "9", "--plot", ".svg"],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "module://no.such.backend"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    # the whole name is the ending, so it says the form
    assert (tmp_path / ".svg").read_text().startswith("<?xml")
