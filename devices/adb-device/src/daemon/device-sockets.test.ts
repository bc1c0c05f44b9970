import { duplexPair, type Duplex } from "node:stream";
import { describe, expect, test } from "vitest";
import { openDaemon } from "../testing/open-daemon.ts";

describe("slow sockets", () => {
  test("connect or fail later without blocking other services", async () => {
    const { sockets, connect } = await openDaemon();
    const connecting = Promise.withResolvers<Duplex | undefined>();
    sockets.connect = (() => connecting.promise) as never;
    const peer = await connect();
    const waiting = peer.ask("tcp:80");
    expect(await peer.ask("reverse:list-forward")).toBe("0000");
    connecting.resolve(undefined);
    expect(await waiting).toBeUndefined();
  });

  test("are closed when the client has disconnected by then", async () => {
    const { sockets, logged, connect } = await openDaemon();
    const connecting = Promise.withResolvers<Duplex | undefined>();
    sockets.connect = (() => connecting.promise) as never;
    const peer = await connect();
    peer.open("tcp:80");
    await peer.ask("reverse:list-forward");
    peer.socket.destroy();
    await expect.poll(() => logged.join("\n")).toContain("adb client disconnected");
    const [ours, theirs] = duplexPair();
    theirs.resume();
    connecting.resolve(ours);
    await expect.poll(() => theirs.readableEnded).toBe(true);
  });
});

describe("a forward to a socket of the device", () => {
  test("passes both sides' data on completely", async () => {
    const { sockets, connect } = await openDaemon();
    const accepted: Duplex[] = [];
    sockets.listen("localabstract:moss", (connection) => accepted.push(connection));
    const peer = await connect();
    const stream = peer.open("localabstract:moss");
    await stream.opened.promise;
    peer.write(stream, "question");
    const [theirs] = accepted;
    await expect.poll(() => String(theirs?.read())).toBe("question");
    theirs?.end("x".repeat(300_000));
    expect((await stream.text()).length).toBe(300_000);
  });

  test("closes the device's side with the client's", async () => {
    const { sockets, connect } = await openDaemon();
    const accepted: Duplex[] = [];
    sockets.listen("tcp:7000", (connection) => accepted.push(connection.resume()));
    const peer = await connect();
    const stream = peer.open("tcp:7000");
    await stream.opened.promise;
    peer.close(stream);
    await expect.poll(() => accepted[0]?.readableEnded).toBe(true);
  });
});
