import { setTimeout as sleep } from "node:timers/promises";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import type { Guide } from "../../apps/web/src/console/pages/guides/guides.ts";
import { openBrowser, signInAs, type TestBrowser } from "../../e2e/support/browser.ts";
import { savePicture } from "./save-picture.ts";
import { type PictureServer, SETTLED_MS } from "./subjects.ts";

/** Size of a page in the pictures of docs/, and of the list with its few rows. */
const SIZE = { width: 1440, height: 900 };
const LIST_SIZE = { width: 1440, height: 460 };
const MOST_BYTES = 150 * 1024;

/** Names of the pictures of docs/images with a sandbox's page, by the guide with the same box. */
const SANDBOX_PAGES: Partial<Record<Guide, string>> = {
  sandbox: "linux",
  browser: "browser",
  desktop: "desktop",
  android: "phone",
};

const save = (browser: TestBrowser, name: string) =>
  savePicture(browser, `docs/images/${name}.webp`, { theme: "light", mostBytes: MOST_BYTES });

/** Saves the open page of a guide's sandbox for docs/ too, if docs/ shows it. */
export async function saveSandboxPage(browser: TestBrowser, guide: Guide): Promise<void> {
  const name = SANDBOX_PAGES[guide];
  if (name === undefined) return;
  await browser.page.setViewportSize(SIZE);
  await sleep(SETTLED_MS);
  await save(browser, name);
}

/** Sandboxes in the picture of the list. */
const LISTED: readonly { templateId: string; name: string; labels: Record<string, string> }[] = [
  { templateId: "tpl_linux", name: "Build", labels: { branch: "main" } },
  { templateId: "tpl_browser", name: "Order form", labels: { agent: "shop" } },
  { templateId: "tpl_small_phone", name: "Small screen", labels: { run: "43" } },
  { templateId: "tpl_desktop", name: "Letters", labels: { agent: "office" } },
  { templateId: "tpl_phone", name: "Code from a message", labels: { run: "42" } },
];

/** Pictures of pages without a sandbox of their own, by name. */
export const CONSOLE_PAGES = {
  async sandboxes(browser: TestBrowser, { origin, apiKey }: PictureServer): Promise<void> {
    const { boxes } = new TerrariumClient({ baseUrl: origin, apiKey });
    const created = [];
    for (const config of LISTED) created.push(await boxes.create({ config, timeout: "2m" }));
    await browser.page.setViewportSize(LIST_SIZE);
    await browser.page.goto(`${origin}/sandboxes`);
    await browser.page.getByText(`${LISTED.length} RUNNING`).waitFor();
    await save(browser, "sandboxes");
    for (const box of created) await box.terminate();
  },

  /** The finished sample script, next to its phone. The README shows it too. */
  async playground(browser: TestBrowser, { origin }: PictureServer): Promise<void> {
    await browser.page.goto(`${origin}/playground`);
    await browser.page.getByRole("button", { name: "Execute" }).click();
    await browser.page.getByText("Took a screenshot").waitFor();
    await save(browser, "playground");
  },
};

/** Takes one of these pictures, as a signed-in user. */
export async function takeConsolePage(
  name: keyof typeof CONSOLE_PAGES,
  server: PictureServer,
  person: string,
): Promise<void> {
  const browser = await openBrowser({ colorScheme: "light", ...SIZE });
  await signInAs(browser.page, server.origin, person);
  await CONSOLE_PAGES[name](browser, server);
  await browser.close();
}
