"""Files: complete writes that preserve links and rights, and errors of the package."""

import os
import stat
import sys
import threading

import pytest

import cpoker_fast as cp
from cpoker_fast import errors
from cpoker_fast.system import files

posix = pytest.mark.skipif(sys.platform == "win32", reason="no POSIX files")
named_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")


def write(path, text=b"new"):
    files.write_file(path, lambda stream: stream.write(text))


@posix
def test_links_and_rights_are_kept(tmp_path):
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o600)
    link.symlink_to(path)
    write(link)
    assert link.is_symlink()
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o600)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "link"]


@named_pipes
def test_pipes_are_written_to_directly(tmp_path):
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write(pipe)
    reader.join(60)
    assert read == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_errors_are_those_of_the_package_and_of_python(tmp_path):
    for call in (write, files.read_file):
        with pytest.raises(errors.MissingFileError, match="No such file or directory") as caught:
            call(tmp_path / "none" / "file")
        assert isinstance(caught.value, FileNotFoundError | cp.CpokerError)
        assert str(tmp_path / "none" / "file") in str(caught.value)
    with pytest.raises(errors.FileError) as caught:
        files.read_file(tmp_path)
    assert not isinstance(caught.value, FileNotFoundError)
    assert str(errors.FileError("as any other error")) == "as any other error"


@pytest.mark.parametrize("path", [None, 5, b"file", "", "a\0b", "\ud800", ["file"]])
def test_bad_paths(path):
    with pytest.raises(cp.CpokerError, match="checkpoint: expected a path, got"):
        files.checked_path(path, "checkpoint")
    with pytest.raises(errors.SimulationError):
        files.checked_path(path, "checkpoint", errors.SimulationError)


@named_pipes
def test_a_checkpoint_is_a_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(errors.SimulationError, match="pipe: not a checkpoint: expected a file"):
        cp.simulate("simple", ["random"] * 2, 5, checkpoint=tmp_path / "pipe")
