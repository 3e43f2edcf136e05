"""The rule book: three games of mahjong, scored."""
