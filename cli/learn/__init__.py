"""`lux datagen`, `data`, `train`, `tune` and `weigh`: learn from games. Begin with `datagen`."""
