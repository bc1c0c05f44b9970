import { randomUUID } from "node:crypto";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import { connectAdb } from "@terrarium/device-control/adb/connect-adb";
import { createAlone } from "@terrarium/platform/base/alone";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { answersAdb } from "../adb-answer.ts";
import { type DockerEngine, ENGINE_TURN_MS, startDockerEngine, whyNoEngine } from "../testing/docker-engine.ts";
import { dockerSubject } from "../testing/docker-subject.ts";
import { makeOutsideMachine } from "../testing/outside-machine.ts";
import { TEST_MODEL, testProvider, testSpec } from "../testing/provider-suite.ts";
import { containerNames } from "./container-names.ts";
import { createDockerProvider, type DockerProviderOptions } from "./docker-provider.ts";
import { networkNames } from "./grounds.ts";

/** Returns a program that answers a greeting with AUTH, then runs `work`. */
const greetAnd = (work: string) =>
  `const auth = Buffer.alloc(44); auth.write("AUTH"); auth[12] = 20;
  require("net").createServer((socket) => socket.on("error", () => {}).once("data", () => { socket.end(auth); ${work} })).listen(5555)`;

describeWhere(whyNoEngine(), "the provider docker", () => {
  let engine: DockerEngine;
  /** Image of a program that greets like an ADB daemon, for tests without a phone. */
  let greeter: string;
  beforeAll(async () => {
    engine = await startDockerEngine();
    greeter = makeImage("greeter", greetAnd(""));
  }, ENGINE_TURN_MS);
  afterAll(() => engine?.stop());

  /** Makes an image that runs another program. */
  function makeImage(name: string, script: string): string {
    const id = engine.docker("create", engine.image);
    const entry = JSON.stringify(["node", "-e", script, "--"]);
    engine.docker("commit", "--change", `ENTRYPOINT ${entry}`, id, `terrarium-test/${name}`);
    engine.docker("rm", "-v", id);
    return `terrarium-test/${name}`;
  }

  const optionsOf = (installId: string): Omit<DockerProviderOptions, "log"> => ({
    address: { socketPath: engine.socketPath },
    installId,
    image: greeter,
    egress: "off",
    storageMb: 64,
  });

  testProvider(
    "docker",
    async () => {
      const { installId: _, ...settings } = optionsOf("");
      return dockerSubject(engine, settings, greeter);
    },
    { many: 8 },
  );

  /** Opens a provider of a new or given installation until the end of the test. */
  function open(more: Partial<DockerProviderOptions> = {}) {
    const { installId = randomUUID() } = more;
    const names = containerNames(installId);
    const standby: string[] = [];
    const log = {
      debug: ({ container }: { container: string }) => void standby.push(container),
      warn() {},
      error() {},
    };
    const provider = createDockerProvider({ ...optionsOf(installId), log, ...more });
    const exits: { sandboxId: string; detail: string; words: string | undefined }[] = [];
    provider.onExit((sandboxId, detail, words) => void exits.push({ sandboxId, detail, words }));
    const label = `label=terrarium.install=${installId}`;
    const all = () => engine.docker("ps", "-aq", "--filter", label).split("\n").filter(Boolean);
    onTestFinished(async () => {
      await provider.close();
      if (all().length > 0) engine.docker("rm", "-fv", ...all());
      const networks = engine.docker("network", "ls", "-q", "--filter", label).split("\n").filter(Boolean);
      if (networks.length > 0) engine.docker("network", "rm", ...networks);
    });
    return { provider, installId, names, exits, all, standby };
  }
  /** Runs a script in a container's Node; returns its output. */
  const runIn = (container: string, script: string) => engine.docker("exec", container, "node", "-e", script);

  test("recreates a removed network after one failed start", async () => {
    const { provider, installId } = open();
    await provider.create(testSpec("sbx_1"));
    await provider.destroy("sbx_1");
    const { network } = networkNames(installId).internal;
    engine.docker("network", "rm", network);
    await expect(provider.create(testSpec("sbx_2"))).rejects.toThrow(`network ${network} not found`);
    await provider.create(testSpec("sbx_3"));
  });

  test("recreates a removed network when stopped devices start", async () => {
    const { provider, installId } = open();
    const { stops } = provider;
    if (typeof stops === "string") throw new Error("it cannot stop");
    for (const id of ["sbx_1", "sbx_2"]) {
      await provider.create(testSpec(id));
      await stops.stop(id);
    }
    engine.docker("network", "rm", networkNames(installId).internal.network);
    for (const sandboxId of ["sbx_1", "sbx_2"]) {
      const { address } = await stops.start({ ...TEST_MODEL, sandboxId });
      expect(await provider.inspect(sandboxId)).toEqual({ state: "running", address });
      expect(await answersAdb(address)).toBe(true);
    }
  });

  test("limits a device's rights, memory, processes and writable paths", async () => {
    const { provider, names } = open();
    await provider.create({ ...testSpec("sbx_1"), memoryMb: 300, maxProcesses: 99, cpu: 1 });
    const name = names.ofSandbox("sbx_1");
    const seen = JSON.parse(
      runIn(
        name,
        `const { readFileSync: read, writeFileSync: write } = require("fs");
        const status = Object.fromEntries(read("/proc/self/status", "utf8").split("\\n").map((line) => line.split(":\\t")));
        const writes = (file) => { try { write(file, ""); return "written"; } catch (error) { return error.code; } };
        console.log(JSON.stringify({
          uid: process.getuid(), caps: status.CapEff, bounding: status.CapBnd, noNewPrivs: status.NoNewPrivs,
          root: writes("/app/x"), etc: writes("/etc/passwd"), data: writes("/data/x"), proc: writes("/proc/sys/kernel/core_pattern"),
          socket: require("fs").existsSync("/var/run/docker.sock"),
          secrets: Object.keys(process.env).filter((key) => key.includes("TERRARIUM")),
        }));`,
      ),
    );
    expect(seen).toEqual({
      uid: 10_001,
      caps: "0000000000000000",
      bounding: "0000000000000000",
      noNewPrivs: "1",
      root: "EROFS",
      etc: "EROFS",
      data: "written",
      proc: "EROFS",
      socket: false,
      secrets: [],
    });
    const [{ HostConfig: limits }] = JSON.parse(engine.docker("inspect", name));
    expect(limits).toMatchObject({ Memory: 300 * 1024 ** 2, PidsLimit: 99, CpuQuota: 100_000, Privileged: false });
    expect(limits.PortBindings ?? {}).toEqual({});
  });

  test("accepts only the key of its sandbox", async () => {
    const { provider } = open({ image: engine.image });
    const key = await generateAdbKey();
    const { address } = await provider.create({ ...testSpec("sbx_1"), authorizedKey: key.authorizedKey });
    const connection = await connectAdb({ address, adbPrivateKeyPem: key.privateKeyPem });
    connection.close();
    const { privateKeyPem } = await generateAdbKey();
    await expect(connectAdb({ address, adbPrivateKeyPem: privateKeyPem })).rejects.toThrow("does not accept");
  });

  test("isolates devices from each other and restricts their internet access", async () => {
    const outside = await makeOutsideMachine("inside");
    const reach = (container: string, host: string, port: number) =>
      runIn(
        container,
        `const socket = require("net").connect(${port}, "${host}").setTimeout(1500, () => socket.destroy(new Error("silence")));
        const say = (what) => { console.log(what); process.exit(); };
        socket.on("connect", () => say("reached")).on("error", (error) => say(error.code ?? error.message));`,
      );
    for (const egress of ["off", "public"] as const) {
      const { provider, names } = open({ egress });
      await provider.create(testSpec("sbx_1"));
      const { address } = await provider.create(testSpec("sbx_2"));
      const container = names.ofSandbox("sbx_1");
      expect(await answersAdb(address)).toBe(true);
      expect(reach(container, "127.0.0.1", 5555)).toBe("reached");
      expect(reach(container, address.host, address.port)).not.toBe("reached");
      expect(reach(container, outside, 80) === "reached").toBe(egress === "public");
    }
  });

  test("reports the end of a device above its memory limit", async () => {
    const { provider, exits, all } = open();
    const tooMuch = "used more memory than its limit";
    const grow = "for (const kept = []; ; ) kept.push(Buffer.alloc(1e7, 1))";
    const greedy = { memoryMb: 100, image: makeImage("greedy-at-start", grow) };
    await expect(provider.create({ ...testSpec("sbx_1"), ...greedy })).rejects.toThrow(tooMuch);
    expect(all()).toEqual([]);
    const later = makeImage("greedy", greetAnd(`setTimeout(() => { ${grow} }, 1000)`));
    await provider.create({ ...testSpec("sbx_2"), ...greedy, image: later });
    await expect
      .poll(() => exits)
      .toEqual([
        {
          sandboxId: "sbx_2",
          detail: expect.stringContaining(tooMuch),
          words: "its device exceeded its memory limit",
        },
      ]);
  });

  test("ends a hanging device and keeps its neighbour", async () => {
    const { provider, names, exits } = open({ livenessPace: { intervalMs: 100, timeoutMs: 2_000, failures: 4 } });
    await provider.create(testSpec("sbx_1"));
    await provider.create(testSpec("sbx_2"));
    engine.docker("pause", names.ofSandbox("sbx_1"));
    await expect
      .poll(() => exits)
      .toEqual([
        {
          sandboxId: "sbx_1",
          detail: expect.stringContaining("does not answer"),
          words: "its device stopped responding",
        },
      ]);
    await provider.destroy("sbx_1");
    expect((await provider.list()).map(({ sandboxId }) => sandboxId)).toEqual(["sbx_2"]);
  });

  test.each([
    [
      "whose image is not there",
      () => "terrarium-test/none:1",
      /has no image terrarium-test\/none:1: build it, or pull it/,
    ],
    ["whose image has no program", () => engine.image.replace("phone", "base"), /container/],
    [
      "that ends at once",
      () => makeImage("failing", 'console.error("no screen"); process.exit(3)'),
      /ended with 3: no screen/,
    ],
    [
      "that takes connections and is no ADB",
      () => makeImage("deaf", 'console.log("hears nobody"); require("net").createServer().listen(5555)'),
      /not ready after 2 s: hears nobody/,
    ],
  ])("a device %s fails to start and leaves nothing behind", async (what, image, words) => {
    const { provider, all } = open(what.endsWith("no ADB") ? { readyTimeoutMs: 2_000 } : {});
    await expect(provider.create({ ...testSpec("sbx_1"), image: image() })).rejects.toThrow(words);
    expect(all()).toEqual([]);
    expect(await provider.list()).toEqual([]);
  });

  test("keeps devices after network and publish settings change", async () => {
    const installId = randomUUID();
    const { provider: first } = open({ installId, egress: "off" });
    await first.create(testSpec("sbx_1"));
    await first.close();
    const settings = [{ egress: "all" }, { publish: "127.0.0.1" }, { egress: "off" }] as const;
    for (const set of settings) {
      const { provider } = open({ installId, ...set });
      const device = await provider.inspect("sbx_1");
      if (device.state === "gone" || typeof provider.stops === "string") throw new Error("it cannot go on");
      expect(await answersAdb(device.address)).toBe(true);
      await provider.stops.stop("sbx_1");
      const { address } = await provider.stops.start({ ...TEST_MODEL, sandboxId: "sbx_1" });
      expect(await answersAdb(address)).toBe(true);
      await provider.close();
    }
  });

  test("does not report a running device without network as gone", async () => {
    const { provider, names, installId } = open();
    await provider.create(testSpec("sbx_1"));
    engine.docker("network", "disconnect", `terrarium-${installId.slice(0, 8)}-off`, names.ofSandbox("sbx_1"));
    await expect(provider.inspect("sbx_1")).rejects.toThrow("is in no network of this installation");
  });

  test("keeps a device that fails to restart, for another server", async () => {
    const deafLater = greetAnd("").replace(
      "socket.end(auth)",
      'require("fs").existsSync("/data/deaf") || socket.end(auth)',
    );
    const { provider, names } = open({ image: makeImage("deaf-later", deafLater), readyTimeoutMs: 3_000 });
    const { stops } = provider;
    const name = names.ofSandbox("sbx_1");
    await provider.create(testSpec("sbx_1"));
    if (typeof stops === "string") throw new Error("it cannot stop");
    runIn(name, 'require("fs").writeFileSync("/data/deaf", "")');
    await stops.stop("sbx_1");
    await expect(stops.start({ ...TEST_MODEL, sandboxId: "sbx_1" })).rejects.toThrow("not ready after 3 s");
    const isRunning = () => engine.docker("inspect", "--format", "{{.State.Running}}", name);
    expect(isRunning()).toBe("true");
    await stops.stop("sbx_1");
    expect(isRunning()).toBe("false");
  });

  const idOf = (container: string) => engine.docker("inspect", "--format", "{{.Id}}", container);

  test("gives a standby device to one of two servers", async () => {
    const installId = randomUUID();
    const shared = { installId, warm: [{ model: TEST_MODEL, size: 1 }], image: engine.image, alone: createAlone() };
    const { provider, standby, names } = open(shared);
    await expect.poll(() => standby).toHaveLength(1);
    // A server that starts beside or after the first finds the standby device.
    const other = open(shared);
    await expect.poll(() => other.standby).toEqual(standby);
    const waiting = idOf(standby[0] ?? "");
    const key = await generateAdbKey();
    const devices = await Promise.all([
      provider.create({ ...testSpec("sbx_1"), authorizedKey: key.authorizedKey }),
      other.provider.create({ ...testSpec("sbx_2"), authorizedKey: key.authorizedKey }),
    ]);
    for (const { address } of devices) (await connectAdb({ address, adbPrivateKeyPem: key.privateKeyPem })).close();
    const ids = ["sbx_1", "sbx_2"].map((sandboxId) => idOf(names.ofSandbox(sandboxId)));
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(waiting);
    expect((await provider.list()).map(({ sandboxId }) => sandboxId).toSorted()).toEqual(["sbx_1", "sbx_2"]);
  });

  test("replaces frozen standby devices and removes outdated ones", async () => {
    const installId = randomUUID();
    const { provider, standby, all } = open({ installId, warm: [{ model: TEST_MODEL, size: 1 }] });
    await expect.poll(() => standby).toHaveLength(1);
    const frozen = idOf(standby[0] ?? "");
    engine.docker("pause", frozen);
    await provider.create(testSpec("sbx_1"));
    expect(all().some((id) => frozen.startsWith(id))).toBe(false);
    await expect.poll(() => standby).toHaveLength(2);
    await provider.close();
    const stale = idOf(standby[1] ?? "");
    const changed = open({ installId, warm: [{ model: { ...TEST_MODEL, widthPx: 720 }, size: 1 }] });
    await expect.poll(() => changed.standby).toHaveLength(1);
    expect(all().some((id) => stale.startsWith(id))).toBe(false);
  });

  test("fills standby pools despite a template without an image", async () => {
    const linux = { model: { ...TEST_MODEL, kind: "linux" as const }, size: 1 };
    const { standby } = open({ image: engine.image, warm: [linux, { model: TEST_MODEL, size: 1 }] });
    await expect.poll(() => standby).toHaveLength(1);
  });

  test("publishes devices at the configured address only", async () => {
    const { provider } = open({ publish: "127.0.0.1", egress: "public" });
    const { address } = await provider.create(testSpec("sbx_1"));
    expect(address.host).toBe("127.0.0.1");
    expect(await provider.inspect("sbx_1")).toEqual({ state: "running", address });
  });
});
