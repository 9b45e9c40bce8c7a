"""A large extension module, and its own Python code."""
import numpy  # noqa: F401
