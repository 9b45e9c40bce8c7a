# Sets up its filters by an instruction of its own: only asked for beforehand
# can the library know. By a script, by -c, and by -m.
#: prints 40000
#: may miss
#: prints 40000
#: prints 40000
unset REFTALLY_START # which excludes it
export REFTALLY_SEAL=1 PYTHONPATH="$(dirname "$0")/../.." PYTHONHASHSEED=0
cat > unnoticed.py <<'END'
import refuse
if not refuse.install(refuse.ORDINARY, refuse.ALLOW, refuse.KILL,
                      refuse.raw_prctl()):
    print("no seccomp filter can be made here")
    raise SystemExit(77)
import json
class Later:
    pass
kept = []
for number in range(40000):
    new = Later()
    new.value = [number, json]
    kept.append(new)
print(len(kept))
END
"$PYTHON" -B unnoticed.py || exit
"$PYTHON" -B -c 'import unnoticed' || exit
PYTHONPATH="$PYTHONPATH:." "$PYTHON" -B -m unnoticed || exit
