import { expect, test } from "vitest";
import { messagesOf } from "./socket-messages.ts";
import { ConnectionError } from "./terrarium-error.ts";

/** A socket of a platform without `pause`. */
class FakeSocket extends EventTarget {
  isClosed = false;
  send(): void {}
  close(): void {
    this.isClosed = true;
  }
  say(text: string): void {
    this.dispatchEvent(new MessageEvent("message", { data: text }));
  }
}

test("closes a socket that is read too slowly", async () => {
  const socket = new FakeSocket();
  const messages = messagesOf(socket as unknown as WebSocket, () => undefined, undefined);
  const first = messages.next();
  socket.say("first");
  expect(await first).toEqual({ value: "first", done: false });
  const large = "x".repeat(1_048_576);
  for (let sent = 0; sent <= 64; sent++) socket.say(large);
  expect(socket.isClosed).toBe(true);
  for (let sent = 0; sent < 64; sent++) socket.say("too late");
  const read: string[] = [];
  const reading = async () => {
    for await (const text of messages) read.push(text);
  };
  await expect(reading()).rejects.toThrow(ConnectionError);
  expect(read).toEqual(Array.from({ length: 65 }, () => large));
});

test("reads a hundred thousand queued messages in linear time", async () => {
  const socket = new FakeSocket();
  const messages = messagesOf(socket as unknown as WebSocket, () => undefined, undefined);
  const first = messages.next();
  socket.say("first");
  await first;
  const sent = Array.from({ length: 99_000 }, (_, i) => `message ${i}`);
  sent.forEach((text) => socket.say(text));
  const beganMs = performance.now();
  const read: unknown[] = [];
  while (read.length < sent.length) read.push((await messages.next()).value);
  expect(performance.now() - beganMs).toBeLessThan(3_000);
  expect(read).toEqual(sent);
  // There is room for the same number again.
  sent.forEach((text) => socket.say(text));
  expect(socket.isClosed).toBe(false);
});
