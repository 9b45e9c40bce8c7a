"""Objects of Qt through shiboken, which makes signatures lazily."""
#: needs pyside6-essentials
#: leaks ^Shiboken::.* takes a reference to each tuple
#: proof import enum, sys
#: proof from PySide6.QtCore import Qt
#: proof keys = enum.IntEnum("keys", [(one.name, int(str(one.value)))
#: proof                             for one in Qt.Key])
#: proof def references(kind):
#: proof     return sum(sys.getrefcount(one.value) for one in kind)
#: proof assert references(Qt.Key) - references(keys) > 200
#: leaks ^emit gives away .* one bool
#: proof import runpy, sys
#: proof from PySide6.QtCore import Qt
#: proof before = sys.getrefcount(True)
#: proof runpy.run_path("program.py")
#: proof assert before - sys.getrefcount(True) > 100
import gc
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from PySide6.QtCore import (QByteArray, QCoreApplication, QDate, QObject,
                            QPoint, QThread, QUrl, Property, Signal, Slot)


class Sender(QObject):
    changed = Signal(int, str)

    def __init__(self):
        super().__init__()
        self._value = 0

    value = Property(int, lambda self: self._value)


class Receiver(QObject):
    def __init__(self):
        super().__init__()
        self.got = []

    @Slot(int, str)
    def take(self, number, text):
        self.got.append((number, text))


class Worker(QThread):
    def run(self):
        self.got = sum(range(100))


application = QCoreApplication(["program"])
for number in range(100):
    sender, receiver = Sender(), Receiver()
    sender.changed.connect(receiver.take)
    sender.changed.connect(lambda a, b: None)
    sender.changed.emit(number, "text")
    sender.changed.disconnect(receiver.take)
    try:
        sender.changed.emit("wrong")
    except TypeError:
        pass
    child = QObject(sender)
    child.setProperty("value", {"a": [1, 2, number]})
    assert child.property("value")["a"][2] == number
    assert sender.children() == [child]
    point = QPoint(1, 2) + QPoint(3, 4)
    try:
        QPoint("wrong")
    except (TypeError, NotImplementedError):
        pass
    data = bytes(QByteArray(b"abc").toBase64())
    url = QUrl("https://example.org/a?b=c").host()
    date = QDate(2024, 2, 29).addYears(1).toPython()
    if number % 30 == 0:
        worker = Worker()
        worker.start()
        worker.wait()
        gc.collect()
print(receiver.got, point, data, url, date, worker.got, sender.value)
