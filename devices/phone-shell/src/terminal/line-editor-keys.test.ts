import { describe, expect, it } from "vitest";
import { LineEditor, type EditorEvent } from "./line-editor.ts";
import { LineHistory } from "./line-history.ts";

/** Types keys in an editor with earlier lines in its history. Returns the events, the unused keys and the output. */
function edit(keys: string[], earlier: string[] = []): { events: EditorEvent[]; rest: string; shown: string } {
  let shown = "";
  let rest = "";
  const events: EditorEvent[] = [];
  const editor = new LineEditor(80, (text) => (shown += text), new LineHistory(earlier));
  editor.start("$ ");
  for (const key of keys) {
    for (let left = key, event: EditorEvent | undefined; left !== "" && !event;) {
      ({ event, rest: left } = editor.feed(left));
      if (event) {
        events.push(event);
        rest += left;
      }
    }
  }
  return { events, rest, shown };
}

const lineOf = (keys: string[], earlier?: string[]): EditorEvent | undefined =>
  edit([...keys, "\r"], earlier).events[0];

describe("the line editor's keys", () => {
  it.each<[name: string, keys: string[], text: string]>([
    ["Ctrl-B and Ctrl-F move back and forward", ["ad", "\x02", "b", "\x06", "e", "\x02", "\x02", "c"], "abcde"],
    ["Alt-B and Alt-F move by words", ["one two three", "\x1bb", "\x1bb", "2", "\x1bf", "!"], "one 2two! three"],
    ["Ctrl-arrows move by words", ["one two", "\x1b[1;5D", "X", "\x01", "\x1b[1;5C", "Y"], "oneY Xtwo"],
    ["words may contain characters of two units", ["🙂 a", "\x1bb", "x", "\x1bb", "\x1bb", "y"], "y🙂 xa"],
    ["Ctrl-W and Ctrl-Y move a word", ["one two", "\x17", "\x01", "\x19", " "], "two one "],
    ["Ctrl-K and Ctrl-Y move the rest of the line", ["abcdef", "\x1b[D", "\x1b[D", "\x0b", "\x01", "\x19"], "efabcd"],
    ["Ctrl-U and Ctrl-Y move the start of the line", ["abcdef", "\x02", "\x15", "\x05", "\x19"], "fabcde"],
    ["Ctrl-Y without deleted text does nothing", ["a", "\x19", "b"], "ab"],
    ["Ctrl-W also deletes the blanks before the cursor", ["one   ", "\x17", "x"], "x"],
    ["Backspace at the beginning does nothing", ["ab", "\x01", "\x7f", "x"], "xab"],
    ["Delete at the end does nothing", ["ab", "\x1b[3~", "c"], "abc"],
    ["Ctrl-D within a line deletes", ["abc", "\x01", "\x04", "\x06", "\x04"], "b"],
    [
      "keys of the keypad's mode",
      ["ac", "\x1bOD", "b", "\x1bOH", "0", "\x1bOF", "d", "\x1bOD", "\x1bOC", "e"],
      "0abcde",
    ],
    [
      "Home and End as some terminals send them",
      ["b", "\x1b[1~", "a", "\x1b[4~", "c", "\x1b[7~", "0", "\x1b[8~", "d"],
      "0abcd",
    ],
    ["unknown sequences and control characters insert nothing", ["a", "\x1b[200~", "\x1bx", "\x00", "\x1c", "b"], "ab"],
    ["Ctrl-L keeps the line", ["ab", "\x0c", "c"], "abc"],
    ["Ctrl-H is Backspace", ["abX", "\x08", "c"], "abc"],
  ])("%s", (_name, keys, text) => {
    expect(lineOf(keys)).toEqual({ kind: "line", text });
  });

  it("join an escape sequence from several pieces and keep the keys after it", () => {
    for (const pieces of [
      ["\x1b", "[D"],
      ["\x1b[", "D"],
      ["\x1b[1", ";5D"],
      ["\x1bO", "D"],
    ])
      expect(lineOf(["ab", ...pieces, "x"])).toEqual({
        kind: "line",
        text: pieces.join("").includes(";5") ? "xab" : "axb",
      });
  });

  it("draw a pasted line once, however many keys change it", () => {
    const { shown } = edit([`${"x".repeat(1000)}${"\x01y\x05z".repeat(100)}`]);
    expect(shown.length).toBeLessThan(3000);
  });

  it("limit the length of a line", () => {
    const event = lineOf(["x".repeat(70_000)]);
    expect(event?.kind === "line" && event.text.length).toBe(64 * 1024);
  });

  it("report a line and all keys typed after it", () => {
    expect(edit(["first\rsecond\r\x03"])).toMatchObject({
      events: [{ kind: "line", text: "first" }],
      rest: "second\r\x03",
    });
    expect(edit(["a\r\nb"])).toMatchObject({ events: [{ kind: "line", text: "a" }], rest: "b" });
  });

  it("report Tab with the line up to the cursor, and whether it is repeated", () => {
    const { events } = edit(["ls /sdc x", "\x02", "\x02", "\t", "\t", "a", "\t"]);
    expect(events).toEqual([
      { kind: "complete", text: "ls /sdc", again: false },
      { kind: "complete", text: "ls /sdc", again: true },
      { kind: "complete", text: "ls /sdca", again: false },
    ]);
  });
});

describe("the line editor's history", () => {
  const earlier = ["ls -l", "echo one", "cat file", "echo two"];

  it.each<[name: string, keys: string[], text: string]>([
    ["moves back and forward", ["\x1b[A", "\x1b[A", "\x1b[A", "\x1b[B"], "cat file"],
    ["ends at its first line", ["\x10", "\x10", "\x10", "\x10", "\x10", "\x10"], "ls -l"],
    ["keeps the unfinished line after its last", ["half", "\x10", "\x0e", "\x0e", " done"], "half done"],
    ["returns editable lines", ["\x10", "\x17", "three"], "echo three"],
    ["is searched with Ctrl-R", ["\x12", "cat"], "cat file"],
    ["finds the previous match with a second Ctrl-R", ["\x12", "echo", "\x12"], "echo one"],
    ["stays at the last match without further ones", ["\x12", "echo", "\x12", "\x12", "\x12"], "echo one"],
    ["is searched again after Backspace", ["\x12", "echo o", "\x7f", "\x7f"], "echo two"],
    ["keeps the match when a longer text is not found", ["\x12", "cat", "zzz"], "cat file"],
    ["ends its search with another key, which has its usual effect", ["\x12", "cat", "\x01", "#"], "#cat file"],
    ["ends its search with Ctrl-G and an empty line", ["junk", "\x12", "cat", "\x07", "x"], "x"],
  ])("%s", (_name, keys, text) => {
    expect(lineOf(keys, earlier)).toEqual({ kind: "line", text });
  });

  it("shows the search text and the found line", () => {
    expect(edit(["\x12", "o", "n"], earlier).shown).toContain("(reverse-i-search)`on': echo one");
  });

  it("ends its search with Ctrl-C as any line", () => {
    expect(edit(["\x12", "cat", "\x03"], earlier).events).toEqual([{ kind: "interrupt" }]);
  });
});
