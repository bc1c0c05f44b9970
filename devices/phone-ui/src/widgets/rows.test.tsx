import { mdiFlower } from "@mdi/js";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Text, View } from "../render/elements.ts";
import { TestPhone } from "../testing/test-phone.tsx";
import { TYPE } from "../theme.ts";
import { ListGroup, ListRow } from "./ListRow.tsx";
import { RadioRow } from "./RadioRow.tsx";
import { SectionTitle } from "./SectionTitle.tsx";
import { Slider } from "./Slider.tsx";
import { Switch, SwitchRow } from "./Switch.tsx";

let phone: TestPhone;

beforeAll(async () => {
  phone = await TestPhone.start();
});

afterAll(() => phone[Symbol.dispose]());

const long = "A title that goes on and on, as titles do that come from elsewhere ".repeat(6);

test("a row is pressed anywhere, including its text and side content", () => {
  const onPress = vi.fn<() => void>();
  phone.show(
    <ListRow
      id="row"
      title="Moss"
      subtitle="grows slowly"
      icon={mdiFlower}
      trailing={<Text text={TYPE.body}>12</Text>}
      onPress={onPress}
    />,
  );
  const { left, right, top, bottom } = phone.control("row").bounds;
  for (const x of [left + 2, left + 30, (left + right) / 2, right - 2]) phone.tapAt(x, (top + bottom) / 2);
  phone.tap("grows slowly");
  expect(onPress).toHaveBeenCalledTimes(5);
});

test("a row without an action is not a control", () => {
  phone.show(<ListRow id="row" title="Moss" subtitle="grows slowly" />);
  expect(phone.control("row")).toMatchObject({ clickable: false, focusable: false, enabled: true });
});

test("a long press runs only the row's second action", () => {
  const [onPress, onLongPress] = [vi.fn<() => void>(), vi.fn<() => void>()];
  phone.show(<ListRow id="row" title="Moss" onPress={onPress} onLongPress={onLongPress} />);
  expect(phone.control("row").longClickable).toBe(true);
  phone.hold("Moss");
  expect([onPress.mock.calls.length, onLongPress.mock.calls.length]).toEqual([0, 1]);
});

test("a disabled row ignores touches", () => {
  const [onPress, onLongPress] = [vi.fn<() => void>(), vi.fn<() => void>()];
  phone.show(<ListRow id="row" title="Moss" disabled onPress={onPress} onLongPress={onLongPress} />);
  expect(phone.control("row")).toMatchObject({ enabled: false, clickable: false, longClickable: false });
  phone.tapControl("row");
  phone.hold("Moss");
  expect([onPress, onLongPress].some((each) => each.mock.calls.length > 0)).toBe(false);
});

test.each([
  ["an empty subtitle", { subtitle: "" }, 64],
  ["no subtitle", {}, 64],
])("a row with %s is at least %j dp high", (_name, more, height) => {
  phone.show(<ListRow id="row" title="Moss" {...more} />);
  const { top, bottom } = phone.control("row").bounds;
  expect(bottom - top).toBe(height);
});

test("limits the lines of long titles and subtitles, beside trailing content", () => {
  const row = (lines: number): ReactElement => (
    <ListRow
      id="row"
      title={long}
      subtitle={long}
      subtitleLines={lines}
      trailing={<Text text={TYPE.body}>{"12\u00a0kB"}</Text>}
    />
  );
  const titleHeight = (): number => {
    const { top, bottom } = phone.ui.nodes().find((node) => node.kind === "text" && node.text === long)?.bounds ?? {
      top: 0,
      bottom: 0,
    };
    return bottom - top;
  };
  phone.show(row(1));
  const one = phone.control("row").bounds;
  phone.show(row(4));
  const four = phone.control("row").bounds;
  expect(four.bottom - four.top - (one.bottom - one.top)).toBe(3 * TYPE.body.lineHeight);
  expect(titleHeight()).toBe(2 * TYPE.bodyLarge.lineHeight);
  expect(phone.find("12\u00a0kB").bounds.right).toBeLessThanOrEqual(360 - 18);
});

test("rows of a group have a hairline between them", () => {
  phone.show(
    <ListGroup>
      <ListRow id="first" title="One" />
      <ListRow id="second" title="Two" />
    </ListGroup>,
  );
  expect(phone.control("second").bounds.top - phone.control("first").bounds.bottom).toBe(2);
});

/** A switch with a parent component that stores its state. */
function Kept({ row }: { row: boolean }): ReactElement {
  const [on, setOn] = useState(false);
  return row ? (
    <SwitchRow id="it" title="Light" checked={on} onChange={setOn} />
  ) : (
    <View style={{ direction: "row" }}>
      <Switch id="it" label="Light" checked={on} onChange={setOn} />
    </View>
  );
}

test.each([
  ["switch", false],
  ["switch row", true],
])("a %s is reported as one, and switches by touch and key", (_name, row) => {
  phone.show(<Kept row={row} />);
  const state = (): boolean => phone.control("it").checked;
  expect(phone.control("it")).toMatchObject({ checkable: true, checked: false, description: "Light" });
  phone.tapControl("it");
  expect(state()).toBe(true);
  phone.tapControl("it");
  expect(state()).toBe(false);
  phone.press(KEY_CODES.tab);
  phone.press(KEY_CODES.dpadCenter);
  expect(state()).toBe(true);
});

test("a switch keeps its state if its parent ignores changes", () => {
  const onChange = vi.fn<(on: boolean) => void>();
  phone.show(<SwitchRow id="it" title="Light" checked={false} onChange={onChange} />);
  phone.tapControl("it");
  phone.tapControl("it");
  expect(onChange.mock.calls).toEqual([[true], [true]]);
  expect(phone.control("it").checked).toBe(false);
});

test("a disabled switch still reports its state", () => {
  const onChange = vi.fn<(on: boolean) => void>();
  phone.show(
    <>
      <Switch id="alone" label="Light" checked disabled onChange={onChange} />
      <SwitchRow id="row" title="Heat" checked disabled onChange={onChange} />
    </>,
  );
  for (const id of ["alone", "row"]) {
    expect(phone.control(id)).toMatchObject({ enabled: false, checkable: true, checked: true, clickable: false });
    phone.tapControl(id);
  }
  expect(onChange).not.toHaveBeenCalled();
});

test("radio rows report the selected one and change it", () => {
  const Choice = (): ReactElement => {
    const [chosen, setChosen] = useState("fern");
    return (
      <>
        {["fern", "moss"].map((each) => (
          <RadioRow key={each} id={each} title={each} checked={chosen === each} onSelect={() => setChosen(each)} />
        ))}
      </>
    );
  };
  phone.show(<Choice />);
  expect(phone.control("fern")).toMatchObject({ className: "android.widget.RadioButton", checked: true });
  phone.tapControl("moss");
  expect([phone.control("fern").checked, phone.control("moss").checked]).toEqual([false, true]);
});

test("a section's title may be wider than the screen", () => {
  phone.show(<SectionTitle>{long}</SectionTitle>);
  const { left, right } = phone.find(long).bounds;
  expect(left >= 0 && right <= 360).toBe(true);
});

interface Slid {
  value?: number;
  min?: number;
  max?: number;
  step?: number;
  disabled?: boolean;
  valueText?: string;
}

function showSlider({ value: first = 0, min = 0, max = 100, step = 1, ...more }: Slid) {
  const [onChange, onRelease] = [vi.fn<(value: number) => void>(), vi.fn<(value: number) => void>()];
  const Owner = (): ReactElement => {
    const [value, setValue] = useState(first);
    const change = (next: number): void => {
      onChange(next);
      setValue(next);
    };
    return (
      <View style={{ padding: 30 }}>
        <Slider
          id="it"
          label="Moisture"
          {...{ value, min, max, step }}
          {...more}
          onChange={change}
          onRelease={onRelease}
        />
      </View>
    );
  };
  phone.show(<Owner />);
  return { onChange, onRelease };
}

/** Returns the point of the slider at a share of its width. */
function on(part: number): [xPx: number, yPx: number] {
  const { left, right, top, bottom } = phone.control("it").bounds;
  return [left + (right - left) * part, (top + bottom) / 2];
}

test.each([
  [{ min: 0, max: 100, step: 1 }, 0.5, 50],
  [{ min: 0, max: 100, step: 1, value: 50 }, 0, 0],
  [{ min: 0, max: 1, step: 0.05 }, 0.7, 0.7],
  [{ min: -50, max: 50, step: 10 }, 0.42, -10],
  [{ min: 1, max: 4, step: 2 }, 0.999, 3],
  [{ min: 0.7, max: 2, step: 0.1 }, 0.5, 1.4],
])("a tap on slider %j at share %s sets %s", (range, part, value) => {
  const { onChange, onRelease } = showSlider(range);
  phone.tapAt(...on(part));
  expect(onChange.mock.calls).toEqual([[value]]);
  expect(onRelease.mock.lastCall).toEqual([value]);
});

test("a drag sets every step of a slider, up to its ends", () => {
  const { onChange, onRelease } = showSlider({ step: 25 });
  phone.drag(...on(0.1), 360, on(0)[1]);
  expect(onChange.mock.calls.flat()).toEqual([25, 50, 75, 100]);
  expect(onRelease.mock.calls).toEqual([[100]]);
});

test("a vertical swipe over a slider does not change it", () => {
  const { onChange } = showSlider({ value: 40 });
  const [x, y] = on(0.9);
  phone.drag(x, y, x, y + 200);
  expect(onChange).not.toHaveBeenCalled();
});

test("a disabled slider keeps its value, and reports its text", () => {
  const { onChange } = showSlider({ value: 40, disabled: true, valueText: "40%" });
  phone.tapAt(...on(0.9));
  phone.drag(...on(0.1), ...on(0.9));
  expect(onChange).not.toHaveBeenCalled();
  expect(phone.control("it")).toMatchObject({
    className: "android.widget.SeekBar",
    description: "Moisture, 40%",
    enabled: false,
  });
});

test.each([-20, 500, Number.NaN])("a slider handles the value %s outside its range", (value) => {
  showSlider({ value });
  expect(phone.hasControl("it")).toBe(true);
  expect(phone.logged).toEqual([]);
});
