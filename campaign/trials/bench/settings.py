"""The settings of trials with the bare views beside the site's: for `manage.py bench` only."""

from campaign.trials.settings import *  # noqa: F403

ROOT_URLCONF = "campaign.trials.bench.urls"
