"""Counts writes to memory, and says what wrote, by hardware breakpoints."""

import ctypes
import errno
import mmap
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)

SYSCALL_PERF_EVENT_OPEN = 298  # x86-64
PERF_TYPE_BREAKPOINT = 5
HW_BREAKPOINT_W = 2
PINNED, EXCLUDE_KERNEL, EXCLUDE_HYPERVISOR = 1 << 2, 1 << 5, 1 << 6


class CounterLost(Exception):
    """The processor stopped counting for us."""


class WriteCounter:
    """Counts this thread's writes to eight bytes at an address."""

    def __init__(self, address, sample_period=0, sample_type=0):
        # struct perf_event_attr: type, size, config, sample_period,
        # sample_type, read_format, flags, wakeup_events, bp_type, bp_addr,
        # bp_len
        attributes = struct.pack(
            "IIQQQQQIIQQ", PERF_TYPE_BREAKPOINT, 72, 0, sample_period,
            sample_type, 0,
            PINNED | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR, 0, HW_BREAKPOINT_W,
            address, 8)
        self.fd = libc.syscall(SYSCALL_PERF_EVENT_OPEN, attributes, 0, -1, -1,
                               0)
        if self.fd < 0:
            code = ctypes.get_errno()
            if code == errno.ENOSPC:
                raise CounterLost("all of the processor's breakpoints are"
                                  " taken; by REFTALLY_WATCH=1?")
            raise OSError(code, os.strerror(code))

    def read(self):
        data = os.read(self.fd, 8)
        if len(data) != 8:
            raise CounterLost("another program took the debug registers")
        return struct.unpack("Q", data)[0]

    def close(self):
        os.close(self.fd)


class WriteSampler(WriteCounter):
    """Notes the instruction after each write, too."""

    PAGES, PAGE = 128, 4096
    PERF_SAMPLE_IP, PERF_RECORD_SAMPLE = 1, 9
    DATA_HEAD = 1024  # offset in struct perf_event_mmap_page

    def __init__(self, address):
        super().__init__(address, 1, self.PERF_SAMPLE_IP)
        self.ring = mmap.mmap(self.fd, (1 + self.PAGES) * self.PAGE)

    def instructions(self):
        head = struct.unpack_from("Q", self.ring, self.DATA_HEAD)[0]
        offset, found = 0, []
        while offset < min(head, self.PAGES * self.PAGE - 16):
            kind, _, size = struct.unpack_from("IHH", self.ring,
                                               self.PAGE + offset)
            if kind == self.PERF_RECORD_SAMPLE:
                found.append(struct.unpack_from(
                    "Q", self.ring, self.PAGE + offset + 8)[0])
            offset += size
        return found

    def close(self):
        self.ring.close()
        super().close()


def refusal():
    """Why the counter cannot be used here, or None."""
    word = ctypes.c_longlong(0)
    try:
        counter = WriteCounter(ctypes.addressof(word))
    except CounterLost as error:
        return str(error)
    except OSError as error:
        why = "perf_event_open refused a write breakpoint: %s" % error.strerror
        if error.errno in (errno.EACCES, errno.EPERM):
            try:
                with open("/proc/sys/kernel/perf_event_paranoid") as file:
                    why += (" (kernel.perf_event_paranoid is %s; 2 or less is"
                            " needed, or the sandbox forbids it)"
                            % file.read().strip())
            except OSError:
                pass
        return why
    try:
        before = counter.read()
        for number in range(1000):
            word.value = number
        counted = counter.read() - before
    except CounterLost as error:
        return str(error)
    finally:
        counter.close()
    if counted != 1000:
        return "the write counter counted %d of 1000 writes" % counted
    return None
