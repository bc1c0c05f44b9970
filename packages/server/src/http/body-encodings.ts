import { cutText } from "@terrarium/bounds/cut-text";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { hasBody } from "./open-bodies.ts";

/** Encodings that leave a body unchanged. Node itself joins chunks. */
const PLAIN: ReadonlySet<string> = new Set(["", "identity", "chunked"]);

/** Rejects encoded bodies (RFC 9110, 8.4; RFC 9112, 7) before they are read: the server decodes none. Programs in boxes may. */
export function addBodyEncodings(app: FastifyInstance): void {
  app.addHook("preParsing", async (request, reply) => {
    if (request.routeOptions.config.forwardedAt !== undefined) return;
    const { "content-encoding": ofContent = "", "transfer-encoding": ofTransfer = "" } = request.headers;
    const named = `${ofContent},${ofTransfer}`.split(",").map((name) => name.trim());
    const encoding = named.find((name) => !PLAIN.has(name.toLowerCase()));
    if (encoding === undefined || !hasBody(request)) return;
    reply.header("accept-encoding", "identity");
    throw new AppError("body_encoded", { encoding: cutText(encoding, 50) });
  });
}
