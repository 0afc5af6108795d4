"""The API of matches: parse, call one service or selector, answer.

``permissions.ROUTES`` says who may ask what; what all routes share is ``games.hosting.api``.
"""
