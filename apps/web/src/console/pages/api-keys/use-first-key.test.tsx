// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ApiKey } from "@terrarium/contract/api-key";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { useFirstKey } from "./use-first-key.ts";

const fetchMock = vi.fn<typeof fetch>();
const key: ApiKey = {
  id: "key_1",
  name: "key1",
  key: "trm_x",
  scope: "manage",
  expiresAt: null,
  lastUsedAt: null,
  oldSecretUntil: null,
  createdAt: "2026-11-21T10:00:00Z",
  updatedAt: "2026-11-21T10:00:00Z",
};
let root: Root;

const failures: Error[] = [];

function Probe({ team, keys }: { team: string; keys: readonly ApiKey[] | undefined }) {
  useFirstKey(team, keys, (error) => void failures.push(error));
  return null;
}
const show = (team: string, keys: readonly ApiKey[] | undefined) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Probe team={team} keys={keys} />
      </QueryClientProvider>,
    ),
  );
const created = () => fetchMock.mock.calls.map(([, request]) => request?.body);

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    fetchMock.mockImplementation(async () => Response.json(key)),
  );
  root = createRoot(document.createElement("div"));
});
afterEach(async () => {
  await act(() => root.unmount());
  fetchMock.mockReset();
  failures.length = 0;
  vi.unstubAllGlobals();
});

test("creates key1 once for a list that loads empty", async () => {
  await show("org_empty", undefined);
  expect(created()).toEqual([]);
  await show("org_empty", []);
  await show("org_empty", [key]);
  await show("org_empty", []);
  expect(created()).toEqual([JSON.stringify({ organizationId: "org_empty", name: "key1", onlyFirst: true })]);
});

test("keeps a list empty that becomes empty later", async () => {
  await show("org_full", [key]);
  await show("org_full", []);
  expect(created()).toEqual([]);
});

test("keeps a purposely empty list silently, and reports other failures", async () => {
  const answer = (code: string) => async () =>
    Response.json({ code, message: code, requestId: "req_1" }, { status: 409 });
  fetchMock.mockImplementation(answer("had_api_keys"));
  await show("org_emptied", []);
  fetchMock.mockImplementation(answer("api_key_limit"));
  await show("org_failing", []);
  await expect.poll(() => failures.map(({ message }) => message)).toEqual(["api_key_limit"]);
  expect(created()).toHaveLength(2);
});
