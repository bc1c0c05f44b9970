import path from "node:path";
import { runTests } from "../run-tests.ts";

/** Runs the unit tests of the package in whose folder npm runs. This is `npm test` of each package. */
export async function run(args: readonly string[]): Promise<void> {
  const manifest = process.env.npm_package_json;
  if (manifest === undefined) throw new Error("npm runs this in a package's folder: cd packages/adb && npm test");
  // The slash excludes packages whose names start with this name.
  const folder = `${path.relative(process.cwd(), path.dirname(manifest))}/`;
  const { summary, exitCode } = await runTests("all", ["--project", "unit", folder, ...args]);
  process.stdout.write(`${summary}\n`);
  process.exitCode = exitCode;
}
