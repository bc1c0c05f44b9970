import { FileError } from "@terrarium/device-files/file-error";
import type { Clock } from "@terrarium/phone-system/clock";
import type { Random } from "@terrarium/phone-system/random";
import type { Kernel } from "../processes/kernel.ts";
import type { ProcessInfo } from "../processes/process-table.ts";
import { PulledSource, emptySource, sourceOf, type ByteSink } from "../streams/byte-stream.ts";
import type { SystemCalls } from "../system-calls/system-calls.ts";
import { cpuInfo, FILESYSTEMS, memoryInfo, mounts, NETWORK_TABLES, processStat, processStatus } from "./proc-texts.ts";
import type { SpecialFile, SpecialFiles } from "./special-files.ts";

const CHUNK_BYTES = 64 * 1024;
const CHARACTER = 0o020666;
const READ_ONLY_TEXT = 0o100444;

export interface SpecialFileOptions {
  kernel: Kernel;
  system: SystemCalls;
  clock: Clock;
  random: Random;
  startedAtMs: number;
}

const discard: ByteSink = { isTerminal: false, write: async () => undefined, close: async () => undefined };
const full: ByteSink = {
  ...discard,
  write: async () => {
    throw new FileError("ENOSPC", "/dev/full");
  },
};

function device(next: () => Uint8Array | undefined, sink: ByteSink): SpecialFile {
  return { kind: "file", mode: CHARACTER, read: async () => new PulledSource(async () => next()), write: () => sink };
}

const zeros = () => new Uint8Array(CHUNK_BYTES);
const createDevices = (random: Random): Readonly<Record<string, SpecialFile>> => ({
  null: { kind: "file", mode: CHARACTER, read: async () => emptySource(), write: () => discard },
  zero: device(zeros, discard),
  full: device(zeros, full),
  random: device(() => random.bytes(CHUNK_BYTES), discard),
  urandom: device(() => random.bytes(CHUNK_BYTES), discard),
});

/** Creates the files of /dev and /proc. */
export function createSpecialFiles(options: SpecialFileOptions): SpecialFiles {
  const devices = createDevices(options.random);
  return {
    nowMs: () => options.clock.nowMs(),
    find: async (path, pid) => {
      const [, root, ...rest] = path.split("/");
      if (root === "dev") return findDevice(devices, rest, pid, options.kernel);
      return findProc(rest, pid, options);
    },
  };
}

function folder(names: () => string[] | Promise<string[]>): SpecialFile {
  return { kind: "folder", names: async () => names() };
}

function findDevice(
  devices: ReturnType<typeof createDevices>,
  [name, ...rest]: string[],
  pid: number,
  kernel: Kernel,
): SpecialFile | undefined {
  if (name === undefined)
    return folder(() => [...Object.keys(devices), "fd", "pts", "stderr", "stdin", "stdout", "tty"].toSorted());
  if (rest.length === 0 && Object.hasOwn(devices, name)) return devices[name];
  const standard = ["stdin", "stdout", "stderr"].indexOf(name);
  if (standard >= 0) return openFile(standard, pid, kernel);
  if (name === "fd" && rest[0] !== undefined) return openFile(Number(rest[0]), pid, kernel);
  if (name === "fd") return folder(() => (kernel.filesOf(pid)?.numbers() ?? []).map(String));
  if (name === "tty")
    return openFile(0, pid, kernel)?.kind === "file" && kernel.filesOf(pid)?.get(0)?.isTerminal
      ? openFile(0, pid, kernel)
      : undefined;
  if (name === "pts" && rest.length === 0)
    return folder(() => [...new Set(kernel.tasks().map((task) => task.session.terminalName.slice(4)))].filter(Boolean));
  return undefined;
}

/** Returns an open file of the process by its number. */
function openFile(number: number, pid: number, kernel: Kernel): SpecialFile | undefined {
  const descriptor = kernel.filesOf(pid)?.get(number);
  if (!descriptor) return undefined;
  const { source, sink, isTerminal } = descriptor;
  return {
    kind: "file",
    mode: isTerminal ? 0o020620 : 0o010600,
    read: async () => source ?? emptySource(),
    write:
      sink && (() => ({ isTerminal, write: (data, signal) => sink.write(data, signal), close: async () => undefined })),
  };
}

function text(content: () => string | Promise<string>): SpecialFile {
  return { kind: "file", mode: READ_ONLY_TEXT, read: async () => sourceOf(await content()), write: undefined };
}

function systemTexts({
  system,
  clock,
  startedAtMs,
}: SpecialFileOptions): Record<string, () => string | Promise<string>> {
  const uptimeS = () => (clock.nowMs() - startedAtMs) / 1000;
  return {
    cmdline: () => "androidboot.hardware=terrarium\n",
    cpuinfo: async () => cpuInfo((await system.getProperty("ro.product.cpu.abi")) ?? ""),
    filesystems: () => FILESYSTEMS,
    loadavg: () => "0.00 0.01 0.05 1/128 4096\n",
    meminfo: () => memoryInfo(),
    mounts: () => mounts,
    stat: () =>
      `cpu  0 0 0 ${Math.floor(uptimeS() * 100)} 0 0 0 0 0 0\nbtime ${Math.floor(startedAtMs / 1000)}\nprocesses 4096\n`,
    uptime: () => `${uptimeS().toFixed(2)} ${uptimeS().toFixed(2)}\n`,
    version: async () =>
      `Linux version ${(await system.getProperty("ro.kernel.version")) ?? ""} (build@terrarium) #1 SMP PREEMPT\n`,
  };
}

async function findProc(
  [name, ...rest]: string[],
  pid: number,
  options: SpecialFileOptions,
): Promise<SpecialFile | undefined> {
  const texts = systemTexts(options);
  if (name === undefined) {
    return folder(async () => [
      ...(await options.kernel.list()).map((process) => String(process.pid)),
      ...Object.keys(texts),
      "net",
      "self",
    ]);
  }
  const content = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (content && rest.length === 0) return text(content);
  if (name === "net") return findNetworkFile(rest);
  if (name === "self" && rest.length === 0) return { kind: "link", target: `/proc/${pid}` };
  const wanted = name === "self" ? pid : Number(name);
  const process = (await options.kernel.list()).find((one) => one.pid === wanted);
  return process && findProcessFile(process, rest, options);
}

function findNetworkFile([name, ...rest]: string[]): SpecialFile | undefined {
  if (name === undefined) return folder(() => Object.keys(NETWORK_TABLES));
  const content = Object.hasOwn(NETWORK_TABLES, name) ? NETWORK_TABLES[name] : undefined;
  return content !== undefined && rest.length === 0 ? text(() => content) : undefined;
}

function findProcessFile(
  process: ProcessInfo,
  [name, ...rest]: string[],
  { kernel, startedAtMs }: SpecialFileOptions,
): SpecialFile | undefined {
  const { commandLine } = process;
  const texts: Record<string, () => string> = {
    cmdline: () => commandLine.map((word) => `${word}\0`).join(""),
    comm: () => `${(commandLine[0] ?? "").split("/").at(-1)?.slice(0, 15)}\n`,
    oom_score_adj: () => "0\n",
    stat: () => processStat(process, startedAtMs),
    statm: () => `${process.memoryBytes / 4096} ${process.memoryBytes / 4096} 0 0 0 0 0\n`,
    status: () => processStatus(process),
  };
  if (name === undefined) return folder(() => [...Object.keys(texts), "fd"].toSorted());
  const content = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (content && rest.length === 0) return text(content);
  if (name !== "fd") return undefined;
  const files = kernel.filesOf(process.pid);
  if (rest[0] === undefined) return folder(() => (files?.numbers() ?? []).map(String));
  const descriptor = files?.get(Number(rest[0]));
  return descriptor && { kind: "link", target: descriptor.name };
}
