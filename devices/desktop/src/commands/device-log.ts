import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "@terrarium/adb-device/ports/log";
import type { Command } from "./command.ts";
import { numbers } from "./numbers.ts";

const MAX_LINES = 1_000;
const TAG = "terrarium";
const SHELL_TAG = "shell";
const LOOK_EVERY_MS = 250;

/** Levels of lines (AOSP logcat). */
type Level = "I" | "W";

/** Log of the device's program and of its shells, readable inside the sandbox. */
export class DeviceLog {
  readonly #lines: string[] = [];
  #written = 0;

  /** Returns a log that stores each line and passes it on. */
  through(log: Log): Log {
    return (message, context) => {
      log(message, context);
      this.#add(context ? `${message} ${JSON.stringify(context)}` : message, {
        pid: process.pid,
        tag: TAG,
        level: "I",
      });
    };
  }

  /** Adds a line about a process of a shell. */
  readonly note = (pid: number, text: string, level: Level): void => this.#add(text, { pid, tag: SHELL_TAG, level });

  /**
   * `logcat`: prints the stored lines in format `threadtime`, then new lines as they arrive. `-d` prints only the
   * stored lines, `-t COUNT` only the last lines. `-c` prints nothing and clears the log (AOSP logcat).
   */
  readonly logcat: Command = async ({ args, print, gone }) => {
    if (args.includes("-c")) return void this.#lines.splice(0);
    const mostAt = args.indexOf("-t");
    const [most = 0] = mostAt < 0 ? [MAX_LINES] : numbers(args.slice(mostAt + 1), 1);
    const follows = mostAt < 0 && !args.includes("-d");
    for (let next = this.#written - Math.max(0, most); !gone.aborted;) {
      const first = this.#written - this.#lines.length;
      const lines = this.#lines.slice(Math.max(0, next - first));
      next = this.#written;
      if (lines.length > 0) await print(lines.join(""));
      if (!follows) return;
      await sleep(LOOK_EVERY_MS);
    }
  };

  #add(text: string, { pid, tag, level }: { pid: number; tag: string; level: Level }): void {
    const time = new Date().toISOString().slice(5, 23).replace("T", " ");
    const id = String(pid).padStart(5);
    this.#lines.push(`${time} ${id} ${id} ${level} ${tag}: ${text}\n`);
    this.#written++;
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
  }
}
