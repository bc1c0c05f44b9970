import { expect, it } from "vitest";
import { PhoneClock, PhoneSeed } from "./boxes.ts";
import { parsePhoneClock } from "./parse-phone-clock.ts";

it.each([
  ["real", "real"],
  ["2026-03-04T09:41:00Z", { start: "2026-03-04T09:41:00Z", speed: 1 }],
  ["2026-03-04T09:41:00+01:00@0", { start: "2026-03-04T09:41:00+01:00", speed: 0 }],
  ["2026-03-04T09:41:00Z@0.5", { start: "2026-03-04T09:41:00Z", speed: 0.5 }],
])("accepts the clock %s", (text, clock) => {
  expect(PhoneClock.parse(parsePhoneClock(text))).toEqual(clock);
});

it.each(["", "9:41", "2026-03-04T09:41:00Z@-1", "2026-03-04T09:41:00Z@101", "1969-12-31T00:00:00Z@0", "@0"])(
  "refuses the clock %j",
  (text) => {
    expect(PhoneClock.safeParse(parsePhoneClock(text)).success).toBe(false);
  },
);

it("takes texts and integers as seeds", () => {
  expect([PhoneSeed.parse("lab"), PhoneSeed.parse(7), PhoneSeed.parse(-7)]).toEqual(["lab", "7", "-7"]);
});

it.each(["", "a\u0000b", "x".repeat(129), 1.5, null])("refuses the seed %j", (seed) => {
  expect(PhoneSeed.safeParse(seed).success).toBe(false);
});
