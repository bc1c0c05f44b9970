import type { CommandEnd, CommandUse } from "../devices.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { messageOf } from "../tool-error.ts";
import { RecentOutput } from "./recent-output.ts";

/** Runs a command until its end or the signal. */
export type RunsCommand = (use: Pick<CommandUse, "signal" | "onOutput">) => Promise<CommandEnd>;

/** A command that runs without a waiting call. */
export class Job {
  readonly output = new RecentOutput(TOOL_LIMITS.jobOutputBytes);
  readonly id: number;
  readonly device: string;
  /** Resolves when the command has ended, for any reason. Never rejects. */
  readonly ended: Promise<void>;
  /** Undefined while it runs. */
  end: CommandEnd | { failure: string } | undefined;
  readonly #stop = new AbortController();

  constructor(id: number, device: string, run: RunsCommand) {
    this.id = id;
    this.device = device;
    const onOutput: CommandUse["onOutput"] = (_name, bytes) => this.output.add(bytes);
    this.ended = run({ signal: this.#stop.signal, onOutput }).then(
      (end) => void (this.end = end),
      (error: unknown) => void (this.end = { failure: this.#stop.signal.aborted ? "stopped" : messageOf(error) }),
    );
  }

  /** Ends the command on the device. */
  stop(): void {
    this.#stop.abort();
  }
}
