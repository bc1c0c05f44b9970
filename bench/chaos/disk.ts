import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startServer } from "../../e2e/support/server.ts";
import { Conditions } from "./conditions.ts";
import { mountDisk, unmount } from "./disk-mount.ts";
import { fillDisk, killServer, lockDatabase } from "./faults.ts";
import { GoodTenant } from "./good-tenant.ts";
import { LinuxTenant } from "./linux-tenant.ts";
import { watchServer } from "./watch-server.ts";
import { watchSilence } from "./watch-silence.ts";

const RESULTS = "bench/chaos/disk-results.md";
/** Space for two devices and the server's own files. */
const DISK_SIZE = "800m";
const AS_IN_USE = {
  NODE_ENV: "production",
  TERRARIUM_STANDBY_DEVICES: "0",
  TERRARIUM_DEVICE_CLOCK: "",
  TERRARIUM_DEVICE_STORAGE_MB: "256",
  LOG_LEVEL: "warn",
};
const SILENCE_LIMIT_MS = 250;
const PAUSE_MS = 2_000;

/**
 * Breaks the disk and the database file of a server on SQLite: another process locks the database, the disk fills below
 * Linux sandboxes, and the server is killed, in turn. Two teams record acknowledged writes and verify them afterwards.
 * Writes bench/chaos/disk-results.md and returns the problems. Requires root.
 */
export async function chaosOfDisk(minutes: number): Promise<{ wrong: string[]; results: string }> {
  await using cleanup = new AsyncDisposableStack();
  const disk = mountDisk(DISK_SIZE);
  cleanup.defer(() => unmount(disk));
  const server = await startServer(AS_IN_USE, path.join(disk, "data"));
  cleanup.defer(() => server.stop());
  const conditions = new Conditions();
  const good = await GoodTenant.signIn(server.origin, conditions);
  const linux = await LinuxTenant.signIn(server.origin);
  const silence = watchSilence(server.origin, conditions);
  const watch = watchServer(server.origin, conditions);
  const over = new AbortController();
  const work = Promise.all([good.work(over.signal), linux.work(over.signal)]);
  const counts = { locks: 0, fills: 0, kills: 0 };
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) {
    await lockDatabase({ server, conditions });
    counts.locks += 1;
    await sleep(PAUSE_MS);
    await Promise.all([
      fillDisk({ server, conditions }),
      sleep(PAUSE_MS).then(() => lockDatabase({ server, conditions })),
    ]);
    counts.fills += 1;
    counts.locks += 1;
    await killServer({ server, conditions });
    counts.kills += 1;
    await sleep(PAUSE_MS);
  }
  over.abort();
  await work;
  const longestSilenceMs = await silence.end();
  const { unownedFailures, eventLoopMaxMs } = await watch.end();
  await good.audit();
  const lost = [...good.report.lost, ...(await linux.audit())];
  const wrong = [
    ...lost.map((write) => `lost: ${write}`),
    ...(longestSilenceMs <= SILENCE_LIMIT_MS
      ? []
      : [`/healthz was silent for ${longestSilenceMs.toFixed(0)} ms, over ${SILENCE_LIMIT_MS} ms`]),
    ...(unownedFailures > 0 ? [`${unownedFailures} failures that nobody owned`] : []),
  ];
  const rows = [
    [
      "time; foreign locks; fills of the disk; kills of the server",
      `${minutes} min; ${Object.values(counts).join("; ")}`,
    ],
    [
      "longest silence of /healthz while the server was up",
      `${longestSilenceMs.toFixed(0)} ms (limit ${SILENCE_LIMIT_MS} ms)`,
    ],
    ["longest the event loop was held", `${eventLoopMaxMs.toFixed(0)} ms`],
    ["uploads to a Linux sandbox: acknowledged, refused", `${linux.acknowledged}, ${linux.refused}`],
    ["other writes acknowledged", String(good.report.acknowledged)],
    ["acknowledged writes lost", String(lost.length)],
    ["failures that nobody owned", String(unownedFailures)],
  ];
  writeFileSync(RESULTS, toMarkdown(minutes, rows, wrong));
  return { wrong, results: RESULTS };
}

const toMarkdown = (minutes: number, rows: readonly string[][], wrong: readonly string[]): string =>
  [
    "# Last run of the chaos test of the disk",
    "",
    `\`npm run chaos -- disk ${minutes}\` writes this file. Machine: ${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}.`,
    "",
    "| what | result |",
    "| --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    wrong.length === 0 ? "Everything held." : wrong.map((line) => `- ${line}`).join("\n"),
    "",
  ].join("\n");
