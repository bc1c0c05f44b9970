import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLIENTS, ensureClients } from "../tools/ensure-clients.ts";
import { oldestNode } from "../tools/oldest-node.ts";
import { apiKeyOf, runCode } from "./support/api.ts";
import { provideBrowser, provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const server = provideServer();
const browser = provideBrowser();
const run = promisify(execFile);
let apiKey = "";
let folder = "";

beforeAll(async () => {
  apiKey = await apiKeyOf(server().origin, await signIn(server().origin, "ada"));
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-sdk-"));
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  await run("npm", ["install", "--no-audit", "--no-fund", `${server().origin}/terrarium-sdk.tgz`], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program next to the installed SDK. Returns its output. */
async function runProgram(program: string): Promise<string> {
  writeFileSync(path.join(folder, "program.ts"), program);
  const env = { ...process.env, TERRARIUM_API_KEY: apiKey, TERRARIUM_BASE_URL: server().origin };
  return (await run(process.execPath, ["program.ts"], { cwd: folder, env })).stdout;
}

const README = readFileSync("packages/sdk/README.md", "utf8");
const EXAMPLES = [...README.matchAll(/^## (.+)\n[^]*?```ts\n([^]*?)```/gm)].map(([, title = "", code = ""]) => ({
  title,
  code,
}));
const PRINTS: Record<string, RegExp> = {
  Boxes: /^sbx_\w{20} running\nsbx_\w{20} \{ purpose: 'demo' \}\n/,
  Actions: /^data:image\/png;base64,\n$/,
  Commands: /^shell 3\n[123 \n]+ended with 0\n$/,
  "Input of commands": /^2\ntrue\n$/,
  Files: /^hello\n$/,
  Errors: /^it is gone: No sandbox sbx_0{20} in your teams\n$/,
  "gbox alpha calls": /^true\n$/,
};

test("the README has an example of each kind", () => {
  expect(EXAMPLES.map(({ title }) => title)).toEqual(Object.keys(PRINTS));
});

test.each(EXAMPLES)("the README's example runs in Node: $title", async ({ title, code }) => {
  expect(await runProgram(code)).toMatch(PRINTS[title] ?? /^never$/);
});

/** Does not use Node-specific printing or disposal. */
const PORTABLE = `
  const box = await new TerrariumClient({ apiKey: KEY, baseUrl: BASE_URL }).boxes.create({ config: { expiresIn: "5m" } });
  const { data } = await box.actions.list();
  const again = await box.refresh();
  await box.files.write({ path: "/sdcard/written.txt", content: "one\\r\\ntwo" });
  await box.files.upload("/sdcard/uploaded.txt", "three");
  const read = async (path) => (await box.files.read({ path })).content;
  const contents = JSON.stringify([await read("/sdcard/written.txt"), await read("/sdcard/uploaded.txt")]);
  const { mediaCount } = await box.media.createAlbum({ name: "Empty" });
  await box.terminate();
  const missing = await new TerrariumClient({ apiKey: KEY, baseUrl: BASE_URL }).boxes.get("sbx_none").catch((error) => error);
  const told = [data.length, again === box, again.status, missing instanceof NotFoundError, missing.code, contents, mediaCount].join(" ");`;
const TOLD = String.raw`0 true running true sandbox_not_found ["one\r\ntwo","three"] 0`;
const filled = () =>
  PORTABLE.replaceAll("KEY", JSON.stringify(apiKey)).replaceAll("BASE_URL", JSON.stringify(server().origin));

test("the program runs on the oldest supported Node", async () => {
  const { engines } = JSON.parse(
    readFileSync(path.join(folder, "node_modules/@terrarium/sdk/package.json"), "utf8"),
  ) as {
    engines: { node: string };
  };
  expect(engines.node).toBe(">=20");
  writeFileSync(
    path.join(folder, "oldest.js"),
    `import { NotFoundError, TerrariumClient } from "@terrarium/sdk";${filled()}\nconsole.log(process.version, told);`,
  );
  expect((await run(oldestNode(20), ["oldest.js"], { cwd: folder })).stdout).toBe(`v20.0.0 ${TOLD}\n`);
});

test("the program runs in the playground's interpreter", async () => {
  const code = `import { NotFoundError, TerrariumClient } from "@terrarium/sdk";${filled()}\nconsole.log(told);`;
  const events = await runCode(server().origin, apiKey, code);
  expect(events.filter(({ event }) => event === "log" || event === "error")).toEqual([{ event: "log", data: TOLD }]);
});

test("the program runs in Deno with the same module", async () => {
  ensureClients();
  const module = `import { NotFoundError, TerrariumClient } from "${server().origin}/terrarium-sdk.js";`;
  const program = path.join(folder, "program.mjs");
  writeFileSync(program, `${module}${filled()}\nconsole.log(told);`);
  const env = { ...process.env, DENO_DIR: path.join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1" };
  const allowed = ["--allow-net", "--allow-env", "--allow-import"];
  const { stdout } = await run(path.join(CLIENTS, "node_modules/.bin/deno"), ["run", ...allowed, program], { env });
  expect(stdout).toBe(`${TOLD}\n`);
});

test("the program runs in Chromium with the server's module", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/login`);
  const module = "const { NotFoundError, TerrariumClient } = await import('/terrarium-sdk.js');";
  const told = await page.evaluate(`(async () => { ${module}${filled()}\nreturn told; })()`);
  expect(told).toBe(TOLD);
});
