import { FileError } from "@terrarium/device-files/file-error";
import { isFolder } from "../../files/process-files.ts";
import { changedMode } from "../../text/mode-text.ts";
import { parseOptions, type Builtin } from "../builtin.ts";
import { ShellError } from "../control.ts";
import type { Shell } from "../shell.ts";

const cd: Builtin = async (call) => {
  const { shell } = call;
  const { options, rest } = parseOptions(call, "LPe");
  if (rest.length > 2) throw new ShellError("cd: too many arguments", 2);
  const [argument = shell.get("HOME"), replacement] = rest;
  if (argument === undefined) throw new ShellError("cd: no home directory (HOME not set)", 2);
  const back = argument === "-";
  if (replacement !== undefined && !shell.cwd.includes(argument)) throw new ShellError("cd: bad substitution", 2);
  const other = replacement === undefined ? argument : shell.cwd.replace(argument, () => replacement);
  const named = back ? shell.get("OLDPWD") : await searched(other, shell);
  if (named === undefined) throw new ShellError("cd: no OLDPWD", 2);
  const target = named === "" ? "." : named;
  try {
    const status = await shell.files.status(target);
    if (!isFolder(status)) throw new FileError("ENOTDIR", target);
    const logical = shell.files.resolve(target).replace(/(?<=.)\/$/, "");
    const real = await shell.files.realPath(logical);
    await enterable(shell.task.userId, real);
    const place = options.has("P") ? real : logical;
    shell.variables.set("OLDPWD", shell.cwd);
    shell.cwd = place;
    shell.variables.set("PWD", place);
    if (back || named !== argument) await shell.write(`${place}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ShellError(`cd: ${target}: ${error.text}`, 2);
  }
};

/** Finds a relative path in the folders of CDPATH. Returns the path unchanged if none contains it. */
async function searched(path: string, shell: Shell): Promise<string> {
  const folders = shell.get("CDPATH")?.split(":") ?? [];
  if (/^(\/|\.\.?(\/|$)|$)/.test(path)) return path;
  for (const folder of folders) {
    if (folder === "") continue;
    if (await shell.files.isFolder(`${folder}/${path}`)) return `${folder}/${path}`;
  }
  return path;
}

/** Throws for folders that only root can enter. */
async function enterable(userId: number, place: string): Promise<void> {
  if (userId !== 0 && ["/data/data", "/data/app", "/acct"].includes(place)) throw new FileError("EACCES", place);
}

/** `umask -S`: returns the permissions that new files may get. */
function allowedBy(umask: number): string {
  const letters = (bits: number) => `${bits & 4 ? "r" : ""}${bits & 2 ? "w" : ""}${bits & 1 ? "x" : ""}`;
  const allowed = 0o777 & ~umask;
  return `u=${letters(allowed >> 6)},g=${letters(allowed >> 3)},o=${letters(allowed)}`;
}

export const directoryBuiltins: Readonly<Record<string, Builtin>> = {
  cd,
  pwd: async (call) => {
    const { shell } = call;
    const { options } = parseOptions(call, "LP");
    await shell.write(`${options.has("P") ? await shell.files.realPath(shell.cwd) : shell.cwd}\n`);
    return 0;
  },
  umask: async (call) => {
    const { task } = call.shell;
    const { options, rest } = parseOptions(call, "S");
    const [text] = rest;
    if (text === undefined) {
      await call.shell.write(`${options.has("S") ? allowedBy(task.umask) : task.umask.toString(8).padStart(3, "0")}\n`);
    } else if (/^\d/.test(text)) {
      if (!/^[0-7]+$/.test(text)) throw new ShellError("umask: bad number");
      task.umask = parseInt(text, 8) & 0o777;
    } else {
      const mode = changedMode(text, 0o777 & ~task.umask, false);
      if (mode === undefined) throw new ShellError("umask: bad mask");
      task.umask = 0o777 & ~mode;
    }
    return 0;
  },
  ulimit: async ({ shell, args }) => {
    const limits = [
      ["-t: time(cpu-seconds)", "unlimited"],
      ["-f: file(blocks)", "unlimited"],
      ["-c: coredump(blocks)", "0"],
      ["-d: data(KiB)", "unlimited"],
      ["-s: stack(KiB)", "8192"],
      ["-n: nofiles(descriptors)", "32768"],
      ["-p: processes", "256"],
    ];
    if (args.includes("-a"))
      for (const [name = "", value = ""] of limits) await shell.write(`${name.padEnd(25)} ${value}\n`);
    else if (args.includes("-n") && args.length === 1) await shell.write("32768\n");
    else if (args.every((arg) => arg.startsWith("-"))) await shell.write("unlimited\n");
    return 0;
  },
};
