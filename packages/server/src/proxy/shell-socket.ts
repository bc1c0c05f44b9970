import { finished } from "node:stream/promises";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { ShellClientMessage, type ShellExit, type TerminalSize } from "@terrarium/contract/proxy-messages";
import { Receipts, SendWindow, SHELL_FLOW } from "@terrarium/contract/shell-flow";
import type { SessionEnd, ShellSession } from "@terrarium/device-control/device/device-session";
import { parseBoundedJson } from "@terrarium/platform/base/json-bounds";
import type { RawData, WebSocket } from "ws";
import type { z } from "zod";
import { closeSocket, createIntake, type LiveConnection } from "../sockets/live-socket.ts";

/** More than a client sends if it waits for acknowledgements. Reading pauses for a client that does not wait. */
const IN_FLIGHT_MAX = {
  messages: (2 * SHELL_FLOW.windowBytes) / SHELL_FLOW.message.minBytes,
  bytes: 2 * SHELL_FLOW.windowBytes,
};
const NORMAL_CLOSURE = 1000;

/** Connects a socket to a shell on the device. */
export function openShellSocket(
  socket: WebSocket,
  shell: ShellSession,
  end: (end: SessionEnd) => void,
): LiveConnection {
  const output = sendOutput(socket, shell);
  receive(socket, shell, output);
  void tellEnd(socket, shell, end);
  return shell;
}

interface PacedOutput {
  /** Processes an acknowledgement of the client. Returns false if it exceeds the data sent. */
  acknowledged(bytes: number): boolean;
}

/** Sends output up to one window; without acknowledgements the device's shell is paused. */
function sendOutput(socket: WebSocket, shell: ShellSession): PacedOutput {
  const window = new SendWindow();
  shell.output.on("data", (chunk: Uint8Array) => {
    socket.send(chunk);
    window.sent(chunk.length);
    if (window.isFull) shell.output.pause();
  });
  return {
    acknowledged(bytes) {
      const isValid = window.acknowledged(bytes);
      if (!window.isFull && shell.output.isPaused()) shell.output.resume();
      return isValid;
    },
  };
}

/** Types input in order. Text messages are processed at once, because acknowledgements must not wait behind input. */
function receive(socket: WebSocket, shell: ShellSession, output: PacedOutput): void {
  const take = createIntake(socket, IN_FLIGHT_MAX);
  const receipts = new Receipts((text) => socket.send(text));
  const resize = latestOnly((size: TerminalSize) => shell.resize(size.rows, size.columns));
  const write = async (bytes: Buffer): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return;
    await shell.write(bytes);
    if (socket.readyState === socket.OPEN) receipts.processed(bytes.length);
  };
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (socket.readyState !== socket.OPEN) return;
    const bytes = data as Buffer;
    if (isBinary) return take(bytes.length, () => write(bytes));
    const message = readMessage(bytes.toString());
    if (message?.type === "resize") resize(message);
    else if (!message || !output.acknowledged(message.bytes))
      closeSocket(socket, CLOSE_CODES.badRequest, "A text message must be a resize or an acknowledgement of output");
  });
}

/** Returns a function that runs one work at a time. Of the values passed meanwhile, it uses the latest. */
function latestOnly<T>(work: (value: T) => Promise<void>): (value: T) => void {
  const next: T[] = [];
  let isWorking = false;
  const workOff = async (): Promise<void> => {
    isWorking = true;
    for (let [value] = next.splice(0); value !== undefined; [value] = next.splice(0)) await work(value);
    isWorking = false;
  };
  return (value) => {
    next.splice(0, 1, value);
    if (!isWorking) void workOff();
  };
}

async function tellEnd(socket: WebSocket, shell: ShellSession, end: (end: SessionEnd) => void): Promise<void> {
  // The exit is sent after the last output. `ended` reports broken output.
  await finished(shell.output).catch(() => undefined);
  const shellEnd = await shell.ended;
  if (shellEnd.cause !== "exit") return end(shellEnd);
  const exit: ShellExit = { type: "exit", exitCode: shellEnd.exitCode };
  socket.send(JSON.stringify(exit), () => closeSocket(socket, NORMAL_CLOSURE, "The shell has ended"));
}

function readMessage(text: string): z.infer<typeof ShellClientMessage> | undefined {
  try {
    return ShellClientMessage.safeParse(parseBoundedJson(text)).data;
  } catch {
    return undefined;
  }
}
