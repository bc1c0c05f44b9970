import { describe, expect, it } from "vitest";
import { BrokenPipeError } from "../streams/byte-stream.ts";
import { LineHistory } from "./line-history.ts";
import { Terminal } from "./terminal.ts";

/** Opens a terminal. Returns it with its output and the typed signals. */
function open(): { terminal: Terminal; shown: () => string; signals: string[]; type: (text: string) => void } {
  let shown = "";
  const signals: string[] = [];
  const terminal = new Terminal(
    { rows: 24, columns: 80 },
    async (bytes) => void (shown += Buffer.from(bytes).toString()),
    (signal) => signals.push(signal),
    new LineHistory(),
  );
  return { terminal, shown: () => shown, signals, type: (text) => terminal.type(Buffer.from(text)) };
}

/** Returns a reader's next text, undefined at the end. */
async function next(terminal: Terminal, maxBytes?: number): Promise<string | undefined> {
  const bytes = await terminal.source.read(maxBytes);
  return bytes && Buffer.from(bytes).toString();
}

/** Returns whether a promise is still pending after all due work has run. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol("waiting");
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(waiting)])) === waiting;
}

describe("a line typed at a terminal", () => {
  it.each([
    ["abc\r", "abc\n", "abc\r\n"],
    ["abc\n", "abc\n", "abc\r\n"],
    ["abX\x7fc\r", "abc\n", "abX\b \bc\r\n"],
    ["abX\bc\r", "abc\n", "abX\b \bc\r\n"],
    ["\x7f\x7fa\r", "a\n", "a\r\n"],
    ["junk\x15a\r", "a\n", "junk\b \b\b \b\b \b\b \ba\r\n"],
    ["one two\x17x\r", "one x\n", "one two\b \b\b \b\b \bx\r\n"],
    ["one  \x17x\r", "x\n", "one  \b \b\b \b\b \b\b \b\b \bx\r\n"],
    ["🙂 ab\x17c\r", "🙂 c\n", "🙂 ab\b \b\b \bc\r\n"],
    ["日\x7fa\r", "a\n", "日\b \b\b \ba\r\n"],
    ["a\x01\x7fb\r", "ab\n", "a^A\b \b\b \bb\r\n"],
    ["a\tb\x1b\r", "a\tb\x1b\n", "a\tb^[\r\n"],
  ])("%j is read as %j and shown as %j", async (typed, read, shown) => {
    const opened = open();
    opened.type(typed);
    expect(await next(opened.terminal)).toBe(read);
    expect(opened.shown()).toBe(shown);
  });

  it("can be read only after its end", async () => {
    const { terminal, type } = open();
    const read = next(terminal);
    type("half a ");
    expect(await isWaiting(read)).toBe(true);
    type("line\r");
    expect(await read).toBe("half a line\n");
  });

  it("joins characters from several pieces", async () => {
    const { terminal, shown } = open();
    for (const byte of Buffer.from("é€🙂\r")) terminal.type(Buffer.of(byte));
    expect(await next(terminal)).toBe("é€🙂\n");
    expect(shown()).toBe("é€🙂\r\n");
  });

  it("is read in pieces without loss by a reader that wants fewer bytes", async () => {
    const { terminal, type } = open();
    type("abcdef\rnext\r");
    expect([await next(terminal, 4), await next(terminal, 2), await next(terminal), await next(terminal)]).toEqual([
      "abcd",
      "ef",
      "\n",
      "next\n",
    ]);
  });

  it("has a limited length", async () => {
    const { terminal, type } = open();
    type(`${"x".repeat(100_000)}\r`);
    expect(await next(terminal)).toBe(`${"x".repeat(64 * 1024)}\n`);
  });
});

describe("Ctrl-D", () => {
  it("at the start of a line ends the input once", async () => {
    const { terminal, type } = open();
    type("\x04after\r");
    expect(await next(terminal)).toBeUndefined();
    expect(await next(terminal)).toBe("after\n");
  });

  it("within a line gives the reader the partial line", async () => {
    const { terminal, type } = open();
    type("half\x04");
    expect(await next(terminal)).toBe("half");
  });
});

describe("signal keys", () => {
  it.each([
    ["\x03", "INT", "^C"],
    ["\x1c", "QUIT", "^\\"],
    ["\x1a", "TSTP", "^Z"],
  ])("%j sends %s and discards the typed input", async (key, signal, shown) => {
    const opened = open();
    opened.type(`unread\rhalf${key}new\r`);
    expect(opened.signals).toEqual([signal]);
    expect(opened.shown()).toBe(`unread\r\nhalf${shown}new\r\n`);
    expect(await next(opened.terminal)).toBe("new\n");
  });

  it("are ordinary keys in raw mode, without echo", async () => {
    const { terminal, shown, signals, type } = open();
    terminal.setRaw(true);
    type("\x03");
    type("a\x7f");
    expect([await next(terminal), await next(terminal)]).toEqual(["\x03", "a\x7f"]);
    expect([shown(), signals]).toEqual(["", []]);
    terminal.setRaw(false);
    type("b\r");
    expect(await next(terminal)).toBe("b\n");
  });
});

describe("a line editor", () => {
  const { signal } = new AbortController();

  it("receives all keys, starting with those typed before", async () => {
    const { terminal, type, signals, shown } = open();
    type("a line\rhalf");
    terminal.startEditing();
    type("\x03x");
    expect(await terminal.nextKeys(signal)).toBe("a line\nhalf\x03x");
    expect([shown(), signals]).toEqual(["a line\r\nhalf", []]);
    terminal.stopEditing();
    type("b\r");
    expect(await next(terminal)).toBe("b\n");
  });

  it("gets the keys after a signal key that reactivated it", async () => {
    const terminal: Terminal = new Terminal(
      { rows: 24, columns: 80 },
      async () => undefined,
      () => terminal.startEditing(),
      new LineHistory(),
    );
    terminal.type(Buffer.from("sleep\x1afg\r"));
    expect(await terminal.nextKeys(signal)).toBe("fg\r");
  });

  it("returns keys to the next reader, with an echo at the read", async () => {
    const { terminal, type, shown } = open();
    terminal.startEditing();
    type("cat\rone\rtwo\r\x04");
    expect(await terminal.nextKeys(signal)).toBe("cat\rone\rtwo\r\x04");
    terminal.returnKeys("one\rtwo\r\x04");
    terminal.stopEditing();
    expect([await next(terminal), shown()]).toEqual(["one\n", "one\r\n"]);
    expect([await next(terminal), await next(terminal), shown()]).toEqual(["two\n", undefined, "one\r\ntwo\r\n"]);
  });

  it("leaves a signal key to the next command", async () => {
    const { terminal, type, signals, shown } = open();
    terminal.startEditing();
    type("sleep 9\rlost\r\x03kept\r");
    await terminal.nextKeys(signal);
    terminal.returnKeys("lost\r\x03kept\r");
    terminal.stopEditing();
    await new Promise((resolve) => setImmediate(resolve));
    expect([signals, shown()]).toEqual([["INT"], "lost\r\n^C"]);
    expect(await next(terminal)).toBe("kept\n");
  });

  it("blocks typing that is faster than its reads", async () => {
    const { terminal } = open();
    terminal.startEditing();
    const typed = terminal.typed(Buffer.alloc(70_000, "x"));
    expect(await isWaiting(typed)).toBe(true);
    await terminal.nextKeys(signal);
    await typed;
  });
});

describe("a terminal", () => {
  it("blocks typing while its output is not read", async () => {
    const room = Promise.withResolvers<void>();
    const terminal = new Terminal(
      { rows: 24, columns: 80 },
      () => room.promise,
      () => undefined,
      new LineHistory(),
    );
    const typed = terminal.typed(Buffer.from("x"));
    expect(await isWaiting(typed)).toBe(true);
    room.resolve();
    await typed;
  });

  it("blocks typing far ahead of all readers", async () => {
    const { terminal } = open();
    const typed = terminal.typed(Buffer.from("0123456789\r".repeat(7000)));
    expect(await isWaiting(typed)).toBe(true);
    for (let lines = 0; lines < 2000; lines++) await next(terminal);
    await typed;
  });

  it("ends waiting readers and writers at the end of typing", async () => {
    const { terminal } = open();
    const reading = next(terminal);
    const editing = terminal.nextKeys(new AbortController().signal);
    expect(await isWaiting(editing)).toBe(true);
    terminal.end();
    expect(await reading).toBeUndefined();
    expect(await editing).toBeUndefined();
    expect(terminal.ended).toBe(true);
    expect(await next(terminal)).toBeUndefined();
  });

  it("rejects an aborted reader and keeps the input for the next", async () => {
    const { terminal, type } = open();
    const abort = new AbortController();
    const reading = terminal.source.read(undefined, abort.signal);
    abort.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
    type("kept\r");
    expect(await next(terminal)).toBe("kept\n");
  });

  it("adds a carriage return before each line feed of a program", async () => {
    const { terminal, shown } = open();
    await terminal.sink.write("a\nb\r\n\n");
    await terminal.sink.write(Buffer.from("é\n"));
    expect(shown()).toBe("a\r\nb\r\r\n\r\né\r\n");
  });

  it("reports size changes until the listener is removed", () => {
    const { terminal } = open();
    const sizes: string[] = [];
    const stop = terminal.onResize(() => sizes.push(`${terminal.rows}x${terminal.columns}`));
    terminal.resize(10, 20);
    stop();
    terminal.resize(30, 40);
    expect([sizes, terminal.rows, terminal.columns]).toEqual([["10x20"], 30, 40]);
  });

  it("ignores output to a disconnected client", async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on("unhandledRejection", note);
    const terminal = new Terminal(
      { rows: 24, columns: 80 },
      async () => {
        throw new BrokenPipeError();
      },
      () => undefined,
      new LineHistory(),
    );
    terminal.show("a prompt");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });
});

describe("the line history", () => {
  it("omits empty and repeated lines, and reports every line that is not empty", () => {
    const heard: string[] = [];
    const history = new LineHistory(["old"], (line) => heard.push(line));
    for (const line of ["old", "", "  ", "a", "a", "b", "a"]) history.add(line);
    expect(history.lines).toEqual(["old", "a", "b", "a"]);
    expect(heard).toEqual(["old", "a", "a", "b", "a"]);
  });

  it("has a limit of characters", () => {
    const history = new LineHistory();
    for (let i = 0; i < 100; i++) history.add(`${i}`.padEnd(64 * 1024, "x"));
    expect(history.lines.map((line) => line.slice(0, 2))).toEqual(["96", "97", "98", "99"]);
  });

  it("keeps the last 500", () => {
    const history = new LineHistory(Array.from({ length: 600 }, (_, i) => `old ${i}`));
    expect([history.lines.length, history.lines[0]]).toEqual([500, "old 100"]);
    history.add("new");
    expect([history.lines.length, history.lines[0], history.lines.at(-1)]).toEqual([500, "old 101", "new"]);
  });
});
