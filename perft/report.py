"""Machine-readable reports of suites."""

from collections.abc import Iterable
from xml.etree import ElementTree

from lux.perft.runner import LineResult, Status, SuiteReport
from lux.text.display import visible, visible_lines


def as_dict(report: SuiteReport) -> dict[str, object]:
    """Return a report as plain data for JSON: numbers are whole nodes and seconds."""
    return {
        "name": report.name,
        "ok": report.ok,
        "mode": report.mode,
        **{status.name.lower(): report.count(status) for status in Status},
        "nodes": report.nodes,
        "seconds": round(report.seconds, 6),
        "problems": [problem._asdict() for problem in report.problems],
        "lines": [_line_as_dict(result) for result in report.results],
    }


def _line_as_dict(result: LineResult) -> dict[str, object]:
    line = {"id": result.line.id, "source": result.line.source, "fen": result.line.fen}
    rest = {name: getattr(result, name) for name in LineResult.__slots__ if name != "line"}
    return {**line, **rest, "status": result.status.value, "seconds": round(result.seconds, 6)}


def junit_xml(reports: Iterable[SuiteReport]) -> str:
    """Return reports as JUnit XML: a suite is a test suite, a line a test case, an unreadable line an error."""
    root = ElementTree.Element("testsuites", name="perft")
    for report in reports:
        cases = len(report.results) + len(report.problems)
        suite = _element(
            root,
            "testsuite",
            name=report.name,
            tests=cases,
            failures=report.count(Status.FAIL),
            errors=report.count(Status.ERROR) + len(report.problems),
            skipped=report.count(Status.SKIP),
            time=f"{report.seconds:.3f}",
        )
        for result in report.results:
            line = result.line
            case = _element(
                suite, "testcase", classname=f"perft.{report.name}", name=line.id, time=f"{result.seconds:.3f}"
            )
            if result.status is not Status.PASS:
                kind = {Status.FAIL: "failure", Status.ERROR: "error", Status.SKIP: "skipped"}[result.status]
                details = "\n".join(filter(None, (line.fen, result.text, result.remark)))
                _element(case, kind, message=str(result)).text = visible_lines(details)
        for problem in report.problems:
            case = _element(suite, "testcase", classname=f"perft.{report.name}", name=problem.source, time="0")
            _element(case, "error", message=str(problem))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _element(parent: ElementTree.Element, tag: str, **attributes: object) -> ElementTree.Element:
    return ElementTree.SubElement(parent, tag, {name: visible(str(value)) for name, value in attributes.items()})
