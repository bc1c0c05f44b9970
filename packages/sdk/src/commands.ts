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

/** Options of a command whose output is read while it runs. */
export interface StreamOptions extends Pick<CallOptions, "signal"> {
  /** Input of any length, sent as fast as the device takes it, behind the `stdin` of the command. Default: empty. */
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
  // As this server is reached from here, whatever it calls itself.
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

/** Commands whose output is read while they run. Leaving the loop ends the command. */
export const commandStreams = (http: HttpClient, boxId: string) => ({
  /** Runs a command: yields its output as it comes, and then its end. Rejects with the error of `stdin`, if it fails. */
  stream: (input: BodyInputOf<typeof executeBoxCommands>, options: StreamOptions = {}) =>
    stream(http, boxId, "command", input, options),

  /** Runs a script in the same way. */
  streamCode: (input: BodyInputOf<typeof runBoxCode>, options: StreamOptions = {}) =>
    stream(http, boxId, "runCode", input, options),
});
