"""The contract of a rule system and what runs any of them; pure, standard library only."""
