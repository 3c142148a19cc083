"""Check a folder of HTML pages made by Sphinx: every page is there under its own title, and no link is dead."""

import re
import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class Page(HTMLParser):
    """Collect the title of a page, its links, and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.title = ""
        self.links: set[str] = set()
        self.places: set[str] = {""}
        self._open: list[str] = []  # the elements around the text of the heading
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read one element."""
        if self._open or (tag == "h1" and not self.title):
            self._open.append(tag)
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and name in ("id", "name"):
                self.places.add(value)

    def handle_endtag(self, tag: str) -> None:
        """Leave one element."""
        if self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Read text. Links in a heading are the marks that lead to it."""
        if self._open and "a" not in self._open:
            self.title += data


def read_pages(root: Path) -> dict[Path, Page]:
    """Read all pages under *root*."""
    return {path: Page(path) for path in sorted(root.resolve().rglob("*.html"))}


def titles(root: Path) -> dict[str, str]:
    """Return the title of each page in Sphinx's inventory, by file."""
    inventory = (root / "objects.inv").read_bytes().split(b"\n", 4)[4]
    entries = re.findall(r"^(.+?) std:doc \S+ (\S*) (.*)$", zlib.decompress(inventory).decode(), re.MULTILINE)
    return {uri.replace("$", name): name if title == "-" else title for name, uri, title in entries}


def wrong_titles(root: Path) -> list[str]:
    """Return a line for each page of the contents that is missing, or replaced by another page."""
    pages = read_pages(root)
    wrong = []
    for file, title in titles(root).items():
        page = pages.get((root / file).resolve())
        if page is None:
            wrong.append(f"{file}: missing, expected {title!r}")
        elif page.title.split() != title.split():
            wrong.append(f"{file}: has the title {page.title!r}, expected {title!r}")
    return wrong


def dead_links(root: Path) -> list[str]:
    """Return a line for each link from a page under *root* to a page or place that does not exist."""
    pages = read_pages(root)
    dead = []
    for path, page in pages.items():
        for link in sorted(page.links):
            if urlsplit(link).scheme or link.startswith("//"):
                continue
            file, place = (unquote(part) for part in urldefrag(link))
            target = (path.parent / file.partition("?")[0]).resolve() if file else path
            if not target.exists() or (target in pages and place not in pages[target].places):
                dead.append(f"{path.relative_to(root.resolve())}: {link}")
    return dead


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    found = wrong_titles(folder) + dead_links(folder)
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
