// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { PanelState, type PanelStateProps } from "./PanelState.tsx";
import { failureOf } from "./run-failure.ts";

const IDLE: PanelStateProps = {
  phase: "idle",
  failure: undefined,
  leftSandboxId: undefined,
  endedSandboxId: undefined,
  onEnd: () => undefined,
  onPlace: () => undefined,
};
const FAILURE = failureOf("TypeError: x\n    at <anonymous> (script.js:3:18)");

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(() => act(() => root.unmount()));
const show = (state: Partial<PanelStateProps>) => act(() => root.render(<PanelState {...IDLE} {...state} />));

test.each([
  ["idle", {}, "Waiting for sandbox to start..."],
  ["executing", { phase: "executing" }, "Waiting for sandbox to start..."],
  ["stopped before a sandbox started", { phase: "stopped" }, "Waiting for sandbox to start..."],
  ["stopped", { phase: "stopped", leftSandboxId: "sbx_1" }, "Run stopped."],
  ["completed", { phase: "completed" }, "The script ended without a screen"],
  ["completed, with an ended sandbox", { phase: "completed", endedSandboxId: "sbx_1" }, "The sandbox has ended"],
  ["failed", { phase: "failed", failure: FAILURE }, "The script failed"],
] as const)("shows a run that is %s", async (_name, state, text) => {
  await show(state);
  expect(host.textContent).toContain(text);
});

test("a failure has its reason, the next step and its line", async () => {
  const onPlace = vi.fn<(place: object) => void>();
  await show({ phase: "failed", failure: FAILURE, onPlace });
  expect(host.textContent).toContain("TypeError: x");
  expect(host.textContent).toContain("Correct the marked line, then execute again.");
  await act(() => host.querySelector("button")?.click());
  expect(onPlace).toHaveBeenCalledWith({ line: 3, column: 18 });
  await show({ phase: "failed", failure: FAILURE, onPlace: undefined });
  expect(host.querySelector("button")).toBeNull();
});
