import type { Clock } from "@terrarium/phone-system/clock";
import type { Random } from "@terrarium/phone-system/random";
import type { ProcessFiles } from "../files/process-files.ts";
import type { ProcessTerminal, ShellCommand } from "../process.ts";
import type { Kernel } from "../processes/kernel.ts";
import type { Task } from "../processes/task.ts";
import type { DescriptorTable } from "../streams/descriptor.ts";
import type { SystemCalls } from "../system-calls/system-calls.ts";

/** The target of a command name outside the shell itself. */
export type Executable =
  | { kind: "command"; path: string; command: ShellCommand }
  | { kind: "script"; path: string; text: string; interpreter: string };

/** Parameters for starting a process. */
export interface Launch {
  machine: Machine;
  task: Task;
  /** Open files. They are closed at the end. */
  fds: DescriptorTable;
  name: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  tty: ProcessTerminal | undefined;
}

/** Runs an executable as the process of `launch` to its end. Never rejects. */
type Execute = (executable: Executable, launch: Launch) => Promise<number>;

/** State that all shells of the device share. */
export interface Machine {
  readonly kernel: Kernel;
  readonly commands: ReadonlyMap<string, ShellCommand>;
  /** Files without a particular process. Each process gets its own view of them. */
  readonly files: ProcessFiles;
  readonly system: SystemCalls;
  readonly clock: Clock;
  readonly random: Random;
  /** The shells receive it as a parameter, because it creates shells itself. */
  readonly execute: Execute;
}
