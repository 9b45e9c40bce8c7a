# Three timers interrupt the program from before its first line on, every system
# call that waits among them.
#: prints 30000 True
#: prints 30000 True
cat >storm.c <<'END'
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/time.h>
static volatile int seen;
static void
on_signal(int number, siginfo_t *info, void *context)
{
    seen++;
}
__attribute__((constructor)) static void
begin(void)
{
    struct itimerval often = { { 0, 400 }, { 0, 400 } };
    struct sigaction action = { .sa_sigaction = on_signal,
                                .sa_flags = SA_SIGINFO };
    sigaction(SIGPROF, &action, 0);
    sigaction(SIGVTALRM, &action, 0);
    sigaction(SIGALRM, &action, 0);
    setitimer(ITIMER_PROF, &often, 0);
    setitimer(ITIMER_VIRTUAL, &often, 0);
    setitimer(ITIMER_REAL, &often, 0);
}
END
cc -O1 -w -shared -fPIC -o storm.so storm.c || { echo "cannot compile"; exit 77; }
library=$LD_PRELOAD
for both in "$PWD/storm.so $library" "$library $PWD/storm.so"; do
    LD_PRELOAD=$both "$PYTHON" -S -c '
import signal
seen = []
for number in signal.SIGALRM, signal.SIGPROF, signal.SIGVTALRM:
    signal.signal(number, lambda *which: seen.append(which[0]))
import ctypes, decimal, json, threading
kept = [[i] for i in range(30000)]
while len(seen) < 5:
    json.dumps(kept[:100])
for timer in signal.ITIMER_REAL, signal.ITIMER_PROF, signal.ITIMER_VIRTUAL:
    signal.setitimer(timer, 0)
print(len(kept), len(seen) >= 5)'
done
