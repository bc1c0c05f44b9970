import { text } from "node:stream/consumers";
import { readRefusal } from "@terrarium/sdk/exchange";
import type { WebSocket } from "ws";

/** Hears why a socket breaks, or why it is not opened: in the server's words, where it says them. */
export function onSocketFailure(socket: WebSocket, hear: (why: string) => void): void {
  let refusal: string | undefined;
  const readWhy = async (status: number | undefined, body: Promise<string>): Promise<void> => {
    refusal = `the server answered with status ${status}`;
    refusal = (await readRefusal(new Response(await body)))?.message ?? refusal;
  };
  // Who listens for this has to end the socket, whose error then says no more than that.
  socket.on("unexpected-response", (_request, response) => {
    const end = () => socket.terminate();
    readWhy(response.statusCode, text(response)).then(end, end);
  });
  socket.on("error", (error) => hear(refusal ?? error.message));
}
