import { expect, test } from "vitest";
import { deviceArguments } from "./device-program.ts";

const MODEL = { name: "Phone", cpu: 2, memoryMb: 2048, widthPx: 720, heightPx: 1600, densityDpi: 320 };
const OPTIONS = {
  port: 0,
  dataPath: "/data",
  keysPath: "/keys",
  egress: "off",
  clock: "2026-03-04T09:41:00Z",
  storageMb: 512,
  screenEncoder: undefined,
};

test("a phone's own clock replaces the server's", () => {
  const clock = { startMs: Date.parse("2030-01-01T00:00:00Z"), speed: 0 };
  const args = deviceArguments({ ...MODEL, origin: { seed: "-7", clock } }, OPTIONS);
  expect(args[args.indexOf("--clock") + 1]).toBe("2030-01-01T00:00:00.000Z");
  expect(args[args.indexOf("--clock-speed") + 1]).toBe("0");
  expect(args.filter((arg) => arg === "--clock")).toHaveLength(1);
  // The seed cannot be read as an option.
  expect(args.at(-1)).toBe("--seed=-7");
});

test("a phone without an origin keeps the server's clock", () => {
  const args = deviceArguments(MODEL, OPTIONS);
  expect(args[args.indexOf("--clock") + 1]).toBe(OPTIONS.clock);
  expect(args.some((arg) => arg.startsWith("--seed"))).toBe(false);
});
