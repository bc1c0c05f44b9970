import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  Command,
  encodeHeader,
  MAX_PAYLOAD_BYTES,
  payloadCheck,
  PROTOCOL_VERSION,
} from "../packages/adb/src/packet.ts";
import { deviceEnvironment } from "../packages/device-providers/src/embedded/device-environment.ts";
import { readyPort } from "./support/device.ts";
import type { Figure } from "./support/figure.ts";
import { cpuSeconds, pssMb } from "./support/process.ts";

const DEVICES = 100;
const STARTED_AT_ONCE = 4;
const START_LIMIT_MS = 120_000;
/** By then each device has released the memory of its start. */
const REST_MS = 15_000;
const IDLE_MS = 5_000;
const ROUNDS = 3;

interface Device {
  child: ChildProcess;
  port: number;
}

/** Measures whether every device responds on a machine full of devices. */
export async function benchmark(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-bench-many-"));
  const devices: Device[] = [];
  try {
    const start = performance.now();
    let begun = 0;
    const starter = async () => {
      while (begun < DEVICES && performance.now() - start < START_LIMIT_MS)
        devices.push(await startBare(path.join(folder, String(begun++))));
    };
    await Promise.all(Array.from({ length: STARTED_AT_ONCE }, starter));
    const startedMs = performance.now() - start;
    await sleep(REST_MS);
    const pids = devices.map(({ child }) => child.pid ?? 0);
    const before = pids.map(cpuSeconds);
    await sleep(IDLE_MS);
    const idle = pids.map((pid, index) => ((cpuSeconds(pid) - (before[index] ?? 0)) / (IDLE_MS / 1000)) * 100);
    const answers: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { port } of devices) answers.push(await answerMs(port));
    }
    const many = `${devices.length} devices`;
    return [
      { what: `${many}: a debug bridge answers`, unit: "ms", values: answers, beside: "goal 50 ms for all" },
      { what: `${many}: memory of each (PSS)`, unit: "MB", values: pids.map(pssMb), beside: "goal 70 MB" },
      { what: `${many}: processor share of all when idle`, unit: "%", values: [sum(idle)], beside: "goal 0" },
      {
        what: `${many}: start of all, ${STARTED_AT_ONCE} at a time`,
        unit: "s",
        values: [startedMs / 1000],
        beside: "—",
      },
    ];
  } finally {
    await Promise.all(devices.map(({ child }) => end(child)));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startBare(data: string): Promise<Device> {
  const child = spawn(process.execPath, ["devices/phone/dist/main.js", "--port", "0", "--data", data], {
    stdio: ["ignore", "pipe", "ignore"],
    env: deviceEnvironment(),
  });
  return { child, port: await readyPort(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  if (child.kill("SIGKILL")) await ended;
}

/** Returns the time from connecting until the device's authentication challenge. */
async function answerMs(port: number): Promise<number> {
  const start = performance.now();
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const banner = Buffer.from("host::features=shell_v2");
  const header = encodeHeader(Command.CNXN, PROTOCOL_VERSION, MAX_PAYLOAD_BYTES, banner.length, payloadCheck(banner));
  socket.write(Buffer.concat([header, banner]));
  await once(socket, "data");
  socket.destroy();
  return performance.now() - start;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
