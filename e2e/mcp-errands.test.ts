import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, expect, test } from "vitest";
import type { Effects } from "./errands/errand.ts";
import { CLEAN_DESK, ERRANDS } from "./errands/errands.ts";
import { createMcpAgent, ToolCaller } from "./errands/mcp-agent.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const server = provideServer();
let tools: ToolCaller;
let device: string;
let effects: Effects;

beforeAll(async () => {
  const { origin, dataDir } = server();
  const client = new Client({ name: "errands", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const requestInit = { headers: { authorization: `Bearer ${await signIn(origin, "ada")}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { requestInit }));
  tools = new ToolCaller(client);
  const started = await tools.call("devices", { action: "start" });
  device = /sbx_\w+/.exec(started.answer)?.[0] ?? "";
  effects = {
    shell: async (command) => (await tools.call("shell", { device, command, seconds: 60 })).answer,
    async stored(packageName, file) {
      const [found = ""] = globSync(`devices/**/${packageName}/${file}`, { cwd: dataDir });
      return readFile(path.join(dataDir, found), "utf8");
    },
  };
  return () => client.close();
});

test.each(ERRANDS)("a text-only agent completes: $name", async ({ given = [], run, effect, expected }) => {
  for (const command of [CLEAN_DESK, ...given]) await effects.shell(command);
  await run(createMcpAgent(tools, device));
  await expect.poll(() => effect(effects)).toMatch(expected);
});
