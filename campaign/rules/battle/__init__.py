"""Battles: what may be fought, each kind, those that matches decide, results, open play's choices.

Source: campaign.md 3c, 3d, 5, 6.
"""
