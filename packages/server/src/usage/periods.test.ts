import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bucketsOf, finishedMonths, utcMonth } from "./periods.ts";

const HOUR_MS = 3_600_000;
const at = (text: string): number => Date.parse(text);
const iso = (time: number | undefined): string => new Date(time ?? Number.NaN).toISOString();
const hoursOf = ({ from, to }: { from: number; to: number }): number => (to - from) / HOUR_MS;

test("a week begins on Monday, also for a Sunday", () => {
  for (const time of ["2026-11-16T00:00:00Z", "2026-11-19T12:00:00Z", "2026-11-22T23:59:59.999Z"]) {
    const days = bucketsOf("weekly", "UTC", at(time));
    expect(days.map((day) => day.label)).toEqual([
      "2026-11-16",
      "2026-11-17",
      "2026-11-18",
      "2026-11-19",
      "2026-11-20",
      "2026-11-21",
      "2026-11-22",
    ]);
  }
  expect(bucketsOf("weekly", "UTC", at("2026-11-23T00:00:00Z"))[0]?.label).toBe("2026-11-23");
});

test("a month has its days, a year its months", () => {
  expect(bucketsOf("monthly", "UTC", at("2028-02-10T00:00:00Z"))).toHaveLength(29);
  const months = bucketsOf("yearly", "UTC", at("2026-06-01T00:00:00Z"));
  expect(months.map((month) => month.label)).toEqual(
    Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, "0")}`),
  );
});

test("days and periods follow the zone's midnight", () => {
  // 23:30 in UTC on 31 October is 1 November in Kathmandu (UTC+5:45).
  const days = bucketsOf("monthly", "Asia/Kathmandu", at("2026-10-31T23:30:00Z"));
  expect(days).toHaveLength(30);
  expect({ label: days[0]?.label, from: iso(days[0]?.from) }).toEqual({
    label: "2026-11-01",
    from: "2026-10-31T18:15:00.000Z",
  });
});

test.each([
  ["clocks go forward at 02:00", "Europe/Paris", "2026-03-29", 23, "2026-03-28T23:00:00.000Z"],
  ["clocks go back at 03:00", "Europe/Paris", "2026-10-25", 25, "2026-10-24T22:00:00.000Z"],
  ["clocks go forward at 02:00", "America/New_York", "2026-03-08", 23, "2026-03-08T05:00:00.000Z"],
  ["by half an hour", "Australia/Lord_Howe", "2026-04-05", 24.5, "2026-04-04T13:00:00.000Z"],
  ["at midnight, which does not exist", "America/Santiago", "2026-09-06", 23, "2026-09-06T04:00:00.000Z"],
])("when %s (%s, %s) the day has %d hours", (_name, timeZone, label, hours, from) => {
  const day = bucketsOf("monthly", timeZone, at(`${label}T12:00:00Z`)).find((it) => it.label === label);
  expect(day && { hours: hoursOf(day), from: iso(day.from) }).toEqual({ hours, from });
});

test("a day that a zone skipped is empty", () => {
  const days = bucketsOf("monthly", "Pacific/Apia", at("2011-12-15T00:00:00Z"));
  expect(days.filter((day) => hoursOf(day) === 0).map((day) => day.label)).toEqual(["2011-12-30"]);
});

test("buckets are contiguous in every zone at every time", () => {
  const zones = ["UTC", "Europe/Paris", "America/New_York", "America/Santiago", "Asia/Kathmandu", "Pacific/Kiritimati"];
  const zone = fc.constantFrom(...zones, "Australia/Lord_Howe", "Africa/Casablanca", "America/Havana");
  const time = fc.integer({ min: at("2015-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z") });
  const period = fc.constantFrom("weekly", "monthly", "yearly");
  fc.assert(
    fc.property(zone, time, period, (timeZone, now, name) => {
      const buckets = bucketsOf(name, timeZone, now);
      expect(buckets.every(({ from, to }) => from < to)).toBe(true);
      expect(buckets.slice(1).map(({ from }) => from)).toEqual(buckets.slice(0, -1).map(({ to }) => to));
      const [first, last] = [buckets[0], buckets.at(-1)];
      expect(first && last && first.from <= now && now < last.to).toBe(true);
      // Neighbouring periods touch, so no time is counted twice or missed.
      expect(bucketsOf(name, timeZone, last?.to ?? 0)[0]?.from).toBe(last?.to);
    }),
    { numRuns: 60 },
  );
});

test("months in UTC", () => {
  expect(utcMonth(at("2026-12-31T23:59:59.999Z"))).toEqual({
    label: "2026-12",
    from: at("2026-12-01T00:00:00Z"),
    to: at("2027-01-01T00:00:00Z"),
  });
  const finished = finishedMonths(at("2026-10-15T00:00:00Z"), at("2027-01-01T00:00:00Z"));
  expect(finished.map((month) => month.label)).toEqual(["2026-10", "2026-11", "2026-12"]);
  expect(finishedMonths(at("2027-01-01T00:00:00Z"), at("2027-01-31T23:59:59Z"))).toEqual([]);
});
