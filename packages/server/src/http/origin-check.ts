import { cutText } from "@terrarium/bounds/cut-text";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";

/**
 * Rejects browser requests from pages of another origin that change something or open a WebSocket. The same-origin
 * policy does not cover WebSockets. Programs send no Origin header and are unaffected.
 */
export function addOriginCheck(app: FastifyInstance, publicUrl: URL | undefined): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { origin, upgrade } = request.headers;
    const isRead = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
    if (origin === undefined || (isRead && upgrade === undefined)) return done();
    // Programs in boxes decide themselves at their own origin, unless a cookie of this server is used (ports/access.ts).
    if (request.routeOptions.config.forwardedAt === "own-origin") return done();
    const asked = URL.canParse(origin) ? new URL(origin) : undefined;
    const isOurs =
      asked !== undefined &&
      (asked.host === publicUrl?.host || asked.host === hostUnder(asked.protocol, request.headers.host));
    done(isOurs ? undefined : new AppError("forbidden_origin", { origin: cutText(origin, 200) }));
  });
}

/** Returns a Host header as URLs write it: in lower case, without the default port of its scheme. */
function hostUnder(protocol: string, host = ""): string | undefined {
  const url = `${protocol}//${host}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}
