import type { FastifyReply } from "fastify";

/** Calls the function once, after the response or when the client disconnects; at once if it already has. */
export function whenGone({ raw }: Pick<FastifyReply, "raw">, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once("close", then);
}
