"""The pages of matches: lobby, match, replay. A game's own picture is a board (``boards``)."""
