"""How Lux learns from its own games. Begin with `packed.pxd`, which says what files of games and positions hold."""
