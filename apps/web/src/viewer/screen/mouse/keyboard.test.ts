import { describe, expect, it } from "vitest";
import { isPaste, keyPress } from "./keyboard.ts";

const input = (key: string, more: object = {}, altGraph = false) => ({
  key,
  code: "",
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  getModifierState: (name: string) => altGraph && name === "AltGraph",
  ...more,
});

describe("keys for a desktop", () => {
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
  ])("%s with %j", (key, more, keyCode, metaState) => {
    expect(keyPress(input(key, more))).toEqual({ keyCode, metaState });
  });

  it.each([
    ["text", input("a")],
    ["text of any script", input("ж")],
    ["what AltGr makes", input("@", { ctrlKey: true, altKey: true }, true)],
    ["what Option makes on a Mac", input("å", { altKey: true })],
    ["a modifier alone", input("Control", { ctrlKey: true })],
    ["what is being composed", input("Enter", { isComposing: true })],
  ])("leave the browser %s", (_what, event) => {
    expect(keyPress(event)).toBeUndefined();
  });

  it("tell pasting from the rest", () => {
    const pastes = [
      input("v", { ctrlKey: true }),
      input("V", { ctrlKey: true, shiftKey: true }),
      input("Insert", { shiftKey: true }),
      input("v"),
      input("c", { ctrlKey: true }),
    ];
    expect(pastes.map(isPaste)).toEqual([true, true, true, false, false]);
  });
});
