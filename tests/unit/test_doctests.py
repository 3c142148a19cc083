"""Examples in docstrings, which for compiled modules pytest does not find by itself."""

import doctest
from importlib import import_module

import pytest

import lux
from tests.sources import ROOT, module_of, needs_sources

pytestmark = needs_sources
EXAMPLES = {
    module_of(path).removesuffix(".__init__"): path.read_text(encoding="utf-8").count(">>> ")
    for room in ("lux", "perft", "cli", "tictac")
    for path in sorted(ROOT.glob(f"{room}/**/*.py"))
}


@pytest.mark.parametrize("name", [name for name, count in EXAMPLES.items() if count])
def test_examples(name):
    # The packages above `lux` have the names of an installation, and their examples import what they use.
    above = not name.startswith("lux")
    module = import_module(f"lux.{name}" if name.startswith(("cli", "perft")) else name)
    known = {} if above else {name: getattr(lux, name) for name in lux.__all__}
    # Methods of compiled classes are found twice, properties by way of Cython's `__test__` only.
    found = doctest.DocTestFinder().find(module, extraglobs=known)
    tests = {tuple((example.source, example.want) for example in test.examples): test for test in found}.values()
    assert sum(len(test.examples) for test in tests) == EXAMPLES[name]
    runner = doctest.DocTestRunner()
    for test in tests:
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
