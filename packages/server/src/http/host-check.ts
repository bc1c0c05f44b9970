import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";

/** Rejects requests with several hosts or an invalid one (RFC 9112, 3.2): the server builds addresses from the host. */
export function addHostCheck(app: FastifyInstance): void {
  // Nearly all requests name the same host.
  let lastGood = "";
  const isHost = (host: string): boolean => {
    if (host !== lastGood && !URL.canParse(`http://${host}`)) return false;
    lastGood = host;
    return true;
  };
  app.addHook("onRequest", (request, _reply, done) => {
    const isGood = countHosts(request.raw.rawHeaders) < 2 && (!request.host || isHost(request.host));
    done(isGood ? undefined : new AppError("invalid_request", { detail: "the header Host must name one host" }));
  });
}

/** `rawHeaders` holds names and values alternately. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (/^host$/i.test(rawHeaders[i] ?? "")) count += 1;
  return count;
}
