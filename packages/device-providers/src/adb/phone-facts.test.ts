import { expect, test } from "vitest";
import { factsIn } from "./phone-facts.ts";

const HUGE = "9".repeat(400);

const printed = ({
  model = "Pixel 8",
  release = "15",
  size = "Physical size: 1080x2400",
  battery = "  level: 80\n  temperature: 251",
}) => ["1", model, release, size, battery].map((answer) => `${answer}\n`).join("----\n");

test("reads a phone's facts; an overridden size takes precedence", () => {
  const facts = {
    model: "Pixel 8",
    release: "15",
    widthPx: 1080,
    heightPx: 2400,
    batteryPercent: 80,
    temperatureC: 25.1,
  };
  expect(factsIn(printed({}))).toEqual(facts);
  const size = "Physical size: 1080x2400\nOverride size: 300x600";
  expect(factsIn(printed({ size }))).toEqual({ ...facts, widthPx: 300, heightPx: 600 });
});

test("rejects impossible sizes and battery levels, and shortens long texts", () => {
  for (const size of [`Physical size: ${HUGE}x1`, "Physical size: 0x1", "Physical size: 1x99999"])
    expect(() => factsIn(printed({ size }))).toThrow(/^"wm size" did not tell its size: .{0,100}$/);
  const battery = `  level: ${HUGE}\n  temperature: -${HUGE}`;
  expect(factsIn(printed({ battery }))).toEqual({ model: "Pixel 8", release: "15", widthPx: 1080, heightPx: 2400 });
  const facts = factsIn(printed({ model: "M".repeat(1_000_000), release: `1\0${HUGE}` }));
  expect([facts.model.length, facts.release.length]).toEqual([100, 100]);
  expect(facts.release).not.toContain("\0");
});
