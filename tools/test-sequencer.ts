import { readFileSync } from "node:fs";
import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { LONG_TESTS } from "./long-tests.ts";

const OWN_ENVIRONMENT = "// @vitest-environment";

/**
 * Vitest's order, but in each project those that take long come first, and files with an environment of their own last.
 * Files share a process only with those of the same project and environment: where the next file needs another, the
 * process ends, and a new one loads all modules again.
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
  const rank = ({ moduleId }: TestSpecification): number => {
    const index = LONG_TESTS.indexOf(path.relative(process.cwd(), moduleId));
    return index === -1 ? LONG_TESTS.length : index;
  };
  return files.toSorted((a, b) => rank(a) - rank(b));
}
