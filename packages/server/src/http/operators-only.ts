import type { FastifyReply, FastifyRequest } from "fastify";
import { answerNotFound } from "./errors.ts";

/** As a route's `onRequest`: whoever comes through a trusted proxy, and so from outside, finds nothing there. */
export function operatorsOnly(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  // The first is who called; the others a trusted proxy has told of. Undefined where none is trusted.
  if (request.ips !== undefined && request.ips.length > 1) answerNotFound(request, reply);
  else next();
}
