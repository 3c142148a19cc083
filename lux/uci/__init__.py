"""The UCI protocol, Lux's side of it. Begin with `session.py`, the commands that a GUI sends."""
