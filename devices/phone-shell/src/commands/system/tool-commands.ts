/** Various small tools of toybox. */
import { FileError } from "@terrarium/device-files/file-error";
import { CommandError } from "../../command-error.ts";
import type { Process, ShellCommand } from "../../process.ts";
import { eachFile, eachPath } from "../each-file.ts";
import { needOperands, parseOptions } from "../options.ts";

async function runUsleep(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "" });
  needOperands(process, options, 1);
  const [text = ""] = options.operands;
  if (!/^\d+$/.test(text)) throw new CommandError(`usleep: not integer: ${text}`);
  await process.sleep(Number(text) / 1000);
  return 0;
}

async function runUnlink(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "" });
  needOperands(process, options, 1);
  const [path = ""] = options.operands;
  try {
    await process.files.remove(path);
    return 0;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`unlink: couldn't unlink '${path}': ${error.text}`);
  }
}

/** Only checks that the files exist, because written data is on the disk before the next command reads it. */
async function runFsync(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "d" });
  needOperands(process, options, 1);
  return eachPath(process, options.operands, async (path) => void (await process.files.status(path)));
}

async function runMountpoint(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "qdx" });
  needOperands(process, options, 1);
  const [path = ""] = options.operands;
  const place = await process.files.realPath(path);
  await process.files.status(place).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new CommandError(`mountpoint: ${path}: ${error.text}`);
  });
  if (!(await process.files.isFolder(place))) throw new CommandError(`mountpoint: ${path}: Not a directory`);
  const table = await process.files.readText("/proc/mounts");
  const isOne = table.split("\n").some((line) => line.split(" ")[1] === place);
  if (!options.has("q")) await process.stdout.write(`${path} is ${isOne ? "" : "not "}a mountpoint\n`);
  return isOne ? 0 : 1;
}

const CONFIGURATION: Readonly<Record<string, string>> = {
  PAGESIZE: "4096",
  PAGE_SIZE: "4096",
  _NPROCESSORS_CONF: "4",
  _NPROCESSORS_ONLN: "4",
  CLK_TCK: "100",
  ARG_MAX: "131072",
  OPEN_MAX: "32768",
  LONG_BIT: "64",
  NAME_MAX: "255",
  PATH_MAX: "4096",
};

async function runGetconf(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "al" });
  if (options.has("a") || options.has("l")) {
    for (const [name, value] of Object.entries(CONFIGURATION))
      await process.stdout.write(options.has("l") ? `${name}\n` : `${name.padEnd(24)}${value}\n`);
    return 0;
  }
  needOperands(process, options, 1);
  const [name = ""] = options.operands;
  const value = Object.hasOwn(CONFIGURATION, name) ? CONFIGURATION[name] : undefined;
  if (value === undefined) throw new CommandError(`getconf: bad '${name}'`);
  await process.stdout.write(`${value}\n`);
  return 0;
}

/** Converts line ends of files in place, or of standard input. */
async function runLineEnds(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "" });
  const change = (text: string) =>
    process.name === "dos2unix" ? text.replaceAll("\r\n", "\n") : text.replace(/\r?\n/g, "\r\n");
  if (options.operands.length > 0) {
    return eachPath(process, options.operands, async (path) => {
      const text = (await process.files.readAll(path)).toString("latin1");
      await process.files.write(path, Buffer.from(change(text), "latin1"));
    });
  }
  return eachFile(process, [], async (source) => {
    let rest = "";
    for await (const bytes of source) {
      const text = rest + Buffer.from(bytes).toString("latin1");
      // The newline after a carriage return may be in the next piece.
      rest = text.endsWith("\r") ? "\r" : "";
      await process.stdout.write(Buffer.from(change(text.slice(0, text.length - rest.length)), "latin1"));
    }
    await process.stdout.write(rest);
  });
}

async function runUuidgen({ random, stdout }: Process): Promise<number> {
  await stdout.write(`${random.uuid()}\n`);
  return 0;
}

async function runGetenforce({ stdout }: Process): Promise<number> {
  await stdout.write("Enforcing\n");
  return 0;
}

/** `cksum`: POSIX's checksum. It includes the length. The options change the algorithm as in toybox. */
async function runCksum(process: Process): Promise<number> {
  const options = parseOptions(process, { letters: "HILNP" });
  const next = options.has("L") ? nextLittleEndian : nextBigEndian;
  return eachFile(process, options.operands, async (source, path) => {
    let crc = options.has("P") ? -1 : 0;
    let length = 0;
    for await (const bytes of source) {
      await process.pause();
      for (const byte of bytes) crc = next(crc, byte);
      length += bytes.length;
    }
    if (!options.has("N"))
      for (let left = length; left > 0; left = Math.floor(left / 256)) crc = next(crc, left & 0xff);
    const sum = (options.has("I") ? crc : ~crc) >>> 0;
    const words = [
      options.has("H") ? sum.toString(16).padStart(8, "0") : String(sum),
      ...(options.has("N") ? [] : [String(length)]),
      ...(path === "-" ? [] : [path]),
    ];
    await process.stdout.write(`${words.join(" ")}\n`);
  });
}

/** CRC of each byte value, with the most or with the least significant bit first. */
const bigEndianTable = tableOf(
  (index) => index << 24,
  (value) => (value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1),
);
const littleEndianTable = tableOf(
  (index) => index,
  (value) => (value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1),
);

function tableOf(begin: (index: number) => number, step: (value: number) => number): Int32Array {
  return Int32Array.from({ length: 256 }, (_, index) => {
    let value = begin(index);
    for (let bit = 0; bit < 8; bit++) value = step(value);
    return value;
  });
}

const nextBigEndian = (crc: number, byte: number): number =>
  (crc << 8) ^ (bigEndianTable[((crc >>> 24) ^ byte) & 0xff] ?? 0);
const nextLittleEndian = (crc: number, byte: number): number =>
  (crc >>> 8) ^ (littleEndianTable[(crc ^ byte) & 0xff] ?? 0);

/** Commands that Android denies to the shell user. */
const DENIED: readonly string[] = [
  "blkid",
  "chroot",
  "hwclock",
  "insmod",
  "losetup",
  "mkfifo",
  "mknod",
  "mkswap",
  "modprobe",
  "nsenter",
  "pivot_root",
  "renice",
  "rmmod",
  "setenforce",
  "swapoff",
  "swapon",
  "umount",
  "unshare",
];

export const toolCommands: readonly ShellCommand[] = [
  ...DENIED.map((name): ShellCommand => ({
    name,
    run: async (process) => {
      if (process.args.length === 0) throw new CommandError(`${name}: Needs 1 argument (see "${name} --help")`);
      throw new CommandError(`${name}: ${process.args.at(-1)}: Operation not permitted`);
    },
  })),
  { name: "cksum", run: runCksum },
  { name: "dos2unix", run: runLineEnds },
  { name: "fsync", run: runFsync },
  { name: "getconf", run: runGetconf },
  { name: "getenforce", run: runGetenforce },
  { name: "mountpoint", run: runMountpoint },
  { name: "unix2dos", run: runLineEnds },
  { name: "unlink", run: runUnlink },
  { name: "usleep", run: runUsleep },
  { name: "uuidgen", run: runUuidgen },
];
