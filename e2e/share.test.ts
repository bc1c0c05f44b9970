import { expect, test } from "vitest";
import { createBox } from "./support/api.ts";
import { allowAxe, expectNoProblems } from "./support/axe.ts";
import { openBrowser } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const ada = providePerson("ada", server);

test("a link admits a stranger until it is revoked", async () => {
  const { page, token } = ada();
  const { origin } = server();
  const { id } = await createBox(origin, token, { expiresIn: "30m", name: "Checkout" });
  await allowAxe(ada());
  await page.goto(`${origin}/sandboxes/${id}#!action=timeline`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share the sandbox" });
  await dialog.getByText("No active links to this sandbox.").waitFor();
  await dialog
    .getByLabel("the adb command", { exact: true })
    .filter({ hasText: `terrarium adb ${id}` })
    .waitFor();

  await dialog.getByRole("radio", { name: "15 minutes" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog.getByRole("button", { name: "Copy the link" }).click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toContain(origin);
  const link = dialog.getByRole("listitem").filter({ hasText: /See the screen.*by ada, until/s });
  await link.waitFor();
  await expectNoProblems(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }

  const stranger = await openBrowser();
  await stranger.page.goto(address);
  await stranger.page.getByText("Live", { exact: true }).waitFor();
  const bar = stranger.page.getByRole("banner");
  await bar.getByRole("heading", { name: "Checkout" }).waitFor();
  await bar.getByText("View only").waitFor();
  // The link ends before the sandbox.
  await bar.getByText(/^ends in 1[45]:\d\d$/).waitFor();
  await link.getByRole("button", { name: /^Revoke the link/ }).click();
  await dialog.getByText("No active links to this sandbox.").waitFor();
  await stranger.page.getByText("Live", { exact: true }).waitFor({ state: "hidden" });
  await stranger.close();

  await dialog.getByRole("checkbox", { name: "Touch, click and type" }).check();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog
    .getByRole("listitem")
    .filter({ hasText: /^See the screen · Touch, click and type/ })
    .waitFor();
  await dialog.getByRole("checkbox", { name: "Run commands in a shell" }).check();
  await dialog.getByText("Runs any command, reads every file, log and detail").waitFor();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await dialog
    .getByRole("listitem")
    .filter({ hasText: /^Full control, with a shell and all files/ })
    .waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  const timeline = page.getByRole("listitem");
  await timeline.filter({ hasText: "Created a link: See the screen" }).last().waitFor();
  await timeline.filter({ hasText: "Revoked a link" }).waitFor();
  await timeline.filter({ hasText: "Created a link: Full control" }).waitFor();
});
