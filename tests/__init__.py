"""The tests. See README.md.

How long an example takes says nothing about the code on a machine that does other things too:
properties are proved by what they find, and time is measured by ``manage.py bench``.
The examples are the same every time, so that a fault belongs to the change that shows it;
``--hypothesis-profile=search`` looks for new ones.
"""

from hypothesis import HealthCheck, settings

search = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", search)
settings.register_profile("suite", search, derandomize=True, database=None)
settings.load_profile("suite")
