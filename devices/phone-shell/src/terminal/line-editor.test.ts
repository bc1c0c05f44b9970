import { columnsOf } from "@terrarium/phone-system/text-width";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineEditor, type EditorEvent } from "./line-editor.ts";
import { LineHistory } from "./line-history.ts";

/** Types keys one after another. Returns the events and the screen of a terminal with this width. */
function type(keys: string[], columns = 80): { events: EditorEvent[]; screen: Screen } {
  const screen = new Screen(columns);
  const history = new LineHistory();
  const editor = new LineEditor(columns, (text) => screen.write(text), history);
  const events: EditorEvent[] = [];
  editor.start("$ ");
  for (const key of keys) {
    for (let left = key; left !== "";) {
      const { event, rest } = editor.feed(left);
      left = rest;
      if (!event) continue;
      events.push(event);
      if (event.kind === "line") history.add(event.text);
      editor.start("$ ");
    }
  }
  return { events, screen };
}

/** A minimal terminal that shows the position of the editor's text. */
class Screen {
  readonly #columns: number;
  rows: string[][] = [[]];
  row = 0;
  column = 0;

  constructor(columns: number) {
    this.#columns = columns;
  }

  write(text: string): void {
    // oxlint-disable-next-line no-control-regex -- terminals use control characters
    for (const [piece, count = "1", command] of text.matchAll(/\x1b\[(\d*)([A-Z])|[^]/gu)) {
      if (command) this.#control(command, Number(count || "1"));
      else this.#put(piece);
    }
  }

  #control(command: string, count: number): void {
    if (command === "A") this.row -= count;
    if (command === "B") this.row += count;
    if (command === "C") this.column += count;
    if (command === "J") {
      this.rows.length = this.row + 1;
      this.rows[this.row]?.splice(this.column);
    }
  }

  #put(piece: string): void {
    if (piece === "\r") this.column = 0;
    else if (piece === "\n") this.row += 1;
    else if (piece === "\b") this.column -= 1;
    else {
      if (this.column === this.#columns) {
        this.column = 0;
        this.row += 1;
      }
      const cells = (this.rows[this.row] ??= []);
      cells[this.column] = piece;
      this.column += 1;
    }
  }

  get text(): string {
    return this.rows
      .map((cells) =>
        Array.from(cells, (cell) => cell ?? " ")
          .join("")
          .trimEnd(),
      )
      .join("\n")
      .trimEnd();
  }
}

const line = (keys: string[]) => type([...keys, "\r"]).events[0];

describe("LineEditor", () => {
  it.each([
    [["abc"], "abc"],
    [["abX", "\x7f", "c"], "abc"],
    [["bc", "\x01", "a"], "abc"],
    [["ac", "\x1b[D", "b"], "abc"],
    [["ab", "\x1b[H", "\x1b[F", "c"], "abc"],
    [["xabc", "\x01", "\x04"], "abc"],
    [["xabc", "\x1b[H", "\x1b[3~"], "abc"],
    [["junk", "\x15", "abc"], "abc"],
    [["abcjunk", ..."junk".split("").map(() => "\x1b[D"), "\x0b"], "abc"],
    [["abc two words", "\x17", "\x17"], "abc "],
    [["naïve 日本 🙂"], "naïve 日本 🙂"],
    [["a\x1b[99~b"], "ab"],
    [["a", "\x1b", "[", "D", "b"], "ba"],
  ])("turns %j into %j", (keys, text) => {
    expect(line(keys)).toEqual({ kind: "line", text });
  });

  it("walks the history and returns to the unfinished line", () => {
    const { events } = type(["one\r", "two\r", "thr", "\x1b[A", "\x1b[A", "\x1b[A", "\x1b[B", "\x1b[B", "ee\r"]);
    expect(events.at(-1)).toEqual({ kind: "line", text: "three" });
    expect(type(["one\r", "two\r", "\x10", "\x10", "\r"]).events.at(-1)).toEqual({ kind: "line", text: "one" });
  });

  it("reports Ctrl-C, and Ctrl-D on an empty line only", () => {
    expect(type(["abc\x03"]).events).toEqual([{ kind: "interrupt" }]);
    expect(type(["\x04"]).events).toEqual([{ kind: "end" }]);
    expect(type(["abc\x04"]).events).toEqual([]);
  });

  it("shows the current line in as many rows as needed", () => {
    const keys = fc.constantFrom(
      "a",
      "b",
      "cde",
      "\x7f",
      "\x1b[D",
      "\x1b[C",
      "\x01",
      "\x05",
      "\x0b",
      "\x15",
      "\x1b[3~",
    );
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 60 }), (typed) => {
        const columns = 10;
        const { screen } = type(typed, columns);
        expect(type([typed.join("")], columns).screen.text).toBe(screen.text);
        const { events } = type([...typed, "\r"], columns);
        const text = events[0]?.kind === "line" ? events[0].text : "";
        const rows = `$ ${text}`.match(/.{1,10}/g) ?? [];
        expect(screen.text).toBe(rows.join("\n").trimEnd());
      }),
      { numRuns: 100 },
    );
  });
});

it("columnsOf counts wide characters twice and combining marks not at all", () => {
  expect(columnsOf("abc")).toBe(3);
  expect(columnsOf("日本")).toBe(4);
  expect(columnsOf("🙂")).toBe(2);
  expect(columnsOf("e\u0301")).toBe(1);
  expect(columnsOf("🏳️‍🌈👩🏽‍🚀🇨🇭")).toBe(6);
  expect(columnsOf("✓→")).toBe(2);
});
