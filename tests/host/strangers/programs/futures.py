"""Pools of threads and of processes."""
import math
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

if __name__ == "__main__":
    with ThreadPoolExecutor(8) as threads:
        print(sum(threads.map(math.factorial, range(200))) % 97)
    with ProcessPoolExecutor(2) as processes:
        print(sum(processes.map(math.factorial, range(100))) % 97)
