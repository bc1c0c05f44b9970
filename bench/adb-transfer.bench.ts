import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { type BenchDevice, startDevice } from "./support/device.ts";
import { type Figure, median, repeat, timeMs } from "./support/figure.ts";
import { pssMb } from "./support/process.ts";

const SIZE_BYTES = 64 * 1_048_576;
const LOOK_EVERY_MS = 10;
const SMALL_FILES = 1_000;

/** Measures the real adb with the device, compared with two plain sockets that move the same bytes in the same run. */
export async function benchmark(): Promise<Figure[]> {
  const device = await startDevice();
  try {
    const large = path.join(device.folder, "large.bin");
    writeFileSync(large, randomBytes(SIZE_BYTES));
    const many = path.join(device.folder, "many");
    mkdirSync(many);
    for (let index = 0; index < SMALL_FILES; index += 1)
      writeFileSync(path.join(many, `${index}.txt`), `file ${index}\n`);

    const rounds = await repeat(5, async () => ({
      bare: await timeMs(() => moveOverBareSockets(SIZE_BYTES)),
      push: await timeMs(() => device.adb("push", large, "/data/local/tmp/large.bin")),
      pull: await timeMs(() => device.adb("pull", "/data/local/tmp/large.bin", path.join(device.folder, "back.bin"))),
      pushMany: await timeMs(() => device.adb("push", many, "/data/local/tmp/")),
      pullMany: await timeMs(() => device.adb("pull", "/data/local/tmp/many", path.join(device.folder, "many-back"))),
      shell: await timeMs(() => device.adb("shell", "true")),
    }));
    const idleMb = pssMb(device.pid);
    const passing = await repeat(5, () => mostMb(device, "exec-out", "cat /data/local/tmp/large.bin | cat | cat"));
    const rate = (times: number[]) => times.map((ms) => SIZE_BYTES / 1_048_576 / (ms / 1000));
    const bare = rate(rounds.map((round) => round.bare));
    const beside = `two bare sockets: ${median(bare).toFixed(0)} MB/s; goal half of it`;
    return [
      { what: "adb push, 64 MiB", unit: "MB/s", values: rate(rounds.map((round) => round.push)), beside },
      { what: "adb pull, 64 MiB", unit: "MB/s", values: rate(rounds.map((round) => round.pull)), beside },
      {
        what: "adb push, 1,000 small files",
        unit: "ms",
        values: rounds.map((round) => round.pushMany),
        beside: "goal 2,000 ms",
      },
      {
        what: "adb pull, 1,000 small files",
        unit: "ms",
        values: rounds.map((round) => round.pullMany),
        beside: "goal 2,000 ms",
      },
      {
        what: "adb shell true, whole client process",
        unit: "ms",
        values: rounds.map((round) => round.shell),
        beside: "—",
      },
      {
        what: "64 MiB through cat, cat and cat to the client: the most memory (PSS) of the device",
        unit: "MB",
        values: passing,
        beside: `before it: ${idleMb.toFixed(0)} MB`,
      },
    ];
  } finally {
    await device.stop();
  }
}

/** Returns the peak memory of the device while the client's command runs. */
async function mostMb(device: BenchDevice, ...command: string[]): Promise<number> {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, pssMb(device.pid))), LOOK_EVERY_MS);
  await device.adb(...command).finally(() => clearInterval(timer));
  return most;
}

async function moveOverBareSockets(bytes: number): Promise<void> {
  const server = createServer((socket) => {
    socket.on("data", () => undefined);
    socket.on("end", () => socket.end());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const socket = connect(address.port, "127.0.0.1");
  await once(socket, "connect");
  const chunk = randomBytes(65_536);
  for (let sent = 0; sent < bytes; sent += chunk.length) if (!socket.write(chunk)) await once(socket, "drain");
  socket.resume().end();
  await once(socket, "close");
  server.close();
}
