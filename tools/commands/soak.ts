import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { runTests } from "../run-tests.ts";
import { say } from "../shell.ts";

const RESULTS = "bench/soak.md";

/**
 * Runs the tests repeatedly while another process keeps a core busy, to reveal flaky tests: npm run soak -- 10, or npm
 * run soak -- 20 --project e2e e2e/viewer.test.ts. Writes the results to bench/soak.md after each run.
 */
export async function run([times = "10", ...args]: readonly string[]): Promise<void> {
  const count = Number(times);
  if (!Number.isInteger(count) || count < 1) {
    say(`how many times? ${times} is no number of runs`);
    process.exitCode = 2;
    return;
  }
  const busy = spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" });
  process.on("exit", () => busy.kill("SIGKILL"));
  const lines: string[] = [];
  for (let i = 1; i <= count; i++) {
    const start = performance.now();
    const { summary, failed, exitCode } = await runTests("all", args);
    lines.push(`run ${i}: ${summary} in ${duration(performance.now() - start)}`, ...failed.map((test) => `  ${test}`));
    if (exitCode !== 0) process.exitCode = 1;
    process.stdout.write(`${lines.join("\n")}\n`);
    if (args.length === 0) writeFileSync(RESULTS, page(count, lines));
  }
  busy.kill("SIGKILL");
}

function page(count: number, lines: readonly string[]): string {
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? "unknown"}, Node ${process.version}`;
  const told = lines.map((line) => `    ${line}`).join("\n");
  return `# Last runs of all tests, with a core kept busy\n\n\`npm run soak -- ${count}\` writes this file. Machine: ${machine}.\n\n${told}\n`;
}

function duration(timeMs: number): string {
  const seconds = Math.round(timeMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
