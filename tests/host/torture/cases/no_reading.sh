# Reading one's own memory by the kernel is refused, as in containers: what may
# not be there is left alone.
#: prints freed
#: prints freed
#: prints freed
#: ledger any
refuse() {
    LIBRARY="$LD_PRELOAD"
    LD_PRELOAD= "$PYTHON" -S "$(dirname "$0")/../../refuse.py" "$1" "$2" \
        env LD_PRELOAD="$LIBRARY" "$PYTHON" -S "$(dirname "$0")/gone_type.py"
}
refuse EPERM process_vm_readv || exit
refuse ENOSYS process_vm_readv || exit
refuse EPERM process_vm_readv,open || exit
