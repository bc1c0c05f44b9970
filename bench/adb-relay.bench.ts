import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Figure, median } from "./support/figure.ts";
import { FILE_MB, measureRelay, type RelayRounds } from "./support/relay.ts";

const run = promisify(execFile);
const GOAL = 0.7;
/** Speed of the link between a user's machine and the server. */
const LINK_MBIT = 1_000;

/**
 * Measures the real adb through `terrarium adb` and the server, compared with the same adb on a device's own port.
 * First everything runs on this machine, where four programs share its cores instead of two; then over a link, as
 * between two machines.
 */
export async function benchmark(): Promise<Figure[]> {
  return [...figures(await measureRelay(), ""), ...(await measureOverLink())];
}

async function measureOverLink(): Promise<Figure[]> {
  const missing = await run("unshare", ["--net", "tc", "-V"]).then(
    () => undefined,
    (error: Error) => error,
  );
  if (missing) {
    process.stderr.write(`terrarium: terrarium adb over a link is not measured: ${missing.message}\n`);
    return [];
  }
  const program = [process.execPath, "bench/support/relay-over-link.ts", String(LINK_MBIT)];
  const { stdout } = await run("unshare", ["--net", ...program]);
  return figures(JSON.parse(stdout) as RelayRounds, `, over ${LINK_MBIT / 1_000} Gbit/s`);
}

function figures(rounds: RelayRounds, where: string): Figure[] {
  const figure = (what: string, of: "push" | "pull"): Figure => {
    const rates = (way: "through" | "direct") => rounds.map((round) => (FILE_MB / round[way][of]) * 1_000);
    const through = rates("through");
    const directRate = median(rates("direct"));
    const share = (median(through) / directRate).toFixed(2);
    const beside = `direct: ${directRate.toFixed(0)} MB/s; ${share} of it, goal ${GOAL}`;
    return { what: `terrarium adb: ${what}, ${FILE_MB} MiB${where}`, unit: "MB/s", values: through, beside };
  };
  return [
    figure("push", "push"),
    figure("pull", "pull"),
    {
      what: `terrarium adb: adb shell true, whole client process${where}`,
      unit: "ms",
      values: rounds.map(({ through }) => through.shell),
      beside: `direct: ${median(rounds.map(({ direct }) => direct.shell)).toFixed(1)} ms`,
    },
  ];
}
