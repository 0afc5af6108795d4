"""`manage.py chaos`: break everything that may break, then audit that nothing is lost.

Campaigns are played by threads with connections of their own, and resolved by real
Celery workers that are killed at random and in the middle of a resolution, while
messages are doubled, the broker goes away and the game master presses every button twice.
"""
