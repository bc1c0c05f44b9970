// @vitest-environment happy-dom
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { act } from "../../testing/act.ts";
import { ShownContext } from "../parts/shown.ts";
import { FakeWebSocket } from "../parts/testing/fake-web-socket.ts";
import { LogView } from "./LogView.tsx";

test("reads the log only while it is visible, and keeps the lines", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  FakeWebSocket.made = [];
  vi.stubGlobal("WebSocket", FakeWebSocket);
  const page = document.createElement("div");
  const root = createRoot(page);
  onTestFinished(async () => {
    await act(() => root.unmount());
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const show = (isShown: boolean) =>
    act(() =>
      root.render(
        <ShownContext value={isShown}>
          <LogView sandboxId="sbx_1" token="secret" />
        </ShownContext>,
      ),
    );
  const say = async (text: string) => {
    const socket = FakeWebSocket.made.at(-1);
    socket?.accept();
    socket?.say(new TextEncoder().encode(`11-21 09:41:07.123 1 2 W Wifi: ${text}\n`).buffer);
    await act(() => vi.runOnlyPendingTimers());
  };
  const open = () => FakeWebSocket.made.filter(({ readyState }) => readyState === FakeWebSocket.OPEN).length;

  await show(true);
  await say("No network");
  expect({ text: page.textContent, open: open() }).toMatchObject({
    text: expect.stringContaining("No network"),
    open: 1,
  });
  await show(false);
  expect({ text: page.textContent, open: open() }).toMatchObject({
    text: expect.stringContaining("No network"),
    open: 0,
  });
  await show(true);
  await say("Back again");
  expect({ text: page.textContent, open: open() }).toMatchObject({
    text: expect.stringContaining("Back again"),
    open: 1,
  });
  expect(page.textContent).not.toContain("No network");
});
