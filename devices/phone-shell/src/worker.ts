/**
 * Entry of the shell's thread: runs the processes of the device's shells on the device's files. The thread can be ended
 * at any moment.
 */
import { parentPort, workerData } from "node:worker_threads";
import { DeviceFiles } from "@terrarium/device-files/device-files";
import { StorageQuota } from "@terrarium/device-files/storage-quota";
import { createClock } from "@terrarium/phone-system/clock";
import { allCommands } from "./commands/all-commands.ts";
import { execute } from "./executor/launch.ts";
import type { Machine } from "./executor/machine.ts";
import { createSpecialFiles } from "./files/device-nodes.ts";
import { OpenFiles } from "./files/open-files.ts";
import { ProcessFiles } from "./files/process-files.ts";
import { Kernel } from "./processes/kernel.ts";
import { listSystemProcesses } from "./processes/system-processes.ts";
import { passOverEnds } from "./processes/unowned-ends.ts";
import type { FromWorker, ToWorker, WorkerSettings } from "./worker/protocol.ts";
import { RemoteSystem } from "./worker/remote-system.ts";
import { ShellSession } from "./worker/shell-session.ts";

if (!parentPort) throw new Error("the shell worker runs as a worker thread");
const port = parentPort;
process.on("unhandledRejection", passOverEnds);
process.on("uncaughtException", passOverEnds);
const settings = workerData as WorkerSettings & { busyMs: number }; // created by our own main thread

function send(message: FromWorker, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}

const remote = new RemoteSystem((id, name, args) => send({ type: "call", id, name, args }));
const { startedAtMs } = settings;
const kernel = new Kernel(() => listSystemProcesses(remote.calls, startedAtMs));
const special = createSpecialFiles({ kernel, system: remote.calls, startedAtMs });
const disk = new DeviceFiles(settings.filesFolder, new StorageQuota(settings.quota));
const machine: Machine = {
  kernel,
  commands: new Map(allCommands.map((command) => [command.name, command])),
  files: new ProcessFiles(disk, special, new OpenFiles(), { pid: 0, userId: 0, umask: 0, cwd: "/" }),
  system: remote.calls,
  clock: createClock(settings.stoppedAtMs),
  execute,
};
const sessions = new Map<number, ShellSession>();

function open(shell: number, options: Extract<ToWorker, { type: "open" }>["options"]): void {
  const client = {
    output: (stream: "stdout" | "stderr", bytes: Uint8Array<ArrayBuffer>) =>
      send({ type: "output", shell, stream, bytes }, [bytes.buffer]),
    inputTaken: (bytes: number) => send({ type: "inputTaken", shell, bytes }),
    snapshot: (snapshot: Extract<FromWorker, { type: "snapshot" }>["snapshot"]) =>
      send({ type: "snapshot", shell, snapshot }),
    typed: (line: string) => send({ type: "typed", line }),
    exit: (exitCode: number) => {
      sessions.delete(shell);
      send({ type: "exit", shell, exitCode });
    },
  };
  sessions.set(shell, new ShellSession(machine, options, client, shell, settings.busyMs));
}

function processes(): number {
  const waiting = [...sessions.values()].filter(({ idle }) => idle).length;
  return Math.max(0, kernel.count - waiting);
}

// Announces the worker. From now on it must respond to pings.
send({ type: "pong", processes: 0 });

port.on("message", (message: ToWorker) => {
  if (message.type === "open") return open(message.shell, message.options);
  if (message.type === "answer") return remote.answer(message.id, message.value, message.error);
  if (message.type === "ping") return send({ type: "pong", processes: processes() });
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
