import { setTimeout as sleep } from "node:timers/promises";
import { at95, type Figure } from "./support/figure.ts";
import { inputLatencies } from "./support/input-latencies.ts";
import { benchSandboxes, measureStarts, usingAdb } from "./support/sandboxes.ts";
import { type Viewer, watchDevice } from "./support/viewer.ts";

const MEMORY_MB = 2048;
const SETTLE_MS = 5_000;
const LOOK_MS = 100;

/** Measures how soon a desktop answers ADB, and the latency of typing. Returns no figures if none can be created. */
export async function benchmark(): Promise<Figure[]> {
  const starts = await measureStarts("desktop", { memoryMb: MEMORY_MB, runs: 7, goalMs: 400 });
  if (starts.length === 0) return [];
  return [...starts, ...(await measureTyping())];
}

/** Measures keys typed into the desktop's editor. */
async function measureTyping(): Promise<Figure[]> {
  await using sandboxes = await benchSandboxes("desktop", { memoryMb: MEMORY_MB });
  if (!sandboxes) return [];
  const sandbox = await sandboxes.create();
  return await usingAdb(sandbox, async () => {
    const viewer = await watchDevice(sandbox);
    // The browser opens at the start and would cover the editor.
    await untilShown(viewer, /package="org.chromium.browser"/);
    await sleep(SETTLE_MS);
    await viewer.shell("launch org.xfce.mousepad");
    await untilShown(viewer, /focused="true"[^>]*package="mousepad"|package="mousepad"[^>]*focused="true"/);
    await sleep(SETTLE_MS);
    const keys = await inputLatencies(viewer, (input) => viewer.press(input % 2 === 0 ? "KeyA" : "KeyB"));
    await viewer.close();
    const what = "desktop, viewer: key in the editor to the first changed packet at Tango";
    return [{ what, unit: "ms", values: keys, beside: `goal p50 10 ms; 95th percentile ${at95(keys).toFixed(1)} ms` }];
  });
}

async function untilShown(viewer: Viewer, what: RegExp): Promise<void> {
  while (!what.test(await viewer.shell("uiautomator dump /dev/tty"))) await sleep(LOOK_MS);
}
