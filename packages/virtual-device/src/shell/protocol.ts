/** What the device's main thread and a shell worker say to each other. */
import type { SharedQuota } from "../files/storage-quota.ts";
import type { WantedInput } from "./script-input.ts";
import type { SystemCall, SystemCalls } from "./system-calls.ts";

/** Given to a worker when it starts. */
export interface WorkerSettings {
  filesFolder: string;
  quota: SharedQuota;
}

/** What a shell carries from one line to the next. */
export interface ShellState {
  cwd: string;
  environment: Record<string, string>;
  /** Source of the functions defined so far, by name. */
  functions: Record<string, string>;
  /** Shell source that sets arrays and options again. */
  settings: string[];
  exitCode: number;
}

export interface RunRequest {
  script: string;
  state: ShellState;
  /** In an interactive shell a script that stops short asks for another line. */
  interactive: boolean;
}

/** How a script ended. */
export type RunResult =
  | { kind: "done"; state: ShellState }
  /** `exit`, or an error that ends a shell. */
  | { kind: "exited"; exitCode: number }
  /** The script stops within a quote, a compound command or a here-document. */
  | { kind: "incomplete" };

export type OutputStream = "stdout" | "stderr";

export type ToWorker =
  | { type: "run"; request: RunRequest }
  /** The standard input that the script wanted. */
  | { type: "input"; bytes: Uint8Array }
  /** The client took this many bytes of output. */
  | { type: "taken"; bytes: number }
  | { type: "answer"; id: number; value: unknown; error?: string };

export type FromWorker =
  | { type: "output"; stream: OutputStream; bytes: Uint8Array }
  | { type: "wantsInput"; amount: Exclude<WantedInput, "none"> }
  | { type: "call"; id: number; name: SystemCall; args: Parameters<SystemCalls[SystemCall]> }
  | { type: "finished"; result: RunResult };

/** The state of a shell that has just started. */
export function initialShellState(): ShellState {
  return {
    cwd: "/",
    environment: {
      ANDROID_DATA: "/data",
      ANDROID_ROOT: "/system",
      ANDROID_STORAGE: "/storage",
      EXTERNAL_STORAGE: "/sdcard",
      HOME: "/",
      HOSTNAME: "generic",
      LOGNAME: "shell",
      PATH: "/system/bin:/bin",
      PWD: "/",
      SHELL: "/system/bin/sh",
      TMPDIR: "/data/local/tmp",
      USER: "shell",
    },
    functions: {},
    settings: [],
    exitCode: 0,
  };
}
