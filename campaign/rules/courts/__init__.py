"""The Winter's courts: games that kingdoms play between Gather and Tithe, each for a stake.

``stakes`` reads what is played for, ``review`` says whether it may be staked, ``payment``
pays it, ``stage`` plays the stage, ``standing`` says which court opens by itself.
Source: campaign.md 4b, "Court".
"""
