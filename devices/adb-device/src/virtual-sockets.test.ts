import { expect, test, vi } from "vitest";
import { VirtualSockets } from "./virtual-sockets.ts";

test.each([
  ["tcp:8080", "tcp:8080"],
  ["tcp:localhost:8080", "tcp:8080"],
  ["tcp:127.0.0.1:08080", "tcp:8080"],
  ["tcp:[::1]:8080", "tcp:8080"],
  ["localabstract:a:b", "localabstract:a:b"],
  ["localfilesystem:/dev/x", "localfilesystem:/dev/x"],
  ["localreserved:x", "localreserved:x"],
])("parses %s as the address %s", (text, address) => {
  const sockets = new VirtualSockets();
  expect(sockets.listen(text, () => undefined).address).toBe(address);
  expect(sockets.connect(address)).toBeDefined();
});

test.each(["", "tcp:", "tcp:x", "tcp:65536", "tcp:example.com:80", "tcp:-1", "udp:80", "local", "localabstract:"])(
  "rejects %j",
  (text) => {
    const sockets = new VirtualSockets();
    expect(() => sockets.listen(text, () => undefined)).toThrow(`"${text}" is no address to listen at`);
    expect(sockets.connect(text)).toBeUndefined();
  },
);

test("rejects an address in use, and frees it after stop", () => {
  const sockets = new VirtualSockets();
  const { stop } = sockets.listen("tcp:80", () => undefined);
  expect(() => sockets.listen("tcp:localhost:80", () => undefined)).toThrow('"tcp:80" is already in use');
  stop();
  const second = vi.fn<() => void>();
  sockets.listen("tcp:80", second);
  // A second stop does not affect a later listener.
  stop();
  sockets.connect("tcp:80");
  expect(second).toHaveBeenCalledTimes(1);
});

test("assigns different free ports", () => {
  const sockets = new VirtualSockets();
  const ports = Array.from({ length: 3 }, () => sockets.listen("tcp:0", () => undefined));
  expect(new Set(ports.map(({ address }) => address)).size).toBe(3);
  ports[0]?.stop();
  expect(sockets.listen("tcp:0", () => undefined).address).toBe(ports[0]?.address);
});

test("passes data and end of stream between both ends", async () => {
  const sockets = new VirtualSockets();
  const read = Promise.withResolvers<string>();
  sockets.listen("localabstract:a", (connection) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of connection) parts.push(part as Buffer);
      read.resolve(Buffer.concat(parts).toString());
    })();
  });
  const socket = sockets.connect("localabstract:a");
  socket?.write("one ");
  socket?.end("two");
  expect(await read.promise).toBe("one two");
});
