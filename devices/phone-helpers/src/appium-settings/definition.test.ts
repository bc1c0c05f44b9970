import { describe, expect, it } from "vitest";
import { startTestPhone } from "../testing/test-phone.ts";
import { appiumSettings } from "./definition.ts";

const PACKAGE = "io.appium.settings";

function startSettings() {
  const phone = startTestPhone([appiumSettings]);
  phone.host.install({ packageName: PACKAGE, versionCode: 191, versionName: "8.0.9" });
  const ask = (action: string, extras = {}) => phone.host.broadcast({ action: `${PACKAGE}.${action}`, extras });
  return { ...phone, ask };
}

describe("Appium Settings", () => {
  it("runs its foreground service after its activity starts", () => {
    const { host } = startSettings();
    expect(host.startComponent({ component: `${PACKAGE}/.Settings`, extras: {} })).toBe(true);
    expect(host.services()).toMatchObject([{ component: `${PACKAGE}/.ForegroundService` }]);
  });

  it("reads the clipboard and the notifications", async () => {
    const { ask, ui } = startSettings();
    ui.clipboard.set("hällo");
    expect(await ask("clipboard.get")).toEqual({ resultCode: -1, data: Buffer.from("hällo").toString("base64") });
    expect(await ask("notifications")).toEqual({ resultCode: -1, data: '{"statusBarNotifications":[]}' });
  });

  it("returns the position that was set", async () => {
    const { ask, host } = startSettings();
    expect(await ask("location")).toMatchObject({ resultCode: 0 });
    const component = `${PACKAGE}/.LocationService`;
    host.startComponent({ component, extras: { latitude: "1.5", longitude: "-2.25" } });
    expect(await ask("location")).toEqual({ resultCode: -1, data: "1.5 -2.25 0" });
    host.startComponent({ component, extras: { latitude: 'x"', longitude: "1" } });
    expect(await ask("location")).toMatchObject({ data: "1.5 -2.25 0" });
  });

  it("reports why a receiver failed", async () => {
    const { ask } = startSettings();
    expect(await ask("sms.read")).toEqual({ resultCode: 0, data: "Could not find provider: sms" });
    expect(await ask("unknown")).toBeUndefined();
  });

  it.each([
    ["&AOQ-b&-c", "äb&c"],
    ["&byJbVw-", "漢字"],
    ["plain", "plain"],
  ])("decodes %s on its Unicode keyboard", (typed, text) => {
    const { host, ui } = startSettings();
    ui.settings.put("secure", "default_input_method", `${PACKAGE}/.UnicodeIME`);
    expect(host.typed(typed)).toBe(text);
  });
});
