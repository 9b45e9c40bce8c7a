"""An exec that fails leaves a process that goes on."""
#: prints FileNotFoundError
#: prints 10000
import os

try:
    os.execv("/nonexistent/program", ["program"])
except OSError as error:
    print(type(error).__name__)
print(len([[i] for i in range(10000)]))
