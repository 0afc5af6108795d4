"""The tests. See README.md.

How long an example takes says nothing about the code on a machine that does other things too:
properties are proved by what they find, and time is measured by ``manage.py bench``.
"""

from hypothesis import HealthCheck, settings

settings.register_profile("suite", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")
