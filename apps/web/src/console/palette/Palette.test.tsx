// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { getSandboxList, type Sandbox } from "@terrarium/contract/sandbox";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../session/store.ts";
import { act } from "../../testing/act.ts";
import { typeInto } from "../../testing/type-into.ts";
import { Palette } from "./Palette.tsx";

const sandbox = (id: string, name: string): Sandbox => ({
  id,
  name,
  templateId: "tpl_phone",
  templateName: "Phone",
  kind: "phone",
  cpu: 2,
  memory: 2048,
  metadata: {},
  startedAt: "2026-11-21T09:00:00.000Z",
  expiresAt: "2026-11-21T09:30:00.000Z",
  status: "Running",
  endedAt: null,
  endReason: null,
});
const FIRST_PAGE = Array.from({ length: 10 }, (_, index) => sandbox(`sbx_${index}`, `worker ${index}`));
const listOf = (data: Sandbox[]) => Response.json({ data, total: 11, running: 11, ended: 0 });
/** Search texts sent to the server, and the server's response. */
let searched: (string | undefined)[];
let found: PromiseWithResolvers<Response>;
let root: Root;

beforeEach(async () => {
  searched = [];
  found = Promise.withResolvers();
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    if (url !== getSandboxList.path) throw new Error(`${url} is not asked for`);
    const { search } = JSON.parse(String(body));
    searched.push(search);
    return search === undefined ? listOf(FIRST_PAGE) : found.promise;
  });
  useSession.setState({ team: { id: "org_1", name: "Team", role: "owner" } });
  root = createRoot(document.createElement("div"));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(() =>
    root.render(
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Palette isOpen onClose={() => undefined} opener={{ current: null }} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(() => root.unmount());
  useSession.setState({ team: null });
  vi.unstubAllGlobals();
});

const text = () => document.querySelector("[role=dialog]")?.textContent ?? "";
const search = (words: string) => typeInto(document.querySelector("[role=combobox]"), words);

test("searches the server for sandboxes on pages not loaded, and reports no results only after its response", async () => {
  await expect.poll(text).toContain("worker 9");
  await search("oldest");
  expect(text()).toContain("Searching...");
  await expect.poll(() => searched).toContain("oldest");
  expect(text()).toContain("Searching...");
  await act(() => found.resolve(listOf([sandbox("sbx_10", "the oldest")])));
  await expect.poll(text).toContain("the oldest");
  expect(text()).not.toContain("No results for");
});

test("reports no results when the server finds nothing", async () => {
  await expect.poll(text).toContain("worker 9");
  await search("  none such ");
  found.resolve(listOf([]));
  await expect.poll(text).toContain("No results for “none such”");
  expect(searched.filter((words) => words !== undefined)).toEqual(["none such"]);
});
