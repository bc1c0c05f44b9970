import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("reboot, stop, start, su, ip and ifconfig", () => {
  testOnPhone(used, [
    {
      script: "reboot; reboot -p; reboot bootloader; reboot ''",
      told: ["reboot", "reboot"],
      stderr:
        'reboot: this device runs for as long as whoever started it wants; end it there\nreboot: this device has no "bootloader" to start\n',
    },
    ["stop; start", "", "must be root\nmust be root\n", 1],
    {
      script: "su root stop; su root start; su 0 id -u; su shell id -u; su 2000 id -u; su root id",
      told: ["stopSystem", "startSystem"],
      stdout: "0\n2000\n2000\nuid=0(root) gid=0(root) groups=0(root) context=u:r:su:s0\n",
    },
    [
      "su nobody id; su 10081 id; su root nope; su root sh -c 'exit 7'; su root false",
      "",
      "su: invalid uid/gid 'nobody'\nsu: invalid uid/gid '10081'\nsu: exec nope: No such file or directory\n",
      1,
    ],
    ["echo 'id -u' | su", "0\n"],
    ["su root ls /data/data; su root sh -c 'su shell id -u'", "2000\n"],
    [
      "ip; ip a; ip addr show lo; ip -4 addr; ip -6 -o addr; ip -o link; ip -f inet addr",
      "Usage: ip [-4|-6|-f FAMILY] [-o] { address | link | route | rule | neighbour } [show [dev] NAME]\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n    inet6 ::1/128 scope host \n       valid_lft forever preferred_lft forever\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n    inet6 ::1/128 scope host \n       valid_lft forever preferred_lft forever\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n1: lo     inet6 ::1/128 scope host \\       valid_lft forever preferred_lft forever\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\\    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000\n    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n    inet 127.0.0.1/8 scope host lo\n       valid_lft forever preferred_lft forever\n",
    ],
    [
      "ip link show eth0; ip r; ip rule; ip neigh; ip route get 8.8.8.8; ip link set lo down; ip -z a; ip juggle",
      "0:\tfrom all lookup local \n32766:\tfrom all lookup main \n32767:\tfrom all lookup default \n",
      'Device "eth0" does not exist.\nRTNETLINK answers: Network is unreachable\nRTNETLINK answers: Operation not permitted\nOption "-z" is unknown, try "ip -help".\nObject "juggle" is unknown, try "ip help".\n',
      1,
    ],
    [
      "ifconfig lo; ifconfig -a | head -1; ifconfig eth0; ifconfig lo down",
      "lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0 \n          inet6 addr: ::1/128 Scope: Host\n          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n          RX packets:0 errors:0 dropped:0 overruns:0 frame:0 \n          TX packets:0 errors:0 dropped:0 overruns:0 carrier:0 \n          collisions:0 txqueuelen:1000 \n          RX bytes:0 TX bytes:0 \n\nlo        Link encap:Local Loopback  \n",
      "ifconfig: eth0: No such device\nifconfig: down: Operation not permitted\n",
      1,
    ],
  ]);
});
