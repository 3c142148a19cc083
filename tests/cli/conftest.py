"""Fixtures for the tests of the commands."""

import shutil

import pytest

from lux.cli import group

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture
def run(capsys):
    """Return a runner of `lux` in this process: starting one for each of these tests would take a minute."""

    def call(*args):
        return group.run(args), *capsys.readouterr()

    return call


@pytest.fixture(autouse=True)
def games_folder(tmp_path, monkeypatch):
    """Keep games apart from the user's own; processes that a test starts inherit it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "lux" / "games"


@pytest.fixture
def kept(games_folder):
    """Return a function that finds the file of the only game that is kept."""

    def find():
        (path,) = games_folder.iterdir()
        return path

    return find


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra [browser]")
    if BROWSER is None:
        pytest.skip("needs Chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Return a function that opens a page; at the end no request has left the file and no script has failed."""
    opened, requests, errors = [], [], []

    def call(path, **settings):
        page = browser.new_page(**settings)
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        page.goto(path.as_uri())
        opened.append((page, path.as_uri()))
        return page

    yield call
    assert {url.split("#")[0] for url in requests if not url.startswith("data:")} == {uri for _, uri in opened}
    for page, _ in opened:
        page.close()
    assert errors == []
