import { setTimeout as sleep } from "node:timers/promises";
import { startDevice } from "./support/device.ts";
import type { Figure } from "./support/figure.ts";
import { cpuSeconds, pssMb } from "./support/process.ts";
import { watchDevice, type Viewer } from "./support/viewer.ts";

const TOUCHES = 60;
const SCROLL_MS = 4_000;
const SCROLL_TOP_PX = 300;
const SCROLL_SPAN_PX = 700;
const SCROLL_STEP_PX = 11;
const FRAME_MS = 1000 / 60;
/** The picture is sent once more a while after the last change; then a screen at rest sends nothing. */
const STILL_MS = 250;

/** What it costs to look at a device, and how soon one sees what one does. */
export async function benchmark(): Promise<Figure[]> {
  // At this density the list of settings is some screens long.
  const device = await startDevice("--density", "480");
  try {
    await device.adb("shell", "am start -n com.terrarium.settings/.MainActivity");
    const viewer = await watchDevice(device);
    await untilStill(viewer);
    // Coming to rest, the device gives memory back, once.
    await sleep(3_000);
    const before = viewer.packets;
    const cpuBefore = cpuSeconds(device.pid);
    await sleep(2_000);
    const still = { packets: viewer.packets - before, cpu: ((cpuSeconds(device.pid) - cpuBefore) / 2) * 100 };
    const watchedMb = pssMb(device.pid);
    const latencies = await touchLatencies(viewer);
    const scroll = await scrollFullScreen(viewer, device.pid);
    const scrolledMb = pssMb(device.pid);
    await viewer.close();
    const sorted = latencies.toSorted((a, b) => a - b);
    const p95 = sorted[Math.floor((sorted.length - 1) * 0.95)] ?? Number.NaN;
    return [
      {
        what: "viewer: touch to first changed packet at Tango",
        unit: "ms",
        values: latencies,
        beside: "goal p50 12 ms",
      },
      { what: "viewer: the same, 95th percentile", unit: "ms", values: [p95], beside: "goal 30 ms" },
      {
        what: "viewer: frames a second of full-screen scrolling",
        unit: "fps",
        values: [scroll.fps],
        beside: "goal 60",
      },
      {
        what: "viewer: processor share while scrolling",
        unit: "%",
        values: [scroll.cpu],
        beside: "goal 100 (one core)",
      },
      { what: "viewer: memory (PSS), screen at rest", unit: "MB", values: [watchedMb], beside: "goal 180 MB" },
      { what: "viewer: memory (PSS), after scrolling", unit: "MB", values: [scrolledMb], beside: "goal 180 MB" },
      { what: "viewer: packets of a screen at rest, in 2 s", unit: "", values: [still.packets], beside: "goal 0" },
      { what: "viewer: processor share, screen at rest", unit: "%", values: [still.cpu], beside: "goal 0" },
    ];
  } finally {
    await device.stop();
  }
}

async function untilStill(viewer: Viewer): Promise<void> {
  while (viewer.packets === 0 || performance.now() - viewer.lastPacketMs < STILL_MS) await sleep(10);
}

/** A finger goes down on a row, which then shows its touch; it is taken back before it has pressed anything. */
async function touchLatencies(viewer: Viewer): Promise<number[]> {
  const latencies: number[] = [];
  for (let touch = 0; touch < TOUCHES; touch += 1) {
    await untilStill(viewer);
    const start = performance.now();
    const [next] = [viewer.nextPacket(), await viewer.touch("Down", 360, 600)];
    await next;
    latencies.push(performance.now() - start);
    await viewer.touch("Cancel", 360, 600);
  }
  return latencies;
}

/** A finger drags the list up and down, a step in every frame. */
async function scrollFullScreen(viewer: Viewer, pid: number): Promise<{ fps: number; cpu: number }> {
  await untilStill(viewer);
  await viewer.touch("Down", 360, 1000);
  const start = performance.now();
  const [packets, cpu] = [viewer.packets, cpuSeconds(pid)];
  for (let frame = 1; performance.now() - start < SCROLL_MS; frame += 1) {
    await viewer.touch(
      "Move",
      360,
      SCROLL_TOP_PX + Math.abs(SCROLL_SPAN_PX - ((frame * SCROLL_STEP_PX) % (2 * SCROLL_SPAN_PX))),
    );
    await sleep(Math.max(0, start + frame * FRAME_MS - performance.now()));
  }
  const seconds = (performance.now() - start) / 1000;
  const result = { fps: (viewer.packets - packets) / seconds, cpu: ((cpuSeconds(pid) - cpu) / seconds) * 100 };
  await viewer.touch("Up", 360, 650);
  return result;
}
