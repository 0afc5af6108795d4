"""Courtier: two to four players win influence at a court and complete petitions.

The rules are in ``docs/rules/courtier.md``; every card, courtier and number is data,
in ``courtier_deck.toml``.
"""
