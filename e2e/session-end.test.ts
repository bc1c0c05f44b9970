import { createAnApiKey } from "@terrarium/contract/api-key";
import { exportAuditLog } from "@terrarium/contract/audit";
import { createAnOrganization } from "@terrarium/contract/organization";
import { getSandboxList } from "@terrarium/contract/sandbox";
import { getAllTemplates } from "@terrarium/contract/template";
import { getCurrentUserInfo } from "@terrarium/contract/user";
import { runCode } from "@terrarium/contract/vm";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createBox } from "./support/api.ts";
import { atRest, pickName, toast } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post, signIn } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

/**
 * Puts a new session into the browser, like a sign-in, and opens a page. Returns a function that removes the session
 * from the server.
 */
async function openWithSession(path: string, ready: (page: Page) => Promise<void>): Promise<() => Promise<void>> {
  const { page } = ada();
  const token = await signIn(server().origin, "ada");
  await page.goto(`${server().origin}/healthz`);
  await page.evaluate((value) => localStorage.setItem("token", value), token);
  await page.goto(`${server().origin}${path}`);
  await ready(page);
  return async () => expect((await post(server().origin, "/api/v1/auth/logout", undefined, token)).ok).toBe(true);
}

/** Opens a page with a session, and removes the session from the server when the page is idle. */
async function openWithoutSession(path: string, ready: (page: Page) => Promise<void>): Promise<void> {
  const forget = await openWithSession(path, ready);
  await atRest(ada().page);
  await forget();
}

const button = (page: Page, name: string) => page.getByRole("button", { name }).first();

/** Requests that meet the ended session: the page that is open before, and the trigger. */
const REQUESTS: Record<
  string,
  [call: string, path: string, ready: (page: Page) => Promise<void>, act: (page: Page) => Promise<void>]
> = {
  "a list that refreshes": [
    getSandboxList.path,
    // Without automatic refresh: the list would send a request before the menu is used.
    "/sandboxes?refresh=off",
    (page) => page.getByText("No sandboxes found").waitFor(),
    async (page) => {
      await button(page, "Manual").click();
      await page.getByRole("menuitem", { name: "Refresh Now" }).click();
    },
  ],
  "a page that loads": [
    getAllTemplates.path,
    "/account",
    (page) => page.getByText("Profile Information").waitFor(),
    (page) => page.getByRole("link", { name: "Templates" }).click(),
  ],
  "a change": [
    createAnApiKey.path,
    "/api-keys",
    (page) => page.getByText("key1").waitFor(),
    async (page) => {
      await button(page, "New API Key").click();
      await page.getByRole("dialog").getByLabel("Name").fill("late");
      await page.keyboard.press("Enter");
    },
  ],
  "the creation of a team": [
    createAnOrganization.path,
    "/templates",
    (page) => page.getByText("tpl_phone").first().waitFor(),
    async (page) => {
      await button(page, "User menu").click();
      await page.getByRole("menuitem", { name: "Create Team" }).click();
      await page.getByLabel("Team Name").fill("Late");
      await page.keyboard.press("Enter");
    },
  ],
  "a dialog that loads": [
    getAllTemplates.path,
    "/sandboxes",
    (page) => page.getByText("No sandboxes found").waitFor(),
    (page) => button(page, "New Sandbox").click(),
  ],
  "a file": [
    exportAuditLog.path,
    "/audit",
    (page) => page.getByText("Done").first().waitFor(),
    (page) => button(page, "Export CSV").click(),
  ],
  "a script": [
    runCode.path,
    "/playground",
    (page) => page.locator(".monaco-editor .view-line").first().waitFor(),
    (page) => button(page, "Execute").click(),
  ],
  "the user's own data": [
    getCurrentUserInfo.path,
    "/billing",
    (page) => page.getByText("Current plan").waitFor(),
    async (page) => {
      await page.reload();
    },
  ],
};

test.for(Object.entries(REQUESTS))("a 401 to %s leads to the sign-in", async ([, [call, path, ready, act]]) => {
  const { page } = ada();
  const forget = await openWithSession(path, ready);
  // Blocks other requests of the page, which could meet the ended session earlier.
  await page.route(
    (url) => url.pathname === call,
    async (route) => {
      await forget();
      await route.continue();
    },
    { times: 1 },
  );
  await act(page);
  await page.waitForURL("**/login");
  await toast(page, "Your session has ended. Sign in again.").waitFor();
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect([stored.token, stored.inviteVerified]).toEqual([undefined, undefined]);
  expect(JSON.parse(stored["auth-storage"] ?? "").state).toEqual({
    token: null,
    user: null,
    team: null,
    teamList: [],
    isAuthenticated: false,
    isInviteVerified: false,
  });
});

test("signing in again returns to the same page", async () => {
  const { page } = ada();
  await openWithoutSession("/usage?period=weekly", (open) => open.locator("svg text").first().waitFor());
  await page.reload();
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await pickName(page, "ada");
  await page.waitForURL("**/usage?period=weekly");
});

test("a device page with an ended session shows no screen", async () => {
  const { page, token } = ada();
  const { id } = await createBox(server().origin, token);
  await openWithoutSession("/account", (open) => open.getByText("Profile Information").waitFor());
  await page.goto(`${server().origin}/api/v1/proxy/${id}/#!action=stream`);
  await page
    .getByText(/sign in/i)
    .first()
    .waitFor();
});

test("signing out in one tab signs out the other", async () => {
  const { page, context } = ada();
  const token = await signIn(server().origin, "ada");
  await page.goto(`${server().origin}/healthz`);
  await page.evaluate((value) => localStorage.setItem("token", value), token);
  await page.goto(`${server().origin}/templates`);
  const other = await context.newPage();
  await other.goto(`${server().origin}/account`);
  await button(other, "User menu").click();
  await other.getByRole("menuitem", { name: "Sign Out" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Logout" }).click();
  await other.waitForURL("**/login");
  await page.waitForURL("**/login");
  await other.close();
});
