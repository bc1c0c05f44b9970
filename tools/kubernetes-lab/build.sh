#!/bin/bash
# Builds a real Kubernetes (1.20.2) from Debian's source package with Debian's Go, and unpacks what it needs beside it:
# build.sh FOLDER. Installs nothing. The first run takes ten minutes on two cores.
set -euo pipefail
mkdir -p "$1"
ROOT=$(realpath "$1")
R=$ROOT/root
SUITE=bookworm
mkdir -p "$ROOT"/{apt/lists/partial,apt/cache/archives/partial,debs,src,bin} "$R"

# A library in place of the version that Kubernetes brings, with which an API server of Go 1.18 or newer crashes at the
# first custom resource. A cluster that was built without it is mended.
REFLECT=$R/usr/share/gocode/src/github.com/modern-go/reflect2
[ -d "$REFLECT" ] || rm -f "$ROOT"/bin/{kube-apiserver,pause}
[ ! -x "$ROOT/bin/pause" ] || exit 0

# A view of Debian's packages of its own, since sources are seldom among the machine's.
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
echo "deb ${mirror:-http://deb.debian.org/debian} $SUITE main" > "$ROOT/apt/sources.list"
echo "deb-src ${mirror:-http://deb.debian.org/debian} $SUITE main" >> "$ROOT/apt/sources.list"
private() {
  "$1" -o Dir::Etc::sourcelist="$ROOT/apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$ROOT/apt/lists" \
    -o Dir::Cache="$ROOT/apt/cache" -o APT::Sandbox::User=root "${@:2}"
}
if [ ! -x "$R/usr/lib/go-1.19/bin/go" ]; then
  private apt-get update -qq
  (cd "$ROOT/debs" && private apt-get download -qq etcd-server kubernetes-client golang-1.19-src golang-1.19-go \
    golang-github-modern-go-reflect2-dev conntrack libnetfilter-conntrack3 libnfnetlink0 socat libwrap0 ebtables)
  for package in "$ROOT"/debs/*.deb; do dpkg -x "$package" "$R"; done
fi
if [ ! -d "$ROOT/src/k8s" ]; then
  (cd "$ROOT/src" && private apt-get source -qq --download-only kubernetes && dpkg-source --no-check -x kubernetes*.dsc k8s)
fi

S=$ROOT/src/k8s
export GOROOT=$R/usr/lib/go-1.19 GOCACHE=$ROOT/gocache GOPATH=$ROOT/gopath GOPROXY=off GO111MODULE=off CGO_ENABLED=0 GOFLAGS= HOME=$ROOT
export PATH=$GOROOT/bin:$PATH
mkdir -p "$GOPATH/src/k8s.io"
ln -sfn "$S" "$GOPATH/src/k8s.io/kubernetes"
cd "$GOPATH/src/k8s.io/kubernetes"
if [ ! -s pkg/generated/openapi/zz_generated.openapi.go ]; then
  go build -o "$ROOT/bin/openapi-gen" ./vendor/k8s.io/kube-openapi/cmd/openapi-gen
  inputs=$(grep -rlE --include='*.go' '^// ?\+k8s:openapi-gen=' pkg vendor/k8s.io staging/src/k8s.io 2>/dev/null |
    grep -vE '_examples|sample-|/zz_|_test.go' | xargs -n1 dirname | sed 's#^staging/src/#vendor/#; s#^#k8s.io/kubernetes/#' | sort -u | paste -sd,)
  "$ROOT/bin/openapi-gen" -i "$inputs" -p k8s.io/kubernetes/pkg/generated/openapi -O zz_generated.openapi \
    -h hack/boilerplate/boilerplate.generatego.txt -r "$ROOT/violations"
fi
rm -rf vendor/github.com/modern-go/reflect2
cp -r "$REFLECT" vendor/github.com/modern-go/
flags="-s -w"
for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
  for from in "$package" "k8s.io/kubernetes/vendor/$package"; do
    flags="$flags -X $from.gitVersion=v1.20.2 -X $from.gitMajor=1 -X $from.gitMinor=20"
  done
done
for program in kube-apiserver kube-scheduler kube-controller-manager kubelet; do
  [ -x "$ROOT/bin/$program" ] || go build -trimpath -ldflags "$flags" -o "$ROOT/bin/$program" "./cmd/$program"
done
# What holds a Pod's network must end on SIGTERM, or each Pod takes ten seconds longer to go.
[ -x "$ROOT/bin/pause" ] || gcc -Os -static -DVERSION=3 -o "$ROOT/bin/pause" build/pause/linux/pause.c
# What is needed to build it again is not needed to run it.
rm -rf "$ROOT/gocache" "$ROOT/gopath" "$ROOT/debs" "$GOROOT" "$ROOT"/src/*.tar.* "$S"
