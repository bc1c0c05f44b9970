import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Box } from "@terrarium/sdk/box";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import type { Page } from "playwright-core";
import { type Guide, GUIDES } from "../../apps/web/src/console/pages/guides/guides.ts";
import { apiKeyOf } from "../../e2e/support/api.ts";
import { openBrowser, signInAs } from "../../e2e/support/browser.ts";
import { signIn, startServer } from "../../e2e/support/server.ts";
import { buildStale } from "../build.ts";
import { BROWSER_PACKAGES, DESKTOP_PACKAGES, TOOL_PACKAGES, WALLS_PACKAGES } from "../linux-packages.ts";
import { say } from "../shell.ts";
import { ensurePackages } from "../system-packages.ts";

const FOLDER = "apps/web/public/guides";
/** Name of the README's picture among the others. */
const PLAYGROUND = "playground";
const PLAYGROUND_FILE = `docs/images/${PLAYGROUND}.png`;
/** Size in which the page shows them (GuidePage.tsx). */
const SIZE = { width: 1200, height: 750 };
const QUALITY = 62;
const MOST_BYTES = 60 * 1024;
const PERSON = "ada";
/** Drawing sends no event. After this time a program has its window, and a viewer has shown it. */
const SETTLED_MS = 6_000;

/** Packages for the sandboxes in the pictures, a browser to take them, and a font for the button with 中文. */
const PACKAGES = [
  ...WALLS_PACKAGES,
  ...BROWSER_PACKAGES,
  ...DESKTOP_PACKAGES,
  ...TOOL_PACKAGES,
  "chromium-headless-shell",
  "fonts-noto-cjk",
];

const PAGE = `<body style="font:20px sans-serif;margin:3rem"><h1>Order</h1><p>Two cups of coffee, 7.20</p>
<label>Name <input value="Ada" style="font:inherit"></label> <button style="font:inherit">Order</button></body>`;

interface Subject {
  template: string;
  /** Prepares the box for its picture. */
  prepare: (box: Box, server: { origin: string; apiKey: string }, page: Page) => Promise<unknown>;
}

/** Types into the shell of the page, like a user. */
async function typeInShell(page: Page, lines: readonly string[]): Promise<void> {
  const shell = page.getByRole("region", { name: "Shell", exact: true });
  await shell.getByText("user@linux").first().waitFor();
  await shell.click();
  for (const line of lines) {
    await page.keyboard.type(`${line}\n`);
    await sleep(1_000);
  }
}

const SUBJECTS: Record<Guide, Subject> = {
  sandbox: {
    template: "tpl_linux",
    prepare: (_box, _server, page) =>
      typeInShell(page, [
        "seq 3 > numbers.txt",
        "awk '{ sum += $1 } END { print sum }' numbers.txt",
        "python3 -c 'print(6 * 7)'",
        "git --version",
      ]),
  },
  browser: {
    template: "tpl_browser",
    async prepare(box) {
      await box.files.upload("/home/user/order.html", PAGE);
      await box.browser.openTab({ url: "file:///home/user/order.html" });
    },
  },
  desktop: {
    template: "tpl_desktop",
    async prepare(box) {
      await box.files.upload("/home/user/note.txt", "Hello from an agent\n");
      await box.browser.open();
      await sleep(SETTLED_MS);
      // Moves the browser's window, which fills the screen, out of the way.
      await box.actions.pressKey({ keys: ["alt", "f9"], combination: true });
      await box.commands.run({ command: "thunar > /dev/null 2>&1 & sleep 4; mousepad note.txt > /dev/null 2>&1 &" });
    },
  },
  android: {
    template: "tpl_phone",
    async prepare(box) {
      await box.apps.open({ packageName: "com.terrarium.notes" });
      await box.actions.tap({ target: { selector: { id: "new_note" } } });
      await box.actions.type({ text: "Hello from an agent" });
    },
  },
  mcp: {
    template: "tpl_phone",
    async prepare(box, { origin, apiKey }) {
      const client = new Client({ name: "claude", version: "1.0.0" });
      const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
      const call = (name: string, args: object) =>
        client.callTool({ name, arguments: { device: box.id, ...args } }) as Promise<unknown>;
      await call("act", { steps: [{ open: "com.terrarium.messages" }] });
      await call("observe", {});
      await call("shell", { command: "ls /sdcard" });
      await client.close();
    },
  },
};

/**
 * Takes new pictures of the guides behind the sign-in's cards, on a separate server, and writes them to
 * apps/web/public/guides; also that of the README. `npm run guide-pictures` takes all, `-- browser playground` some.
 * Installs the required packages on Debian, as root.
 */
export async function run(names: readonly string[]): Promise<void> {
  const wanted = GUIDES.filter((guide) => names.length === 0 || names.includes(guide));
  await ensurePackages("the pictures", PACKAGES);
  await buildStale();
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer();
  try {
    const apiKey = await apiKeyOf(server.origin, await signIn(server.origin, PERSON), "agent");
    for (const guide of wanted) await take(guide, { origin: server.origin, apiKey });
    if (names.length === 0 || names.includes(PLAYGROUND)) await takePlayground(server.origin);
  } finally {
    await server.stop();
  }
  // The browser ends with this process.
  process.exit();
}

/** Takes a picture of the finished sample script, next to its phone. */
async function takePlayground(origin: string): Promise<void> {
  const browser = await openBrowser({ colorScheme: "dark" });
  const { page } = browser;
  await signInAs(page, origin, PERSON);
  await page.goto(`${origin}/playground`);
  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText("Took a screenshot").waitFor();
  await page.screenshot({ path: PLAYGROUND_FILE });
  say(`wrote ${PLAYGROUND_FILE}`);
  await browser.close();
}

async function take(guide: Guide, server: { origin: string; apiKey: string }): Promise<void> {
  const { template, prepare } = SUBJECTS[guide];
  const { boxes } = new TerrariumClient({ baseUrl: server.origin, apiKey: server.apiKey });
  await using box = await boxes.create({ config: { templateId: template, expiresIn: "10m" }, timeout: "2m" });
  const browser = await openBrowser(SIZE);
  const { page } = browser;
  await signInAs(page, server.origin, PERSON);
  await page.goto(`${server.origin}/sandboxes/${box.id}`);
  await page.getByRole("heading", { name: box.id }).waitFor();
  await prepare(box, server, page);
  await sleep(SETTLED_MS);
  const session = await browser.context.newCDPSession(page);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await sleep(500);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > MOST_BYTES) throw new Error(`the picture of ${guide} has ${bytes.length} bytes`);
    const file = path.join(FOLDER, `${guide}-${theme}.webp`);
    writeFileSync(file, bytes);
    say(`wrote ${file}, ${bytes.length} bytes`);
  }
  await browser.close();
}
