import { setTimeout as sleep } from "node:timers/promises";
import { at95, type Figure } from "./figure.ts";
import { cpuSeconds, pssMb } from "./process.ts";
import { watchDevice, type Viewer } from "./viewer.ts";

const TOUCHES = 60;
const SCROLL_MS = 4_000;
const SCROLL_TOP_PX = 300;
const SCROLL_SPAN_PX = 700;
const SCROLL_STEP_PX = 11;
const FRAME_MS = 1000 / 60;
/** The picture is sent once more a while after the last change. After that, an idle screen sends nothing. */
const STILL_MS = 250;

/** Density at which the settings list of a device of 720 × 1600 pixels is several screens long. */
export const VIEWED_DENSITY = 480;

/** Measures the cost of viewing a device, and the latency of input. `name` is the label of the figures. */
export async function measureViewing(
  name: string,
  device: Parameters<typeof watchDevice>[0] & { pid: number },
): Promise<Figure[]> {
  const { pid } = device;
  const viewer = await watchDevice(device);
  await viewer.shell("am start -n com.terrarium.settings/.MainActivity");
  await untilStill(viewer);
  // An idle device releases memory once.
  await sleep(3_000);
  const before = viewer.packets;
  const cpuBefore = cpuSeconds(pid);
  await sleep(2_000);
  const still = { packets: viewer.packets - before, cpu: ((cpuSeconds(pid) - cpuBefore) / 2) * 100 };
  const watchedMb = pssMb(pid);
  const latencies = await touchLatencies(viewer);
  const scroll = await scrollFullScreen(viewer, pid);
  const scrolledMb = pssMb(pid);
  await viewer.close();
  const figure = (what: string, unit: string, values: number[], beside: string): Figure => ({
    what: `${name}: ${what}`,
    unit,
    values,
    beside,
  });
  return [
    figure("touch to first changed packet at Tango", "ms", latencies, "goal p50 12 ms"),
    figure("the same, 95th percentile", "ms", [at95(latencies)], "goal 30 ms"),
    figure("frames a second of full-screen scrolling", "fps", [scroll.fps], "goal 60"),
    figure("processor share while scrolling", "%", [scroll.cpu], "goal 100 (one core)"),
    figure("memory (PSS), screen at rest", "MB", [watchedMb], "goal 180 MB"),
    figure("memory (PSS), after scrolling", "MB", [scrolledMb], "goal 180 MB"),
    figure("packets of a screen at rest, in 2 s", "", [still.packets], "goal 0"),
    figure("processor share, screen at rest", "%", [still.cpu], "goal 0"),
  ];
}

async function untilStill(viewer: Viewer): Promise<void> {
  while (viewer.packets === 0 || performance.now() - viewer.lastPacketMs < STILL_MS) await sleep(10);
}

/** Touches a row, which then shows the touch, and cancels before it counts as a press. */
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

/** Drags the list up and down with a finger, one step per frame. */
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
