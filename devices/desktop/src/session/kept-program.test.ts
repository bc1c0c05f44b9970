import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@terrarium/adb/testing/free-port";
import { expect, onTestFinished, test, vi } from "vitest";
import { KeptProgram } from "./kept-program.ts";

const waiting = { timeout: 60_000, interval: 20 };

test("stop() releases a socket even if the program refuses to end", async () => {
  const port = await freePort();
  const listen = `process.on("SIGTERM", () => undefined); require("node:net").createServer().listen(${port}, "127.0.0.1")`;
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
  await program.stop(0);
  const next = createServer().listen(port, "127.0.0.1");
  await once(next, "listening");
  expect(next.listening).toBe(true);
  next.close();
});

/** Starts a program with a child process, which creates the file `stored` some time after a request to end. */
async function leading(onTerm: string, close?: () => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), "kept-program-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const storing = `process.on("message", () => setTimeout(() => require("node:fs").writeFileSync("stored", ""), 300)); process.on("disconnect", () => undefined)`;
  const code = `
    const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(storing)}], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    process.on("SIGTERM", () => { ${onTerm} });
    child.on("spawn", () => require("node:fs").writeFileSync("ready", ""));`;
  const program = new KeptProgram([process.execPath, "-e", code], {
    environment: () => ({}),
    folder,
    log: () => undefined,
    ...(close && { close }),
  });
  await vi.waitFor(async () => expect(await readdir(folder)).toContain("ready"), waiting);
  return { program, folder };
}

test.each([
  ["before it ends", `child.on("exit", () => process.exit()); child.send("store", () => child.disconnect())`],
  ["after it has ended", `child.send("store", () => process.exit())`],
])("stop() gives processes time to store data %s", async (_when, onTerm) => {
  const { program, folder } = await leading(onTerm);
  await program.stop(60_000);
  expect(await readdir(folder)).toContain("stored");
});

test.each([
  ["ignores", () => new Promise<void>(() => {})],
  ["rejects", () => Promise.reject(new Error("nobody listens"))],
])("a program that %s close() gets SIGTERM and time", async (_what, close) => {
  const { program, folder } = await leading(`child.send("store", () => process.exit())`, close);
  await program.stop(60_000);
  expect(await readdir(folder)).toContain("stored");
});

test("stop() works for a program that is not installed", async () => {
  const program = new KeptProgram(["/no/such/program"], {
    environment: () => ({}),
    folder: tmpdir(),
    log: () => undefined,
  });
  await expect(program.stop(0)).resolves.toBeUndefined();
});
