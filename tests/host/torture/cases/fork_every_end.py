"""Children that end at once, in order, or as another program, one by one."""
#: prints 60 ended
import os

for number in range(60):
    kept = [[i] for i in range(200)]
    child = os.fork()
    if child == 0:
        more = [{i: kept} for i in range(100)]
        if number % 3 == 0:
            os._exit(number % 7)
        if number % 3 == 1:
            raise SystemExit(number % 7)
        os.execv("/bin/true", ["true"])
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status == (0 if number % 3 == 2 else number % 7), (number, status)
print("60 ended")
