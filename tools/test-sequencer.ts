import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { readDurations } from "./test-durations.ts";

const OWN_ENVIRONMENT = "// @vitest-environment";

/**
 * Runs the longest files of each project first, by their recorded durations, and files with a special environment last.
 * Files share a process only within a project and environment. A file of another one restarts the process.
 */
export class EnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOwn = ({ moduleId }: TestSpecification): boolean =>
      readFileSync(moduleId, "utf8").startsWith(OWN_ENVIRONMENT);
    // oxlint-disable-next-line unicorn/no-array-sort -- it is no array's, but the sequencer's own
    const sorted = await super.sort(files);
    const { shared = [], own = [] } = Object.groupBy(sorted, (file) => (isOwn(file) ? "own" : "shared"));
    const projects = Map.groupBy(shared, ({ project }) => project.name);
    return [...[...projects.values()].flatMap(longFirst), ...own];
  }
}

function longFirst(files: TestSpecification[]): TestSpecification[] {
  const recorded = readDurations();
  // A file without a record may take long.
  const durationMs = ({ moduleId }: TestSpecification): number =>
    recorded[path.relative(process.cwd(), moduleId)]?.durationMs ?? Number.POSITIVE_INFINITY;
  return files.toSorted((a, b) => {
    const [aMs, bMs] = [durationMs(a), durationMs(b)];
    return aMs === bMs ? 0 : bMs - aMs;
  });
}
