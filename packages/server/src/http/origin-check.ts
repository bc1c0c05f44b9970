import { cutText } from "@terrarium/adb/cut-text";
import type { FastifyInstance } from "fastify";
import { AppError } from "../base/app-error.ts";

/**
 * Refuses requests that a page of another origin makes a browser send: those that change something, and WebSockets,
 * which the same-origin policy does not cover. Programs send no Origin header and are not concerned.
 */
export function addOriginCheck(app: FastifyInstance, publicUrl: URL | undefined): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { origin, upgrade } = request.headers;
    const isRead = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
    if (origin === undefined || (isRead && upgrade === undefined)) return done();
    const asked = URL.canParse(origin) ? new URL(origin) : undefined;
    const isOurs =
      asked !== undefined &&
      (asked.host === publicUrl?.host || asked.host === hostUnder(asked.protocol, request.headers.host));
    done(isOurs ? undefined : new AppError("forbidden_origin", { origin: cutText(origin, 200) }));
  });
}

/** A Host header as URLs write it: in small letters, without the port that its scheme implies. */
function hostUnder(protocol: string, host = ""): string | undefined {
  const url = `${protocol}//${host}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}
