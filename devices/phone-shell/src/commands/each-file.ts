import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../command-error.ts";
import type { Process } from "../process.ts";
import type { ByteSource } from "../streams/byte-stream.ts";

/**
 * Reads each file, or standard input for `-` or if there are no files. Reports unreadable files and continues. Returns
 * the exit code.
 */
export async function eachFile(
  process: Process,
  paths: readonly string[],
  work: (source: ByteSource, path: string) => Promise<void>,
): Promise<number> {
  return eachPath(process, paths.length > 0 ? paths : ["-"], async (path) => {
    if (path === "-") return work(process.stdin, path);
    const source = await process.files.open(path);
    try {
      await work(source, path);
    } finally {
      source.close();
    }
  });
}

/** Runs the work for each path. Reports a file error as `name: path: reason` and returns exit code 1. */
export async function eachPath(
  process: Process,
  paths: readonly string[],
  work: (path: string) => Promise<void>,
  describe: (path: string) => string = (path) => path,
): Promise<number> {
  let exitCode = 0;
  for (const path of paths) {
    try {
      await process.pause();
      await work(path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await process.stderr.write(`${process.name}: ${describe(path)}: ${error.text}\n`);
      exitCode = 1;
    }
  }
  return exitCode;
}

/**
 * Returns the modification time of an option's file, in epoch milliseconds. Throws CommandError with the given name.
 */
export async function modifiedAtMs(process: Process, path: string): Promise<number> {
  try {
    return (await process.files.status(path)).modifiedAtMs;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`${process.name}: Can't stat ${path}: ${error.text}`);
  }
}
