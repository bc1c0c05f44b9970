import { startDevice } from "./support/device.ts";
import { type Figure, repeat } from "./support/figure.ts";
import { cpuSeconds, pssMb } from "./support/process.ts";

/** How fast a device is there, and what it costs while nobody looks. */
export async function benchmark(): Promise<Figure[]> {
  const runs = await repeat(7, async () => {
    const device = await startDevice();
    try {
      const before = cpuSeconds(device.pid);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      return {
        bootMs: device.bootMs,
        pssMb: pssMb(device.pid),
        idleCpu: ((cpuSeconds(device.pid) - before) / 2) * 100,
      };
    } finally {
      await device.stop();
    }
  });
  return [
    {
      what: "device: process start to ADB answering with the home screen drawn",
      unit: "ms",
      values: runs.map((run) => run.bootMs),
      beside: "goal 400 ms",
    },
    { what: "device: memory (PSS), no viewer", unit: "MB", values: runs.map((run) => run.pssMb), beside: "goal 70 MB" },
    { what: "device: processor share when idle", unit: "%", values: runs.map((run) => run.idleCpu), beside: "goal 0" },
  ];
}
