import { once } from "node:events";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { freePort } from "@terrarium/adb/testing/free-port";
import { expect, test, vi } from "vitest";
import { KeptProgram } from "./kept-program.ts";

const waiting = { timeout: 60_000, interval: 20 };

test("one that is stopped has left what it listened at, though it would not hang up", async () => {
  const port = await freePort();
  const listen = `process.on("SIGHUP", () => undefined); require("node:net").createServer().listen(${port}, "127.0.0.1")`;
  const environment = () => ({});
  const program = new KeptProgram([process.execPath, "-e", listen], {
    environment,
    folder: tmpdir(),
    log: () => undefined,
  });
  await vi.waitFor(async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
  }, waiting);
  await program.stop();
  const next = createServer().listen(port, "127.0.0.1");
  await once(next, "listening");
  expect(next.listening).toBe(true);
  next.close();
});

test("one that is not there is stopped too", async () => {
  const program = new KeptProgram(["/no/such/program"], {
    environment: () => ({}),
    folder: tmpdir(),
    log: () => undefined,
  });
  await expect(program.stop()).resolves.toBeUndefined();
});
