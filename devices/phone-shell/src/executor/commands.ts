import { FileError } from "@terrarium/device-files/file-error";
import { isFolder } from "../files/process-files.ts";
import type { ProcessFiles } from "../files/process-files.ts";
import { decodeText } from "../streams/text-bytes.ts";
import { ShellError } from "./control.ts";
import type { Executable, Machine } from "./machine.ts";

const SYSTEM_FOLDERS = new Set(["/system/bin", "/bin", "/system/xbin", "/vendor/bin"]);
const MAX_SCRIPT_BYTES = 8 * 1024 * 1024;

/** Returns the path of a command name, undefined if it is not found. */
export async function findPath(
  name: string,
  path: string,
  machine: Machine,
  files: ProcessFiles,
): Promise<string | undefined> {
  if (name.includes("/")) return (await files.exists(name)) ? name : undefined;
  for (const folder of path.split(":")) {
    if (SYSTEM_FOLDERS.has(folder) && machine.commands.has(name)) return `${folder}/${name}`;
    // Other folders of the system contain no programs.
    if (folder.startsWith("/") && !/^\/(data|sdcard|storage)(\/|$)/.test(folder)) continue;
    const place = `${folder === "" ? "." : folder}/${name}`;
    if (await files.mayExecute(place)) return place;
  }
  return undefined;
}

/** Finds the executable of a name. Throws ShellError with exit code 127 or 126 and mksh's message. */
export async function findExecutable(
  name: string,
  path: string,
  machine: Machine,
  files: ProcessFiles,
): Promise<Executable> {
  const place = await findPath(name, path, machine, files);
  if (place === undefined) throw new ShellError(`${name}: inaccessible or not found`, 127);
  const real = await files.realPath(place).catch(() => place);
  const command = /^\/(?:system\/bin|bin|system\/xbin|vendor\/bin)\/([^/]+)$/.exec(real)?.[1];
  const known = command === undefined ? undefined : machine.commands.get(command);
  if (known) return { kind: "command", path: place, command: known };
  return readScript(name, place, files);
}

async function readScript(name: string, place: string, files: ProcessFiles): Promise<Executable> {
  try {
    if (isFolder(await files.status(place))) throw new ShellError(`${name}: can't execute: Is a directory`, 126);
    if (!(await files.mayExecute(place))) throw new ShellError(`${name}: can't execute: Permission denied`, 126);
    const content = await files.readAll(place, MAX_SCRIPT_BYTES);
    if (content.subarray(0, 4).toString("latin1") === "\x7fELF") {
      throw new ShellError(`${name}: not executable: ${content[4] === 2 ? "64" : "32"}-bit ELF file`, 126);
    }
    if (content.subarray(0, 256).includes(0))
      throw new ShellError(`${name}: not executable: magic ${magic(content)}`, 126);
    const text = decodeText(content);
    return { kind: "script", path: place, text, interpreter: /^#!\s*(\S+)/.exec(text)?.[1] ?? "/system/bin/sh" };
  } catch (error) {
    if (error instanceof FileError) throw new ShellError(`${name}: can't execute: ${error.text}`, 126);
    throw error;
  }
}

function magic(content: Buffer): string {
  return content.subarray(0, 2).toString("hex").toUpperCase();
}
