"""Programs that are started and waited for in every way."""
import asyncio
import os
import signal
import subprocess
import sys

for number in range(10):
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    subprocess.run("true", shell=True, check=True)


async def main():
    for number in range(10):
        child = await asyncio.create_subprocess_exec(
            "echo", "x", stdout=subprocess.PIPE)
        print(await child.communicate())


asyncio.run(main())
child = subprocess.Popen(["sleep", "100"])
child.send_signal(signal.SIGTERM)
print(child.wait())
pid = os.fork()
if pid == 0:
    os._exit(3)
print(os.WEXITSTATUS(os.waitpid(pid, 0)[1]))
pid = os.posix_spawn("/bin/true", ["true"], os.environ)
print(os.waitpid(pid, 0)[1])
