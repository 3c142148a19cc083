"""`lux datagen`, `data`, `train`, `tune` and `weigh`: train and tune by games. Begin with `datagen`."""
