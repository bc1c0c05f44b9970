import type { ShellCommand } from "../process.ts";
import type { SystemCalls } from "../system-calls.ts";
import { CommandError, command } from "./command.ts";

const identity = "uid=2000(shell) gid=2000(shell) groups=2000(shell),1015(sdcard_rw),3003(inet)";

/** `id`, `whoami`, `uname`, `uptime`, `df` and `ps`. */
export function createSystemCommands(system: SystemCalls): ShellCommand[] {
  return [
    command("id", async ([flag]) => {
      if (flag === "-u" || flag === "-g") return "2000\n";
      if (flag === "-un" || flag === "-gn") return "shell\n";
      return `${identity}\n`;
    }),
    command("whoami", async () => "shell\n"),
    command("uname", async (args) => uname(system, args)),
    command("uptime", async () => `up ${Math.floor((await system.uptimeS()) / 60)} min\n`),
    command("df", async (args) => df(system, args)),
    command("ps", async () => ps(system)),
  ];
}

async function uname(system: SystemCalls, args: string[]): Promise<string> {
  const release = (await system.getProperty("ro.kernel.version")) ?? "";
  const machine = (await system.getProperty("ro.product.cpu.machine")) ?? "";
  const parts: [flag: string, value: string][] = [
    ["s", "Linux"],
    ["n", "localhost"],
    ["r", release],
    ["v", "#1 SMP PREEMPT"],
    ["m", machine],
    ["o", "Android"],
  ];
  const flags = args.join("").replaceAll("-", "") || "s";
  if (flags === "a") return `${parts.map(([, value]) => value).join(" ")}\n`;
  const wanted = parts.filter(([flag]) => flags.includes(flag)).map(([, value]) => value);
  if (wanted.length === 0) throw new CommandError("usage: uname [-asnrvmo]");
  return `${wanted.join(" ")}\n`;
}

async function df(system: SystemCalls, args: string[]): Promise<string> {
  const { usedBytes, limitBytes } = await system.storage();
  const human = args.some((arg) => /^-\w*h/.test(arg));
  const size = (bytes: number) => (human ? `${(bytes / 1024 ** 2).toFixed(0)}M` : String(Math.ceil(bytes / 1024)));
  const share = `${Math.ceil((100 * usedBytes) / limitBytes)}%`;
  const cells = [size(limitBytes), size(usedBytes), size(Math.max(0, limitBytes - usedBytes)), share];
  const row = (name: string, values: string[], mount: string) =>
    `${name.padEnd(16)}${values.map((value) => value.padStart(12)).join("")} ${mount}\n`;
  return (
    row("Filesystem", [human ? "Size" : "1K-blocks", "Used", "Available", "Use%"], "Mounted on") +
    row("/dev/fuse", cells, "/sdcard") +
    row("/dev/data", cells, "/data")
  );
}

async function ps(system: SystemCalls): Promise<string> {
  const app = (await system.foregroundApp()).packageName;
  const processes = [
    ["root", "1", "0", "init"],
    ["shell", "200", "1", "adbd"],
    ["system", "300", "1", "system_server"],
    ["u0_a1", "400", "300", app],
    ["shell", "1000", "200", "sh"],
    ["shell", "1001", "1000", "ps"],
  ];
  const rows = [["USER", "PID", "PPID", "NAME"], ...processes];
  return rows
    .map(
      ([user = "", pid = "", parent = "", name = ""]) =>
        `${user.padEnd(12)}${pid.padStart(6)} ${parent.padStart(6)} ${name}\n`,
    )
    .join("");
}
