// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type AuditEntry, getAuditLog } from "@terrarium/contract/audit";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../../session/store.ts";
import { act } from "../../../testing/act.ts";
import { AuditPage } from "./AuditPage.tsx";

const entry = (id: string): AuditEntry => ({
  id,
  at: "2026-11-01T00:00:00.000Z",
  actorKind: "user",
  actorId: "usr_1",
  actorName: "Ada",
  action: "createAnApiKey",
  targets: {},
  targetNames: {},
  ip: "127.0.0.1",
  userAgent: null,
  outcome: "ok",
  requestId: "req_1",
  more: 4_312,
});
const TOTAL = 40;
const asked: number[] = [];
const seen = new Set<string>();
let page: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal("fetch", (address: string, { body }: RequestInit) => {
    if (!address.endsWith(getAuditLog.path)) return new Promise<Response>(() => undefined);
    const number = Number(JSON.parse(String(body)).page);
    asked.push(number);
    const data = number <= 2 ? [entry(`aud_${number}`)] : [];
    return Promise.resolve(Response.json({ data, total: TOTAL }));
  });
  useSession.setState({ team: { id: "org_1", name: "Team", role: "owner" } });
  page = document.createElement("div");
  root = createRoot(page);
  new MutationObserver(() => seen.add(page.textContent)).observe(page, { childList: true, subtree: true });
});
afterEach(async () => {
  await act(() => root.unmount());
  useSession.setState({ team: null });
  asked.length = 0;
  seen.clear();
  vi.unstubAllGlobals();
});

test.each([
  ["50", [50, 2]],
  ["10001", [500, 2]],
])("page %s of a shorter log shows the last page, never an empty one", async (beyond, pages) => {
  const router = createMemoryRouter([{ path: "/audit", element: <AuditPage /> }], {
    initialEntries: [`/audit?page=${beyond}`],
  });
  await act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  await expect.poll(() => page.textContent).toContain("21–40 of 40");
  expect(router.state.location.search).toBe("?page=2");
  await expect.poll(() => page.textContent).toContain("Ada");
  expect(page.textContent).toContain("Created an API key and 4,312 more");
  expect(asked).toEqual(pages);
  expect([...seen].filter((text) => text.includes("No changes yet"))).toEqual([]);
});
