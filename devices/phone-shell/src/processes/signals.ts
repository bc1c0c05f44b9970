/** Linux's signals on 64-bit ARM and x86 (asm-generic/signal.h), by number. */
const names =
  "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS".split(
    " ",
  );

/** Messages of a shell about processes that a signal ended. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  HUP: "Hangup",
  INT: "Interrupt",
  QUIT: "Quit",
  ABRT: "Abort",
  KILL: "Killed",
  PIPE: "Broken pipe",
  ALRM: "Alarm clock",
  TERM: "Terminated",
  USR1: "User defined signal 1",
  USR2: "User defined signal 2",
};

export type SignalEffect = "end" | "stop" | "continue" | "ignore";

export function signalNumber(name: string): number | undefined {
  if (/^\d+$/.test(name)) return Number(name) <= 64 ? Number(name) : undefined;
  const index = names.indexOf(name.toUpperCase().replace(/^SIG/, ""));
  return index < 0 ? undefined : index + 1;
}

/** Returns a signal's name without SIG, or its number if it has no name. */
export function signalName(number: number): string {
  return names[number - 1] ?? String(number);
}

export function signalDescription(number: number): string {
  const name = signalName(number);
  return DESCRIPTIONS[name] ?? `Signal ${number}`;
}

export function signalNames(): readonly string[] {
  return names;
}

/** Returns the effect of a signal without a handler. */
export function signalEffect(number: number): SignalEffect {
  const name = signalName(number);
  if (["CHLD", "URG", "WINCH"].includes(name)) return "ignore";
  if (["STOP", "TSTP", "TTIN", "TTOU"].includes(name)) return "stop";
  return name === "CONT" ? "continue" : "end";
}

/** Returns the exit code of a process that a signal ended. */
export function exitCodeOfSignal(number: number): number {
  return 128 + number;
}
