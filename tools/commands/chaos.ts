import { chaos } from "../../bench/chaos/main.ts";
import { buildStale } from "../build.ts";
import { say } from "../shell.ts";
import { ensureSystemPackages } from "../system-packages.ts";

const DEFAULT_MINUTES = 30;

/** Attacks and breaks a server of its own for some minutes; fails if another team felt it or anything was lost or left. */
export async function run([minutes]: readonly string[]): Promise<void> {
  await ensureSystemPackages();
  await buildStale();
  const wrong = await chaos(minutes === undefined ? DEFAULT_MINUTES : Number(minutes));
  for (const line of wrong) say(line);
  say(
    wrong.length === 0
      ? "everything held; see bench/chaos/results.md"
      : "not everything held; see bench/chaos/results.md",
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
