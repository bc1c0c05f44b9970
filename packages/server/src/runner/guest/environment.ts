import type { Guest } from "./guest.ts";

/** `process.env`, and other globals that scripts for Node use. Runs inside the interpreter. */
export function installEnvironment(_guest: Guest, env: Record<string, string>): void {
  const startedAt = Date.now();

  Object.assign(globalThis, {
    global: globalThis,
    process: { env },
    performance: { now: () => Date.now() - startedAt },
    require: (name: unknown) => {
      throw new Error(
        `require("${String(name)}") does not work here: write import { TerrariumClient } from "@terrarium/sdk"`,
      );
    },
  });
}
