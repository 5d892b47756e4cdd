# bash completion for berth -*- shell-script -*-
# shellcheck shell=bash
# SPDX-License-Identifier: MIT

_berth() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb='' i
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
            check | status | report | run | ls | up | open | logs | down | reap | history)
                verb=${COMP_WORDS[i]}
                break
                ;;
        esac
    done
    if [[ $before == --context ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(docker context ls --format '{{.Name}}' 2>/dev/null)" -- "$word")
        return
    fi
    if [[ $before == --image ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(docker image ls --format '{{.Repository}}:{{.Tag}}' 2>/dev/null)" -- "$word")
        return
    fi
    if [[ ($verb == run || $verb == up) && $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return
    fi
    if [[ ($verb == open || $verb == logs || $verb == down) && $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(berth ls 2>/dev/null | sed -n 's/^\([0-9][0-9]*\) .*/\1/p')" -- "$word")
        return
    fi
    local words='--context --help'
    case $verb in
        '') words+=' --version --hidden check status report run ls up open logs down reap history' ;;
        check) words+=' --json --no-egress' ;;
        run) words+=' --image --mount --timeout --' ;;
        ls) words+=' --json' ;;
        up) words+=' --image --mount --port --replace --keep --' ;;
        logs) words+=' --follow' ;;
        down) words+=' --all' ;;
        history) words+=' --json --since --limit' ;;
        reap) words+=' --dry-run --yes' ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _berth berth
