"""The only writers. A view calls one of these in one transaction; nothing else changes a game."""
