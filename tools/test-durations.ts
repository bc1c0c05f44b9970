import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { readReport } from "./test-report.ts";

/** File written by `npm run test:all -- --record`. */
const FILE = "tools/test-durations.json";

const Recorded = z.record(z.string(), z.object({ durationMs: z.number(), tests: z.number() }));
type Recorded = z.infer<typeof Recorded>;

/** Returns the recorded duration and number of tests of each test file, by path. */
export const readDurations = (): Recorded =>
  existsSync(FILE) ? Recorded.parse(JSON.parse(readFileSync(FILE, "utf8"))) : {};

/** Replaces the record with the last test run, which must have been complete. */
export function recordDurations(): void {
  const files = readReport()?.files ?? [];
  const rows = files.map(
    ({ path, durationMs, tests }) => [path, { durationMs: Math.round(durationMs), tests }] as const,
  );
  const sorted = Object.fromEntries(rows.toSorted(([a], [b]) => a.localeCompare(b)));
  const lines = Object.entries(sorted).map(([path, row]) => `  ${JSON.stringify(path)}: ${JSON.stringify(row)}`);
  writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
}
