import { spawn } from "node:child_process";
import { runTests } from "../run-tests.ts";
import { say } from "../shell.ts";

/**
 * Runs the tests again and again while another process keeps a core busy, which brings out those that fail now and
 * then: npm run soak -- 10, or npm run soak -- 20 --project e2e e2e/viewer.test.ts.
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
    const { summary, failed, exitCode } = await runTests(args);
    lines.push(`run ${i}: ${summary} in ${duration(performance.now() - start)}`, ...failed.map((test) => `  ${test}`));
    if (exitCode !== 0) process.exitCode = 1;
    process.stdout.write(`${lines.join("\n")}\n`);
  }
  busy.kill("SIGKILL");
}

function duration(timeMs: number): string {
  const seconds = Math.round(timeMs / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
