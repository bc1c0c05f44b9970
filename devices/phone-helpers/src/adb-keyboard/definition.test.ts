import { describe, expect, it } from "vitest";
import { startTestPhone } from "../testing/test-phone.ts";
import { adbKeyboard } from "./definition.ts";

const PACKAGE = "com.android.adbkeyboard";

function startKeyboard() {
  const phone = startTestPhone([adbKeyboard]);
  phone.host.install({ packageName: PACKAGE, versionCode: 5, versionName: "2.0" });
  const select = () => phone.ui.settings.put("secure", "default_input_method", `${PACKAGE}/.AdbIME`);
  return { ...phone, select };
}

describe("ADBKeyBoard", () => {
  it.each([
    ["ADB_INPUT_TEXT", { msg: "hi" }, "hi"],
    ["ADB_INPUT_B64", { msg: Buffer.from("漢字").toString("base64") }, "漢字"],
    ["ADB_INPUT_CHARS", { chars: "128568,32,67" }, "😸 C"],
  ])("types the text of %s", async (action, extras, text) => {
    const { host, ui, select } = startKeyboard();
    select();
    expect(await host.broadcast({ action, extras })).toEqual({ resultCode: 0 });
    expect(ui.texts).toEqual([text]);
  });

  it("presses keys and clears the field", async () => {
    const { host, ui, select } = startKeyboard();
    select();
    await host.broadcast({ action: "ADB_INPUT_CODE", extras: { code: "67" } });
    await host.broadcast({ action: "ADB_INPUT_CODE", extras: { code: "99999" } });
    expect(ui.keys.map(({ keyCode }) => keyCode)).toEqual([67, 67]);
    await host.broadcast({ action: "ADB_CLEAR_TEXT", extras: {} });
    expect(ui.keys).toHaveLength(6);
  });

  it("types nothing while another keyboard is selected", async () => {
    const { host, ui } = startKeyboard();
    expect(await host.broadcast({ action: "ADB_INPUT_TEXT", extras: { msg: "hi" } })).toBeUndefined();
    expect(ui.texts).toEqual([]);
  });
});
