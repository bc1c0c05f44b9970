import { describe, expect, it } from "vitest";
import { LIMITS } from "../limits.ts";
import { Budget } from "./budget.ts";
import { Kernel } from "./kernel.ts";
import { exitCodeOfSignal, signalDescription, signalEffect, signalName, signalNumber } from "./signals.ts";
import { exitCodeOf, KilledError, type Task, type TaskSession } from "./task.ts";

function world(): { kernel: Kernel; fork: (parent?: Task, groupId?: number) => Task; spent: string[] } {
  const kernel = new Kernel({
    systemProcesses: async () => [],
    nowMs: () => 0,
    lastPid: new SharedArrayBuffer(4),
  });
  const spent: string[] = [];
  const budget = new Budget(1000, (message) => spent.push(message));
  const session: TaskSession = { terminalName: "?", foregroundGroup: 0, newBudget: () => budget };
  const fork = (parent?: Task, groupId?: number) =>
    kernel.fork({
      parent,
      ...(groupId !== undefined && { groupId }),
      userId: 2000,
      session,
      budget,
      commandLine: ["test"],
    });
  return { kernel, fork, spent };
}

const signal = (name: string): number => signalNumber(name) ?? 0;

describe("signals", () => {
  it.each([
    ["HUP", 1, "end"],
    ["KILL", 9, "end"],
    ["TERM", 15, "end"],
    ["CHLD", 17, "ignore"],
    ["CONT", 18, "continue"],
    ["STOP", 19, "stop"],
    ["TSTP", 20, "stop"],
    ["TTIN", 21, "stop"],
    ["WINCH", 28, "ignore"],
    ["SYS", 31, "end"],
  ])("%s is number %i and makes a process %s", (name, number, effect) => {
    expect([signalNumber(name), signalNumber(`sig${name}`), signalNumber(String(number))]).toEqual([
      number,
      number,
      number,
    ]);
    expect([signalName(number), signalEffect(number)]).toEqual([name, effect]);
  });

  it.each([["NOPE"], ["65"], [""], ["-1"], ["1.5"]])("%j is not a signal", (name) => {
    expect(signalNumber(name)).toBeUndefined();
  });

  it("have descriptions and exit codes", () => {
    expect([signalDescription(9), signalDescription(15), signalDescription(50)]).toEqual([
      "Killed",
      "Terminated",
      "Signal 50",
    ]);
    expect([exitCodeOfSignal(9), exitCodeOf(new KilledError(15)), exitCodeOf(new Error("other"))]).toEqual([
      137,
      143,
      undefined,
    ]);
  });
});

describe("a process", () => {
  it("ends by a signal once, and its waits reject with that signal", () => {
    const task = world().fork();
    task.kill(signal("TERM"));
    task.kill(signal("INT"));
    expect([task.endedBySignal, task.signal.reason, task.interruptible.aborted]).toEqual([
      15,
      new KilledError(15),
      true,
    ]);
  });

  it("ignores signals with its children, except KILL and STOP", () => {
    const { fork } = world();
    const task = fork();
    for (const name of ["INT", "KILL", "STOP"]) task.ignore(name, true);
    const child = fork(task);
    for (const each of [task, child]) {
      each.kill(signal("INT"));
      expect(each.signal.aborted).toBe(false);
      each.kill(signal("STOP"));
      expect(each.stopped).toBe(true);
      each.kill(signal("KILL"));
      expect(each.endedBySignal).toBe(9);
    }
    child.ignore("TERM", true);
    expect(task.ignoredSignals.has("TERM")).toBe(false);
  });

  it("handles a signal instead of ending, until the handler is removed", () => {
    const task = world().fork();
    let caught = 0;
    task.handle("USR1", () => (caught += 1));
    task.kill(signal("USR1"));
    expect([caught, task.handles("USR1"), task.signal.aborted]).toEqual([1, true, false]);
    task.handle("USR1", undefined);
    task.kill(signal("USR1"));
    expect([caught, task.endedBySignal]).toEqual([1, 10]);
  });

  it("pauses while it is stopped, and continues", async () => {
    const task = world().fork();
    task.kill(signal("TSTP"));
    expect([task.stopped, task.interruptible.aborted]).toEqual([true, true]);
    let ready = false;
    const going = task.ready().then(() => (ready = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ready).toBe(false);
    task.kill(signal("CONT"));
    await going;
    expect([task.stopped, task.interruptible.aborted]).toEqual([false, false]);
  });

  it("ends by a signal also while it is stopped", async () => {
    const task = world().fork();
    task.kill(signal("STOP"));
    const ready = task.ready();
    task.kill(signal("TERM"));
    await expect(ready).rejects.toThrow(KilledError);
  });

  it("has an exit code of eight bits and ignores signals after its end", async () => {
    const task = world().fork();
    task.exit(256 + 7);
    task.exit(1);
    task.kill(signal("TERM"));
    expect([await task.exited, task.exitCode, task.ended, task.endedBySignal]).toEqual([7, 7, true, undefined]);
    await task.changed();
  });
});

describe("the process table", () => {
  it("assigns a number and a new or given group", () => {
    const { kernel, fork } = world();
    const first = fork();
    const second = fork(first, first.groupId);
    expect([second.pid !== first.pid, first.groupId, second.groupId, second.parentPid]).toEqual([
      true,
      first.pid,
      first.pid,
      first.pid,
    ]);
    expect([kernel.find(first.pid), kernel.find(1), kernel.count]).toEqual([first, undefined, 2]);
  });

  it("removes ended processes and gives their children to init", async () => {
    const { kernel, fork } = world();
    const parent = fork();
    const child = fork(parent);
    parent.exit(0);
    await parent.exited;
    await new Promise((resolve) => setImmediate(resolve));
    expect([kernel.find(parent.pid), kernel.tasks(), child.parentPid]).toEqual([undefined, [child], 1]);
  });

  it("sends a signal to a whole group", () => {
    const { kernel, fork } = world();
    const leader = fork();
    const [member, other] = [fork(leader, leader.groupId), fork()];
    expect(kernel.killGroup(leader.groupId, signal("TERM"))).toBe(2);
    expect([leader, member, other].map((task) => task.endedBySignal)).toEqual([15, 15, undefined]);
    expect(kernel.killGroup(99_999, signal("TERM"))).toBe(0);
  });

  it("lists processes by number with the values for ps", async () => {
    const { kernel, fork } = world();
    const stopped = fork();
    fork().sleeping = true;
    stopped.kill(signal("STOP"));
    const list = await kernel.list();
    expect(list.map(({ state, userName, commandLine }) => [state, userName, commandLine.join(" ")])).toEqual([
      ["T", "shell", "test"],
      ["S", "shell", "test"],
    ]);
    expect(list[0]?.pid).toBeLessThan(list[1]?.pid ?? 0);
  });

  it("limits the running processes of a command line", async () => {
    const { fork, spent } = world();
    for (let i = 0; i < 3 * LIMITS.processes; i++) {
      const task = fork();
      task.exit(0);
      await task.exited;
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(spent).toEqual([]);
    for (let i = 0; i <= LIMITS.processes; i++) fork();
    expect(spent).toEqual([`ended: more than ${LIMITS.processes} processes at once`]);
  });
});

describe("a budget", () => {
  it.each([
    ["time", (budget: Budget) => budget.addBusy(1001), "ended after 1 s on the processor"],
    [
      "output",
      (budget: Budget) => budget.addOutput(LIMITS.outputBytes + 1),
      `ended after ${LIMITS.outputBytes} bytes of output`,
    ],
    ["any kind", (budget: Budget) => budget.end("out of memory"), "out of memory"],
  ])("reports its limit of %s once", (_what, spend, message) => {
    const told: string[] = [];
    const budget = new Budget(1000, (text) => told.push(text));
    budget.addBusy(1000 - 1);
    expect(budget.spent).toBe(false);
    spend(budget);
    spend(budget);
    expect([budget.spent, told]).toEqual([true, [message]]);
  });
});
