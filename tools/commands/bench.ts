import { globSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { pathToFileURL } from "node:url";
import type { Benchmark, Figure } from "../../bench/support/figure.ts";
import { buildStale } from "../build.ts";
import { ensureClients } from "../ensure-clients.ts";
import { say } from "../shell.ts";
import { ensureSystemPackages } from "../system-packages.ts";

const RESULTS = "bench/results.md";

/**
 * Installs what the benchmarks need, and runs them, or those named by the arguments. Writes their figures to
 * bench/results.md if all ran.
 */
export async function run(args: readonly string[]): Promise<void> {
  await ensureSystemPackages();
  ensureClients();
  await buildStale();
  const files = globSync("bench/*.bench.ts").toSorted();
  const chosen = files.filter((file) => args.length === 0 || args.some((name) => file.includes(name)));
  const lines = ["| what | median | min – max | beside it |", "| --- | --- | --- | --- |"];
  for (const file of chosen) {
    say(`measuring ${file}`);
    const { benchmark } = (await import(pathToFileURL(file).href)) as { benchmark: Benchmark };
    const rows = (await benchmark()).map(describe);
    for (const row of rows) say(row);
    lines.push(...rows);
  }
  if (chosen.length < files.length) return;
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? "unknown"}, Node ${process.version}, ${process.platform}`;
  writeFileSync(
    RESULTS,
    `# Last results\n\n\`npm run bench\` writes this file. Machine: ${machine}. Read the ratios before the figures.\n\n${lines.join("\n")}\n`,
  );
  say(`wrote ${RESULTS}`);
  process.exit(0);
}

const show = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

function describe(figure: Figure): string {
  const sorted = figure.values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return `| ${figure.what} | ${show(at(0.5))} ${figure.unit} | ${show(at(0))} – ${show(at(1))} | ${figure.beside} |`;
}
