"""scarce - imported before a driver: its calls again, while memory is short.

What `exercise.tried` calls is called again and again, and each time another
one of its first allocations fails: so it takes the error paths that need that.
What raises anyway is left alone: the interpreter itself loses an exception when
it has no memory for the frame that raised it.
"""

import _testcapi
import exercise

FIRST = 6


def tried(function, *arguments, **named):
    """What it returns when memory is there; None if it raises."""
    try:
        answer = function(*arguments, **named)
    except Exception:
        return None
    for failing in range(FIRST):
        _testcapi.set_nomemory(failing, failing + 1)
        try:
            function(*arguments, **named)
            break
        except MemoryError:
            pass
        except Exception:
            break
        finally:
            _testcapi.remove_mem_hooks()
    return answer


exercise.tried = tried
