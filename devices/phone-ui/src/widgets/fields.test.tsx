import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { Scroll, View } from "../render/elements.ts";
import { TestPhone } from "../testing/test-phone.tsx";
import { SearchField, TextInput, type TextInputProps } from "./TextInput.tsx";

let phone: TestPhone;

beforeAll(async () => {
  phone = await TestPhone.start();
});

afterEach(() => {
  phone.ui.clipboard.set("");
  phone.settings.delete("secure", "show_ime_with_hard_keyboard");
});

afterAll(() => phone[Symbol.dispose]());

const [shift, ctrl] = [0x1, 0x1000];
const KEY_A = 29;

function ctrlKey(letter: string, more = 0): void {
  phone.press(KEY_A + letter.charCodeAt(0) - "a".charCodeAt(0), ctrl | more);
}

type Kept = Partial<Omit<TextInputProps, "id" | "value">>;

/** A field with a parent component that stores every change. */
function KeptInput({ first = "", ...props }: Kept & { first?: string }): ReactElement {
  const [value, setValue] = useState(first);
  return <TextInput id="it" label="Name" takesFocus {...props} value={value} onChange={setValue} />;
}

function showInput(props: Kept & { first?: string } = {}): void {
  phone.show(
    <View style={{ padding: 16 }}>
      <KeptInput {...props} />
    </View>,
  );
}

const text = (): string => phone.control("it").text;

describe("a text field", () => {
  test("is reported with its name, and is focused on request", () => {
    showInput();
    expect(phone.control("it")).toMatchObject({
      className: "android.widget.EditText",
      description: "Name",
      focused: true,
      clickable: true,
      password: false,
    });
    expect(phone.has("Space")).toBe(true);
  });

  test("accepts typed text only after it is focused", () => {
    showInput({ takesFocus: false });
    phone.type("lost");
    expect(text()).toBe("");
    phone.tapControl("it");
    phone.type("kept");
    expect(text()).toBe("kept");
  });

  test("shows its placeholder while it is empty", () => {
    showInput({ placeholder: "Fern" });
    expect(text()).toBe("Fern");
    phone.type("M");
    expect(text()).toBe("M");
    phone.press(KEY_CODES.del);
    expect(text()).toBe("Fern");
  });

  test("shows its error in place of its help", () => {
    showInput({ help: "as on its label" });
    expect(phone.control("it_note").text).toBe("as on its label");
    showInput({ help: "as on its label", error: "not a plant" });
    expect(phone.control("it_note").text).toBe("not a plant");
    showInput();
    expect(phone.hasControl("it_note")).toBe(false);
  });

  test.each([
    ["letters of many scripts", "Grüße, 你好, שלום, مرحبا"],
    ["emoji of several code points", "👩‍👩‍👧‍👦🇩🇪👍🏽"],
    ["a very long text", "abc ".repeat(5000)],
    ["text that looks like markup", "<b>&amp;</b> \u0000 \u200f"],
  ])("accepts %s unchanged", (_name, typed) => {
    showInput();
    phone.type(typed);
    expect(phone.find("Name").text).toBe(typed);
    expect(phone.logged).toEqual([]);
  });

  test.each([
    ["one line", false, "a b c"],
    ["several lines", true, "a\nb\nc"],
  ])("of %s handles line breaks accordingly", (_name, multiline, kept) => {
    showInput({ multiline });
    phone.type("a\r\nb\nc");
    expect(text()).toBe(kept);
  });

  test("submits one line with ENTER, or adds a line to several", () => {
    const onSubmit = vi.fn<() => void>();
    showInput({ onSubmit });
    phone.press(KEY_CODES.enter);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    showInput({ onSubmit, multiline: true });
    phone.type("a");
    phone.press(KEY_CODES.enter);
    phone.type("b");
    expect([text(), onSubmit.mock.calls.length]).toEqual(["a\nb", 1]);
  });

  test.each([
    ["👩‍👩‍👧‍👦", ""],
    ["a👍🏽", "a"],
    ["é", ""],
    ["🇩🇪🇫🇷", "🇩🇪"],
    ["", ""],
  ])("deletes the whole last character of %j with backspace", (first, left) => {
    showInput({ first });
    phone.press(KEY_CODES.moveEnd);
    phone.press(KEY_CODES.del);
    expect(text()).toBe(left);
  });

  test("inserts text at the tapped caret position", () => {
    showInput({ first: "moss grows" });
    const { left, bottom } = phone.control("it").bounds;
    phone.tapAt(left + 1, bottom - 16);
    phone.type(">");
    phone.press(KEY_CODES.moveEnd);
    phone.type("<");
    expect(text()).toBe(">moss grows<");
  });

  test.each([
    ["the whole text", () => ctrlKey("a"), "X"],
    [
      "the last three characters",
      () => {
        phone.press(KEY_CODES.moveEnd);
        for (let step = 0; step < 3; step++) phone.press(KEY_CODES.dpadLeft, shift);
      },
      "moss grX",
    ],
    [
      "everything from start to end",
      () => (phone.press(KEY_CODES.moveHome), phone.press(KEY_CODES.moveEnd, shift)),
      "X",
    ],
    ["the last word", () => (phone.press(KEY_CODES.moveEnd), phone.press(KEY_CODES.dpadLeft, shift | ctrl)), "moss X"],
  ])("replaces the selection of %s", (_name, select, left) => {
    showInput({ first: "moss grows" });
    select();
    phone.type("X");
    expect(text()).toBe(left);
  });

  test("cuts and pastes by keys, but never copies passwords", () => {
    showInput({ first: "moss" });
    ctrlKey("a");
    ctrlKey("x");
    expect([text(), phone.ui.clipboard.get()]).toEqual(["", "moss"]);
    ctrlKey("v");
    ctrlKey("v");
    expect(text()).toBe("mossmoss");
    phone.ui.clipboard.set("kept");
    showInput({ first: "secret", password: true });
    ctrlKey("a");
    ctrlKey("c");
    ctrlKey("x");
    expect(phone.ui.clipboard.get()).toBe("kept");
  });

  test("undoes typing by words, and redoes it", () => {
    showInput();
    for (const letter of "one two") phone.type(letter);
    ctrlKey("z");
    const back = text();
    expect("one two".startsWith(back) && back !== "one two").toBe(true);
    ctrlKey("z", shift);
    expect(text()).toBe("one two");
    for (let step = 0; step < 20; step++) ctrlKey("z");
    expect(text()).toBe("");
  });

  test("shows its parent's value if the parent ignores changes", () => {
    phone.show(<TextInput id="it" label="Name" takesFocus value="fixed" onChange={() => undefined} />);
    phone.type("abc");
    phone.press(KEY_CODES.del);
    expect(text()).toBe("fixed");
  });

  test("of a password shows dots, or characters on request", () => {
    showInput({ first: "s3cret", password: true });
    expect(phone.control("it")).toMatchObject({ text: "••••••", password: true });
    phone.tapControl("it_show");
    expect(phone.control("it")).toMatchObject({ text: "s3cret", password: false });
    expect(phone.control("it_show").selected).toBe(true);
    phone.tapControl("it_show");
    expect(phone.control("it").text).toBe("••••••");
  });

  test("keeps the focus when its button is touched", () => {
    showInput({ password: true });
    phone.tapControl("it_show");
    expect(phone.control("it").focused).toBe(true);
    phone.type("a");
    expect(phone.control("it").text).toBe("a");
  });

  test("scrolls a long text to the caret", () => {
    showInput();
    const { right, bottom } = phone.control("it").bounds;
    phone.type("W".repeat(80));
    // The caret is at the right edge of the text.
    const row = Array.from({ length: 24 }, (_, index) => phone.pixel(right - 1 - index, bottom - 16));
    expect(new Set(row).size).toBeGreaterThan(1);
  });
});

test("a multi-line field grows and scrolls the page to its caret", () => {
  phone.show(
    <Scroll style={{ grow: 1, basis: 0 }}>
      <View style={{ height: 300 }} />
      <KeptInput multiline />
      <View style={{ height: 300 }} />
    </Scroll>,
  );
  phone.type(Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n"));
  const { bottom } = phone.control("it").bounds;
  expect(bottom).toBeLessThanOrEqual(phone.find("q").bounds.top);
  expect(bottom).toBeGreaterThan(phone.find("q").bounds.top - 60);
});

test("removing a field closes the keyboard", () => {
  showInput();
  expect(phone.has("Space")).toBe(true);
  phone.show(<View style={{ grow: 1 }} />);
  expect(phone.has("Space")).toBe(false);
});

test("with the on-screen keyboard disabled, keys type into a field", () => {
  phone.settings.put("secure", "show_ime_with_hard_keyboard", "0");
  showInput();
  expect(phone.has("Space")).toBe(false);
  phone.press(KEY_A);
  phone.press(KEY_A, shift);
  expect(text()).toBe("aA");
});

test("Tab moves between fields in both directions", () => {
  phone.show(
    <View style={{ padding: 16, gap: 8 }}>
      {["one", "two", "three"].map((id) => (
        <TextInput key={id} id={id} label={id} takesFocus={id === "one"} value="" onChange={() => undefined} />
      ))}
    </View>,
  );
  const focused = (): string | undefined => phone.controls().find((each) => each.focused)?.description;
  phone.press(KEY_CODES.tab);
  expect(focused()).toBe("two");
  phone.press(KEY_CODES.tab);
  expect(focused()).toBe("three");
  phone.press(KEY_CODES.tab, shift);
  expect(focused()).toBe("two");
});

describe("a search field", () => {
  function Search(props: { onBack?: () => void; onSubmit?: () => void; first?: string }): ReactElement {
    const { first = "", ...rest } = props;
    const [value, setValue] = useState(first);
    return (
      <View style={{ padding: 16 }}>
        <SearchField id="it" label="Search plants" value={value} onChange={setValue} {...rest} />
      </View>
    );
  }

  test("has a clear button only with a text", () => {
    phone.show(<Search />);
    expect(phone.hasControl("it_clear")).toBe(false);
    phone.tapControl("it");
    phone.type("moss");
    phone.tapControl("it_clear");
    expect(phone.control("it").text).toBe("Search plants");
    expect(phone.hasControl("it_clear")).toBe(false);
    phone.type("fern");
    expect(phone.control("it").text).toBe("fern");
  });

  test("has an optional back button, and submits with ENTER", () => {
    const [onBack, onSubmit] = [vi.fn<() => void>(), vi.fn<() => void>()];
    phone.show(<Search onBack={onBack} onSubmit={onSubmit} first="moss" />);
    phone.tapControl("it");
    phone.tap("Enter");
    phone.press(KEY_CODES.enter);
    expect(onSubmit).toHaveBeenCalledTimes(2);
    phone.tapControl("back");
    expect(onBack).toHaveBeenCalledTimes(1);
  });

  test("keeps its clear button visible with a long text", () => {
    phone.show(<Search first={"moss ".repeat(100)} />);
    expect(phone.control("it_clear").bounds.right).toBeLessThanOrEqual(344);
    expect(phone.control("it").bounds.right).toBeLessThanOrEqual(phone.control("it_clear").bounds.left);
  });
});
