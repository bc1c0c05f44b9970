import { Command } from "@terrarium/adb/packet";
import { describe, expect, test, vi } from "vitest";
import { notRunning, openDaemon } from "../testing/open-daemon.ts";

describe("the scrcpy server", () => {
  test.each([
    ["app_process / com.genymobile.scrcpy.Server 3.3.4 a=b", ["3.3.4", "a=b"]],
    ["CLASSPATH=/data/local/tmp/s.jar app_process -Dx=y / com.genymobile.scrcpy.Server 3.3.4", ["3.3.4"]],
    [
      "exec app_process64 / com.genymobile.scrcpy.Server 3.3.4 'n=a b' c=\"d e\" f=g\\ h",
      ["3.3.4", "n=a b", "c=d e", "f=g h"],
    ],
    ["app_process / com.genymobile.scrcpy.Server", []],
  ])("is started by %s", async (command, args) => {
    const { does, connect } = await openDaemon();
    let given: readonly string[] | undefined;
    does.startScrcpyServer = (options) => {
      given = options.args;
      options.log("started\n");
      return { exited: Promise.resolve(7), stop: () => undefined };
    };
    const peer = await connect();
    expect(await peer.ask(`shell,v2,raw:${command}`)).toBe("\x01\x08\0\0\0started\n\x03\x01\0\0\0\x07");
    expect(given).toEqual(args);
  });

  test("ends with the client that started it", async () => {
    const { does, connect } = await openDaemon();
    const stop = vi.fn<() => void>();
    does.startScrcpyServer = () => ({ exited: new Promise(() => undefined), stop });
    const peer = await connect();
    const stream = peer.open("shell:app_process / com.genymobile.scrcpy.Server 3.3.4");
    await stream.opened.promise;
    peer.close(stream);
    await expect.poll(() => stop).toHaveBeenCalledTimes(1);
  });

  test("limits unread log output", async () => {
    const { does, connect } = await openDaemon();
    let log: (text: string) => void = () => undefined;
    does.startScrcpyServer = (options) => {
      ({ log } = options);
      return { exited: new Promise(() => undefined), stop: () => undefined };
    };
    const peer = await connect();
    const stream = peer.open("shell:app_process / com.genymobile.scrcpy.Server 3.3.4");
    stream.acknowledges = false;
    await stream.opened.promise;
    for (let line = 0; line < 5000; line++) log(`${line} ${"x".repeat(100)}\n`);
    stream.acknowledges = true;
    peer.send(Command.OKAY, stream.id, stream.remoteId);
    await expect.poll(() => stream.received.length).toBeGreaterThan(60_000);
    expect(stream.received.length).toBeLessThanOrEqual(64 * 1024);
    await expect
      .poll(() => {
        log("heard again\n");
        return stream.received.toString();
      })
      .toContain("heard again");
  });

  test("reports an error while the system is stopped", async () => {
    const { does, connect } = await openDaemon();
    does.screen = notRunning;
    const peer = await connect();
    expect(await peer.ask("shell:app_process / com.genymobile.scrcpy.Server 3.3.4")).toBe(
      "[server] ERROR: the system is not running\n",
    );
  });

  test("waits for a starting system, and skips disconnected clients", async () => {
    const { does, screen, connect } = await openDaemon();
    const begun = Promise.withResolvers<typeof screen>();
    does.screen = () => begun.promise;
    const started: (readonly string[])[] = [];
    does.startScrcpyServer = ({ args }) => {
      started.push(args);
      return { exited: Promise.resolve(0), stop: () => undefined };
    };
    const peer = await connect();
    const mirror = (version: string) => peer.open(`shell,v2,raw:app_process / com.genymobile.scrcpy.Server ${version}`);
    const left = mirror("3.3.3");
    await left.opened.promise;
    peer.close(left);
    // A connection's services start in order.
    await mirror("3.3.4").opened.promise;
    begun.resolve(screen);
    await expect.poll(() => started).toEqual([["3.3.4"]]);
  });
});
