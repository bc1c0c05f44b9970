import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
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
  if (started.isError) throw new Error(started.answer);
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

describe("an agent that only reads text", () => {
  const act = async (...steps: object[]): Promise<string> => {
    const { answer, isError } = await tools.call("act", { device, steps });
    if (isError) throw new Error(answer);
    return answer;
  };
  const shell = async (input: object): Promise<string> => (await tools.call("shell", { device, ...input })).answer;

  beforeEach(async () => void (await effects.shell(CLEAN_DESK)));

  test("learns the app and its activity", async () => {
    expect(await act({ open: "Settings" })).toMatch(/^screen now: com\.terrarium\.settings\/\.\w+, \d+x\d+/m);
  });

  test("finds what a list holds below", async () => {
    await act({ open: "Settings" });
    expect(await act({ tap: "About phone" })).toMatch(/Device name|Android version/);
  });

  test("names an element by its whole line", async () => {
    const screen = await act({ open: "Settings" });
    const line = /^\d{5} Network & internet.*$/m.exec(screen)?.[0] ?? "";
    expect(await act({ tap: line })).toContain("Wi-Fi");
  });

  test("reads the app in front after a failure", async () => {
    await act({ open: "Notes" });
    const { answer, isError } = await tools.call("act", { device, steps: [{ tap: "No such words" }] });
    expect(isError).toBe(true);
    expect(answer).toContain("com.terrarium.notes/");
  });

  test("runs a command in the background and stops it", async () => {
    expect(await shell({ command: "echo begun; sleep 4321", background: true })).toMatch(/^job 1 is running/);
    await expect.poll(() => shell({ job: 1 })).toMatch(/continue with since 6\nbegun/);
    expect(await shell({ job: 1, stop: true })).toContain("job 1 was stopped");
  });

  test("moves a file by a path where the shell starts", async () => {
    await tools.call("files", { device, action: "write", path: "here.txt", text: "hello" });
    expect(await shell({ command: "cat here.txt" })).toBe("hello");
  });
});
