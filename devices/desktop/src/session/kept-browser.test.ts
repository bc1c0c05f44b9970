import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { KeptBrowser } from "./kept-browser.ts";

/** Opens a browser on its screen; each started one ends when the test calls `gone`. */
async function open() {
  const started: { stop: () => Promise<void>; gone: () => void }[] = [];
  const browser = new KeptBrowser(() => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const program = { stop: vi.fn<() => Promise<void>>(() => promise), gone: resolve };
    started.push(program);
    return program;
  }, 60_000);
  browser.show();
  await turn();
  expect(started).toHaveLength(1);
  return { browser, started };
}

test("close() and leave() wait for a closing browser", async () => {
  const { browser, started } = await open();
  const gone: string[] = [];
  const waiting = [
    browser.close().then(() => gone.push("closed")),
    browser.close().then(() => gone.push("closed again")),
    browser.leave(60_000).then(() => gone.push("left")),
  ];
  await turn();
  expect(gone).toEqual([]);
  started[0]?.gone();
  await Promise.all(waiting);
  expect(gone).toHaveLength(3);
  expect(started[0]?.stop).toHaveBeenCalledTimes(1);
});

test("starts a reopened browser when the closing one is gone", async () => {
  const { browser, started } = await open();
  const closed = browser.close();
  browser.open();
  browser.open();
  await turn();
  expect(started).toHaveLength(1);
  started[0]?.gone();
  await closed;
  await turn();
  expect(started).toHaveLength(2);
});

test("starts no browser after close() or without a screen", async () => {
  const { browser, started } = await open();
  const waiting = [browser.close()];
  browser.open();
  waiting.push(browser.close());
  expect(browser.isWanted).toBe(false);
  waiting.push(browser.leave(60_000));
  browser.open();
  started[0]?.gone();
  await Promise.all(waiting);
  await turn();
  expect(started).toHaveLength(1);
  browser.show();
  await turn();
  expect(started).toHaveLength(2);
});

test("opens a browser on demand once a client asks for it", async () => {
  const start = vi.fn<() => { stop: () => Promise<void> }>(() => ({ stop: async () => undefined }));
  const browser = new KeptBrowser(start, 60_000, "on-demand");
  browser.show();
  await turn();
  expect([start.mock.calls.length, browser.isWanted]).toEqual([0, false]);
  expect(browser.openForClient()).toBe(true);
  await turn();
  expect([start.mock.calls.length, browser.isWanted]).toEqual([1, true]);
  await browser.close();
  expect(browser.openForClient()).toBe(false);
  await browser.leave(0);
  browser.show();
  await turn();
  expect([start.mock.calls.length, browser.isWanted]).toEqual([1, false]);
});

test("does not wait for a close beyond the screen's time", async () => {
  const { browser } = await open();
  void browser.close();
  await expect(browser.leave(0)).resolves.toBeUndefined();
});
