import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { watchLiveness } from "./liveness.ts";

/** What a device does about a greeting: one that hangs takes it and says nothing, one that has ended refuses at once. */
type Answer = "auth" | "silence" | "end";

/** A device that answers greetings; counts how often it was asked. */
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

test("one that has not answered several times in a row is told of, its neighbour is not", async () => {
  const [one, other] = [await startDevice(), await startDevice()];
  const { silent } = watch([one, other]);
  await expect.poll(() => one.asked).toBeGreaterThan(3);
  one.answer = () => "silence";
  const before = one.asked;
  await expect.poll(() => silent.length).toBeGreaterThan(0);
  expect(one.asked - before).toBeGreaterThanOrEqual(3);
  expect(silent.every((device) => device === one)).toBe(true);
});

test("one that answers again in between is not told of", async () => {
  const [one, other] = [await startDevice(), await startDevice()];
  const { silent } = watch([one, other]);
  // Twice in a row it fails, never three times.
  one.answer = () => (one.asked % 3 === 0 ? "auth" : "end");
  await expect.poll(() => one.asked).toBeGreaterThan(15);
  expect(silent).toEqual([]);
});

test("where none of several answers nothing is concluded; one alone counts", async () => {
  const [one, other] = [await startDevice(), await startDevice()];
  one.answer = other.answer = () => "end";
  const { silent, warned } = watch([one, other]);
  await expect.poll(() => one.asked).toBeGreaterThan(6);
  expect(silent).toEqual([]);
  expect(warned.length).toBeGreaterThan(3);
  const alone = watch([one]);
  await expect.poll(() => alone.silent.length).toBeGreaterThan(0);
});

test("nobody is asked any more once it is stopped", async () => {
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
