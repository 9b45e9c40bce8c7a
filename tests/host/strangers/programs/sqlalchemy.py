"""Rows of a class, in a database in memory."""
#: needs sqlalchemy
#: leaks type (of its instances|that nobody gives back)$
#: proof import owed, sqlalchemy.orm
#: proof assert owed.growth("cython_function_or_method") > 100
from sqlalchemy import Column, Integer, String, create_engine, select
from sqlalchemy.orm import Session, declarative_base

Base = declarative_base()


class User(Base):
    __tablename__ = "user"
    number = Column(Integer, primary_key=True)
    name = Column(String)


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
for number in range(100):
    with Session(engine) as session:
        session.add(User(name=str(number)))
        session.commit()
        found = session.scalars(
            select(User).where(User.number == number)).all()
print(len(found))
