import type { FastifyRequest } from "fastify";

/** The origin (`http://localhost:3000`) under which the caller reaches the server: the configured one, or what it asked for. */
export function requestOrigin(request: FastifyRequest, publicUrl: URL | undefined): string {
  return publicUrl?.origin ?? `${request.protocol}://${request.host}`;
}
