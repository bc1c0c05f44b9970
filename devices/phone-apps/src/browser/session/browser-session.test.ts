import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDeviceStorage } from "@terrarium/device-files/device-storage";
import { createClock } from "@terrarium/phone-system/create-clock";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Reach } from "../network/load-resource.ts";
import { BrowserSession } from "./browser-session.ts";
import { BrowserStore } from "./browser-store.ts";
import { BrowserTabs } from "./browser-tabs.ts";

let folder: string;
let reach: Reach;
const logged: string[] = [];
let visits: string[] = [];
let loads = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "terrarium-session-"));
  const files = await openDeviceStorage({ folder: join(folder, "files"), limitBytes: 1024 ** 2, systemFiles: {} });
  const cookies = { headerFor: () => undefined, store: () => undefined } as unknown as Reach["cookies"];
  reach = { egress: "off", files, cookies, offline: false };
});
beforeEach(() => {
  [visits, loads] = [[], 0];
});
afterEach(() => {
  const [unexpected] = logged.splice(0);
  if (unexpected !== undefined) throw new Error(`the test left in the log: ${unexpected}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

const options = {
  reach: () => {
    loads++;
    return Promise.resolve(reach);
  },
  onVisit: ({ title }: { title: string }) => void visits.push(title),
  onDownload: () => undefined,
  onMove: () => undefined,
  run: (change: () => void) => change(),
  load: () => undefined,
  clock: createClock(),
  log: (message: string) => void logged.push(message),
};
const address = (title: string, head = ""): string =>
  `data:text/html,${encodeURIComponent(`${head}<title>${title}</title><p>${title}`)}`;
const shown = (session: BrowserSession): string => session.get().shown?.page.title ?? "nothing";

/** Opens the page and waits until it shows. */
async function go(session: BrowserSession, title: string): Promise<void> {
  session.open(address(title));
  await expect.poll(() => shown(session)).toBe(title);
}

describe("one tab", () => {
  test("goes back and forward, and a new page clears the forward history", async () => {
    const session = new BrowserSession(options);
    for (const title of ["one", "two", "three"]) await go(session, title);
    expect([session.get().canGoBack, session.get().canGoForward, session.move(1)]).toEqual([true, false, false]);
    session.move(-1);
    await expect.poll(() => shown(session)).toBe("two");
    expect(session.get().canGoForward).toBe(true);
    await go(session, "four");
    expect(session.get().canGoForward).toBe(false);
    session.move(-1);
    await expect.poll(() => shown(session)).toBe("two");
    expect(visits).toEqual(["one", "two", "three", "two", "four", "two"]);
    session.close();
  });

  test("keeps the latest fifty pages", async () => {
    const session = new BrowserSession(options);
    for (let page = 0; page < 60; page++) session.open(address(`page ${page}`));
    let back = 0;
    while (session.move(-1)) back++;
    expect(back).toBe(49);
    await expect.poll(() => shown(session)).toBe("page 10");
    session.close();
  });

  test("shows the last requested page in any order of responses", async () => {
    const session = new BrowserSession(options);
    for (let page = 0; page < 20; page++) session.open(address(`page ${page}`));
    await expect.poll(() => shown(session)).toBe("page 19");
    expect(visits).toEqual(["page 19"]);
    session.close();
  });

  test("can be stopped before its page loads, and reloaded", async () => {
    const session = new BrowserSession(options);
    session.open(address("slow"));
    session.stop();
    expect(session.get().loading).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown(session)).toBe("nothing");
    session.reload();
    await expect.poll(() => shown(session)).toBe("slow");
    session.close();
  });

  test("shows an error, and can go back", async () => {
    const session = new BrowserSession(options);
    await go(session, "one");
    session.open("http://example.test/");
    await expect.poll(() => session.get().error?.code).toBe("ERR_BLOCKED_BY_ADMINISTRATOR");
    expect([shown(session), session.get().canGoBack, session.get().loading]).toEqual(["nothing", true, false]);
    session.open("http://[");
    await expect.poll(() => session.get().error?.code).toBe("ERR_INVALID_URL");
    session.move(-1);
    session.move(-1);
    await expect.poll(() => shown(session)).toBe("one");
    expect(session.get().error).toBeUndefined();
    session.close();
  });

  test("offline shows only the device's own pages", async () => {
    reach = { ...reach, egress: "all", offline: true };
    const session = new BrowserSession(options);
    session.open("http://127.0.0.1:1/");
    await expect.poll(() => session.get().error?.code).toBe("ERR_INTERNET_DISCONNECTED");
    session.open("file:///sdcard/");
    await expect.poll(() => shown(session)).toBe("/sdcard");
    reach = { ...reach, egress: "off", offline: false };
    session.close();
  });

  test("drops its page while asleep, and reloads it on wake", async () => {
    const session = new BrowserSession(options);
    await go(session, "one");
    session.sleep();
    expect([shown(session), session.get().title]).toEqual(["nothing", "one"]);
    session.wake();
    session.wake();
    await expect.poll(() => shown(session)).toBe("one");
    expect(loads).toBe(2);
    session.close();
  });

  test("remembers the scroll position of each page", async () => {
    const session = new BrowserSession(options);
    await go(session, "one");
    session.noteScroll(700);
    await go(session, "two");
    expect(session.get().shown?.scroll).toBe(0);
    session.move(-1);
    await expect.poll(() => shown(session)).toBe("one");
    expect(session.get().shown?.scroll).toBe(700);
    session.close();
  });

  test("notifies no listener after close", async () => {
    const session = new BrowserSession(options);
    let told = 0;
    session.subscribe(() => told++);
    session.open(address("late"));
    const before = told;
    session.close();
    // A page that another session requests later has loaded, so the first would have loaded too.
    const another = new BrowserSession(options);
    await go(another, "another");
    another.close();
    expect(told).toBe(before);
    expect(visits.filter((visit) => JSON.stringify(visit).includes("late"))).toEqual([]);
  });
});

describe("tabs", () => {
  const open = (
    dataDir = mkdtempSync(join(folder, "tabs-")),
  ): { tabs: BrowserTabs; store: BrowserStore; dataDir: string } => {
    const store = new BrowserStore(dataDir, (message) => logged.push(message));
    return { tabs: new BrowserTabs(store, options), store, dataDir };
  };

  test("start with one; closing the last one opens another", () => {
    const { tabs } = open();
    expect(tabs.get().tabs.length).toBe(1);
    const { active } = tabs.get();
    tabs.close(active);
    expect([tabs.get().tabs.length, tabs.get().active === active]).toEqual([1, false]);
    tabs.dispose();
  });

  test("are limited to thirty; the oldest is closed", () => {
    const { tabs } = open();
    const first = tabs.get().active;
    for (let count = 0; count < 40; count++) tabs.open(address(`tab ${count}`));
    expect([tabs.get().tabs.length, tabs.get().tabs.includes(first)]).toEqual([30, false]);
    tabs.dispose();
  });

  test("keep the last three pages in memory, and reload others on selection", async () => {
    const { tabs } = open();
    for (const title of ["one", "two", "three", "four"]) {
      tabs.open(address(title));
      await expect.poll(() => shown(tabs.get().active.session)).toBe(title);
    }
    const [, one, two] = tabs.get().tabs;
    expect([one && shown(one.session), two && shown(two.session)]).toEqual(["nothing", "two"]);
    if (one) tabs.select(one);
    await expect.poll(() => one && shown(one.session)).toBe("one");
    tabs.dispose();
  });

  test("select the next tab after a close, or the previous at the end", () => {
    const { tabs } = open();
    tabs.open();
    tabs.open();
    const [first, second, third] = tabs.get().tabs;
    if (second) tabs.select(second);
    if (second) tabs.close(second);
    expect(tabs.get().active).toBe(third);
    if (third) tabs.close(third);
    expect(tabs.get().active).toBe(first);
    tabs.dispose();
  });

  test("survive a restart, except for overlong addresses", async () => {
    const { tabs, dataDir } = open();
    tabs.open(address("kept"));
    await expect.poll(() => shown(tabs.get().active.session)).toBe("kept");
    tabs.open(address("x".repeat(9000)));
    await expect.poll(() => tabs.get().active.session.get().loading).toBe(false);
    tabs.dispose();
    const again = open(dataDir).tabs;
    expect(again.get().tabs.map(({ session }) => session.get().title)).toEqual(["", "kept", ""]);
    expect(again.get().active).toBe(again.get().tabs[2]);
    again.dispose();
  });
});

describe("the browser's history", () => {
  test("has each page once, latest first, at most five hundred", () => {
    const store = new BrowserStore(mkdtempSync(join(folder, "store-")), (message) => logged.push(message));
    for (let index = 0; index < 520; index++)
      store.addVisit({ address: `http://a.test/${index}`, title: `${index}`, timeMs: index });
    store.addVisit({ address: "http://a.test/300", title: "again", timeMs: 999 });
    expect([store.get().visits.length, store.get().visits[0]?.title, store.get().visits.at(-1)?.title]).toEqual([
      500,
      "again",
      "20",
    ]);
  });

  test("shortens overlong titles and addresses", () => {
    const store = new BrowserStore(mkdtempSync(join(folder, "store-")), (message) => logged.push(message));
    store.addBookmark({ address: `http://a.test/${"x".repeat(10_000)}`, title: "t".repeat(10_000) });
    expect([store.get().bookmarks[0]?.title.length, store.get().bookmarks[0]?.address.length]).toEqual([300, 4096]);
  });
});
