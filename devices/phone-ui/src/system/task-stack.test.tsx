import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { Intent } from "@terrarium/phone-system/system-ui";
import { useEffect, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Text } from "../render/elements.ts";
import { useIntent, useNow, useSetting } from "../services/services.ts";
import { FILES_STRINGS } from "../testing/german.ts";
import { TestPhone, testApp } from "../testing/test-phone.tsx";
import { TYPE } from "../theme.ts";

const VIEW = "android.intent.action.VIEW";
let asked: (Intent | undefined)[] = [];
let backgrounds: string[] = [];
let breaks = false;

function Viewer(): ReactElement {
  const intent = useIntent();
  useEffect(() => void asked.push(intent), [intent]);
  return <Text text={TYPE.body}>viewer</Text>;
}

function Watch(): ReactElement {
  return <Text id="now" text={TYPE.body}>{`${useNow(1000) / 1000}`}</Text>;
}

function Named(): ReactElement {
  return (
    <Text id="name" text={TYPE.body}>
      {useSetting("global", "device_name") ?? "none"}
    </Text>
  );
}

function Breaking(): ReactElement {
  if (breaks) throw new Error("broken by the test");
  return <Text text={TYPE.body}>whole</Text>;
}

const apps = [
  testApp("org.example.files", "Files", {
    strings: FILES_STRINGS,
    intents: [
      { action: VIEW, scheme: "file", mimeType: "*/*" },
      { action: "android.intent.action.SEND", mimeType: "text/plain" },
    ],
  }),
  testApp("org.example.pictures", "Pictures", {
    Screen: Viewer,
    intents: [
      { action: VIEW, scheme: "file", mimeType: "image/*" },
      { action: VIEW, scheme: "geo" },
    ],
  }),
  testApp("org.example.ringer", "Ringer", {
    startBackground: () => {
      backgrounds.push("start");
      return () => backgrounds.push("stop");
    },
  }),
  testApp("org.example.watch", "Watch", { Screen: Watch, intents: [{ action: VIEW, mimeType: "image/gif" }] }),
  testApp("org.example.named", "Named", { Screen: Named }),
  testApp("org.example.breaking", "Breaking", { Screen: Breaking }),
];

let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  phone = await TestPhone.start({ apps });
});

afterEach(() => {
  vi.advanceTimersByTime(10_000);
  phone.reset();
  asked = [];
  breaks = false;
});

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

const front = (): string => phone.ui.activities.foreground().label;
const running = (): string[] => phone.ui.activities.running().map(({ label }) => label);

describe("an intent", () => {
  test.each<readonly [Intent, string | undefined]>([
    [{ packageName: "org.example.files" }, "org.example.files"],
    [{ packageName: "org.example.none" }, undefined],
    [{ packageName: "org.example.files", action: "anything" }, "org.example.files"],
    [{ packageName: "com.terrarium.launcher" }, "com.terrarium.launcher"],
    [{ action: VIEW, dataUri: "geo:0,0" }, "org.example.pictures"],
    [{ action: VIEW, dataUri: "GEO:0,0" }, "org.example.pictures"],
    [{ action: VIEW, dataUri: "tel:1" }, undefined],
    [{ action: VIEW, dataUri: "file:///sdcard/a.png" }, "org.example.pictures"],
    [{ action: VIEW, dataUri: "FILE:///sdcard/a.PNG" }, "org.example.pictures"],
    [{ action: VIEW, dataUri: "file:///sdcard/a.gif" }, "org.example.watch"],
    [{ action: VIEW, dataUri: "file:///sdcard/a.txt" }, "org.example.files"],
    [{ action: VIEW, dataUri: "file:///sdcard/unknown" }, "org.example.files"],
    [{ action: VIEW, dataUri: "file:///sdcard/a.txt", mimeType: "image/webp" }, "org.example.pictures"],
    [{ action: "android.intent.action.SEND", mimeType: "text/plain" }, "org.example.files"],
    [{ action: "android.intent.action.SEND", mimeType: "image/png" }, undefined],
    [{ action: VIEW }, undefined],
    [{ dataUri: "geo:0,0" }, undefined],
    [{}, undefined],
  ])("%j resolves to %s", (intent, packageName) => {
    expect(phone.ui.activities.resolve(intent)?.packageName).toBe(packageName);
    expect(phone.ui.activities.startIntent(intent)).toBe(packageName !== undefined);
  });

  test("to the home screen goes home", () => {
    phone.ui.activities.start("org.example.files");
    expect(phone.ui.activities.startIntent({ action: "android.intent.action.MAIN" })).toBe(true);
    expect(front()).toBe("Home");
  });

  test("is passed to the app as a new object each time", () => {
    const intent = { action: VIEW, dataUri: "geo:1,2", extras: { a: "b" } };
    phone.ui.activities.start("org.example.pictures");
    phone.ui.activities.startIntent(intent);
    phone.ui.activities.startIntent({ ...intent });
    phone.press(KEY_CODES.home);
    phone.ui.activities.start("org.example.pictures");
    expect(asked).toEqual([undefined, intent, intent]);
  });

  test("is discarded when the app stops", () => {
    phone.ui.activities.startIntent({ action: VIEW, dataUri: "geo:1,2" });
    phone.ui.activities.stop("org.example.pictures");
    phone.ui.activities.start("org.example.pictures");
    expect(asked.at(-1)).toBeUndefined();
  });
});

describe("apps", () => {
  test("are listed with the home screen, in the device's language", () => {
    phone.settings.put("system", "system_locales", "de-DE");
    const labels = phone.ui.activities.list().map(({ label }) => label);
    expect(labels).toEqual(["Dateien", "Pictures", "Ringer", "Watch", "Named", "Breaking", "Stage", "Home"]);
  });

  test("run in the order of their last use", () => {
    for (const name of ["files", "watch", "files", "named"]) phone.ui.activities.start(`org.example.${name}`);
    expect(running()).toEqual(["Named", "Files", "Watch"]);
  });

  test("notify listeners of the front and running apps until unsubscribed", () => {
    const heard = vi.fn<() => void>();
    const stop = phone.ui.activities.onChange(heard);
    phone.ui.activities.start("org.example.files");
    phone.services.run(() => phone.services.showToast("nothing that matters"));
    expect(heard).toHaveBeenCalledTimes(1);
    phone.press(KEY_CODES.home);
    phone.ui.activities.stop("org.example.files");
    expect(heard).toHaveBeenCalledTimes(3);
    stop();
    phone.ui.activities.start("org.example.files");
    expect(heard).toHaveBeenCalledTimes(3);
  });

  test("reveal the home screen when stopped in front", () => {
    phone.ui.activities.start("org.example.files");
    phone.ui.activities.start("org.example.named");
    phone.ui.activities.stop("org.example.files");
    expect([front(), running()]).toEqual(["Named", ["Named"]]);
    phone.ui.activities.stop("org.example.named");
    phone.ui.activities.stop("org.example.named");
    phone.ui.activities.stop("org.example.none");
    expect([front(), running()]).toEqual(["Home", []]);
  });

  test("run background work until they are stopped by force", () => {
    expect(backgrounds).toEqual(["start"]);
    phone.ui.activities.start("org.example.ringer");
    phone.ui.activities.stop("org.example.ringer");
    expect(backgrounds).toEqual(["start"]);
    phone.ui.notifications.post({ packageName: "org.example.ringer", title: "ring", text: "", ongoing: true });
    phone.ui.activities.forceStop("org.example.ringer");
    expect([backgrounds, phone.ui.notifications.list()]).toEqual([["start", "stop"], []]);
    phone.ui.activities.start("org.example.ringer");
    expect(backgrounds).toEqual(["start", "stop", "start"]);
  });

  test("stop when their data is cleared", async () => {
    phone.ui.activities.start("org.example.files");
    await phone.ui.clearData("org.example.files");
    expect(running()).toEqual([]);
  });

  test("are stopped and reported when rendering throws", async () => {
    phone.ui.activities.start("org.example.breaking");
    breaks = true;
    phone.settings.put("system", "font_scale", "1.1");
    phone.ui.activities.stop("org.example.breaking");
    phone.ui.activities.start("org.example.breaking");
    await vi.waitFor(() => expect(phone.has("Breaking has stopped")).toBe(true), { timeout: 45_000 });
    expect([front(), running()]).toEqual(["Home", []]);
    expect(phone.logged.join()).toContain("org.example.breaking crashed: Error: broken by the test");
    phone.logged.length = 0;
    phone.tap("Files");
    expect(front()).toBe("Files");
  });
});

describe("services of apps", () => {
  test("provide the time while the app is in front", () => {
    phone.ui.activities.start("org.example.watch");
    const shown = (): number => Number(phone.control("now").text) * 1000;
    expect(shown()).toBe(phone.nowMs);
    phone.nowMs += 5000;
    expect(shown()).toBe(phone.nowMs);
    phone.press(KEY_CODES.home);
    phone.nowMs += 5000;
    phone.ui.activities.start("org.example.watch");
    expect(shown()).toBe(phone.nowMs);
  });

  test("provide the current value of a setting", () => {
    phone.ui.activities.start("org.example.named");
    expect(phone.control("name").text).toBe("Terrarium");
    phone.settings.put("global", "device_name", "Moss");
    expect(phone.control("name").text).toBe("Moss");
    phone.settings.delete("global", "device_name");
    expect(phone.control("name").text).toBe("Terrarium");
  });
});
