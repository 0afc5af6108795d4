"""Rule systems that are played as games of their own, and the engine under all of them."""
