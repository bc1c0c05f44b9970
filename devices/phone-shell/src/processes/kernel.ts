import { hostElapsedMs } from "@terrarium/phone-system/host-time";
import { LIMITS } from "../limits.ts";
import type { DescriptorTable } from "../streams/descriptor.ts";
import { MemoryWatch } from "./memory-watch.ts";
import type { KillResult, ProcessInfo, ProcessTable } from "./process-table.ts";
import { Task, type TaskOptions } from "./task.ts";

/** Time that a process runs before it yields to others. */
const SLICE_MS = 8;
const STEPS_BETWEEN_LOOKS = 32;
const FIRST_PID = 4096;
const MAX_PID = 32768;

/** Returns the processor time of this thread. On a busy machine it grows slower than the wall clock. */
function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The processes of the shells, with their processor time. */
export class Kernel implements ProcessTable {
  readonly #tasks = new Map<number, Task>();
  readonly #systemProcesses: () => Promise<ProcessInfo[]>;
  readonly #memory = new MemoryWatch();
  readonly #nowMs: () => number;
  readonly #lastPid: Int32Array;
  #steps = 0;
  #turnBeganAtMs = hostElapsedMs();
  #usedMs = threadCpuMs();

  constructor(options: {
    /** Lists the processes that do not belong to shells. */
    systemProcesses: () => Promise<ProcessInfo[]>;
    nowMs: () => number;
    /** The last process id, as one 32-bit number, which the next kernel continues. 0 if there was none. */
    lastPid: SharedArrayBuffer;
  }) {
    this.#systemProcesses = options.systemProcesses;
    this.#nowMs = options.nowMs;
    this.#lastPid = new Int32Array(options.lastPid);
  }

  get count(): number {
    return this.#tasks.size;
  }

  /** Returns the open files of a shell process. */
  filesOf(pid: number): DescriptorTable | undefined {
    return this.#tasks.get(pid)?.files;
  }

  find(pid: number): Task | undefined {
    return this.#tasks.get(pid);
  }

  tasks(): Task[] {
    return [...this.#tasks.values()];
  }

  /** Creates a process in the given group, or in its own. Too many processes of a command line exceed its budget. */
  fork(options: Omit<TaskOptions, "pid" | "startedAtMs" | "groupId"> & { groupId?: number }): Task {
    const pid = this.#takePid();
    const task = new Task({ ...options, pid, startedAtMs: this.#nowMs(), groupId: options.groupId ?? pid });
    this.#tasks.set(pid, task);
    task.budget.addProcess(1);
    void this.#forgetAtExit(task);
    return task;
  }

  async #forgetAtExit(task: Task): Promise<void> {
    const { budget, pid } = task;
    await task.exited;
    this.#tasks.delete(pid);
    budget.addProcess(-1);
    for (const other of this.#tasks.values()) if (other.parentPid === pid) other.parentPid = 1;
  }

  /** Charges a process for its time and yields if it has run for long. Call it at each small step of a process. */
  step(task: Task): Promise<void> | undefined {
    if (task.signal.aborted || task.stopped) return task.ready();
    this.#steps += 1;
    if (this.#steps % STEPS_BETWEEN_LOOKS !== 0) return undefined;
    // Wall clock time limits a turn, because others wait for it. Processor time is charged.
    if (hostElapsedMs() - this.#turnBeganAtMs < SLICE_MS) return undefined;
    this.charge(task);
    return this.#yield(task);
  }

  /** Charges the processor time since the last call to the process. */
  charge(task: Task): void {
    const usedMs = threadCpuMs();
    const spentMs = usedMs - this.#usedMs;
    this.#usedMs = usedMs;
    this.#turnBeganAtMs = hostElapsedMs();
    task.busyMs += spentMs;
    task.budget.addBusy(spentMs);
    if (this.#memory.isFull()) task.budget.end("out of memory");
  }

  killGroup(groupId: number, signalNumber: number): number {
    const members = this.tasks().filter((task) => task.groupId === groupId);
    for (const task of members) task.kill(signalNumber);
    return members.length;
  }

  async list(): Promise<ProcessInfo[]> {
    const own = this.tasks().map((task): ProcessInfo => ({
      pid: task.pid,
      parentPid: task.parentPid,
      groupId: task.groupId,
      userId: task.userId,
      userName: task.userId === 0 ? "root" : "shell",
      commandLine: task.commandLine,
      state: task.stopped ? "T" : task.sleeping ? "S" : "R",
      terminal: task.session.terminalName,
      startedAtMs: task.startedAtMs,
      busyMs: task.busyMs,
      memoryBytes: LIMITS.shownProcessBytes,
    }));
    return [...(await this.#systemProcesses()), ...own].toSorted((a, b) => a.pid - b.pid);
  }

  async kill(pid: number, signalNumber: number, userId: number): Promise<KillResult> {
    const targets = pid < 0 ? this.tasks().filter((task) => task.groupId === -pid) : [this.#tasks.get(pid)];
    const tasks = targets.filter((task) => task !== undefined);
    if (tasks.length === 0) {
      const system = (await this.#systemProcesses()).some((process) => process.pid === Math.abs(pid));
      return system ? "notPermitted" : "noSuchProcess";
    }
    if (userId !== 0 && tasks.some((task) => task.userId !== userId)) return "notPermitted";
    for (const task of tasks) task.kill(signalNumber);
    return "sent";
  }

  async #yield(task: Task): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    await task.ready();
  }

  #takePid(): number {
    let pid = this.#lastPid[0] || FIRST_PID;
    do pid = pid >= MAX_PID ? FIRST_PID : pid + 1;
    while (this.#tasks.has(pid));
    this.#lastPid[0] = pid;
    return pid;
  }
}
