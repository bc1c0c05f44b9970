/** One step of an agent. Each tool set has its own form of it. */
export type Step =
  | { open: string }
  | { tap: Target; hold?: number }
  | { type: string; into?: Target; clear?: boolean; enter?: boolean }
  | { press: "home" | "back" }
  | { scroll: "down"; until: string }
  | { wait: string };

/** Target by its text or its id, with an index if several match. */
export type Target = string | { text?: string; id?: string; index?: number };

/** An agent that uses a phone through text only. */
export interface ErrandAgent {
  /** Runs planned steps and returns the text that the agent reads afterwards. Rejects with it if a step fails. */
  do(...steps: Step[]): Promise<string>;
}

/** Reads the effect of an errand from the device, independent of the agent. */
export interface Effects {
  shell(command: string): Promise<string>;
  /** Reads a private file of an app. */
  stored(packageName: string, file: string): Promise<string>;
}

export interface Errand {
  name: string;
  /** Command lines that prepare the device. */
  given?: readonly string[];
  run: (agent: ErrandAgent) => Promise<void>;
  /** Reads the result, to be compared with `expected`. */
  effect: (device: Effects) => Promise<string>;
  expected: RegExp;
}

/** Checks that the agent reads these words before it continues. Throws otherwise. */
export function reads(seen: string, words: string): void {
  if (!seen.includes(words)) throw new Error(`the agent reads no ${JSON.stringify(words)} in:\n${seen}`);
}
