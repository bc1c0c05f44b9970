import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { generateAdbKey } from "../packages/device-control/src/adb/adb-key.ts";
import { createDockerProvider } from "../packages/device-providers/src/docker/docker-provider.ts";
import type { DeviceProvider, DeviceSpec } from "../packages/device-providers/src/provider.ts";
import { startDockerEngine, whyNoEngine } from "../packages/device-providers/src/testing/docker-engine.ts";
import { startDevice } from "./support/device.ts";
import { at95, type Figure, repeat, timeMs } from "./support/figure.ts";

const RUNS = 20;
const AT_ONCE = 50;
const MODEL = { name: "Phone", cpu: 2, memoryMb: 512, widthPx: 720, heightPx: 1600, densityDpi: 320 };

/**
 * Measures the start of a device in a container, on a separate dockerd. Returns no figures if dockerd cannot be
 * started.
 */
export async function benchmark(): Promise<Figure[]> {
  const why = whyNoEngine();
  if (why !== undefined) {
    process.stderr.write(`terrarium: docker is not measured: ${why}\n`);
    return [];
  }
  const engine = await startDockerEngine();
  const { authorizedKey, privateKeyPem: adbPrivateKeyPem } = await generateAdbKey();
  const address = { socketPath: engine.socketPath };
  const ready = new EventTarget();
  const log = {
    debug: () => void ready.dispatchEvent(new Event("standby")),
    warn: console.error,
    error: console.error,
  };
  const options = { address, image: engine.image, egress: "off" as const, storageMb: 64, log };
  let count = 0;
  const spec = (): DeviceSpec => ({ ...MODEL, authorizedKey, adbPrivateKeyPem, sandboxId: `sbx_bench${count++}` });
  const create = async (provider: DeviceProvider) => {
    const made = spec();
    const ms = await timeMs(() => provider.create(made));
    await provider.destroy(made.sandboxId);
    return ms;
  };
  try {
    const process = await repeat(5, async () => {
      const device = await startDevice();
      await device.stop();
      return device.bootMs;
    });
    const cold = createDockerProvider({ ...options, installId: randomUUID() });
    // The first container also creates the network.
    await create(cold);
    const coldMs = await repeat(RUNS, () => create(cold));
    const specs = Array.from({ length: AT_ONCE }, spec);
    const allMs = await timeMs(() => Promise.all(specs.map((each) => cold.create(each))));
    await Promise.all(specs.map(({ sandboxId }) => cold.destroy(sandboxId)));
    await cold.close();

    const warm = createDockerProvider({ ...options, installId: randomUUID(), warm: [{ model: MODEL, size: 1 }] });
    const warmMs = await repeat(RUNS, async () => {
      await once(ready, "standby");
      return create(warm);
    });
    await warm.close();
    const beside = (values: readonly number[], goal: string) =>
      `goal ${goal}; 95th percentile ${at95(values).toFixed(0)} ms`;
    return [
      { what: "docker: the same device as a bare process, start to ADB", unit: "ms", values: process, beside: "—" },
      { what: "docker: create to ADB, cold", unit: "ms", values: coldMs, beside: beside(coldMs, "600 ms") },
      {
        what: "docker: create to ADB, from the warm pool",
        unit: "ms",
        values: warmMs,
        beside: beside(warmMs, "120 ms"),
      },
      { what: `docker: ${AT_ONCE} at once, until all answer`, unit: "s", values: [allMs / 1000], beside: "—" },
    ];
  } finally {
    await engine.stop();
  }
}
