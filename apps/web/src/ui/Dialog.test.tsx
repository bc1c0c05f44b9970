// @vitest-environment happy-dom
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { act } from "../testing/act.ts";
import { Dialog, FormActions } from "./Dialog.tsx";

let root: Root;
beforeEach(() => {
  root = createRoot(document.createElement("div"));
});
afterEach(() => act(() => root.unmount()));

/** A page that opens a form in a dialog, and closes it when it is asked to. */
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
])("%s leaves no form of which it is not known yet what came of it, and leaves it then", async (_name, leave) => {
  await show(false);
  await expect.poll(dialog).not.toBeNull();
  await show(true);
  await leave();
  expect(dialog()).not.toBeNull();
  await show(false);
  await leave();
  await expect.poll(dialog).toBeNull();
});
