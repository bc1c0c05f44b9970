import { UNAUTHORIZED } from "@terrarium/contract/errors";
import type { FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";

/** Returns the owner of a bearer token (session token or API key). Throws AppError unauthorized. */
export type Authenticate = (bearerToken: string) => Promise<Caller>;

/** Returns the token of an `Authorization: Bearer …` header. Throws AppError unauthorized if there is none. */
export function readBearerToken(request: FastifyRequest): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  if (token === undefined) throw new AppError("unauthorized", { problem: UNAUTHORIZED.nothing });
  return token;
}
