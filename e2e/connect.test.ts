import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { apiKeyOf, createBox } from "./support/api.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const connie = providePerson("connie", server);
const run = promisify(execFile);
/** A screenshot is a megabyte of text. */
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2;
const McpServer = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });
let folder: string;
let id: string;
/** Returns the code of a client's step, as its button copies it. */
let copied: (client: string, step: string) => Promise<string>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-connect-"));
  const { origin } = server();
  const { page, token } = connie();
  await apiKeyOf(origin, token);
  ({ id } = await createBox(origin, token));
  await page.goto(`${origin}/sandboxes/${id}`);
  const panel = page.getByRole("region", { name: "Connect" });
  copied = async (client, step) => {
    await panel.getByRole("radio", { name: client }).click();
    await panel.getByRole("button", { name: `Copy ${step}` }).click();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shell = async (script: string): Promise<string> =>
  (await run("sh", ["-ec", script], { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES })).stdout;

test("the copied curl commands work unchanged", async () => {
  expect(await shell(await copied("curl", "Run a command"))).toContain("Linux");
  expect(await shell(await copied("curl", "Take a screenshot"))).toContain("data:image/png;base64,");
});

test("the copied SDK program uses the sandbox", async () => {
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  await shell(`${await copied("SDK", "Install the SDK")} --no-audit --no-fund`);
  writeFileSync(path.join(folder, "program.js"), await copied("SDK", "Program"));
  await shell(`${process.execPath} program.js`);
  expect(await shell(await copied("curl", "Run a command"))).toContain("Linux");
});

test("the copied commands of the command line work unchanged", async () => {
  const prefix = `${folder}/prefix`;
  await shell(`${(await copied("CLI", "Install the command line")).replace("-g", `-g --prefix ${prefix}`)} --no-audit`);
  const environment = await copied("CLI", "Environment");
  writeFileSync(path.join(folder, "notes.txt"), "from the console\n");
  const commands = (await copied("CLI", "Commands")).split("\n").filter((line) => /box (exec|cp)/.test(line));
  expect(commands).toHaveLength(2);
  const script = [
    `PATH=${prefix}/bin:$PATH`,
    environment,
    ...commands,
    `terrarium box exec ${id} cat /sdcard/Download/notes.txt`,
  ];
  expect(await shell(script.join("\n"))).toMatch(/Linux.*from the console/s);
});

test("the copied MCP settings connect an agent", async () => {
  const Settings = z.union([
    z.object({ mcpServers: z.object({ terrarium: McpServer }) }).transform(({ mcpServers }) => mcpServers.terrarium),
    z.object({ servers: z.object({ terrarium: McpServer }) }).transform(({ servers }) => servers.terrarium),
  ]);
  for (const [client, file] of [
    ["Cursor", "File .cursor/mcp.json"],
    ["VS Code", "File .vscode/mcp.json"],
  ] as const) {
    const { url, headers } = Settings.parse(JSON.parse(await copied(client, file)));
    const agent = new Client({ name: "test", version: "1.0.0" });
    await agent.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    expect((await agent.listTools()).tools.map(({ name }) => name)).toContain("observe");
    await agent.close();
  }
});
