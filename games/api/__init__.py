"""The API of matches, for programs. Parse, call one service or selector, answer."""
