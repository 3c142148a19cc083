"""How Lux learns from its own games: rooms in the order of the work. Begin with `packed.pxd`, what their files hold."""
