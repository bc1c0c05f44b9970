import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const OWN_ENVIRONMENT = "// @vitest-environment";

/**
 * Vitest's order, but files with an environment of their own come last. Files share a process only with those of the same
 * environment: where the next file needs another, the process ends, and a new one loads all modules again.
 */
export class EnvironmentSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOwn = ({ moduleId }: TestSpecification): boolean =>
      readFileSync(moduleId, "utf8").startsWith(OWN_ENVIRONMENT);
    // oxlint-disable-next-line unicorn/no-array-sort -- it is no array's, but the sequencer's own
    const sorted = await super.sort(files);
    const { shared = [], own = [] } = Object.groupBy(sorted, (file) => (isOwn(file) ? "own" : "shared"));
    return [...shared, ...own];
  }
}
