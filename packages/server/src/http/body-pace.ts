import type { IncomingMessage } from "node:http";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";

export interface BodyPace {
  /** Time between two checks. */
  intervalMs: number;
  /** Minimum bytes that an incomplete body must receive in an interval. A slower body is aborted. */
  minBytes: number;
}

const PACE: BodyPace = { intervalMs: 20_000, minBytes: 4_096 };

/**
 * Aborts bodies that arrive too slowly, so that idle clients hold no connections. The reader of such a body gets
 * body_too_slow. After the response, the rest of a body has one interval to arrive.
 */
export function addBodyPace(app: FastifyInstance, pace: BodyPace = PACE): void {
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (!request.raw.complete) watchPace(request.raw, pace);
    done(null, payload);
  });
  app.addHook("onResponse", (request, _reply, done) => {
    if (!request.raw.complete && request.headers.upgrade === undefined) cutUnlessComplete(request.raw, pace);
    done();
  });
}

function watchPace(message: IncomingMessage, { intervalMs, minBytes }: BodyPace): void {
  let seenBytes = message.socket.bytesRead;
  // The reader of the body listens too. Without a reader, the error event must not end the server.
  message.on("error", () => {});
  const timer = setInterval(() => {
    const newBytes = message.socket.bytesRead - seenBytes;
    seenBytes += newBytes;
    if (message.complete) clearInterval(timer);
    // Backpressure from a slow reader does not count against the sender.
    else if (newBytes < minBytes && message.readableFlowing === true) {
      clearInterval(timer);
      message.emit("error", new AppError("body_too_slow"));
    }
  }, intervalMs).unref();
  message.once("close", () => clearInterval(timer));
}

function cutUnlessComplete(message: IncomingMessage, { intervalMs }: BodyPace): void {
  const timer = setTimeout(() => {
    if (!message.complete) message.destroy();
  }, intervalMs).unref();
  message.once("close", () => clearTimeout(timer));
}
