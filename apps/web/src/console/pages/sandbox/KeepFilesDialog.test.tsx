// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { typeInto } from "../../../testing/type-into.ts";
import { RADIX } from "../../../ui/late-radix.ts";
import { KeepFilesDialog } from "./KeepFilesDialog.tsx";
import { TEST_SANDBOX } from "./testing/test-sandbox.ts";

const fetchMock = vi.fn<typeof fetch>();
let root: Root;

/** A page that opens the dialog and closes it on request. */
function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      <KeepFilesDialog isOpen={isOpen} sandbox={TEST_SANDBOX} onClose={() => setIsOpen(false)} />
    </>
  );
}
const dialog = () => document.querySelector("[role=dialog]");
const nameField = () => document.querySelector<HTMLInputElement>("[role=dialog] input");
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
const press = (name: string) => act(() => button(name)?.click());

beforeEach(async () => {
  vi.stubGlobal("fetch", fetchMock.mockReturnValue(new Promise(() => undefined)));
  await RADIX.fetch();
  const host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
  await act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Page />
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(() => root.unmount());
  document.body.replaceChildren();
  fetchMock.mockReset();
  vi.unstubAllGlobals();
});

test("reopened during a save, the dialog shows its progress and saves only once", async () => {
  await press("Open");
  await typeInto(nameField(), "tools-1");
  await press("Save snapshot");
  await expect.poll(() => button("Saving...")).toBeDefined();
  await press("Close");
  expect(dialog()).toBeNull();

  await press("Open");
  await expect.poll(() => button("Saving...")).toBeDefined();
  expect([nameField()?.value, nameField()?.readOnly]).toEqual(["tools-1", true]);
  await press("Saving...");
  expect(fetchMock).toHaveBeenCalledOnce();
});
