"""The name of an attribute that a row does not have."""
# Source: https://github.com/sqlalchemy/sqlalchemy/commit/3daa7c905c, mended in 1.4.36
# Built, 3.11
import sqlalchemy

CULPRIT = "BaseRow_getattro"
PACKAGE = "SQLAlchemy==1.4.35"
PYTHON = "3.11"

with sqlalchemy.create_engine("sqlite://").connect() as connection:
    ROW = connection.execute(sqlalchemy.text("select 1 as one")).fetchone()


def step():
    try:
        ROW.two
    except AttributeError:
        pass
    else:
        raise AssertionError
