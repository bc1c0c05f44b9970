import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Field, View } from "../../render/elements.ts";
import type { EnterAction, InputType } from "../../render/node.ts";
import { middleOf } from "../../testing/screen-driver.ts";
import { TestPhone } from "../../testing/test-phone.tsx";
import { TYPE } from "../../theme.ts";
import { emoji, LAYERS, PADS, sideKeys, variantsOf } from "./layouts.ts";

/** Android's KEYCODE_Z and META_CTRL_ON. */
const LETTER_Z = 54;
const CTRL = 0x1000;

let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  phone = await TestPhone.start();
});

afterEach(() => phone.reset());

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

interface Kept {
  inputType?: InputType;
  enterAction?: EnterAction;
  multiline?: boolean;
  first?: string;
  onSubmit?: () => void;
  onKey?: () => boolean;
  password?: boolean;
}

function Writing({ first = "", ...props }: Kept): ReactElement {
  const [value, setValue] = useState(first);
  return (
    <View style={{ padding: 10 }}>
      <Field id="it" label="it" text={TYPE.bodyLarge} takesFocus value={value} onChange={setValue} {...props} />
    </View>
  );
}

const open = (props: Kept = {}): void => phone.show(<Writing {...props} />);
const written = (): string => phone.control("it").text;
/** Returns the labels of the keys, from the upper left to the lower right. */
const keys = (): string[] =>
  phone.ui
    .nodes()
    .flatMap(({ packageName, label }) => (packageName === "com.terrarium.keyboard" && label ? [label] : []));

/** Holds a key until its variants appear, then slides this far sideways. */
function hold(key: string, dx: number): void {
  const [xPx, yPx] = middleOf(phone.find(key));
  const touch = (action: "down" | "move" | "up", x: number): void =>
    phone.ui.input.touch({ action, pointerId: 0, xPx: x, yPx });
  touch("down", xPx);
  vi.advanceTimersByTime(460);
  if (dx !== 0) touch("move", xPx + dx);
  touch("up", xPx + dx);
}

describe("letters", () => {
  test("type their labels, in rows from left to right", () => {
    open();
    const letters = Array.from(LAYERS.letters.join(""));
    expect(keys().filter((key) => letters.includes(key))).toEqual(letters);
    for (const letter of letters) phone.tap(letter);
    phone.tap("Space", ".");
    expect(written()).toBe(`${letters.join("")} .`);
  });

  test.each(LAYERS.letters)("of the row %s are large enough and do not overlap", (row) => {
    open();
    let end = 0;
    for (const letter of row) {
      const { left, top, right, bottom } = phone.find(letter).bounds;
      expect([left >= end, right - left >= 24, bottom - top >= 40]).toEqual([true, true, true]);
      end = right;
    }
  });

  test("are capital once after Shift, and locked after a double tap", () => {
    open();
    phone.tap("Shift", "A", "b");
    vi.advanceTimersByTime(1000);
    phone.tap("Shift", "Shift", "C", "D");
    expect(phone.find("Caps lock")).toBeDefined();
    vi.advanceTimersByTime(1000);
    phone.tap("Caps lock", "e");
    expect(written()).toBe("AbCDe");
  });

  test("are not locked by two separate taps", () => {
    open();
    phone.tap("Shift");
    vi.advanceTimersByTime(400);
    phone.tap("Shift");
    expect([phone.has("Caps lock"), phone.has("q")]).toEqual([false, true]);
  });

  test("start sentences with a capital in sentence fields", () => {
    open({ multiline: true });
    phone.tap("H", "i", ".", "Space");
    expect(phone.has("Q")).toBe(true);
    phone.tap("Q", "Enter");
    expect(phone.has("Q")).toBe(true);
  });

  test("when held type their digit or another variant", () => {
    open();
    hold("q", 0);
    hold("e", 45);
    hold("p", 0);
    expect(written()).toBe("1é0");
  });

  test.each(["a", "p", "q", "l", "m"])("when held show their variants on the screen: %s", (letter) => {
    open();
    const [xPx, yPx] = middleOf(phone.find(letter));
    phone.ui.input.touch({ action: "down", pointerId: 0, xPx, yPx });
    vi.advanceTimersByTime(460);
    for (const variant of variantsOf(letter)) {
      const { left, right } = phone.find(variant).bounds;
      expect([left >= 0, right <= 360]).toEqual([true, true]);
    }
    phone.ui.input.touch({ action: "cancel", pointerId: 0, xPx, yPx });
    expect([written(), phone.hasControl("key_variant")]).toEqual(["", false]);
  });

  test("with Shift offer capital variants", () => {
    open();
    phone.tap("Shift");
    hold("A", 0);
    expect(written()).toBe("Ä");
  });

  test("under two fingers are both typed", () => {
    open();
    const at = (key: string, pointerId: number) => {
      const [xPx, yPx] = middleOf(phone.find(key));
      return { pointerId, xPx, yPx };
    };
    const [first, second] = [at("a", 0), at("k", 1)];
    phone.ui.input.touch({ action: "down", ...first });
    phone.ui.input.touch({ action: "down", ...second });
    phone.ui.input.touch({ action: "up", ...second });
    phone.ui.input.touch({ action: "up", ...first });
    expect(Array.from(written()).toSorted()).toEqual(["a", "k"]);
  });
});

describe("other pages", () => {
  test("of symbols type their labels, and return to letters", () => {
    open();
    phone.tap("Symbols");
    for (const each of LAYERS.symbols.join("")) phone.tap(each);
    phone.tap("More symbols");
    for (const each of LAYERS.moreSymbols.join("")) phone.tap(each);
    phone.tap("Letters");
    expect(written()).toBe(LAYERS.symbols.join("") + LAYERS.moreSymbols.join(""));
    expect(phone.has("q")).toBe(true);
  });

  test("of emoji scroll to the last; it is typed and deleted whole", () => {
    open();
    phone.tap("Emoji");
    const last = emoji.at(-1) ?? "";
    const { top, bottom } = phone.control("emoji_page").bounds;
    for (let swipe = 0; swipe < 40 && !phone.has(last); swipe++) phone.drag(180, bottom - 10, 180, top + 10);
    phone.tap(last);
    expect(written()).toBe(last);
    phone.tap("Backspace");
    expect(written()).toBe("");
  });

  test("reset to letters in a field of another type", () => {
    open();
    phone.tap("Symbols");
    open({ inputType: "email" });
    expect(phone.has("q")).toBe(true);
  });
});

test("each emoji is unique and a single character", () => {
  expect(new Set(emoji).size).toBe(emoji.length);
  for (const each of emoji) expect([...new Intl.Segmenter().segment(each)]).toHaveLength(1);
});

describe.each(["number", "tel"] as const)("a field of type %s", (inputType) => {
  test("has its own keys, and each types its label", () => {
    open({ inputType });
    const pad = PADS[inputType];
    const characters = [...Array.from(pad?.rows.join("") ?? ""), ...(pad?.beside ?? [])];
    for (const each of characters) phone.tap(each);
    expect(written()).toBe(characters.join(""));
    expect(phone.has("q")).toBe(false);
    phone.tap("Backspace");
    expect(written()).toBe(characters.slice(0, -1).join(""));
  });
});

test.each([
  ["text", ","],
  ["email", "@"],
  ["url", "/"],
] as const)("a field for %s has its own side key %s and full-stop variants", (inputType, left) => {
  open({ inputType });
  phone.tap(left);
  hold(".", 0);
  expect(written()).toBe(left + (sideKeys(inputType).stops[0] ?? ""));
});

describe("Enter", () => {
  test.each(["search", "done", "go", "send"] as const)("in a field to %s submits the field", (enterAction) => {
    const onSubmit = vi.fn<() => void>();
    open({ enterAction, onSubmit });
    phone.tap("Enter");
    expect([onSubmit.mock.calls.length, written()]).toEqual([1, ""]);
  });

  test("moves to the next field", () => {
    phone.show(
      <>
        <Field id="one" text={TYPE.body} takesFocus enterAction="next" value="" onChange={() => undefined} />
        <Field id="two" text={TYPE.body} value="" onChange={() => undefined} />
      </>,
    );
    phone.tap("Enter");
    expect([phone.control("one").focused, phone.control("two").focused]).toEqual([false, true]);
  });
});

describe("Backspace", () => {
  test("repeats while held, and stops with the finger", () => {
    open({ first: "a".repeat(40) });
    phone.press(KEY_CODES.moveEnd);
    const [xPx, yPx] = middleOf(phone.find("Backspace"));
    phone.ui.input.touch({ action: "down", pointerId: 0, xPx, yPx });
    vi.advanceTimersByTime(450 + 10 * 50);
    const left = written().length;
    expect(left).toBeLessThan(32);
    phone.ui.input.touch({ action: "up", pointerId: 0, xPx, yPx });
    const after = written().length;
    vi.advanceTimersByTime(1000);
    expect(written()).toHaveLength(after);
  });
});

describe("suggestions", () => {
  const suggested = (): string[] =>
    phone
      .controls()
      .filter(({ id }) => id === "com.terrarium.keyboard:id/suggestion")
      .map(({ text }) => text);
  const press = (...letters: string[]): void => phone.tap(...letters);

  test("complete the word at the caret, the best in the middle", () => {
    open();
    expect(suggested()).toEqual([]);
    press("t", "o", "m");
    expect(suggested()).toEqual(["tomatoes", "tomorrow"]);
    phone.tap("tomorrow");
    expect([written(), suggested()]).toEqual(["tomorrow ", []]);
  });

  test("replace only the word at the caret", () => {
    open({ first: "see you tomo, Ada" });
    phone.press(KEY_CODES.moveHome);
    for (let step = 0; step < "see you tomo".length; step++) phone.press(KEY_CODES.dpadRight);
    phone.tap("tomorrow");
    expect(written()).toBe("see you tomorrow, Ada");
  });

  test("leave no space before the punctuation that follows", () => {
    open();
    press("h", "e", "l", "l");
    phone.tap("hello", ".", "Space");
    expect(written()).toBe("hello. ");
  });

  test("change nothing without a tap", () => {
    open();
    press("t", "e", "h");
    expect(suggested()).toContain("the");
    press("Space");
    expect(written()).toBe("teh ");
  });

  test("can be undone in one step", () => {
    open();
    press("t", "o", "m");
    phone.tap("tomorrow");
    phone.press(LETTER_Z, CTRL);
    expect(written()).toBe("tom");
  });

  test.each([
    ["a password", { password: true }],
    ["an e-mail address", { inputType: "email" }],
    ["a web address", { inputType: "url" }],
    ["a number", { inputType: "number" }],
    ["commands", { onKey: () => false }],
  ] as const)("are off in a field for %s", (_name, props) => {
    open(props);
    const { top } = phone.find("Hide keyboard").bounds;
    phone.type("tom");
    expect([suggested(), phone.find("Hide keyboard").bounds.top]).toEqual([[], top]);
  });

  test("do not learn passwords", () => {
    for (const _ of [1, 2]) {
      open({ password: true });
      phone.type("qwib ");
      phone.control("it");
    }
    open();
    press("q", "w", "i");
    expect(suggested()).not.toContain("qwib");
  });

  test("learn words that were typed twice", () => {
    open();
    const word = ["q", "w", "o", "b"];
    press(...word, "Space", ...word, "Space", "q", "w", "o");
    expect(suggested()).toEqual(["qwob"]);
  });

  test("leave the page above the keyboard in the hierarchy", () => {
    open();
    press("t", "o", "m");
    expect([phone.control("it").bounds.bottom <= phone.control("suggestion").bounds.top, phone.has("q")]).toEqual([
      true,
      true,
    ]);
  });

  test("are left out on low screens", () => {
    phone.settings.put("global", "display_size_forced", "640,360");
    open();
    press("t", "o", "m");
    expect(suggested()).toEqual([]);
  });
});

describe("the keyboard", () => {
  test.each([
    [360, 640],
    [640, 360],
    [320, 320],
    [1280, 800],
  ])("at %dx%d fits on the screen, below the edited text", (widthPx, heightPx) => {
    phone.settings.put("global", "display_size_forced", `${widthPx},${heightPx}`);
    open();
    for (const key of keys()) {
      const { left, right, bottom } = phone.find(key).bounds;
      expect([key, left >= 0, right <= widthPx, bottom <= heightPx]).toEqual([key, true, true, true]);
    }
    expect(phone.control("it").bounds.bottom).toBeLessThanOrEqual(phone.find("q").bounds.top);
  });

  test("closes with its own key, and reopens with a tap", () => {
    open();
    phone.tap("Hide keyboard");
    expect(phone.has("q")).toBe(false);
    phone.tapControl("it");
    expect(phone.has("q")).toBe(true);
  });

  test("uses the device's language", () => {
    phone.settings.put("system", "system_locales", "de-DE");
    open();
    expect(keys().slice(0, 10).join("")).toBe("qwertzuiop");
    phone.tap("z", "Leertaste", "Emoji", "😀");
    expect(written()).toBe("z 😀");
  });

  test("blocks touches of the content beneath", () => {
    const onPress = vi.fn<() => void>();
    phone.show(
      <View style={{ grow: 1 }}>
        <Field text={TYPE.body} takesFocus value="" onChange={() => undefined} />
        <View onPress={onPress} style={{ absolute: true, top: 100, left: 0, right: 0, height: 540 }} />
      </View>,
    );
    const { bounds } = phone.find("Space");
    phone.tapAt(bounds.left - 1, bounds.top + 10);
    phone.tapAt(2, bounds.bottom + 6);
    expect(onPress).not.toHaveBeenCalled();
  });
});
