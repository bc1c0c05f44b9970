import { createHash } from "node:crypto";
import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { androidCommand } from "../android-command.ts";
import { runHelper } from "./run-helper.ts";

/** Options of Java itself, in front of the folder of programs (AOSP app_main.cpp). */
const CLASS_PATH_OPTION = "-Djava.class.path=";
const USAGE = "Usage: app_process [java-options] cmd-dir start-class-name [options]";
/** Largest file of code that is read for its digest. */
const MAX_CODE_BYTES = 16 * 1024 * 1024;

/** `app_process`: starts a class of a known helper. The phone answers for it, because it runs no Java. */
export const appProcessCommand = androidCommand("app_process", async (process) => {
  const { args, env } = process;
  const folder = args.findIndex((arg) => !arg.startsWith("-"));
  const rest = folder < 0 ? [] : args.slice(folder + 1).filter((arg, i) => i > 0 || !arg.startsWith("--nice-name="));
  const [className, ...classArgs] = rest;
  if (className === undefined) throw new CommandError(USAGE, 1);
  const option = args.slice(0, folder).find((arg) => arg.startsWith(CLASS_PATH_OPTION));
  const path = option?.slice(CLASS_PATH_OPTION.length) ?? env["CLASSPATH"];
  try {
    const codeSha256 = path === undefined ? undefined : await digestOf(process, path);
    return await runHelper(process, { kind: "class", className, args: classArgs, codeSha256 });
  } catch (error) {
    process.signal.throwIfAborted();
    throw new CommandError(`Error: ${error instanceof Error ? error.message : String(error)}`, 1);
  }
});

async function digestOf({ files }: Process, path: string): Promise<string | undefined> {
  if (!(await files.exists(path)) || (await files.status(path)).sizeBytes > MAX_CODE_BYTES) return undefined;
  return createHash("sha256")
    .update(await files.readAll(path, MAX_CODE_BYTES))
    .digest("hex");
}
