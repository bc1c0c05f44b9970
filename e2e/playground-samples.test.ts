import { beforeAll, expect, test } from "vitest";
import { FIRST_SAMPLE, SAMPLES } from "../apps/web/src/console/pages/playground/samples.ts";
import { keyPrefix } from "../apps/web/src/console/pages/playground/with-api-key.ts";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf, runCode } from "./support/api.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

/** Last line of each sample, and the kind of its box where not every machine supports it. */
const RUNS: Record<string, { prints: string; kind?: "linux" | "browser" | "desktop" }> = {
  "sample-fast-phone": { prints: "On the screen: Grace Hopper" },
  "sample-browser": { prints: "The page says: Thank you, Ada", kind: "browser" },
  "sample-linux": { prints: "Total: 42", kind: "linux" },
  "sample-desktop": { prints: "In the window: Dear Bob,\nsee you on Monday.", kind: "desktop" },
};

const server = provideServer();
let apiKey = "";
beforeAll(async () => {
  apiKey = await apiKeyOf(server().origin, await signIn(server().origin, "ada"));
});

const machine = createLinuxMachine({ log: { warn: () => undefined } });
// e2e/playground.test.ts runs the first sample.
for (const { id, label, code } of SAMPLES.filter((sample) => sample !== FIRST_SAMPLE)) {
  const { prints = "", kind } = RUNS[id] ?? {};
  const [missing] = kind === undefined ? [] : await machine.missingFor(kind, process.execPath);
  describeWhere(missing, label, () => {
    test("runs to its end", async () => {
      const events = await runCode(server().origin, apiKey, keyPrefix(apiKey) + code);
      expect(events.at(-2)).toEqual({ event: "log", data: prints });
      expect(events.at(-1)).toEqual({ event: "end", data: "completed" });
    });
  });
}
