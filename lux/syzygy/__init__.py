"""Syzygy tablebases. Begin with `probe.py`, how a search probes them; `table_file.py` leads on to the files."""
