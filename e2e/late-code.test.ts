import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { allowAxe, expectNoProblems } from "./support/axe.ts";
import { atRest, clearCache, holdBack, openBrowser, toast, useToken } from "./support/browser.ts";
import { provideServer, providePerson } from "./support/fixtures.ts";
import { resizeForTest } from "./support/viewport.ts";

const server = provideServer();
const person = providePerson("ada", server);

/** Code of menus and dialogs. */
const LATE = "**/assets/radix-*.js";

/**
 * Reopens the list of sandboxes while the code of menus and dialogs is held back. Returns a function that releases it.
 */
async function openWithoutLateCode(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(LATE, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByText("No sandboxes found").waitFor();
  return release;
}

const hasFocus = (page: Page, name: string) =>
  page
    .getByRole("button", { name, exact: true })
    .first()
    .evaluate((button) => button === document.activeElement);

test("the first click opens a menu after its code arrives", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  expect(await page.getByRole("menu").count()).toBe(0);
  release();
  await page.getByRole("menuitemcheckbox", { name: "Started 1h" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("started")).toBe("1h");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("menu").count()).toBe(0);
});

test("the first key opens a menu and the focus returns", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "Columns", exact: true }).focus();
  await page.keyboard.press("Enter");
  release();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(page, "Columns")).toBe(true);
});

test("a button keeps the focus while menu code loads", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "Columns", exact: true }).focus();
  await page.keyboard.press("Shift");
  release();
  await page.waitForFunction(() => document.querySelector("[aria-haspopup=menu][data-state]") !== null);
  expect(await hasFocus(page, "Columns")).toBe(true);
});

test("the first click opens a dialog after its code arrives", async () => {
  const { page } = person();
  const release = await openWithoutLateCode(page);
  await page.getByRole("button", { name: "New Sandbox" }).first().click();
  release();
  await page.getByRole("dialog", { name: "New Sandbox" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => hasFocus(page, "New Sandbox")).toBe(true);
});

test("the getting-started area reserves space before its code arrives", async () => {
  const { page } = person();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/GettingStarted-*.js", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByText("No sandboxes found").waitFor();
  const heightPx = async () => (await page.getByRole("table").boundingBox())?.height ?? 0;
  const before = await heightPx();
  release();
  await page.getByText("Requires an API key of this team.").waitFor();
  expect(Math.abs((await heightPx()) - before)).toBeLessThan(48);
});

test("a missing page keeps the frame and appears later", async () => {
  const { page } = person();
  const code = "**/assets/TeamPage-*.js";
  await page.route(code, (route) => route.abort());
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByRole("heading", { name: "This page failed to load" }).waitFor();
  await page.getByText("Its code could not be downloaded. Reload the page").waitFor();
  await page.getByRole("heading", { name: "Team", exact: true }).waitFor();
  await page.getByRole("link", { name: "Templates", exact: true }).click();
  await page.getByRole("table", { name: "Templates" }).waitFor();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByText("Its code could not be downloaded. Reload the page").waitFor();
  await page.unroute(code);
  await page.getByText("Team Members").waitFor();
});

test("a missing dialog opens on arrival without harming the page", async () => {
  const { page } = person();
  const code = "**/assets/NewSandboxDialog-*.js";
  await page.route(code, (route) => route.abort());
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByRole("button", { name: "New Sandbox" }).first().click();
  await toast(page, "Can't reach the server. Reconnecting…").waitFor();
  await page.getByText("No sandboxes found").waitFor();
  await page.unroute(code);
  await page.getByRole("dialog", { name: "New Sandbox" }).waitFor();
});

test("a missing menu opens on a later click", async () => {
  const { page } = person();
  await page.route(LATE, (route) => route.abort());
  await page.goto(`${server().origin}/sandboxes`);
  await page.getByText("No sandboxes found").waitFor();
  const trigger = page.getByRole("button", { name: /User menu/ });
  await trigger.click();
  await toast(page, "Can't reach the server. Reconnecting…").waitFor();
  await page.getByText("No sandboxes found").waitFor();
  await page.unroute(LATE);
  const menu = page.getByRole("menu");
  await expect
    .poll(async () => {
      if ((await menu.count()) === 0) await trigger.click();
      return menu.count();
    })
    .toBe(1);
});

/** Waits until the page has fetched the code of all screens. */
const fetchedEveryScreen = (page: Page) =>
  page.waitForFunction(() => {
    const { layout, pages }: { layout: string[]; pages: { files: string[] }[] } = JSON.parse(
      document.querySelector("#screens")?.textContent ?? "{}",
    );
    const fetched = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    return [layout, ...pages.map(({ files }) => files)].flat().every((file) => fetched.has(`/${file}`));
  });

test("pages and menus open offline with an empty cache", async () => {
  const { page } = person();
  await page.goto(`${server().origin}/sandboxes`);
  await fetchedEveryScreen(page);
  await atRest(page);
  await clearCache(page);
  const noticed: string[] = [];
  await server().whileDown(async () => {
    for (const name of [
      "Templates",
      "Team",
      "API Keys",
      "Usage",
      "Billing",
      "Budget",
      "Playground",
      "Account",
      "Sandboxes",
    ]) {
      await page.getByRole("link", { name, exact: true }).first().click();
      await page.locator("main").waitFor();
      noticed.push(...(await page.getByRole("heading", { name: "failed to load" }).allInnerTexts()));
    }
    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Get Invite Code" }).click();
    await page.getByRole("dialog", { name: "Get Invite Code" }).waitFor();
  });
  expect(noticed).toEqual([]);
});

test("data saving fetches only opened parts", async () => {
  const { page, context } = await openBrowser();
  onTestFinished(() => context.close());
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const { origin } = server();
  await useToken(page, origin, person().token);
  await page.getByText("No sandboxes found").waitFor();
  await atRest(page);
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .join(),
    );
  expect(await fetched()).not.toContain("TeamPage");
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await page.getByText("Team Members").waitFor();
  expect(await fetched()).toContain("TeamPage");
});

test("a missing viewer view appears later without harming others", async () => {
  const { page } = person();
  const code = "**/assets/ShellView-*.js";
  await page.route(code, (route) => route.abort());
  await page.goto(`${server().origin}/api/v1/proxy/sbx_none/#!action=shell`);
  const shell = page.getByRole("region", { name: "Shell" });
  await shell.getByText("Its code could not be downloaded. Reload the page").waitFor();
  await page.getByRole("link", { name: "Screen", exact: true }).click();
  await page.getByText("No such sandbox").waitFor();
  await page.getByRole("link", { name: "Shell", exact: true }).click();
  await page.unroute(code);
  await shell.getByText("No such sandbox").waitFor();
});

test.for(["light", "dark"] as const)("the frame shows before scripts and styles in %s theme", async (theme) => {
  // The computer prefers the other theme.
  const { page, context } = await openBrowser({ colorScheme: theme === "light" ? "dark" : "light" });
  onTestFinished(() => context.close());
  const { origin } = server();
  const values = { token: person().token, theme };
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, values);
  const release = await holdBack(page, "**/assets/*");
  await page.goto(`${origin}/sandboxes`, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
  const frame = page.locator("#frame");
  await frame.locator("header").waitFor();
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await background()).toBe(theme === "light" ? "rgb(251, 252, 250)" : "rgb(12, 14, 12)");

  const releaseSession = await holdBack(page, "**/get_current_user_info");
  await release();
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Templates" }).waitFor();
  await page.getByRole("heading", { name: "Sandboxes" }).waitFor();
  await page.getByLabel("Loading...").waitFor();
  expect(await frame.count()).toBe(0);
  await releaseSession();
  await page.getByText("No sandboxes found").waitFor();
});

test("signed-out pages show no frame", async () => {
  const { page, context } = await openBrowser();
  onTestFinished(() => context.close());
  const release = await holdBack(page, "**/assets/*");
  const asked = page.waitForRequest("**/assets/LoginPage-*.js");
  await page.goto(`${server().origin}/sandboxes`, { waitUntil: "commit" });
  await page.waitForFunction(() => document.querySelector("#frame") !== null);
  await asked;
  expect(await page.locator("#frame").isVisible()).toBe(false);
  await release();
  await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
});

describe("the first files of a page are unavailable", () => {
  const anna = providePerson("anna", server);

  /** Entry of each page, and a text that shows that it has loaded. */
  const PAGES = [
    { path: "/sandboxes", entry: "index", shows: "No sandboxes found" },
    { path: "/api/v1/proxy/sbx_none/", entry: "viewer", shows: "No such sandbox" },
  ];
  const FILES = PAGES.flatMap(({ path, entry, shows }) =>
    // The page detects a failed import of its entry through the entry itself. The entry is available, so the page
    // reloads once.
    (
      [
        [`${entry}-*.js`, 1],
        ["react-*.js", 2],
        ["*.css", 1],
      ] as const
    ).map(([name, timesOpened]) => {
      return { path, file: `**/assets/${name}`, shows, timesOpened };
    }),
  );

  const told = (page: Page) => page.getByRole("alert").getByRole("heading", { name: "This page failed to load" });

  /** Blocks a file. Returns a function that counts page loads since then. */
  async function withoutFile(page: Page, file: string): Promise<() => number> {
    await page.goto("about:blank");
    await page.route(file, (route) => route.abort());
    let times = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) times += 1;
    });
    return () => times;
  }

  test.for(FILES)("$path without $file reports it and Reload recovers", async ({ path, file, shows, timesOpened }) => {
    const { page } = anna();
    const opened = await withoutFile(page, file);
    await page.goto(`${server().origin}${path}`);
    await expect.poll(opened).toBe(timesOpened);
    await told(page).waitFor();
    await page.getByText("Its code could not be downloaded. Reload the page if the server").waitFor();
    await atRest(page);
    expect(await told(page).count()).toBe(1);
    expect(await page.getByText(shows).count()).toBe(0);
    expect(opened()).toBe(timesOpened);

    await page.unroute(file);
    await page.keyboard.press("Tab");
    expect(await hasFocus(page, "Reload")).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByText(shows).waitFor();
    expect(await told(page).count()).toBe(0);
  });

  test("retries once after a change of networks", async () => {
    const { page } = anna();
    const entry = "**/assets/index-*.js";
    const timesOpened = await withoutFile(page, entry);
    await page.unroute(entry);
    await page.route(entry, (route) => route.abort("internetdisconnected"), { times: 1 });
    await page.goto(`${server().origin}/sandboxes`);
    await page.getByText("No sandboxes found").waitFor();
    expect(timesOpened()).toBe(2);

    // An available file that still fails to load is left to the user after that.
    await page.route(entry, (route) =>
      route.request().resourceType() === "script" ? route.abort() : route.continue(),
    );
    await page.goto(`${server().origin}/sandboxes`);
    await expect.poll(timesOpened).toBe(4);
    await told(page).waitFor();
    await atRest(page);
    expect(timesOpened()).toBe(4);
    await page.unroute(entry);
  });

  test("reports in the chosen language and theme", async () => {
    const { page } = anna();
    const everything = "**/assets/*";
    const background = () => page.getByRole("alert").evaluate((alert) => getComputedStyle(alert).backgroundColor);
    await page.evaluate(() => localStorage.setItem("language", "zh"));
    await withoutFile(page, everything);
    for (const theme of ["light", "dark"]) {
      await page.goto(`${server().origin}/login`);
      await page.evaluate((chosen) => localStorage.setItem("theme", chosen), theme);
      await page.reload();
      await page.getByRole("heading", { name: "此页面加载失败" }).waitFor();
      expect(await page.locator("html").getAttribute("lang")).toBe("zh-CN");
      const [red = 0] = Array.from((await background()).matchAll(/\d+/g), Number);
      expect({ theme, isLight: red > 128 }).toEqual({ theme, isLight: theme === "light" });
    }
    await page.getByText("无法下载其代码。如果服务器刚刚更新或重启过").waitFor();
    await page.unroute(everything);
    await page.getByRole("button", { name: "重新加载" }).click();
    await page.getByText("没有沙箱").waitFor();
    await page.evaluate(() => ["language", "theme"].forEach((key) => localStorage.removeItem(key)));
  });

  test("reloads once when the browser is online again", async () => {
    const { page, context } = anna();
    const entry = "**/assets/index-*.js";
    const timesOpened = await withoutFile(page, entry);
    await page.goto(`${server().origin}/sandboxes`);
    await told(page).waitFor();
    const goAway = async () => {
      await context.setOffline(true);
      await page.waitForFunction(() => !navigator.onLine);
    };
    await goAway();
    const again = page.waitForEvent("domcontentloaded");
    await context.setOffline(false);
    await again;
    await told(page).waitFor();
    await atRest(page);
    expect(timesOpened()).toBe(2);

    await goAway();
    await page.unroute(entry);
    await context.setOffline(false);
    await page.getByText("No sandboxes found").waitFor();
    expect(timesOpened()).toBe(3);
  });

  test("reports a style sheet that fails early", async () => {
    const { page } = anna();
    const { origin } = server();
    const html = await (await fetch(`${origin}/login`, { headers: { accept: "text/html" } })).text();
    const [start = "", end = ""] = html.split("</head>");
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    await page.exposeFunction("tellOfFailure", fail);
    await page.addInitScript("addEventListener('error', () => tellOfFailure(), true)");
    const slow = createServer(async (_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).write(start);
      await failed;
      response.end(end);
    }).listen(0);
    await page.route(/\.(js|woff2)$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${origin}${pathname}` }) });
    });
    await withoutFile(page, "**/assets/*.css");
    const { port } = z.object({ port: z.number() }).parse(slow.address());
    await page.goto(`http://localhost:${port}`);
    await told(page).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    slow.close();
  });

  test("passes axe in both themes and fits 360 px", async () => {
    await allowAxe(anna());
    const { page } = anna();
    await withoutFile(page, "**/assets/*");
    await resizeForTest(page, { width: 360, height: 640 });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server().origin}/login`);
      await told(page).waitFor();
      await expectNoProblems(page, colorScheme);
    }
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    expect(size).toEqual({ scrollWidth: 360, scrollHeight: 640 });
  });
});
