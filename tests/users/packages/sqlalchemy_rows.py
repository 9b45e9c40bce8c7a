"""Nothing leaks: rows that are written, read and deleted by SQLAlchemy."""
#: needs sqlalchemy
import sys

import endings
from sqlalchemy import ForeignKey, create_engine, select
from sqlalchemy.orm import (DeclarativeBase, Mapped, Session, mapped_column,
                            relationship)


class Base(DeclarativeBase):
    pass


class Author(Base):
    __tablename__ = "author"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    books: Mapped[list["Book"]] = relationship(back_populates="author",
                                               cascade="all, delete-orphan")


class Book(Base):
    __tablename__ = "book"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    author_id: Mapped[int] = mapped_column(ForeignKey("author.id"))
    author: Mapped[Author] = relationship(back_populates="books")


engine = create_engine("sqlite://")
Base.metadata.create_all(engine)
for number in range(120):
    with Session(engine) as session:
        session.add(Author(name="author %d" % number,
                           books=[Book(title=str(one)) for one in range(5)]))
        session.commit()
    with Session(engine) as session:
        found = session.scalars(select(Author).where(
            Author.name == "author %d" % number)).one()
        assert len(found.books) == 5
        session.delete(found)
        session.commit()
endings.end(sys.argv[1])
