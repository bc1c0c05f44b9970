import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import * as fc from "fast-check";
import { useState, type ReactElement } from "react";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { View } from "../render/elements.ts";
import { TestPhone } from "../testing/test-phone.tsx";
import { Button } from "./Button.tsx";
import { itemTops, LazyColumn, type LazyItem } from "./LazyColumn.tsx";
import { ListRow } from "./ListRow.tsx";

let phone: TestPhone;

beforeAll(async () => {
  phone = await TestPhone.start();
});

afterAll(() => phone[Symbol.dispose]());

function rows(count: number, height = 64): LazyItem[] {
  return Array.from({ length: count }, (_, index) => ({ key: `row ${index}`, height }));
}

const render = (item: LazyItem): ReactElement => <ListRow id={item.key.replace(" ", "_")} title={item.key} plain />;

test("renders only the rows near the visible part", () => {
  const made = vi.fn<typeof render>(render);
  phone.show(<LazyColumn id="list" items={rows(100_000)} render={made} />);
  expect(phone.has("row 0")).toBe(true);
  expect(made.mock.calls.length).toBeLessThan(60);
  expect(phone.control("list")).toMatchObject({ className: "android.widget.ListView", scrollable: true });
});

test("scrolls to the last row by swipes", () => {
  phone.show(<LazyColumn items={rows(40)} render={render} />);
  for (let swipe = 0; swipe < 8; swipe++) phone.drag(180, 560, 180, 100);
  expect(phone.find("row 39").bounds.bottom).toBeLessThanOrEqual(640);
});

test("places rows by their heights and the padding", () => {
  const items = [10, 200, 30].map((height, index) => ({ key: `${index}`, height }));
  const cell = (item: LazyItem): ReactElement => <ListRow id={`row_${item.key}`} title={item.key} />;
  phone.show(<LazyColumn items={items} render={cell} paddingTop={40} paddingBottom={2000} />);
  expect(["0", "1", "2"].map((key) => phone.control(`row_${key}`).bounds.top - 32)).toEqual([40, 50, 250]);
  phone.drag(180, 600, 180, 100);
  expect(phone.hasControl("row_0")).toBe(false);
});

test("scrolls to the requested offset, even repeatedly to the same one", () => {
  const Jumping = (): ReactElement => {
    const [to, setTo] = useState<{ offset: number }>();
    return (
      <>
        <Button id="jump" label="jump" onPress={() => setTo({ offset: 64 * 5000 })} />
        <LazyColumn items={rows(10_000)} render={render} {...(to ? { scrollTo: to } : {})} />
      </>
    );
  };
  phone.show(<Jumping />);
  for (let time = 0; time < 2; time++) {
    phone.tapControl("jump");
    expect(phone.has("row 5000")).toBe(true);
    expect(phone.has("row 4000")).toBe(false);
    phone.drag(180, 300, 180, 620);
    phone.drag(180, 300, 180, 620);
    expect(phone.has("row 5000")).toBe(false);
  }
});

test("shows the remaining rows after a list at its end shrinks", () => {
  const Shrinking = (): ReactElement => {
    const [count, setCount] = useState(500);
    const [to] = useState({ offset: Infinity });
    return (
      <>
        <Button id="shrink" label="shrink" onPress={() => setCount(3)} />
        <LazyColumn items={rows(count)} render={render} scrollTo={to} />
      </>
    );
  };
  phone.show(<Shrinking />);
  expect(phone.has("row 499")).toBe(true);
  phone.tapControl("shrink");
  expect(["row 0", "row 1", "row 2"].every((name) => phone.has(name))).toBe(true);
});

test("reports the scroll offset in dp", () => {
  const onScroll = vi.fn<(offset: number) => void>();
  phone.show(<LazyColumn items={rows(100)} render={render} onScroll={onScroll} />);
  phone.drag(180, 500, 180, 380);
  expect(onScroll.mock.lastCall?.[0]).toBe(120);
});

test("keys reach every row of the list", () => {
  const item = (each: LazyItem): ReactElement => (
    <ListRow id={each.key.replace(" ", "_")} title={each.key} onPress={() => undefined} />
  );
  phone.show(<LazyColumn items={rows(30)} render={item} />);
  const focused = (): string | undefined => phone.controls().find((each) => each.focused)?.description;
  // At the last visible row the list scrolls before the focus moves.
  for (let press = 0; press < 60 && focused() !== "row 29"; press++) phone.press(KEY_CODES.dpadDown);
  expect(focused()).toBe("row 29");
});

test("handles an empty list", () => {
  phone.show(<LazyColumn id="list" items={[]} render={render} />);
  phone.drag(180, 500, 180, 300);
  expect(phone.control("list").scrollable).toBe(false);
});

test("renders every visible item at any offset", () => {
  const heights = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(heights, fc.nat(40_000), (list, offset) => {
      const items = list.map((height, index) => ({ key: `${index}`, height }));
      const cell = (item: LazyItem): ReactElement => <View id={item.key} style={{ height: item.height }} />;
      phone.show(<LazyColumn items={items} render={cell} scrollTo={{ offset }} />);
      const tops = itemTops(items, 0);
      const scrolled = Math.min(offset, Math.max(0, (tops.at(-1) ?? 0) - 608));
      const shown = items.filter((_, index) => {
        const [top = 0, bottom = 0] = [tops[index], tops[index + 1]];
        return bottom > scrolled + 1 && top + 1 < scrolled + 608;
      });
      const missing = shown.filter(({ key }) => !phone.hasControl(key)).map(({ key }) => key);
      expect(missing).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
