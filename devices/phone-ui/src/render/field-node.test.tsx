import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Field, View } from "./elements.ts";
import {
  beginsSentence,
  caretRect,
  deleteCharacter,
  deleteWord,
  extendByWords,
  indexAt,
  insertText,
  moveCaret,
  select,
  selectAll,
  selectedText,
  selectionRects,
  selectWord,
  stepHistory,
  type CaretDirection,
} from "./field-node.ts";
import type { UiNode } from "./node.ts";
import { Stage } from "./stage.ts";

const text = { size: 16, lineHeight: 20, weight: 400, color: "#ffffff" } as const;

let stage: Stage;
let value: string;

beforeEach(() => {
  stage = new Stage({ widthPx: 200, heightPx: 400, densityDpi: 160, onError: (error) => expect.fail(String(error)) });
});

afterEach(() => stage.dispose());

/** Shows a field with this text and the caret at `at`; its parent component stores every change. */
function field(first: string, at = first.length, more: { multiline?: boolean; password?: boolean } = {}): UiNode {
  value = first;
  const show = (): void => {
    stage.render(
      <View style={{ grow: 1 }}>
        <Field
          text={text}
          value={value}
          onChange={(next) => {
            value = next;
            show();
          }}
          {...more}
        />
      </View>,
    );
    stage.layoutNow();
  };
  show();
  const node = [...stage.root.descendants()].find(({ kind }) => kind === "ui-field");
  if (!node) throw new Error("there is no field");
  node.caret = at;
  return node;
}

const several = { multiline: true };
const FAMILY = "👩‍👩‍👧‍👦";

describe("the caret", () => {
  test.each<readonly [string, number, CaretDirection, number]>([
    ["abc", 1, "left", 0],
    ["abc", 0, "left", 0],
    ["abc", 3, "right", 3],
    [`a${FAMILY}b`, 1, "right", 1 + FAMILY.length],
    [`a${FAMILY}b`, 1 + FAMILY.length, "left", 1],
    ["e\u0301x", 0, "right", 2],
    ["one, two  three", 15, "wordLeft", 10],
    ["one, two  three", 10, "wordLeft", 5],
    ["one, two  three", 0, "wordLeft", 0],
    ["one, two  three", 0, "wordRight", 3],
    ["one, two  three", 3, "wordRight", 8],
    ["one, two  three", 15, "wordRight", 15],
    ["日本語の文章", 0, "wordRight", 3],
    ["abc", 1, "start", 0],
    ["abc", 1, "finish", 3],
    ["", 0, "up", 0],
    ["", 0, "wordLeft", 0],
  ])("in %j at %d moves %s to %d", (first, at, direction, to) => {
    const node = field(first, at);
    moveCaret(node, direction);
    expect(node.caret).toBe(to);
  });

  test.each<readonly [number, CaretDirection, number]>([
    [9, "home", 6],
    [9, "end", 11],
    [0, "up", 0],
    [13, "down", 14],
    [14, "home", 12],
    [6, "up", 0],
    [0, "down", 6],
    [8, "start", 0],
    [2, "finish", 14],
  ])("in several lines at %d moves %s to %d", (at, direction, to) => {
    const node = field("first\nthird\nno", at, several);
    moveCaret(node, direction);
    expect(node.caret).toBe(to);
  });

  test("moves to the selection's edge, and extends the selection with Shift", () => {
    const node = field("moss and fern", 0);
    select(node, 5, 8);
    moveCaret(node, "left");
    expect([node.caret, selectedText(node)]).toEqual([5, ""]);
    select(node, 5, 8);
    moveCaret(node, "right");
    expect(node.caret).toBe(8);
    moveCaret(node, "right", true);
    moveCaret(node, "wordRight", true);
    expect(selectedText(node)).toBe(" fern");
    moveCaret(node, "start", true);
    expect(selectedText(node)).toBe("moss and");
  });

  test("stands where the next character starts", () => {
    const node = field("WWii", 0);
    const places = [0, 1, 2, 3, 4].map((at) => ((node.caret = at), caretRect(node).left));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect((places[1] ?? 0) - (places[0] ?? 0)).toBeGreaterThan((places[4] ?? 0) - (places[3] ?? 0));
    expect(places.map((x) => indexAt(node, x, 10))).toEqual([0, 1, 2, 3, 4]);
  });

  test("moves from right to left in right-to-left text", () => {
    const node = field("שלום", 0);
    const places = [0, 2, 4].map((at) => ((node.caret = at), caretRect(node).left));
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(places[0]).toBeGreaterThan(150);
    expect(indexAt(node, 0, 10)).toBe(4);
  });

  test.each([
    [-100, -100, 0],
    [500, 500, 14],
    [500, 5, 5],
    [-5, 25, 6],
    [-5, 45, 12],
  ])("a touch at (%d, %d) outside the text moves to %d", (x, y, at) => {
    expect(indexAt(field("first\nthird\nno", 0, several), x, y)).toBe(at);
  });
});

describe("editing", () => {
  test.each([
    ["ab", 1, "X", "aXb", 2],
    ["", 0, "X", "X", 1],
    ["ab", 2, "1\r\n2\n3", "ab1 2 3", 7],
    ["ab", 0, "", "ab", 0],
  ])("in %j at %d, inserting %j makes %j", (first, at, written, after, caret) => {
    const node = field(first, at);
    insertText(node, written);
    expect([value, node.caret]).toEqual([after, caret]);
  });

  test("replaces the selection in either direction", () => {
    for (const [from, to] of [
      [1, 3],
      [3, 1],
    ] as const) {
      const node = field("abcd", 0);
      select(node, from, to);
      insertText(node, "X");
      expect([value, node.caret, node.anchor]).toEqual(["aXd", 2, undefined]);
    }
  });

  test.each([
    [`a${FAMILY}`, 1 + FAMILY.length, "backward", "a"],
    [`${FAMILY}a`, 0, "forward", "a"],
    ["abc", 0, "backward", "abc"],
    ["abc", 3, "forward", "abc"],
  ] as const)("in %j at %d, deleting a whole character %s", (first, at, direction, after) => {
    deleteCharacter(field(first, at), direction);
    expect(value).toBe(after);
  });

  test.each([
    ["one two", 7, "backward", "one "],
    ["one two", 0, "forward", " two"],
    ["one two", 5, "backward", "one wo"],
    ["", 0, "backward", ""],
  ] as const)("in %j at %d, deleting a word %s", (first, at, direction, after) => {
    deleteWord(field(first, at), direction);
    expect(value).toBe(after);
  });
});

describe("selection", () => {
  test.each([
    ["moss and fern", 0, "moss"],
    ["moss and fern", 6, "and"],
    ["moss and fern", 13, "fern"],
    ["moss, fern", 4, ","],
    ["日本語の文章", 1, "日本語"],
    ["", 0, ""],
  ])("of the word in %j at %d is %j", (first, at, word) => {
    const node = field(first, 0);
    selectWord(node, at);
    expect(selectedText(node)).toBe(word);
  });

  test("extends by words in both directions and always includes the first", () => {
    const node = field("moss and fern", 0);
    const first = { start: 5, end: 8 };
    const extended = (index: number): string => (extendByWords(node, first, index), selectedText(node));
    expect([extended(6), extended(10), extended(2), extended(0), extended(99)]).toEqual([
      "and",
      "and fern",
      "moss and",
      "moss and",
      "and fern",
    ]);
  });

  test("covers every selected line", () => {
    const node = field("first\nthird\nno", 0, several);
    select(node, 2, 13);
    const rects = selectionRects(node);
    expect(rects.map(({ top }) => top)).toEqual([0, 20, 40]);
    expect(rects[1]?.left).toBe(0);
    selectAll(node);
    expect(selectionRects(node)).toHaveLength(3);
    select(node, 3, 3);
    expect(selectionRects(node)).toEqual([]);
  });

  test("covers separate ranges in mixed directions", () => {
    const node = field("ab שלום cd", 0);
    select(node, 1, 5);
    expect(selectionRects(node).length).toBeGreaterThan(1);
  });

  test("measures dots in a password", () => {
    const node = field("iiii", 0, { password: true });
    selectAll(node);
    const [dots] = selectionRects(node);
    const plain = field("iiii", 0);
    selectAll(plain);
    expect(dots?.right).toBeGreaterThan(selectionRects(plain)[0]?.right ?? Infinity);
  });
});

describe("undo and redo", () => {
  test("step through words one at a time", () => {
    const node = field("");
    for (const letter of "ab cd") insertText(node, letter);
    const seen = [value];
    while (stepHistory(node, "undo")) seen.push(value);
    expect(seen.at(-1)).toBe("");
    expect(seen.length).toBeLessThan(5);
    while (stepHistory(node, "redo"));
    expect(value).toBe("ab cd");
  });

  test("do nothing without a change, or after the parent sets another value", () => {
    const node = field("given");
    expect([stepHistory(node, "undo"), stepHistory(node, "redo")]).toEqual([false, false]);
    insertText(node, "!");
    value = "other";
    node.props = { ...node.props, value };
    expect(stepHistory(node, "undo")).toBe(false);
    expect(value).toBe("other");
  });

  test("discard the redo steps after a new change", () => {
    const node = field("");
    insertText(node, "one ");
    insertText(node, "two ");
    stepHistory(node, "undo");
    insertText(node, "three ");
    expect(stepHistory(node, "redo")).toBe(false);
    expect(value).toBe("one three ");
  });

  test("keep a limited number of steps", () => {
    const node = field("");
    for (let step = 0; step < 300; step++) insertText(node, "x ");
    let steps = 0;
    while (stepHistory(node, "undo")) steps++;
    expect(steps).toBe(200);
  });
});

test.each([
  ["", true],
  ["Moss. ", true],
  ["Moss.", false],
  ["Moss! ", true],
  ["Moss?) ", true],
  ["你好。 ", true],
  ["Moss\n", true],
  ["Moss ", false],
  ["e.g. ", true],
])("after %j a sentence begins: %s", (before, begins) => {
  expect(beginsSentence(field(before))).toBe(begins);
});
