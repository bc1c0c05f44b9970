import { BOX_TOKEN_PREFIX } from "@terrarium/contract/box-links";
import { PORT_TOKEN } from "@terrarium/contract/box-ports";
import { UNAUTHORIZED } from "@terrarium/contract/errors";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readSocketToken } from "../sockets/live-socket.ts";
import { portCookie, tokenInCookie } from "./to-box.ts";

const TOKEN_IN_QUERY = new RegExp(`([?&])${PORT_TOKEN}=([^&]*)&?`);

/**
 * Returns the caller of a request for a port; undefined: the request names none. At a port's own origin, a browser
 * names it by a cookie. Throws unauthorized, and as `admit` does.
 */
export async function findCaller(
  app: FastifyInstance,
  request: FastifyRequest,
  { isOwnOrigin, isSocket }: { isOwnOrigin: boolean; isSocket: boolean },
): Promise<Caller | undefined> {
  const cookie =
    isOwnOrigin && isFromSameOrigin(request, isSocket) ? tokenInCookie(request.headers, isSecure(request)) : undefined;
  const token = cookie?.startsWith(BOX_TOKEN_PREFIX) ? cookie : readOptionalToken(request);
  if (token === undefined) return undefined;
  const caller = await app.authenticate(token).catch((error: unknown) => {
    // The Authorization header of a port's own origin may be for the program.
    if (isOwnOrigin && error instanceof AppError && error.code === "unauthorized") return undefined;
    throw error;
  });
  if (caller) await app.admit(request, caller);
  return caller;
}

function readOptionalToken(request: FastifyRequest): string | undefined {
  try {
    return readSocketToken(request);
  } catch (error) {
    if (error instanceof AppError && error.context.problem === UNAUTHORIZED.nothing) return undefined;
    throw error;
  }
}

/**
 * Returns whether a browser's request comes from the port's own pages, from the address bar, or opens a page of its
 * own. Ports of other boxes are of the same site, so `SameSite` does not keep their pages from sending the cookie
 * (Fetch Metadata, w3.org/TR/fetch-metadata).
 */
function isFromSameOrigin({ headers, method, protocol }: FastifyRequest, isSocket: boolean): boolean {
  const { origin, host = "", "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest } = headers;
  if (origin !== undefined) return origin.toLowerCase() === `${protocol}://${host.toLowerCase()}`;
  if (isSocket) return false;
  if (site === undefined || site === "same-origin" || site === "none") return true;
  return method === "GET" && mode === "navigate" && dest === "document";
}

const isSecure = ({ protocol }: FastifyRequest): boolean => protocol === "https";

/** Returns a token in the query of a page's address, and the address without it. */
export function tokenInQuery(
  { method }: FastifyRequest,
  target: string,
): { token: string; target: string } | undefined {
  const [found, separator, token] = method === "GET" ? (TOKEN_IN_QUERY.exec(target) ?? []) : [];
  if (found === undefined || token === undefined) return undefined;
  return { token, target: target.replace(found, separator ?? "").replace(/[?&]$/, "") };
}

/** Keeps a token in a cookie that only this server reads, and redirects to the address without it. */
export function keepToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, target, endsInMs }: { token: string; target: string; endsInMs: number },
): FastifyReply {
  const attributes = ["Path=/", `Max-Age=${Math.floor(endsInMs / 1_000)}`, "HttpOnly", "SameSite=Lax"];
  if (isSecure(request)) attributes.push("Secure");
  return reply
    .code(303)
    .headers({
      // Whole, because a path can begin with two slashes.
      location: `${request.protocol}://${request.headers.host}${target}`,
      "set-cookie": [`${portCookie(isSecure(request))}=${token}`, ...attributes].join("; "),
      "referrer-policy": "no-referrer",
    })
    .send();
}
