"""The PostgreSQL that comes as a wheel."""

import psycopg
import pytest

from campaign.serving.postgres import postgres_server


@pytest.mark.parametrize("depth", [0, 4])
def test_a_postgresql_of_ones_own_comes_and_goes(tmp_path, depth):
    directory = tmp_path.joinpath(*["a-rather-long-name-of-a-directory"] * depth)
    directory.mkdir(parents=True, exist_ok=True)

    with postgres_server(directory) as url, psycopg.connect(url) as connection:
        answer = connection.execute("SELECT 6 * 7").fetchone()

    assert answer == (42,)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
