"""A row that is in a cycle is never found by the garbage collector: BaseRow has no tp_traverse."""
# Source: https://github.com/sqlalchemy/sqlalchemy/issues/5348 (421d5ec0be), mended in 1.4.20
# Built, 3.9.18
import operator

from sqlalchemy.cresultproxy import BaseRow

CULPRIT = "BaseRow_init"
VERDICT = "cycle"
PACKAGE = "SQLAlchemy==1.4.19"
PYTHON = "3.9"


class Row(BaseRow):
    __slots__ = ()


def step():
    values = []
    row = Row(None, None, {}, 1, (values,))
    values.append(row)
