import { tmpdir } from "node:os";
import { PassThrough } from "node:stream";
import { DEFAULT_WINDOW_SIZE, type ShellIo } from "@terrarium/adb-device/ports/shell";
import { expect, onTestFinished, test } from "vitest";
import { LinuxShell } from "./linux-shell.ts";

test("ends despite a process that left the session", async () => {
  const environment = async () => ({ PATH: process.env.PATH ?? "", HOME: tmpdir() });
  const shell = new LinuxShell({ home: tmpdir(), environment, note: () => undefined, ownCommands: () => new Set() });
  const client = new AbortController();
  const stdin = new PassThrough();
  const printed = Promise.withResolvers<number>();
  const io: ShellIo = {
    stdin,
    windowSize: DEFAULT_WINDOW_SIZE,
    onWindowSize: () => undefined,
    write: async (stream, bytes) => {
      if (stream === "stdout") printed.resolve(Number(Buffer.from(bytes).toString()));
    },
    exit: () => undefined,
    gone: client.signal,
    endsInputByLeaving: false,
  };
  const served = shell.serve(io, { command: "setsid sh -c 'echo $$; exec sleep 1000' & wait" });
  const pid = await printed.promise;
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  stdin.end();
  client.abort();
  await served;
  // The process left the session and is still running.
  expect(process.kill(pid, 0)).toBe(true);
});
