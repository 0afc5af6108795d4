"""The skirmish in docs/scenarios.md is a case file that passes."""

import re
from pathlib import Path

from games.engine.casefile import load
from games.engine.scenario import run

PAGE = Path(__file__).parents[3] / "docs/scenarios.md"


def test_the_example_of_a_skirmish_passes(tmp_path):
    blocks = re.findall(r"```toml\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (block,) = [block for block in blocks if 'system = "skirmish"' in block]
    file = tmp_path / "example.toml"
    file.write_text(block)

    failures = [failure for case in load(file) for failure in run(case)]

    assert len(load(file)) == 3
    assert failures == []
