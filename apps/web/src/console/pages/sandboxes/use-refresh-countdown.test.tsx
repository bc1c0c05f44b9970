// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { type RefreshCountdown, useRefreshCountdown } from "./use-refresh-countdown.ts";

const onDue = vi.fn<() => void>();
let host: HTMLElement;
let root: Root;
let loadedAtMs: number;

function Probe(props: RefreshCountdown) {
  return useRefreshCountdown(props);
}
const show = (props: Partial<RefreshCountdown>) =>
  act(async () =>
    root.render(<Probe interval={10} isLoading={false} loadedAtMs={loadedAtMs} onDue={onDue} {...props} />),
  );
const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000));
const state = () => ({ left: Number(host.textContent), due: onDue.mock.calls.length });

beforeEach(() => {
  vi.useFakeTimers();
  onDue.mockReset();
  loadedAtMs = Date.now();
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("counts down and requests a refresh at the end", async () => {
  await show({});
  await pass(9);
  expect(state()).toEqual({ left: 1, due: 0 });
  await pass(1);
  expect(state()).toEqual({ left: 0, due: 1 });
});

test("pauses while the list loads and restarts afterwards", async () => {
  await show({});
  await pass(4);
  await show({ isLoading: true });
  await pass(30);
  expect(state()).toEqual({ left: 6, due: 0 });
  await show({ loadedAtMs: Date.now() });
  expect(state()).toEqual({ left: 10, due: 0 });
});

test("does not refresh in hidden tabs, and refreshes when shown again", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  await show({});
  await pass(100);
  expect(state().due).toBe(0);
  const looks = () => act(() => document.dispatchEvent(new Event("visibilitychange")));
  await looks();
  expect(state().due).toBe(0);
  hidden.mockReturnValue(false);
  await looks();
  expect(state()).toEqual({ left: 0, due: 1 });
  await show({ loadedAtMs: Date.now() });
  await looks();
  expect(state()).toEqual({ left: 10, due: 1 });
});

test("never refreshes when it is off", async () => {
  await show({ interval: "off" });
  await pass(100);
  expect(state()).toEqual({ left: 0, due: 0 });
});
