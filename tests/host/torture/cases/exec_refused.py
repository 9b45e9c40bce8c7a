"""A file that may be executed and is no program: the process goes on, but was
taken for one that ends there."""
#: prints OSError
#: prints 10000
#: ledger any
import os

with open("text", "w") as file:
    file.write("no program\n")
os.chmod("text", 0o755)
try:
    os.execv("./text", ["text"])
except OSError as error:
    print(type(error).__name__)
print(len([[i] for i in range(10000)]))
