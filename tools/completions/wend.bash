# SPDX-License-Identifier: MIT
# Completion of wend for bash. Source it, or put it into /usr/share/bash-completion/completions/ as
# "wend". Every command and option of src/cli must appear here: tests/test_cli_docs.c looks.

_wend_words() { # WORD...: offers the words that begin with what is typed
    mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current")
}

_wend_files() { # offers files and folders
    compopt -o filenames 2> /dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
}

_wend_scenes() { # offers built-in scenes and files
    _wend_words "$("${COMP_WORDS[0]}" scenes --quiet 2> /dev/null)"
    _wend_files
}

_wend_layers() { # offers layers behind the last comma
    local before="" scene="bounds areas zones fields obstacles doors movers flow groups agents labels" own layer all=""
    [[ $current == *,* ]] && before=${current%,*},
    case ${COMP_WORDS[1]} in
        plan) own="places swept paths ends channel voronoi portals curve triangles" ;;
        map) own="distance regions isolines borders paths sources weights barriers" ;;
        flow) own="levels useless streams bodies graph lanes gates openings" ;;
        group) own="roadmap sweep way shapes" ;;
        *)
            own="cells triangles voronoi first-order second-order second-nearest second-graph mang"
            own+=" first-goals first-order-goals used trails"
            ;;
    esac
    for layer in $scene $own; do all+=" $before$layer"; done
    _wend_words "$all"
}

_wend_options() { # COMMAND: prints its options
    case $1 in
        scenes) echo "--json --quiet --help" ;;
        check) echo "--format --json --quiet --help" ;;
        draw)
            echo "--output --layers --trails --against --agent --radius --at --width --format" \
                "--json --quiet --help"
            ;;
        plan)
            echo "--from --to --radius --guide --weight --comfort --iterations --budget --output" \
                "--step --width --layers --queries --format --json --quiet --help"
            ;;
        map)
            echo "--source --radius --time --weight --forward --barrier --printed --at --output" \
                "--layers --isolines --width --raster --array --size --cell --threads --format --json --quiet --help"
            ;;
        flow)
            echo "--source --sink --radius --speed --from-bottom --from-top --plain --shorten" \
                "--no-shorten --seed --widen --snap --output --layers --streams --width --format --json --quiet --help"
            ;;
        group)
            echo "--sampler --local --samples --seed --runs --compare --count --least-width --output" \
                "--time-curve --layers --spacing --width --format --json --quiet --help"
            ;;
        run)
            echo "--guide --motion --time --dt --seed --runs --threads --points --bias --barriers" \
                "--agents --radius --repair --output --fps --from --format --json --quiet --help"
            ;;
        measure)
            echo "--line --direction --every --interval --area --strip --floor --fps --unit --radius" \
                "--window --cutoff --voronoi --quick --each --plot --at --cell --smooth --output" \
                "--width" \
                "--json --quiet --help"
            ;;
        view)
            echo "--output --title --precision --size --floor --fps --unit --json --quiet --help"
            ;;
        verify) echo "--output --list --scene --threads --json --quiet --help" ;;
        convert) echo "--repair --format --out-format --json --quiet --help" ;;
        bench) echo "--json --quiet --help" ;;
        help) echo "--quiet --help" ;;
    esac
}

_wend_operand() { # COMMAND: offers what it works on
    case $1 in
        scenes) _wend_words "$("${COMP_WORDS[0]}" scenes --quiet 2> /dev/null)" ;;
        check | draw | plan | map | flow | group | run | convert) _wend_scenes ;;
        measure | view) _wend_files ;;
        verify) _wend_words "$("${COMP_WORDS[0]}" verify --list --quiet 2> /dev/null)" ;;
        bench) _wend_words "$("${COMP_WORDS[0]}" bench --quiet 2> /dev/null)" ;;
        help) _wend_words "scenes check draw plan map flow group run measure view verify convert bench" ;;
    esac
}

_wend() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    # "=" is a word of its own: --format=json is three words.
    [[ $current == "=" ]] && current=""
    [[ $previous == "=" ]] && previous=${COMP_WORDS[COMP_CWORD - 2]}
    if ((COMP_CWORD == 1)); then
        _wend_words "scenes check draw plan map flow group run measure view verify convert bench help --help --version"
        return
    fi
    case $previous in
        --format) _wend_words "json wkt geojson vadere map poly mesh nav pgm png ros" ;;
        --out-format) _wend_words "json wkt geojson mesh" ;;
        --layers) _wend_layers ;;
        --guide)
            if [[ ${COMP_WORDS[1]} == run ]]; then
                _wend_words "mesh direct voronoi mang map lanes group"
            else
                _wend_words "mesh voronoi"
            fi
            ;;
        --motion) _wend_words "orca steer force follow flock field" ;;
        --plot) _wend_words "nt flow time fundamental inside density speed trajectories voronoi agents" ;;
        --sampler) _wend_words "corridor uniform medial penetration pushing alignment closest" ;;
        --local) _wend_words "hinged deformable" ;;
        --samples | --count | --least-width | --spacing) ;;
        --direction) _wend_words "left right both" ;;
        --unit) _wend_words "m cm mm" ;;
        --floor) _wend_scenes ;;
        --title | --precision | --size) ;;
        --at) [[ ${COMP_WORDS[1]} == map ]] && _wend_files ;;
        --line | --area | --interval | --strip | --window | --cutoff | --agent | --cell | --smooth) ;;
        --bias) _wend_words "path ahead visible middle" ;;
        --barriers) _wend_words "on off" ;;
        --from) [[ ${COMP_WORDS[1]} == run ]] && _wend_files ;;
        --to | --radius | --weight | --comfort | --iterations | --budget | --step | --width) ;;
        --time | --dt | --seed | --runs | --threads | --agents | --fps) ;;
        --source | --barrier | --isolines | --sink | --speed | --widen | --snap | --streams) ;;
        -o | --output | --queries | --trails | --against | --raster | --array | --time-curve) _wend_files ;;
        *)
            if [[ $current == -* ]]; then
                _wend_words "$(_wend_options "${COMP_WORDS[1]}")"
            else
                _wend_operand "${COMP_WORDS[1]}"
            fi
            ;;
    esac
}

complete -F _wend wend
