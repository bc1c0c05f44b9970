import { executeBoxCommands } from "@terrarium/contract/box-commands";
import { expect, onTestFinished, test } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { createBox } from "./support/api.ts";
import { allowAxe, expectNoProblems } from "./support/axe.ts";
import { holdBack, toast } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const log = { warn: () => undefined };
const [missing] = await createLinuxMachine({ log }).missingFor("linux", process.execPath);

describeWhere(missing, "snapshots in the console", () => {
  const server = provideServer();
  const ada = providePerson("ada", server);
  const run = async (id: string, command: string) => {
    const path = executeBoxCommands.path.replace("{boxId}", id);
    const answer = await post(server().origin, path, { command }, ada().token);
    return executeBoxCommands.response.parse(await answer.json()).stdout;
  };
  const create = async (name: string) => {
    const { origin } = server();
    const { id } = await createBox(origin, ada().token, { templateId: "tpl_linux", name });
    onTestFinished(async () => void (await post(origin, `/api/v1/boxes/${id}/terminate`, {}, ada().token)));
    return id;
  };
  const dialog = (name: string) => ada().page.getByRole("dialog", { name });
  const open = async (id: string) => {
    const { page } = ada();
    await page.goto(`${server().origin}/sandboxes/${id}`);
    await page.getByRole("button", { name: "Save snapshot" }).click();
  };

  test("saves, lists, restores and deletes files", async () => {
    const { page } = ada();
    await allowAxe(ada());
    await page.goto(`${server().origin}/templates`);
    await page.getByRole("main").getByRole("link", { name: "Snapshots" }).click();
    await page.getByText("No snapshots").waitFor();
    const id = await create("build");
    await run(id, "echo hello > ~/kept");

    await open(id);
    const keep = dialog("Save snapshot");
    await keep.getByLabel("Name").fill("no name");
    await keep.getByText(/^A name has at most 64 letters/).waitFor();
    await expectNoProblems(page);
    await keep.getByLabel("Name").fill("tools-1");
    await keep.getByRole("button", { name: "Save snapshot" }).click();
    await keep.getByText("Saved as tools-1").waitFor();
    await expectNoProblems(page);
    await keep.getByRole("link", { name: "Snapshots" }).click();

    const row = page.getByRole("table", { name: "Snapshots" }).getByRole("row").filter({ hasText: "tools-1" });
    for (const text of ["build", "Linux (tpl_linux)", "ada", / B$|kB$/]) await row.getByText(text).waitFor();
    await page.getByText("1 of 20").waitFor();
    await row.getByRole("button", { name: "New Sandbox from tools-1" }).click();
    const form = dialog("New Sandbox");
    await form.getByRole("radio", { name: /^Linux/, checked: true }).waitFor();
    await form.getByRole("radio", { name: "tools-1", checked: true }).waitFor();
    await form.getByRole("radio", { name: "Phone" }).first().click();
    await form.getByText("Start from", { exact: true }).waitFor({ state: "detached" });
    await form.getByRole("radio", { name: /^Linux/ }).click();
    await form.getByRole("radio", { name: "tools-1", checked: true }).waitFor();
    await form.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/\/sandboxes\/sbx_/);
    const begun = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect(await run(begun, "cat ~/kept")).toBe("hello\n");
    await post(server().origin, `/api/v1/boxes/${begun}/terminate`, {}, ada().token);

    await page.goto(`${server().origin}/snapshots`);
    await row.getByRole("button", { name: "Remove tools-1" }).click();
    await dialog("Remove Snapshot").getByText("tools-1").waitFor();
    await dialog("Remove Snapshot").getByRole("button", { name: "Remove" }).click();
    await toast(page, "Snapshot removed").waitFor();
    await page.getByText("No snapshots").waitFor();
    await page.goto(`${server().origin}/audit`);
    const entry = (call: string) => page.getByRole("row").filter({ hasText: call });
    await entry("Removed a snapshot").getByText('Snapshot "tools-1"', { exact: true }).waitFor();
    await entry("Saved a snapshot").getByText('Snapshot "tools-1", Sandbox "build"').waitFor();
  });

  test("reports the result after the dialog was closed", async () => {
    const { page } = ada();
    const release = await holdBack(page, "**/api/v1/snapshots/sbx_*");
    await open(await create("slow"));
    const keep = dialog("Save snapshot");
    await keep.getByLabel("Name").fill("later");
    await keep.getByRole("button", { name: "Save snapshot" }).click();
    await keep.getByText(/^Saving files/).waitFor();
    await keep.getByRole("button", { name: "Close" }).click();
    await keep.waitFor({ state: "detached" });
    await release();
    await toast(page, "Saved snapshot later").waitFor();
  });

  test("starts a stopped sandbox first and rejects duplicate names", async () => {
    const { page, token } = ada();
    const id = await create("rested");
    await post(server().origin, `/api/v1/snapshots/${id}`, { name: "taken" }, token);
    await post(server().origin, `/api/v1/boxes/${id}/stop`, {}, token);
    await open(id);
    const keep = dialog("Save snapshot");
    await keep.getByRole("button", { name: "Start" }).click();
    await keep.getByLabel("Name").fill("taken");
    await keep.getByRole("button", { name: "Save snapshot" }).click();
    await keep.getByText(/^A snapshot called taken already exists/).waitFor();
    await expectNoProblems(page);
    await keep.getByLabel("Name").fill("free");
    await keep.getByRole("button", { name: "Save snapshot" }).click();
    await keep.getByText("Saved as free").waitFor();
  });

  test("phones neither create nor use snapshots", async () => {
    const { page, token } = ada();
    const { id } = await createBox(server().origin, token);
    await page.goto(`${server().origin}/sandboxes/${id}`);
    await page.getByRole("button", { name: "Rename" }).waitFor();
    expect(await page.getByRole("button", { name: "Save snapshot" }).count()).toBe(0);
  });
});
