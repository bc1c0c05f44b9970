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
/** The picture is sent once more a while after the last change; then a screen at rest sends nothing. */
const STILL_MS = 250;

/** A device of 720 × 1280 pixels at such a density that the list of settings is some screens long. */
export const VIEWED_DENSITY = 480;

/** What it costs to look at a device, and how soon one sees what one does; `name` is what the figures are told under. */
export async function measureViewing(
  name: string,
  device: Parameters<typeof watchDevice>[0] & { pid: number },
): Promise<Figure[]> {
  const { pid } = device;
  const viewer = await watchDevice(device);
  await viewer.shell("am start -n com.terrarium.settings/.MainActivity");
  await untilStill(viewer);
  // Coming to rest, the device gives memory back, once.
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
