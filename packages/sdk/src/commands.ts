import type { CommandEvent, executeBoxCommands, runBoxCode } from "@terrarium/contract/box-commands";
import { getBoxWebSocketUrl } from "@terrarium/contract/box-commands";
import type { BodyInputOf } from "@terrarium/contract/endpoint";
import type { CallOptions } from "./bind.ts";
import type { HttpClient } from "./http-client.ts";
import { messagesOf } from "./socket-messages.ts";

type Giving = Pick<CallOptions, "signal">;
type Kind = "command" | "runCode";

async function* stream(
  http: HttpClient,
  boxId: string,
  kind: Kind,
  input: unknown,
  { signal }: Giving,
): AsyncGenerator<CommandEvent, void, void> {
  const giving = signal === undefined ? {} : { signal };
  const addresses = await http.call(getBoxWebSocketUrl, { params: { boxId }, ...giving });
  // As this server is reached from here, whatever it calls itself.
  const { pathname, search } = new URL(addresses[kind]);
  const socket = http.openSocket(pathname + search);
  for await (const text of messagesOf(socket, JSON.stringify({ [kind]: input }), signal))
    yield JSON.parse(text) as CommandEvent;
}

/** Commands whose output is read while they run. Leaving the loop ends the command. */
export const commandStreams = (http: HttpClient, boxId: string) => ({
  /** Runs a command: what it prints as it prints it, and then its end. */
  stream: (input: BodyInputOf<typeof executeBoxCommands>, options: Giving = {}) =>
    stream(http, boxId, "command", input, options),

  /** The same of a script. */
  streamCode: (input: BodyInputOf<typeof runBoxCode>, options: Giving = {}) =>
    stream(http, boxId, "runCode", input, options),
});
