"""Files that are replaced whole or not at all."""

import errno
import os
import stat
import sys
import threading
import time

import pytest

from lux.runtime.journal import Journal
from lux.runtime.replacing import refuse_inputs, replacing

fcntl = pytest.importorskip("fcntl", reason="Windows has no FIFOs, links or modes like these")


def parts_of(path):
    """Return the files that new contents are written to."""
    return list(path.parent.glob(f"{path.name}.????????.part*"))


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


@pytest.mark.parametrize(("written", "keep", "parts"), [("", True, []), ("half", True, ["half"]), ("half", False, [])])
def test_an_exception_leaves_the_file_and_the_part(tmp_path, written, keep, parts):
    path = tmp_path / "file.txt"
    path.write_text("before")

    def interrupted() -> None:
        with replacing(path, keep=keep) as file:
            file.write(written)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        interrupted()
    assert path.read_text() == "before"
    assert [part.read_text() for part in parts_of(path)] == parts
    with replacing(path) as file:
        file.write("before")
    assert [part.read_text() for part in parts_of(path)] == parts
    assert getattr(caught.value, "__notes__", []) == [
        f"{path} was not written; the partial result is in {part}" for part in parts_of(path)
    ]


def test_the_second_writer_is_told_and_either_file_is_whole(tmp_path):
    """In 25 rounds two writers begin at once; links and a killed writer's part lie where they write."""
    path, victim = tmp_path / "file.txt", tmp_path / "victim"
    victim.write_text("untouched")
    path.with_name("file.txt.part").symlink_to(victim)
    path.with_name("file.txt.00000000.part").symlink_to(victim)
    path.with_name("file.txt.00000001.part").write_text("of a writer that was killed")
    for _ in range(25):
        said: list[object] = []
        begin = threading.Barrier(2)

        def write(text: str, said=said, begin=begin) -> None:
            begin.wait()
            try:
                with replacing(path) as file:
                    for _ in range(100):
                        file.write(text)
                        file.flush()
                    while not said:  # the other is told while this one writes
                        time.sleep(0.001)
                said.append(text)
            except BlockingIOError as error:
                said.append((error.filename, error.strerror))

        writers = [threading.Thread(target=write, args=(text,)) for text in ("one", "two")]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        told, written = said
        assert told == (str(path), "another process is writing it")
        assert path.read_text() == 100 * written
    assert victim.read_text() == "untouched"
    assert sorted(os.listdir(tmp_path)) == ["file.txt", "file.txt.00000000.part", "file.txt.part", "victim"]


@pytest.mark.parametrize(("reason", "left"), [(errno.ENOSYS, 1), (errno.EBADF, 0)], ids=["Lustre", "NFS 4"])
def test_file_systems_without_locks_or_with_locks_for_writers_only(tmp_path, monkeypatch, reason, left):
    """Without a lock nobody knows whether the writer of an unfinished file is still at work."""

    def flock(file, how, flock=fcntl.flock):
        if reason == errno.ENOSYS or not file.writable():
            raise OSError(reason, os.strerror(reason))
        flock(file, how)

    monkeypatch.setattr("fcntl.flock", flock)
    (tmp_path / "file.txt.00000000.part").touch()
    with replacing(tmp_path / "file.txt") as file, Journal(tmp_path / "journal", "tuning", {"tuning": 1}):
        file.write("text")
    assert sorted(os.listdir(tmp_path)) == ["file.txt", *["file.txt.00000000.part"] * left, "journal"]


def test_outputs_are_no_inputs_and_differ(tmp_path):
    a, b, link = tmp_path / "a", tmp_path / "b", tmp_path / "link"
    a.touch()
    link.symlink_to(a)
    refuse_inputs([b, None], [a, None])
    for outputs, inputs in (([b, a], [a]), ([link], [a]), ([a, link], []), ([tmp_path / "x" / ".." / "a"], [a])):
        with pytest.raises(OSError, match="over another file of this command"):
            refuse_inputs(outputs, inputs)


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
        if not interrupted and any(part.stat().st_size for part in parts_of(path)):
            interrupted.append(frame)
            raise KeyboardInterrupt

    def write(file):
        """Write a game, and interrupt that."""
        sys.setprofile(interrupt)
        try:
            print("1. e4 *", file=file, flush=True)
        finally:
            sys.setprofile(None)

    with pytest.raises(KeyboardInterrupt), replacing(path, keep=True) as file:
        write(file)
    assert interrupted
    assert [part.read_text() for part in parts_of(path)] == ["1. e4 *\n"]
