"""The views: parse, one service or selector, render."""
