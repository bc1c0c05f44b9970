import { expect, test } from "vitest";
import { providePerson, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const ada = providePerson("ada", server);

test("shows, edits and saves the name", async () => {
  const { page } = ada();
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("heading", { name: "Profile Information" }).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  expect(await name.inputValue()).toBe("ada");
  await name.fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Name updated successfully").waitFor();
  await page.getByRole("button", { name: "Edit" }).waitFor();
  await page.reload();
  await page
    .getByRole("button", { name: /User menu/ })
    .getByText("Ada Lovelace")
    .waitFor();
});

test("keeps a rejected name in the input", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "Edit" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("   ");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Update failed, please try again later").waitFor();
  expect(await name.inputValue()).toBe("   ");
  await name.press("Escape");
  await page.getByRole("button", { name: "Edit" }).waitFor();
});

test("deletes the account after confirmation and revokes its token", async () => {
  const { page, token } = ada();
  const open = async () => {
    await page.getByRole("region", { name: "Danger Zone" }).getByRole("button", { name: "Delete Account" }).click();
    return page.getByRole("dialog", { name: "Confirm Account Deletion?" });
  };
  await (await open()).getByRole("button", { name: "Cancel" }).click();
  await page.route("**/delete_user", (route) => route.abort("connectionrefused"));
  const dialog = await open();
  const team = dialog.getByRole("region", { name: "Your teams" }).getByRole("listitem");
  await team.filter({ hasText: "The team is deleted, because it has no other members." }).waitFor();
  const confirmed = dialog.getByRole("button", { name: "Delete Account" });
  const name = dialog.getByRole("textbox", { name: 'Type your name "Ada Lovelace" to confirm' });
  await name.fill("Ada");
  await dialog.getByText("Name does not match").waitFor();
  expect(await confirmed.isDisabled()).toBe(true);
  await name.fill("Ada Lovelace");
  await confirmed.click();
  await page.getByText("Failed to delete account, please try again later").waitFor();
  await page.unroute("**/delete_user");
  await confirmed.click();
  await page.waitForURL("**/login");
  await page.getByText("Account successfully deleted").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  const answer = await fetch(`${server().origin}/api/v1/user/get_current_user_info`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(401);
});
