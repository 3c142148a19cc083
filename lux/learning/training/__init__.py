"""Learn a network from positions; needs PyTorch. Begin with `trainer.py`."""
