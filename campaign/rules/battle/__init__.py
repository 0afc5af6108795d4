"""Battles: what may be fought, each kind, its results, open play's choices.

Source: campaign.md 3c, 3d, 6.
"""
