"""What the system says of processes, and of one that there is not."""
#: needs psutil
import psutil

for number in range(100):
    process = psutil.Process()
    process.as_dict(["name", "memory_info", "num_fds", "open_files",
                     "threads"])
    psutil.virtual_memory()
    psutil.disk_partitions()
    psutil.net_if_addrs()
    try:
        psutil.Process(2 ** 30)
    except psutil.NoSuchProcess:
        pass
print(process.is_running())
