import type { GoodTenantReport } from "./good-tenant.ts";
import type { Watched } from "./watch-server.ts";

const P99_LIMIT_MS = 250;

/** Results of a run. */
export interface Observed {
  minutes: number;
  kills: number;
  good: GoodTenantReport;
  /** Number of runs of each attack. */
  attacks: Readonly<Record<string, number>>;
  server: Watched;
  /** Processes, folders and rows that are no longer needed. */
  left: readonly string[];
}

/** Returns descriptions of a run's problems; empty if there are none. */
export function complaints({ good, server, left, attacks }: Observed): string[] {
  const p99 = percentile(good.latenciesMs, 99);
  return [
    ...(p99 < P99_LIMIT_MS ? [] : [`the good team's p99 is ${p99.toFixed(0)} ms, over ${P99_LIMIT_MS} ms`]),
    ...good.lost.map((write) => `lost: ${write}`),
    ...left.map((thing) => `left over: ${thing}`),
    ...(server.unownedFailures > 0 ? [`${server.unownedFailures} failures that nobody owned`] : []),
    ...Object.entries(attacks).flatMap(([name, count]) => (count > 0 ? [] : [`never attacked: ${name}`])),
  ];
}

/** Returns a Markdown page about a run. */
export function toMarkdown(observed: Observed, machine: string): string {
  const { minutes, kills, good, attacks, server } = observed;
  const at = (percent: number) => `${percentile(good.latenciesMs, percent).toFixed(0)} ms`;
  const wrong = complaints(observed);
  const rows = [
    ["time; kills of the server; stops of PostgreSQL; fills of the disk", `${minutes} min; ${kills}; 2; 2`],
    ["calls of the good team while server and database were up", String(good.latenciesMs.length)],
    [
      "their time: p50, p95, p99, worst",
      `${at(50)}, ${at(95)}, ${at(99)}, ${at(100)} (limit for p99: ${P99_LIMIT_MS} ms)`,
    ],
    ["writes acknowledged, of those lost", `${good.acknowledged}, ${good.lost.length}`],
    ["creates refused because the disk was full", String(good.refusedForSpace)],
    ["failures that nobody owned", String(server.unownedFailures)],
    ["longest the event loop was held", `${server.eventLoopMaxMs.toFixed(0)} ms`],
    ["most memory of the server", `${server.memoryMaxMb.toFixed(0)} MB`],
    ["processes, folders and rows left over", String(observed.left.length)],
    [
      "attacks",
      Object.entries(attacks)
        .map(([name, count]) => `${name} (${count})`)
        .join("; "),
    ],
    ["calls of the good team that failed", describeFailures(good.failures)],
  ];
  return [
    "# Last run of the chaos test",
    "",
    `\`npm run chaos -- ${minutes}\` writes this file. Machine: ${machine}.`,
    "",
    "| what | result |",
    "| --- | --- |",
    ...rows.map(([what, result]) => `| ${what} | ${result} |`),
    "",
    wrong.length === 0 ? "Everything held." : wrong.map((line) => `- ${line}`).join("\n"),
    "",
  ].join("\n");
}

function describeFailures(failures: ReadonlyMap<string, number>): string {
  if (failures.size === 0) return "none";
  return [...failures].map(([what, count]) => `${count} × ${what.replaceAll("|", "/")}`).join("; ");
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
