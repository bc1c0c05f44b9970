import { readFileSync } from "node:fs";
import {
  circlesInFolders,
  importProblems,
  OTHER_SOURCES,
  readImportGraph,
  undeclaredImports,
} from "../import-graph.ts";
import { proseProblems } from "../prose.ts";
import { bin, runProgram, say } from "../shell.ts";

const CHECKS: readonly { name: string; command: readonly [string, ...string[]] }[] = [
  { name: "types", command: [bin("tsc"), "--noEmit"] },
  { name: "built-ins of clients", command: [bin("tsc"), "--noEmit", "-p", "tsconfig.clients.json"] },
  { name: "lint", command: [bin("oxlint"), "--type-aware", "--deny-warnings"] },
  { name: "format", command: [bin("oxfmt"), "--check", "."] },
  { name: "unused code", command: [bin("knip")] },
];

/** Checks types, lint, format, unused code, the package graph and prose. Runs all checks and fails if one fails. */
export async function run(): Promise<void> {
  const failed: string[] = [];
  for (const check of CHECKS) {
    say(`checking ${check.name}`);
    const [command, ...args] = check.command;
    if ((await runProgram(command, args)) !== 0) failed.push(check.name);
  }
  say("checking imports");
  const graph = readImportGraph();
  const problems = [
    ...importProblems(graph, readFileSync("docs/internals/architecture.md", "utf8")),
    ...circlesInFolders(readImportGraph(OTHER_SOURCES)),
    ...undeclaredImports(graph, (folder) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8"))),
  ];
  for (const problem of problems) say(problem);
  if (problems.length > 0) failed.push("imports");
  say("checking prose");
  const prose = proseProblems();
  for (const problem of prose) say(problem);
  if (prose.length > 0) failed.push("prose");
  if (failed.length > 0) say(`failed: ${failed.join(", ")}`);
  else say("all checks passed");
  process.exitCode = failed.length > 0 ? 1 : 0;
}
