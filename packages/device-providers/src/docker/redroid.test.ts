import { randomUUID } from "node:crypto";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { describeWhere } from "@terrarium/platform/testing/describe-where";
import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { MACHINE_LACKS } from "../redroid/machine-check.ts";
import type { RedroidSettings } from "../redroid/settings.ts";
import { type DockerEngine, ENGINE_TURN_MS, startDockerEngine, whyNoEngine } from "../testing/docker-engine.ts";
import { TEST_MODEL, testSpec } from "../testing/provider-suite.ts";
import { buildRedroidStandIn } from "../testing/redroid-image.ts";
import { startUnprivilegedEngine } from "../testing/unprivileged-engine.ts";
import { containerNames } from "./container-names.ts";
import { createDockerProvider, type DockerProviderOptions } from "./docker-provider.ts";
import { ENGINE_LACKS } from "./engine-lacks.ts";

const BOOT_MS = 2_500;
const REDROID: RedroidSettings = {
  privileged: true,
  gpu: "guest",
  fps: 30,
  memfd: true,
  bootTimeoutMs: 60_000,
  storageMb: 512,
};
const folder = temporaryFolder();

/**
 * Uses a stand-in, because Android needs a kernel with binder. docs/operate/providers.md describes the tests with
 * Android.
 */
describeWhere(whyNoEngine(), "redroid on a real engine", () => {
  let engine: DockerEngine;
  let image: string;
  beforeAll(async () => {
    engine = await startDockerEngine();
    image = await buildRedroidStandIn(engine, "booting", { bootMs: BOOT_MS });
  }, ENGINE_TURN_MS);
  afterAll(() => engine?.stop());

  async function open(more: Partial<DockerProviderOptions> = {}) {
    const installId = randomUUID();
    const { socketPath, privileged } = await startUnprivilegedEngine(engine.socketPath, folder);
    const address = { socketPath };
    const log = pino({ level: "silent" });
    const settings = { address, installId, image: engine.image, egress: "off" as const, storageMb: 64, log };
    const provider = createDockerProvider({ ...settings, ...more });
    const label = `label=terrarium.install=${installId}`;
    const all = () => engine.docker("ps", "-aq", "--filter", label).split("\n").filter(Boolean);
    onTestFinished(async () => {
      await provider.close();
      if (all().length > 0) engine.docker("rm", "-fv", ...all());
    });
    return { provider, names: containerNames(installId), all, privileged };
  }
  const android = (more: Partial<RedroidSettings> = {}) => ({
    ...TEST_MODEL,
    image,
    redroid: { ...REDROID, ...more },
  });

  test("creates booted Android with its template's settings only", async () => {
    const { provider, names, privileged } = await open();
    const before = performance.now();
    await provider.create({ ...testSpec("sbx_1"), ...android() });
    expect(performance.now() - before).toBeGreaterThan(BOOT_MS);
    const name = names.ofSandbox("sbx_1");
    const [{ HostConfig: host, Config: config }] = JSON.parse(engine.docker("inspect", name));
    expect(config.Cmd).toEqual([
      "androidboot.redroid_width=360",
      "androidboot.redroid_height=640",
      "androidboot.redroid_dpi=160",
      "androidboot.redroid_fps=30",
      "androidboot.redroid_gpu_mode=guest",
      "androidboot.use_memfd=1",
    ]);
    expect(host).toMatchObject({ Memory: 1024 ** 3, PidsLimit: 8_192 });
    expect(host.PortBindings ?? {}).toEqual({});
    // A phone beside it gets none of its privileges.
    await provider.create(testSpec("sbx_2"));
    const [phone] = JSON.parse(engine.docker("inspect", names.ofSandbox("sbx_2")));
    expect(phone.HostConfig.CapDrop).toEqual(["ALL"]);
    expect(privileged).toEqual([name]);
  });

  test("removes Android after a boot timeout or an early destroy", async () => {
    const never = await buildRedroidStandIn(engine, "never", { bootMs: Infinity });
    const { provider, all } = await open();
    const slow = { ...android({ bootTimeoutMs: 1_500 }), image: never };
    await expect(provider.create({ ...testSpec("sbx_1"), ...slow })).rejects.toThrow("not ready after 1.5 s");
    expect(all()).toEqual([]);
    const made = provider.create({ ...testSpec("sbx_2"), ...android(), image: never }).catch((error: unknown) => error);
    await expect.poll(() => all().length).toBe(1);
    await provider.destroy("sbx_2");
    expect(await made).toMatchObject({ message: "it was destroyed while it started" });
    expect(all()).toEqual([]);
  });

  test("gives a booted standby device to the next sandbox", async () => {
    const standby: string[] = [];
    const log = {
      debug: ({ container }: { container: string }) => void standby.push(container),
      warn() {},
      error() {},
    };
    const { provider, names } = await open({ warm: [{ model: android(), size: 1 }], log });
    await expect.poll(() => standby).toHaveLength(1);
    const idOf = (container = "") => engine.docker("inspect", "--format", "{{.Id}}", container);
    const waiting = idOf(standby[0]);
    await provider.create({ ...testSpec("sbx_1"), ...android() });
    expect(idOf(names.ofSandbox("sbx_1"))).toBe(waiting);
  });

  test("reports missing engine and machine features before creating anything", async () => {
    const bare = await buildRedroidStandIn(engine, "bare", { bootMs: 0, without: "binder" });
    const { provider, all } = await open();
    expect(await provider.missingFor?.(TEST_MODEL)).toEqual([]);
    expect(await provider.missingFor?.(android())).toEqual([]);
    expect(await provider.missingFor?.({ ...android(), image: bare })).toEqual([MACHINE_LACKS.binder]);
    expect(await provider.missingFor?.({ ...android(), image: "redroid/none:1" })).toEqual([ENGINE_LACKS.image]);
    expect(await provider.missingFor?.({ ...TEST_MODEL, image: "terrarium/none:1" })).toEqual([ENGINE_LACKS.image]);
    expect(all()).toEqual([]);
    const published = await open({ publish: "127.0.0.1" });
    expect(await published.provider.missingFor?.(android())).toEqual([ENGINE_LACKS.openAdb]);
  });
});
