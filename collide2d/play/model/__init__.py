"""What the playground is about: documents, sessions, the camera, and the answers of the library. No pygame."""
