import { FileError } from "@terrarium/device-files/file-error";
import { isFolder, isLink } from "../../files/process-files.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { needOperands, parseOptions } from "../options.ts";

const HEAD_BYTES = 4096;

const KINDS: readonly [start: string, description: string][] = [
  ["\x7fELF", "ELF executable"],
  ["\x89PNG\r\n\x1a\n", "PNG image data"],
  ["\xff\xd8\xff", "JPEG image data"],
  ["GIF8", "GIF image data"],
  ["PK\x03\x04", "Zip archive data"],
  ["\x1f\x8b", "gzip compressed data"],
  ["BZh", "bzip2 compressed data"],
  ["%PDF-", "PDF document"],
  ["SQLite format 3\0", "SQLite database"],
  ["OggS", "Ogg data"],
  ["\x1aE\xdf\xa3", "Matroska data"],
  ["dex\n", "Android dex file"],
];

/** `file`: reports the types of files by their first bytes. */
async function runFile(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "bhLs" });
  needOperands(process, options, 1);
  const width = Math.max(...options.operands.map((path) => path.length)) + 1;
  for (const path of options.operands) {
    await process.pause();
    const kind = await kindOf(process, path, options.has("L")).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      return `cannot open: ${error.text}`;
    });
    await process.stdout.write(options.has("b") ? `${kind}\n` : `${`${path}:`.padEnd(width)} ${kind}\n`);
  }
  return 0;
}

async function kindOf({ files }: Process, path: string, follow: boolean): Promise<string> {
  const status = await files.status(path, follow);
  if (isLink(status))
    return `${(await files.exists(path)) ? "" : "broken "}symbolic link to ${await files.readLink(path)}`;
  if (isFolder(status)) return "directory";
  const special = { 0o020000: "character special", 0o060000: "block special", 0o010000: "fifo", 0o140000: "socket" };
  const name = Object.entries(special).find(([bits]) => Number(bits) === (status.mode & 0o170000))?.[1];
  if (name !== undefined) return name;
  const source = await files.open(path);
  const bytes = Buffer.from((await source.read(HEAD_BYTES)) ?? []);
  source.close();
  return bytes.length === 0 ? "empty" : kindOfContent(bytes);
}

function kindOfContent(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  const known = KINDS.find(([start]) => text.startsWith(start));
  if (known) return known[1];
  if (text.startsWith("RIFF")) return `RIFF data, ${text.slice(8, 12).trim()}`;
  if (text.slice(4, 8) === "ftyp") return "ISO Media";
  if (text.slice(257, 262) === "ustar") return "POSIX tar archive (GNU)";
  const interpreter = /^#!\s*(\S+)/.exec(text)?.[1];
  if (interpreter !== undefined) return `${interpreter} script`;
  // oxlint-disable-next-line no-control-regex -- text does not contain them
  if (/[\x00-\x06\x0e-\x1a\x1c-\x1f]/.test(text)) return "data";
  return /[\x80-\xff]/.test(text) ? "UTF-8 text" : "ASCII text";
}

export const FILE_COMMAND: ShellCommand = { name: "file", run: runFile };
