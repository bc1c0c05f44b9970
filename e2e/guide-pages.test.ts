import { afterAll, beforeAll, expect, test } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "./support/api.ts";
import { provideServer } from "./support/fixtures.ts";
import { guideBlocks } from "./support/guide-blocks.ts";
import { type GuideReader, openGuideReader } from "./support/guide-reader.ts";
import { signIn } from "./support/server.ts";

/** Pages whose commands run in their order on the page, and the kind of box that they need. */
const PAGES = [
  { page: "quickstart", kind: "phone" },
  { page: "phone", kind: "phone" },
  { page: "linux", kind: "linux" },
  { page: "browser", kind: "browser" },
  { page: "desktop", kind: "desktop" },
  { page: "ports", kind: "linux" },
  { page: "events", kind: "phone" },
  { page: "playground", kind: "phone" },
  { page: "sdk", kind: "phone" },
  { page: "command-line", kind: "phone" },
  { page: "mcp", kind: "phone" },
] as const;

const server = provideServer();
let reader: GuideReader;

beforeAll(async () => {
  const { origin } = server();
  reader = await openGuideReader(origin, await apiKeyOf(origin, await signIn(origin, "ada")));
});
afterAll(() => reader?.close());

const machine = createLinuxMachine({ log: { warn: () => undefined } });
for (const { page, kind } of PAGES) {
  const [missing] = kind === "phone" ? [] : await machine.missingFor(kind, process.execPath);
  describeWhere(missing, `the page ${page}`, () => {
    test("prints what it shows below each command", async () => {
      const blocks = guideBlocks(page);
      expect(blocks).not.toEqual([]);
      for (const { place, prints, ...block } of blocks) {
        const printed = await reader.run(block);
        expect({ place, printed }).toEqual({ place, printed: expect.stringMatching(prints) });
      }
    });
  });
}
