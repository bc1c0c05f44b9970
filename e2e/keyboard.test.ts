import { InviteLink } from "@terrarium/contract/invite";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { createBox, firstTeam } from "./support/api.ts";
import { toast } from "./support/browser.ts";
import { provideBrowser, provideServer } from "./support/fixtures.ts";
import { post, signIn } from "./support/server.ts";

const server = provideServer();
const browser = provideBrowser();
const page = () => browser().page;
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page().keyboard.press(key);
}
/** Holds an arrow key until its effect shows. A choice follows the key only while it is held. */
async function hold(key: string, effect: () => Promise<unknown>): Promise<void> {
  await page().keyboard.down(key);
  await effect();
  await page().keyboard.up(key);
}
/** Moves the focus with an arrow key, and waits until it has moved. */
async function moveFocus(key: string): Promise<void> {
  const before = await page().evaluateHandle(() => document.activeElement);
  await hold(key, () => page().waitForFunction((element) => document.activeElement !== element, before));
}
const button = (name: string | RegExp) => page().getByRole("button", { name }).first();
const dialog = (name: string) => page().getByRole("dialog", { name });
const isFocused = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement));

/** Returns whether the focus is visible: an outline or a ring around the focused element or an ancestor. */
const isFocusVisible = () =>
  page().evaluate(() => {
    const rings = (element: Element | null | undefined) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element);
      return (
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none" || borderColor === ""
      );
    };
    const element = document.activeElement;
    return rings(element) || rings(element?.parentElement) || rings(element?.closest("label, [role=radio]"));
  });

/** Waits until overlays have closed and returned the focus, which happens in a later task. */
async function overlaysClosed(): Promise<void> {
  await expect.poll(() => page().locator("[role=dialog]:visible, [role=menu]:visible").count()).toBe(0);
  await page().evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

/**
 * Moves the focus to an element with Tab alone, through the complete page if needed. The focus must be visible on
 * arrival.
 */
async function tabTo(target: Locator, key = "Tab"): Promise<void> {
  await target.waitFor();
  const isInOverlay = await target.evaluate((element) => element.closest("[role=dialog], [role=menu]") !== null);
  if (!isInOverlay) await overlaysClosed();
  for (let steps = 0; steps < 120; steps += 1) {
    if (await isFocused(target)) break;
    await press(key);
  }
  expect(await isFocused(target)).toBe(true);
  expect(await isFocusVisible()).toBe(true);
}
async function use(target: Locator, key = "Enter"): Promise<void> {
  await tabTo(target);
  await press(key);
}
/** Chooses an entry of the open menu. */
async function choose(entry: Locator): Promise<void> {
  await entry.waitFor();
  const focusedRole = () => page().evaluate(() => document.activeElement?.role);
  // The focus is on the first entry, or on the menu itself if the resting pointer caused a move event.
  await expect.poll(focusedRole).toMatch(/^menu/);
  await hold("Home", () => expect.poll(focusedRole).toMatch(/^menuitem/));
  while (!(await isFocused(entry))) await moveFocus("ArrowDown");
  await press("Enter");
}
async function goTo(search: string): Promise<void> {
  await press("Control+k");
  await dialog("Command palette").getByRole("option").first().waitFor();
  await expect.poll(() => isFocused(dialog("Command palette").getByRole("combobox"))).toBe(true);
  await page().keyboard.type(search);
  await press("Enter");
  await dialog("Command palette").waitFor({ state: "hidden" });
}
const heading = (name: string) => page().getByRole("heading", { level: 1, name });

/** Expects that Tab keeps the focus in a dialog, in both directions. */
async function expectTrap(name: string): Promise<void> {
  for (const key of ["Tab", "Shift+Tab"])
    for (let steps = 0; steps < 12; steps += 1) {
      await press(key);
      expect(await isFocused(dialog(name))).toBe(true);
    }
}

test("signs in", async () => {
  await page().goto(`${server().origin}/login`);
  await use(button("Continue with GitHub"));
  await page().getByRole("heading", { name: "Who are you?" }).waitFor();
  await tabTo(page().getByLabel(/name$/i));
  await page().keyboard.type("ada");
  await press("Enter");
  await heading("SANDBOXES").waitFor();
});

test("skips the sidebar", async () => {
  await page().reload();
  await page().getByText("No sandboxes found").waitFor();
  await use(page().getByRole("link", { name: "Skip to content" }));
  await press("Tab");
  expect(await page().evaluate(() => document.querySelector("#page")?.contains(document.activeElement))).toBe(true);
});

test("creates a sandbox in a dialog that traps the focus", async () => {
  await use(button("New Sandbox"));
  await dialog("New Sandbox").getByText("Tablet").waitFor();
  await expectTrap("New Sandbox");
  await tabTo(dialog("New Sandbox").getByRole("radiogroup").first());
  const chosen = dialog("New Sandbox").getByRole("radio", { name: "Large phone", checked: true });
  await hold("ArrowRight", () => chosen.waitFor());
  await press("Escape");
  await dialog("New Sandbox").waitFor({ state: "hidden" });
  await expect.poll(() => isFocused(button("New Sandbox"))).toBe(true);
  await press("Enter");
  await dialog("New Sandbox").getByText("Tablet").waitFor();
  await use(dialog("New Sandbox").getByRole("button", { name: "Create" }));
  await page().waitForURL("**/sandboxes/sbx_*");
  await page().goto(`${server().origin}/sandboxes`);
  await page().getByText("1 RUNNING").waitFor();
});

test("searches, filters, sorts and chooses the refresh interval", async () => {
  await press("/");
  await page().keyboard.type("phone");
  await expect.poll(() => new URL(page().url()).searchParams.get("q")).toBe("phone");
  await use(button("Filters"));
  await choose(page().getByRole("menuitemcheckbox", { name: "Started 12h" }));
  await expect.poll(() => new URL(page().url()).searchParams.get("started")).not.toBeNull();
  await press("Escape");
  await expect.poll(() => isFocused(button(/^Filters/))).toBe(true);
  await use(button(/^Auto/));
  await page().getByRole("menuitem", { name: "Refresh Now" }).waitFor();
  await choose(page().getByRole("menuitemcheckbox", { name: "Turn Off (Manual)" }));
  await button("Manual").waitFor();
  await expect.poll(() => isFocused(button("Manual"))).toBe(true);
  await use(page().getByRole("columnheader", { name: "MEMORY" }).getByRole("button"));
  await expect
    .poll(() => page().getByRole("columnheader", { name: "MEMORY" }).getAttribute("aria-sort"))
    .toBe("ascending");
});

test("a sandbox's shell accepts typing at once", async () => {
  const { id } = await createBox(server().origin, await signIn(server().origin, "ada"));
  await page().goto(`${server().origin}/api/v1/proxy/${id}/#!action=shell&udid=localhost:5555`);
  await page().locator(".xterm-helper-textarea").waitFor({ state: "attached" });
  await expect.poll(() => page().locator(".xterm-rows").innerText()).toMatch(/[$#]/);
  await page().keyboard.type("echo $((6 * 7))\n");
  await expect.poll(() => page().locator(".xterm-rows").innerText()).toContain("42");
  const shell = page().getByRole("region", { name: "Shell of the device" });
  // Tab completes the typed word. F6 leaves the terminal, and Shift+F6 leaves it backwards.
  await press("Tab");
  expect(await isFocused(shell)).toBe(true);
  await press("F6");
  expect(await isFocused(shell)).toBe(false);
  expect(await isFocusVisible()).toBe(true);
  await press("Shift+Tab");
  expect(await isFocused(shell)).toBe(true);
  await press("Shift+F6", "Shift+Tab");
  expect(await isFocused(page().getByRole("link", { name: "Files" }))).toBe(true);
  await page().goto(`${server().origin}/sandboxes`);
});

test("deletes a sandbox", async () => {
  await page().getByText("2 RUNNING").waitFor();
  await use(
    page()
      .getByRole("button", { name: /^Actions for / })
      .first(),
  );
  await choose(page().getByRole("menuitem", { name: "Delete" }));
  await expectTrap("Confirm Delete");
  await use(dialog("Confirm Delete").getByRole("button", { name: "Delete" }));
  await page().getByText("1 RUNNING").waitFor();
});

test("changes the theme and closes the user menu's dialogs", async () => {
  await use(button("Toggle theme"));
  await choose(page().getByRole("menuitemcheckbox", { name: "Light" }));
  await expect.poll(() => page().evaluate(() => localStorage.getItem("theme"))).toBe("light");
  await expect.poll(() => isFocused(button("Toggle theme"))).toBe(true);
  await tabTo(button(/User menu/), "Shift+Tab");
  await press("Enter");
  await choose(page().getByRole("menuitem", { name: "Get Invite Code" }));
  await dialog("Get Invite Code").waitFor();
  await press("Escape");
  await expect.poll(() => isFocused(button(/User menu/))).toBe(true);
});

test("creates and deletes API keys", async () => {
  await goTo("api keys");
  await page().getByText("key1").waitFor();
  await use(button("New API Key"));
  await dialog("New API Key").waitFor();
  await page().keyboard.type("typed");
  await press("Enter");
  await toast(page(), "API Key created").waitFor();
  const row = page().getByRole("row").filter({ hasText: "typed" });
  await use(row.getByRole("button", { name: "Delete" }));
  await use(dialog("Delete API Key").getByRole("button", { name: "Delete" }));
  await toast(page(), "API Key deleted").waitFor();
  await expect.poll(() => row.count()).toBe(0);
});

test("invites, changes a role and removes in the team", async () => {
  await goTo("go to team");
  await use(button("Create Invite Link"));
  await dialog("Create Invite Link").waitFor();
  await expectTrap("Create Invite Link");
  await use(dialog("Create Invite Link").getByRole("button", { name: "Create" }));
  await toast(page(), "Invite link created successfully").waitFor();
  const token = await signIn(server().origin, "ada");
  const { id: organizationId } = await firstTeam(server().origin, token);
  const links = await post(server().origin, "/api/v1/invite/get_invite_link", { organizationId }, token);
  const { inviteCode } = InviteLink.array().parse(await links.json())[0] ?? { inviteCode: "" };
  const grace = await signIn(server().origin, "grace");
  await post(server().origin, "/api/v1/organization/join_organization_by_invite_link", { inviteCode }, grace);
  await page().reload();
  await use(button(/^Role of grace/));
  await choose(page().getByRole("menuitemcheckbox", { name: "Admin" }));
  await toast(page(), "Member role updated successfully").waitFor();
  await use(page().getByRole("row").filter({ hasText: "grace" }).getByRole("button", { name: "Remove" }));
  await use(dialog("Remove Member").getByRole("button", { name: "Remove" }));
  await toast(page(), "Member removed successfully").waitFor();
});

test("enables the budget limit and saves an amount", async () => {
  await goTo("budget");
  await use(page().getByRole("switch", { name: "Enable budget limit" }), "Space");
  await tabTo(page().getByLabel("Budget limit in dollars"));
  await press("Control+a");
  await page().keyboard.type("25");
  await press("Enter");
  await toast(page(), "Budget limit saved").waitFor();
});

test("writes, runs, stops and leaves the playground's editor", async () => {
  await goTo("playground");
  await page().locator(".monaco-editor .view-line").first().waitFor();
  await tabTo(page().locator(".monaco-editor").first());
  await press("Control+a", "Delete");
  // Inserted at once: typed key by key, a bracket may accept the editor's suggestion.
  await page().keyboard.insertText("await new Promise((resolve) => setTimeout(resolve, 600_000));");
  await press("Control+Enter");
  await button("Executing...").waitFor();
  // The first Escape closes suggestions, if any are open. Then Tab leaves the editor.
  await press("Escape", "Escape");
  await tabTo(button("Stop"), "Shift+Tab");
  await press("Space");
  await page().getByRole("log").getByText("Execution stopped by user").waitFor();
});

test("signs out", async () => {
  await goTo("sign out");
  await dialog("Confirm Logout").waitFor();
  await use(dialog("Confirm Logout").getByRole("button", { name: "Logout" }));
  await page().waitForURL("**/login");
});
