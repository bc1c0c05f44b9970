import { encodePng } from "@terrarium/png/encode-png";
import { expect, test } from "vitest";
import { hasSecureFocus, isHidden } from "./secure-window.ts";

const dump = (flags: string) => `  Window #0 Window{aaa1 u0 StatusBar}:
      fl=NOT_FOCUSABLE SECURE HARDWARE_ACCELERATED
  Window #1 Window{bbb2 u0 com.bank/com.bank.Login}:
      fl=${flags}
  mCurrentFocus=Window{bbb2 u0 com.bank/com.bank.Login}
`;

test.each([
  ["LAYOUT_IN_SCREEN SECURE HARDWARE_ACCELERATED", true],
  ["LAYOUT_IN_SCREEN HARDWARE_ACCELERATED", false],
  ["#81812100", true],
  ["81810100", false],
])("for the focused window, %s: %s", (flags, expected) => {
  expect(hasSecureFocus(dump(flags))).toBe(expected);
});

test("hides nothing when no window has the focus", () => {
  expect(hasSecureFocus("  mCurrentFocus=null\n")).toBe(false);
});

test("queries only real Android with a nearly empty screenshot", async () => {
  const asked: string[] = [];
  const android = (isVirtual: boolean) => ({
    isVirtual: async () => isVirtual,
    run: async (command: string) => {
      asked.push(command);
      return { stdout: Buffer.from(dump("SECURE")), stderr: new Uint8Array(), exitCode: 0 };
    },
  });
  const rgba = new Uint8Array(4 * 200 * 300);
  const black = await encodePng({ widthPx: 200, heightPx: 300, rgba });
  const shown = await encodePng({ widthPx: 200, heightPx: 300, rgba: rgba.map((_, i) => (i * i) % 251) });
  expect(await isHidden(android(true), black)).toBe(false);
  expect(await isHidden(android(false), shown)).toBe(false);
  expect(asked).toEqual([]);
  expect(await isHidden(android(false), black)).toBe(true);
});
