import { UNAUTHORIZED } from "@terrarium/contract/errors";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyRequest } from "fastify";

/** Returns the owner of a bearer token (session token or API key). Throws AppError unauthorized. */
export type Authenticate = (bearerToken: string) => Promise<Caller>;

/** Returns the token of an `Authorization: Bearer …` header. Throws AppError unauthorized if there is none. */
export function readBearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) throw new AppError("unauthorized", { problem: UNAUTHORIZED.nothing });
  return token;
}
