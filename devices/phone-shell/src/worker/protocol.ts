import type { OutputStream } from "@terrarium/adb-device/ports/shell";
import type { SharedQuota } from "@terrarium/device-files/storage-quota";
/** Messages between the device's main thread and its shell worker. */
import type { SharedClock } from "@terrarium/phone-system/create-clock";
import type { SharedRandom } from "@terrarium/phone-system/random";
import type { FunctionNode } from "../executor/syntax-tree.ts";
import type { VariablesSnapshot } from "../executor/variables.ts";
import type { SystemCall, SystemCalls } from "../system-calls/system-calls.ts";

/** Parameters of the worker at its start. */
export interface WorkerSettings {
  filesFolder: string;
  quota: SharedQuota;
  clock: SharedClock;
  random: SharedRandom;
  /** Process id that the last worker used last, as one 32-bit number. */
  lastPid: SharedArrayBuffer;
  /** Start time of the device, for /proc/uptime. */
  startedAtMs: number;
}

/** State of an interactive shell, for a restart in another worker. */
export interface ShellSnapshot {
  cwd: string;
  variables: VariablesSnapshot;
  functions: [name: string, definition: FunctionNode][];
  aliases: [name: string, text: string][];
  options: string[];
  exitCode: number;
}

export interface OpenShellOptions {
  /** Kind and size of the terminal; undefined for a shell without one. */
  terminal: { kind: string; rows: number; columns: number } | undefined;
  /** Command to run; undefined for an interactive shell, or for a script from the input. */
  command: string | undefined;
  /** 0 for root, 2000 for shell. */
  userId: number;
  snapshot?: ShellSnapshot;
  /** Lines typed before, oldest first. */
  history: readonly string[];
}

export type ToWorker =
  | { type: "open"; shell: number; options: OpenShellOptions }
  | { type: "input"; shell: number; bytes: Uint8Array }
  | { type: "inputEnd"; shell: number }
  | { type: "resize"; shell: number; rows: number; columns: number }
  /** The client has disconnected. `endsInput`: it had no other way to end its input. */
  | { type: "hangUp"; shell: number; endsInput: boolean }
  /** The client has received this many bytes of output. */
  | { type: "taken"; shell: number; bytes: number }
  | { type: "answer"; id: number; value: unknown; error?: string }
  | { type: "ping" };

export type FromWorker =
  | { type: "output"; shell: number; stream: OutputStream; bytes: Uint8Array }
  /** This many bytes of input were read. */
  | { type: "inputTaken"; shell: number; bytes: number }
  | { type: "snapshot"; shell: number; snapshot: ShellSnapshot }
  | { type: "typed"; line: string }
  | { type: "exit"; shell: number; exitCode: number }
  | { type: "call"; id: number; name: SystemCall; args: Parameters<SystemCalls[SystemCall]> }
  /** `processes`: number of processes without the shells that wait for a line. */
  | { type: "pong"; processes: number };
