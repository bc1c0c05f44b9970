import path from "node:path";
import { runTests } from "../run-tests.ts";

/** The unit tests of the package in whose folder npm runs: what `npm test` is in each of them. */
export async function run(args: readonly string[]): Promise<void> {
  const manifest = process.env.npm_package_json;
  if (manifest === undefined) throw new Error("npm runs this in a package's folder: cd packages/adb && npm test");
  // With the slash no other package's name begins with it.
  const folder = `${path.relative(process.cwd(), path.dirname(manifest))}/`;
  const { summary, exitCode } = await runTests("all", ["--project", "unit", folder, ...args]);
  process.stdout.write(`${summary}\n`);
  process.exitCode = exitCode;
}
