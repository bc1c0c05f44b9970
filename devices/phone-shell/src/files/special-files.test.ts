import { describe, expect, it } from "vitest";
import { testRows } from "../testing/script-table.ts";
import { sharedTestShell } from "../testing/test-shell.ts";

describe("the devices of /dev", () => {
  testRows([
    ["cat /dev/null; wc -c < /dev/null; echo lost > /dev/null; echo $?", "0\n0\n"],
    ["head -c 4 /dev/zero | od -An -tx1; echo lost > /dev/zero; echo $?", " 00 00 00 00\n0\n"],
    [
      "echo x > /dev/full; echo $?; echo x | tee /dev/full",
      "1\nx\n",
      "/system/bin/sh: echo: write: No space left on device\ntee: /dev/full: No space left on device\n",
      1,
    ],
    [
      "{ echo a; echo b; } > /dev/full; echo $?",
      "1\n",
      "/system/bin/sh: echo: write: No space left on device\n/system/bin/sh: echo: write: No space left on device\n",
    ],
    ["head -c 3 /dev/full | od -An -tx1", " 00 00 00\n"],
    ["head -c 1000 /dev/urandom | wc -c; head -c 1000 /dev/random | wc -c", "1000\n1000\n"],
    ['a=$(head -c 16 /dev/urandom | md5sum); b=$(head -c 16 /dev/urandom | md5sum); [ "$a" != "$b" ]', ""],
    ["cat /dev/stdin; echo to > /dev/stdout; echo err > /dev/stderr", "in1\nin2\nto\n", "err\n"],
    [
      "cat /dev/fd/0 < /dev/null; echo a 4> f >&4; echo b > /dev/fd/1; exec 5> g; echo c > /dev/fd/5; cat g",
      "b\nc\n",
      "",
      0,
    ],
    [
      "cat /dev/fd/77; echo $?; cat /dev/none; echo $?",
      "1\n1\n",
      "cat: /dev/fd/77: No such file or directory\ncat: /dev/none: No such file or directory\n",
    ],
    ["ls /dev; ls -d /dev/null", "fd\nfull\nnull\npts\nrandom\nstderr\nstdin\nstdout\nurandom\nzero\n/dev/null\n"],
    [
      "[ -c /dev/null ]; echo $?; [ -f /dev/null ]; echo $?; [ -d /dev/fd ]; echo $?; stat -c %A /dev/zero",
      "0\n1\n0\ncrw-rw-rw-\n",
    ],
    [
      "echo x > /dev/tty; echo $?; mkdir /dev/new; echo $?; rm /dev/null; echo $?; echo still > /dev/null",
      "1\n1\n1\n",
      "/system/bin/sh: can't create /dev/tty: No such file or directory\nmkdir: '/dev/new': No such file or directory\nrm: /dev/null: Permission denied\n",
    ],
  ]);
});

describe("the files of /proc", () => {
  testRows([
    [
      "cat /proc/version; cat /proc/filesystems | wc -l; cat /proc/cmdline",
      "Linux version 6.6.0-test (build@terrarium) #1 SMP PREEMPT\n4\nandroidboot.hardware=terrarium\n",
    ],
    ["awk '/MemTotal/ { print $2, $3 } /MemFree/ { print ($2 > 0) }' /proc/meminfo", "2097152 kB\n1\n"],
    ["awk '{ print NF, ($1 >= 0) }' /proc/uptime; awk '{ print NF }' /proc/loadavg", "2 1\n5\n"],
    [
      "awk '$2 == \"/data\" { print $3 }' /proc/mounts; head -1 /proc/net/tcp | awk '{ print $2 }'; ls /proc/net",
      "ext4\nlocal_address\ndev\ntcp\ntcp6\nudp\nudp6\nunix\n",
    ],
    [
      "awk '/lo:/ { print $2, $10 }' /proc/net/dev; cat /proc/net/none; echo $?",
      "0 0\n1\n",
      "cat: /proc/net/none: No such file or directory\n",
    ],
    ["cat /proc/self/comm; tr '\\0' '|' < /proc/self/cmdline | head -1 | cut -c 1-6", "cat\nsh|-c|\n"],
    [
      "sleep 60 & cat /proc/$!/comm; awk '/^(Name|State|PPid)/ { print $1, $2 == \"'$$'\" ? \"shell\" : $2 }' /proc/$!/status; kill $!",
      "sleep\nName: sleep\nState: S\nPPid: shell\n",
    ],
    [
      "awk '{ print NF, $3, $14 >= 0 }' /proc/self/stat; awk '{ print NF }' /proc/self/statm; cat /proc/self/oom_score_adj",
      "52 R 1\n7\n0\n",
    ],
    [
      "sleep 60 & p=$!; kill -STOP $p; awk '{ print $3 }' /proc/$p/stat; kill -9 $p; wait $p; cat /proc/$p/stat 2> /dev/null; echo $?",
      "T\n1\n",
    ],
    ["exec 7< /dev/null; ls /proc/$$/fd | grep 7; readlink /proc/$$/fd/7", "7\n/dev/null\n"],
    [
      "cat /proc/999999/stat; echo $?; ls /proc/1/none; echo $?",
      "1\n1\n",
      "cat: /proc/999999/stat: No such file or directory\nls: /proc/1/none: No such file or directory\n",
    ],
    [
      "echo x > /proc/version; echo $?; rm /proc/uptime; echo $?; mkdir /proc/x; echo $?",
      "1\n1\n1\n",
      "/system/bin/sh: can't create /proc/version: Permission denied\nrm: /proc/uptime: Permission denied\nmkdir: '/proc/x': No such file or directory\n",
    ],
    ["[ $(readlink /proc/self) != /proc/$$ ]; cd /proc/self && pwd", "/proc/self\n"],
    ["ls /proc | grep -c '^[0-9]'  > n; [ $(cat n) -gt 3 ]; ls /proc | grep -cx uptime", "1\n"],
  ]);
});

it("closes an endless file when its reader ends", async () => {
  const shell = await sharedTestShell();
  expect((await shell.run("cat /dev/urandom | head -c 5 | wc -c; cat /dev/zero | read -n 1 x; echo $?")).stdout).toBe(
    "5\n0\n",
  );
  expect(await shell.leftOpen()).toEqual([]);
});
