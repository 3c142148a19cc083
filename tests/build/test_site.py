"""The documentation in a browser, as `make docs` has built it: search finds, and boards step through their games."""

import shutil
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.sources import ROOT

SITE = ROOT / "build" / "docs" / "html"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra [browser]")
pytestmark = [
    pytest.mark.skipif(not SITE.exists(), reason="needs the pages of make docs"),
    pytest.mark.skipif(BROWSER is None, reason="needs Chromium"),
]


class Handler(SimpleHTTPRequestHandler):
    """Serve files without a word."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site():
    """Return the address of the pages."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=SITE)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(site):
    """Return an empty page; at the end it has asked no other address for anything, and no script has failed."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page, elsewhere, errors = browser.new_page(color_scheme="null"), [], []
        page.on("request", lambda request: request.url.startswith((site, "data:")) or elsewhere.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        yield page
        browser.close()
    assert not elsewhere
    assert not errors


@pytest.mark.parametrize(("query", "found"), [("null move", "From negamax to Lux"), ("Cute Chess", "In a chess GUI")])
def test_search_finds(page, site, query, found):
    page.goto(f"{site}/index.html")
    page.fill("input[name=q]", query)
    page.press("input[name=q]", "Enter")
    page.locator("#search-results li a", has_text=found).first.click()
    assert page.locator("h1").first.inner_text().strip("#¶ ") == found


@pytest.mark.parametrize("name", ["review", "python/index"])
def test_a_board_steps_through_its_game_and_follows_the_theme(page, site, name):
    page.goto(f"{site}/{name}.html")
    page.locator("iframe.game").scroll_into_view_if_needed()
    board = page.frame_locator("iframe.game")
    assert not board.locator("header").is_visible()
    board.locator("#forward").click()
    board.locator("body").press("ArrowRight")
    assert board.locator("#moves [aria-current]").get_attribute("data-ply") == "2"
    papers = set()
    for theme in ("light", "dark"):
        page.evaluate("theme => { document.body.dataset.theme = theme }", theme)
        page.wait_for_timeout(200)
        papers.add(board.locator("body").evaluate("body => getComputedStyle(body).backgroundColor"))
    assert len(papers) == 2
