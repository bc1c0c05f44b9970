import { expect, test } from "vitest";
import { readEventStream, type StreamEvent } from "./event-stream.ts";

async function parse(...pieces: (string | Uint8Array<ArrayBuffer>)[]): Promise<StreamEvent[]> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(typeof piece === "string" ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
  return await Array.fromAsync(readEventStream(stream));
}

test("blocks become events with their data lines joined", async () => {
  expect(await parse("event: start\ndata: \n\nevent: log\ndata: one\ndata:  two\n\nevent: end\ndata:\n\n")).toEqual([
    { name: "start", data: "" },
    { name: "log", data: "one\n two" },
    { name: "end", data: "" },
  ]);
});

test("parses chunks cut anywhere, even inside a character or a line end", async () => {
  const bytes = new TextEncoder().encode("event: log\r\ndata: größe ✓\r\n\r\nevent: end\r\ndata: x\r\n\r\n");
  const expected = [
    { name: "log", data: "größe ✓" },
    { name: "end", data: "x" },
  ];
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(await parse(bytes.slice(0, cut), bytes.slice(cut))).toEqual(expected);
});

test("skips comments, names unnamed blocks message, and keeps a truncated last block", async () => {
  expect(await parse(": ping\n\ndata: hello\n\n\n\nevent: error\ndata: it broke")).toEqual([
    { name: "message", data: "hello" },
    { name: "error", data: "it broke" },
  ]);
});
