/** One step as an agent thinks of it; tools have their own words for it. */
export type Step =
  | { open: string }
  | { tap: Target; hold?: number }
  | { type: string; into?: Target; clear?: boolean; enter?: boolean }
  | { press: "home" | "back" }
  | { scroll: "down"; until: string }
  | { wait: string };

/** By the words on it, or by its id; of several, which. */
export type Target = string | { text?: string; id?: string; index?: number };

/** An agent before a phone, that has nothing but text to go by. */
export interface ErrandAgent {
  /** Takes steps that it knows it will take, and answers what it then reads. Rejects with what it reads if one fails. */
  do(...steps: Step[]): Promise<string>;
}

/** What shows the effect of an errand on the device, past the agent. */
export interface Effects {
  shell(command: string): Promise<string>;
  /** A file of an app's own. */
  stored(packageName: string, file: string): Promise<string>;
}

export interface Errand {
  name: string;
  /** Command lines that put there what it begins with. */
  given?: readonly string[];
  run: (agent: ErrandAgent) => Promise<void>;
  /** What is read to see whether it is done, and what has to stand there. */
  effect: (device: Effects) => Promise<string>;
  expected: RegExp;
}

/** Whether the agent reads something: it decides by that what to do. Throws if it reads neither. */
export function reads(seen: string, words: string): void {
  if (!seen.includes(words)) throw new Error(`the agent reads no ${JSON.stringify(words)} in:\n${seen}`);
}
