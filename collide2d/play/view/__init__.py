"""The picture of a document, and the cards over it, drawn with pygame."""
