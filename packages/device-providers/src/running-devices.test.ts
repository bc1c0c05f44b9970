import { pino } from "pino";
import { expect, test } from "vitest";
import { createRunningDevices } from "./running-devices.ts";

const device = (port = 1) => ({ machineId: "m_1", sandboxId: "sbx_1", address: { host: "127.0.0.1", port } });

function open() {
  const running = createRunningDevices(pino({ level: "silent" }));
  const told: string[] = [];
  running.onExit((sandboxId, detail) => void told.push(`${sandboxId}: ${detail}`));
  return { running, told };
}

/** Returns the first device, as the liveness check sees it. */
const firstOf = (running: ReturnType<typeof createRunningDevices>) => [...running.all()][0] ?? device();

test("reports a hanging device once", () => {
  const { running, told } = open();
  running.see(device());
  const asked = firstOf(running);
  running.see(device());
  running.giveUp(asked, "silent", "it hangs");
  running.giveUp(asked, "silent", "it hangs");
  expect(told).toEqual(["sbx_1: silent"]);
});

test("keeps a device that restarted during its check", () => {
  const { running, told } = open();
  running.see(device());
  const asked = firstOf(running);
  running.forget("sbx_1");
  running.see(device());
  running.giveUp(asked, "silent", "it hangs");
  expect(told).toEqual([]);
});

test("checks a device of another server at its new address", () => {
  const { running, told } = open();
  running.see(device(1));
  const asked = firstOf(running);
  running.see(device(2));
  running.giveUp(asked, "silent", "it hangs");
  expect(told).toEqual([]);
  expect([...running.all()]).toEqual([device(2)]);
});

test("ignores an end that was reported before a start", async () => {
  const { running, told } = open();
  let looks = 0;
  const endOf = () => Promise.reject(new Error(`the engine is away ${++looks}`));
  running.ended("m_1", endOf);
  running.restart("m_1");
  running.see(device());
  await Promise.resolve();
  expect([looks, told]).toEqual([0, []]);
});
