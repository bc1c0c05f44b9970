import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { DeviceFiles } from "@terrarium/device-files/device-files";
import { StorageQuota } from "@terrarium/device-files/storage-quota";
import { fileTimes } from "@terrarium/phone-system/create-clock";
import { createRandom } from "@terrarium/phone-system/random";
import { execute } from "../executor/launch.ts";
import type { Machine } from "../executor/machine.ts";
import { createSpecialFiles } from "../files/device-nodes.ts";
import { OpenFiles } from "../files/open-files.ts";
import { ProcessFiles } from "../files/process-files.ts";
import type { ShellCommand } from "../process.ts";
import { Kernel } from "../processes/kernel.ts";
import { listSystemProcesses } from "../processes/system-processes.ts";
import { passOverEnds } from "../processes/unowned-ends.ts";
import type { SystemCalls } from "../system-calls/system-calls.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./protocol.ts";
import { RemoteSystem } from "./remote-system.ts";
import { createShellClock } from "./shell-clock.ts";
import { ShellSession, type ShellClient } from "./shell-session.ts";

type Settings = WorkerSettings & { busyMs: number };
type Send = (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void;

/**
 * Runs the shell's thread: the processes of the device's shells with these commands, on the device's files. The thread
 * can be ended at any moment. Throws in the main thread.
 */
export function runShellWorker(commands: readonly ShellCommand[]): void {
  if (!parentPort) throw new Error("the shell worker runs as a worker thread");
  const port = parentPort;
  process.on("unhandledRejection", passOverEnds);
  process.on("uncaughtException", passOverEnds);
  const settings = workerData as Settings; // created by our own main thread
  const send: Send = (message, transfer = []) => port.postMessage(message, transfer);
  const remote = new RemoteSystem((id, name, args) => send({ type: "call", id, name, args }));
  const machine = createMachine(commands, settings, remote.calls);
  // Announces the worker. From now on it must respond to pings.
  send({ type: "pong", processes: 0 });
  serveShells(port, send, { machine, remote, busyMs: settings.busyMs });
}

function createMachine(commands: readonly ShellCommand[], settings: Settings, system: SystemCalls): Machine {
  const { startedAtMs, lastPid } = settings;
  const clock = createShellClock(settings.clock, (ms) => system.passTime(ms));
  const random = createRandom(settings.random);
  const kernel = new Kernel({
    systemProcesses: () => listSystemProcesses(system, startedAtMs),
    nowMs: () => clock.nowMs(),
    lastPid,
  });
  const special = createSpecialFiles({ kernel, system, clock, random, startedAtMs });
  const disk = new DeviceFiles(
    settings.filesFolder,
    new StorageQuota(settings.quota),
    fileTimes(settings.clock, clock),
  );
  return {
    kernel,
    commands: new Map(commands.map((command) => [command.name, command])),
    files: new ProcessFiles(disk, special, new OpenFiles(), { pid: 0, userId: 0, umask: 0, cwd: "/" }),
    system,
    clock,
    random,
    execute,
  };
}

/** Opens shells and passes them their input, as the messages of the main thread say. */
function serveShells(
  port: MessagePort,
  send: Send,
  { machine, remote, busyMs }: { machine: Machine; remote: RemoteSystem; busyMs: number },
): void {
  const sessions = new Map<number, ShellSession>();
  const open = ({ shell, options }: Extract<ToWorker, { type: "open" }>): void => {
    const client = clientOf(shell, send, () => sessions.delete(shell));
    sessions.set(shell, new ShellSession(machine, options, client, shell, busyMs));
  };
  const countProcesses = (): number => {
    const waiting = [...sessions.values()].filter(({ idle }) => idle).length;
    return Math.max(0, machine.kernel.count - waiting);
  };
  port.on("message", (message: ToWorker) => {
    if (message.type === "open") return open(message);
    if (message.type === "answer") return remote.answer(message.id, message.value, message.error);
    if (message.type === "ping") return send({ type: "pong", processes: countProcesses() });
    const session = sessions.get(message.shell);
    if (!session) return;
    if (message.type === "input") session.input(message.bytes);
    else if (message.type === "inputEnd") session.endInput();
    else if (message.type === "resize") session.resize(message.rows, message.columns);
    else if (message.type === "taken") session.taken(message.bytes);
    else {
      session.hangUp(message.endsInput);
      sessions.delete(message.shell);
    }
  });
}

/** Returns the client of a shell. It sends everything to the main thread. */
function clientOf(shell: number, send: Send, onExit: () => void): ShellClient {
  return {
    output: (stream, bytes) => send({ type: "output", shell, stream, bytes }, [bytes.buffer]),
    inputTaken: (bytes) => send({ type: "inputTaken", shell, bytes }),
    snapshot: (snapshot) => send({ type: "snapshot", shell, snapshot }),
    typed: (line) => send({ type: "typed", line }),
    exit: (exitCode) => {
      onExit();
      send({ type: "exit", shell, exitCode });
    },
  };
}
