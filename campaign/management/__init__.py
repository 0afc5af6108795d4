"""Management commands of the campaign."""
