import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { formatDate } from "@terrarium/phone-shell/text/date-format";
import { timeZone } from "@terrarium/phone-shell/text/time-zone";
import { zipOf } from "@terrarium/phone-system/zip";
import { androidCommand } from "../android-command.ts";
import { wholeLog } from "../logcat/logcat-command.ts";
import { dumpAll } from "./dumpsys-command.ts";

/** Version of the protocol between `adb bugreport` and `bugreportz` (AOSP cmds/bugreportz/readme.md). */
const BUGREPORTZ_VERSION = "1.1";
const FOLDER = "/data/local/tmp";

/** `bugreport`: prints the whole state of the device as text. */
export const bugreportCommand = androidCommand("bugreport", async (process) => {
  for await (const section of report(process)) await process.stdout.write(section);
  return 0;
});

/** `bugreportz [-p] [-s] [-v]`: writes the bug report to an archive and prints the archive's path. */
export const bugreportzCommand = androidCommand("bugreportz", async (process) => {
  const { args, stdout, stderr, files } = process;
  if (args.includes("-v")) {
    await stderr.write(`${BUGREPORTZ_VERSION}\n`);
    return 0;
  }
  const unknown = args.find((arg) => !/^-[ps]+$/.test(arg));
  if (unknown !== undefined) throw new CommandError(`bugreportz: unknown option ${unknown}\nusage: bugreportz [-hpsv]`);
  const time = formatDate("%F-%H-%M-%S", process.clock.nowMs(), await timeZone(process));
  const name = `bugreport-${(await process.system.getProperty("ro.product.name")) ?? "device"}-${time}`;
  const path = `${FOLDER}/${name}.zip`;
  const progress = args.some((arg) => arg.includes("p"));
  if (progress) await stdout.write(`BEGIN:${path}\n`);
  let text = "";
  for await (const section of report(process)) text += section;
  const archive = zipOf(`${name}.txt`, Buffer.from(text), new Date(process.clock.nowMs()));
  if (args.some((arg) => arg.includes("s"))) {
    await stdout.write(archive);
    return 0;
  }
  await files.write(path, archive);
  await stdout.write(`${progress ? "PROGRESS:100/100\n" : ""}OK:${path}\n`);
  return 0;
});

async function* report(process: Process): AsyncGenerator<string> {
  const { clock, system, processes } = process;
  const property = async (name: string) => (await system.getProperty(name)) ?? "";
  yield `========================================================
== dumpstate: ${formatDate("%F %T", clock.nowMs(), await timeZone(process))}
========================================================

Build: ${await property("ro.build.display.id")}
Build fingerprint: '${await property("ro.build.fingerprint")}'
Kernel: ${await property("ro.kernel.version")}
Uptime: ${Math.round(await system.uptimeS())} s

`;
  yield section("SYSTEM LOG", await wholeLog(process, ["-d", "-b", "main,system,crash"]));
  yield section("EVENT LOG", await wholeLog(process, ["-d", "-b", "events"]));
  const properties = await system.listProperties();
  yield section("SYSTEM PROPERTIES", properties.map(([name, value]) => `[${name}]: [${value}]\n`).join(""));
  const list = await processes.list();
  yield section(
    "PROCESSES",
    list.map(({ pid, userName, commandLine }) => `${userName} ${pid} ${commandLine.join(" ")}\n`).join(""),
  );
  const { usedBytes, limitBytes } = await system.storage();
  yield section("FREE DISK SPACE", `/data ${usedBytes} of ${limitBytes} bytes used\n`);
  for await (const text of dumpAll(process)) yield text;
}

function section(title: string, text: string): string {
  return `------ ${title} ------\n${text}\n`;
}
