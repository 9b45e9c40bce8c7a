from version_beside_a_type import look_up

look_up()
import _testcapi  # noqa: E402, F401 - data is looked at again
import _ctypes  # noqa: E402, F401

for number in range(4000):
    look_up()
