"""How Lux learns from its own games. Begin with `packed.pxd`, the file formats."""
