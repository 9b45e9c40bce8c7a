"""What is waited for does not come."""
#: setting start SIGUSR2
#: prints 4950 b'child'
import subprocess
import sys

print(sum(range(100)), subprocess.check_output(
    [sys.executable, "-S", "-c", "print('child', end='')"]))
