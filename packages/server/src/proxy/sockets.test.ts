import { once } from "node:events";
import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { logSocketPath, PROXY_PROTOCOL, proxyPath, screenSocketPath, shellSocketPath } from "@terrarium/contract/proxy";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  closed,
  DRIVE_TOKEN,
  ENDED,
  EXPIRES_AT_MS,
  LINK_ENDS_AT_MS,
  LINK_TOKEN,
  MINE,
  openProxy,
  OTHER_TOKEN,
  OTHERS,
  TOKEN,
} from "../testing/open-proxy.ts";

type Proxy = Awaited<ReturnType<typeof openProxy>>;

describe("sockets", () => {
  it.each([
    ["no token", screenSocketPath(MINE), undefined, 4401, /^Not authorized: the request has no API key/],
    ["a wrong token", shellSocketPath(MINE), "guess", 4401, /^Not authorized/],
    ["a foreign sandbox", screenSocketPath("sbx_theirs"), TOKEN, 4404, /^No sandbox sbx_theirs in your teams/],
    ["an ended sandbox", shellSocketPath(ENDED), TOKEN, 4410, /it reached its end time$/],
    [
      "another action",
      `${proxyPath(MINE)}?action=root&udid=localhost:5555`,
      TOKEN,
      4400,
      /^Invalid request: action: must be "shell", "log" or "proxy-adb"$/,
    ],
    ["another udid", `${proxyPath(MINE)}?action=shell&udid=emulator-5554`, TOKEN, 4400, /udid/],
    ["another remote", `${proxyPath(MINE)}?action=proxy-adb&remote=tcp:22&udid=localhost:5555`, TOKEN, 4400, /remote/],
    ["no action", proxyPath(MINE), TOKEN, 4400, /action/],
    ["a NUL in the sandbox's id", screenSocketPath("sbx_\0"), TOKEN, 4400, /NUL character/],
  ])("closes with a reason for %s", async (_name, path, token, code, reason) => {
    const { session, connect } = await openProxy();
    expect(await closed(connect(path, { token }))).toEqual({ code, reason: expect.stringMatching(reason) });
    expect(session.openConnections).toBe(0);
  });

  it("closes with a reason when the device does not answer", async () => {
    const { device, connect } = await openProxy();
    device.fails = true;
    expect(await closed(connect(screenSocketPath(MINE)))).toEqual({
      code: 4502,
      reason: expect.stringContaining("no answer"),
    });
  });

  it("rejects pages of other origins", async () => {
    const { connect } = await openProxy();
    const socket = connect(screenSocketPath(MINE), { token: TOKEN, origin: "https://evil.example" });
    const [error] = await once(socket, "error");
    expect(String(error)).toContain("403");
  });

  it("answers an upgrade on other paths normally and closes", async () => {
    const { connect } = await openProxy();
    const socket = connect("/api/v1/nowhere");
    const [error] = await once(socket, "error");
    expect(String(error)).toContain("404");
  });

  it("never answers with the token", async () => {
    const { opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    expect(socket.protocol).toBe(PROXY_PROTOCOL);
    socket.close();
  });

  it.each([
    ["a member", TOKEN, EXPIRES_AT_MS],
    ["a link that ends earlier", LINK_TOKEN, LINK_ENDS_AT_MS],
  ])("tells %s the sandbox's name and end", async (_who, token, endsAtMs) => {
    const { connect } = await openProxy();
    const socket = connect(screenSocketPath(MINE), { token });
    const [first] = await once(socket, "message");
    expect(JSON.parse(String(first))).toEqual({
      type: "sandbox",
      kind: "phone",
      name: "Checkout",
      endsAt: new Date(endsAtMs).toISOString(),
    });
    socket.terminate();
  });

  it("closes the device connection when the browser leaves", async () => {
    const { session, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    socket.terminate();
    await expect.poll(() => session.openConnections).toBe(0);
  });

  it("rejects messages above 1 MiB", async () => {
    const { opened } = await openProxy();
    const socket = await opened(shellSocketPath(MINE));
    socket.send(new Uint8Array(1_048_577));
    expect((await closed(socket)).code).toBe(1009);
  });

  it("limits the sockets of one caller over all sandboxes", async () => {
    const { session, connect } = await openProxy();
    const { perSandbox, perCaller } = DEVICE_LIMITS.sockets;
    const [second = "", third = ""] = OTHERS;
    const full = [MINE, second].flatMap((id) => Array.from({ length: perSandbox }, () => logSocketPath(id)));
    expect(full).toHaveLength(perCaller);
    const sockets = full.map((path) => connect(path));
    await Promise.all(sockets.map((socket) => once(socket, "open")));
    await expect.poll(() => session.openConnections).toBe(perCaller);
    expect(await closed(connect(logSocketPath(third)))).toEqual({
      code: 4429,
      reason: `Limit of ${perCaller} open screens, shells, logs and connections reached; close one and try again`,
    });
    const others = connect(logSocketPath(third), { token: OTHER_TOKEN });
    await once(others, "open");
    await expect.poll(() => session.openConnections).toBe(perCaller + 1);
    sockets[0]?.close();
    await expect.poll(() => session.openConnections).toBe(perCaller);
    const next = connect(logSocketPath(third));
    await once(next, "open");
    await expect.poll(() => session.openConnections).toBe(perCaller + 1);
    for (const socket of [...sockets, others, next]) socket.terminate();
  });

  it("limits sockets per sandbox and caller, until one closes", async () => {
    const { session, connect } = await openProxy();
    const { perSandbox } = DEVICE_LIMITS.sockets;
    const sockets = Array.from({ length: perSandbox }, () => connect(logSocketPath(MINE)));
    await Promise.all(sockets.map((socket) => once(socket, "open")));
    await expect.poll(() => session.openConnections).toBe(perSandbox);
    const refused = connect(logSocketPath(MINE));
    expect(await closed(refused)).toEqual({
      code: 4429,
      reason: `Limit of ${perSandbox} open screens, shells, logs and connections reached; close one and try again`,
    });
    sockets[0]?.close();
    await expect.poll(() => session.openConnections).toBe(perSandbox - 1);
    const next = connect(logSocketPath(MINE));
    await once(next, "open");
    await expect.poll(() => session.openConnections).toBe(perSandbox);
    for (const socket of [...sockets, next]) socket.terminate();
  });

  it("pauses input floods beyond the device's pace", async () => {
    const { session, connect, opened } = await openProxy();
    session.takesInput = new Promise(() => undefined);
    const socket = await opened(shellSocketPath(MINE));
    const half = new Uint8Array(524_288);
    for (let i = 0; i < 64; i += 1) socket.send(half);
    for (let i = 0; i < 64; i += 1) socket.send(JSON.stringify({ type: "resize", rows: 24, columns: 80 + i }));
    await expect.poll(() => session.shellInput).toHaveLength(1);
    // When the second socket's input arrives, the first one's would have arrived too.
    session.takesInput = Promise.resolve();
    const other = connect(shellSocketPath(MINE), { token: TOKEN });
    await once(other, "open");
    other.send(Buffer.from("x"));
    await expect.poll(() => session.shellInput).toContain("x");
    expect(session.shellInput.filter((input) => input !== "x")).toHaveLength(1);
    expect(session.shellSizes).toHaveLength(2);
    socket.terminate();
    other.terminate();
  });

  it("closes with a reason on server shutdown", async () => {
    const { app, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    const ended = closed(socket);
    await app.close();
    expect(await ended).toEqual({ code: 1012, reason: "The server is shutting down; try again" });
  });

  it.each([
    ["signs out", ({ validTokens }: Proxy) => validTokens.clear(), 4401],
    ["loses the sandbox", ({ endedSandboxes }: Proxy) => endedSandboxes.add(MINE), 4410],
  ])("closes within half a minute when the user %s", async (_name, change, code) => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const proxy = await openProxy();
    const socket = await proxy.opened(screenSocketPath(MINE));
    change(proxy);
    const ended = closed(socket);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await ended).code).toBe(code);
  });

  it.each([
    ["right", 0],
    ["ahead", -60_000],
    ["behind", 60_000],
  ])("closes at the token's end with the clock %s", async (_, aheadMs) => {
    // Disables the periodic checks.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { tokenEnds, access, connect } = await openProxy();
    access.aheadMs = aheadMs;
    const endsAt = Date.now() + 2_000;
    tokenEnds.set(DRIVE_TOKEN, endsAt + aheadMs);
    const socket = connect(screenSocketPath(MINE), { token: DRIVE_TOKEN });
    await once(socket, "open");
    expect((await closed(socket)).code).toBe(4401);
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt);
    // One check at the opening, and one at the token's end; a timer may fire a millisecond early.
    expect(access.asked).toBeLessThanOrEqual(4);
  });

  it("closes at once when this server revokes the access", async () => {
    const { validTokens, accessChanges, opened } = await openProxy();
    const socket = await opened(screenSocketPath(MINE));
    const ended = closed(socket);
    accessChanges.announce();
    validTokens.clear();
    accessChanges.announce();
    expect((await ended).code).toBe(4401);
  });

  it("closes at once if access is revoked while connecting", async () => {
    // Disables the periodic checks.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { session, device, validTokens, accessChanges, connect } = await openProxy();
    const { promise, resolve: reach } = Promise.withResolvers<void>();
    device.reached = promise;
    const ended = closed(connect(screenSocketPath(MINE)));
    await expect.poll(() => device.asked).toBe(1);
    validTokens.clear();
    accessChanges.announce();
    reach();
    expect((await ended).code).toBe(4401);
    await expect.poll(() => session.openConnections).toBe(0);
  });
});
