import { mdiFlower } from "@mdi/js";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { ReactElement } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { View } from "../render/elements.ts";
import { colorsOf } from "../services/wallpapers/wallpapers.ts";
import { TestPhone } from "../testing/test-phone.tsx";
import { ActionTile } from "./ActionTile.tsx";
import { Button } from "./Button.tsx";
import { Chip } from "./Chip.tsx";
import { Fab } from "./Fab.tsx";
import { IconButton } from "./IconButton.tsx";
import { TextInput } from "./TextInput.tsx";

let phone: TestPhone;

beforeAll(async () => {
  phone = await TestPhone.start();
});

afterAll(() => phone[Symbol.dispose]());

interface Pressed {
  label: string;
  onPress: () => void;
  disabled?: boolean;
}

const buttons: readonly (readonly [name: string, element: (props: Pressed) => ReactElement])[] = [
  ["Button", (props) => <Button id="it" {...props} />],
  ["filled Button with an icon", (props) => <Button id="it" look="filled" icon={mdiFlower} {...props} />],
  ["outlined Button", (props) => <Button id="it" look="outlined" {...props} />],
  ["text Button", (props) => <Button id="it" look="text" {...props} />],
  ["IconButton", (props) => <IconButton id="it" path={mdiFlower} {...props} />],
  ["Chip", (props) => <Chip id="it" {...props} />],
  ["selected Chip", (props) => <Chip id="it" selected {...props} />],
  ["ActionTile", (props) => <ActionTile id="it" icon={mdiFlower} {...props} />],
];

/** A container that leaves each button as wide as its content. */
function inRow(element: ReactElement): ReactElement {
  return <View style={{ padding: 16, direction: "row", wrap: true }}>{element}</View>;
}

test.each(buttons)("a %s is a named button, pressed once by a touch", (_name, element) => {
  const onPress = vi.fn<() => void>();
  phone.show(inRow(element({ label: "Plant", onPress })));
  expect(phone.control("it")).toMatchObject({
    className: "android.widget.Button",
    description: "Plant",
    clickable: true,
    enabled: true,
    packageName: "com.terrarium.stage",
  });
  phone.tapControl("it");
  expect(onPress).toHaveBeenCalledTimes(1);
});

test.each(buttons)("a disabled %s ignores touches and keys", (_name, element) => {
  const onPress = vi.fn<() => void>();
  phone.show(inRow(element({ label: "Plant", onPress, disabled: true })));
  expect(phone.control("it")).toMatchObject({ clickable: false, enabled: false, focusable: false });
  phone.tapControl("it");
  phone.press(KEY_CODES.tab);
  phone.press(KEY_CODES.enter);
  expect(onPress).not.toHaveBeenCalled();
});

test.each(buttons)("a %s is reached by Tab and pressed by Enter and Space", (_name, element) => {
  const onPress = vi.fn<() => void>();
  phone.show(inRow(element({ label: "Plant", onPress })));
  phone.press(KEY_CODES.tab);
  expect(phone.control("it").focused).toBe(true);
  phone.press(KEY_CODES.enter);
  phone.press(KEY_CODES.space);
  expect(onPress).toHaveBeenCalledTimes(2);
});

const DARK = colorsOf("moss", "dark");
const longLabel = "Plant all of the seeds that are left over from the year before last in one row".repeat(3);

test.each(buttons)("a %s with a long text fits on the screen", (_name, element) => {
  phone.show(inRow(element({ label: longLabel, onPress: () => undefined })));
  const { bounds } = phone.control("it");
  expect(bounds.right).toBeLessThanOrEqual(344);
  for (const inner of phone.ui.nodes().filter(({ text }) => text === longLabel)) {
    expect(inner.bounds.left).toBeGreaterThanOrEqual(bounds.left);
    expect(inner.bounds.right).toBeLessThanOrEqual(bounds.right);
  }
});

test.each(["שתול", "ازرع", "植える", "🌱🌿", " "])("a button accepts the text %j", (label) => {
  const onPress = vi.fn<() => void>();
  phone.show(inRow(<Button id="it" label={label} onPress={onPress} />));
  expect(phone.control("it").description).toBe(label);
  phone.tapControl("it");
  expect(onPress).toHaveBeenCalledTimes(1);
});

test.each([
  ["filled", false, DARK.primary],
  ["filled", true, DARK.error],
  ["tonal", false, DARK.secondaryContainer],
  ["tonal", true, DARK.errorContainer],
  ["outlined", false, DARK.surface],
  ["text", true, DARK.surface],
] as const)("a %s button (destructive: %s) has the color %s", (look, danger, color) => {
  phone.show(inRow(<Button id="it" label="i" look={look} danger={danger} onPress={() => undefined} />));
  const { left, top, bottom } = phone.control("it").bounds;
  expect(`#${phone.pixel(left + 8, (top + bottom) / 2)}`).toBe(color);
});

test("the selected chip is reported as selected", () => {
  phone.show(
    inRow(
      <>
        <Chip id="one" label="One" selected onPress={() => undefined} />
        <Chip id="two" label="Two" onPress={() => undefined} />
      </>,
    ),
  );
  expect([phone.control("one").selected, phone.control("two").selected]).toEqual([true, false]);
});

test("tiles of a row have equal widths with any names", () => {
  phone.show(
    <View style={{ direction: "row", gap: 10 }}>
      {["A", "Something longer", longLabel].map((label, index) => (
        <ActionTile key={label} id={`tile_${index}`} icon={mdiFlower} label={label} onPress={() => undefined} />
      ))}
    </View>,
  );
  const widths = [0, 1, 2].map((index) => {
    const { left, right } = phone.control(`tile_${index}`).bounds;
    return right - left;
  });
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
});

test("an icon button is 48 dp wide and high", () => {
  phone.show(inRow(<IconButton id="it" path={mdiFlower} label="Plant" onPress={() => undefined} />));
  const { left, top, right, bottom } = phone.control("it").bounds;
  expect([right - left, bottom - top]).toEqual([48, 48]);
});

test("the floating action is above the pill, and hidden during typing", () => {
  const onPress = vi.fn<() => void>();
  phone.show(
    <View style={{ grow: 1 }}>
      <TextInput id="name" label="Name" value="" onChange={() => undefined} />
      <Fab id="add" icon={mdiFlower} label="Add" text="Add a plant" onPress={onPress} />
    </View>,
  );
  const { bottom, right } = phone.control("add").bounds;
  expect([bottom <= 640 - 24, right <= 360]).toEqual([true, true]);
  phone.tapControl("add");
  expect(onPress).toHaveBeenCalledTimes(1);
  phone.tapControl("name");
  expect(phone.hasControl("add")).toBe(false);
  phone.press(KEY_CODES.back);
  expect(phone.hasControl("add")).toBe(true);
});
