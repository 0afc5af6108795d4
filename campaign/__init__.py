"""The Django project and the campaign; imports nothing, for its rules are pure."""
