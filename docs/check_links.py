"""Check that every link within a folder of HTML pages leads to a page, and to a place in it, that there is."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit


class Page(HTMLParser):
    """Collect what a page links to and the places in it that can be linked to."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = {""}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in one element."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.add(value)
            elif value and name in ("id", "name"):
                self.places.add(value)


def dead_links(root: Path) -> list[str]:
    """Return a line for each link from a page under *root* to what is not there."""
    pages = {path: Page(path) for path in sorted(root.resolve().rglob("*.html"))}
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
    found = dead_links(Path(sys.argv[1]))
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
