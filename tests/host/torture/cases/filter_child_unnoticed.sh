# Children that do not record call the system no more: whatever filter they set
# up is none of the library's business, and be it unnoticed.
#: prints returns 3
#: prints leaves 3
export REFTALLY_FOLLOW=0 PYTHONPATH="$(dirname "$0")/../.."
"$PYTHON" -B - <<'END'
import os
import sys

import refuse

kept = [[number] for number in range(1000)]
raw = refuse.raw_prctl()

for leave in False, True:
    number = os.fork()
    if number == 0:
        if not refuse.install(refuse.ORDINARY, refuse.ALLOW, refuse.KILL, raw):
            os._exit(77)
        kept += [[number] for number in range(1000)]
        (os._exit if leave else sys.exit)(len(kept) // 600)
    status = os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])
    if status == 77:
        print("no seccomp filter can be made here")
        sys.exit(77)
    print("leaves" if leave else "returns", status, flush=True)
END
