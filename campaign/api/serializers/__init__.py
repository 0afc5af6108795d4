"""What comes in and what goes out, as shapes only: no rule of the game is checked here."""
