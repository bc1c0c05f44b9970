// @vitest-environment happy-dom
import { Suspense } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { act } from "../../testing/act.ts";
import { lateDialog, lateView } from "./late-view.tsx";

const missing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

/** Renders an element and returns its container. */
async function render(element: React.ReactNode): Promise<HTMLElement> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockReturnValue();
  const host = document.createElement("div");
  const root = createRoot(host);
  onTestFinished(async () => {
    await act(() => root.unmount());
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  await act(() => root.render(element));
  return host;
}

test("a view appears when its code arrives", async () => {
  const load = vi.fn<() => Promise<{ View: () => string }>>(missing);
  const View = lateView("View", load);
  const host = await render(
    <Suspense>
      <View />
      <p>The rest</p>
    </Suspense>,
  );
  await expect.poll(() => host.textContent).toContain("Its code could not be downloaded");
  await expect.poll(() => host.textContent).toContain("The rest");
  load.mockResolvedValue({ View: () => "Here it is" });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await expect.poll(() => host.textContent).toBe("Here it isThe rest");
});

test("code that misses the timeout counts as missing until it arrives", async () => {
  const { promise, resolve } = Promise.withResolvers<{ View: () => string }>();
  const View = lateView("View", () => promise);
  const host = await render(
    <Suspense fallback="Loading">
      <View />
    </Suspense>,
  );
  await expect.poll(() => host.textContent).toBe("Loading");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await expect.poll(() => host.textContent).toContain("Its code could not be downloaded");
  resolve({ View: () => "Here it is" });
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await expect.poll(() => host.textContent).toBe("Here it is");
});

test("a dialog without code shows nothing in its place", async () => {
  const Dialog = lateDialog<"Dialog", object>("Dialog", missing);
  const host = await render(
    <>
      <Dialog />
      <p>The page</p>
    </>,
  );
  await expect.poll(() => host.textContent).toBe("The page");
});

test("coming online loads missing code at once", async () => {
  const load = vi.fn<() => Promise<{ View: () => string }>>(missing);
  const View = lateView("View", load);
  const host = await render(
    <Suspense>
      <View />
    </Suspense>,
  );
  await expect.poll(() => host.textContent).toContain("Its code could not be downloaded");
  load.mockResolvedValue({ View: () => "Here it is" });
  await act(async () => void window.dispatchEvent(new Event("online")));
  await expect.poll(() => host.textContent).toBe("Here it is");
});
