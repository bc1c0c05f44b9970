import type { FastifyReply, FastifyRequest } from "fastify";
import { answerNotFound } from "./errors.ts";

/** A route's `onRequest` hook: returns 404 to requests through a trusted proxy, and so to all from outside. */
export function operatorsOnly(request: FastifyRequest, reply: FastifyReply, next: () => void): void {
  // The first address is the direct peer. Trusted proxies report the others. Undefined if no proxy is trusted.
  if (request.ips !== undefined && request.ips.length > 1) answerNotFound(request, reply);
  else next();
}
