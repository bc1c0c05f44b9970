import { cutText } from "@terrarium/bounds/cut-text";
import { CommandError } from "@terrarium/phone-shell/command-error";
import { LOG_PRIORITIES, MAX_LOG_PAYLOAD_BYTES } from "@terrarium/phone-system/log-buffer";
import { androidCommand } from "../android-command.ts";

const USAGE = "usage: log [-p PRIORITY] [-t TAG] [MESSAGE...]";

/** `log`: writes one entry to the main buffer, or one entry per line of its input. */
export const logCommand = androidCommand("log", async ({ args, stdin, system, pid, userId }) => {
  let priority: (typeof LOG_PRIORITIES)[number] | undefined = "I";
  let tag = "log";
  let rest = [...args];
  for (let flag = rest[0]; flag === "-p" || flag === "-t"; flag = rest[0]) {
    const value = rest[1];
    if (value === undefined) throw new CommandError(USAGE);
    if (flag === "-t") tag = value;
    else priority = LOG_PRIORITIES.find((known) => known === value.toUpperCase());
    if (!priority) throw new CommandError(`log: bad -p '${value}'`);
    rest = rest.slice(2);
  }
  if (rest[0] === "--") rest.shift();
  else if (rest[0]?.startsWith("-")) throw new CommandError(`log: Unknown option '${rest[0]}'\n${USAGE}`);
  const write = (message: string) => system.writeLog({ priority: priority ?? "I", tag, message, pid, uid: userId });
  if (rest.length > 0) return write(rest.join(" "));
  let line = "";
  const decoder = new TextDecoder();
  for await (const chunk of stdin) {
    const lines = (line + decoder.decode(chunk, { stream: true })).split("\n");
    line = cutText(lines.pop() ?? "", MAX_LOG_PAYLOAD_BYTES);
    for (const each of lines) await write(each);
  }
  line += decoder.decode();
  if (line !== "") await write(line);
  return undefined;
});
