import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const COMMAND_LINE = new URL("../../../cli/src/main.ts", import.meta.url).href;
const PROGRAM = `import { main } from "${COMMAND_LINE}"; await main(["mcp"], "of the tests");`;

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.remove());

async function connect(apiKey: string, mode: "auto" | "legacy"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const env = { TERRARIUM_BASE_URL: app.origin, TERRARIUM_API_KEY: apiKey };
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: ["--input-type=module", "--eval", PROGRAM], env }),
  );
  return client;
}

test.each([
  ["auto", "modern"],
  ["legacy", "legacy"],
] as const)("tools are served over stdio to clients that negotiate %s", async (mode, era) => {
  const client = await connect(await app.signIn("ada"), mode);
  expect(client.getProtocolEra()).toBe(era);
  expect((await client.listTools()).tools).toHaveLength(5);
  const { content } = await client.callTool({ name: "devices", arguments: { action: "list" } });
  expect(content).toEqual([
    {
      type: "text",
      text: expect.stringMatching(/^templates: tpl_phone .*\nno device is running; start one with action start$/),
    },
  ]);
});

test("reports an invalid key", async () => {
  await expect(connect("trm_bad", "legacy")).rejects.toThrow(/unauthorized|Not authorized|401/);
});
