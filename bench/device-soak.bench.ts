import { setTimeout as sleep } from "node:timers/promises";
import { type BenchDevice, startDevice } from "./support/device.ts";
import type { Figure } from "./support/figure.ts";
import { pssMb } from "./support/process.ts";
import { watchDevice } from "./support/viewer.ts";

const ROUNDS = 4;
const STARTS_PER_ROUND = 250;
/** An idle device releases memory. */
const REST_MS = 4_000;

/**
 * Measures whether a long-running device stays as fast and small as at its start: apps open and close, with and without
 * a viewer.
 */
export async function benchmark(): Promise<Figure[]> {
  return [await soak("nobody looks", async () => undefined), await soak("somebody looks", watchDevice)];
}

async function soak(
  who: string,
  watch: (device: BenchDevice) => Promise<{ close(): Promise<void> } | undefined>,
): Promise<Figure> {
  const device = await startDevice();
  try {
    const apps = (await device.adb("shell", "pm list packages"))
      .split("\n")
      .map((line) => line.trim().replace("package:", ""))
      .filter((name) => name !== "" && !name.endsWith(".launcher"));
    const viewer = await watch(device);
    const sizes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await startAndStop(device, apps, STARTS_PER_ROUND / apps.length);
      await sleep(REST_MS);
      sizes.push(pssMb(device.pid));
    }
    await viewer?.close();
    // The first round loads everything that is loaded only once.
    const [, second = Number.NaN] = sizes;
    const grown = ((sizes.at(-1) ?? Number.NaN) - second) / ((ROUNDS - 2) * STARTS_PER_ROUND);
    const beside = `goal 0; ${sizes.map((size) => size.toFixed(0)).join(", ")} MB after each ${STARTS_PER_ROUND}`;
    return { what: `device: growth in 1,000 starts of apps, ${who}`, unit: "MB", values: [grown * 1_000], beside };
  } finally {
    await device.stop();
  }
}

async function startAndStop(device: BenchDevice, apps: readonly string[], times: number): Promise<void> {
  const once = apps.map((app) => `am start -n ${app}/.MainActivity; am force-stop ${app}`).join("; ");
  for (let time = 0; time < times; time += 1) await device.adb("shell", once);
}
