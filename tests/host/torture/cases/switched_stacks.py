"""Python on stacks of its own, as coroutine libraries make them: below and
above the thread's, left and entered again."""
#: prints 300 runs, sum 5985000
#: prints afterwards 4950
import ctypes

libc = ctypes.PyDLL(None)
SIZE = 256 * 1024
# A ucontext_t is smaller; uc_link and uc_stack stand at these offsets (x86-64).
CONTEXT_BYTES, LINK, STACK_BASE, STACK_SIZE = 2048, 8, 16, 32
results = []


@ctypes.PYFUNCTYPE(None)
def body():
    values = sorted([{"i": i} for i in range(200)],
                    key=lambda value: -value["i"])
    results.append(sum(value["i"] for value in values) + values[-1]["i"] + 50)


def poke(buffer, offset, value):
    ctypes.c_uint64.from_buffer(buffer, offset).value = value


def run_on(memory):
    ours = ctypes.create_string_buffer(CONTEXT_BYTES)
    other = ctypes.create_string_buffer(CONTEXT_BYTES)
    libc.getcontext(other)
    poke(other, LINK, ctypes.addressof(ours))
    poke(other, STACK_BASE, ctypes.addressof(memory))
    poke(other, STACK_SIZE, SIZE)
    libc.makecontext(other, body, 0)
    libc.swapcontext(ours, other)


stacks = [ctypes.create_string_buffer(SIZE) for _ in range(3)]
for i in range(300):
    run_on(stacks[i % 3])
print(len(results), "runs, sum", sum(results))
print("afterwards", sum(value[0] for value in [[i] for i in range(100)]))
