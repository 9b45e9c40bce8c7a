# Completion of reftally for fish; what there is, reftally itself is asked.

function __reftally_commands
    reftally --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  *\(.*\)/\1\t\2/p'
end

function __reftally_options
    set -l words (commandline -opc)
    reftally $words[2] --help 2>/dev/null | sed -n \
        's/^ *\(-[a-z], \)\{0,1\}\(--[a-z-]*=\{0,1\}\).*/\2/p'
end

complete -c reftally -n 'test (count (commandline -opc)) -eq 1' -f \
    -a '(__reftally_commands)'
complete -c reftally -n 'test (count (commandline -opc)) -gt 1;
    and string match -q -- "-*" (commandline -ct)' -f -a '(__reftally_options)'
