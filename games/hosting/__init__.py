"""What every game on the site stands on: refusals, people, deadlines, pages, the API's ground.

Both Django apps, ``campaign`` and ``games``, build on it; it knows neither.
"""
