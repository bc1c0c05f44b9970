import type { FastifyReply } from "fastify";

/** Calls the function, once, when the client was answered or has left; at once if it has left by now. */
export function whenGone({ raw }: Pick<FastifyReply, "raw">, then: () => void): void {
  if (raw.destroyed) then();
  else raw.once("close", then);
}
