"""Files that are replaced whole or not at all."""

import os
import resource
import signal
import stat
import sys
import threading

import pytest

from lux.runtime.replacing import part_of, replacing


def test_the_file_is_there_when_all_is_written(tmp_path):
    path = tmp_path / "file.txt"
    path.write_text("before")
    path.chmod(0o640)
    with replacing(path) as file:
        file.write("after, 8½\n")
        file.flush()
        assert path.read_text() == "before"
    assert path.read_bytes() == "after, 8½\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["file.txt"]


@pytest.mark.parametrize("written", ["", "half"])
def test_an_exception_leaves_the_file_and_the_part(tmp_path, written):
    path = tmp_path / "file.txt"
    path.write_text("before")

    def interrupted() -> None:
        with replacing(path) as file:
            file.write(written)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "before"
    assert part_of(path).exists() == bool(written)
    if written:
        assert part_of(path).read_text() == written


def test_a_link_stays_a_link(tmp_path):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (tmp_path / "link.bin").symlink_to(folder / "file.bin")
    with replacing(tmp_path / "link.bin", binary=True) as file:
        file.write(b"bytes")
    assert (tmp_path / "link.bin").is_symlink()
    assert (folder / "file.bin").read_bytes() == b"bytes"


def test_a_pipe_is_written_to(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    with replacing(path) as file:
        file.write("text")
    reader.join()
    assert read == [b"text"]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.fixture
def small_files():
    """Let no file grow beyond 64 KiB, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_names_the_file(tmp_path, small_files):
    path = tmp_path / "file.txt"
    path.write_text("before")
    with pytest.raises(OSError, match="File too large") as caught, replacing(path) as file:
        file.write("line\n" * 20000)
    assert caught.value.filename == str(path)
    assert path.read_text() == "before"
    assert 0 < part_of(path).stat().st_size <= 65536


def test_a_folder_that_is_missing_names_the_file(tmp_path):
    path = tmp_path / "nowhere" / "file.txt"
    with pytest.raises(FileNotFoundError) as caught, replacing(path):
        pytest.fail("the block ran")
    assert caught.value.filename == str(path)


def test_an_interruption_writes_nothing_twice(tmp_path):
    path = tmp_path / "out.pgn"
    interrupted = []

    def interrupt(frame, event, argument):
        """Raise KeyboardInterrupt once the text is on the disk."""
        if not interrupted and part_of(path).exists() and part_of(path).stat().st_size:
            interrupted.append(frame)
            raise KeyboardInterrupt

    def write(file):
        """Write a game, and interrupt that."""
        sys.setprofile(interrupt)
        try:
            print("1. e4 *", file=file, flush=True)
        finally:
            sys.setprofile(None)

    with pytest.raises(KeyboardInterrupt), replacing(path) as file:
        write(file)
    assert interrupted
    assert part_of(path).read_text() == "1. e4 *\n"
