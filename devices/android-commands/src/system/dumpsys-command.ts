import type { Process } from "@terrarium/phone-shell/process";
import { formatDate } from "@terrarium/phone-shell/text/date-format";
import { timeZone } from "@terrarium/phone-shell/text/time-zone";
import { androidCommand } from "../android-command.ts";
import { Arguments } from "../arguments.ts";
import { services } from "./services.ts";

const separator = "-".repeat(79);

function serviceList(): string {
  return `Currently running services:\n${[...services.keys()].map((name) => `  ${name}\n`).join("")}`;
}

/** `dumpsys`: prints the state of the device's services. Values are in the places where scripts look for them. */
export const dumpsysCommand = androidCommand("dumpsys", async (process) => {
  const args = new Arguments(process.args);
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "-l") return serviceList();
    if (option === "-t" || option === "-T" || option === "--priority" || option === "--skip") args.require(option);
    else if (option === "--help") return "usage: dumpsys [-l] [-t SECONDS] [SERVICE [ARGS]]\n";
  }
  const [name, ...rest] = args.rest();
  if (name !== undefined) {
    const service = services.get(name);
    if (service) return service.dump?.(rest, process);
    await process.stderr.write(`Can't find service: ${name}\n`);
    return 0;
  }
  for await (const text of dumpAll(process)) await process.stdout.write(text);
  return 0;
});

/** Dumps all services, one after another. */
export async function* dumpAll(process: Process): AsyncGenerator<string> {
  const zone = await timeZone(process);
  yield serviceList();
  for (const [name, { dump }] of services) {
    const startMs = process.clock.elapsedMs();
    yield `${separator}\nDUMP OF SERVICE ${name}:\n${(await dump?.([], process)) ?? ""}`;
    const tookS = ((process.clock.elapsedMs() - startMs) / 1000).toFixed(3);
    const endedAt = formatDate("%F %T", process.clock.nowMs(), zone);
    yield `--------- ${tookS}s was the duration of dumpsys ${name}, ending at: ${endedAt}\n`;
  }
}
