import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { WebhookPayload } from "@terrarium/contract/webhooks";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createBox, firstTeam } from "./support/api.ts";
import { toast } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";
import { resizeForTest } from "./support/viewport.ts";

const server = provideServer({ TERRARIUM_WEBHOOK_EGRESS: "all" });
const ada = providePerson("ada", server);

/** A receiver on the loopback interface with a configurable status. */
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
const receiver = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.writeHead(status).end("seen");
});
let address = "";
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
let secret = "";

const deliveries = () => ada().page.getByRole("region", { name: "Deliveries" }).getByRole("table");
const delivery = (words: string) => deliveries().getByRole("row").filter({ hasText: words });
const payloads = () => received.map(({ body }) => WebhookPayload.parse(JSON.parse(body)));

test("creates a webhook from API keys and shows its secret once", async () => {
  const { page } = ada();
  await page.goto(`${server().origin}/api-keys`);
  await page.getByRole("main").getByRole("link", { name: "Webhooks" }).click();
  await page.waitForURL("**/webhooks");
  await page.getByText("No webhooks").waitFor();
  await page.getByRole("button", { name: "New Webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New Webhook" });
  await dialog.getByLabel("Address").fill("ftp://example.com");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("must be an http or https address").waitFor();
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByRole("checkbox", { name: "box.action_failed" }).uncheck();
  await dialog.getByRole("button", { name: "Create" }).click();
  const shown = page.getByRole("dialog", { name: "The webhook's secret" });
  secret = await shown.getByLabel("the secret", { exact: true }).innerText();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await shown.getByRole("button", { name: "Close" }).click();
  await shown.waitFor({ state: "detached" });
  await page.getByRole("table", { name: "Webhooks" }).getByText(address).waitFor();
  expect(await page.content()).not.toContain(secret);
});

test("sends signed events for start, readiness and end", async () => {
  const { token } = ada();
  const { origin } = server();
  const box = await createBox(origin, token, { labels: { run: "7" } });
  await post(origin, `/api/v1/boxes/${box.id}/terminate`, {}, token);
  await expect.poll(() => payloads().map(({ type }) => type)).toHaveLength(3);
  expect(new Set(payloads().map(({ type }) => type))).toEqual(new Set(["box.started", "box.ready", "box.ended"]));
  expect(payloads().find(({ type }) => type === "box.ended")?.data).toMatchObject({
    reason: "user",
    box: { id: box.id, labels: { run: "7" } },
  });
  for (const { body, headers } of received) new Verifier(secret).verify(body, headers as Record<string, string>);
});

test("shows deliveries with responses and repeats a failed one", async () => {
  const { page } = ada();
  await page.getByRole("button", { name: "Deliveries" }).click();
  await expect.poll(() => delivery("Delivered").count()).toBe(3);
  await delivery("box.ended")
    .getByRole("button", { name: /^Details of box.ended/ })
    .click();
  await deliveries().getByText("seen", { exact: true }).waitFor();

  status = 503;
  await page.getByRole("button", { name: "Send a test event" }).click();
  await delivery("webhook.test").filter({ hasText: "Waiting" }).filter({ hasText: "503" }).waitFor();
  const row = page.getByRole("table", { name: "Webhooks" }).getByRole("row").filter({ hasText: address });
  await row.filter({ hasText: /Failing, next attempt in .*503/ }).waitFor();
  status = 200;
  await delivery("webhook.test").getByRole("button", { name: "Replay" }).click();
  await toast(page, "Replaying the delivery").waitFor();
  await resizeForTest(page, { width: 390, height: 844 });
  const actions = delivery("webhook.test").getByRole("cell").last();
  expect(await actions.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // The status is not covered, and fits the smallest screen.
  for (const state of [
    delivery("webhook.test").getByText(/^(Waiting|Delivered)$/),
    page.getByRole("table", { name: "Webhooks" }).getByText("Enabled"),
  ])
    expect(
      await state.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return x + width <= innerWidth && element === document.elementFromPoint(x + width - 1, y + height / 2);
      }),
    ).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await delivery("webhook.test").filter({ hasText: "Delivered" }).waitFor();
  const tests = received.filter(({ body }) => body.includes("webhook.test"));
  expect(new Set(tests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("changes, rotates and deletes a webhook", async () => {
  const { page } = ada();
  const table = page.getByRole("table", { name: "Webhooks" });
  await table.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Webhook" });
  await dialog.getByRole("switch", { name: "Enabled" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Webhook saved").waitFor();
  await table.getByText("Disabled").waitFor();
  await table.getByRole("button", { name: "Edit" }).click();
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  const shown = page.getByRole("dialog", { name: "The webhook's secret" });
  expect(await shown.getByLabel("the secret", { exact: true }).innerText()).not.toBe(secret);
  await shown.getByRole("button", { name: "Close" }).click();
  await table.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete Webhook" });
  await question.getByText(address).waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No webhooks").waitFor();
  const { id } = await firstTeam(server().origin, ada().token);
  const listed = await post(server().origin, "/api/v1/webhook/get_webhooks", { organizationId: id }, ada().token);
  expect(await listed.json()).toEqual([]);
});
