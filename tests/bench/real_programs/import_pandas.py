"""Many extension modules, most of them made by Cython."""
import pandas  # noqa: F401
