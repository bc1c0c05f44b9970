import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { Receipts, SHELL_FLOW } from "@terrarium/contract/shell-flow";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { WebSocketServer } from "ws";
import { EXIT } from "../exit-codes.ts";
import { connectTo } from "../settings/connect.ts";
import { runShell } from "./run-shell.ts";

const REFUSAL = JSON.stringify({ code: "sandbox_not_found", message: "No such box" });

let folder = "";
let server: WebSocketServer;
/** Address of the request, and the input received there. */
let asked: URL;
let typed = "";

beforeEach(async () => {
  typed = "";
  folder = mkdtempSync(path.join(tmpdir(), "terrarium-shell-"));
  server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (socket, request) => {
    asked = new URL(request.url ?? "", "http://server");
    socket.on("message", (data) => {
      typed += String(data);
      if (!typed.includes("\u0004")) return;
      socket.send(JSON.stringify({ type: "exit", exitCode: 7 }));
      socket.close();
    });
  });
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

test("sends a file completely, even without a terminal size", async () => {
  const file = path.join(folder, "lines.sh");
  writeFileSync(file, "echo here\n");
  const { http } = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "key");
  const stdout = Object.assign(new PassThrough(), { isTTY: true, rows: 0, columns: 0 });
  const terminal = { stdin: createReadStream(file), stdout, on: () => terminal, off: () => terminal };
  expect(await runShell(http, "sbx_1", terminal as unknown as NodeJS.Process)).toBe(7);
  expect(typed).toBe("echo here\n\u0004");
  expect([asked.searchParams.get("rows"), asked.searchParams.get("columns")]).toEqual(["24", "80"]);
});

test("acknowledges written output and sends input as it is acknowledged", async () => {
  const acknowledged: number[] = [];
  let inputBytes = 0;
  server.removeAllListeners("connection");
  server.on("connection", (socket) => {
    socket.send(Buffer.alloc(SHELL_FLOW.windowBytes));
    const receipts = new Receipts((text) => socket.send(text));
    socket.on("message", (data: Buffer, isBinary) => {
      if (!isBinary) return acknowledged.push((JSON.parse(data.toString()) as { bytes: number }).bytes);
      inputBytes += data.length;
      expect(data.length).toBeLessThanOrEqual(SHELL_FLOW.message.maxBytes);
      receipts.processed(data.length);
      if (!data.includes(4)) return;
      socket.send(JSON.stringify({ type: "exit", exitCode: 3 }));
      socket.close();
    });
  });
  const { http } = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "key");
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  stdout.resume();
  const terminal = { stdin, stdout, on: () => terminal, off: () => terminal };
  stdin.write(Buffer.alloc(3 * SHELL_FLOW.windowBytes, "x"));
  stdin.end("\n");
  expect(await runShell(http, "sbx_1", terminal as unknown as NodeJS.Process)).toBe(3);
  expect(inputBytes).toBe(3 * SHELL_FLOW.windowBytes + 2);
  expect(acknowledged).toEqual([SHELL_FLOW.windowBytes]);
});

test.each([
  ["that does not exist", () => server.on("connection", (socket) => socket.close(CLOSE_CODES.notFound, "No such box"))],
  ["that is rejected", () => (server.options.verifyClient = (_client, answer) => answer(false, 404, REFUSAL))],
])("a shell %s ends with its own exit code and one message", async (_which, refuse) => {
  server.removeAllListeners("connection");
  refuse();
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => told.mockRestore());
  const { http } = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "key");
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), on: () => terminal, off: () => terminal };
  expect(await runShell(http, "sbx_none", terminal as unknown as NodeJS.Process)).toBe(EXIT.ownFailure);
  expect(told.mock.calls).toEqual([["error: No such box\n"]]);
});
