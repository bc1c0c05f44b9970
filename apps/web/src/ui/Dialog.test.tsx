// @vitest-environment happy-dom
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { act } from "../testing/act.ts";
import { Dialog, FormActions } from "./Dialog.tsx";

let root: Root;
beforeEach(() => {
  root = createRoot(document.createElement("div"));
});
afterEach(() => act(() => root.unmount()));

/** A page that opens a form in a dialog and closes it on request. */
function Probe({ isBusy }: { isBusy: boolean }) {
  const [isOpen, setIsOpen] = useState(true);
  const close = () => setIsOpen(false);
  return (
    <Dialog isOpen={isOpen} onClose={close} title="Transfer">
      <form>
        <FormActions onCancel={close} isBusy={isBusy}>
          Send
        </FormActions>
      </form>
    </Dialog>
  );
}
const show = (isBusy: boolean) => act(() => root.render(<Probe isBusy={isBusy} />));
const dialog = () => document.querySelector("[role=dialog]");
const cancel = () =>
  act(() => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel")?.click());
const escape = () =>
  act(() => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })));

test.each([
  ["Cancel", cancel],
  ["Esc", escape],
])("%s closes a dialog while a call is pending", async (_name, leave) => {
  await show(true);
  await expect.poll(dialog).not.toBeNull();
  await leave();
  await expect.poll(dialog).toBeNull();
});

test("reports a missing response of the server after 10 s", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  await show(true);
  await expect.poll(dialog).not.toBeNull();
  await act(() => vi.advanceTimersByTime(9_999));
  expect(dialog()?.textContent).not.toContain("No response from the server");
  await act(() => vi.advanceTimersByTime(1));
  await expect.poll(() => dialog()?.textContent).toContain("No response from the server for 10 s. You can close this");
  await show(false);
  await expect.poll(() => dialog()?.textContent).not.toContain("No response from the server");
});
