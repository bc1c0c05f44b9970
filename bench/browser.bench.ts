import { setTimeout as sleep } from "node:timers/promises";
import type { AdbConnection } from "../packages/device-control/src/adb/adb-connection.ts";
import { connectAdb } from "../packages/device-control/src/adb/connect-adb.ts";
import { openPage, untilPage } from "./support/dev-tools.ts";
import { type Figure, repeat } from "./support/figure.ts";
import { inputLatencies } from "./support/input-latencies.ts";
import { cpuSeconds, ofTree, pssMb } from "./support/process.ts";
import { type BenchSandbox, benchSandboxes, measureStarts, type SandboxBench, usingAdb } from "./support/sandboxes.ts";
import { watchDevice, type Viewer } from "./support/viewer.ts";

const MEMORY_MB = 1024;
const RUNS = 7;
const BESIDE = 3;
const SETTLE_MS = 5_000;
const REST_MS = 10_000;
const SCROLL_MS = 5_000;
/** Positions of the page's field and button, on a screen of 1280 × 800 below the browser's own controls. */
const FIELD = [60, 100] as const;
const BUTTON = [640, 400] as const;

/**
 * A page without its own movement. A key press starts scrolling up and down, one step per frame, until the next key
 * press.
 */
const PAGE = `<!doctype html><title>Bench</title><style>
  * { caret-color: transparent } body { margin: 0; font: 16px sans-serif }
  #top { position: fixed; inset: 0 0 auto 0; height: 420px; background: #fff } button { width: 100%; height: 380px }
</style><div id=top><input autofocus><button onpointerdown="style.background = style.background ? '' : 'tomato'">Press</button></div>
<main style="padding-top: 420px"></main><script>
  for (let row = 0; row < 3000; row++) document.querySelector("main").append("Row " + row + " of many, with some words to draw. ");
  let step = 0;
  const scroll = () => { if (step) { scrollBy(0, step); requestAnimationFrame(scroll); } };
  onkeydown = (event) => { if (event.key === "PageDown") { event.preventDefault(); document.querySelector("#top").hidden = true; step = step ? 0 : 12; scroll(); } };
</script>`;

/** Measures the start of a browser and its page, the cost of viewing, and the latency of input. */
export async function benchmark(): Promise<Figure[]> {
  const starts = await measureStarts("browser", { memoryMb: MEMORY_MB, runs: RUNS, goalMs: 500 });
  if (starts.length === 0) return [];
  return [...starts, ...(await measurePages()), ...(await measureMemory())];
}

async function pageMs(sandboxes: SandboxBench): Promise<number> {
  const start = performance.now();
  return usingAdb(await sandboxes.create(), async (connection) => {
    await untilPage(connection);
    return performance.now() - start;
  });
}

async function measurePages(): Promise<Figure[]> {
  await using cold = await benchSandboxes("browser", { memoryMb: MEMORY_MB });
  if (!cold) return [];
  const first = await repeat(RUNS, () => pageMs(cold));
  const sandbox = await cold.create();
  const viewing = await usingAdb(sandbox, (connection) => measureViewing(sandbox, connection));
  await using warm = await benchSandboxes("browser", { memoryMb: MEMORY_MB, warm: 1 });
  if (!warm) return [];
  const claimed = await repeat(RUNS, async () => {
    await warm.untilStandby();
    // Its browser starts during this wait.
    await sleep(SETTLE_MS);
    return pageMs(warm);
  });
  return [
    { what: "browser: create to a page in CDP, cold", unit: "ms", values: first, beside: "goal 1,500 ms" },
    { what: "browser: create to a page in CDP, from standby", unit: "ms", values: claimed, beside: "goal 150 ms" },
    ...viewing,
  ];
}

async function measureViewing(sandbox: BenchSandbox, connection: AdbConnection): Promise<Figure[]> {
  await untilPage(connection);
  await openPage(connection, `data:text/html,${encodeURIComponent(PAGE)}`);
  const viewer = await watchDevice(sandbox);
  await sleep(SETTLE_MS);
  const rest = await overTime(sandbox, viewer, REST_MS);
  // The keys go to the field at its top.
  for (const action of ["Down", "Up"] as const) await viewer.touch(action, ...FIELD);
  const keys = await inputLatencies(viewer, (input) => viewer.press(input % 2 === 0 ? "KeyA" : "KeyB"));
  const clicks = await inputLatencies(
    viewer,
    () => viewer.touch("Down", ...BUTTON),
    () => viewer.touch("Up", ...BUTTON),
  );
  // Scrolling first lays out the page, for about 50 ms.
  const scrolling = viewer.nextPacket();
  await viewer.press("PageDown");
  await scrolling;
  const scroll = await overTime(sandbox, viewer, SCROLL_MS);
  await viewer.close();
  const figure = (what: string, unit: string, values: number[], goal: string): Figure => ({
    what: `browser, viewer: ${what}`,
    unit,
    values,
    beside: `goal ${goal}`,
  });
  return [
    figure("packets of a screen at rest, in 10 s", "", [rest.packets], "0"),
    figure("processor share of everything, screen at rest", "%", [rest.cpu], "1 %"),
    figure("key to first changed packet at Tango", "ms", keys, "p50 10 ms"),
    figure("click to the repaint's packet", "ms", clicks, "25 ms"),
    figure("frames a second of full-screen scrolling", "fps", [scroll.fps], "60"),
    figure("processor share of everything while scrolling", "%", [scroll.cpu], "125 % (one core and a quarter)"),
  ];
}

/** Returns the received packets and the CPU use within a time. */
async function overTime({ pid }: BenchSandbox, viewer: Viewer, timeMs: number) {
  const start = performance.now();
  const before = { packets: viewer.packets, cpu: ofTree(pid, cpuSeconds) };
  await sleep(timeMs);
  const seconds = (performance.now() - start) / 1000;
  const packets = viewer.packets - before.packets;
  return { packets, fps: packets / seconds, cpu: ((ofTree(pid, cpuSeconds) - before.cpu) / seconds) * 100 };
}

/** Each sandbox with a page, next to the others. */
async function measureMemory(): Promise<Figure[]> {
  await using sandboxes = await benchSandboxes("browser", { memoryMb: MEMORY_MB });
  if (!sandboxes) return [];
  const browsers = await repeat(1 + BESIDE, () => sandboxes.create());
  for (const browser of browsers) {
    const connection = await connectAdb(browser);
    await untilPage(connection);
    connection.close();
  }
  await sleep(SETTLE_MS);
  const values = browsers.map(({ pid }) => ofTree(pid, pssMb));
  for (const { destroy } of browsers) await destroy();
  return [{ what: `browser: memory (PSS) of each of ${1 + BESIDE}`, unit: "MB", values, beside: "goal 220 MB" }];
}
