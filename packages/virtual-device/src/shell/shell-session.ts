import { initialShellState, type ShellState } from "./protocol.ts";
import type { RunClient, ShellRun, ShellWorkers } from "./shell-workers.ts";

export type LineOutcome = "next" | "exit" | "incomplete";

/** One shell: runs script after script, keeping directory, variables and functions from one to the next. */
export class ShellSession {
  readonly #workers: ShellWorkers;
  #state: ShellState;
  #run: ShellRun | undefined;

  constructor(workers: ShellWorkers, environment: Record<string, string> = {}) {
    this.#workers = workers;
    const state = initialShellState();
    this.#state = { ...state, environment: { ...state.environment, ...environment } };
  }

  get cwd(): string {
    return this.#state.cwd;
  }

  get exitCode(): number {
    return this.#state.exitCode;
  }

  set exitCode(code: number) {
    this.#state = { ...this.#state, exitCode: code };
  }

  /** Runs a script to its end. `interactive` asks for more text when it stops short. */
  async run(script: string, client: RunClient, interactive = false): Promise<LineOutcome> {
    this.#run = this.#workers.run({ script, state: this.#state, interactive }, client);
    const result = await this.#run.finished;
    this.#run = undefined;
    if (result.kind === "incomplete") return "incomplete";
    if (result.kind === "done") {
      this.#state = result.state;
      return "next";
    }
    this.exitCode = result.exitCode;
    if (result.kind === "exited") return "exit";
    if (result.message !== "") await client.write("stderr", Buffer.from(`${result.message}\n`));
    return "next";
  }

  /** Ends the script that is running, if any. */
  interrupt(): void {
    this.#run?.kill();
  }
}
