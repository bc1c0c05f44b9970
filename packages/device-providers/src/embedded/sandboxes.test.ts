import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { connectTo } from "@terrarium/platform/base/device-address";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { endProcessesOf } from "../../../../tools/temporary-folder.ts";
import { REFUSED_CALLS } from "../linux/system-calls.ts";
import type { DeviceModel, DeviceProvider, DeviceSpec } from "../provider.ts";
import { testProvider, testSpec } from "../testing/provider-suite.ts";
import { createEmbeddedProvider, type EmbeddedProviderOptions } from "./embedded-provider.ts";
import { createLinuxMachine } from "./linux-machine.ts";
import { readStartTime } from "./process-identity.ts";
import { treeOf } from "./process-tree.ts";

const program = fileURLToPath(new URL("../testing/fake-device.mjs", import.meta.url));
const sandboxProgram = fileURLToPath(new URL("../testing/fake-sandbox.mjs", import.meta.url));
const log = pino({ level: "silent" });
const sizes = { program, sandboxProgram, storageMb: 64, memoryMb: 256 };
const model = { kind: "linux", cpu: 1, memoryMb: 256 } as const;
const machine = createLinuxMachine({ log });
const [missing] = await machine.missingFor("linux", sandboxProgram);
const base = temporaryFolder();
let count = 0;
const providers: { root: string; provider: DeviceProvider }[] = [];

function open(options: Partial<EmbeddedProviderOptions> = {}) {
  const root = options.root ?? path.join(base, String(count++));
  const provider = createEmbeddedProvider({ ...sizes, root, log, ...options });
  providers.push({ root, provider });
  return { root, provider };
}

const spec = (sandboxId: string, more: Partial<DeviceModel> = {}): DeviceSpec => ({
  ...testSpec(sandboxId),
  ...model,
  ...more,
});

async function ask(provider: DeviceProvider, sandboxId: string, question: string): Promise<unknown> {
  const state = await provider.inspect(sandboxId);
  if (state.state !== "running") throw new Error(state.detail);
  const socket = connectTo(state.address);
  await once(socket, "connect");
  socket.write(question);
  return JSON.parse(await text(socket));
}

const Result = z.object({ code: z.union([z.number(), z.string()]), stdout: z.string(), stderr: z.string() });
const run = async (provider: DeviceProvider, id: string, script: string) =>
  Result.parse(await ask(provider, id, `sh ${script}`));
const print = async (provider: DeviceProvider, id: string, script: string) =>
  (await run(provider, id, script)).stdout.trim();

const pidOf = (root: string, sandboxId: string): number =>
  JSON.parse(readFileSync(path.join(root, sandboxId, "device.json"), "utf8")).pid;

/** Returns the processes of this machine with the words in their command line. */
const processesWith = (words: string): string[] =>
  execFileSync("ps", ["-eo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(words) && !line.includes("ps -eo"));

/** A separate process deletes stored files. */
const untilEmpty = async (root: string): Promise<void> =>
  void (await vi.waitUntil(() => readdirSync(root).length === 0, { timeout: 90_000 }));

afterEach(async () => {
  for (const { root, provider } of providers.splice(0)) {
    for (const { sandboxId } of await provider.list()) await provider.destroy(sandboxId);
    await provider.close();
    await untilEmpty(root);
  }
});

describeWhere(missing, "sandboxes of Linux", () => {
  testProvider(
    "embedded, with sandboxes of Linux,",
    async () => {
      // The folder is not shared: each provider removes unfinished devices at its start.
      const root = path.join(base, String(count++));
      const url = new URL("embedded-provider.ts", import.meta.url).href;
      return {
        open: () => createEmbeddedProvider({ ...sizes, root, log }),
        moduleSource: `
          const log = { debug() {}, warn: console.error, error: console.error };
          const { createEmbeddedProvider } = await import(${JSON.stringify(url)});
          const provider = createEmbeddedProvider({ ...${JSON.stringify({ root, ...sizes })}, log });
        `,
        crash: async (sandboxId) => void process.kill(pidOf(root, sandboxId), "SIGKILL"),
        leftovers: async () => readdirSync(root),
        makeOthers: async () => async () => true,
        remove: () => untilEmpty(root),
      };
    },
    { many: 4, model },
  );

  test("measures processor, disk and network of a sandbox", async () => {
    const { provider } = open();
    await provider.create(spec("sbx_1"));
    await run(provider, "sbx_1", "head -c 20000000 /dev/zero > $HOME/big");
    const before = await provider.measure?.("sbx_1");
    expect(before?.diskBytes).toBeGreaterThan(20_000_000);
    expect(before?.diskBytes).toBeLessThan(60_000_000);
    expect(before?.network).toEqual({ receivedBytes: 0, sentBytes: 0 });
    await run(provider, "sbx_1", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
    const after = await provider.measure?.("sbx_1");
    expect(after?.cpuSeconds).toBeGreaterThan((before?.cpuSeconds ?? Infinity) + 0.1);
  });

  test("passes options to the program, and grants no rights", async () => {
    const { provider } = open();
    await provider.create(spec("sbx_1"));
    expect(await ask(provider, "sbx_1", "options")).toMatchObject({
      kind: "linux",
      home: "/home/user",
      userName: "user",
      adbPublicKey: spec("").authorizedKey,
    });
    const script =
      "id -u; id -un; pwd; hostname; grep -Ec '^Cap.*:[[:space:]]0+$' /proc/self/status; cat /sys 2>&1; ls /root 2>&1";
    expect((await print(provider, "sbx_1", script)).split("\n")).toEqual([
      "1000",
      "user",
      "/home/user",
      "linux",
      "5",
      "cat: /sys: No such file or directory",
      "ls: cannot access '/root': No such file or directory",
    ]);
  });

  test("ends all processes of one test run's sandboxes only", async () => {
    const { root, provider } = open();
    const folder = mkdtempSync(path.join(base, "run-"));
    vi.stubEnv("TMPDIR", folder);
    await provider.create(spec("sbx_1"));
    vi.stubEnv("TMPDIR", `${folder}-other`);
    await provider.create(spec("sbx_2"));
    vi.unstubAllEnvs();
    const all = treeOf(pidOf(root, "sbx_1"));
    expect(await endProcessesOf(folder, 0)).not.toEqual([]);
    const times = () => Promise.all(all.map(readStartTime));
    await expect.poll(times).toEqual(all.map(() => undefined));
    await expect.poll(async () => (await provider.inspect("sbx_1")).state).toBe("gone");
    expect(await print(provider, "sbx_2", "echo lives")).toBe("lives");
  });

  test("login shells keep the PATH of other shells", async () => {
    const { provider } = open();
    await provider.create(spec("sbx_1"));
    expect(await print(provider, "sbx_1", "PATH=/given:$PATH; echo $PATH; bash -lc 'echo $PATH'")).toMatch(
      /^(\/given:.+)\n\1$/,
    );
  });

  test("keeps files across a stop, within the storage limit", async () => {
    const { provider } = open();
    await provider.create(spec("sbx_1"));
    await run(provider, "sbx_1", "echo kept > ~/kept");
    if (typeof provider.stops === "string") throw new Error(provider.stops);
    await provider.stops.stop("sbx_1");
    await provider.stops.start(spec("sbx_1"));
    expect(await print(provider, "sbx_1", "cat ~/kept")).toBe("kept");
    if (!(await machine.canMountImages())) return;
    const fill = await run(
      provider,
      "sbx_1",
      "head -c 100M /dev/zero > ~/full; wc -c < ~/full; head -c 1 /dev/zero > ~/more",
    );
    expect(fill.stderr).toContain("No space left");
    expect(Number(fill.stdout)).toBeLessThan(64 * 1024 ** 2);
  });

  test("limits memory, processes and memory file systems", async () => {
    const { provider } = open();
    await provider.create(spec("sbx_1"));
    await provider.create(spec("sbx_2"));
    const bomb = await run(provider, "sbx_1", "perl -e 'push @a, \"x\" x 1e6 while 1' ; echo $?");
    expect(bomb.stdout).toContain("137");
    const shm = await run(
      provider,
      "sbx_1",
      "for d in /tmp /dev/shm /run/user/1000; do head -c 200M /dev/zero > $d/f; rm $d/f; done",
    );
    expect(shm.stderr.match(/No space left/g)).toHaveLength(3);
    expect(
      (await run(provider, "sbx_1", "touch /new /dev/new /etc/new /opt/new")).stderr.match(/Read-only/g),
    ).toHaveLength(4);
    expect(await print(provider, "sbx_2", "echo well")).toBe("well");
  });

  test("rejects dangerous system calls", async () => {
    const { provider } = open();
    await provider.create(spec("sbx_1"));
    const index = process.arch === "x64" ? 0 : 1;
    const names = Object.keys(REFUSED_CALLS).filter((name) => REFUSED_CALLS[name]?.[index] !== null);
    const numbers = names.map((name) => REFUSED_CALLS[name]?.[index]);
    const answers = await print(
      provider,
      "sbx_1",
      `perl -e 'for (@ARGV) { $! = 0; syscall($_, -1, 0, 0, 0, 0, 0); print $! + 0, "\\n" }' ${numbers.join(" ")}`,
    );
    expect(answers.split("\n").map(Number)).toEqual(names.map(() => 1));
    const family = (number: number, protocol = 0) =>
      `perl -e 'socket(S, ${number}, 3, ${protocol}) or print $!+0; socket(S, ${number}, 1, ${protocol}) and print "made"'`;
    // AF_VSOCK, AF_ALG and AF_PACKET; netlink of the firewall.
    expect(await print(provider, "sbx_1", `${family(40)}; ${family(38)}; ${family(17)}; ${family(16, 12)}`)).toBe(
      "97979797",
    );
    expect((await run(provider, "sbx_1", "unshare -U true")).stderr).toContain("not permitted");
    // clone3 (filters cannot see its flags), and a call of later kernels.
    expect(await print(provider, "sbx_1", `perl -e 'syscall($_, 0, 0) && print $!+0, " " for (435, 470)'`)).toBe(
      "38 38",
    );
  });

  test("cannot reach the machine's network or its listeners", async () => {
    const { provider } = open();
    await provider.create(spec("sbx_1"));
    const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    const abstract = createServer((socket) => socket.end("reached")).listen(`\0terrarium-test-${process.pid}`);
    onTestFinished(() => void [server.close(), abstract.close()]);
    await Promise.all([once(server, "listening"), once(abstract, "listening")]);
    const { port } = server.address() as AddressInfo;
    const tcp = (host: string, at: number) => `(exec 3<>/dev/tcp/${host}/${at} && cat <&3) 2>&1`;
    const script = `${tcp("127.0.0.1", port)}; ${tcp("169.254.169.254", 80)}; ls /sys/class/net /proc/net/dev 2>&1; cat /proc/net/unix`;
    const { stdout } = await run(provider, "sbx_1", `bash -c '${script}'`);
    expect(stdout).not.toContain("reached");
    expect(stdout).not.toContain("terrarium-test");
    expect(stdout).toContain("Connection refused");
    expect(stdout).toContain("unreachable");
  });

  test("reaches the egress proxy, also after a server restart", async () => {
    const site = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    await once(site, "listening");
    onTestFinished(() => void site.close());
    const target = `10.0.2.2:${(site.address() as AddressInfo).port}`;
    const script = `perl -MIO::Socket::UNIX -e '$s = IO::Socket::UNIX->new("/run/terrarium/egress.sock") or die "none: $!"; print $s "CONNECT ${target} HTTP/1.1\\r\\n\\r\\n"; print <$s>' 2>&1`;
    const { provider: closed } = open();
    await closed.create(spec("sbx_1"));
    expect(await print(closed, "sbx_1", script)).toContain("none: No such file");
    const { root, provider } = open({ egress: "all" });
    await provider.create(spec("sbx_1"));
    expect(await ask(provider, "sbx_1", "options")).toMatchObject({ egressProxy: "/run/terrarium/egress.sock" });
    expect(await print(provider, "sbx_1", script)).toContain("reached");
    await provider.close();
    const { provider: next } = open({ root, egress: "public" });
    expect(await print(next, "sbx_1", script)).toContain("403");
  });

  test.each(["SIGKILL to its leader", "SIGKILL to bubblewrap", "SIGKILL to its program"])(
    "after %s no process of it is left",
    async (which) => {
      const { root, provider } = open();
      const told = new Promise((resolve) => provider.onExit((sandboxId) => resolve(sandboxId)));
      await provider.create(spec("sbx_1", { name: "Marked" }));
      const uid = readFileSync(path.join(root, "sbx_1", "uid"), "utf8");
      await run(provider, "sbx_1", "setsid sleep 4321 > /dev/null 2>&1 < /dev/null &");
      const leader = pidOf(root, "sbx_1");
      const below = (pid: number): number[] =>
        execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
          .trim()
          .split("\n")
          .map(Number);
      const [bubblewrap = 0] = below(leader);
      const [first = 0] = below(bubblewrap);
      const [daemon = 0] = below(first);
      process.kill(which.endsWith("program") ? daemon : which.endsWith("bubblewrap") ? bubblewrap : leader, "SIGKILL");
      expect(await told).toBe("sbx_1");
      const ofUser = () => execFileSync("ps", ["-eo", "uid=,args="], { encoding: "utf8" }).split("\n");
      await expect.poll(() => ofUser().filter((line) => uid !== "" && line.trim().startsWith(`${uid} `))).toEqual([]);
      await expect.poll(() => processesWith("sleep 4321")).toEqual([]);
      await provider.destroy("sbx_1");
      await expect.poll(() => readdirSync(root)).toEqual([]);
    },
  );

  test("uses a standby device for its own template only", async () => {
    const waiting = { ...spec("any") };
    const waits = Promise.withResolvers<void>();
    const debug = (_context: unknown, words?: string) => void (words?.includes("ready in standby") && waits.resolve());
    const { provider } = open({ warm: [{ model: waiting, size: 1 }], log: { debug, warn() {}, error() {} } });
    await waits.promise;
    await provider.create(spec("sbx_other", { memoryMb: 300 }));
    expect(await ask(provider, "sbx_other", "options")).toMatchObject({ wasInStandby: false });
    const wasInStandby = async (id: string) => {
      await provider.create(spec(id));
      return z.object({ wasInStandby: z.boolean() }).parse(await ask(provider, id, "options")).wasInStandby;
    };
    expect(await wasInStandby("sbx_1")).toBe(true);
    await run(provider, "sbx_1", "echo here > ~/file");
    expect(await print(provider, "sbx_1", "cat ~/file")).toBe("here");
  });
});

test("names missing programs and their installation in one sentence", async () => {
  const root = path.join(base, "empty-root");
  const nothing = createLinuxMachine({ rootPath: root, log });
  const words = await nothing.missingFor("browser", sandboxProgram);
  expect(words).toEqual([expect.stringMatching(/^needs .*Xvfb, Openbox and Chromium: `npm run setup-desktops`$/)]);
});
