import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { watchLiveness } from "./liveness.ts";

/** Reactions to a greeting. A hanging device accepts it silently; an ended one closes at once. */
type Answer = "auth" | "silence" | "end";

/** Starts a device that answers greetings and counts them. */
async function startDevice() {
  const device = { answer: (): Answer => "auth", asked: 0, address: { host: "127.0.0.1", port: 0 } };
  const auth = Buffer.alloc(24);
  auth.write("AUTH");
  const server = createServer((socket) => {
    socket
      .on("error", () => {})
      .on("data", () => {
        device.asked++;
        const answer = device.answer();
        if (answer === "auth") socket.write(auth);
        else if (answer === "end") socket.destroy();
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  device.address.port = (server.address() as AddressInfo).port;
  return device;
}
type Device = Awaited<ReturnType<typeof startDevice>>;

function watch(devices: readonly Device[]) {
  const silent: Device[] = [];
  const warned: string[] = [];
  const watching = watchLiveness({
    devices: () => devices,
    onSilent: async (device) => void silent.push(device),
    pace: { intervalMs: 5, timeoutMs: 300, failures: 3 },
    log: { warn: (_context: unknown, message?: string) => void warned.push(message ?? "") },
  });
  onTestFinished(() => watching.stop());
  return { silent, warned };
}

test("reports a device after several failures, not its neighbour", async () => {
  const [one, other] = [await startDevice(), await startDevice()];
  const { silent } = watch([one, other]);
  await expect.poll(() => one.asked).toBeGreaterThan(3);
  one.answer = () => "silence";
  const before = one.asked;
  await expect.poll(() => silent.length).toBeGreaterThan(0);
  expect(one.asked - before).toBeGreaterThanOrEqual(3);
  expect(silent.every((device) => device === one)).toBe(true);
});

test("does not report a device that answers in between", async () => {
  const [one, other] = [await startDevice(), await startDevice()];
  const { silent } = watch([one, other]);
  // It fails twice in a row, never three times.
  one.answer = () => (one.asked % 3 === 0 ? "auth" : "end");
  await expect.poll(() => one.asked).toBeGreaterThan(15);
  expect(silent).toEqual([]);
});

test("ignores simultaneous failures of several devices, but not of one", async () => {
  const [one, other] = [await startDevice(), await startDevice()];
  one.answer = other.answer = () => "end";
  const { silent, warned } = watch([one, other]);
  await expect.poll(() => one.asked).toBeGreaterThan(6);
  expect(silent).toEqual([]);
  expect(warned.length).toBeGreaterThan(3);
  const alone = watch([one]);
  await expect.poll(() => alone.silent.length).toBeGreaterThan(0);
});

test("stops checking after stop", async () => {
  const device = await startDevice();
  let rounds = 0;
  const watching = watchLiveness({
    devices: () => {
      rounds++;
      return [device];
    },
    onSilent: async () => {},
    pace: { intervalMs: 1, timeoutMs: 300, failures: 3 },
    log: { warn() {} },
  });
  await expect.poll(() => device.asked).toBeGreaterThan(0);
  await watching.stop();
  const before = rounds;
  await sleep(50);
  expect(rounds).toBe(before);
});
