import { chaosOfDisk } from "../../bench/chaos/disk.ts";
import { chaos } from "../../bench/chaos/main.ts";
import { chaosOfReplicas } from "../../bench/chaos/replicas.ts";
import { buildStale } from "../build.ts";
import { say } from "../shell.ts";
import { ensureSystemPackages } from "../system-packages.ts";

const DEFAULT_MINUTES = 30;

const DISK_MINUTES = 5;
const REPLICAS = { minutes: 5, devices: 20 };

/**
 * Attacks and breaks a server of its own for some minutes. Fails if another team was affected, or if anything was lost
 * or left behind. `disk [minutes]`: fills the disk below Linux sandboxes and locks the database file of a server on
 * SQLite. `replicas [minutes] [devices]`: breaks three servers with a shared database and devices in containers, in
 * turn.
 */
export async function run([first, minutes, devices]: readonly string[]): Promise<void> {
  await ensureSystemPackages();
  await buildStale();
  const number = (text: string | undefined, usual: number) => (text === undefined ? usual : Number(text));
  const { wrong, results } =
    first === "replicas"
      ? await chaosOfReplicas(number(minutes, REPLICAS.minutes), number(devices, REPLICAS.devices))
      : first === "disk"
        ? await chaosOfDisk(number(minutes, DISK_MINUTES))
        : { wrong: await chaos(number(first, DEFAULT_MINUTES)), results: "bench/chaos/results.md" };
  for (const line of wrong) say(line);
  say(`${wrong.length === 0 ? "everything held" : "not everything held"}; see ${results}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
