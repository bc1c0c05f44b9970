import type { Process, ShellCommand } from "../../process.ts";
import { timeZone } from "../../text/time-zone.ts";
import { parseOptions } from "../options.ts";
import { chosenColumns, processTable, shortName } from "./process-columns.ts";

async function runPs(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "AadefglnwtTMZk:o:O:p:P:u:U:G:s:C:", long: ["no-headers"] });
  const all = await process.processes.list();
  const own = all.find(({ pid }) => pid === process.pid);
  const list = (letter: string) => options.values(letter).flatMap((text) => text.split(","));
  const everything = options.has("A") || options.has("e");
  const chosen = all.filter((one) => {
    if (options.has("p")) return list("p").includes(String(one.pid));
    if (options.has("P")) return list("P").includes(String(one.parentPid));
    if (options.has("u") || options.has("U"))
      return [...list("u"), ...list("U")].some((user) => user === one.userName || user === String(one.userId));
    if (options.has("C")) return list("C").includes(shortName(one));
    if (everything) return true;
    return one.userId === process.userId && (one.terminal === own?.terminal || options.has("a"));
  });
  const label = options.has("Z") ? "LABEL," : "";
  let columns = "USER,PID,PPID,VSZ,RSS,WCHAN,ADDR,S,NAME";
  if (options.has("f")) columns = "USER=UID,PID,PPID,C,STIME,TTY,TIME,ARGS=CMD";
  else if (options.has("l")) columns = "S,UID,PID,PPID,C,PRI,NI,ADDR,VSZ=SZ,WCHAN,TTY,TIME,CMD";
  if (options.has("o")) columns = options.values("o").join(",");
  if (options.has("O")) columns += `,${options.values("O").join(",")}`;
  const table = {
    chosen: chosenColumns("ps", label + columns),
    withTitles: !options.has("no-headers"),
    zone: await timeZone(process),
    nowMs: process.clock.nowMs(),
  };
  await process.stdout.write(processTable(chosen, table));
  return 0;
}

export const PS_COMMAND: ShellCommand = { name: "ps", run: runPs };
