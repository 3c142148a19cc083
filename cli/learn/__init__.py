"""`lux datagen`, `data`, `train`, `tune` and `weigh`: let Lux learn from its games. Begin with `datagen`."""
