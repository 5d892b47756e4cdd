# SPDX-License-Identifier: MIT

complete -c berth -f
complete -c berth -n __fish_use_subcommand -a check -d 'Measure whether containers run, and exit by the verdict'
complete -c berth -n __fish_use_subcommand -a status -d 'Print a short summary'
complete -c berth -n __fish_use_subcommand -a report -d 'Print a report in Markdown for a bug'
complete -c berth -n __fish_use_subcommand -a run -d 'Run a command in a hardened container without a network'
complete -c berth -n __fish_use_subcommand -l version -d 'Print the version'
complete -c berth -l context -x -a "(docker context ls --format '{{.Name}}' 2>/dev/null)" -d 'Judge the engine of this context'
complete -c berth -l help -d 'Print a help text'
complete -c berth -n '__fish_seen_subcommand_from check' -l json -d 'Print JSON'
complete -c berth -n '__fish_seen_subcommand_from check' -l no-egress -d 'Do not measure what containers can reach'
complete -c berth -n '__fish_seen_subcommand_from run' -a '(__fish_complete_directories)'
complete -c berth -n '__fish_seen_subcommand_from run' -l image -x -a "(docker image ls --format '{{.Repository}}:{{.Tag}}' 2>/dev/null)" -d 'The image of the container'
complete -c berth -n '__fish_seen_subcommand_from run' -l mount -r -d 'Another folder or file, as HOST:CONTAINER'
complete -c berth -n '__fish_seen_subcommand_from run' -l timeout -x -d 'End the command after so many seconds'
