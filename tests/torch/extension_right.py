"""The same as extension.py, without its mistake."""
import extension

extension.run(correct=True)
