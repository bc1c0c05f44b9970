import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { generateAdbKey } from "../packages/device-control/src/adb/adb-key.ts";
import { answersAdb } from "../packages/device-providers/src/adb-answer.ts";
import { createDockerProvider } from "../packages/device-providers/src/docker/docker-provider.ts";
import { startDockerEngine, whyNoEngine } from "../packages/device-providers/src/testing/docker-engine.ts";
import type { DeviceAddress } from "../packages/platform/src/base/device-address.ts";
import { type Figure, timeMs } from "./support/figure.ts";
import { cpuSeconds, pssMb } from "./support/process.ts";
import { measureViewing, VIEWED_DENSITY } from "./support/viewing.ts";

const DEVICES = 100;
const STARTED_AT_ONCE = 4;
/** By then each device has released the memory of its start. */
const REST_MS = 15_000;
const IDLE_MS = 5_000;
const MODEL = {
  name: "Phone",
  cpu: 2,
  memoryMb: 256,
  widthPx: 720,
  heightPx: 1600,
  densityDpi: VIEWED_DENSITY,
};

/**
 * Measures a viewed device in a container, and a machine full of them. Returns no figures if dockerd cannot be started.
 */
export async function benchmark(): Promise<Figure[]> {
  const why = whyNoEngine();
  if (why !== undefined) {
    process.stderr.write(`terrarium: docker is not measured: ${why}\n`);
    return [];
  }
  const engine = await startDockerEngine();
  const installId = randomUUID();
  const log = { debug: () => undefined, warn: console.error, error: console.error };
  const provider = createDockerProvider({
    address: { socketPath: engine.socketPath },
    image: engine.image,
    egress: "off",
    storageMb: 64,
    installId,
    log,
  });
  const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();
  const pids = () => {
    const ids = engine.docker("ps", "-q", "--filter", `label=terrarium.install=${installId}`).split("\n");
    return engine
      .docker("inspect", "--format", "{{.State.Pid}}", ...ids)
      .split("\n")
      .map(Number);
  };
  const ids = Array.from({ length: DEVICES }, (_, index) => `sbx_bench${index}`);
  const create = async (sandboxId: string) =>
    (await provider.create({ ...MODEL, authorizedKey, adbPrivateKeyPem, sandboxId })).address;
  try {
    const address = await create(ids.pop() ?? "");
    const [pid = 0] = pids();
    const viewing = await measureViewing("docker, viewer", { address, adbPrivateKeyPem, pid });
    const addresses: DeviceAddress[] = [address];
    const starter = async () => {
      for (let id = ids.pop(); id !== undefined; id = ids.pop()) addresses.push(await create(id));
    };
    const startedMs = await timeMs(() => Promise.all(Array.from({ length: STARTED_AT_ONCE }, starter)));
    await sleep(REST_MS);
    const all = pids();
    const before = all.map(cpuSeconds);
    await sleep(IDLE_MS);
    const idle = all.map((each, index) => ((cpuSeconds(each) - (before[index] ?? 0)) / (IDLE_MS / 1000)) * 100);
    const answers: number[] = [];
    for (const each of addresses) {
      answers.push(
        await timeMs(async () => {
          if (!(await answersAdb(each))) throw new Error(`the device at ${each.host}:${each.port} does not answer`);
        }),
      );
    }
    const many = `docker, ${all.length} devices`;
    return [
      ...viewing,
      { what: `${many}: a debug bridge answers`, unit: "ms", values: answers, beside: "goal 50 ms for all" },
      { what: `${many}: memory of each (PSS)`, unit: "MB", values: all.map(pssMb), beside: "goal 48 MB" },
      {
        what: `${many}: processor share of all when idle`,
        unit: "%",
        values: [idle.reduce((sum, share) => sum + share, 0)],
        beside: "goal 0",
      },
      {
        what: `${many}: start of all, ${STARTED_AT_ONCE} at a time`,
        unit: "s",
        values: [startedMs / 1000],
        beside: "—",
      },
    ];
  } finally {
    for (const { sandboxId } of await provider.list()) await provider.destroy(sandboxId);
    await provider.close();
    await engine.stop();
  }
}
