import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import { connectAdb } from "@terrarium/device-control/adb/connect-adb";
import { containerNames } from "@terrarium/device-providers/docker/container-names";
import { createDockerProvider, type DockerProviderOptions } from "@terrarium/device-providers/docker/docker-provider";
import { ENGINE_LACKS } from "@terrarium/device-providers/docker/engine-lacks";
import { networkNames } from "@terrarium/device-providers/docker/grounds";
import type { LinuxKind } from "@terrarium/device-providers/provider";
import {
  ENGINE_TURN_MS,
  startDockerEngine,
  type DockerEngine,
} from "@terrarium/device-providers/testing/docker-engine";
import { dockerSubject } from "@terrarium/device-providers/testing/docker-subject";
import { buildLinuxImage, TEST_LINUX_IMAGES, whyNoLinuxImage } from "@terrarium/device-providers/testing/linux-images";
import { makeOutsideMachine } from "@terrarium/device-providers/testing/outside-machine";
import { testProvider, testSpec } from "@terrarium/device-providers/testing/provider-suite";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { driveSnapshot } from "../testing/whole-chain.ts";

/** Memory of a sandbox. Files in /tmp and /dev/shm may use a quarter each. */
const MEMORY_MB = 512;
const MINUTE_MS = 60_000;

const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();
const specOf = (sandboxId: string, kind: LinuxKind) => ({
  ...testSpec(sandboxId),
  kind,
  memoryMb: kind === "linux" ? MEMORY_MB : 4 * MEMORY_MB,
  widthPx: 800,
  heightPx: 600,
  densityDpi: 96,
  authorizedKey,
  adbPrivateKeyPem,
});

const settingsOf = (engine: DockerEngine) => ({
  address: { socketPath: engine.socketPath },
  image: TEST_LINUX_IMAGES,
  egress: "off" as const,
  storageMb: 64,
});

/**
 * Opens a provider of a new or given installation until the end of the test; runs commands in its sandboxes' shells.
 */
function open(engine: DockerEngine, more: Partial<DockerProviderOptions> = {}) {
  const { installId = randomUUID() } = more;
  const provider = createDockerProvider({ ...settingsOf(engine), installId, log: pino({ level: "silent" }), ...more });
  const label = `label=terrarium.install=${installId}`;
  let isOpen = true;
  const close = async () => {
    isOpen = false;
    await provider.close();
  };
  onTestFinished(async () => {
    if (!isOpen) return;
    for (const { sandboxId } of await provider.list()) await provider.destroy(sandboxId);
    await close();
    const networks = engine.docker("network", "ls", "-q", "--filter", label).split("\n").filter(Boolean);
    if (networks.length > 0) engine.docker("network", "rm", ...networks);
  });
  /** Creates a sandbox; resolves with a function that runs a command in its shell over ADB and returns the output. */
  async function make(sandboxId: string, kind: LinuxKind) {
    const { address } = await provider.create(specOf(sandboxId, kind));
    const { adb } = await connect(address);
    return async (command: string): Promise<string> => {
      const { stdout, stderr } = (await adb.subprocess.shellProtocol?.spawnWaitText(command)) ?? raise();
      return (stdout + stderr).trim();
    };
  }
  return { provider, make, close, installId, names: containerNames(installId) };
}

/** Connects until the end of the test. */
async function connect(address: DeviceAddress) {
  const connection = await connectAdb({ address, adbPrivateKeyPem });
  onTestFinished(() => connection.close());
  return connection;
}

function raise(): never {
  throw new Error("it has no shell v2");
}

describeWhere(whyNoLinuxImage("linux"), "Linux sandboxes in containers", () => {
  let started: DockerEngine;
  const engine = () => started;
  beforeAll(async () => {
    started = await startDockerEngine();
    buildLinuxImage(started, "linux");
  }, ENGINE_TURN_MS);
  afterAll(() => started?.stop());

  const startDockerApp = () =>
    startTestApp({
      TERRARIUM_PROVIDERS: "docker",
      TERRARIUM_DOCKER_IMAGE: TEST_LINUX_IMAGES,
      DOCKER_HOST: `unix://${engine().socketPath}`,
      TERRARIUM_STANDBY_DEVICES: "0",
    });

  testProvider(
    "docker, with Linux sandboxes,",
    async () => dockerSubject(engine(), settingsOf(engine()), engine().image),
    { many: 4, model: { kind: "linux", memoryMb: MEMORY_MB } },
  );

  test("is a Debian with a home that survives a stop", async () => {
    const { provider, make } = open(engine());
    const shell = await make("sbx_1", "linux");
    expect(await shell("pwd; id -un; . /etc/os-release; echo $ID")).toBe("/home/user\nuser\ndebian");
    expect(await shell("echo kept > note; echo 'print(6 * 7)' | python3 -; node -p 'process.version'")).toMatch(
      /^42\nv2/,
    );
    expect(await shell("bash -lc 'command -v getprop'")).toBe(await shell("command -v getprop"));
    if (typeof provider.stops === "string") throw new Error(provider.stops);
    await provider.stops.stop("sbx_1");
    const { address } = await provider.stops.start(specOf("sbx_1", "linux"));
    const { adb } = await connect(address);
    expect(await adb.subprocess.noneProtocol.spawnWaitText("cat note; ls -A /tmp")).toMatch(/^kept\nterrarium-\w+$/m);
  });

  test("denies rights, foreign files and dangerous system calls", async () => {
    const shell = await open(engine()).make("sbx_1", "linux");
    expect(
      await shell(
        "id -u; grep -Ec '^Cap.*:[[:space:]]0+$' /proc/self/status; grep -E 'NoNewPrivs|Seccomp:' /proc/self/status",
      ),
    ).toBe("10001\n5\nNoNewPrivs:\t1\nSeccomp:\t2");
    // Only its home and memory file systems are writable; it cannot replace its own ADB key.
    const places =
      "/ /usr /etc /opt /opt/terrarium/program /home /home/authorized_keys /proc/sys/kernel/core_pattern /sys";
    expect(await shell(`for f in ${places}; do test -w $f && echo $f; done; mv /home/authorized_keys /tmp`)).toMatch(
      /^mv: .*(denied|permitted|busy|device)/i,
    );
    expect(await shell("ls /var/run/docker.sock /run/docker.sock 2>/dev/null; env | grep -c TERRARIUM_DATA")).toBe("0");
    for (const command of [
      "mount -t tmpfs x /tmp",
      "unshare -Ur id",
      "chroot / id",
      "mknod /tmp/disk b 254 0",
      "dmesg",
    ])
      expect(await shell(`${command} > /dev/null 2>&1 && echo done`)).toBe("");
    // ptrace, process_vm_readv, bpf, userfaultfd, io_uring_setup, keyctl, perf_event_open, open_by_handle_at; clone3.
    const calls =
      process.arch === "x64"
        ? [101, 310, 321, 323, 425, 250, 298, 304, 435]
        : [117, 270, 280, 282, 425, 219, 241, 265, 435];
    const asked = `perl -e 'for (@ARGV) { syscall($_, 0, 0, 0, 0, 0, 0) == -1 && print $! + 0, " " }' ${calls.join(" ")}`;
    expect(await shell(asked)).toBe("1 1 1 1 1 1 1 1 38");
    // AF_VSOCK, AF_ALG, AF_PACKET, AF_BLUETOOTH; netlink of the firewall.
    const families = `perl -e 'for (40, 38, 17, 31) { socket(S, $_, 3, 0) or print $! + 0, " " } socket(S, 16, 3, 12) or print $! + 0'`;
    expect(await shell(families)).toBe("97 97 97 97 97");
    // The program that serves the sandbox runs as the same user, but protects its memory.
    const memory = "(exec 3<> $p/mem) 2> /dev/null && echo open || echo closed";
    const served = `for p in /proc/[0-9]*; do case $(tr '\\0' ' ' < $p/cmdline) in node*) ${memory};; esac; done`;
    expect(await shell(served)).toBe("closed");
  });

  test("reaches no neighbour, internet or cloud metadata", async () => {
    const { make, provider } = open(engine());
    const shell = await make("sbx_1", "linux");
    await make("sbx_2", "linux");
    const neighbour = await provider.inspect("sbx_2");
    if (neighbour.state !== "running") throw new Error("it does not run");
    const loopback = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    onTestFinished(() => void loopback.close());
    await once(loopback, "listening");
    const { port } = loopback.address() as AddressInfo;
    const places = [`127.0.0.1/${port}`, `${neighbour.address.host}/5555`, "169.254.169.254/80", "1.1.1.1/443"];
    const reached = places.map(
      (place) => `(timeout 2 bash -c 'exec 3<>/dev/tcp/${place}' 2>/dev/null && echo ${place})`,
    );
    expect(await shell(reached.join("; "))).toBe("");
    expect(await shell("timeout 5 getent hosts example.com")).toBe("");
  });

  test("reaches only public addresses through the proxy of any server", async () => {
    const [site, inside] = [await makeOutsideMachine("public"), await makeOutsideMachine("inside")];
    const { make, provider, close, installId } = open(engine(), { egress: "public" });
    const shell = await make("sbx_1", "linux");
    await make("sbx_2", "linux");
    const neighbour = await provider.inspect("sbx_2");
    if (neighbour.state !== "running") throw new Error("it does not run");
    expect(await shell(`curl -s http://${site}/; curl -s --proxytunnel http://${site}/`)).toBe("reachedreached");
    expect(await shell(`curl -s --max-time 5 --noproxy '*' http://${site}/; echo $?`)).toMatch(/^(7|28)$/);
    for (const host of [inside, "169.254.169.254", "10.0.0.1", "127.0.0.1", `${neighbour.address.host}:5555`])
      expect(await shell(`curl -s -o /dev/null -w '%{http_code}' --noproxy '' http://${host}/`)).toBe("403");

    // Another server continues after the first has closed.
    const next = open(engine(), { egress: "public", installId });
    expect(await next.provider.inspect("sbx_1")).toMatchObject({ state: "running" });
    await close();
    expect(await shell(`curl -s http://${site}/`)).toBe("reached");
  });

  test("finds the proxy again after its network was recreated elsewhere", async () => {
    const site = await makeOutsideMachine("public");
    const { make, provider, installId } = open(engine(), { egress: "public" });
    await make("sbx_1", "linux");
    if (typeof provider.stops === "string") throw new Error(provider.stops);
    await provider.stops.stop("sbx_1");
    const { network } = networkNames(installId).internal;
    const subnet = engine().docker("network", "inspect", "--format", "{{(index .IPAM.Config 0).Subnet}}", network);
    engine().docker("network", "rm", network);
    engine().docker("network", "create", "--internal", "--subnet", subnet, "another");
    onTestFinished(() => void engine().docker("network", "rm", "another"));
    const { address } = await provider.stops.start(specOf("sbx_1", "linux"));
    const { adb } = await connect(address);
    expect(await adb.subprocess.noneProtocol.spawnWaitText(`curl -s http://${site}/`)).toBe("reached");
  });

  test("is limited in memory, processes and memory file systems", async () => {
    const { make, names } = open(engine());
    const shell = await make("sbx_1", "linux");
    const [{ HostConfig: limits }] = JSON.parse(engine().docker("inspect", names.ofSandbox("sbx_1")));
    expect(limits).toMatchObject({ Memory: MEMORY_MB * 1024 ** 2, PidsLimit: 1_024, CpuQuota: 200_000 });
    const quarter = 1024 * (MEMORY_MB / 4);
    expect(await shell("df --output=size /tmp /dev/shm | tail -n 2 | xargs")).toBe(`${quarter} ${quarter}`);
    await shell(
      "for i in $(seq 1500); do sleep 20 & done 2> /dev/null; kill $(jobs -p) 2> /dev/null; wait 2> /dev/null",
    );
    expect(await shell("echo goes on")).toBe("goes on");
  });

  test("reports missing engine features before a create fails", async () => {
    const missingFor = (more: Partial<DockerProviderOptions>) =>
      open(engine(), more).provider.missingFor?.(specOf("sbx_1", "linux"));
    expect(await missingFor({})).toEqual([]);
    expect(await missingFor({ image: "terrarium-test/none-{kind}" })).toEqual([ENGINE_LACKS.image]);
    expect(await missingFor({ image: "terrarium-test/phone" })).toEqual([expect.stringContaining("{kind}")]);
    expect(await missingFor({ publish: "127.0.0.1" })).toEqual([ENGINE_LACKS.isolation]);
    expect(await missingFor({ publish: "127.0.0.1", egress: "public" })).toEqual([ENGINE_LACKS.isolation]);
    expect(await missingFor({ publish: "127.0.0.1", egress: "all" })).toEqual([]);
  });

  test("runs the whole chain of a box in a container", async () => {
    const app = await startDockerApp();
    try {
      const token = await app.signIn("Ada");
      const call = (path: string, body: object) => app.call("POST", `/api/v1/boxes/${path}`, { token, body });
      const { body: box } = await call("linux", { config: { expiresIn: "5m" } });
      expect(box).toMatchObject({ type: "linux", status: "running", config: { templateId: "tpl_linux" } });
      expect(box.config.os.version).toMatch(/^debian-\d+$/);
      const ran = await call(`${box.id}/commands`, { command: "echo $((6 * 7)) > answer; cat answer" });
      expect(ran.body).toMatchObject({ stdout: "42\n", exitCode: 0 });
      const read = await app.call("GET", `/api/v1/boxes/${box.id}/fs/read?path=answer`, { token });
      expect(read.body).toMatchObject({ content: "42\n" });
      expect((await call(`${box.id}/terminate`, {})).status).toBe(200);
      expect(engine().docker("ps", "-a", "--format", "{{.Names}}")).not.toContain(box.id);
    } finally {
      await app.remove();
    }
  });

  test("starts with the files of a snapshot", async () => {
    const app = await startDockerApp();
    try {
      const { found, kept } = await driveSnapshot(app, await app.signIn("Ada"), "tpl_linux");
      expect(found).toBe(kept);
    } finally {
      await app.remove();
    }
  });

  describe.each(["browser", "desktop"] as const)("with a screen", (kind) => {
    describeWhere(whyNoLinuxImage(kind), `a ${kind}`, () => {
      beforeAll(() => buildLinuxImage(started, kind), 10 * MINUTE_MS);

      test("draws on its screen, and its Chromium is sandboxed", async () => {
        const shell = await open(engine()).make("sbx_1", kind);
        expect(await shell("wm size")).toBe("Physical size: 800x600");
        expect(await shell("screencap -p | head -c 8 | tail -c 7 | head -c 3")).toBe("PNG");
        const version = () => shell("curl -s http://127.0.0.1:9222/json/version");
        await expect.poll(version, { timeout: MINUTE_MS }).toContain("Chrome/");
        expect(await shell("pgrep -fa -- --type=rendere[r] | grep -c -- --no-sandbox")).toBe("0");
        const page = "data:text/html,<title>Hello</title><button>Press here</button>";
        await shell(`curl -s -X PUT 'http://127.0.0.1:9222/json/new?${encodeURIComponent(page)}'`);
        await expect.poll(() => shell("uiautomator dump /dev/tty"), { timeout: MINUTE_MS }).toContain("Press here");
        // Zygotes and pages are in user namespaces that Chromium created.
        const namespaces =
          "for p in 1 $(pgrep -f -- --type=rendere[r] | head -n 1); do readlink /proc/$p/ns/user; done";
        expect(new Set((await shell(namespaces)).split("\n")).size).toBe(2);
      });

      test("starts with the files of a snapshot, including the browser's", async () => {
        const app = await startDockerApp();
        try {
          const { found, kept } = await driveSnapshot(app, await app.signIn("Ada"), `tpl_${kind}`);
          expect(found).toBe(kept);
        } finally {
          await app.remove();
        }
      });
    });
  });
});
