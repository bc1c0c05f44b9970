import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { CLIENTS, ensureClients } from "../tools/ensure-clients.ts";
import { apiKeyOf, createBox } from "./support/api.ts";
import { provideCli } from "./support/cli.ts";
import { provideServer } from "./support/fixtures.ts";
import { programOf } from "./support/guide-blocks.ts";
import { signIn } from "./support/server.ts";

const run = promisify(execFile);
const [missing] = await createLinuxMachine({ log: { warn: () => undefined } }).missingFor("browser", process.execPath);
/** Debian's Python, which has the packages. */
const PYTHON = "/usr/bin/python3";
const noPython =
  spawnSync(PYTHON, ["-c", "import websocket"]).status === 0 ? undefined : "needs Debian's python3-websocket";

describeWhere(missing, "clients of a box's browser", () => {
  const server = provideServer();
  let key = "";
  const cli = provideCli(
    server,
    async () => (key = await apiKeyOf(server().origin, await signIn(server().origin, "ada"))),
  );
  let boxId = "";
  let folder = "";
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    ensureClients();
    boxId = (await createBox(server().origin, key, { templateId: "tpl_browser", expiresIn: "30m" })).id;
    folder = mkdtempSync(path.join(tmpdir(), "terrarium-browser-clients-"));
    symlinkSync(path.join(CLIENTS, "node_modules"), path.join(folder, "node_modules"));
    const { stdout } = await cli().run(["cdp", boxId, "--expires-in", "30m"]);
    env = { PATH: process.env["PATH"], HOME: folder, CDP_URL: stdout.trim() };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the program on a page of docs/guide unchanged, and compares its output with the page. */
  async function runPage(page: string): Promise<void> {
    const { language, code, prints } = programOf(page);
    const file = path.join(folder, `${page}.${language === "js" ? "mjs" : language}`);
    writeFileSync(file, code);
    const { stdout } = await run(language === "js" ? process.execPath : PYTHON, [file], { cwd: folder, env });
    expect(stdout.trim()).toMatch(prints);
  }

  test("Playwright buys tea with form, file, dialog, tabs and download", async () => {
    await runPage("playwright");
    const { stdout } = await cli().run(["box", "exec", boxId, "cat Downloads/receipt.txt"]);
    expect(stdout).toBe("one pot");
    expect(readFileSync(path.join(folder, "receipt.png")).subarray(1, 4).toString()).toBe("PNG");
  });

  test("Puppeteer signs a list with form, dialog, tabs and PDF", async () => {
    await runPage("puppeteer");
  });

  describeWhere(noPython, "in Python", () => {
    test("websocket-client reads a page", async () => {
      await runPage("cdp-python");
    });
  });

  test("the command line reports boxes without a browser", async () => {
    expect(await cli().run(["cdp", "sbx_none"])).toMatchObject({ exitCode: 4 });
    const phone = await createBox(server().origin, key);
    const refused = await cli().run(["cdp", phone.id]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining("has no browser")]);
  });
});
