import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createBox, getBox } from "../e2e/support/api.ts";
import { pidsNaming } from "../e2e/support/processes.ts";
import { post, signIn, startServer, type TestServer } from "../e2e/support/server.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { deviceProcess, isRunning } from "./support/host.ts";
import { childOf, kernelLeftovers, processesOf, runInside, uidOf, whyNoLinux } from "./support/linux.ts";

const STORAGE_MB = 128;
const MEMORY_MB = 1024;
const MOST_TASKS = 1_024;
const KILLS = 3;
/** A descriptor that the server inherits. */
const INHERITED = 200;
const TEMPLATE = { templateId: "tpl_linux" };

describeWhere(await whyNoLinux(), "a sandbox of Linux on the server's machine", () => {
  let server: TestServer;
  let token: string;
  let attacker: string;
  let neighbour: string;
  let secretFolder: string;

  beforeAll(async () => {
    secretFolder = mkdtempSync(path.join(tmpdir(), "terrarium-secret-"));
    const secret = path.join(secretFolder, "secret");
    writeFileSync(secret, "of the operator", { mode: 0o600 });
    server = await startServer({ TERRARIUM_DEVICE_STORAGE_MB: String(STORAGE_MB) }, undefined, [
      "/bin/bash",
      "-c",
      `exec ${INHERITED}< "$0"; umask 077; exec "$@"`,
      secret,
    ]);
    token = await signIn(server.origin, "ada");
    [attacker, neighbour] = await Promise.all([make(), make()]);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(secretFolder, { recursive: true });
  });

  const make = async () => (await createBox(server.origin, token, { expiresIn: "30m", ...TEMPLATE })).id;
  const run = (command: string, timeout?: string) => runInside(server.origin, token, attacker, command, timeout);
  const print = async (command: string) => (await run(command)).stdout.trim();
  const terminate = (id: string) => post(server.origin, `/api/v1/boxes/${id}/terminate`, {}, token);
  /** Expects that neighbour and server are unaffected. */
  async function expectNoHarm() {
    expect(await runInside(server.origin, token, neighbour, "echo well")).toMatchObject({ stdout: "well\n" });
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  }

  test("sees only this machine's programs and no neighbour's files", async () => {
    await runInside(server.origin, token, neighbour, "echo secret > /home/user/secret; echo secret > /tmp/secret");
    expect(await print("cat /home/user/secret /tmp/secret /proc/*/root/home/user/secret")).toBe("");
    const own = [
      server.dataDir,
      process.cwd(),
      "/root",
      "/boot",
      "/srv",
      "/var/lib",
      "/var/log",
      "/sys",
      "/etc/shadow",
      "/etc/ssh",
    ];
    expect(await print(`for f in ${own.join(" ")}; do test -e $f && echo $f; done`)).toBe("");
    // Only its own files are writable, and no disk is accessible other than through its files.
    const places = "/ /usr /etc /opt /opt/terrarium /opt/terrarium/program /dev /proc /proc/sys/kernel/hostname /run";
    expect(
      await print(`for f in ${places}; do test -w $f && (: > $f/new || : > $f) 2>/dev/null && echo $f; done`),
    ).toBe("");
    expect(await print("ls /dev | sort | tr '\\n' ' '")).toBe(
      "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero",
    );
    expect((await run("mknod /tmp/disk b 254 0 && head -c 1 /tmp/disk")).exitCode).not.toBe(0);
  });

  test("has no user rights on this machine and cannot gain any", async () => {
    const uid = uidOf(server.dataDir, attacker);
    expect(uid).toBeGreaterThan(1_000_000_000);
    expect(uidOf(server.dataDir, neighbour)).not.toBe(uid);
    expect(
      await print("id -u; grep -Ec '^Cap.*:[[:space:]]0+$' /proc/self/status; grep NoNewPrivs /proc/self/status"),
    ).toBe("1000\n5\nNoNewPrivs:\t1");
    // No setuid program gives root here.
    expect(
      await print(
        "for f in $(find /usr/bin /usr/sbin -perm -4000); do echo | timeout 5 $f -c 'id -u' 2>/dev/null; done",
      ),
    ).not.toMatch(/^0$/m);
    expect((await run("mount -t tmpfs x /tmp")).exitCode).not.toBe(0);
    expect((await run("unshare -Ur id")).stderr).toContain("not permitted");
    expect((await run("chroot / id")).exitCode).not.toBe(0);
  });

  test("cannot use system calls known for escapes", async () => {
    // ptrace, process_vm_readv, bpf, userfaultfd, io_uring_setup, keyctl, perf_event_open, open_by_handle_at; clone3.
    const calls =
      process.arch === "x64"
        ? [101, 310, 321, 323, 425, 250, 298, 304, 435]
        : [117, 270, 280, 282, 425, 219, 241, 265, 435];
    const asked = `perl -e 'for (@ARGV) { syscall($_, 0, 0, 0, 0, 0, 0) == -1 && print $! + 0, " " }' ${calls.join(" ")}`;
    expect(await print(asked)).toBe("1 1 1 1 1 1 1 1 38");
    // AF_VSOCK, AF_ALG, AF_PACKET, AF_BLUETOOTH; netlink of the firewall.
    const families = `perl -e 'for (40, 38, 17, 31) { socket(S, $_, 3, 0) or print $! + 0, " " } socket(S, 16, 3, 12) or print $! + 0'`;
    expect(await print(families)).toBe("97 97 97 97 97");
    // Attempts to inject input into a terminal.
    const typing = `perl -e '$x = "x"; syscall(${process.arch === "x64" ? 16 : 29}, 0, 0x5412, $x) == -1 && print $! + 0'`;
    expect(await print(typing)).toBe("1");
  });

  test("reaches no local network, neighbour or cloud metadata", async () => {
    const listener = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    const abstract = createServer((socket) => socket.end("reached")).listen(`\0terrarium-attack-${process.pid}`);
    onTestFinished(() => void [listener.close(), abstract.close()]);
    await Promise.all([once(listener, "listening"), once(abstract, "listening")]);
    await runInside(
      server.origin,
      token,
      neighbour,
      "perl -MIO::Socket -e 'IO::Socket::INET->new(Listen => 1, LocalPort => 7777) && sleep 60' > /dev/null 2>&1 &",
    );
    const { port } = listener.address() as AddressInfo;
    const hosts = [
      `127.0.0.1/${port}`,
      `127.0.0.1/${new URL(server.origin).port}`,
      "127.0.0.1/7777",
      "169.254.169.254/80",
      "10.0.0.1/80",
      "1.1.1.1/443",
    ];
    const tries = hosts.map((host) => `(exec 3<>/dev/tcp/${host} && echo reached) 2>/dev/null`).join("; ");
    const sockets = "perl -MIO::Socket::UNIX -e 'for (`cat /proc/net/unix` =~ /@(\\S+)/g) { print }'";
    expect(await print(`${tries}; ${sockets}`)).toBe("");
    expect(await print("grep -v lo: /proc/net/dev | grep -c :; find / -xdev -type s 2>/dev/null | grep -v ^/tmp")).toBe(
      "0",
    );
    // Its ADB does not listen on a socket of this machine's network, which would accept other clients.
    const listening = new Set(
      readFileSync("/proc/net/tcp", "utf8")
        .match(/ 0A .*/g)
        ?.map((line) => line.split(/\s+/)[7]),
    );
    const inodes = processesOf(uidOf(server.dataDir, attacker)).flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).map((fd) => /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]),
    );
    expect(inodes.filter((inode) => inode !== undefined).length).toBeGreaterThan(0);
    expect(inodes.filter((inode) => listening.has(inode))).toEqual([]);
    await expectNoHarm();
  });

  test("inherits no descriptor, file mode or priority from the server", async () => {
    expect(await print(`cat <&${INHERITED}; cat /proc/[0-9]*/fd/${INHERITED}; umask; ulimit -r`)).toBe("0022\n0");
    const open = processesOf(uidOf(server.dataDir, attacker)).flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)),
    );
    expect(open.length).toBeGreaterThan(0);
    expect(open.filter((file) => file.startsWith(secretFolder))).toEqual([]);
  });

  test("cannot open the memory of its serving program", async () => {
    const memories = "/proc/2/mem /proc/2/task/*/mem";
    expect(await print(`for f in ${memories}; do (exec 3<> $f) 2> /dev/null && echo $f; done`)).toBe("");
    expect(await print("cat /proc/2/environ /proc/2/maps 2>&1 | grep -vc denied")).toBe("0");
    expect(await print("(exec 3<> /proc/self/mem) && echo own")).toBe("own");
    // The first process belongs to bubblewrap. A takeover of it yields the same filter and no additional rights.
    expect(await print("grep -hE '^(Cap(Prm|Eff)|Seccomp):' /proc/1/status | tr -s '\\t\\n0' ' '")).toBe(
      "CapPrm: CapEff: Seccomp: 2",
    );
  });

  test("counts socket buffers towards its memory", async () => {
    // Connections to itself whose other ends read nothing.
    const filled = `perl -MIO::Socket -e '
      $l = IO::Socket::INET->new(Listen => 512, LocalAddr => "127.0.0.1");
      for (1 .. 1000) {
        $c = IO::Socket::INET->new(PeerAddr => "127.0.0.1", PeerPort => $l->sockport, Blocking => 1) or last;
        push @a, $c, $l->accept;
        $c->blocking(0);
        while ($n = syswrite $c, $x ||= "x" x 65536) { $sum += $n }
      }
      print $sum'`;
    const { stdout } = await run(filled, "60s");
    // Empty if the kernel ended it.
    expect(Number(stdout)).toBeLessThan((MEMORY_MB * 1024 ** 2) / 2);
    await expectNoHarm();
  });

  test("sees and ends only its processes and cannot debug its server", async () => {
    expect(await print("ps -eo uid= | sort -u | tr -d ' '")).toBe("1000");
    expect(Number(await print("ps -e --no-headers | wc -l"))).toBeLessThan(15);
    await run("kill -USR1 2; sleep 0.5");
    expect(await print("(exec 3<>/dev/tcp/127.0.0.1/9229 && echo open) 2>/dev/null")).toBe("");
    // Kills everything that it may: at most itself.
    const killed = run("kill -9 -1").catch(() => undefined);
    await expect.poll(async () => (await getBox(server.origin, token, attacker)).status).toBe("error");
    await killed;
    await expectNoHarm();
    attacker = await make();
  });

  test("fills only its own memory, processes and files", async () => {
    const uid = uidOf(server.dataDir, attacker);
    const bomb = run("perl -e '1 while defined fork or select(undef, undef, undef, 0.01)'; true", "10s").catch(
      () => undefined,
    );
    const most = { tasks: 0 };
    const isOver = bomb.then(() => true);
    while (!(await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 500, false))])))
      most.tasks = Math.max(most.tasks, processesOf(uid).length);
    expect(most.tasks).toBeGreaterThan(50);
    expect(most.tasks).toBeLessThanOrEqual(MOST_TASKS);
    await expectNoHarm();
    await terminate(attacker);
    await expect.poll(() => processesOf(uid)).toEqual([]);
    attacker = await make();

    const greedy = await run("perl -e 'push @a, \"x\" x 1e6 while 1'; echo $?", "120s");
    expect(greedy).toMatchObject({ stdout: "137\n" });
    const files = await run(
      "for d in /tmp /dev/shm /run/user/1000; do head -c 2G /dev/zero > $d/f; rm -f $d/f; done",
      "120s",
    );
    expect(files.stderr.match(/No space left/g)).toHaveLength(3);
    const descriptors = await print('perl -e \'while (open my $f, "<", "/dev/null") { push @a, $f } print scalar @a\'');
    expect(Number(descriptors)).toBeLessThan(MEMORY_MB * 4);
    await expectNoHarm();
  });

  test("fills only its own disk with bytes and files", async () => {
    const freeMb = () => {
      const { bavail, bsize } = statfsSync(server.dataDir);
      return (bavail * bsize) / 1024 ** 2;
    };
    const usedMb = () =>
      Number(
        execFileSync("du", ["-sm", path.join(server.dataDir, "devices", attacker)], { encoding: "utf8" }).split(
          "\t",
        )[0],
      );
    const before = freeMb();
    const full = await run(
      `cd /home/user; head -c ${2 * STORAGE_MB}M /dev/zero > full; perl -e 'for (1 .. 1e6) { open my $f, ">", "f$_" or last }'; sync; ls | wc -l`,
      "120s",
    );
    expect(full.stderr).toContain("No space left");
    expect(Number(full.stdout)).toBeLessThan(50_000);
    expect(usedMb()).toBeLessThan(STORAGE_MB + 8);
    // Other processes write to this disk too.
    expect(before - freeMb()).toBeLessThan(STORAGE_MB + 2_048);
    expect(
      await run("rm -rf /home/user/*; echo x > /home/user/again; sync; cat /home/user/again", "120s"),
    ).toMatchObject({ stdout: "x\n" });
    await expectNoHarm();
  });

  test.each(["program", "bubblewrap", "parent"] as const)("leaves nothing after kill -9 of its %s", async (which) => {
    const id = await make();
    const uid = uidOf(server.dataDir, id);
    await runInside(server.origin, token, id, "setsid sleep 600 > /dev/null 2>&1 &");
    const parent = deviceProcess(server.dataDir, id);
    const bubblewrap = childOf(parent);
    process.kill({ parent, bubblewrap, program: childOf(childOf(bubblewrap)) }[which], "SIGKILL");
    await expect.poll(async () => (await getBox(server.origin, token, id)).status).toBe("error");
    await expect.poll(() => processesOf(uid)).toEqual([]);
    await expect
      .poll(() => readdirSync(path.join(server.dataDir, "devices")).filter((name) => name.includes(id)))
      .toEqual([]);
    expect(isRunning(parent)).toBe(false);
    await expectNoHarm();
  });

  test("repeated kills of the server leave no partial ones", async () => {
    await runInside(server.origin, token, neighbour, "echo kept > /home/user/kept");
    for (let i = 0; i < KILLS; i++) {
      const id = await make();
      const underWay = [make(), make(), terminate(id)];
      const all = Promise.allSettled(underWay);
      if (i % 2 === 1) await Promise.race(underWay);
      await server.kill();
      await all;
      await server.restart();
    }
    expect(await runInside(server.origin, token, neighbour, "cat /home/user/kept")).toMatchObject({ stdout: "kept\n" });
    const devices = path.join(server.dataDir, "devices");
    const left = () => readdirSync(devices).filter((name) => name.startsWith("sbx_"));
    const uids = left().map((id) => uidOf(server.dataDir, id));
    for (const id of left()) expect((await terminate(id)).status).toBe(200);
    await expect.poll(() => readdirSync(devices)).toEqual([]);
    await expect.poll(() => uids.flatMap(processesOf)).toEqual([]);
    await expect.poll(() => pidsNaming(devices)).toEqual([]);
    await expect.poll(() => kernelLeftovers(server.dataDir)).toEqual([]);
  });
});
