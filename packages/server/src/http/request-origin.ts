import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyRequest } from "fastify";

/**
 * Returns the origin (`http://localhost:3000`) by which the caller reaches the server: the configured one, or the one
 * of the Host header. Throws AppError invalid_request if there is no host.
 */
export function requestOrigin(request: FastifyRequest, publicUrl: URL | undefined): string {
  if (publicUrl) return publicUrl.origin;
  if (!request.host) throw new AppError("invalid_request", { detail: "the header Host must name one host" });
  return `${request.protocol}://${request.host}`;
}
