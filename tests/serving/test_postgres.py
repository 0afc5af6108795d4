"""The PostgreSQL that comes as a wheel."""

import psycopg
import pytest

from campaign.serving.postgres import postgres_server


def test_a_postgresql_of_ones_own_comes_and_goes(tmp_path):
    with postgres_server(tmp_path) as url, psycopg.connect(url) as connection:
        answer = connection.execute("SELECT 6 * 7").fetchone()

    assert answer == (42,)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url)
