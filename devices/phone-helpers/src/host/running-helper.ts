import type { HelperLaunch, HelperStep } from "@terrarium/phone-system/helper-programs";
import type { HelperPhone, HelperRun } from "./helper-definition.ts";

/** Output that nobody has read yet; more is dropped. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024;
/** Time until `next` returns without a step. */
const WAIT_MS = 20_000;
/** Time after which a helper without a reader is ended: the shell that started it is gone. */
const FORGOTTEN_MS = 120_000;

/** A started helper and the steps that its command has not read. */
export class RunningHelper {
  /** Package that runs, or the class. */
  readonly name: string;
  readonly pid: number;
  readonly startedAtMs = Date.now();
  readonly #abort = new AbortController();
  readonly #steps: HelperStep[] = [];
  readonly #forget: NodeJS.Timeout | undefined;
  #unreadBytes = 0;
  #wake: () => void = () => undefined;

  /** Without `onForgotten`, the helper runs on without a reader. */
  constructor(name: string, pid: number, onForgotten: (() => void) | undefined) {
    this.name = name;
    this.pid = pid;
    this.#forget = onForgotten && setTimeout(onForgotten, FORGOTTEN_MS).unref();
  }

  /** Whether it was ended or has ended; its last output may be unread. */
  get ended(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Runs the program until its end. Never rejects. */
  async run<Launch extends HelperLaunch>(
    program: (run: HelperRun<Launch>) => Promise<number>,
    launch: Launch,
    phone: HelperPhone,
  ): Promise<void> {
    const { signal } = this.#abort;
    const print = (text: string) => this.#add({ kind: "text", text }, text.length);
    const writeFile = (path: string, bytes: Uint8Array) => this.#add({ kind: "file", path, bytes }, bytes.length);
    let exitCode = 1;
    try {
      exitCode = await program({ phone, launch, print, writeFile, signal });
    } catch (error) {
      if (!signal.aborted) print(`Error: ${error instanceof Error ? error.message : String(error)}\n`);
    }
    this.#abort.abort();
    this.#add({ kind: "exit", exitCode }, 0);
  }

  /** Ends the helper, whose output nobody reads any more. */
  stop(): void {
    clearTimeout(this.#forget);
    this.#abort.abort();
  }

  /** Ends the helper with a last text for its command. */
  end(text: string): void {
    this.#add({ kind: "text", text }, text.length);
    this.#abort.abort();
  }

  /** Resolves with the next step, or after some time with "waiting". */
  async next(): Promise<HelperStep> {
    this.#forget?.refresh();
    if (this.#steps.length === 0) {
      const woken = Promise.withResolvers<void>();
      const timer = setTimeout(woken.resolve, WAIT_MS).unref();
      this.#wake = woken.resolve;
      await woken.promise;
      clearTimeout(timer);
    }
    const step = this.#steps.shift() ?? { kind: "waiting" };
    if (step.kind === "text") this.#unreadBytes -= step.text.length;
    if (step.kind === "file") this.#unreadBytes -= step.bytes.length;
    return step;
  }

  #add(step: HelperStep, bytes: number): void {
    if (this.#unreadBytes + bytes > UNREAD_BYTES_MAX) return;
    this.#unreadBytes += bytes;
    this.#steps.push(step);
    this.#wake();
  }
}
