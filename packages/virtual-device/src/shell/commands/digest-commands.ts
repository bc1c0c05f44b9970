import { createHash } from "node:crypto";
import { latin1FromBytes, type Command } from "just-bash";
import type { DeviceFiles } from "../../files/device-files.ts";
import { FileError } from "../../files/file-error.ts";
import { CommandError, command } from "./command.ts";

const algorithms = { md5sum: "md5", sha1sum: "sha1", sha256sum: "sha256", sha512sum: "sha512" } as const;

/** `md5sum` and its kin, reading files in pieces: they are asked about files of any size. */
export function createDigestCommands(files: DeviceFiles): Command[] {
  return Object.entries(algorithms).map(([name, algorithm]) =>
    command(name, async (args, { fs, cwd, stdin }) => {
      const brief = args.includes("-b");
      const paths = args.filter((arg) => arg === "-" || !arg.startsWith("-"));
      const lines: string[] = [];
      for (const path of paths.length > 0 ? paths : ["-"]) {
        const hash = createHash(algorithm);
        if (path === "-") hash.update(latin1FromBytes(stdin), "latin1");
        else await hashFile(files, fs.resolvePath(cwd, path), name, path, (chunk) => hash.update(chunk));
        lines.push(brief ? `${hash.digest("hex")}\n` : `${hash.digest("hex")}  ${path}\n`);
      }
      return lines.join("");
    }),
  );
}

async function hashFile(
  files: DeviceFiles,
  path: string,
  name: string,
  shownPath: string,
  update: (chunk: Buffer) => void,
): Promise<void> {
  try {
    const handle = await files.openForReading(path);
    for await (const chunk of handle.createReadStream({ highWaterMark: 1024 * 1024 })) update(chunk as Buffer); // no encoding is set
  } catch (error) {
    throw new CommandError(`${name}: ${shownPath}: ${error instanceof FileError ? error.text : String(error)}`);
  }
}
