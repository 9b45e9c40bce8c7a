"""Children in every way there is, Python and other."""
#: prints b'python\n' 0
#: prints b'' 9
#: prints b'shell\n' 0
#: prints b'sent\n'
#: prints -15
#: prints spawned 5
import os
import subprocess
import sys

python = [sys.executable, "-S", "-c"]
for command in (python + ["print('python')"],
                python + ["import os; os._exit(9)"],
                ["/bin/sh", "-c", "echo shell"]):
    done = subprocess.run(command, capture_output=True)
    print(done.stdout, done.returncode, *done.stderr.splitlines())
done = subprocess.run(python + ["print(input())"], input=b"sent\n",
                      stdout=subprocess.PIPE)
print(done.stdout)
child = subprocess.Popen(python + ["import time; print(flush=True); "
                                   "time.sleep(60)"],
                         stdout=subprocess.PIPE)
child.stdout.readline()
child.terminate()
print(child.wait())
child.stdout.close()
pid = os.posix_spawn(sys.executable, python + ["raise SystemExit(5)"],
                     os.environ)
print("spawned", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
