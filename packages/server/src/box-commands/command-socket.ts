import { type CommandEvent, type CommandOutput, NOT_RUN_EXIT_CODE } from "@terrarium/contract/box-commands";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import type { RawData, WebSocket } from "ws";
import { AppError } from "../base/app-error.ts";
import type { OutputName, StreamedCommand } from "../devices/device-session.ts";
import { closeSocket, type LiveConnection } from "../sockets/live-socket.ts";
import { OutputText } from "./output-text.ts";
import type { CommandEnd } from "./service.ts";

const NORMAL_CLOSURE = 1000;

/** Runs the one command that comes over a socket, which it ends on the device when the socket closes. */
export function openCommandSocket(
  socket: WebSocket,
  run: (message: string, how: StreamedCommand) => Promise<CommandEnd>,
  onFailure: (error: unknown) => void,
): LiveConnection {
  const closed = new AbortController();
  let isStarted = false;
  socket.on("message", (data: RawData) => {
    if (isStarted) return closeSocket(socket, CLOSE_CODES.badRequest, "A socket runs one command");
    isStarted = true;
    void answer((data as Buffer).toString());
  });

  /** Resolves when the peer has taken it, so that a slow one holds the device back, or is gone. */
  const send = (event: CommandEvent) =>
    new Promise<void>((resolve) => socket.send(JSON.stringify(event), () => resolve()));

  async function answer(text: string): Promise<void> {
    const outputs = { stdout: new OutputText(), stderr: new OutputText() };
    const tell = async (event: OutputName, piece: CommandOutput | undefined) => {
      if (piece) await send({ event, ...piece });
    };
    try {
      const end = await run(text, {
        signal: closed.signal,
        onOutput: (name, bytes) => tell(name, outputs[name].add(bytes)),
      });
      for (const name of ["stdout", "stderr"] as const) await tell(name, outputs[name].end());
      await send({ event: "end", ...end });
    } catch (error) {
      if (closed.signal.aborted) return;
      if (!(error instanceof AppError)) onFailure(error);
      const { code, message } = error instanceof AppError ? error : new AppError("internal");
      await send({ event: "stderr", data: `${message}\n` });
      await send({ event: "end", exitCode: NOT_RUN_EXIT_CODE, timedOut: false, code, message });
    }
    closeSocket(socket, NORMAL_CLOSURE, "The command is over");
  }

  return { close: () => closed.abort(new Error("the socket of the command closed")) };
}
