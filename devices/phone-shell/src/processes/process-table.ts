/** One process, as `ps` shows it. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
  readonly userId: number;
  readonly userName: string;
  /** Command line, starting with the name. */
  readonly commandLine: readonly string[];
  /** R running, S sleeping, T stopped, Z ended but not waited for. */
  readonly state: "R" | "S" | "T" | "Z";
  /** pts/0 and so on; `?` without a terminal. */
  readonly terminal: string;
  readonly startedAtMs: number;
  readonly busyMs: number;
  readonly memoryBytes: number;
}

/** Result of sending a signal: sent, or the reason why not. */
export type KillResult = "sent" | "noSuchProcess" | "notPermitted";

/** All processes of the device: those of its shells, the system and the apps. */
export interface ProcessTable {
  list(): Promise<ProcessInfo[]>;
  /**
   * Sends a signal by its number, with the permissions of `userId`. A negative pid stands for a process group. 0 only
   * checks.
   */
  kill(pid: number, signalNumber: number, userId: number): Promise<KillResult>;
}
