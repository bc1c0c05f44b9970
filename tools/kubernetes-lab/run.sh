#!/bin/bash
# Runs the Kubernetes that build.sh made, with three nodes in network namespaces of this machine, until its standard input
# ends: run.sh FOLDER STATE. FOLDER keeps the nodes' images; STATE is made, and removed in the end. Prints a line when it is
# up, and after each command that it reads: `lose N` and `find N` (a node's network), `kill-api` (and start it again).
# Pods are reached at their addresses from here. There is no network plugin, so NetworkPolicies are taken and not enforced.
set -uo pipefail
ROOT=$1
K=$2
R=$ROOT/root
LIBRARIES=$R/usr/lib/x86_64-linux-gnu
NODES="1 2 3"
BRIDGE=trmk0
HOST=10.77.0.254
SERVICE=10.96.0.1
PROFILES=$PWD/deploy/seccomp
mkdir -p "$K"
cd "$K" || exit 1
exec 3>&1 >"$K/log" 2>&1

docker_of() { docker -H "unix://$K/n$1/docker.sock" "${@:2}"; }
inside() { nsenter --net="/run/netns/trmk$1" "${@:2}"; }

down() {
  trap - EXIT
  for i in $NODES; do [ -f "kubelet$i.pid" ] && kill "$(cat "kubelet$i.pid")"; done
  for i in $NODES; do docker_of "$i" ps -aq | xargs -r docker -H "unix://$K/n$i/docker.sock" rm -fv; done
  for program in scheduler manager api etcd; do [ -f "$program.pid" ] && kill "$(cat "$program.pid")"; done
  for i in $NODES; do [ -f "n$i/pid" ] && kill "$(cat "n$i/pid")"; done
  wait
  for i in $NODES; do ip netns del "trmk$i"; done
  ip link del "$BRIDGE"
  iptables -D FORWARD -i "$BRIDGE" -j ACCEPT
  iptables -D FORWARD -o "$BRIDGE" -j ACCEPT
  awk -v at="$K/" 'index($2, at) == 1 { print $2 }' /proc/mounts | sort -r | xargs -r -n1 umount
  for i in $NODES; do umount "$ROOT/nodes/n$i"; done
  cd /
  rm -rf "$K"
}

# The kernel of a machine like this may not have CAP_SYS_RESOURCE to give, nor let anybody be spared when memory runs out.
cat > runc <<'C'
#!/bin/bash
previous=
for argument in "$@"; do [ "$previous" = --bundle ] && bundle=$argument; previous=$argument; done
case " $* " in *" create "*)
  sed -i -E 's/,"CAP_SYS_RESOURCE"//g; s/"CAP_SYS_RESOURCE",?//g; s/"oomScoreAdj":-[0-9]+/"oomScoreAdj":0/' "$bundle/config.json" ;;
esac
exec runc "$@"
C
chmod +x runc

start_nodes() {
  ip link add "$BRIDGE" type bridge || return 1
  ip addr add "$HOST/24" dev "$BRIDGE"
  ip link set "$BRIDGE" up
  # A dockerd on this machine sets its policy to DROP.
  iptables -I FORWARD -i "$BRIDGE" -j ACCEPT
  iptables -I FORWARD -o "$BRIDGE" -j ACCEPT
  sysctl -qw net.ipv4.ip_forward=1
  for i in $NODES; do
    ip netns add "trmk$i"
    ip link add "trmkv$i" type veth peer name eth0 netns "trmk$i"
    ip link set "trmkv$i" master "$BRIDGE" up
    inside "$i" sh -c "ip link set lo up; ip addr add 10.77.0.$i/24 dev eth0; ip link set eth0 up; ip route add default via $HOST; sysctl -qw net.ipv4.ip_forward=1"
    mkdir -p "n$i" "$ROOT/nodes/n$i"
    # Not `ip netns exec`, which mounts /sys anew and hides the control groups.
    nsenter --net="/run/netns/trmk$i" unshare --uts sh -c "hostname n$i; exec dockerd -H unix://$K/n$i/docker.sock --data-root $ROOT/nodes/n$i --exec-root $K/n$i/exec --pidfile $K/n$i/pid --bip 172.3$i.0.1/24 --add-runtime node=$K/runc --default-runtime node" > "n$i/log" 2>&1 &
  done
  for i in $NODES; do
    for _ in $(seq 300); do docker_of "$i" version > n.log 2>&1 && break; sleep .1; done
    docker_of "$i" ps -aq | xargs -r docker -H "unix://$K/n$i/docker.sock" rm -fv
    # Pods of a node are on its bridge: routes to them from here and from its neighbours.
    ip route replace "172.3$i.0.0/24" via "10.77.0.$i"
    for j in $NODES; do [ "$i" = "$j" ] || inside "$i" ip route replace "172.3$j.0.0/24" via "10.77.0.$j"; done
    inside "$i" iptables -P FORWARD ACCEPT
    # What kube-proxy would do for the one service that Pods need.
    inside "$i" iptables -t nat -A PREROUTING -d "$SERVICE" -p tcp --dport 443 -j DNAT --to-destination "$HOST:16443"
    docker_of "$i" image inspect trm/pause > n.log 2>&1 || docker_of "$i" build -q -t trm/pause pause
  done
}

start_api() {
  "$ROOT/bin/kube-apiserver" --etcd-servers=http://127.0.0.1:12379 --secure-port=16443 --bind-address=0.0.0.0 --advertise-address=$HOST \
    --cert-dir="$K/pki" --service-account-key-file=pki/sa.key --service-account-signing-key-file=pki/sa.key \
    --service-account-issuer=https://kubernetes.default.svc --token-auth-file=tokens.csv --authorization-mode=RBAC \
    --service-cluster-ip-range=10.96.0.0/16 --kubelet-preferred-address-types=InternalIP --kubelet-client-certificate="$K/pki/kubelet.crt" \
    --kubelet-client-key="$K/pki/kubelet.key" --enable-admission-plugins=NodeRestriction --insecure-port=0 >> api.log 2>&1 &
  echo $! > api.pid
  for _ in $(seq 600); do
    curl -sk -m1 -H 'Authorization: Bearer admin' https://127.0.0.1:16443/readyz | grep -q '^ok' && return
    sleep .1
  done
  return 1
}

start_control_plane() {
  mkdir -p pki
  openssl req -x509 -newkey rsa:2048 -nodes -keyout pki/kubelet.key -out pki/kubelet.crt -subj /O=system:masters/CN=apiserver -days 2
  openssl genrsa -out pki/sa.key 2048
  echo 'admin,admin,1,system:masters' > tokens.csv
  "$R/usr/bin/etcd" --data-dir "$K/etcd" --listen-client-urls http://127.0.0.1:12379 --advertise-client-urls http://127.0.0.1:12379 \
    --listen-peer-urls http://127.0.0.1:12380 --initial-advertise-peer-urls http://127.0.0.1:12380 \
    --initial-cluster default=http://127.0.0.1:12380 --unsafe-no-fsync > etcd.log 2>&1 &
  echo $! > etcd.pid
  start_api || return 1
  cat > kubeconfig <<C
apiVersion: v1
kind: Config
clusters: [{ name: lab, cluster: { server: "https://$HOST:16443", insecure-skip-tls-verify: true } }]
users: [{ name: admin, user: { token: admin } }]
contexts: [{ name: lab, context: { cluster: lab, user: admin } }]
current-context: lab
C
  local as="--kubeconfig=kubeconfig --leader-elect=false --bind-address=127.0.0.1"
  # A lost node is noticed sooner than is usual, which tests wait for.
  "$ROOT/bin/kube-controller-manager" $as --authentication-kubeconfig=kubeconfig --authorization-kubeconfig=kubeconfig \
    --service-account-private-key-file=pki/sa.key --root-ca-file=pki/apiserver.crt --use-service-account-credentials=true \
    --node-monitor-period=2s --node-monitor-grace-period=12s > manager.log 2>&1 &
  echo $! > manager.pid
  "$ROOT/bin/kube-scheduler" $as > scheduler.log 2>&1 &
  echo $! > scheduler.pid
}

start_kubelets() {
  cat > kubelet.yaml <<C
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
cgroupDriver: cgroupfs
cgroupsPerQOS: false
enforceNodeAllocatable: []
failSwapOn: false
oomScoreAdj: 0
nodeStatusUpdateFrequency: 2s
imageGCHighThresholdPercent: 100
evictionHard: { nodefs.available: "1%", memory.available: "50Mi" }
authentication: { anonymous: { enabled: false }, webhook: { enabled: false }, x509: { clientCAFile: $K/pki/kubelet.crt } }
authorization: { mode: AlwaysAllow }
makeIPTablesUtilChains: false
C
  for i in $NODES; do
    local at=$K/n$i
    mkdir -p "$at/kubelet/seccomp"
    cp -r "$PROFILES" "$at/kubelet/seccomp/terrarium"
    # Not by the function, of which the process that is to be ended would be another's child.
    nsenter --net="/run/netns/trmk$i" unshare --uts env PATH="$PATH:$R/usr/bin:$R/usr/sbin" LD_LIBRARY_PATH="$LIBRARIES" sh -c "hostname n$i; exec $ROOT/bin/kubelet \
      --kubeconfig=$K/kubeconfig --config=$K/kubelet.yaml --container-runtime=docker --docker-endpoint=unix://$at/docker.sock \
      --container-runtime-endpoint=unix://$at/shim.sock --image-service-endpoint=unix://$at/shim.sock --pod-infra-container-image=trm/pause \
      --hostname-override=n$i --node-ip=10.77.0.$i --root-dir=$at/kubelet --cert-dir=$at/kubelet/pki --network-plugin= \
      --experimental-dockershim-root-directory=$at/shim --seccomp-profile-root=$at/kubelet/seccomp --volume-plugin-dir=$at/plugins --node-labels=zone=z$i" > "kubelet$i.log" 2>&1 &
    echo $! > "kubelet$i.pid"
  done
  for _ in $(seq 120); do
    [ "$("$R/usr/bin/kubectl" --kubeconfig kubeconfig get nodes --no-headers | grep -c ' Ready')" = 3 ] && return
    sleep .5
  done
  return 1
}

# One at a time on this machine, whichever work tree it is of.
exec 9> /tmp/terrarium-kubernetes-lab.lock
flock 9
trap down EXIT
mkdir -p pause
cp "$ROOT/bin/pause" pause/
printf 'FROM scratch\nCOPY pause /pause\nUSER 65535:65535\nENTRYPOINT ["/pause"]\n' > pause/Dockerfile
give_up() {
  tail -n 5 "$K"/*.log "$K"/n*/log >&3
  exit 1
}
start_nodes && start_control_plane && start_kubelets || give_up
echo ready >&3
while read -r command node; do
  case $command in
    lose) ip link set "trmkv$node" down ;;
    find) ip link set "trmkv$node" up ;;
    kill-api)
      kill -9 "$(cat api.pid)"
      # Until then its port is taken.
      wait "$(cat api.pid)"
      start_api || give_up
      ;;
  esac
  echo done >&3
done
