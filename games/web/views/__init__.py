"""Views: each reads, calls one service or selector, and renders."""
