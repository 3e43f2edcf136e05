"""What scoring shows by itself, without a game: calculator, score tables, trainer, previews."""
