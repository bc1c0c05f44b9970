import { FileError } from "../../../files/file-error.ts";
import { isFolder } from "../../files/process-files.ts";
import { ShellError } from "../control.ts";
import { parseOptions, type Builtin } from "./builtin.ts";

const cd: Builtin = async (call) => {
  const { shell } = call;
  const { rest } = parseOptions(call, "LPe");
  const [argument = shell.get("HOME") ?? "/"] = rest;
  const back = argument === "-";
  const target = back ? shell.get("OLDPWD") : argument;
  if (target === undefined) throw new ShellError("cd: no OLDPWD");
  try {
    const status = await shell.files.status(target);
    if (!isFolder(status)) throw new FileError("ENOTDIR", target);
    const place = shell.files.resolve(target).replace(/(?<=.)\/$/, "");
    await enterable(shell.task.userId, await shell.files.realPath(place));
    shell.variables.set("OLDPWD", shell.cwd);
    shell.cwd = place;
    shell.variables.set("PWD", place);
    if (back) await shell.write(`${place}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ShellError(`cd: ${target}: ${error.text}`, 2);
  }
};

/** Folders that a plain user cannot go into. */
async function enterable(userId: number, place: string): Promise<void> {
  if (userId !== 0 && ["/data/data", "/data/app", "/acct"].includes(place)) throw new FileError("EACCES", place);
}

export const directoryBuiltins: Readonly<Record<string, Builtin>> = {
  cd,
  pwd: async (call) => {
    const { shell } = call;
    const { options } = parseOptions(call, "LP");
    await shell.write(`${options.has("P") ? await shell.files.realPath(shell.cwd) : shell.cwd}\n`);
    return 0;
  },
  umask: async ({ shell, args: [text] }) => {
    if (text === undefined) await shell.write(`${shell.task.umask.toString(8).padStart(4, "0")}\n`);
    else if (/^[0-7]{1,4}$/.test(text)) shell.task.umask = parseInt(text, 8) & 0o777;
    else throw new ShellError(`umask: ${text}: bad number`);
    return 0;
  },
  ulimit: async ({ shell, args }) => {
    const limits = [
      ["time(cpu-seconds)", "unlimited"],
      ["file(blocks)", "unlimited"],
      ["coredump(blocks)", "0"],
      ["data(KiB)", "unlimited"],
      ["stack(KiB)", "8192"],
      ["nofiles(descriptors)", "32768"],
      ["processes", "256"],
    ];
    if (args.includes("-a"))
      for (const [name = "", value = ""] of limits) await shell.write(`${name.padEnd(24)} ${value}\n`);
    else if (args.includes("-n") && args.length === 1) await shell.write("32768\n");
    else if (args.every((arg) => arg.startsWith("-"))) await shell.write("unlimited\n");
    return 0;
  },
};
