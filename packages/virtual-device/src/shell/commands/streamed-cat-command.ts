import { defineCommand, type Command } from "just-bash";
import type { DeviceFiles } from "../../files/device-files.ts";
import { FileError } from "../../files/file-error.ts";

/** What `cat FILE…` is called where its output is the script's own: see redirectOutput. */
export const streamedCatName = "cat-files-of-any-size";

/** `cat` of files, piece by piece to `write`: the interpreter would hold them whole, several times over, as text. */
export function createStreamedCatCommand(files: DeviceFiles, write: (piece: Buffer) => Promise<void>): Command {
  return defineCommand(streamedCatName, async (paths, { fs, cwd }) => {
    const problems: string[] = [];
    for (const path of paths) {
      const place = fs.resolvePath(cwd, path);
      try {
        const { isFile } = await fs.stat(place);
        if (isFile && !place.startsWith("/dev/")) await streamFile(files, place, write);
        else await write(Buffer.from(await fs.readFileBuffer(place)));
      } catch (error) {
        problems.push(`cat: ${path}: ${error instanceof FileError ? error.text : "No such file or directory"}`);
      }
    }
    return { stdout: "", stderr: problems.map((line) => `${line}\n`).join(""), exitCode: problems.length > 0 ? 1 : 0 };
  });
}

async function streamFile(files: DeviceFiles, path: string, write: (piece: Buffer) => Promise<void>): Promise<void> {
  const handle = await files.openForReading(path);
  for await (const piece of handle.createReadStream({ highWaterMark: 256 * 1024 })) await write(piece as Buffer); // no encoding is set
}
