import { startDevice } from "./support/device.ts";
import type { Figure } from "./support/figure.ts";
import { measureViewing, VIEWED_DENSITY } from "./support/viewing.ts";

/** Measures the cost of viewing a device that is a plain process. */
export async function benchmark(): Promise<Figure[]> {
  const device = await startDevice("--density", String(VIEWED_DENSITY));
  try {
    return await measureViewing("viewer", device);
  } finally {
    await device.stop();
  }
}
