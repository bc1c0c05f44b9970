// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { RADIX } from "../../../ui/late-radix.ts";
import { ShareDialog } from "./ShareDialog.tsx";

const ADDRESS = "https://terrarium.example/live";
let answer: PromiseWithResolvers<Response>;
let root: Root;

const onClose = vi.fn<() => void>();
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const press = (name: string) => act(() => button(name)?.click());
const escape = () =>
  act(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })));

beforeEach(async () => {
  answer = Promise.withResolvers();
  vi.stubGlobal("fetch", (_address: string, { method }: RequestInit) =>
    method === "POST" ? answer.promise : Promise.resolve(Response.json({ data: [] })),
  );
  await RADIX.fetch();
  root = createRoot(document.createElement("div"));
  await act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ShareDialog sandboxId="sbx_1" hasScreen isOpen onClose={onClose} />
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(() => root.unmount());
  onClose.mockClear();
  vi.unstubAllGlobals();
});

test.each([
  ["Close", () => press("Close")],
  ["Esc", escape],
])("%s closes the dialog while a link is being created", async (_name, leave) => {
  await press("Create link");
  await expect.poll(() => button("Create link")?.disabled).toBe(true);
  await leave();
  expect(onClose).toHaveBeenCalledOnce();
});

test("shows the address of a new link", async () => {
  await press("Create link");
  await act(() => answer.resolve(Response.json({ url: ADDRESS })));
  await expect.poll(() => document.querySelector("[role=dialog]")?.textContent).toContain(ADDRESS);
});
