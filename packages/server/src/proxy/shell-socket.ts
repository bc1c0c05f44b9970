import { finished } from "node:stream/promises";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { ShellExit, ShellResize } from "@terrarium/contract/proxy-messages";
import type { RawData, WebSocket } from "ws";
import type { z } from "zod";
import { parseBoundedJson } from "../base/json-bounds.ts";
import type { SessionEnd, ShellSession } from "../devices/device-session.ts";
import { closeSocket, createIntake, type LiveConnection } from "../sockets/live-socket.ts";

/** More output than this waiting for the browser holds the device's shell back. */
const OUTPUT_WAITING_BYTES_MAX = 262_144;
const IN_FLIGHT_MAX = { messages: 16, bytes: 262_144 };
const NORMAL_CLOSURE = 1000;

/** Connects a socket to a shell on the device. */
export function openShellSocket(
  socket: WebSocket,
  shell: ShellSession,
  end: (end: SessionEnd) => void,
): LiveConnection {
  sendOutput(socket, shell);
  forwardInput(socket, shell);
  void tellEnd(socket, shell, end);
  return shell;
}

function sendOutput(socket: WebSocket, shell: ShellSession): void {
  shell.output.on("data", (chunk: Uint8Array) => {
    socket.send(chunk, () => {
      if (shell.output.isPaused() && socket.bufferedAmount <= OUTPUT_WAITING_BYTES_MAX) shell.output.resume();
    });
    if (socket.bufferedAmount > OUTPUT_WAITING_BYTES_MAX) shell.output.pause();
  });
}

function forwardInput(socket: WebSocket, shell: ShellSession): void {
  const take = createIntake(socket, IN_FLIGHT_MAX);
  const resize = async (text: string): Promise<void> => {
    const size = readResize(text);
    if (!size) return closeSocket(socket, CLOSE_CODES.badRequest, "A text message must be a resize");
    await shell.resize(size.rows, size.columns);
  };
  socket.on("message", (data: RawData, isBinary: boolean) => {
    const bytes = data as Buffer;
    take(bytes.length, async () => {
      // What had come behind one that could not be read is not looked at.
      if (socket.readyState === socket.OPEN) await (isBinary ? shell.write(bytes) : resize(bytes.toString()));
    });
  });
}

async function tellEnd(socket: WebSocket, shell: ShellSession, end: (end: SessionEnd) => void): Promise<void> {
  // The exit is told after the last of the output. Output that breaks off instead is told by `ended`.
  await finished(shell.output).catch(() => undefined);
  const shellEnd = await shell.ended;
  if (shellEnd.cause !== "exit") return end(shellEnd);
  const exit: z.infer<typeof ShellExit> = { type: "exit", exitCode: shellEnd.exitCode };
  socket.send(JSON.stringify(exit), () => closeSocket(socket, NORMAL_CLOSURE, "The shell has ended"));
}

function readResize(text: string): z.infer<typeof ShellResize> | undefined {
  try {
    return ShellResize.safeParse(parseBoundedJson(text)).data;
  } catch {
    return undefined;
  }
}
