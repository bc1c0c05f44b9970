// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { getSandbox, type SandboxDetails } from "@terrarium/contract/sandbox";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { provideTeamPage } from "../../../testing/team-page.ts";
import { SandboxPage } from "./SandboxPage.tsx";

const STARTING: SandboxDetails = {
  id: "sbx_1",
  name: null,
  templateId: "tpl_phone",
  templateName: "Phone",
  kind: "phone",
  cpu: 1,
  memory: 1_024,
  metadata: {},
  startedAt: "2026-11-21T10:00:00Z",
  expiresAt: "2026-11-21T10:30:00Z",
  status: "Starting",
  endedAt: null,
  endReason: null,
  organizationId: "org_1",
  createdAt: "2026-11-21T10:00:00Z",
  expiresIn: "30m",
};
const UNKNOWN = { code: "sandbox_not_found", message: "There is no sandbox sbx_1", requestId: "req_1" };
/** Longer than the page's polling interval. */
const LONG_MS = 60_000;

const answer = vi.fn<() => Response>();
const { page, render } = provideTeamPage();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const unanswered = new Promise<Response>(() => undefined);
  vi.stubGlobal("fetch", (address: string) =>
    address.endsWith(getSandbox.path) ? Promise.resolve(answer()) : unanswered,
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("shows a sandbox deleted meanwhile as missing, and stops polling", async () => {
  answer.mockImplementation(() => Response.json(STARTING));
  const router = createMemoryRouter([{ path: "/sandboxes/:id", element: <SandboxPage /> }], {
    initialEntries: ["/sandboxes/sbx_1"],
  });
  await render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const later = async (byMs: number) => {
    await act(() => vi.advanceTimersByTimeAsync(byMs));
    return page().textContent;
  };
  await expect.poll(() => later(1)).toContain("Starting");
  answer.mockImplementation(() => Response.json(UNKNOWN, { status: 404 }));
  expect(await later(LONG_MS)).toContain("No such sandbox");
  expect(page().textContent).not.toContain("Starting");
  answer.mockClear();
  await later(LONG_MS);
  expect(answer).not.toHaveBeenCalled();
});
