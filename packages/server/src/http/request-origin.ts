import type { FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";

/**
 * The origin (`http://localhost:3000`) under which the caller reaches the server: the configured one, or what it asked
 * for. Throws AppError invalid_request if it asked for no host.
 */
export function requestOrigin(request: FastifyRequest, publicUrl: URL | undefined): string {
  if (publicUrl) return publicUrl.origin;
  if (!request.host) throw new AppError("invalid_request", { detail: "the header Host must name one host" });
  return `${request.protocol}://${request.host}`;
}
