"""The model of the playground: documents, sessions, the camera, and the library's answers. No pygame."""
