# SPDX-License-Identifier: MIT
# Completion of wend for bash. Source it, or install it as
# /usr/share/bash-completion/completions/wend. The candidates come from the command itself.

_wend() {
    local current=${COMP_WORDS[COMP_CWORD]} word about
    [[ $current == "=" ]] && current="" # bash splits --format=json into three words
    COMPREPLY=()
    while IFS=$'\t' read -r word about; do
        if [[ $word == :files ]]; then
            compopt -o filenames 2> /dev/null
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
        else
            COMPREPLY+=("$word")
        fi
    done < <("${COMP_WORDS[0]}" help --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}

complete -F _wend wend
