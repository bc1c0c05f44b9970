import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { KeptBrowser } from "./kept-browser.ts";

/** A browser that is open on its screen; each that was started is gone when the test says so. */
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

test("one that is being closed is waited for by whoever closes it too, and by the end of its screen", async () => {
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

test("one that is opened while another is being closed is started when that is gone", async () => {
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

test("one that was to be opened is not once it was closed, or has no screen; the next screen has one", async () => {
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

test("one that takes longer to close than its screen has left keeps nobody waiting", async () => {
  const { browser } = await open();
  void browser.close();
  await expect(browser.leave(0)).resolves.toBeUndefined();
});
