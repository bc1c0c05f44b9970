// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { getWebhooks } from "@terrarium/contract/webhooks";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { provideTeamPage } from "../../../testing/team-page.ts";
import { testWebhook } from "./testing/test-webhook.ts";
import { WebhooksPage } from "./WebhooksPage.tsx";

const WEBHOOKS = [
  testWebhook("whk_1", "https://example.com/hooks"),
  testWebhook("whk_2", "https://example.com/others"),
];
const { page, render } = provideTeamPage();

beforeEach(() => {
  const unanswered = new Promise<Response>(() => undefined);
  vi.stubGlobal("fetch", (address: string) =>
    address.endsWith(getWebhooks.path) ? Promise.resolve(Response.json(WEBHOOKS)) : unanswered,
  );
});
afterEach(() => void vi.unstubAllGlobals());

test("what is done to a webhook is named after it, so that those of two are told apart", async () => {
  await render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <WebhooksPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const names = () =>
    [...page().querySelectorAll("td button")].map((button) => button.getAttribute("aria-label") ?? button.textContent);
  await vi.waitFor(() =>
    expect(names()).toEqual(WEBHOOKS.flatMap(({ url }) => [`Deliveries to ${url}`, `Edit ${url}`, `Delete ${url}`])),
  );
});
