import { expect, test } from "vitest";
import { formatTime } from "./format-clock.ts";

test("formats the minutes of a day with 24 and 12 hours", () => {
  const midnight = new Date(2026, 10, 21).getTime();
  const minutes = Array.from({ length: 24 * 60 }, (_, minute) => midnight + minute * 60_000);
  const long = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hour12: false });
  const short = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", hour12: true });
  expect(minutes.map((at) => formatTime(at))).toEqual(minutes.map((at) => long.format(at)));
  expect(minutes.map((at) => formatTime(at, true))).toEqual(
    minutes.map((at) => short.format(at).replace(/\s[AP]M$/, "")),
  );
});
