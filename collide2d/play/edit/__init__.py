"""Editing a document: tools, drags, handles and the table of commands. No pygame."""
