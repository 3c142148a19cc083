"""Examples in docstrings, which for compiled modules pytest does not find by itself."""

import doctest
from importlib import import_module

import pytest

import lux
from tests.sources import ROOT, module_of, needs_sources

pytestmark = needs_sources
# Modules of the packages above `lux`, by the names that an installation has.
ORDINARY = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for room in ("perft", "cli", "tictac")
    for path in sorted(ROOT.glob(f"{room}/**/*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]
EXAMPLES = {
    module_of(path): path.read_text(encoding="utf-8").count(">>> ") for path in sorted(ROOT.glob("lux/**/*.py"))
}


@pytest.mark.parametrize("name", [name for name, count in EXAMPLES.items() if count])
def test_examples(name):
    module = import_module(name)
    # Methods of compiled classes are found twice, properties by way of Cython's `__test__` only.
    found = doctest.DocTestFinder().find(module, extraglobs={name: getattr(lux, name) for name in lux.__all__})
    tests = {tuple((example.source, example.want) for example in test.examples): test for test in found}.values()
    assert sum(len(test.examples) for test in tests) == EXAMPLES[name]
    runner = doctest.DocTestRunner()
    for test in tests:
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("name", ORDINARY)
def test_examples_of_the_packages_above(name):
    done = doctest.testmod(import_module(name if name.startswith("tictac") else f"lux.{name}"))
    assert done.attempted > 0
    assert done.failed == 0
