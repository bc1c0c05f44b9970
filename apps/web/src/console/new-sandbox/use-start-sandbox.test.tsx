// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, type DataRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../testing/act.ts";
import { toast } from "../../ui/toast.ts";
import { useStartSandbox } from "./use-start-sandbox.ts";

const fetchMock = vi.fn<typeof fetch>();
const success = vi.spyOn(toast, "success").mockReturnValue();
const failure = vi.spyOn(toast, "error").mockReturnValue();
let answer: PromiseWithResolvers<Response>;
let host: HTMLElement;
let root: Root;
let router: DataRouter;

function Probe() {
  const { start, error } = useStartSandbox("org_1");
  return (
    <button type="button" onClick={() => start({ name: "worker" })}>
      {error === null ? "Start" : "Failed"}
    </button>
  );
}

const press = () => act(() => host.querySelector("button")?.click());

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  answer = Promise.withResolvers();
  vi.stubGlobal("fetch", fetchMock.mockReturnValue(answer.promise));
  host = document.createElement("div");
  root = createRoot(host);
  router = createMemoryRouter([
    { path: "/", element: <Probe /> },
    { path: "*", element: <p>Elsewhere</p> },
  ]);
  const queries = new QueryClient();
  await act(() =>
    root.render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  await press();
});
afterEach(async () => {
  await act(() => root.unmount());
  for (const mock of [fetchMock, success, failure]) mock.mockClear();
  vi.unstubAllGlobals();
});

const REFUSED = { code: "sandbox_limit", message: "No room for another one", requestId: "req_1" };
const succeed = () => act(() => answer.resolve(Response.json({ id: "sbx_1" })));
const refuse = () => act(() => answer.resolve(Response.json(REFUSED, { status: 429 })));

test("a waiting user gets the sandbox's page or the error in the dialog, without a toast", async () => {
  await refuse();
  await expect.poll(() => host.textContent).toBe("Failed");
  fetchMock.mockResolvedValue(Response.json({ id: "sbx_1" }));
  await press();
  await expect.poll(() => router.state.location.pathname).toBe("/sandboxes/sbx_1");
  expect([success.mock.calls, failure.mock.calls]).toEqual([[], []]);
});

test("a user who left gets a toast when the sandbox runs, and stays on the page", async () => {
  await act(() => router.navigate("/elsewhere"));
  await succeed();
  await expect.poll(() => success.mock.calls).toEqual([["Sandbox worker is running"]]);
  expect(router.state.location.pathname).toBe("/elsewhere");
});

test("a user who left gets a toast with the reason of a failure", async () => {
  await act(() => router.navigate("/elsewhere"));
  await refuse();
  await expect
    .poll(() => failure.mock.calls)
    .toEqual([["The sandbox could not be created", { description: REFUSED.message }]]);
});
