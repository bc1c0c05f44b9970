import type { ActionDevice } from "@terrarium/device-control/actions/action-device";
import { pressButtons, rotate } from "@terrarium/device-control/actions/key-actions";
import { touch } from "@terrarium/device-control/actions/touch-actions";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { pressButton } from "@terrarium/device-control/fleet/key-actions";
import { expect, test } from "vitest";

const device = (hasMouse: boolean): ActionDevice => ({
  sandboxId: "sbx_1",
  session: {} as DeviceSession,
  hasMouse,
  scale: 1,
});
const finger = { start: { x: 1, y: 1 }, actions: [] };

const CASES: { what: string; ask: (on: ActionDevice) => Promise<unknown> }[] = [
  { what: "turned", ask: async (on) => rotate(on, { orientation: "landscapeLeft" }) },
  { what: "touched with several fingers", ask: (on) => touch(on, { points: [finger, finger] }) },
  { what: "put out by its power button", ask: async (on) => pressButtons(on, { buttons: ["power"] }) },
  { what: "asked for recent apps", ask: async (on) => pressButtons(on, { buttons: ["home", "appSwitch"] }) },
  { what: "asked for them by the fleet protocol", ask: async (on) => pressButton(on, "APP_SWITCH") },
];

test.each(CASES)("reports that a monitor is not $what, unlike a phone", async ({ ask }) => {
  await expect(ask(device(true))).rejects.toEqual(expect.objectContaining({ code: "not_possible" }));
  await expect(ask(device(false))).resolves.toHaveProperty("message");
});

test("touches a monitor after the page is drawn and the pointer placed", async () => {
  const done: string[] = [];
  const [asked, drawn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const session = {
    async run(command: string) {
      const move = /mouse move \d+ \d+/.exec(command)?.[0];
      if (move !== undefined) {
        done.push(move);
        asked.resolve();
        await drawn.promise;
      }
      return { stdout: Buffer.from("logicalFrame=Rect(0, 0 - 100, 100)"), stderr: Buffer.from(""), exitCode: 0 };
    },
    async watchScreen() {
      done.push("opened");
      return { control: async () => void done.push("touched"), restart: () => undefined, close: () => undefined };
    },
  } as Partial<DeviceSession> as DeviceSession;
  const { work } = await touch({ ...device(true), session }, { points: [{ start: { x: 5, y: 7 }, actions: [] }] });
  const worked = work();
  await asked.promise;
  await new Promise(setImmediate);
  expect(done).toEqual(["mouse move 5 7"]);
  drawn.resolve();
  await worked;
  expect(done).toEqual(["mouse move 5 7", "opened", "touched", "touched"]);
});
