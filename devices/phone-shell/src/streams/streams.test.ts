import { describe, expect, it } from "vitest";
import {
  blocksOf,
  BrokenPipeError,
  CollectingSink,
  emptySource,
  linesWithEnds,
  PulledSource,
  readAll,
  sourceOf,
  type ByteSource,
} from "./byte-stream.ts";
import { Descriptor, DescriptorTable } from "./descriptor.ts";
import { Pipe, Waiters } from "./pipe.ts";
import { decodeText, encodeText, TextStreamDecoder } from "./text-bytes.ts";

/** Returns whether a promise is still pending after all due work has run. */
async function isWaiting(promise: Promise<unknown>): Promise<boolean> {
  const waiting = Symbol("waiting");
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise.catch(() => undefined), Promise.resolve(waiting)])) === waiting;
}

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString("latin1");

function pieces(...chunks: string[]): ByteSource {
  const left = chunks.map((chunk) => Buffer.from(chunk, "latin1"));
  return new PulledSource(async () => left.shift());
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("a pipe", () => {
  it("returns bytes in order, limited by the reader, and then its end", async () => {
    const pipe = new Pipe();
    await pipe.write("abc");
    await pipe.write("def");
    await pipe.close();
    expect([text(await pipe.read(2)), text(await pipe.read()), text(await pipe.read()), await pipe.read()]).toEqual([
      "ab",
      "c",
      "def",
      undefined,
    ]);
  });

  it("blocks a reader without data and a writer without room", async () => {
    const pipe = new Pipe(4);
    const reading = pipe.read();
    expect(await isWaiting(reading)).toBe(true);
    await pipe.write("1234");
    expect(text(await reading)).toBe("1234");
    await pipe.write("1234");
    const writing = pipe.write("5");
    expect(await isWaiting(writing)).toBe(true);
    await pipe.read();
    await writing;
    expect(text(await pipe.read())).toBe("5");
  });

  it("fails a writer without a reader and releases a blocked writer", async () => {
    const pipe = new Pipe(1);
    const writing = pipe.write("more than fits");
    expect(await isWaiting(writing)).toBe(true);
    pipe.source.close();
    await writing;
    await expect(pipe.write("x")).rejects.toThrow(BrokenPipeError);
    expect(await pipe.read()).toBeUndefined();
  });

  it("rejects an aborted reader or writer without consuming data", async () => {
    const pipe = new Pipe(1);
    const abort = new AbortController();
    const reading = pipe.read(1, abort.signal);
    abort.abort(new Error("ended"));
    await expect(reading).rejects.toThrow("ended");
    await expect(pipe.write("long", abort.signal)).rejects.toThrow("ended");
    expect(text(await pipe.read())).toBe("long");
  });

  it("reports the number of read bytes and ends at its end", async () => {
    const taken: number[] = [];
    const pipe = new Pipe(Infinity, (bytes) => taken.push(bytes));
    await pipe.write("abcd");
    await pipe.write("");
    await pipe.close();
    await pipe.write("after the end");
    await collect(pipe.source);
    expect(taken).toEqual([4]);
  });
});

describe("waiters", () => {
  it("are woken together once, and ignore a later abort", async () => {
    const waiters = new Waiters();
    const abort = new AbortController();
    const waiting = [waiters.wait(), waiters.wait(abort.signal)];
    waiters.wake();
    await Promise.all(waiting);
    abort.abort();
    await expect(waiters.wait(abort.signal)).rejects.toThrow("aborted");
    expect(await isWaiting(waiters.wait())).toBe(true);
  });
});

describe("a source", () => {
  it("keeps the rest for the next reader", async () => {
    const source = pieces("abcdef", "", "g");
    expect([text(await source.read(4)), text(await source.read(1)), text(await source.read())]).toEqual([
      "abcd",
      "e",
      "f",
    ]);
  });

  it("of existing bytes ends after them, and an empty one at once", async () => {
    expect((await collect(sourceOf("é"))).map(text)).toEqual(["Ã©"]);
    expect(await sourceOf("").read()).toBeUndefined();
    expect(await emptySource().read()).toBeUndefined();
  });

  it("is read whole up to a limit, and fails above it", async () => {
    expect((await readAll(pieces("ab", "cd"), 4)).toString()).toBe("abcd");
    await expect(readAll(pieces("ab", "cde"), 4)).rejects.toThrow("more than 4 bytes");
    const sink = new CollectingSink(2);
    await sink.write("é");
    await expect(sink.write("x")).rejects.toThrow("out of memory");
    expect(sink.text()).toBe("é");
  });

  it.each([
    [["abcdefg"], 3, ["abcdef", "g"]],
    [["a", "b", "c", "d"], 2, ["ab", "cd"]],
    [["ab", "cdefg", "h"], 4, ["abcd", "efgh"]],
    [[], 4, []],
  ])("of %j comes in blocks of %j as %j", async (chunks, size, blocks) => {
    expect((await collect(blocksOf(pieces(...chunks), size))).map(text)).toEqual(blocks);
  });

  it("keeps its blocks when the reader's buffer is reused", async () => {
    const buffer = Buffer.alloc(3);
    const left = ["abc", "def"];
    const source = new PulledSource(async () => {
      const chunk = left.shift();
      if (chunk !== undefined) buffer.write(chunk, "latin1");
      return chunk === undefined ? undefined : buffer;
    });
    const blocks: string[] = [];
    for await (const block of blocksOf(source, 2)) blocks.push(block.toString());
    expect(blocks).toEqual(["ab", "cdef"]);
  });

  it.each([
    [["a\nb\n"], "\n", ["a.", "b."]],
    [["a\nb"], "\n", ["a.", "b"]],
    [["a", "b\n", "\n"], "\n", ["ab.", "."]],
    [["a\0b\nc\0"], "\0", ["a.", "b\nc."]],
    [["\xff\xc3", "\xa9\n"], "\n", ["\xff\xc3\xa9."]],
    [[""], "\n", []],
  ])("of %j has lines that end with %j: %j", async (chunks, end, lines) => {
    const found = await collect(linesWithEnds(pieces(...chunks), end));
    expect(found.map((line) => line.text + (line.ended ? "." : ""))).toEqual(lines);
  });

  it("fails at a line of more than 8 MiB", async () => {
    const endless = new PulledSource(async () => Buffer.alloc(1024 * 1024, "x"));
    await expect(collect(linesWithEnds(endless))).rejects.toThrow("out of memory: a line of more than");
  });
});

describe("a descriptor", () => {
  /** Makes a descriptor that records when its ends are closed. */
  function counted(): { descriptor: Descriptor; closed: string[] } {
    const closed: string[] = [];
    const source = new PulledSource(
      async () => undefined,
      () => closed.push("source"),
    );
    const sink = new CollectingSink();
    sink.close = async () => void closed.push("sink");
    return { descriptor: new Descriptor({ source, sink }), closed };
  }

  it("closes both ends when its last holder releases it", async () => {
    const { descriptor, closed } = counted();
    descriptor.hold();
    await descriptor.release();
    expect(closed).toEqual([]);
    await descriptor.release();
    expect(closed).toEqual(["source", "sink"]);
  });

  it("is held by each table, until another descriptor takes its number", async () => {
    const [first, second] = [counted(), counted()];
    const table = new DescriptorTable();
    await table.set(3, first.descriptor);
    const child = table.clone();
    await table.set(3, second.descriptor);
    expect([first.closed, child.get(3), table.get(3)]).toEqual([[], first.descriptor, second.descriptor]);
    await child.closeAll();
    await table.closeAll();
    expect([first.closed, second.closed]).toEqual([
      ["source", "sink"],
      ["source", "sink"],
    ]);
  });

  it("is closed at once if its process has ended", async () => {
    const { descriptor, closed } = counted();
    const table = new DescriptorTable();
    await table.closeAll();
    expect(table.replace(4, descriptor)).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
    expect([closed, table.numbers()]).toEqual([["source", "sink"], []]);
  });

  it("moves to the program that replaces the shell, and the shell's own are closed", async () => {
    const [mine, its] = [counted(), counted()];
    const [table, other] = [new DescriptorTable(), new DescriptorTable()];
    await table.set(1, mine.descriptor);
    await other.set(10, its.descriptor);
    await other.set(2, its.descriptor.hold());
    await table.become(other);
    await other.closeAll();
    expect([table.numbers(), mine.closed, its.closed]).toEqual([[2, 10], ["source", "sink"], []]);
  });
});

describe("decoded text", () => {
  it.each([
    [[0x61], "a"],
    [[0xc3, 0xa9], "é"],
    [[0xf0, 0x9f, 0x99, 0x82], "🙂"],
    [[0xff], "\udcff"],
    [[0xc3], "\udcc3"],
    [[0xc3, 0x28], "\udcc3("],
    [[0xe2, 0x82], "\udce2\udc82"],
    [[0xed, 0xa0, 0x80], "\udced\udca0\udc80"],
    [[0xc0, 0x80], "\udcc0\udc80"],
    [[0xf5, 0x80, 0x80, 0x80], "\udcf5\udc80\udc80\udc80"],
    [[0x61, 0xff, 0xc3, 0xa9, 0xfe], "a\udcffé\udcfe"],
  ])("%j is %j, and encodes to the same bytes", (bytes, expected) => {
    expect(decodeText(Buffer.from(bytes))).toBe(expected);
    expect([...encodeText(expected)]).toEqual(bytes);
    // The result is the same byte by byte.
    const decoder = new TextStreamDecoder();
    const parts = bytes.map((byte) => decoder.decode(Buffer.of(byte)));
    expect(parts.join("") + decoder.end()).toBe(expected);
  });

  it("encodes to the original bytes, also in pieces of any length", () => {
    const bytes = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 0xff));
    expect(encodeText(decodeText(bytes)).equals(bytes)).toBe(true);
    for (const size of [1, 2, 3, 5, 64]) {
      const decoder = new TextStreamDecoder();
      let decoded = "";
      for (let at = 0; at < bytes.length; at += size) decoded += decoder.decode(bytes.subarray(at, at + size));
      expect(encodeText(decoded + decoder.end()).equals(bytes)).toBe(true);
    }
  });
});
