#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
#
# Makes the root file systems that the dev servers of the engine tests run in: OUT/NAME.tar, to be imported. No
# registry of images is asked; what this machine has is copied, the rest comes from npm as it is configured here.
#
# usage: serverimages.sh OUT
set -euo pipefail

readonly out=${1:?where to?}
readonly vite=5.4.21
readonly bun=1.2.21

case $(uname -m) in
    x86_64) bun_package=@oven/bun-linux-x64-baseline ;;
    aarch64) bun_package=@oven/bun-linux-aarch64 ;;
    *)
        echo "serverimages: there is no bun for $(uname -m)" >&2
        exit 1
        ;;
esac

# The same recipe on the same programs has been made before.
recipe() {
    cat "${BASH_SOURCE[0]}"
    uname -m
    stat --dereference --format '%n %s %Y' /usr/bin/python3 "$(command -v node)" "$(command -v busybox)"
}
key=$(recipe | sha256sum | cut --delimiter=' ' --fields=1)
if [[ -e $out/key && $(<"$out/key") == "$key" ]]; then
    exit 0
fi

mkdir --parents "$(dirname "$out")"
work=$(mktemp --directory "$out.XXXXXX")
trap 'rm --recursive --force "$work"' EXIT

# Busybox under each of its names, and a file that is no program.
make_tools() {
    local root=$1 name
    mkdir --parents "$root"/{bin,etc,usr/bin}
    cp "$(command -v busybox)" "$root/bin/busybox"
    for name in $("$root/bin/busybox" --list); do
        [[ $name == busybox ]] || ln --symbolic busybox "$root/bin/$name"
    done
    ln --symbolic /bin/env "$root/usr/bin/env"
    echo data >"$root/etc/data"
}

# The shared libraries of these programs, where their loader looks for them.
copy_libraries() {
    local root=$1 library
    shift
    ldd "$@" | grep --only-matching '/[^ ]*\.so[^ ]*' | grep --invert-match ':$' | sort --unique |
        while read -r library; do
            [[ -e $root$library ]] || install -D --mode=755 "$library" "$root$library"
        done
}

make_python() {
    local root=$1 program version
    program=$(readlink --canonicalize /usr/bin/python3)
    version=$(basename "$program")
    install -D --mode=755 "$program" "$root/usr/bin/python3"
    mkdir --parents "$root/usr/lib"
    tar --create --directory /usr/lib --exclude='*/test' --exclude='config-*' --exclude=dist-packages \
        --exclude=__pycache__ "$version" | tar --extract --directory "$root/usr/lib"
    copy_libraries "$root" "$program" "/usr/lib/$version"/lib-dynload/*.so
    ln --symbolic /usr/bin/python3 "$root/bin/python3"
}

from_npm() {
    npm install --prefix "$1" --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error "$2" >&2
}

make_vite() {
    local root=$1 node addons
    node=$(readlink --canonicalize "$(command -v node)")
    install -D --mode=755 "$node" "$root/usr/bin/node"
    ln --symbolic /usr/bin/node "$root/bin/node"
    from_npm "$root/opt/vite" "vite@$vite"
    mapfile -t addons < <(find "$root/opt/vite" -name '*.node')
    copy_libraries "$root" "$node" "${addons[@]}"
    ln --symbolic /opt/vite/node_modules/.bin/vite "$root/bin/vite"
}

make_bun() {
    local root=$1
    from_npm "$work/bun" "$bun_package@$bun"
    install -D --mode=755 "$work/bun/node_modules/$bun_package/bin/bun" "$root/bin/bun"
    copy_libraries "$root" "$root/bin/bun"
}

mkdir "$work/out"
for image in tools python vite bun; do
    make_tools "$work/$image.root"
    [[ $image == tools ]] || "make_$image" "$work/$image.root"
    chmod --recursive a+rX "$work/$image.root"
    tar --create --file "$work/out/$image.tar" --owner=0 --group=0 --numeric-owner --directory "$work/$image.root" .
done
echo "$key" >"$work/out/key"
rm --recursive --force "$out"
mv "$work/out" "$out"
