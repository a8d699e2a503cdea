"""Draws a document, and the cards over it, with pygame."""
