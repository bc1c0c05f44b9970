import { expect, test } from "vitest";
import { TabOrder } from "./tab-order.ts";

const tabs = (ids: string) => ids.split("").map((id) => ({ id }));
const idsOf = (sorted: { id: string }[]) => sorted.map(({ id }) => id).join("");

test("keeps tabs in place when another one comes to the front", () => {
  const order = new TabOrder();
  expect(idsOf(order.sorted(tabs("a")))).toBe("a");
  expect(idsOf(order.sorted(tabs("ba")))).toBe("ab");
  expect(idsOf(order.sorted(tabs("dcab")))).toBe("abcd");
  expect(idsOf(order.sorted(tabs("bdca")))).toBe("abcd");
});

test("forgets closed tabs", () => {
  const order = new TabOrder();
  order.sorted(tabs("ba"));
  expect(idsOf(order.sorted(tabs("b")))).toBe("b");
  expect(idsOf(order.sorted(tabs("ab")))).toBe("ba");
});
