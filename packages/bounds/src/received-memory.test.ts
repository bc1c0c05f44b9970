import { once } from "node:events";
import { createServer, connect } from "node:net";
import { PerformanceObserver, constants, type PerformanceEntry } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { noteReceived } from "./received-memory.ts";

const MEBIBYTE = 1_048_576;
const RECEIVED_BYTES = 512 * MEBIBYTE;

/** Receives bytes over a socket; returns the number of full collections meanwhile. */
async function fullCollectionsOf(note: (bytes: number) => void): Promise<number> {
  let full = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[])
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full += 1;
  });
  observer.observe({ entryTypes: ["gc"] });
  const server = createServer((socket) => {
    const piece = Buffer.alloc(MEBIBYTE);
    const send = (left: number): unknown => (left === 0 ? socket.end() : socket.write(piece, () => send(left - 1)));
    send(RECEIVED_BYTES / MEBIBYTE);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as { port: number }).port, "127.0.0.1");
  socket.on("data", (bytes) => note(bytes.length));
  await once(socket, "close");
  server.close();
  await once(server, "close");
  // The observer is notified in a later turn.
  await turn();
  observer.disconnect();
  return full;
}

test("frees received data without full heap collections", async () => {
  const alone = await fullCollectionsOf(() => undefined);
  expect(alone).toBeGreaterThan(1);
  expect(await fullCollectionsOf(noteReceived)).toBeLessThan(alone / 2);
});
