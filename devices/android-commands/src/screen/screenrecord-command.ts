import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { MAX_RECORDING_S } from "@terrarium/phone-shell/system-calls/recording-calls";
import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { androidCommand } from "../android-command.ts";
import { Arguments } from "../arguments.ts";

const USAGE = `Usage: screenrecord [options] <filename>

Records the device's display to a .mp4 file; - writes it to the standard output.

Options:
--size WIDTHxHEIGHT
    Set the video size; the longer side counts. Default is the display's.
--bit-rate RATE
    Set the video bit rate, for example 4000000 or 4M. Default 20M.
--time-limit TIME
    Set the maximum recording time, in seconds. Default and maximum is ${MAX_RECORDING_S};
    0 removes the limit: the recording then ends when its memory or the disk is full.
--verbose
    Display information on stderr.

Recording continues until Ctrl-C is hit or the time limit is reached.
`;
const STANDARD_OUTPUT = "-";
const DEFAULT_BIT_RATE = 20_000_000;
const BIT_RATES = { min: 100_000, max: 100_000_000 };
const TICK_MS = 100;
/** Ticks between two looks at the size of the recording. */
const TICKS_PER_LOOK = 10;
/** Free space that a recording leaves, for the index of the file. */
const INDEX_BYTES = 1024 * 1024;

interface RecordOptions {
  maxSizePx: number;
  bitRate: number;
  /** Longest time in seconds; infinite without a limit. */
  limitS: number;
  verbose: boolean;
  file: string;
}

/** `screenrecord`: records the screen until Ctrl-C or its time limit. */
export const screenrecordCommand = androidCommand("screenrecord", async (process) => {
  const { args, stdout, stderr, files } = process;
  if (args.includes("--help") || args.length === 0) return USAGE;
  const options = parse(args);
  let interrupted = false;
  for (const signal of ["INT", "TERM", "HUP"]) process.onSignal(signal, () => (interrupted = true));
  // Scripts wait for the file to know that the recording runs.
  if (options.file !== STANDARD_OUTPUT) await files.write(options.file, new Uint8Array());
  const film = await record(process, options, () => interrupted);
  if (options.file === STANDARD_OUTPUT) await stdout.write(film);
  else await files.write(options.file, film);
  if (options.verbose) await stderr.write(`Encoder stopping; recorded ${film.length} bytes\n`);
  return 0;
});

async function record(process: Process, options: RecordOptions, interrupted: () => boolean): Promise<Uint8Array> {
  const { system } = process;
  const { maxSizePx, bitRate, limitS, file } = options;
  const id = await system.startRecording({ maxSizePx, bitRate });
  const endMs = process.clock.elapsedMs() + limitS * 1000;
  let film: Uint8Array;
  try {
    for (let tick = 1; !interrupted() && process.clock.elapsedMs() < endMs; tick += 1) {
      await process.sleep(TICK_MS);
      if (tick % TICKS_PER_LOOK === 0 && (await isFull(system, id, file))) break;
    }
  } finally {
    // Also runs when a signal ends the command at once, because the device has room for few recordings.
    film = await system.stopRecording(id);
  }
  return film;
}

async function isFull(system: SystemCalls, id: number, file: string): Promise<boolean> {
  const { bytes, full } = await system.lookAtRecording(id);
  if (full || file === STANDARD_OUTPUT) return full;
  const { usedBytes, limitBytes } = await system.storage();
  return bytes + INDEX_BYTES > limitBytes - usedBytes;
}

function parse(list: readonly string[]): RecordOptions {
  const args = new Arguments(
    list.flatMap((arg) => (/^--[a-z-]+=/.test(arg) ? arg.split(/=(.*)/s).slice(0, 2) : [arg])),
  );
  const options: RecordOptions = {
    maxSizePx: 0,
    bitRate: DEFAULT_BIT_RATE,
    limitS: MAX_RECORDING_S,
    verbose: false,
    file: "",
  };
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "--size") options.maxSizePx = sizeOf(args.require(option));
    else if (option === "--bit-rate") options.bitRate = bitRateOf(args.require(option));
    else if (option === "--time-limit") options.limitS = limitOf(args.requireInteger(option));
    else if (option === "--verbose") options.verbose = true;
    else if (option === "--output-format" || option === "--display-id") args.require(option);
    else if (option !== "--bugreport" && option !== "--rotate")
      throw new CommandError(`screenrecord: unrecognized option ${option}\n${USAGE.trimEnd()}`, 2);
  }
  const file = args.next();
  if (file === undefined || args.next() !== undefined)
    throw new CommandError(`Must specify output file (see --help).`, 2);
  return { ...options, file };
}

function sizeOf(text: string): number {
  const [, width = "", height = ""] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  const longer = Math.max(Number(width), Number(height));
  if (!(longer >= 16 && longer <= 4096)) throw new CommandError(`Invalid size '${text}', must be width x height`, 2);
  return longer;
}

function bitRateOf(text: string): number {
  const [, number = "", unit = ""] = /^(\d+)([KM]?)$/i.exec(text) ?? [];
  const rate = Number(number) * { "": 1, K: 1000, M: 1_000_000 }[unit.toUpperCase() as "" | "K" | "M"]; // the pattern matches only these units
  if (number === "" || rate < BIT_RATES.min || rate > BIT_RATES.max) {
    throw new CommandError(`Bit rate ${text} outside acceptable range [${BIT_RATES.min},${BIT_RATES.max}]`, 2);
  }
  return rate;
}

function limitOf(seconds: number): number {
  if (seconds === 0) return Infinity;
  if (seconds < 0 || seconds > MAX_RECORDING_S) {
    throw new CommandError(`Time limit ${seconds}s outside acceptable range [1,${MAX_RECORDING_S}]`, 2);
  }
  return seconds;
}
