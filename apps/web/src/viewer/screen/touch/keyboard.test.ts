import { describe, expect, it } from "vitest";
import { keyMessage } from "./keyboard.ts";

const press = (key: string, more: object = {}) =>
  keyMessage({
    type: "keydown",
    key,
    code: "",
    keyCode: 0,
    repeat: false,
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    isComposing: false,
    ...more,
  });

describe("device keys", () => {
  it.each([
    ["Enter", 66],
    ["Backspace", 67],
    ["ArrowLeft", 21],
    ["Escape", 4],
  ])("%s is Android's %d", (key, keyCode) => {
    expect(press(key)).toEqual({ type: "key", action: 0, keyCode, repeat: 0, metaState: 0 });
    expect(press(key, { type: "keyup" })).toMatchObject({ action: 1, keyCode });
  });

  it("include their modifiers and repeats", () => {
    expect(press("ArrowRight", { shiftKey: true, altKey: true, repeat: true })).toMatchObject({
      metaState: 0x3,
      repeat: 1,
    });
  });

  it.each(["ctrlKey", "metaKey"])("select all, copy and cut with %s", (modifier) => {
    const shortcut = { [modifier]: true };
    expect(press("a", shortcut)).toMatchObject({ type: "key", keyCode: 29, metaState: 0x1000 });
    expect(press("c", shortcut)).toEqual({ type: "getClipboard", copyKey: 1 });
    expect(press("X", shortcut)).toEqual({ type: "getClipboard", copyKey: 2 });
    expect(press("c", { ...shortcut, type: "keyup" })).toBeUndefined();
    expect(press("с", { ...shortcut, code: "KeyC" })).toEqual({ type: "getClipboard", copyKey: 1 });
    expect(press("ф", { ...shortcut, code: "KeyA" })).toMatchObject({ type: "key", keyCode: 29 });
  });

  it.each([
    ["text", "a", {}],
    ["text of any script", "ж", {}],
    ["Tab, which leaves the screen,", "Tab", {}],
    ["pasting", "v", { ctrlKey: true }],
    ["the browser's own shortcuts", "r", { ctrlKey: true }],
    ["an AltGr character on Windows", "c", { ctrlKey: true, altKey: true }],
    ["text being composed", "Enter", { isComposing: true }],
    ["the Enter that ends a composition in Safari", "Enter", { keyCode: 229 }],
  ])("leave %s to the browser", (_what, key, more) => {
    expect(press(key, more)).toBeUndefined();
  });
});
