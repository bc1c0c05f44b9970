import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createClock } from "./create-clock.ts";
import { SystemProperties } from "./properties.ts";
import { createRandom, shareRandom } from "./random.ts";
import { SystemServer } from "./system-server.ts";
import { createFakeSystemUi } from "./testing/fake-system-ui.ts";

/** Starts a system that counts its screens; creating a screen takes a while. */
async function startCounted() {
  const folder = await mkdtemp(join(tmpdir(), "system-server-"));
  const counts = { made: 0, shown: 0, mostShown: 0 };
  const system = new SystemServer(
    new SystemProperties({}, join(folder, "properties.json")),
    { clock: createClock(), random: createRandom(shareRandom("")) },
    async () => {
      await new Promise((resolve) => setImmediate(resolve));
      counts.made++;
      counts.mostShown = Math.max(counts.mostShown, ++counts.shown);
      return { ...createFakeSystemUi(720, 1280, folder), dispose: () => void counts.shown-- };
    },
  );
  await system.start();
  return { system, counts, remove: () => rm(folder, { recursive: true }) };
}

it("creates one new screen for simultaneous reboots", async () => {
  const { system, counts, remove } = await startCounted();
  await Promise.all([system.reboot(), system.reboot(), system.reboot()]);
  expect(counts).toEqual({ made: 2, shown: 1, mostShown: 1 });
  await remove();
});

it("keeps at most one screen, and none after stop", async () => {
  const { system, counts, remove } = await startCounted();
  await Promise.all([system.stop(), system.start(), system.start(), system.reboot(), system.stop(), system.start()]);
  expect(counts).toMatchObject({ shown: 1, mostShown: 1 });
  await Promise.all([system.reboot(), system.stop()]);
  expect(counts).toMatchObject({ shown: 0, mostShown: 1 });
  expect(() => system.ui).toThrow("the system is not running");
  await remove();
});
