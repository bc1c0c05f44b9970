import { describe, expect, it } from "vitest";
import { isPaste, keyPress } from "./keyboard.ts";

const input = (key: string, more: object = {}, altGraph = false) => ({
  key,
  code: "",
  keyCode: 0,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  getModifierState: (name: string) => altGraph && name === "AltGraph",
  ...more,
});

describe("desktop keys", () => {
  it.each([
    ["Tab", { shiftKey: true }, 61, 0x1],
    ["Escape", {}, 111, 0],
    ["F5", {}, 135, 0],
    ["ContextMenu", {}, 82, 0],
    ["Delete", { ctrlKey: true, altKey: true }, 112, 0x1002],
    ["s", { ctrlKey: true }, 47, 0x1000],
    ["T", { ctrlKey: true, shiftKey: true }, 48, 0x1001],
    ["a", { metaKey: true }, 29, 0x1000],
    ["5", { altKey: true }, 12, 0x2],
    ["-", { ctrlKey: true }, 69, 0x1000],
    ["с", { ctrlKey: true, code: "KeyC" }, 31, 0x1000],
    ["ф", { altKey: true, code: "KeyA" }, 29, 0x2],
    ["с", { ctrlKey: true, altKey: true, code: "KeyC" }, 31, 0x1002],
    ["[", { altKey: true, code: "BracketLeft" }, 71, 0x2],
    ["[", { ctrlKey: true, altKey: true, code: "BracketLeft" }, 71, 0x1002],
    ["l", { ctrlKey: true, altKey: true, code: "KeyL" }, 40, 0x1002],
    ["-", { ctrlKey: true, altKey: true, code: "Slash" }, 69, 0x1002],
    ["!", { ctrlKey: true, altKey: true, shiftKey: true, code: "Digit1" }, 8, 0x1003],
  ])("%s with %j", (key, more, keyCode, metaState) => {
    expect(keyPress(input(key, more), false)).toEqual({ keyCode, metaState });
  });

  it.each([
    ["@", { metaKey: true, altKey: true, code: "KeyL" }, 40, 0x1002],
    ["[", { ctrlKey: true, altKey: true, code: "Digit5" }, 12, 0x1002],
    ["ArrowLeft", { altKey: true }, 21, 0x2],
  ])("on a Mac, %s with %j", (key, more, keyCode, metaState) => {
    expect(keyPress(input(key, more), true)).toEqual({ keyCode, metaState });
  });

  it.each(["@", "[", "]", "{", "}", "|", "\\", "~", "#", "5", "a", "å", "Dead"])(
    "leave %s with Option on a Mac to the browser",
    (key) => {
      for (const code of ["Digit5", "KeyL", "BracketLeft", "Minus"])
        for (const shiftKey of [false, true])
          expect(keyPress(input(key, { altKey: true, shiftKey, code }), true)).toBeUndefined();
    },
  );

  it.each([
    ["@", "KeyQ"],
    ["{", "Digit7"],
    ["\\", "Minus"],
    ["~", "BracketRight"],
    ["[", "Digit8"],
    ["€", "KeyE"],
    ["ą", "KeyA"],
  ])("leave %s with Control and Alt on %s, equal to AltGr on Windows, to the browser", (key, code) => {
    expect(keyPress(input(key, { ctrlKey: true, altKey: true, code }), false)).toBeUndefined();
  });

  it.each([
    ["text", input("a")],
    ["text of any script", input("ж")],
    ["an AltGr character", input("@", { ctrlKey: true, altKey: true }, true)],
    ["a modifier alone", input("Control", { ctrlKey: true })],
    ["text being composed", input("Enter", { isComposing: true })],
    ["the Enter that ends a composition in Safari", input("Enter", { keyCode: 229 })],
    ["a dead key", input("Dead", { code: "Quote" })],
    ["a dead key with AltGr", input("Dead", { code: "KeyN" }, true)],
  ])("leave %s to the browser", (_what, event) => {
    expect(keyPress(event, false)).toBeUndefined();
  });

  it("recognize pastes", () => {
    const pastes = [
      input("v", { ctrlKey: true }),
      input("V", { ctrlKey: true, shiftKey: true }),
      input("Insert", { shiftKey: true }),
      input("м", { ctrlKey: true, code: "KeyV" }),
      input("v"),
      input("c", { ctrlKey: true }),
    ];
    expect(pastes.map(isPaste)).toEqual([true, true, true, true, false, false]);
  });
});
