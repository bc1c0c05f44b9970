import type { FastifyInstance } from "fastify";
import { AppError } from "./app-error.ts";

/** Refuses requests that name several hosts, or none that can be one (RFC 9112, 3.2): addresses are made with it. */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { rawHeaders } = request.raw;
    const names = rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === "host");
    const isGood = names.length < 2 && (!request.host || URL.canParse(`http://${request.host}`));
    done(isGood ? undefined : new AppError("invalid_request", { detail: "the header Host must name one host" }));
  });
}
