import { expect, test } from "vitest";
import { batteryFields, batteryKey, readBattery } from "./battery.ts";

const read = (put: Readonly<Record<string, string>>) =>
  readBattery({ getSetting: (_namespace, key) => Promise.resolve(put[key]) });

test("is full and externally powered by default", async () => {
  expect(await read({})).toEqual({
    ac: 1,
    usb: 0,
    wireless: 0,
    dock: 0,
    status: 5,
    level: 100,
    temp: 250,
    present: 1,
    counter: 0,
    stopped: false,
  });
});

test("reports overridden fields, and marks the state as stopped", async () => {
  const put = { [batteryKey("level")]: "15", [batteryKey("ac")]: "0" };
  expect(await read(put)).toMatchObject({ level: 15, ac: 0, status: 5, stopped: true });
});

test.each(["", "abc", "NaN", "1e999"])("ignores %j, because it is not a number", async (value) => {
  const battery = await read(Object.fromEntries(batteryFields.map((field) => [batteryKey(field), value])));
  expect(battery).toMatchObject({ level: 100, temp: 250, present: 1 });
});
