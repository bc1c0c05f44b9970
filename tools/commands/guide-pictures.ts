import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import { type Guide, GUIDES } from "../../apps/web/src/console/pages/guides/guides.ts";
import { apiKeyOf } from "../../e2e/support/api.ts";
import { openBrowser, signInAs } from "../../e2e/support/browser.ts";
import { signIn, startServer } from "../../e2e/support/server.ts";
import { buildStale } from "../build.ts";
import { BROWSER_PACKAGES, DESKTOP_PACKAGES, TOOL_PACKAGES, WALLS_PACKAGES } from "../linux-packages.ts";
import { CONSOLE_PAGES, saveSandboxPage, takeConsolePage } from "../pictures/docs-pictures.ts";
import { savePicture } from "../pictures/save-picture.ts";
import { type PictureServer, SETTLED_MS, SUBJECTS } from "../pictures/subjects.ts";
import { ensurePackages } from "../system-packages.ts";

const FOLDER = "apps/web/public/guides";
/** Size in which the page shows them (GuidePage.tsx). */
const SIZE = { width: 1200, height: 750 };
const MOST_BYTES = 60 * 1024;
const PERSON = "ada";

/** Packages for the sandboxes in the pictures, a browser to take them, and a font for the button with 中文. */
const PACKAGES = [
  ...WALLS_PACKAGES,
  ...BROWSER_PACKAGES,
  ...DESKTOP_PACKAGES,
  ...TOOL_PACKAGES,
  "chromium-headless-shell",
  "fonts-noto-cjk",
];

/**
 * Takes new pictures on a separate server: of the guides behind the sign-in's cards, into apps/web/public/guides, and of
 * the documents, into docs/images. `npm run guide-pictures` takes all, `-- browser playground` some. Installs the
 * required packages on Debian, as root.
 */
export async function run(names: readonly string[]): Promise<void> {
  const isWanted = (name: string) => names.length === 0 || names.includes(name);
  await ensurePackages("the pictures", PACKAGES);
  await buildStale();
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer();
  const { origin } = server;
  try {
    const pictured = { origin, apiKey: await apiKeyOf(origin, await signIn(origin, PERSON), "agent") };
    for (const guide of GUIDES.filter(isWanted)) await take(guide, pictured);
    for (const name of Object.keys(CONSOLE_PAGES) as (keyof typeof CONSOLE_PAGES)[])
      if (isWanted(name)) await takeConsolePage(name, pictured, PERSON);
  } finally {
    await server.stop();
  }
  // The browser ends with this process.
  process.exit();
}

async function take(guide: Guide, server: PictureServer): Promise<void> {
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
  for (const theme of ["light", "dark"] as const)
    await savePicture(browser, path.join(FOLDER, `${guide}-${theme}.webp`), { theme, mostBytes: MOST_BYTES });
  await saveSandboxPage(browser, guide);
  await browser.close();
}
