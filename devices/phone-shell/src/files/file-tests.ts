import { isFolder, isLink, isRegularFile, type ProcessFiles } from "./process-files.ts";

/** Evaluates the file tests that mksh's and toybox's `test` share. Returns undefined for other operators. */
export async function testFile(operator: string, path: string, files: ProcessFiles): Promise<boolean | undefined> {
  const status = async () => (path === "" ? undefined : files.status(path).catch(() => undefined));
  const mode = async () => (await status())?.mode ?? 0;
  const type = async (bits: number) => ((await mode()) & 0o170000) === bits;
  switch (operator) {
    case "-e":
    case "-a":
    case "-r":
      return (await status()) !== undefined;
    case "-f": {
      const found = await status();
      return found !== undefined && isRegularFile(found);
    }
    case "-d": {
      const found = await status();
      return found !== undefined && isFolder(found);
    }
    case "-h":
    case "-L":
      return files.status(path, false).then(isLink, () => false);
    case "-s":
      return ((await status())?.sizeBytes ?? 0) > 0;
    case "-w":
      return (await status()) !== undefined && files.mayWrite(path);
    case "-x":
      return ((await mode()) & 0o111) !== 0;
    case "-b":
      return type(0o060000);
    case "-c":
      return type(0o020000);
    case "-p":
      return type(0o010000);
    case "-S":
      return type(0o140000);
    case "-u":
      return ((await mode()) & 0o4000) !== 0;
    case "-g":
      return ((await mode()) & 0o2000) !== 0;
    case "-k":
      return ((await mode()) & 0o1000) !== 0;
    default:
      return undefined;
  }
}
