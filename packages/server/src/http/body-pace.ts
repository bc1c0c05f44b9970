import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { AppError } from "../base/app-error.ts";

export interface BodyPace {
  /** How often it is looked. */
  intervalMs: number;
  /** A body of which less comes in an interval is given up, unless it is complete. */
  minBytes: number;
}

const PACE: BodyPace = { intervalMs: 20_000, minBytes: 4_096 };

/**
 * Gives up bodies that hardly come on, so that nobody keeps connections open for nothing: what was to read one is told
 * body_too_slow. What is still to come of a body when the request is answered has an interval to arrive.
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
  // Whoever reads the body listens too; while nobody does, its end must not end the server.
  message.on("error", () => {});
  const timer = setInterval(() => {
    const newBytes = message.socket.bytesRead - seenBytes;
    seenBytes += newBytes;
    if (message.complete) clearInterval(timer);
    // A reader that holds the sender back is not the sender's fault.
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
