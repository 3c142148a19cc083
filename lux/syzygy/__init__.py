"""Syzygy tablebases. Begin with `probe.py`, what a search asks them; `table_file.py` leads on to the files."""
