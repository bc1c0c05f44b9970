import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Box } from "@terrarium/sdk/box";
import type { Page } from "playwright-core";
import type { Guide } from "../../apps/web/src/console/pages/guides/guides.ts";

/** Drawing sends no event. After this time a program has its window, and a viewer has shown it. */
export const SETTLED_MS = 6_000;

const PAGE = `<body style="font:20px sans-serif;margin:3rem"><h1>Order</h1><p>Two cups of coffee, 7.20</p>
<label>Name <input value="Ada" style="font:inherit"></label> <button style="font:inherit">Order</button></body>`;

/** A server with pictures to take. */
export interface PictureServer {
  origin: string;
  apiKey: string;
}

interface Subject {
  template: string;
  /** Prepares the box for its picture. */
  prepare: (box: Box, server: PictureServer, page: Page) => Promise<unknown>;
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

/** The box of each guide, and its content. */
export const SUBJECTS: Record<Guide, Subject> = {
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
