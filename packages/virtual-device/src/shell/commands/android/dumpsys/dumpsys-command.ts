import type { Process } from "../../../process.ts";
import { CommandError } from "../../command.ts";
import { androidCommand } from "../android-command.ts";
import { Arguments } from "../arguments.ts";
import { inputMethodId } from "../system/ime-command.ts";
import { activityDump } from "./activity-dump.ts";
import { batteryDump, cpuDump, memoryDump, powerDump } from "./device-dumps.ts";
import { packageDump } from "./package-dump.ts";
import { displayDump, inputMethodDump, notificationDump, surfaceDump, windowDump } from "./screen-dumps.ts";

type Dump = (args: string[], process: Process) => Promise<string>;

/** What there is to dump, by the names of Android's services. */
const services: Readonly<Record<string, Dump>> = {
  SurfaceFlinger: ([flag], { system }) => surfaceDump(system, flag),
  activity: ([what], { system }) => activityDump(system, what),
  battery: async ([action]) => {
    if (action === undefined) return batteryDump();
    throw new CommandError(
      `dumpsys battery ${action}: this device runs on its host's power, and has no battery to set`,
    );
  },
  cpuinfo: (_args, process) => cpuDump(process),
  display: (_args, { system }) => displayDump(system),
  input_method: (_args, { system }) => inputMethodDump(system, inputMethodId),
  meminfo: ([name], process) => memoryDump(process, name),
  notification: (_args, { system }) => notificationDump(system),
  package: ([name], { system }) => packageDump(system, name),
  power: (_args, { system }) => powerDump(system),
  settings: async (_args, { system }) => {
    const sections = (["global", "secure", "system"] as const).map(async (namespace) => {
      const rows = await system.listSettings(namespace);
      const lines = rows.map(([name, value], i) => `_id:${i + 1} name:${name} pkg:android value:${value}\n`);
      return `${namespace.toUpperCase()} SETTINGS (user 0)\n${lines.join("")}`;
    });
    return (await Promise.all(sections)).join("\n");
  },
  window: ([what], { system }) => windowDump(system, what),
};

const serviceNames: readonly string[] = Object.keys(services);

const separator = "-".repeat(79);

/** `dumpsys`: the state of the device's services, in the places where scripts look for it. */
export const dumpsysCommand = androidCommand("dumpsys", async (process) => {
  const args = new Arguments(process.args);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "-l") return `Currently running services:\n${serviceNames.map((name) => `  ${name}\n`).join("")}`;
    if (option === "-t" || option === "-T" || option === "--priority" || option === "--skip") args.require(option);
    else if (option === "--help") return "usage: dumpsys [-l] [-t SECONDS] [SERVICE [ARGS]]\n";
  }
  const [name, ...rest] = args.rest();
  if (name !== undefined) {
    const dump = Object.hasOwn(services, name) ? services[name] : undefined;
    if (dump) return dump(rest, process);
    await process.stderr.write(`Can't find service: ${name}\n`);
    return 0;
  }
  for await (const text of dumpAll(process)) await process.stdout.write(text);
  return 0;
});

/** Everything, service by service. */
export async function* dumpAll(process: Process): AsyncGenerator<string> {
  yield `Currently running services:\n${serviceNames.map((each) => `  ${each}\n`).join("")}`;
  for (const [name, dump] of Object.entries(services)) {
    const startMs = performance.now();
    yield `${separator}\nDUMP OF SERVICE ${name}:\n${await dump([], process)}`;
    const tookS = ((performance.now() - startMs) / 1000).toFixed(3);
    yield `--------- ${tookS}s was the duration of dumpsys ${name}, ending at: ${new Date().toISOString()}\n`;
  }
}

/** `service list|check`: the names of what `dumpsys` knows. */
export const serviceCommand = androidCommand("service", async ({ args: [action, name = ""] }) => {
  if (action === "list") {
    const rows = serviceNames.map((each, i) => `${i}\t${each}: [android.terrarium.${each}]\n`);
    return `Found ${serviceNames.length} services:\n${rows.join("")}`;
  }
  if (action === "check") return `Service ${name}: ${serviceNames.includes(name) ? "found" : "not found"}\n`;
  return "Usage: service [-h|-?]\n       service list\n       service check SERVICE\n";
});
