import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deviceEnvironment } from "../packages/device-providers/src/embedded/device-environment.ts";
import { startDevice } from "./support/device.ts";
import { type Figure, repeat } from "./support/figure.ts";
import { cpuSeconds, pssMb } from "./support/process.ts";
import { watchDevice } from "./support/viewer.ts";

/** By then the device has released the memory of its start. */
const REST_MS = 4_000;
const IDLE_MS = 3_000;

/** Measures the start of a device, and its cost without a viewer. */
export async function benchmark(): Promise<Figure[]> {
  const runs = await repeat(5, async () => {
    const device = await startDevice();
    try {
      const startMb = pssMb(device.pid);
      await sleep(REST_MS);
      const before = cpuSeconds(device.pid);
      await sleep(IDLE_MS);
      return {
        bootMs: device.bootMs,
        startMb,
        restMb: pssMb(device.pid),
        idleCpu: ((cpuSeconds(device.pid) - before) / (IDLE_MS / 1000)) * 100,
      };
    } finally {
      await device.stop();
    }
  });
  const pictureMs = await repeat(5, firstPictureMs);
  const standbyMs = await repeat(5, readyFromStandbyMs);
  return [
    { what: "device: from standby to ADB answering", unit: "ms", values: standbyMs, beside: "goal 60 ms" },
    {
      what: "device: process start to ADB answering",
      unit: "ms",
      values: runs.map((run) => run.bootMs),
      beside: "goal 400 ms",
    },
    {
      what: "device: process start to the home screen at Tango, which has it painted",
      unit: "ms",
      values: pictureMs,
      beside: "—",
    },
    {
      what: "device: memory (PSS), no viewer, right after the start",
      unit: "MB",
      values: runs.map((run) => run.startMb),
      beside: "—",
    },
    {
      what: "device: memory (PSS), no viewer, at rest",
      unit: "MB",
      values: runs.map((run) => run.restMb),
      beside: `goal 70 MB; worst ${Math.max(...runs.map((run) => run.restMb)).toFixed(1)} MB`,
    },
    { what: "device: processor share when idle", unit: "%", values: runs.map((run) => run.idleCpu), beside: "goal 0" },
  ];
}

/** Returns the time until the first packet, for a viewer that waits for nothing else. */
async function firstPictureMs(): Promise<number> {
  const device = await startDevice();
  try {
    const start = performance.now();
    const viewer = await watchDevice(device);
    if (viewer.packets === 0) await viewer.nextPacket();
    const ms = device.bootMs + performance.now() - start;
    await viewer.close();
    return ms;
  } finally {
    await device.stop();
  }
}

/** Works like the embedded provider: a process that has loaded everything receives its options over its channel. */
async function readyFromStandbyMs(): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-bench-"));
  const data = path.join(folder, "data");
  const child = spawn(process.execPath, ["devices/phone/dist/main.js", "--standby", data], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: deviceEnvironment(),
  });
  try {
    await once(child, "message");
    await sleep(1_000);
    const start = performance.now();
    child.send({ args: ["--port", "0", "--data", data] });
    await once(child, "message");
    return performance.now() - start;
  } finally {
    const ended = once(child, "exit");
    if (child.kill("SIGKILL")) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
