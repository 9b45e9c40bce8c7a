"""Memory, semaphores and queues of System V and POSIX, and another title."""
#: needs setproctitle posix-ipc sysv-ipc
#: leaks ^SharedMemory_init .* NoneType
#: proof import owed
#: proof assert owed.growth_of_none() > 100
import mmap
import os

import posix_ipc
import setproctitle
import sysv_ipc

name = "/reftally-%d" % os.getpid()
for number in range(200):
    setproctitle.setproctitle("program %d" % number)
    title = setproctitle.getproctitle()
    memory = posix_ipc.SharedMemory(name, posix_ipc.O_CREX, size=4096)
    with mmap.mmap(memory.fd, memory.size) as mapped:
        mapped[:4] = b"text"
        text = mapped[:4]
    memory.close_fd()
    memory.unlink()
    semaphore = posix_ipc.Semaphore(name, posix_ipc.O_CREX, initial_value=1)
    semaphore.acquire()
    try:
        semaphore.acquire(0)
    except posix_ipc.BusyError:
        semaphore.release()
    semaphore.unlink()
    semaphore.close()
    segment = sysv_ipc.SharedMemory(None, sysv_ipc.IPC_CREX, size=4096)
    segment.write(b"some")
    other = segment.read(4)
    segment.detach()
    segment.remove()
    queue = sysv_ipc.MessageQueue(None, sysv_ipc.IPC_CREX)
    queue.send(b"message", True, 1)
    got = queue.receive()
    try:
        queue.receive(False)
    except sysv_ipc.BusyError:
        pass
    queue.remove()
    child = os.fork()
    if child == 0:
        setproctitle.setproctitle("child")
        os._exit(number % 3)
    status = os.waitpid(child, 0)[1] >> 8
print(title, text, other, got, status)
