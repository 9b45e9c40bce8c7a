"""The recording stops in the middle: there is something to say."""
import os
import resource

os.write(1, b"begin\n")
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
kept = [[number] for number in range(50000)]
os.write(1, b"end\n")
