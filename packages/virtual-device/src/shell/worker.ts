import { randomBytes } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
/** A shell worker: runs one script at a time in just-bash, over the device's files. It can be ended at any moment. */
import { Bash, type BashOptions } from "just-bash";
import { DeviceFiles } from "../files/device-files.ts";
import { FileError } from "../files/file-error.ts";
import { StorageQuota } from "../files/storage-quota.ts";
import { createDeviceCommands } from "./commands/device-commands.ts";
import { createStreamedCatCommand } from "./commands/streamed-cat-command.ts";
import { toInterpreterCommand } from "./interpreter-command.ts";
import { limits } from "./limits.ts";
import type {
  FromWorker,
  OutputStream,
  RunRequest,
  RunResult,
  ShellState,
  ToWorker,
  WorkerSettings,
} from "./protocol.ts";
import { wantedInput } from "./script-input.ts";
import { functionDefinitions, isIncomplete, redirectOutput, syntaxError } from "./script-syntax.ts";
import { ShellFiles, type SpecialFile } from "./shell-files.ts";
import type { SystemCall, SystemCalls } from "./system-calls.ts";

if (!parentPort) throw new Error("the shell worker runs as a worker thread");
const port = parentPort;
const settings = workerData as WorkerSettings; // our own main thread made it

/** Output that the client has not taken yet; a command waits when there is too much. */
let untakenBytes = 0;
let wakeWriter: (() => void) | undefined;

const callsInFlight = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
let nextCallId = 1;

function send(message: FromWorker): void {
  port.postMessage(message);
}

async function output(stream: OutputStream, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) return;
  untakenBytes += bytes.length;
  send({ type: "output", stream, bytes });
  while (untakenBytes > limits.untakenOutputBytes) await new Promise<void>((resolve) => (wakeWriter = resolve));
}

/** The device's side of each call, reached by messages. */
const system = new Proxy({} as SystemCalls, {
  get:
    (_target, name: SystemCall) =>
    (...args: Parameters<SystemCalls[SystemCall]>) =>
      new Promise((resolve, reject) => {
        const id = nextCallId++;
        callsInFlight.set(id, { resolve, reject });
        send({ type: "call", id, name, args });
      }),
});

let giveInput: ((bytes: Uint8Array) => void) | undefined;

/** What the script may read, or nothing if it reads nothing: then nobody waits for the client to end its input. */
async function standardInput(script: string): Promise<Uint8Array> {
  const amount = wantedInput(script);
  if (amount === "none") return empty;
  return new Promise((resolve) => {
    giveInput = resolve;
    send({ type: "wantsInput", amount });
  });
}

const empty = Buffer.alloc(0);
let stateText = "";
/** Where the script's output is redirected to. */
const secret = randomBytes(8).toString("hex");
const devices = { stdout: `/dev/stdout-${secret}`, stderr: `/dev/stderr-${secret}`, state: `/dev/state-${secret}` };

function outputFile(write: (content: Buffer) => Promise<void>): SpecialFile {
  return { read: () => empty, write };
}

const special = new Map<string, SpecialFile>([
  ["/dev/null", outputFile(async () => undefined)],
  ["/dev/zero", { read: () => Buffer.alloc(limits.endlessFileBytes), write: async () => undefined }],
  ["/dev/urandom", { read: () => randomBytes(limits.endlessFileBytes), write: async () => undefined }],
  [devices.stdout, outputFile((content) => output("stdout", content))],
  [devices.stderr, outputFile((content) => output("stderr", content))],
  [
    devices.state,
    outputFile(async (content) => {
      stateText += content.toString("utf8");
    }),
  ],
]);

const files = new DeviceFiles(settings.filesFolder, new StorageQuota(settings.quota));
const shellFiles = new ShellFiles(files, special);
const executionLimits: BashOptions["executionLimits"] = {
  maxCommandCount: Infinity,
  maxLoopIterations: Infinity,
  maxWorkUnits: Infinity,
  maxExecutionTimeMs: limits.wallClockMs,
  maxOutputSize: limits.outputBytes,
  maxStringLength: limits.stringBytes,
  maxHeredocSize: limits.stringBytes,
  maxLiveBytes: limits.liveBytes,
  maxInputBytes: limits.liveBytes,
};

async function run(request: RunRequest): Promise<RunResult> {
  const { script, state } = request;
  if (request.interactive && isIncomplete(script)) return { kind: "incomplete" };
  const problem = syntaxError(script);
  if (problem !== undefined) {
    await output("stderr", Buffer.from(`sh: syntax error: ${problem}\n`));
    return { kind: "done", state: { ...state, exitCode: 2 } };
  }
  stateText = "";
  const bash = new Bash({
    fs: shellFiles,
    cwd: state.cwd,
    executionLimits,
    customCommands: [
      ...createDeviceCommands(system).map((command) => toInterpreterCommand(command, system, files)),
      createStreamedCatCommand(files, (piece) => output("stdout", piece)),
    ],
    // The quota's counters are Atomics, used by our file system while a script runs.
    defenseInDepth: { enabled: true, excludeViolationTypes: ["atomics"] },
    processInfo: { pid: 1000, ppid: 1, uid: 2000, gid: 2000 },
  });
  bash.registerTransformPlugin({
    name: "redirect-output",
    transform: ({ ast }) => ({ ast: redirectOutput(ast, devices) }),
  });
  // Each part on lines of its own, so that a comment or a here-document at a script's end swallows nothing.
  const source = [
    ...state.settings,
    ...Object.values(state.functions),
    `(exit ${state.exitCode})`,
    script,
    `{ echo $?; declare -pa; set +o; shopt -p; } >${devices.state} 2>/dev/null`,
  ].join("\n");
  const stdin = await standardInput(script);
  try {
    const result = await bash.exec(source, {
      env: state.environment,
      replaceEnv: true,
      cwd: state.cwd,
      rawScript: true,
      stdin: Buffer.from(stdin).toString("latin1"),
      stdinKind: "bytes",
    });
    // What the interpreter itself had to say, outside of any command.
    await output("stdout", Buffer.from(result.stdout));
    await output("stderr", Buffer.from(result.stderr));
    if (stateText === "") return endedEarly(script, state, result);
    return { kind: "done", state: nextState(state, script, result.env) };
  } catch (error) {
    // A redirection to a file that cannot be written ends the script.
    const message = error instanceof FileError ? `${error.path}: ${error.text}` : String(error);
    await output("stderr", Buffer.from(`sh: ${message}\n`));
    return { kind: "done", state: { ...state, exitCode: 1 } };
  }
}

/** The last line was not reached: by `exit`, or by an error that ends the line but not the shell. */
function endedEarly(script: string, state: ShellState, result: { exitCode: number; stderr: string }): RunResult {
  const { exitCode, stderr } = result;
  const failed = stderr !== "" && !/\bexit\b/.test(script);
  return failed ? { kind: "done", state: { ...state, exitCode } } : { kind: "exited", exitCode };
}

function nextState(before: ShellState, script: string, environment: Record<string, string>): ShellState {
  const [exitCode = "0", ...settings] = stateText.split("\n");
  return {
    cwd: environment["PWD"] ?? before.cwd,
    environment,
    functions: { ...before.functions, ...functionDefinitions(script) },
    settings: settings.filter((line) => /^(declare -a (?!PIPESTATUS=)|set -o |shopt -s )/.test(line)),
    exitCode: Number(exitCode),
  };
}

port.on("message", (message: ToWorker) => {
  if (message.type === "input") {
    giveInput?.(message.bytes);
  } else if (message.type === "taken") {
    untakenBytes -= message.bytes;
    wakeWriter?.();
  } else if (message.type === "answer") {
    const call = callsInFlight.get(message.id);
    callsInFlight.delete(message.id);
    if (message.error === undefined) call?.resolve(message.value as never); // typed by SystemCalls at both ends
    else call?.reject(new Error(message.error));
  } else {
    void run(message.request).then((result) => send({ type: "finished", result }));
  }
});
