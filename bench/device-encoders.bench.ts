import { missingOpenH264 } from "../devices/adb-device/src/testing/missing-openh264.ts";
import { startDevice } from "./support/device.ts";
import type { Figure } from "./support/figure.ts";
import { measureViewing, VIEWED_DENSITY } from "./support/viewing.ts";

const PAIRS = 3;

/** Measures the cost of viewing a device with each encoder, by turns. */
export async function benchmark(): Promise<Figure[]> {
  const encoders = (await missingOpenH264()) === undefined ? ["x264", "openh264"] : ["x264"];
  const figures = new Map<string, Figure>();
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const encoder of pair % 2 === 0 ? encoders : encoders.toReversed())
      for (const figure of await measureEncoder(encoder)) {
        const values = [...(figures.get(figure.what)?.values ?? []), ...figure.values];
        figures.set(figure.what, { ...figure, values });
      }
  return [...figures.values()].toSorted((a, b) => a.what.localeCompare(b.what));
}

async function measureEncoder(encoder: string): Promise<Figure[]> {
  const device = await startDevice("--density", String(VIEWED_DENSITY), "--screen-encoder", encoder);
  try {
    const figures = await measureViewing(`viewer, ${encoder}`, device);
    return [...figures, timePerFrame(encoder, figures)];
  } finally {
    await device.stop();
  }
}

/** Returns the device's processor time for each frame of scrolling. */
function timePerFrame(encoder: string, figures: readonly Figure[]): Figure {
  const valueOf = (what: string) => figures.find((figure) => figure.what.endsWith(what))?.values[0] ?? Number.NaN;
  const ms = (valueOf("processor share while scrolling") * 10) / valueOf("frames a second of full-screen scrolling");
  return { what: `viewer, ${encoder}: processor time per frame`, unit: "ms", values: [ms], beside: "goal 16.7 ms" };
}
