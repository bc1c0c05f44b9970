import { expect, test } from "vitest";
import { messagesOf } from "./socket-messages.ts";
import { ConnectionError } from "./terrarium-error.ts";

/** A socket of a platform that cannot be told to wait. */
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

test("a socket whose messages are read more slowly than they come is closed, and no more of them is kept", async () => {
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

test("a hundred thousand messages that wait are read about as fast as they come", async () => {
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
  // There is room for as many again.
  sent.forEach((text) => socket.say(text));
  expect(socket.isClosed).toBe(false);
});
