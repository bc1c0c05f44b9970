// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Webhook } from "@terrarium/contract/webhooks";
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../../session/store.ts";
import { act } from "../../../testing/act.ts";
import { typeInto } from "../../../testing/type-into.ts";
import { testWebhook } from "./testing/test-webhook.ts";
import { WebhookDialog } from "./WebhookDialog.tsx";

const WEBHOOK = testWebhook("whk_1", "https://example.com/hooks");
const queries = new QueryClient();
const fetchMock = vi.fn<typeof fetch>();
const onSecret = vi.fn<(secret: string) => void>();
let answer: PromiseWithResolvers<Response>;
let root: Root;

/** A page that opens the dialog and closes it on request. */
function Probe({ webhook }: { webhook: Webhook | undefined }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <QueryClientProvider client={queries}>
      <WebhookDialog isOpen={isOpen} webhook={webhook} onClose={() => setIsOpen(false)} onSecret={onSecret} />
    </QueryClientProvider>
  );
}
const dialog = () => document.querySelector("[role=dialog]");
function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`there is no button ${name}`);
  return found;
}
const press = (name: string) => act(() => button(name).click());
const isBusy = (busy: boolean) =>
  vi.waitFor(() => expect(document.querySelector("[aria-busy=true]") !== null).toBe(busy));
async function open(webhook: Webhook | undefined): Promise<void> {
  await act(() => root.render(<Probe webhook={webhook} />));
  await vi.waitFor(() => expect(dialog()).not.toBeNull());
}
const type = (text: string) => typeInto(document.querySelector("input[type=url]"), text);

beforeEach(() => {
  answer = Promise.withResolvers();
  vi.stubGlobal("fetch", fetchMock.mockReturnValue(answer.promise));
  useSession.setState({ team: { id: "org_1", name: "Team", role: "owner" } });
  root = createRoot(document.createElement("div"));
});
afterEach(async () => {
  await act(() => root.unmount());
  useSession.setState({ team: null });
  fetchMock.mockReset();
  onSecret.mockReset();
  vi.unstubAllGlobals();
});

test.each([
  ["a webhook was being created", undefined, "Create"],
  ["the secret was being rotated", WEBHOOK, "Rotate secret"],
])("shows a secret once, even if the dialog closed while %s", async (_what, webhook, name) => {
  await open(webhook);
  await type(WEBHOOK.url);
  await press(name);
  await isBusy(true);
  await press("Cancel");
  await vi.waitFor(() => expect(dialog()).toBeNull());
  await act(() => answer.resolve(Response.json({ ...WEBHOOK, secret: "whsec_1" })));
  await vi.waitFor(() => expect(onSecret).toHaveBeenCalledExactlyOnceWith("whsec_1"));
});

test("a new secret does not discard unsaved changes", async () => {
  await open(WEBHOOK);
  await type("https://example.com/others");
  expect(button("Rotate secret").disabled).toBe(true);
  await type(WEBHOOK.url);
  expect(button("Rotate secret").disabled).toBe(false);
});

const toggle = () => act(() => document.querySelector<HTMLElement>("[role=switch]")?.click());

test.each([
  ["the address", () => type("https://example.com/others"), { url: "https://example.com/others" }],
  ["the enabled state", toggle, { enabled: false }],
])(
  "sends only %s if nothing else changed, since another member or the server may have changed the rest",
  async (_what, change, changed) => {
    await open(WEBHOOK);
    await change();
    await press("Save");
    const sent = fetchMock.mock.calls.map(([, request]) => JSON.parse(String(request?.body)));
    expect(sent).toEqual([{ organizationId: "org_1", webhookId: WEBHOOK.id, ...changed }]);
  },
);
