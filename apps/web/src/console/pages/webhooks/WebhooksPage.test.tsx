// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { getWebhooks } from "@terrarium/contract/webhooks";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { provideTeamPage } from "../../../testing/team-page.ts";
import { testWebhook } from "./testing/test-webhook.ts";
import { WebhooksPage } from "./WebhooksPage.tsx";

const WEBHOOKS = [
  testWebhook("whk_1", "https://example.com/hooks"),
  testWebhook("whk_2", "https://example.com/others"),
];
const answer = vi.fn<() => Promise<Response>>();
const { page, render } = provideTeamPage();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  answer.mockImplementation(async () => Response.json(WEBHOOKS));
  const unanswered = new Promise<Response>(() => undefined);
  vi.stubGlobal("fetch", (address: string) => (address.endsWith(getWebhooks.path) ? answer() : unanswered));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <WebhooksPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
const later = (byMs: number) => act(() => vi.advanceTimersByTimeAsync(byMs));

test("buttons of a webhook include its address, so that two webhooks can be told apart", async () => {
  await show();
  const names = () =>
    [...page().querySelectorAll("td button")].map((button) => button.getAttribute("aria-label") ?? button.textContent);
  await later(1);
  expect(names()).toEqual(WEBHOOKS.flatMap(({ url }) => [`Deliveries to ${url}`, `Edit ${url}`, `Delete ${url}`]));
});

test("shows the next attempt and the last error of a failing webhook", async () => {
  const nextAttemptAt = new Date(Date.now() + 5.5 * 60_000).toISOString();
  const [first, second] = WEBHOOKS;
  answer.mockImplementation(async () =>
    Response.json([
      { ...first, failing: { nextAttemptAt, status: 503, failure: null } },
      { ...second, gaveUpAt: nextAttemptAt, failing: { nextAttemptAt: null, status: null, failure: "timeout" } },
    ]),
  );
  await show();
  await later(1);
  const status = () => [...page().querySelectorAll("tbody tr")].map((row) => row.children[2]?.textContent);
  expect(status()).toEqual(["Failing, next attempt in 5 min503", "FailingTimed out"]);
});

test("refreshes the webhooks' status, and keeps it while the server is unreachable", async () => {
  await show();
  await later(1);
  expect(page().textContent).not.toContain("Disabled");
  const [gone, other] = WEBHOOKS;
  answer.mockImplementation(async () => Response.json([{ ...gone, enabled: false }, other]));
  await later(15_000);
  expect(page().textContent).toContain("Disabled");
  answer.mockClear();
  answer.mockRejectedValue(new TypeError("away"));
  await later(15_000);
  expect(answer).toHaveBeenCalled();
  expect(page().textContent).toContain("Disabled");
});
