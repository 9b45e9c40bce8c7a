"""The locale in the pair that Collator.getFunctionalEquivalent() returns."""
# Source: https://github.com/ovalhub/pyicu/commit/7085015, mended in 2.3
# Built with libicu-dev, 3.9
import icu

CULPRIT = "t_collator_getFunctionalEquivalent"
PACKAGE = "PyICU==2.2"
PYTHON = "3.9"

LOCALE = icu.Locale("de")


def step():
    icu.Collator.getFunctionalEquivalent("collation", LOCALE)
