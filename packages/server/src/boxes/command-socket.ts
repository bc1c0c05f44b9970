import { isDeepStrictEqual } from "node:util";
import {
  type CommandMessage,
  type CommandOutput,
  type CommandSocketEvent,
  END_OF_STDIN,
  NOT_RUN_EXIT_CODE,
} from "@terrarium/contract/box-commands";
import { COMMAND_LIMITS } from "@terrarium/contract/limits";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { OutputText } from "@terrarium/device-control/commands/output-text";
import type { CommandEnd, CommandUse } from "@terrarium/device-control/commands/service";
import { StreamedStdin } from "@terrarium/device-control/commands/streamed-stdin";
import type { OutputName } from "@terrarium/device-control/device/device-session";
import { AppError } from "@terrarium/platform/base/app-error";
import type { RawData, WebSocket } from "ws";
import { closeSocket, type LiveConnection } from "../sockets/live-socket.ts";

const NORMAL_CLOSURE = 1000;
/** Largest final message of a client. */
const END_BYTES_MAX = 64;

interface CommandSocket {
  /** Parses the first message. Throws AppError. */
  read: (text: string) => CommandMessage;
  run: (message: CommandMessage, use: CommandUse) => Promise<CommandEnd>;
  /** Called on failures of the server itself. */
  onFailure: (error: unknown) => void;
}

/** Runs the one command of a socket. Ends it on the device when the socket closes. */
export function openCommandSocket(socket: WebSocket, { read, run, onFailure }: CommandSocket): LiveConnection {
  const closed = new AbortController();
  let isStarted = false;
  let stdin: StreamedStdin | undefined;
  socket.on("message", (data: RawData, isBinary: boolean) => {
    const bytes = data as Buffer;
    if (isStarted) return takeStdin(bytes, isBinary);
    isStarted = true;
    void answer(bytes.toString());
  });

  /** Resolves when the peer has received it, so that a slow peer slows the device, or when the peer is gone. */
  const send = (event: CommandSocketEvent) =>
    new Promise<void>((resolve) => socket.send(JSON.stringify(event), () => resolve()));

  function takeStdin(bytes: Buffer, isBinary: boolean): void {
    const refusal = refusalOf(stdin, bytes, isBinary);
    if (refusal !== undefined) closeSocket(socket, CLOSE_CODES.badRequest, refusal);
  }

  async function answer(text: string): Promise<void> {
    const outputs = { stdout: new OutputText(), stderr: new OutputText() };
    const tell = async (event: OutputName, piece: CommandOutput | undefined) => {
      if (piece) await send({ event, ...piece });
    };
    try {
      const message = read(text);
      if (message.stdin === "stream") stdin = new StreamedStdin((takenBytes) => send({ event: "stdin", takenBytes }));
      const end = await run(message, {
        signal: closed.signal,
        moreStdin: stdin,
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

  return {
    close: () => {
      closed.abort(new Error("the socket of the command closed"));
      stdin?.end();
    },
  };
}

/** Appends a message after the first one to the input. Returns the reason if it is rejected. */
function refusalOf(stdin: StreamedStdin | undefined, bytes: Buffer, isBinary: boolean): string | undefined {
  if (!stdin) return 'A socket runs one command, and takes input only with `stdin: "stream"` beside it';
  if (isBinary) {
    const { stdinWindowBytes } = COMMAND_LIMITS;
    return stdin.add(bytes) ? undefined : `The input has ended, or more than ${stdinWindowBytes} bytes of it wait`;
  }
  if (bytes.length > END_BYTES_MAX || !isEnd(bytes.toString())) return "A text message must end the input";
  return stdin.end() ? undefined : "The input has ended already";
}

function isEnd(text: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), END_OF_STDIN);
  } catch {
    return false;
  }
}
