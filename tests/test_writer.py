"""Writing: old or new at every moment, a group together, mode kept, links followed once."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from slotlint.writer import write_files, write_group


def group(folder: Path, count: int = 3) -> dict[str, bytes]:
    """New contents for files that hold their number now."""
    for number in range(count):
        (folder / f"{number}.py").write_bytes(b"old %d\n" % number)
    return {str(folder / f"{number}.py"): b"new %d\n" % number for number in range(count)}


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file()}


OLD = {f"{number}.py": b"old %d\n" % number for number in range(3)}
NEW = {f"{number}.py": b"new %d\n" % number for number in range(3)}


def test_a_group_is_written(tmp_path: Path) -> None:
    assert write_group(group(tmp_path)) == ()
    assert contents(tmp_path) == NEW


def test_nothing_to_write_is_no_problem() -> None:
    assert write_group({}) == ()


def test_paths_are_below_a_folder(tmp_path: Path) -> None:
    group(tmp_path, 1)
    assert write_group({"0.py": b"new 0\n"}, tmp_path) == ()
    assert contents(tmp_path) == {"0.py": b"new 0\n"}


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664])
def test_the_mode_is_kept(mode: int, tmp_path: Path) -> None:
    changes = group(tmp_path, 1)
    (tmp_path / "0.py").chmod(mode)
    assert write_group(changes) == ()
    assert stat.S_IMODE((tmp_path / "0.py").stat().st_mode) == mode


def test_a_link_stays_and_its_file_is_written(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "a.py").write_bytes(b"old\n")
    (tmp_path / "first").symlink_to(real / "a.py")
    (tmp_path / "second").symlink_to(tmp_path / "first")
    assert write_group({str(tmp_path / "second"): b"new\n"}) == ()
    assert (tmp_path / "second").is_symlink()
    assert (tmp_path / "first").is_symlink()
    assert contents(real) == {"a.py": b"new\n"}


def _gone(folder: Path) -> None:
    (folder / "1.py").unlink()


def _folder(folder: Path) -> None:
    (folder / "1.py").unlink()
    (folder / "1.py").mkdir()


def _dangling(folder: Path) -> None:
    (folder / "1.py").unlink()
    (folder / "1.py").symlink_to("nowhere")


def _loop(folder: Path) -> None:
    (folder / "1.py").unlink()
    (folder / "1.py").symlink_to("1.py")


UNWRITABLE: list[tuple[Callable[[Path], None], str]] = [
    (_gone, "No such file"),
    (_folder, "not a regular file"),
    (_dangling, "No such file"),
    (_loop, "symbolic links"),
]


@pytest.mark.parametrize(("spoil", "message"), UNWRITABLE)
def test_one_file_that_cannot_be_written_stops_its_group(spoil: Callable[[Path], None], message: str, tmp_path: Path) -> None:
    changes = group(tmp_path)
    spoil(tmp_path)
    before = contents(tmp_path)
    (problem,) = write_group(changes)
    assert problem.path == str(tmp_path / "1.py")
    assert message in problem.message
    assert contents(tmp_path) == before


def test_by_themselves_the_other_files_are_written(tmp_path: Path) -> None:
    changes = group(tmp_path)
    _gone(tmp_path)
    assert [problem.path for problem in write_files(changes)] == [str(tmp_path / "1.py")]
    assert contents(tmp_path) == {name: content for name, content in NEW.items() if name != "1.py"}


def test_a_read_only_file_stops_its_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = group(tmp_path)
    (tmp_path / "1.py").chmod(0o444)
    if os.access(tmp_path / "1.py", os.W_OK):  # root may write everything, and does
        assert write_group(changes) == ()
        assert stat.S_IMODE((tmp_path / "1.py").stat().st_mode) == 0o444
        group(tmp_path)
        monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != "1.py")
    (problem,) = write_group(changes)
    assert (problem.path, problem.message) == (str(tmp_path / "1.py"), "is read-only, so it is not written")
    assert contents(tmp_path) == OLD


def failing(call: int, error: BaseException) -> Callable[[Path, Path], None]:
    """``os.replace`` that fails at its n-th call."""
    real, calls = os.replace, iter(range(1000))

    def replace(source: Path, target: Path) -> None:
        if next(calls) == call:
            raise error
        real(source, target)

    return replace


@pytest.mark.parametrize("call", [0, 1, 2])
def test_what_was_written_is_put_back(call: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = group(tmp_path)
    (tmp_path / "0.py").chmod(0o600)
    monkeypatch.setattr(os, "replace", failing(call, PermissionError(13, "Permission denied")))
    (problem,) = write_group(changes)
    assert problem.path == str(tmp_path / f"{call}.py")
    assert problem.message == "cannot be written: Permission denied"
    assert contents(tmp_path) == OLD
    assert stat.S_IMODE((tmp_path / "0.py").stat().st_mode) == 0o600


@pytest.mark.parametrize("call", [0, 1, 2])
def test_an_interrupted_group_is_put_back(call: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = group(tmp_path)
    monkeypatch.setattr(os, "replace", failing(call, KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        write_group(changes)
    assert contents(tmp_path) == OLD


def test_what_cannot_be_put_back_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = group(tmp_path, 2)
    real, calls = os.replace, iter(range(10))

    def replace(source: Path, target: Path) -> None:
        if next(calls) > 0:
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(os, "replace", replace)
    first, second = write_group(changes)
    assert first.message == "cannot be written: No space left on device"
    assert (second.path, second.message) == (
        str(tmp_path / "0.py"), "could not be put back: No space left on device",
    )  # fmt: skip
    assert contents(tmp_path) == {"0.py": b"new 0\n", "1.py": b"old 1\n"}


def test_a_full_disk_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = group(tmp_path)

    def chmod(path: str, mode: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "chmod", chmod)
    (problem,) = write_group(changes)
    assert problem.message == "cannot be written: No space left on device"
    assert contents(tmp_path) == OLD


KILLED = """
    import os, signal, sys
    from slotlint.writer import write_group

    folder, at = sys.argv[1], int(sys.argv[2])
    calls = iter(range(1000))

    def dying(real):
        def call(*args, **more):
            if next(calls) == at:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*args, **more)
        return call

    for name in ("replace", "chmod", "fdopen", "unlink"):
        setattr(os, name, dying(getattr(os, name)))
    write_group({os.path.join(folder, f"{n}.py"): b"new %d\\n" % n for n in range(3)})
"""


def test_a_kill_leaves_every_file_old_or_new(tmp_path: Path) -> None:
    """Killed before each call in turn that touches the disk; the last run gets through."""
    seen = set()
    for at in range(100):
        folder = tmp_path / str(at)
        folder.mkdir()
        group(folder)
        done = subprocess.run([sys.executable, "-c", textwrap.dedent(KILLED), str(folder), str(at)], check=False)
        left = {name: content for name, content in contents(folder).items() if name.endswith(".py")}
        assert all(left[name] in (OLD[name], NEW[name]) for name in OLD)
        assert left.keys() == OLD.keys()
        seen.add(tuple(left.values()))
        if done.returncode == 0:
            assert contents(folder) == NEW
            break
        assert done.returncode == -signal.SIGKILL
    assert len(seen) == 4  # none, one, two and three files written
