/** One process, as `ps` shows it. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  readonly userId: number;
  readonly userName: string;
  /** The command line, its name first. */
  readonly commandLine: readonly string[];
  /** R running, S sleeping, T stopped, Z ended but not waited for. */
  readonly state: "R" | "S" | "T" | "Z";
  /** pts/0 and so on; `?` without a terminal. */
  readonly terminal: string;
  readonly startedAtMs: number;
  readonly busyMs: number;
  readonly memoryBytes: number;
}

/** Tells why a signal was not sent. */
export type KillResult = "sent" | "noSuchProcess" | "notPermitted";

/** All processes of the device: those of its shells, and those of the system and the apps. */
export interface ProcessTable {
  list(): Promise<ProcessInfo[]>;
  /** Sends a signal, by its number, as `userId` may; a negative pid means a process group. 0 only asks. */
  kill(pid: number, signalNumber: number, userId: number): Promise<KillResult>;
}
