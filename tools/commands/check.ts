import { readFileSync } from "node:fs";
import { importProblems, readImportGraph } from "../import-graph.ts";
import { bin, runProgram, say } from "../shell.ts";

const CHECKS: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: "types", command: [bin("tsc"), "--noEmit"] },
  { name: "built-ins of clients", command: [bin("tsc"), "--noEmit", "-p", "tsconfig.clients.json"] },
  { name: "lint", command: [bin("oxlint"), "--type-aware", "--deny-warnings"] },
  { name: "format", command: [bin("oxfmt"), "--check", "."] },
  { name: "unused code", command: [bin("knip")] },
];

/** Types, lint, format, import rules, unused code and who imports whom; runs all of them and fails if one does. */
export async function run(): Promise<void> {
  const failed: string[] = [];
  for (const check of CHECKS) {
    say(`checking ${check.name}`);
    const [command, ...args] = check.command;
    if ((await runProgram(command, args)) !== 0) failed.push(check.name);
  }
  say("checking imports");
  const problems = importProblems(readImportGraph(), readFileSync("docs/architecture.md", "utf8"));
  for (const problem of problems) say(problem);
  if (problems.length > 0) failed.push("imports");
  if (failed.length > 0) say(`failed: ${failed.join(", ")}`);
  else say("all checks passed");
  process.exitCode = failed.length > 0 ? 1 : 0;
}
