"""The choice of the generation of networks for the package."""

import json

import pytest

from cpoker_fast.thinking.network_archive import NETWORKS

reports = pytest.importorskip("networks.reports")


def generation(number, opponent, *gains):
    return {"generation": number, "opponent": opponent, "gains": gains}


@pytest.mark.parametrize(("generations", "kept"), [
    ([], None), ([generation(0, None)], 0), ([generation(0, None), generation(1, 0, (0.4, 0.1), (0.2, 0.1))], 1),
    # the error of the mean of two gains is 0.1 / sqrt(2)
    ([generation(0, None), generation(1, 0, (0.2, 0.1), (0.2, 0.1))], 0),
    ([generation(0, None), generation(1, 0, (-1.0, 0.1), (-1.0, 0.1))], 0),
    # a generation that follows one that was not kept
    ([generation(0, None), generation(1, 0, (0.1, 0.1)), generation(2, 1, (1.0, 0.1))], 0),
    ([generation(0, None), generation(1, 0, (0.1, 0.1)), generation(2, 0, (1.0, 0.1))], 2),
    # other features or points
    ([generation(0, None), generation(1, 0, (1.0, 0.1)), generation(2, None)], 2),
])  # fmt: skip
def test_a_generation_is_kept_if_it_gains_enough(generations, kept):
    assert reports.kept_generation(generations) == kept


@pytest.mark.parametrize("name", NETWORKS)
def test_the_record_has_all_generations(name, tmp_path):
    record = reports.reports_of(name, tmp_path)
    assert [report["generation"] for report in record] == list(range(len(record)))
    kept = record[reports.kept_generation(record)]
    lines = "\n".join(reports.report_lines(name, record))
    assert lines.count("(kept)") == 1
    assert f"| {kept['generation']} (kept) | {kept['boards']:,} |" in lines
    assert lines in reports.RECORD.with_name("REPORT.md").read_text(encoding="utf-8")


def test_new_generations_follow_the_record(tmp_path):
    record = reports.reports_of("turbo", tmp_path)
    (tmp_path / "turbo").mkdir()
    for report in (record[-1], generation(len(record), None)):
        (tmp_path / "turbo" / f"{report['generation']:02}.json").write_text(json.dumps(report))
    assert reports.reports_of("turbo", tmp_path) == [*record, {**generation(len(record), None), "gains": []}]
