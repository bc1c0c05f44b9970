/** What the device's main thread and its shell worker say to each other. */
import type { OutputStream } from "@terrarium/adb-device/ports/shell";
import type { SharedQuota } from "@terrarium/device-files/storage-quota";
import type { FunctionNode } from "../executor/syntax.ts";
import type { VariablesSnapshot } from "../executor/variables.ts";
import type { SystemCall, SystemCalls } from "../system-calls/system-calls.ts";

/** Given to the worker when it starts. */
export interface WorkerSettings {
  filesFolder: string;
  quota: SharedQuota;
  /** Where the time of day stands still, as epoch ms; undefined if it goes. */
  stoppedAtMs?: number | undefined;
  /** When the device started, for /proc/uptime. */
  startedAtMs: number;
}

/** What an interactive shell has come to; enough to begin it again in another worker. */
export interface ShellSnapshot {
  cwd: string;
  variables: VariablesSnapshot;
  functions: [name: string, definition: FunctionNode][];
  aliases: [name: string, text: string][];
  options: string[];
  exitCode: number;
}

export interface OpenShellOptions {
  /** The terminal's kind and size; undefined for a shell without one. */
  terminal: { kind: string; rows: number; columns: number } | undefined;
  /** What to run; undefined for an interactive shell, or for a script that comes as input. */
  command: string | undefined;
  /** 0 for root, 2000 for shell. */
  userId: number;
  snapshot?: ShellSnapshot;
  /** Lines that were typed before, oldest first. */
  history: readonly string[];
}

export type ToWorker =
  | { type: "open"; shell: number; options: OpenShellOptions }
  | { type: "input"; shell: number; bytes: Uint8Array }
  | { type: "inputEnd"; shell: number }
  | { type: "resize"; shell: number; rows: number; columns: number }
  /** The client is gone. `endsInput`: as it had no other way to end its input. */
  | { type: "hangUp"; shell: number; endsInput: boolean }
  /** The client took this many bytes of output. */
  | { type: "taken"; shell: number; bytes: number }
  | { type: "answer"; id: number; value: unknown; error?: string }
  | { type: "ping" };

export type FromWorker =
  | { type: "output"; shell: number; stream: OutputStream; bytes: Uint8Array }
  /** So many bytes of input were read. */
  | { type: "inputTaken"; shell: number; bytes: number }
  | { type: "snapshot"; shell: number; snapshot: ShellSnapshot }
  | { type: "typed"; line: string }
  | { type: "exit"; shell: number; exitCode: number }
  | { type: "call"; id: number; name: SystemCall; args: Parameters<SystemCalls[SystemCall]> }
  /** `processes`: how many there are beside shells that wait for a line. */
  | { type: "pong"; processes: number };
