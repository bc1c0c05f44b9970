import { shellSocketPath } from "@terrarium/contract/proxy";
import type { HttpClient } from "@terrarium/sdk/http-client";
import type { WebSocket } from "ws";
import { EXIT } from "../exit-codes.ts";
import { tell } from "../output/print.ts";
import { onSocketFailure } from "../settings/socket-failure.ts";

/** Input that waits to be sent beyond this holds the terminal back. */
const WAITING_BYTES_MAX = 262_144;
/** Ctrl-D, which ends what reads from a terminal (EOT). */
const END_OF_INPUT = Buffer.from([4]);
const END_INTERVAL_MS = 500;
const NO_TERMINAL = { rows: 24, columns: 80 };

type Terminal = Pick<NodeJS.Process, "stdin" | "stdout" | "on" | "off">;

/**
 * Connects this terminal with a shell on a device until that ends; answers its exit code. All keys go to the device,
 * Ctrl-C too. Input that is piped in is typed, and its end is Ctrl-D.
 */
export async function runShell(http: HttpClient, boxId: string, terminal: Terminal): Promise<number> {
  const { stdin, stdout } = terminal;
  // Terminals that nobody has told their size, as those of `script` and of some consoles, have none.
  const size = () => ({ rows: stdout.rows || NO_TERMINAL.rows, columns: stdout.columns || NO_TERMINAL.columns });
  const socket = http.openSocket(shellSocketPath(boxId, size())) as unknown as WebSocket;
  socket.binaryType = "nodebuffer";
  const resize = () => socket.send(JSON.stringify({ type: "resize", ...size() }));
  const hangUp = () => socket.terminate();
  let ending: NodeJS.Timeout | undefined;
  try {
    return await new Promise<number>((resolve) => {
      let exitCode: number | undefined;
      socket.on("open", () => {
        if (stdin.isTTY) stdin.setRawMode(true);
        stdout.on("resize", resize);
        for (const signal of ["SIGTERM", "SIGHUP"] as const) terminal.on(signal, hangUp);
        sendInput(stdin, socket);
        // Whatever reads at the end of the input is told of it: first what runs in the shell, then the shell.
        stdin.once("end", () => (ending = setInterval(() => socket.send(END_OF_INPUT), END_INTERVAL_MS)));
      });
      socket.on("message", (data: Buffer, isBinary: boolean) => {
        if (!isBinary) exitCode = exitCodeIn(data.toString());
        else if (!stdout.write(data)) {
          socket.pause();
          stdout.once("drain", () => socket.resume());
        }
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
    // A file has no such method, and does not keep the program from ending.
    if ("unref" in stdin) stdin.unref();
  }
}

function sendInput(stdin: Terminal["stdin"], socket: WebSocket): void {
  stdin.on("data", (chunk: Buffer) => {
    socket.send(chunk, () => {
      if (stdin.isPaused() && socket.bufferedAmount <= WAITING_BYTES_MAX) stdin.resume();
    });
    if (socket.bufferedAmount > WAITING_BYTES_MAX) stdin.pause();
  });
}

/** The one text that the server sends: how the shell ended. */
function exitCodeIn(text: string): number {
  const told = JSON.parse(text) as { exitCode?: unknown };
  return typeof told.exitCode === "number" ? told.exitCode : EXIT.ownFailure;
}
