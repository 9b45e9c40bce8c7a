"""The program lowers its limit of file sizes and never writes a file itself."""
#: prints 300000 done
#: may say
#: ledger any
import resource
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
kept = []
for i in range(300000):
    kept.append([i])
print(len(kept), "done")
