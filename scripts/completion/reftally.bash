# Completion of reftally for bash. Commands and options are asked of reftally
# itself, so that they are always its own.

_reftally() {
    local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
    local program=${COMP_WORDS[0]} words
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$("$program" --help 2>/dev/null |
            sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p; s/^  \(--[a-z-]*\).*/\1/p')
    elif [[ $current == -* ]]; then
        words=$("$program" "$command" --help 2>/dev/null |
            sed -n 's/^ *\(-[a-z], \)\{0,1\}\(--[a-z-]*=\{0,1\}\).*/\2/p')
    fi
    if [ -n "$words" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
        [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
    return 0
}
complete -o filenames -F _reftally reftally
