import { text } from "node:stream/consumers";
import { readRefusal } from "@terrarium/sdk/exchange";
import type { WebSocket } from "ws";

/** Calls `hear` with the reason when a socket breaks or fails to open: the server's message, if there is one. */
export function onSocketFailure(socket: WebSocket, hear: (why: string) => void): void {
  let refusal: string | undefined;
  const readWhy = async (status: number | undefined, body: Promise<string>): Promise<void> => {
    refusal = `the server answered with status ${status}`;
    refusal = (await readRefusal(new Response(await body)))?.message ?? refusal;
  };
  // A listener of this event must terminate the socket. The socket's own error then has no more detail.
  socket.on("unexpected-response", (_request, response) => {
    const end = () => socket.terminate();
    readWhy(response.statusCode, text(response)).then(end, end);
  });
  socket.on("error", (error) => hear(refusal ?? error.message));
}
