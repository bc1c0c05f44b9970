import { shellSocketPath } from "@terrarium/contract/proxy";
import type { ShellServerMessage } from "@terrarium/contract/proxy-messages";
import { Receipts, SendWindow, SHELL_FLOW } from "@terrarium/contract/shell-flow";
import type { HttpClient } from "@terrarium/sdk/http-client";
import type { WebSocket } from "ws";
import { EXIT } from "../exit-codes.ts";
import { tell } from "../output/print.ts";
import { onSocketFailure } from "../settings/socket-failure.ts";

/** Ctrl-D (EOT) ends programs that read from a terminal. */
const END_OF_INPUT = Buffer.from([4]);
const END_INTERVAL_MS = 500;
const NO_TERMINAL = { rows: 24, columns: 80 };

type Terminal = Pick<NodeJS.Process, "stdin" | "stdout" | "on" | "off">;

/**
 * Connects this terminal to a shell on a device until the shell ends. Returns its exit code. All keys go to the device,
 * including Ctrl-C. Piped input is typed, and its end is sent as Ctrl-D.
 */
export async function runShell(http: HttpClient, boxId: string, terminal: Terminal): Promise<number> {
  const { stdin, stdout } = terminal;
  // Some terminals have no size, such as those of `script` and of some consoles.
  const size = () => ({ rows: stdout.rows || NO_TERMINAL.rows, columns: stdout.columns || NO_TERMINAL.columns });
  const socket = http.openSocket(shellSocketPath(boxId, size())) as unknown as WebSocket;
  socket.binaryType = "nodebuffer";
  const resize = () => socket.send(JSON.stringify({ type: "resize", ...size() }));
  const hangUp = () => socket.terminate();
  const receipts = new Receipts((text) => socket.send(text));
  const input = createInput(stdin, socket);
  let ending: NodeJS.Timeout | undefined;
  try {
    return await new Promise<number>((resolve) => {
      let exitCode: number | undefined;
      socket.on("open", () => {
        if (stdin.isTTY) stdin.setRawMode(true);
        stdout.on("resize", resize);
        for (const signal of ["SIGTERM", "SIGHUP"] as const) terminal.on(signal, hangUp);
        stdin.on("data", (chunk: Buffer) => input.type(chunk));
        // Repeated because each reader of the input must receive it: first the program in the shell, then the shell.
        stdin.once("end", () => (ending = setInterval(() => input.type(END_OF_INPUT), END_INTERVAL_MS)));
      });
      socket.on("message", (data: Buffer, isBinary: boolean) => {
        if (isBinary) return void stdout.write(data, () => receipts.processed(data.length));
        const message = JSON.parse(data.toString()) as ShellServerMessage;
        if (message.type === "exit") exitCode = message.exitCode;
        else input.acknowledged(message.bytes);
      });
      let failure = "the connection was lost";
      onSocketFailure(socket, (why) => (failure = why));
      socket.on("close", (_code: number, reason: Buffer) => {
        if (exitCode === undefined) tell(`error: ${reason.toString() || failure}`);
        resolve(exitCode ?? EXIT.ownFailure);
      });
    });
  } finally {
    clearInterval(ending);
    stdout.off("resize", resize);
    for (const signal of ["SIGTERM", "SIGHUP"] as const) terminal.off(signal, hangUp);
    if (stdin.isTTY) stdin.setRawMode(false);
    stdin.removeAllListeners("data").pause();
    // A file has no such method, and does not keep the program running.
    if ("unref" in stdin) stdin.unref();
  }
}

/** Sends typed input, and pauses the terminal while a full window is not acknowledged. */
function createInput(stdin: Terminal["stdin"], socket: WebSocket) {
  const window = new SendWindow();
  return {
    type(bytes: Buffer): void {
      for (let start = 0; start < bytes.length; start += SHELL_FLOW.message.maxBytes) {
        const piece = bytes.subarray(start, start + SHELL_FLOW.message.maxBytes);
        socket.send(piece);
        window.sent(piece.length);
      }
      if (window.isFull) stdin.pause();
    },
    acknowledged(bytes: number): void {
      window.acknowledged(bytes);
      if (stdin.isPaused() && !window.isFull) stdin.resume();
    },
  };
}
