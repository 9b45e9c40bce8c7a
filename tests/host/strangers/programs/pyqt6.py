"""Objects of Qt, signals and slots, through sip."""
#: needs PyQt6
#: leaks ^pyqtBoundSignal_dealloc .* type
#: proof import owed
#: proof from PyQt6.QtCore import *
#: proof assert owed.growth("pyqtBoundSignal") > 100
#: leaks ^trawl_hierarchy .* each bytes
#: proof import owed
#: proof assert owed.blocks_left_behind() > 100
from PyQt6.QtCore import (QByteArray, QCoreApplication, QDate, QObject, QPoint,
                          QSettings, QTimer, QUrl, QVariant, pyqtSignal,
                          pyqtSlot)


class Sender(QObject):
    changed = pyqtSignal(int, str)


class Receiver(QObject):
    def __init__(self):
        super().__init__()
        self.got = []

    @pyqtSlot(int, str)
    def take(self, number, text):
        self.got.append((number, text))


application = QCoreApplication(["program"])
for number in range(300):
    sender, receiver = Sender(), Receiver()
    sender.changed.connect(receiver.take)
    sender.changed.connect(lambda a, b: None)
    sender.changed.emit(number, "text")
    sender.changed.disconnect(receiver.take)
    try:
        sender.changed.emit("wrong")
    except TypeError:
        pass
    try:
        sender.changed.disconnect(receiver.take)
    except TypeError:
        pass
    child = QObject(sender)
    child.setProperty("value", {"a": [1, 2, number]})
    assert child.property("value")["a"][2] == number
    assert sender.children() == [child]
    QVariant([number, "text", 1.5]).value()
    point = QPoint(1, 2) + QPoint(3, 4)
    try:
        point + "wrong"
    except TypeError:
        pass
    data = bytes(QByteArray(b"abc").toBase64())
    url = QUrl("https://example.org/a?b=c").host()
    date = QDate(2024, 2, 29).addYears(1).toPyDate()
print(receiver.got, point, data, url, date)
