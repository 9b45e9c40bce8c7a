"""Code that an emulator compiles, an assembler and two disassemblers."""
#: needs unicorn keystone-engine capstone
import capstone
import keystone
import unicorn
from unicorn import x86_const

assembler = keystone.Ks(keystone.KS_ARCH_X86, keystone.KS_MODE_64)
code = bytes(assembler.asm("mov rcx, 50; again: add rax, rcx; dec rcx; "
                           "jnz again; nop; mov [0x300000], rax")[0])
decoder = capstone.Cs(capstone.CS_ARCH_X86, capstone.CS_MODE_64)
decoder.detail = True
for number in range(100):
    lines = ["%s %s" % (one.mnemonic, one.op_str)
             for one in decoder.disasm(code, 0x1000)]
    try:
        assembler.asm("wrong wrong")
    except keystone.KsError as error:
        said = error.errno


def on_code(machine, address, size, seen):
    seen.append(address)


def on_fault(machine, access, address, size, value, seen):
    machine.mem_map(address & ~0xfff, 0x1000)
    return True


for number in range(20):
    seen = []
    machine = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_64)
    machine.mem_map(0x1000, 0x1000)
    machine.mem_write(0x1000, code)
    machine.hook_add(unicorn.UC_HOOK_CODE, on_code, seen)
    machine.hook_add(unicorn.UC_HOOK_MEM_WRITE_UNMAPPED, on_fault, seen)
    machine.reg_write(x86_const.UC_X86_REG_RAX, number)
    machine.emu_start(0x1000, 0x1000 + len(code))
    result = machine.reg_read(x86_const.UC_X86_REG_RAX)
    written = bytes(machine.mem_read(0x300000, 8))
    try:
        machine.emu_start(0x500000, 0x500010)
    except unicorn.UcError as error:
        fault = error.errno
print(lines, said, len(seen), result, written, fault)
