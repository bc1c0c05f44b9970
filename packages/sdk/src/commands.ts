import type {
  CommandEvent,
  CommandSocketEvent,
  executeBoxCommands,
  runBoxCode,
} from "@terrarium/contract/box-commands";
import { getBoxWebSocketUrl } from "@terrarium/contract/box-commands";
import type { BodyInputOf } from "@terrarium/contract/endpoint";
import type { CallOptions } from "./bind.ts";
import type { ByteSource } from "./byte-source.ts";
import type { HttpClient } from "./http-client.ts";
import { messagesOf } from "./socket-messages.ts";
import { StdinSender } from "./stdin-sender.ts";

type Kind = "command" | "runCode";

/** Options of a command with streamed output. */
export interface StreamOptions extends Pick<CallOptions, "signal"> {
  /** Input of any length, sent as fast as the device accepts it, after the `stdin` of the command. Default: empty. */
  stdin?: ByteSource;
}

async function* stream(
  http: HttpClient,
  boxId: string,
  kind: Kind,
  input: unknown,
  { signal, stdin }: StreamOptions,
): AsyncGenerator<CommandEvent, void, void> {
  const addresses = await http.call(getBoxWebSocketUrl, { params: { boxId }, signal });
  // Uses the address at which this client reaches the server, not the server's own name for itself.
  const { pathname, search } = new URL(addresses[kind]);
  const socket = http.openSocket(pathname + search);
  const sender = new StdinSender();
  const ended = new AbortController();
  const giveUp = () => ended.abort(signal?.reason);
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted === true) giveUp();
  const begin = () => {
    socket.send(JSON.stringify({ [kind]: input, ...(stdin ? { stdin: "stream" } : {}) }));
    if (stdin) sender.send(socket, stdin).catch((error: unknown) => ended.abort(error));
  };
  try {
    for await (const text of messagesOf(socket, begin, ended.signal)) {
      const event = JSON.parse(text) as CommandSocketEvent;
      if (event.event === "stdin") sender.credit(event.takenBytes);
      else yield event;
    }
  } finally {
    sender.stop();
    signal?.removeEventListener("abort", giveUp);
  }
}

/** Commands with streamed output. Leaving the loop ends the command. */
export const commandStreams = (http: HttpClient, boxId: string) => ({
  /**
   * Runs a command. Yields its output as it arrives, and then its end. Rejects with the error of `stdin` if that fails.
   */
  stream: (input: BodyInputOf<typeof executeBoxCommands>, options: StreamOptions = {}) =>
    stream(http, boxId, "command", input, options),

  /** Runs a script in the same way. */
  streamCode: (input: BodyInputOf<typeof runBoxCode>, options: StreamOptions = {}) =>
    stream(http, boxId, "runCode", input, options),
});
